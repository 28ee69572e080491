//! Inputs that other programs get wrong, asked of the real program.

mod common;

use common::{run, run_with};

/// Runs `tour`, has the result checked by `check`, and gives the squares.
#[track_caller]
fn tour(question: &str) -> Vec<String> {
    let made = run(&format!("tour {question} --format squares"));
    assert_eq!(made.status, 0, "{question}: {}", made.stderr);
    let mut words = question.split(' ');
    let mut args = vec!["check", "-", "--board", words.next().expect("a board")];
    let asked = ["--closed", "--from", "--to", "--leaper", "--hole"];
    let mut before = "";
    for word in words {
        if asked.contains(&word) || (asked.contains(&before) && !word.starts_with("--")) {
            args.push(word);
        }
        before = word;
    }
    let checked = run_with(&args, &made.stdout);
    assert_eq!(checked.status, 0, "{question}: {}", checked.text());
    made.text().split_whitespace().map(str::to_owned).collect()
}

#[track_caller]
fn none(question: &str) {
    let made = run(&format!("tour {question} --format cert"));
    assert_eq!(made.status, 1, "{question}: {}", made.stderr);
    let checked = run_with(&["check", "-"], &made.stdout);
    assert_eq!(checked.status, 0, "{question}: {}", checked.text());
}

#[test]
fn narrow_boards_that_are_said_to_have_none() {
    for question in ["3x4", "3x4 --from a1", "3x7", "3x7 --from a1", "3x10", "3x10 --closed", "1x1"]
    {
        tour(question);
    }
    assert_eq!(tour("4x100").len(), 400);
    none("4x100 --closed");
}

#[test]
fn tours_that_are_printed_only_in_part() {
    assert_eq!(tour("21x21").len(), 441);
    assert_eq!(tour("41x41 --from a1").len(), 1681);
}

#[test]
fn odd_sides_on_which_others_never_answer() {
    for side in [7, 13, 15, 25, 26, 27, 32, 35, 52, 59, 60, 66, 74, 101] {
        tour(&format!("{side} --from a1"));
    }
}

#[test]
fn boards_of_which_a_random_failure_says_none() {
    for question in ["5x5", "8x8", "20x20", "5x6 --closed", "6x6 --closed"] {
        tour(question);
    }
}

#[test]
fn closed_tours_that_cannot_be() {
    for side in [1, 2, 3, 4, 5, 7, 9, 51] {
        none(&format!("{side} --closed"));
    }
    for question in ["3x3", "3x5", "3x6", "4x4", "1x2", "2x9", "5x5 --from b1", "3x3 --from b2"] {
        none(question);
    }
}

#[test]
fn the_first_tours_in_algebraic_order() {
    let compact = |question: &str| tour(question).concat().to_ascii_uppercase();
    assert_eq!(
        compact("5x5 --lexicographic"),
        "A1B3A5C4A3B1D2E4C5A4B2D1C3B5D4E2C1A2B4D5E3C2E1D3E5"
    );
    assert_eq!(compact("4x3 --lexicographic"), "A1B3C1A2B4C2A3B1C3A4B2C4");
    // Possible exactly for these sides (ranks, files) up to 26 squares.
    let mut possible = Vec::new();
    for rows in 1..=26 {
        for cols in 1..=26 / rows {
            if run(&format!("tour {rows}x{cols} --lexicographic")).status == 0 {
                possible.push((rows, cols));
            }
        }
    }
    let known = [
        (1, 1),
        (3, 4),
        (3, 7),
        (3, 8),
        (4, 3),
        (4, 5),
        (4, 6),
        (5, 4),
        (5, 5),
        (6, 4),
        (7, 3),
        (8, 3),
    ];
    assert_eq!(possible, known);
}

#[test]
fn a_tour_from_the_centre_ends_in_a_corner() {
    let squares = tour("5x5 --from c3");
    assert!(["a1", "a5", "e1", "e5"].contains(&squares[24].as_str()));
}

#[test]
fn grids_with_repeated_and_missing_numbers_are_refused() {
    let grid = |bad: &str| {
        let good = run("tour 8x8 --format matrix");
        let text = good.text().replacen("62", bad, 1);
        run_with(&["check", "-", "--board", "8x8"], text.as_bytes())
    };
    let repeated = grid("16");
    assert_eq!(repeated.status, 1);
    assert!(repeated.text().contains("number-repeated"), "{}", repeated.text());
    assert_eq!(grid("65").status, 1);
    // The last move goes nowhere: 64 written over 63.
    let good = run("tour 8x8 --format squares");
    let mut squares: Vec<&str> = good.text().split_whitespace().collect();
    squares.truncate(63);
    squares.push(squares[62]);
    let over = run_with(&["check", "-", "--board", "8x8"], squares.join(" ").as_bytes());
    assert_eq!(over.status, 1, "{}", over.text());
}
