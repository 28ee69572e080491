//! Reports: the exact text, and that it is read back.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::time::Duration;

use hippodrome::exists::exists;
use hippodrome::report::{self, CheckReport, ExistsReport, TourReport, Verdict};
use hippodrome::search::Budget;
use hippodrome::{Answer, Kind, Leaper, Limit, Problem, Silent, Tour};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn is_exactly<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(
    report: &T,
    text: &str,
) {
    assert_eq!(report::line(report), text);
    assert_eq!(serde_json::from_str::<T>(text).unwrap(), *report);
}

#[test]
fn a_tour() {
    let board = "1x1".parse().unwrap();
    let tour = Tour::new(&board, Leaper::KNIGHT, Kind::Open, board.squares()).unwrap();
    is_exactly(
        &TourReport::new(&tour, Some("search")),
        r#"{"board":{"rows":1,"cols":1,"holes":[]},"leaper":[1,2],"kind":"open","method":"search","squares":["a1"]}"#,
    );
    is_exactly(
        &TourReport::new(&tour, None),
        r#"{"board":{"rows":1,"cols":1,"holes":[]},"leaper":[1,2],"kind":"open","method":null,"squares":["a1"]}"#,
    );
}

#[test]
fn existence() {
    let ask = |board: &str, kind| {
        let problem = Problem::new(board.parse().unwrap(), Leaper::KNIGHT, kind);
        let answer = exists(&problem, &Budget::default(), &Silent);
        ExistsReport::of_answer(&problem, &answer)
    };
    let no = ask("3x5", Kind::Closed);
    let text = &no.text;
    is_exactly(
        &no,
        &format!(
            r#"{{"board":{{"rows":3,"cols":5,"holes":[]}},"leaper":[1,2],"kind":"closed","exists":false,"reason":"colour-closed","text":"{text}","proof":"colour"}}"#
        ),
    );
    let yes = report::line(&ask("8x8", Kind::Closed));
    assert!(yes.contains(r#""exists":true,"reason":"schwenk-1991","text":""#), "{yes}");
    assert!(yes.ends_with(r#"","proof":"theorem"}"#), "{yes}");
    let problem = Problem::new("...\n.#.\n...".parse().unwrap(), Leaper::KNIGHT, Kind::Open);
    let limit = Limit::Time(Duration::from_secs(30));
    is_exactly(
        &ExistsReport::of_answer(&problem, &Answer::Unknown(limit)),
        r#"{"board":{"rows":3,"cols":3,"holes":["b2"]},"leaper":[1,2],"kind":"open","exists":null,"reason":"time-limit","text":"the time limit of 30s was reached","proof":null}"#,
    );
}

#[test]
fn a_check() {
    is_exactly(
        &CheckReport {
            verdict: Verdict::Rejected,
            what: "tour 8x8 closed".to_owned(),
            code: Some("not-a-move".to_owned()),
            line: Some(3),
            reason: Some("a1 to c3".to_owned()),
            obligations: Vec::new(),
        },
        r#"{"verdict":"rejected","what":"tour 8x8 closed","code":"not-a-move","line":3,"reason":"a1 to c3","obligations":[]}"#,
    );
    let names = [Verdict::Verified, Verdict::Obligations, Verdict::Rejected, Verdict::Unknown]
        .map(|verdict| report::line(&verdict));
    assert_eq!(names, [r#""verified""#, r#""obligations""#, r#""rejected""#, r#""unknown""#]);
}
