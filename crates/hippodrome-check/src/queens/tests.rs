use crate::{Format, Limits, Queens, Question, Rules, check};

fn verdict(file: &str, question: &Question) -> String {
    check(file.as_bytes(), None, question, &Limits::default()).verdict_line()
}

fn asked(rules: Rules) -> Question {
    Question::new().queens(Queens { rules, ..Queens::default() })
}

#[test]
fn the_same_placement_in_each_format() {
    let header = "{'descr': '<u4', 'fortran_order': False, 'shape': (4,), }\n";
    let array = format!(
        "\u{0}NUMPY\u{1}\u{0}{}\u{0}{header}\u{2}\0\0\0\u{4}\0\0\0\u{1}\0\0\0\u{3}\0\0\0",
        char::from(header.len() as u8)
    );
    let mut array = array.into_bytes();
    array[0] = 0x93;
    let files = [
        ("..Q.\nQ...\n...Q\n.Q..\n", Format::Board),
        (". . Q .\r\nQ . . .\r\n. . . Q\r\n. Q . .\r\n", Format::Board),
        ("[\"..Q.\",\"Q...\",\"...Q\",\".Q..\"]", Format::Board),
        ("{\"n\":4,\"columns\":[2,4,1,3]}\n", Format::Json),
        ("{\"n\":4,\"count\":null,\"solutions\":[{\"columns\":[2,4,1,3]}]}\n", Format::Json),
        ("2 4 1 3\n", Format::Columns),
        ("[1, 3, 0, 2]", Format::Columns),
        ("2Q1/Q3/3Q/1Q2\n", Format::Fen),
        ("2Q1/Q3/3Q/1Q2 w - - 0 1\n", Format::Fen),
        ("<svg><metadata>{\"n\":4,\"columns\":[2,4,1,3]}</metadata></svg>", Format::Svg),
        (
            "hippodrome-certificate 1\nkind placement\nboard 4x4\nqueen b1\nqueen d2\nqueen a3\nqueen c4\nend\n",
            Format::Certificate,
        ),
    ];
    let files = files.into_iter().map(|(file, format)| (file.as_bytes(), format));
    for (file, format) in files.chain([(array.as_slice(), Format::Npy)]) {
        let question = Question::new().board(4, 4);
        let report = check(file, None, &question, &Limits::default());
        let text = file.escape_ascii();
        assert_eq!(report.verdict_line(), "s VERIFIED placement of 4 queens 4x4", "{text}");
        assert_eq!(report.format, Some(format), "{text}");
    }
}

#[test]
fn wrong_placements_are_rejected_by_name() {
    let question = Question::new();
    for (file, expected) in [
        ("{\"n\":4,\"columns\":[2,4,1,2]}", "queens-attack line 1: the queens on b1 and b4"),
        ("{\"n\":4,\"columns\":[2,4,1]}", "queens-count line 1: 3 queens, expected 4"),
        ("{\"n\":4,\"columns\":[2,4,1,5]}", "off-board line 1: e4"),
        ("{\"n\":4,\"columns\":[2,4,1,0]}", "malformed line 1: a column is a file"),
        ("{\"columns\":[2,4,1,3]}", "malformed line 1: the object has no n"),
        ("{\"n\":4,\"count\":\"2\",\"solutions\":[{\"columns\":[2,4,1,3]}]}", "wrong-count line 1"),
        ("..Q.\nQ...\n...Q\nQ...\n", "queens-attack line 4: the queens on a3 and a1"),
        ("..Q.\nQ..\n...Q\nQ...\n", "malformed line 2: expected a rank of 4 squares"),
        ("..Q.\nQ...\n...Q\n....\n", "queens-count line 4: 3 queens, expected 4"),
        ("Q.\n", "not-square line 1: the board is 1x2"),
        ("2 4 1 4\n", "queens-attack line 1: the queens on d2 and d4"),
        ("2 4 1 3\n3 1 4 2\n2 4 1 3\n", "solution-repeated line 3"),
        ("2Q1/Q3/3Q/Q3\n", "queens-attack line 1"),
        ("2Q1/Q3/3Q/1Q3\n", "malformed line 1: expected a rank of 4 squares, found 5"),
        (
            "hippodrome-certificate 1\nkind placement\nboard 4x4\nqueen a1\nqueen d4\nend\n",
            "queens-count line 6: 2 queens, expected 4",
        ),
        (
            "hippodrome-certificate 1\nkind placement\nboard 2x2\nqueen a1\nqueen c5\nend\n",
            "off-board line 5: c5",
        ),
        (
            "hippodrome-certificate 1\nkind placement\nboard 4x4\nqueen a1\n",
            "malformed line 4: the file stops",
        ),
    ] {
        let line = verdict(file, &question);
        assert!(line.starts_with(&format!("s REJECTED {expected}")), "{file}: {line}");
    }
}

