//! What the library writes is read by the separate checker, and judged as it should be.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use hippodrome::format::Format;
use hippodrome::{Board, Kind, Leaper, Rng, Square, Tour, is_move};
use hippodrome_check::{Limits, Question, check};
use proptest::prelude::*;

/// A random walk that visits no square twice; the squares it does not visit are the holes.
fn walk(rows: u64, cols: u64, leaper: Leaper, seed: u64) -> Tour {
    let mut rng = Rng::new(seed);
    let rectangle = Board::new(rows, cols).unwrap();
    let mut squares = vec![rectangle.square(rng.below(rows * cols) as usize)];
    while let Some(&at) = squares.last() {
        let free = |to: &Square| rectangle.spans(*to) && !squares.contains(to);
        let next: Vec<Square> =
            leaper.steps().filter_map(|step| at.step(step)).filter(free).collect();
        if next.is_empty() {
            break;
        }
        squares.push(next[rng.below(next.len() as u64) as usize]);
    }
    let holes: Vec<Square> =
        rectangle.squares().filter(|square| !squares.contains(square)).collect();
    let board = rectangle.with_holes(holes).unwrap();
    let closes = squares.len() > 2 && is_move(leaper, squares[0], *squares.last().unwrap());
    let kind = if closes { Kind::Closed } else { Kind::Open };
    Tour::new(&board, leaper, kind, squares).unwrap()
}

fn any_tour() -> impl Strategy<Value = Tour> {
    let knight_mostly = prop_oneof![3 => Just((1, 2)), 1 => (0u32..4, 1u32..4)];
    (1u64..16, 1u64..30, knight_mostly, any::<u64>())
        .prop_map(|(rows, cols, (r, s), seed)| walk(rows, cols, Leaper::new(r, s).unwrap(), seed))
}

/// The whole problem that the tour answers.
fn question(tour: &Tour) -> Question {
    let board = tour.board();
    let mut question = Question::new()
        .board(board.rows(), board.cols())
        .leaper(tour.leaper().r().into(), tour.leaper().s().into())
        .closed(tour.kind() == Kind::Closed);
    for hole in board.holes() {
        question = question.hole(hole.to_string().parse().unwrap());
    }
    question
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_format_is_verified(tour in any_tour()) {
        let asked = question(&tour);
        let limits = Limits::default();
        let mut verdicts = Vec::new();
        for format in Format::ALL {
            let mut bytes = Vec::new();
            format.write(&tour, Some("walk"), &mut bytes).unwrap();
            let report = check(&bytes, None, &asked, &limits);
            prop_assert_eq!(report.exit_code(), 0, "{:?}: {}", format, report);
            verdicts.push(report.verdict_line());
            // Without a question, what the file does not carry is inferred.
            let report = check(&bytes, None, &Question::new(), &limits);
            let carries_board = !matches!(format, Format::Squares | Format::Csv | Format::Prolog);
            let full = tour.board().holes().count() == 0;
            let knight = tour.leaper() == Leaper::KNIGHT;
            // One row of numbers alone is as well a placement of queens, by columns.
            if format == Format::Matrix && tour.board().rows() == 1 {
                continue;
            }
            if (carries_board || full) && (knight || tour.len() > 1) {
                prop_assert_eq!(report.exit_code(), 0, "{:?}: {}", format, report);
            }
        }
        verdicts.dedup();
        prop_assert_eq!(verdicts.len(), 1);
    }

    #[test]
    fn reading_minds_neither_case_nor_line_ends_nor_blanks(tour in any_tour()) {
        for format in Format::ALL {
            if matches!(format, Format::Npy | Format::Json | Format::Cert | Format::Svg) {
                continue;
            }
            let mut bytes = Vec::new();
            format.write(&tour, None, &mut bytes).unwrap();
            let text = String::from_utf8(bytes).unwrap().replace('\n', "  \r\n").to_uppercase();
            let changed = format!("\u{feff}\r\n{text}\r\n\r\n");
            let report = check(changed.as_bytes(), None, &question(&tour), &Limits::default());
            prop_assert_eq!(report.exit_code(), 0, "{:?}: {}", format, report);
        }
    }

    #[test]
    fn a_tour_with_two_squares_exchanged_is_rejected(tour in any_tour(), at in any::<[prop::sample::Index; 2]>()) {
        let squares: Vec<String> = tour.squares().map(|square| square.to_string()).collect();
        let mut changed = squares.clone();
        changed.swap(at[0].index(squares.len()), at[1].index(squares.len()));
        let report = check(changed.join(" ").as_bytes(), None, &question(&tour), &Limits::default());
        // It may be a tour still, along other moves: the library is asked.
        let order: Vec<Square> = changed.iter().map(|square| square.parse().unwrap()).collect();
        let is_tour = Tour::new(tour.board(), tour.leaper(), tour.kind(), order).is_ok();
        prop_assert_eq!(report.exit_code() == 0, is_tour, "{}", report);
    }
}
