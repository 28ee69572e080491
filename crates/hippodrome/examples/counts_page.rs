//! Writes `docs/counts.md`: every number counted here and now, none copied.
//!
//! `counts_page [LARGEST-CLOSED [LARGEST-OPEN]]`: the most squares of a board (48 and 36).

use hippodrome::count::{
    DfsOptions, EngineOptions, Graph, Plan, TourCount, Wrap, choose_order, count_cycles,
    count_cycles_dfs,
};
use hippodrome::{Kind, Leaper, Silent};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let closed: u64 = arguments.next().map_or(Ok(48), |a| a.parse())?;
    let open: u64 = arguments.next().map_or(Ok(36), |a| a.parse())?;
    println!("# Counts\n");
    println!(
        "Written by `cargo run --release --example counts_page -- {closed} {open}`. Every number \
         was counted by the frontier engine; *twice* marks those that depth-first search, which \
         shares no code with it, counted too. All are undirected: a tour and its reverse are one.\n"
    );
    table(Kind::Closed, closed)?;
    table(Kind::Open, open)?;
    wrapped()?;
    boxes()
}

fn table(kind: Kind, largest: u64) -> Result<(), Failure> {
    println!("## {kind} knight's tours\n");
    println!("| board | tours | up to symmetry | peak states | |\n|--|--|--|--|--|");
    for rows in 3..=8_u64 {
        for cols in rows..=(largest / rows).min(16) {
            let question = TourCount::new(format!("{rows}x{cols}").parse()?, Leaper::KNIGHT, kind);
            let answer = question.run(&EngineOptions::default(), &Silent)?;
            if answer.undirected == 0_u32.into() {
                continue;
            }
            let symmetry = question.by_symmetry(&answer.undirected, &Silent)?;
            let twice = if kind == Kind::Closed && rows * cols <= 40 {
                let graph = question.moves()?;
                let found = count_cycles_dfs(&graph, &DfsOptions::default(), &Silent)?.found;
                if answer.directed != found.into() {
                    return Err(format!("{rows}x{cols}: {found} by search").into());
                }
                "twice"
            } else {
                ""
            };
            println!(
                "| {rows}x{cols} | {} | {} | {} | {twice} |",
                answer.undirected,
                symmetry.classes,
                answer.peak_states()
            );
        }
    }
    println!();
    Ok(())
}

fn wrapped() -> Result<(), Failure> {
    println!("## Cylinders, tori and other leapers, closed\n");
    println!("Moves that coincide on a narrow torus are one move.\n");
    println!("| leaper | board | glued | tours | |\n|--|--|--|--|--|");
    let knight = Leaper::KNIGHT;
    let cases = [
        (knight, "3x3", Wrap::Both),
        (knight, "3x4", Wrap::Both),
        (knight, "4x4", Wrap::Both),
        (knight, "3x4", Wrap::Files),
        (knight, "4x3", Wrap::Files),
        (knight, "3x6", Wrap::Files),
        (knight, "4x6", Wrap::Files),
        (knight, "5x5", Wrap::Files),
        (Leaper::new(0, 1)?, "6x6", Wrap::None),
        (Leaper::new(1, 3)?, "5x6", Wrap::Both),
        (Leaper::new(2, 3)?, "5x6", Wrap::None),
        (Leaper::new(1, 4)?, "5x6", Wrap::None),
    ];
    for (leaper, board, wrap) in cases {
        let question = TourCount::new(board.parse()?, leaper, Kind::Closed).wrap(wrap);
        let answer = question.run(&EngineOptions::default(), &Silent)?;
        let graph = question.moves()?;
        let small = answer.undirected < 2_000_000_u32.into();
        let twice = if small {
            let found = count_cycles_dfs(&graph, &DfsOptions::default(), &Silent)?.found;
            if answer.directed != found.into() {
                return Err(format!("{leaper} {board}: {found} by search").into());
            }
            "twice"
        } else {
            ""
        };
        let glued = match wrap {
            Wrap::None => "",
            Wrap::Files => "files",
            Wrap::Ranks => "ranks",
            Wrap::Both => "both",
        };
        println!("| {leaper} | {board} | {glued} | {} | {twice} |", answer.undirected);
    }
    println!();
    Ok(())
}

fn boxes() -> Result<(), Failure> {
    println!("## Boxes, closed\n\n| box | tours | |\n|--|--|--|");
    for sides in [[2, 3, 4], [2, 3, 5], [3, 3, 2], [2, 2, 6], [2, 4, 4], [3, 3, 4]] {
        let graph = Graph::of_box(&sides, Leaper::KNIGHT)?;
        let plan = Plan::new(&graph, &choose_order(&graph, &[]))?;
        let cycles = count_cycles(&plan, &EngineOptions::default(), &Silent)?.cycles;
        let mut twice = "";
        if cycles < 2_000_000_u32.into() && graph.len() < 32 {
            let found = count_cycles_dfs(&graph, &DfsOptions::default(), &Silent)?.found;
            if &cycles * 2_u32 != found.into() {
                return Err(format!("{sides:?}: {found} by search").into());
            }
            twice = "twice";
        }
        let [a, b, c] = sides;
        println!("| {a}x{b}x{c} | {cycles} | {twice} |");
    }
    Ok(())
}
