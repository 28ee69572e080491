//! Surveys: known numbers of starts, and the same result whatever the threads.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use hippodrome::heuristic::{Outcome, TieBreak, WarnsdorffOptions, find};
use hippodrome::survey::report::{Row, SurveyReport, csv, map, percent, table};
use hippodrome::survey::{BoardSurvey, Plan, survey};
use hippodrome::{Answer, Board, Kind, Leaper, Limit, Problem, Silent};

const DATA: &str = include_str!("data/warnsdorff.txt");

fn surveyed(board: &Board, plan: &Plan) -> BoardSurvey {
    survey(board, plan, &Silent).found().unwrap()
}

#[test]
fn the_classical_rule_finds_the_known_numbers_of_starts() {
    let lines = DATA.lines().filter_map(|line| line.strip_prefix("found "));
    let mut boards = 0;
    for line in lines {
        let numbers: Vec<u64> = line.split(' ').take(2).map(|n| n.parse().unwrap()).collect();
        let side = numbers[0];
        let counts =
            surveyed(&Board::new(side, side).unwrap(), &Plan::new(WarnsdorffOptions::new()))
                .counts();
        let impossible = if side % 2 == 1 { side * side / 2 } else { 0 };
        assert_eq!((counts.starts, counts.found), (side * side, numbers[1]));
        assert_eq!(counts.impossible, impossible);
        assert_eq!(counts.starts, counts.found + counts.stuck + counts.impossible);
        boards += 1;
    }
    assert!(boards > 3);
}

#[test]
fn every_start_is_what_the_rule_alone_says_whatever_the_threads() {
    let board: Board = ".......\n.......\n...#...\n.......\n.......\n".parse().unwrap();
    for tie_break in TieBreak::ALL {
        let rule = WarnsdorffOptions::new().tie_break(tie_break).seed(11);
        let plan = Plan::new(rule.clone()).runs(3);
        let one = surveyed(&board, &plan);
        assert_eq!(one, surveyed(&board, &plan.clone().threads(4)));
        for (start, found) in one.starts() {
            let problem = Problem::new(board.clone(), Leaper::KNIGHT, Kind::Open);
            let problem = problem.with_from(start).unwrap();
            let tours = (11..14).filter(|&seed| {
                matches!(find(&problem, &rule.clone().seed(seed), &Silent), Outcome::Tour(_))
            });
            assert_eq!(found.unwrap_or(0), tours.count() as u64, "{tie_break} {start}");
        }
        let counts = one.counts();
        assert_eq!(counts.starts * 3, counts.found + counts.stuck + counts.impossible);
    }
}

#[test]
fn closed_tours_are_surveyed_too() {
    let plan = Plan::new(WarnsdorffOptions::new()).kind(Kind::Closed);
    let counts = surveyed(&"5x5".parse().unwrap(), &plan).counts();
    assert_eq!((counts.found, counts.stuck, counts.impossible), (0, 0, 25));
    let counts = surveyed(&"6x6".parse().unwrap(), &plan).counts();
    assert_eq!(counts.found, 36);
}

#[test]
fn reports_say_what_was_counted() {
    let board: Board = "5x5".parse().unwrap();
    let survey = surveyed(&board, &Plan::new(WarnsdorffOptions::new()));
    let report = SurveyReport { tie_break: "first".into(), boards: vec![Row::new(&survey)] };
    assert_eq!(
        serde_json::to_string(&report).unwrap(),
        r#"{"tie_break":"first","boards":[{"rows":5,"cols":5,"starts":25,"found":11,"stuck":2,"impossible":12}]}"#
    );
    assert!(csv(std::slice::from_ref(&report)).ends_with("\nfirst,5,5,25,1,11,2,12\n"));
    assert!(table(&[report]).ends_with("84.6 %\n"));
    // c1 and c5 are stuck; the squares of the other colour are impossible.
    let expected = "5 | o . x . o\n4 | . o . o .\n3 | o . o . o\n2 | . o . o .\n1 | o . x . o\n";
    assert_eq!(map(&survey), expected);
}

#[test]
fn rates_are_not_rounded_to_all_or_nothing() {
    assert_eq!(percent(1.0), "100.0 %");
    assert_eq!(percent(0.9999), "99.9 %");
    assert_eq!(percent(0.0001), "0.1 %");
    assert_eq!(percent(0.0), "0.0 %");
}

#[test]
fn a_board_of_too_many_squares_is_refused() {
    let board = Board::new(1 << 32, 1 << 32).unwrap();
    let answer = survey(&board, &Plan::new(WarnsdorffOptions::new()), &Silent);
    assert!(matches!(answer, Answer::Unknown(Limit::Size(_))));
}

#[test]
fn the_page_about_the_rule_is_what_the_rule_does() {
    let page = include_str!("../../../docs/warnsdorff.md");
    let mut checked = 0;
    for line in page.lines().filter_map(|line| line.strip_prefix("| ")) {
        let cells: Vec<&str> = line.trim_end_matches(" |").split(" | ").collect();
        let numbers: Vec<u64> = cells.iter().filter_map(|cell| cell.parse().ok()).collect();
        // N, possible, impossible, and the found of seven rules.
        if numbers.len() != 10 || numbers[0] > 16 {
            continue;
        }
        let board = Board::new(numbers[0], numbers[0]).unwrap();
        for (tie_break, &found) in TieBreak::ALL.into_iter().zip(&numbers[3..]) {
            let plan = Plan::new(WarnsdorffOptions::new().tie_break(tie_break));
            let counts = surveyed(&board, &plan).counts();
            assert_eq!(counts.found, found, "{tie_break} on {}", board.size());
            assert_eq!([counts.starts - counts.impossible, counts.impossible], numbers[1..3]);
        }
        checked += 1;
    }
    assert_eq!(checked, 12);
}