#[test]
fn what_was_asked_is_compared() {
    let file = "{\"n\":4,\"columns\":[2,4,1,3]}";
    let asked = |question| verdict(file, &question);
    assert!(asked(Question::new().board(5, 5)).starts_with("s REJECTED other-board"));
    assert!(asked(Question::new().closed(true)).starts_with("s REJECTED other-kind"));
    let square = |name: &str| name.parse().unwrap();
    assert!(asked(Question::new().hole(square("b1"))).starts_with("s REJECTED queen-on-hole"));
    let queens = |given: &[&str], count| Queens {
        given: given.iter().map(|name| square(name)).collect(),
        count,
        ..Queens::default()
    };
    let given = |given: &[&str]| asked(Question::new().queens(queens(given, None)));
    assert_eq!(given(&["b1", "c4"]), "s VERIFIED placement of 4 queens 4x4 with b1 c4");
    assert!(given(&["b1", "c3"]).starts_with("s REJECTED queen-missing line 1"));
    assert!(
        asked(Question::new().queens(queens(&[], Some(3)))).starts_with("s REJECTED queens-count")
    );
    let few = "hippodrome-certificate 1\nkind placement\nboard 4x6\nqueen a1\nqueen f2\nend\n";
    let question = Question::new().queens(queens(&[], Some(2)));
    assert_eq!(verdict(few, &question), "s VERIFIED placement of 2 queens 4x6");
    let tour = "hippodrome-certificate 1\nkind tour\n";
    assert!(verdict(tour, &question).starts_with("s REJECTED other-kind line 2"));
}

#[test]
fn each_rule_asks_for_more() {
    let none = Rules::default();
    let toroidal = Rules { toroidal: true, ..none };
    let knights = Rules { knights: true, ..none };
    let reflecting = Rules { reflecting: true, ..none };
    for (file, rules, expected) in [
        ("1 3 5 2 4", toroidal, "VERIFIED placement of 5 queens 5x5 toroidal"),
        ("1 3 5 2 4", knights, "REJECTED queens-attack line 1: the queens on a1 and c2"),
        ("2 4 1 3", toroidal, "REJECTED queens-attack line 1: the queens on d2 and a3"),
        ("3 6 9 1 4 7 10 2 5 8", knights, "VERIFIED placement of 10 queens 10x10 knights"),
        ("1 5 8 6 3 7 2 4", reflecting, "REJECTED queens-attack line 1"),
    ] {
        let line = verdict(file, &asked(rules));
        assert!(line.starts_with(&format!("s {expected}")), "{file}: {line}");
    }
    let claims = "hippodrome-certificate 1\nkind placement\nboard 4x4\nrule toroidal\nqueen b1\nqueen d2\nqueen a3\nqueen c4\nend\n";
    assert!(verdict(claims, &Question::new()).starts_with("s REJECTED queens-attack line 7"));
}

