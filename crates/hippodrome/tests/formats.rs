//! Laws of the formats: what is written is read, wrong files are named, nothing panics.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::fs;
use std::path::PathBuf;

use hippodrome::format::{self, Format, Hints};
use hippodrome::render::svg::{self, Line, Options, Theme};
use hippodrome::report::{self, TourReport};
use hippodrome::{Board, Kind, Leaper, Problem, Rng, Square, Tour, certificate, is_move};
use proptest::prelude::*;

/// A random walk that visits no square twice; the squares it does not visit are the holes.
fn walk(rows: u32, cols: u32, leaper: Leaper, seed: u64) -> Tour {
    let mut rng = Rng::new(seed);
    let rectangle = Board::new(u64::from(rows), u64::from(cols)).unwrap();
    let mut visited = vec![false; (rows * cols) as usize];
    let mut squares = Vec::new();
    let mut at = rectangle.square(rng.below(u64::from(rows * cols)) as usize);
    loop {
        visited[rectangle.cell(at)] = true;
        squares.push(at);
        let free = |to: &Square| rectangle.spans(*to) && !visited[rectangle.cell(*to)];
        let next: Vec<Square> =
            leaper.steps().filter_map(|step| at.step(step)).filter(free).collect();
        if next.is_empty() {
            break;
        }
        at = next[rng.below(next.len() as u64) as usize];
    }
    let holes = rectangle.squares().filter(|&square| !visited[rectangle.cell(square)]);
    let board = rectangle.with_holes(holes).unwrap();
    let closes = squares.len() > 2 && is_move(leaper, squares[0], at);
    let kind = if closes && rng.below(2) == 0 { Kind::Closed } else { Kind::Open };
    Tour::new(&board, leaper, kind, squares).unwrap()
}

fn any_tour() -> impl Strategy<Value = Tour> {
    let knight_mostly = prop_oneof![3 => Just((1, 2)), 1 => (0u32..4, 1u32..4)];
    (1u32..30, 1u32..30, knight_mostly, any::<u64>())
        .prop_map(|(rows, cols, (r, s), seed)| walk(rows, cols, Leaper::new(r, s).unwrap(), seed))
}

fn written(tour: &Tour, format: Format, method: Option<&str>) -> Vec<u8> {
    let mut out = Vec::new();
    format.write(tour, method, &mut out).unwrap();
    out
}

fn all_of(tour: &Tour) -> Hints {
    Hints {
        board: Some(tour.board().clone()),
        leaper: Some(tour.leaper()),
        kind: Some(tour.kind()),
    }
}

