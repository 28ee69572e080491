//! Counting: the frontier engine against depth-first search, and against known values.
#![expect(clippy::unwrap_used, reason = "tests")]

mod support;

use hippodrome::count::{
    CountError, DfsOptions, Graph, Part, Plan, Shard, ShardOptions, TourCount, Wrap, choose_order,
    count_cycles, count_cycles_dfs, count_paths_from,
};
use hippodrome::{Board, Kind, Leaper, Silent, Square};
use num_bigint::BigUint;
use proptest::prelude::*;
use std::sync::Arc;
use support::counts::{ask, options, undirected};

/// Undirected tours by the other method.
fn by_dfs(question: &TourCount) -> u128 {
    let graph = question.moves().unwrap();
    let prunes = DfsOptions::default();
    let directed: u128 = match question.kind() {
        Kind::Closed => count_cycles_dfs(&graph, &prunes, &Silent).unwrap().found,
        Kind::Open => (0..graph.len())
            .map(|v| count_paths_from(&graph, v, &prunes, &Silent).unwrap().found)
            .sum(),
    };
    if graph.len() == 1 { directed } else { directed / 2 }
}

#[test]
fn known_values() {
    for line in include_str!("data/counts.txt").lines().filter(|l| !l.starts_with('#')) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let kind = if fields[1] == "closed" { Kind::Closed } else { Kind::Open };
        assert_eq!(undirected(&ask(fields[0], kind)).to_string(), fields[2], "{line}");
    }
}

#[test]
fn a_board_and_its_transpose_have_as_many_tours() {
    for (m, n) in [(3, 10), (4, 7), (5, 6), (5, 8), (6, 7)] {
        for kind in [Kind::Open, Kind::Closed] {
            if m * n > 32 && kind == Kind::Open {
                continue;
            }
            let (a, b) = (format!("{m}x{n}"), format!("{n}x{m}"));
            assert_eq!(undirected(&ask(&a, kind)), undirected(&ask(&b, kind)), "{a} {kind}");
        }
    }
}

#[test]
fn both_methods_agree_on_every_small_board() {
    for rows in 1..=5_u64 {
        for cols in 1..=25 / rows {
            for kind in [Kind::Open, Kind::Closed] {
                let question = ask(&format!("{rows}x{cols}"), kind);
                assert_eq!(undirected(&question), by_dfs(&question).into(), "{rows}x{cols} {kind}");
            }
        }
    }
}

#[test]
fn other_leapers_and_wrapped_boards() {
    let cases = [
        ("5x6", Leaper::new(0, 1).unwrap(), Wrap::None),
        ("4x4", Leaper::new(1, 1).unwrap(), Wrap::None),
        ("4x6", Leaper::new(2, 3).unwrap(), Wrap::None),
        ("3x4", Leaper::KNIGHT, Wrap::Both),
        ("4x4", Leaper::KNIGHT, Wrap::Both),
        ("3x3", Leaper::KNIGHT, Wrap::Both),
        ("2x5", Leaper::KNIGHT, Wrap::Both),
        ("1x5", Leaper::KNIGHT, Wrap::Both),
        ("3x6", Leaper::KNIGHT, Wrap::Files),
        ("4x3", Leaper::KNIGHT, Wrap::Files),
        ("3x4", Leaper::KNIGHT, Wrap::Ranks),
    ];
    for (board, leaper, wrap) in cases {
        for kind in [Kind::Open, Kind::Closed] {
            let question = TourCount::new(board.parse().unwrap(), leaper, kind).wrap(wrap);
            assert_eq!(
                undirected(&question),
                by_dfs(&question).into(),
                "{board} {leaper} {wrap:?} {kind}"
            );
        }
    }
}

#[test]
fn given_ends_add_up() {
    let whole = ask("5x5", Kind::Open);
    let squares = whole.squares().unwrap();
    let mut starts = BigUint::ZERO;
    for &s in &squares {
        let from = whole.clone().from(s).run(&options(), &Silent).unwrap().directed;
        let mut ends = BigUint::ZERO;
        for &t in squares.iter().take(25) {
            ends += whole.clone().from(s).to(t).run(&options(), &Silent).unwrap().directed;
        }
        assert_eq!(from, ends, "{s}");
        starts += from;
    }
    assert_eq!(starts, 1728_u32.into());
}

#[test]
fn strictly_open_tours_are_those_whose_ends_do_not_meet() {
    for (board, from) in [("3x4", None), ("5x6", None), ("6x5", Some("a1")), ("5x6", Some("c3"))] {
        let mut question = ask(board, Kind::Open).strictly_open();
        if let Some(square) = from {
            question = question.from(square.parse().unwrap());
        }
        let graph = question.moves().unwrap();
        let squares = question.squares().unwrap();
        let mut expected = 0;
        let start = from.map(|f| f.parse::<Square>().unwrap());
        for (s, &square) in squares.iter().enumerate() {
            if start.is_some_and(|start| start != square) {
                continue;
            }
            for t in (0..graph.len()).filter(|&t| t != s && !graph.joined(s, t)) {
                let mut prunes = DfsOptions::default();
                prunes.visits = vec![(graph.len() - 1, t)];
                expected += count_paths_from(&graph, s, &prunes, &Silent).unwrap().found;
            }
        }
        assert_eq!(question.run(&options(), &Silent).unwrap().directed, expected.into(), "{board}");
    }
}