#[test]
fn attacks_are_those_of_all_pairs() {
    // Every list of up to four files of a 4×4 board, under every rule, against the definition.
    let n = 4_i64;
    for code in 0..256 {
        let files: Vec<i64> =
            (0..4).map(|rank| code >> (2 * rank) & 3).map(|file| file + 1).collect();
        let text: Vec<String> = files.iter().map(i64::to_string).collect();
        for bits in 0..8 {
            let rules =
                Rules { toroidal: bits & 1 > 0, knights: bits & 2 > 0, reflecting: bits & 4 > 0 };
            let attack = |a: (i64, i64), b: (i64, i64)| {
                let (down, across) = (a.0 - b.0, a.1 - b.1);
                let mut hit = across == 0 || down.abs() == across.abs();
                if rules.toroidal {
                    hit |= (down - across) % n == 0 || (down + across) % n == 0;
                }
                hit |= rules.knights && down.abs() * across.abs() == 2;
                hit |= rules.reflecting && (a.1 + a.0 == b.1 - b.0 || a.1 - a.0 == b.1 + b.0);
                hit
            };
            let queens: Vec<(i64, i64)> = (1..).zip(files.iter().copied()).collect();
            let clash = (0..4).any(|at| (0..at).any(|before| attack(queens[before], queens[at])));
            let line = verdict(&text.join(" "), &asked(rules));
            assert_eq!(
                line.starts_with("s REJECTED queens-attack"),
                clash,
                "{files:?} {rules:?} {line}"
            );
            assert_eq!(line.starts_with("s VERIFIED"), !clash, "{files:?} {rules:?} {line}");
        }
    }
}

#[test]
fn counts_are_checked_as_far_as_they_follow() {
    let count = |n, count, p, r, u| {
        format!(
            "hippodrome-certificate 1\nkind count\nqueens {n}\nmethod dfs\ncount {count}\nhalf-turn {p}\nquarter-turn {r}\nfundamental {u}\nend\n"
        )
    };
    let obliged = "s VERIFIED WITH OBLIGATIONS 2 count of";
    for (file, expected) in [
        (count(8, 92, 4, 0, 12), format!("{obliged} 8 queens: 92 solutions, 12 up to symmetry")),
        (count(1, 1, 1, 1, 1), format!("{obliged} 1 queens: 1 solutions, 1 up to symmetry")),
        (count(8, 92, 4, 0, 23), "s REJECTED wrong-count line 8: 12 classes".to_owned()),
        (count(8, 93, 4, 0, 12), "s REJECTED wrong-count line 6".to_owned()),
        (count(8, 92, 96, 0, 12), "s REJECTED wrong-count line 6".to_owned()),
        (
            count(4, 2, 2, 2, 1).replace("count 2", "units 2\nunit 0 1\nunit 1 1\ncount 2"),
            format!("{obliged} 4 queens: 2 solutions, 1 up to symmetry"),
        ),
        (
            count(4, 2, 2, 2, 1).replace("count 2", "units 2\nunit 0 1\ncount 2"),
            "s REJECTED unit-missing line 7".to_owned(),
        ),
        (
            count(4, 2, 2, 2, 1).replace("count 2", "units 2\nunit 0 1\nunit 1 2\ncount 2"),
            "s REJECTED wrong-count line 8: the units add up to 3".to_owned(),
        ),
        (
            "{\"n\":8,\"count\":\"92\",\"fundamental\":\"12\",\"half_turn\":\"4\",\"quarter_turn\":\"0\",\"orbits\":[\"11\",\"1\",\"0\",\"0\"],\"what\":\"queens\",\"method\":\"join\",\"nodes\":null}".to_owned(),
            format!("{obliged} 8 queens: 92 solutions, 12 up to symmetry"),
        ),
        (
            "{\"n\":8,\"count\":\"2\",\"solutions\":[],\"complete\":true}".to_owned(),
            "s VERIFIED WITH OBLIGATIONS 1 count of completions, n = 8: 2".to_owned(),
        ),
    ] {
        let line = verdict(&file, &Question::new());
        assert!(line.starts_with(&expected), "{file}: {line}");
    }
}

#[test]
fn tours_stay_tours() {
    for (file, question) in [
        ("3 6 1\n8 # 4\n5 2 7\n", Question::new()),
        ("1 2 3 4", Question::new().leaper(0, 1)),
        ("3,5 4,7", Question::new()),
        ("1 2 3\n3 2 1\n5 6 7\n", Question::new()),
    ] {
        let report = check(file.as_bytes(), None, &question, &Limits::default());
        assert!(!report.what.contains("queens"), "{file}");
        assert_ne!(report.format, Some(Format::Columns), "{file}");
    }
}