/// What has to be said beside a file of the format.
fn needed(tour: &Tour, format: Format) -> Hints {
    let all = all_of(tour);
    match format {
        Format::Squares | Format::Csv | Format::Prolog => all,
        Format::Board | Format::Matrix | Format::Npy => Hints { board: None, ..all },
        Format::Json | Format::Tsplib | Format::Cert | Format::Svg => Hints::default(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read(tour in any_tour(), method in proptest::option::of("\\PC{0,9}")) {
        for format in Format::ALL {
            let bytes = written(&tour, format, method.as_deref());
            let shown = if format == Format::Matrix { Format::Board } else { format };
            prop_assert_eq!(Format::detect(&bytes), shown);
            for hints in [needed(&tour, format), all_of(&tour)] {
                for told in [None, Some(format)] {
                    let read = format::read(&bytes, told, &hints).unwrap();
                    prop_assert_eq!(&read.tour, &tour, "{}", format);
                    if matches!(format, Format::Json | Format::Svg) {
                        prop_assert_eq!(&read.method, &method);
                    }
                }
            }
        }
    }

    #[test]
    fn the_json_format_is_the_report(tour in any_tour(), method in proptest::option::of("\\PC{0,9}")) {
        let report = TourReport::new(&tour, method.as_deref());
        let line = report::line(&report) + "\n";
        let bytes = written(&tour, Format::Json, method.as_deref());
        prop_assert_eq!(String::from_utf8(bytes).unwrap(), line.clone());
        prop_assert_eq!(serde_json::from_str::<TourReport>(&line).unwrap(), report);
    }

    #[test]
    fn reading_minds_neither_case_nor_line_ends_nor_blanks(tour in any_tour()) {
        for format in Format::ALL {
            if matches!(format, Format::Npy | Format::Json | Format::Cert | Format::Svg) {
                continue;
            }
            let text = String::from_utf8(written(&tour, format, None)).unwrap();
            let changed = format!("\u{feff}\r\n{}\r\n\r\n", text.replace('\n', "  \r\n").to_uppercase());
            let read = format::read(changed.as_bytes(), None, &needed(&tour, format)).unwrap();
            prop_assert_eq!(&read.tour, &tour, "{}", format);
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        for format in Format::ALL {
            refuse_or_verify(&bytes, Some(format))?;
        }
        refuse_or_verify(&bytes, None)?;
    }

    #[test]
    fn any_change_of_a_file_is_read_or_refused(
        tour in any_tour(), at: prop::sample::Index, byte: u8, cut: prop::sample::Index,
    ) {
        for format in Format::ALL {
            let mut bytes = written(&tour, format, Some("search"));
            let at = at.index(bytes.len());
            bytes[at] = byte;
            refuse_or_verify(&bytes, None)?;
            refuse_or_verify(&bytes, Some(format))?;
            bytes.truncate(cut.index(bytes.len()));
            refuse_or_verify(&bytes, Some(format))?;
        }
    }

    #[test]
    fn the_certificate_is_the_one_of_the_problem(tour in any_tour(), from: bool, to: bool, at: prop::sample::Index) {
        let mut problem = Problem::new(tour.board().clone(), tour.leaper(), tour.kind());
        if from {
            problem = problem.with_from(tour.square(1)).unwrap();
        }
        if to {
            problem = problem.with_to(tour.square(tour.len())).unwrap();
        }
        let step = at.index(tour.len() as usize) as u64 + 1;
        problem = problem.with_clue(u128::from(step), tour.square(step)).unwrap();
        let mut out = Vec::new();
        format::cert::write_for(&problem, &tour, &mut out).unwrap();
        prop_assert_eq!(String::from_utf8(out).unwrap(), certificate::tour(&tour, &problem).unwrap());
    }

    #[test]
    fn any_words_are_read_or_refused(
        words in proptest::collection::vec("[0-9]{1,20}|[a-h][1-8]|[-#.|,;{}()\\[\\]]|\n|step|rank|p\\(|answer\\(|visit |\"squares\":", 0..40),
    ) {
        let text = words.join(" ");
        for format in Format::ALL {
            refuse_or_verify(text.as_bytes(), Some(format))?;
        }
    }
}

/// An error is one line; a tour that is read is written and read again.
fn refuse_or_verify(bytes: &[u8], format: Option<Format>) -> Result<(), TestCaseError> {
    match format::read(bytes, format, &Hints::default()) {
        Ok(read) => {
            let again = written(&read.tour, Format::Json, read.method.as_deref());
            let again = format::read(&again, None, &Hints::default()).unwrap();
            prop_assert_eq!(again.tour, read.tour);
        }
        Err(error) => {
            let message = error.to_string();
            prop_assert!(!message.contains(['\n', '\r']) && message.len() < 1000, "{}", message);
        }
    }
    Ok(())
}

/// The library's readers and the checker's were written apart from each other: what the library
/// reads of a changed file is a tour to the checker too. (Grids, TSPLIB and certificates are left
/// out: the library reads some with spoilt labels or keywords, where the checker does not.)
#[test]
fn what_is_read_of_a_changed_file_is_verified() {
    let formats =
        [Format::Squares, Format::Csv, Format::Json, Format::Prolog, Format::Npy, Format::Svg];
    let mut rng = Rng::new(1);
    let (mut read, mut refused) = (0, 0);
    for seed in 0..300 {
        let (rows, cols) = (rng.below(6) as u32 + 1, rng.below(6) as u32 + 1);
        let leaper = [Leaper::KNIGHT, Leaper::new(0, 1).unwrap()][rng.below(2) as usize];
        let tour = walk(rows, cols, leaper, seed);
        for format in formats {
            let mut bytes = written(&tour, format, Some("search"));
            let at = rng.below(bytes.len() as u64) as usize;
            match rng.below(3) {
                0 => bytes[at] = rng.below(128) as u8,
                1 => bytes.insert(at, rng.below(128) as u8),
                _ => drop(bytes.remove(at)),
            }
            let Ok(parsed) = format::read(&bytes, None, &Hints::default()) else {
                refused += 1;
                continue;
            };
            read += 1;
            let question = hippodrome_check::Question::new();
            let limits = hippodrome_check::Limits::default();
            let report = hippodrome_check::check(&bytes, None, &question, &limits);
            let text = bytes.escape_ascii();
            assert_eq!(report.exit_code(), 0, "{format}: {parsed:?}\n{report}\n{text}");
        }
    }
    assert!(read > 300 && refused > 300, "{read} read, {refused} refused");
}

#[test]
fn the_tour_of_a_trace_is_read() {
    let squares = from_list(OPEN_5X5);
    let problem = Problem::new(squares.board().clone(), Leaper::KNIGHT, Kind::Open);
    let moves = squares.squares().skip(1).map(|to| certificate::TraceMove {
        order: None,
        to,
        candidates: vec![(to, 1)],
    });
    let trace = certificate::Trace {
        tie_break: "any",
        move_order: [1, 2, 3, 4, 5, 6, 7, 8],
        found: true,
        start: squares.square(1),
        moves: moves.collect(),
    };
    let text = certificate::trace(&trace, &problem);
    assert_eq!(read(&text).unwrap(), squares);
    let stuck = certificate::trace(&certificate::Trace { found: false, ..trace }, &problem);
    let error = read(&stuck).unwrap_err();
    assert!(error.contains("'stuck'") && error.contains("outcome is a tour"), "{error}");
}

#[test]
fn names_and_endings() {
    for format in Format::ALL {
        assert_eq!(format.to_string().parse::<Format>().unwrap(), format);
    }
    let error = "gif7".parse::<Format>().unwrap_err().to_string();
    assert!(error.contains("gif7") && error.contains("tsplib"), "{error}");
    let ending = |name: &str| Format::from_path_ending(name.as_ref());
    assert_eq!(ending("a/b.SVG"), Some(Format::Svg));
    assert_eq!(ending("x.tour"), Some(Format::Tsplib));
    assert_eq!(ending("svg"), None);
    assert_eq!(ending("x.y"), None);
}

const RING: &str = "c3 b1 a3 c2 a1 b3 c1 a2";

fn ring() -> Tour {
    let squares: Vec<Square> = RING.split(' ').map(|square| square.parse().unwrap()).collect();
    let board = "...\n.#.\n...".parse().unwrap();
    Tour::new(&board, Leaper::KNIGHT, Kind::Closed, squares).unwrap()
}

fn read(text: &str) -> Result<Tour, String> {
    let read = format::read(text.as_bytes(), None, &Hints::default());
    read.map(|read| read.tour).map_err(|error| error.to_string())
}

/// The ring with its numbers, in the grids that people and programs print.
#[test]
fn grids_as_people_print_them() {
    for text in [
        "3 6 1\n8 # 4\n5 2 7",
        "3 6 1\r\n8 . 4\r\n5 2 7\r\n",
        " 3,  6, 1\n 8,  -, 4\n 5,  2, 7\n",
        "2 5 0\n7 # 3\n4 1 6\n",
        "[[3, 6, 1], [8, -, 4], [5, 2, 7]]",
        "[[3, 6, 1],\n [8, #, 4],\n [5, 2, 7]]\n",
        "3 6 1; 8 # 4; 5 2 7",
        "+---+---+---+\n| 3 | 6 | 1 |\n+---+---+---+\n| 8 | . | 4 |\n+---+---+---+\n| 5 | 2 | 7 |\n+---+---+---+\n",
        "   a b c\n3  3 6 1\n2  8 # 4\n1  5 2 7\n   a b c\n",
        "3 | 3 6 1\n2 | 8 # 4\n1 | 5 2 7\n",
        "3 | 3 | 6 | 1 |\n2 | 8 | # | 4 |\n1 | 5 | 2 | 7 |\n-----\n  | A | B | C |\n",
        "03 06 01\n08  # 04\n05 02 07",
    ] {
        assert_eq!(read(text).unwrap(), ring(), "{text}");
    }
}

#[test]
fn lists_as_people_type_them() {
    let path = ["a1", "b3", "d2", "c4", "a3", "b1", "d1", "b2"];
    let hints =
        Hints { board: Some("....\n.##.\n####\n....".parse().unwrap()), ..Hints::default() };
    // Not a tour: only the reading matters here, and the error names the first wrong step.
    let text = path.join(" ");
    assert!(format::read(text.as_bytes(), None, &hints).is_err());
    for text in [
        "c3 b1 a3 c2 a1 b3 c1 a2",
        "C3B1A3C2A1B3C1A2",
        "c3-b1-a3-c2-a1-b3-c1-a2",
        "c3 -> b1 -> a3 -> c2 -> a1 -> b3 -> c1 -> a2",
        "[\"c3\", \"b1\", \"a3\", \"c2\", \"a1\", \"b3\", \"c1\", \"a2\"]",
        "3,3 2,1 1,3 3,2 1,1 2,3 3,1 1,2",
        "(3, 3), (2, 1), (1, 3), (3, 2), (1, 1), (2, 3), (3, 1), (1, 2)",
        "c3\nb1\n\na3\nc2\na1\nb3\nc1\na2\n",
        "square\nc3\nb1\na3\nc2\na1\nb3\nc1\na2\n",
        "rank;file\n3;c\n1;b\n3;a\n2;c\n1;a\n3;b\n1;c\n2;a\n",
        "\"step\"\t\"square\"\n2\tb1\n1\tc3\n3\ta3\n4\tc2\n8\ta2\n5\ta1\n6\tb3\n7\tc1\n",
        "answer(8,[p(3,3),p(2,1),p(1,3),\n p(3,2),p(1,1),p(2,3),p(3,1),p(1,2)]) .",
    ] {
        let hints = Hints { board: Some(ring().board().clone()), ..Hints::default() };
        let tour = format::read(text.as_bytes(), None, &hints).unwrap().tour;
        assert_eq!(tour, ring(), "{text}");
    }
}

#[test]
fn what_is_missing_is_inferred() {
    // The kind: a move joins the ends of the ring.
    assert_eq!(read("3 6 1\n8 # 4\n5 2 7").unwrap().kind(), Kind::Closed);
    assert_eq!(read("1").unwrap().kind(), Kind::Open);
    // The leaper: every step is that of a wazir; else the knight, and the fault is one of a knight.
    assert_eq!(read("1 2\n4 3").unwrap().leaper(), Leaper::new(0, 1).unwrap());
    let error = read("1 2 3\n8 9 4\n7 5 6").unwrap_err();
    assert!(error.contains("step 2: a3 to b3 is not a move of the leaper 1,2"), "{error}");
    // The board: the smallest rectangle.
    let open = read("a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3").unwrap();
    assert_eq!(open.board(), &"3x4".parse().unwrap());
    let error = read(RING).unwrap_err();
    assert!(error.contains("lists 8 squares, and the 3x3 board has 9: give the board"), "{error}");
    // TSPLIB: a square number of vertices.
    let error = read("TYPE: TOUR\nTOUR_SECTION\n1 2\n3 -1\n").unwrap_err();
    assert!(error.contains("give the board"), "{error}");
    let hints = Hints { board: Some(ring().board().clone()), ..Hints::default() };
    let bare = b"NAME: x\nTOUR_SECTION\n 8 2 6 5\n 1 7 3 4\nEOF\n";
    assert_eq!(format::read(bare, None, &hints).unwrap().tour, ring());
}

#[test]
fn wrong_files_are_named_by_line_and_expectation() {
    for (text, parts) in [
        ("", &["empty"][..]),
        ("\n \n", &["empty"]),
        ("3 6 1\n8 4\n5 2 7", &["line 2", "2 squares", "3"]),
        ("3 6 1\n8 x 4\n5 2 7", &["line 2", "'x'", "'#' for a hole"]),
        ("3 6 1\n8 # 4\n5 2 8", &["line 3", "step 8", "twice", "a2", "c1"]),
        ("3 6 1\n8 # 4\n5 2 9", &["line 3", "step 9", "1 to 8"]),
        ("2 5 0\n7 # 3\n4 1 8", &["line 3", "step 8", "0 to 7"]),
        ("1 | 3 6 1\n2 | 8 # 4\n3 | 5 2 7", &["line 1", "labelled 1, expected 3"]),
        ("3 6 1\n8 # 4\n5 2 7\nc b a", &["line 4", "'c'", "from a on"]),
        ("3 | 3 6 1\n2 | 8 # 4\n1 | 5 2 7\n    a b", &["line 4 names 2 files", "3 squares"]),
        ("step,square\n1,a1,\n", &["line 2", "3 cells", "2"]),
        ("TOUR_SECTION\n1\n-1\n2\n", &["line 4", "'2'", "EOF after -1"]),
        ("3 6 1\n8 # 4\n5 2 99999999999999999999", &["line 3", "99999999999999999999"]),
        ("8 3 6\n5 0 1\n2 7 4", &["step 2", "b2 to c2 is not a move"]),
        ("a1 b9x", &["line 1", "'x'", "square such as c5"]),
        ("a1\nb3\n%", &["line 3", "'%'"]),
        ("a1 b0", &["line 1", "square such as c5"]),
        ("3,5 4", &["line 1", "comma and a rank"]),
        ("step,square\n1,a1\n1,c2\n", &["line 3", "step 1", "twice", "line 2"]),
        ("step,square\n1,a1\n3,c2\n", &["line 3", "step 3", "1 to 2"]),
        ("step,file,rank,square\n1,1,1,a2\n", &["line 2", "a2", "a1"]),
        ("step,file\n1,1\n", &["line 1", "header"]),
        ("square\na1\nc3x\n", &["line 3", "'c3x'"]),
        ("{\"squares\":[\"a1\",\n\"x\"]}", &["line 2", "square 'x'"]),
        ("{\"squares\":[\"a1\"],\"kind\":\"both\"}", &["kind 'both'", "open or closed"]),
        ("{\"kind\":\"open\"}", &["squares"]),
        ("{\"squares\":[]}", &["no squares"]),
        ("{\"squares\":[\"a1\"]} x", &["line 1", "trailing"]),
        ("answer(2, [p(1, 1)]).", &["2 squares", "lists 1"]),
        ("answer(1, [p(1, 0)]).", &["line 1", "a rank from 1"]),
        ("answer(1, [p(1, 1)]", &["line 1", "nothing", "')'"]),
        ("TYPE : HCP\n", &["line 1", "TYPE : TOUR"]),
        ("TYPE : TOUR\nDIMENSION : 2\nTOUR_SECTION\n1\n-1\n", &["line 2", "2", "1 vertices"]),
        ("TYPE : TOUR\nTOUR_SECTION\n2\n-1\n", &["line 3", "vertex 2"]),
        ("TYPE : TOUR\nTOUR_SECTION\n0\n-1\n", &["line 3", "from 1"]),
        ("hippodrome-certificate 2\n", &["line 1", "'hippodrome-certificate 1'"]),
        ("hippodrome-certificate 1\nkind no-tour\n", &["line 2", "kind tour"]),
        ("hippodrome-certificate 1\nkind tour\nboard 1x1\nvisit a1\n", &["'end'"]),
        ("<svg></svg>", &["no tour inside", "metadata"]),
        ("<svg>\n<metadata>{\"squares\":[7]}</metadata></svg>", &["line 2", "a square"]),
    ] {
        let error = read(text).unwrap_err();
        for part in parts {
            assert!(error.contains(part), "{text:?}: {error:?} lacks {part:?}");
        }
    }
    let repeats = format!("{RING} c3");
    let hints = Hints { board: Some(ring().board().clone()), ..Hints::default() };
    let error = format::read(repeats.as_bytes(), None, &hints).unwrap_err().to_string();
    assert!(error.contains("repeats the first"), "{error}");
}

#[test]
fn files_that_contradict_the_question_are_refused() {
    let bytes = written(&ring(), Format::Json, None);
    let refused = |hints: Hints| format::read(&bytes, None, &hints).unwrap_err().to_string();
    let board = Some("3x3".parse().unwrap());
    let error = refused(Hints { board, ..Hints::default() });
    assert!(error.contains("one hole") && error.contains("the 3x3 board"), "{error}");
    let leaper = Some(Leaper::new(0, 1).unwrap());
    let error = refused(Hints { leaper, ..Hints::default() });
    assert!(error.contains("1,2") && error.contains("0,1"), "{error}");
    let error = refused(Hints { kind: Some(Kind::Open), ..Hints::default() });
    assert!(error.contains("closed") && error.contains("open"), "{error}");
}

/// Tiny files that claim much are refused without the memory for it.
#[test]
fn giant_claims_are_refused() {
    let npy = |descr: &str, shape: &str, version: u8, length: u32| {
        let header =
            format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}\n");
        let mut bytes = b"\x93NUMPY".to_vec();
        bytes.extend([version, 0]);
        let length = if length == 0 { header.len() as u32 } else { length };
        if version == 1 {
            bytes.extend((length as u16).to_le_bytes());
        } else {
            bytes.extend(length.to_le_bytes());
        }
        bytes.extend(header.bytes());
        bytes.extend([1, 0, 0, 0]);
        bytes
    };
    let one = npy("<i4", "(1, 1)", 1, 0);
    assert_eq!(format::read(&one, None, &Hints::default()).unwrap().tour.len(), 1);
    for bytes in [
        npy("<i4", "(4294967296, 4294967296)", 1, 0),
        npy("<i4", "(18446744073709551615, 18446744073709551615)", 1, 0),
        npy("<i4", "(99999999999999999999, 1)", 1, 0),
        npy("<i4", "(-1, 1)", 1, 0),
        npy("<i4", "(0, 0)", 1, 0),
        npy("<i4", "(0, 5)", 1, 0),
        npy("<i4", "(1,)", 1, 0),
        npy("<i4", "(1, 1, 1)", 1, 0),
        npy("<f4", "(1, 1)", 1, 0),
        npy("<i16", "(1, 1)", 1, 0),
        npy("<i4", "(1, 1)", 2, u32::MAX),
        npy("<i4", "(1, 1)", 9, 0),
        b"\x93NUMPY".to_vec(),
        b"\x93NUMPY\x01\x00\xff\xff".to_vec(),
    ] {
        let error = format::read(&bytes, None, &Hints::default()).unwrap_err().to_string();
        assert!(error.starts_with("the npy file"), "{error}");
    }
    for text in [
        "{\"board\":{\"rows\":4294967296,\"cols\":4294967296,\"holes\":[]},\"squares\":[\"a1\"]}",
        "{\"board\":{\"rows\":65536,\"cols\":65536,\"holes\":[\"b1\"]},\"squares\":[\"a1\"]}",
        "{\"board\":{\"rows\":8192,\"cols\":8192,\"holes\":[\"b1\"]},\"squares\":[\"a1\"]}",
        "{\"board\":{\"rows\":18446744073709551616,\"cols\":1},\"squares\":[\"a1\"]}",
        "{\"board\":\"4294967296\",\"squares\":[\"a1\"]}",
        "{\"squares\":[\"a4294967296\"]}",
        "a1 mwlqkwv4294967296",
        "4294967296,4294967296",
        "a99999999999999999999",
        "step,square\n18446744073709551615,a1\n",
        "answer(18446744073709551615, [p(4294967296, 4294967296)]).",
        "answer(1, [p(4294967297, 1)]).",
        "COMMENT : board 4294967296x4294967296\nTOUR_SECTION\n1\n-1\n",
        "COMMENT : board 8192x8192\nCOMMENT : holes b1\nDIMENSION : 67108863\nTOUR_SECTION\n1\n-1\n",
        "TOUR_SECTION\n18446744073709551615\n-1\n",
        "hippodrome-certificate 1\nkind tour\nboard 4294967296x4294967296\nvisit a1\nend\n",
        "1 18446744073709551615\n",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
    let deep = "[".repeat(100_000);
    assert!(format::read(deep.as_bytes(), Some(Format::Json), &Hints::default()).is_err());
    assert!(read(&format!("{{\"squares\":{deep}")).is_err());
    assert!(read(&format!("{{\"x\":{deep}")).is_err());
}

/// The closed tour of 8x8 that Warnsdorff's rule finds is not needed here: any one serves. This one
/// is from a search with random ties.
const CLOSED_8X8: &str = include_str!("data/tour-8x8-closed.txt");

/// The tour of 5x5 that Warnsdorff's rule with the first of ties finds from the corner.
const OPEN_5X5: &str = include_str!("data/tour-5x5.txt");

fn from_list(text: &str) -> Tour {
    format::read(text.as_bytes(), Some(Format::Squares), &Hints::default()).unwrap().tour
}

#[test]
fn the_prolog_term_is_exact() {
    let term = "answer(25, [p(1, 1), p(2, 3), p(1, 5), p(3, 4), p(5, 5), p(4, 3), p(5, 1), p(3, 2), p(4, 4), p(2, 5), p(1, 3), p(2, 1), p(4, 2), p(5, 4), p(3, 5), p(1, 4), p(2, 2), p(4, 1), p(5, 3), p(4, 5), p(2, 4), p(1, 2), p(3, 3), p(5, 2), p(3, 1)]).\n";
    assert_eq!(
        String::from_utf8(written(&from_list(OPEN_5X5), Format::Prolog, None)).unwrap(),
        term
    );
}

/// Compares with a committed file; with `UPDATE_SNAPSHOTS=1` in the environment writes it instead.
fn snapshot(name: &str, bytes: &[u8]) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/formats").join(name);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&path, bytes).unwrap();
        return;
    }
    let expected = fs::read(&path).unwrap_or_default();
    assert!(
        bytes == expected,
        "{name} has changed: look at it, and if it is right run the tests with UPDATE_SNAPSHOTS=1"
    );
}

#[test]
fn each_format_is_as_committed() {
    let tours = [("ring", ring()), ("5x5", from_list(OPEN_5X5)), ("8x8", from_list(CLOSED_8X8))];
    for (name, tour) in tours {
        for format in Format::ALL {
            let bytes = written(&tour, format, Some("search"));
            snapshot(&format!("{name}.{format}"), &bytes);
        }
    }
}

#[test]
fn pictures_are_as_committed() {
    let draw = |name: &str, tour: &Tour, options: Options| {
        let mut out = Vec::new();
        svg::write(tour, None, &options, &mut out).unwrap();
        assert_eq!(format::read(&out, None, &Hints::default()).unwrap().tour, *tour);
        snapshot(&format!("{name}.svg"), &out);
    };
    draw("ring-dark", &ring(), Options::new().theme(Theme::Dark).width(300));
    draw("5x5-plain", &from_list(OPEN_5X5), Options::new().theme(Theme::Light).line(Line::Plain));
    let bare = Options::new().line(Line::None).labels(false);
    draw("5x5-bare", &from_list(OPEN_5X5), bare);
    draw("8x8-line", &from_list(CLOSED_8X8), Options::new().numbers(false));
    let one = Tour::new(&"1".parse().unwrap(), Leaper::KNIGHT, Kind::Open, [Square::new(0, 0)]);
    draw("1x1", &one.unwrap(), Options::new());
    let mut out = Vec::new();
    hippodrome::render::text::write(&ring(), hippodrome::render::text::Style::Colour, &mut out)
        .unwrap();
    snapshot("ring.ansi", &out);
}

#[test]
fn large_boards_are_not_drawn() {
    let board: Board = "1001x1000".parse().unwrap();
    let error = Format::Svg.admits(&board).unwrap_err();
    assert!(error.is_too_large() && error.to_string().contains("1001000 squares"), "{error}");
    assert!(Format::Svg.admits(&"1000x1000".parse().unwrap()).is_ok());
    assert!(Format::Npy.admits(&board).is_ok());
    // A wazir's walk up and down the files of a board just too large.
    let wazir = Leaper::new(0, 1).unwrap();
    let up_and_down = (0..1000u32).flat_map(|col| {
        (0..1001u32).map(move |row| Square::new(if col % 2 == 0 { row } else { 1000 - row }, col))
    });
    let tour = Tour::new(&board, wazir, Kind::Open, up_and_down).unwrap();
    let mut out = Vec::new();
    let error = Format::Svg.write(&tour, None, &mut out).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput);
    assert!(out.is_empty());
}