#[test]
fn every_prune_leaves_the_count_alone() {
    let graph = ask("5x5", Kind::Open).moves().unwrap();
    let mut naive = DfsOptions::naive();
    let total = |options: &DfsOptions| {
        (0..25)
            .map(|v| count_paths_from(&graph, v, options, &Silent).unwrap())
            .fold((0, 0), |sum, c| (sum.0 + c.found, sum.1 + c.nodes))
    };
    let all = total(&DfsOptions::default());
    let none = total(&naive);
    assert_eq!((all.0, none.0), (1728, 1728));
    assert!(all.1 < none.1);
    naive.connectivity = true;
    assert_eq!(total(&naive).0, 1728);
}

#[test]
fn serial_and_parallel_counts_agree() {
    let question = ask("6x7", Kind::Closed);
    let mut two = options();
    two.threads = 2;
    let mut one = options();
    one.threads = 1;
    let (a, b) = (question.run(&one, &Silent).unwrap(), question.run(&two, &Silent).unwrap());
    assert_eq!(a, b);
}

#[test]
fn moves_that_are_not_there_are_refused() {
    let square = |s: &str| -> Square { s.parse().unwrap() };
    let question = ask("6x6", Kind::Closed).use_move(square("a1"), square("a2"));
    assert!(matches!(question.run(&options(), &Silent), Err(CountError::Question(_))));
    let off = ask("5x5", Kind::Open).from(square("h8"));
    assert!(matches!(off.run(&options(), &Silent), Err(CountError::Question(_))));
    let giant = TourCount::new(Board::new(1 << 20, 1 << 20).unwrap(), Leaper::KNIGHT, Kind::Open);
    assert!(matches!(giant.run(&options(), &Silent), Err(CountError::TooLarge(_))));
}

#[test]
fn long_strips_satisfy_their_recurrence() {
    // Closed tours of 3×2n: order-21 recurrence (A070030, Elkies and Knuth 1994).
    let coefficients: [i64; 21] = [
        6, 64, -200, -1000, 3016, 3488, -24256, 23776, 104_168, -203_408, -184_704, 443_392,
        14_336, -151_296, 145_920, -263_424, 317_440, 36_864, -966_656, 573_440, 131_072,
    ];
    let counts: Vec<BigUint> =
        (5..=32).map(|n| undirected(&ask(&format!("3x{}", 2 * n), Kind::Closed))).collect();
    for i in 21..counts.len() {
        let mut plus = BigUint::ZERO;
        let mut minus = counts[i].clone();
        for (j, &c) in coefficients.iter().enumerate() {
            let term = &counts[i - 1 - j] * c.unsigned_abs();
            if c > 0 { plus += term } else { minus += term }
        }
        assert_eq!(plus, minus, "3x{}", 2 * (i + 5));
    }
}

#[test]
fn boxes_by_both_methods() {
    for (sides, expected) in
        [(&[2, 3, 4][..], 12132_u32), (&[3, 3, 2], 0), (&[2, 2, 6], 0), (&[6, 6], 9862)]
    {
        let graph = Graph::of_box(sides, Leaper::KNIGHT).unwrap();
        let plan = Plan::new(&graph, &choose_order(&graph, &[])).unwrap();
        let cycles = count_cycles(&plan, &options(), &Silent).unwrap().cycles;
        assert_eq!(cycles, expected.into(), "{sides:?}");
        if sides.len() == 3 {
            let searched = count_cycles_dfs(&graph, &DfsOptions::default(), &Silent).unwrap();
            assert_eq!(searched.found, 2 * u128::from(expected), "{sides:?}");
        }
    }
}

fn graphs() -> impl Strategy<Value = (Graph, Vec<usize>)> {
    (3_usize..10).prop_flat_map(|n| {
        let pairs: Vec<(usize, usize)> = (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
        let m = pairs.len();
        (
            proptest::sample::subsequence(pairs, m / 2..=m),
            Just((0..n).collect::<Vec<_>>()).prop_shuffle(),
            proptest::collection::vec(any::<prop::sample::Index>(), 0..3),
        )
            .prop_map(move |(edges, order, forced)| {
                let forced: Vec<_> = forced.iter().map(|i| *i.get(&edges)).collect();
                (Graph::new(n, edges).unwrap().force(forced).unwrap(), order)
            })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_order_of_any_graph_gives_the_count_of_the_search((graph, order) in graphs()) {
        let plan = Plan::new(&graph, &order).unwrap();
        let cycles = count_cycles(&plan, &options(), &Silent).unwrap().cycles;
        let directed = count_cycles_dfs(&graph, &DfsOptions::naive(), &Silent).unwrap().found;
        prop_assert_eq!(&cycles * 2_u32, directed.into());
        let pruned = count_cycles_dfs(&graph, &DfsOptions::default(), &Silent).unwrap().found;
        prop_assert_eq!(pruned, directed);
        let chosen = Plan::new(&graph, &choose_order(&graph, &[])).unwrap();
        prop_assert_eq!(count_cycles(&chosen, &options(), &Silent).unwrap().cycles, cycles);
    }

    #[test]
    fn boards_with_holes(holes in proptest::collection::vec((0_u32..4, 0_u32..6), 1..5)) {
        let board: Board = "4x6".parse().unwrap();
        let board = board.with_holes(holes.iter().map(|&(r, c)| Square::new(r, c))).unwrap();
        for kind in [Kind::Open, Kind::Closed] {
            let question = TourCount::new(board.clone(), Leaper::KNIGHT, kind);
            prop_assert_eq!(undirected(&question), by_dfs(&question).into());
        }
    }
}

#[test]
fn parts_of_a_search_add_up_to_the_whole() {
    for (board, kind, parts) in [
        ("5x6", Kind::Closed, 7),
        ("5x5", Kind::Open, 3),
        ("3x4", Kind::Open, 5),
        ("6x6", Kind::Closed, 4),
    ] {
        let graph = ask(board, kind).moves().unwrap();
        let count = |part| {
            let mut options = DfsOptions::default();
            options.part = part;
            let one = |start| match kind {
                Kind::Closed => count_cycles_dfs(&graph, &options, &Silent).unwrap(),
                Kind::Open => count_paths_from(&graph, start, &options, &Silent).unwrap(),
            };
            let starts = if kind == Kind::Closed { 0..1 } else { 0..graph.len() };
            starts.map(one).fold((0, 0, 0), |s, c| (s.0 + c.found, s.1 + c.nodes, s.2 + c.cut))
        };
        let whole = count(None);
        let all: Vec<_> = (0..parts).map(|part| count(Some((part, parts)))).collect();
        let sum = all.iter().fold((0, 0, 0), |s, c| (s.0 + c.0, s.1 + c.1, s.2 + c.2));
        assert_eq!(sum, whole, "{board} {kind}");
        assert!(all.iter().all(|part| part.1 < whole.1), "{board} {kind}: one part did it all");
    }
}

#[test]
fn shards_that_deliver_by_hand_count_as_the_engine_does() {
    let question = ask("6x6", Kind::Closed);
    let plan = Plan::new(&question.graph().unwrap(), &question.order().unwrap()).unwrap();
    let expected = count_cycles(&plan, &options(), &Silent).unwrap();
    let plan = Arc::new(plan);
    for (workers, memory) in [(1, 1 << 24), (3, 1 << 24), (5, 1 << 16)] {
        let shard = |worker| {
            let spill = Some(std::env::temp_dir());
            Shard::new(&plan, ShardOptions { workers, worker, memory, spill })
        };
        let mut shards: Vec<Shard> = (0..workers).map(shard).collect();
        let mut outcome = None;
        while !shards[0].is_done() {
            let mut parcels = Vec::new();
            for shard in &mut shards {
                shard.begin();
                while shard.expand(&mut parcels).unwrap() {}
            }
            // In whatever order they come.
            for parcel in parcels.into_iter().rev() {
                shards[parcel.worker as usize].take(parcel).unwrap();
            }
            let parts: Vec<Part> = shards.iter_mut().map(|s| s.finish().unwrap()).collect();
            for part in &parts {
                assert_eq!(Part::from_words(&part.to_words()).as_ref(), Some(part));
            }
            for shard in &mut shards {
                outcome = Some(shard.agree(&parts).unwrap().clone());
            }
        }
        assert_eq!(outcome.as_ref(), Some(&expected), "{workers} workers");
        let spilled = shards.iter().any(|shard| shard.spilled() > 0);
        assert_eq!(spilled, memory < 1 << 20, "{workers} workers");
    }
}

#[test]
fn a_parcel_lost_doubled_or_changed_is_noticed() {
    let question = ask("6x6", Kind::Closed);
    let plan = question.graph().unwrap();
    let plan = Arc::new(Plan::new(&plan, &question.order().unwrap()).unwrap());
    let shard = |worker| {
        Shard::new(&plan, ShardOptions { workers: 2, worker, memory: 1 << 24, spill: None })
    };
    for fault in 0..4 {
        let mut shards = [0, 1].map(shard);
        let mut noticed = false;
        for step in 0..12 {
            let mut parcels = Vec::new();
            for shard in &mut shards {
                shard.begin();
                while shard.expand(&mut parcels).unwrap() {}
            }
            if step == 8 {
                let mut last = parcels.pop().unwrap();
                match fault {
                    0 => {}
                    1 => parcels.extend([last.clone(), last]),
                    2 => {
                        last.words[1] += 1;
                        parcels.push(last);
                    }
                    _ => {
                        last.words.pop();
                        parcels.push(last);
                    }
                }
            }
            for parcel in parcels {
                noticed |= shards[parcel.worker as usize].take(parcel).is_err();
            }
            let parts = [0, 1].map(|worker| shards[worker].finish().unwrap());
            noticed |= shards.iter_mut().any(|shard| shard.agree(&parts).is_err());
            if noticed {
                break;
            }
        }
        assert!(noticed, "fault {fault}");
    }
}
