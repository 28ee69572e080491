//! Long counts: killed, out of memory, out of disk, and gone on with; and their certificates.

#![allow(clippy::unwrap_used, reason = "a test whose means are missing fails")]

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{Run, program, run, run_with};

const COUNT: &str = "1067638 closed tours, undirected (2135276 directed)\n";

/// Runs `sh -c`, with the program as `$0`.
fn shell(script: &str) -> Run {
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_hippodrome")])
        .output()
        .expect("there is a shell");
    Run {
        status: output.status.code().expect("the program is not killed by a signal"),
        stdout: output.stdout,
        stderr: String::from_utf8(output.stderr).expect("messages are texts"),
    }
}

fn files(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("the directory is there");
    entries.map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn a_count_killed_at_any_moment_goes_on_to_the_same_digits() {
    let dir = tempfile::tempdir().unwrap();
    let (kept, temp) = (dir.path().join("kept"), dir.path().join("temp"));
    let (kept, temp) = (kept.to_str().unwrap(), temp.to_str().unwrap());
    fs::create_dir(temp).unwrap();
    // Moments that differ from run to run would not find more than these, spread over the count.
    for memory in ["1G", "256K"] {
        let _ = fs::remove_dir_all(kept);
        let line = format!(
            "count 6x7 --closed --memory {memory} --temp-dir {temp} --checkpoint {kept} \
             --checkpoint-every 0s"
        );
        for moment in 0..16_u64 {
            let mut child = program()
                .args(line.split(' '))
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            std::thread::sleep(Duration::from_micros(2000 + moment * 7919 % 60_000));
            // On Unix this is SIGKILL.
            let _ = child.kill();
            child.wait().unwrap();
            assert!(files(Path::new(temp)).is_empty(), "nothing is left behind");
        }
        let last = run(&line);
        assert_eq!((last.status, last.text()), (0, COUNT), "{}", last.stderr);
        let resumed = run(&format!("{line} --resume"));
        assert_eq!((resumed.status, resumed.text()), (0, COUNT), "{}", resumed.stderr);
    }
}

#[test]
fn a_checkpoint_that_is_damaged_or_of_another_problem_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let kept = dir.path().to_str().unwrap();
    let line = format!("count 6x6 --closed --checkpoint {kept} --resume");
    let none = run(&line);
    assert_eq!(none.status, 2);
    assert!(none.stderr.contains("there is no checkpoint in"), "{}", none.stderr);
    assert_eq!(run(&line.replace("--resume", "--checkpoint-every 0s")).status, 0);
    assert_eq!(run(&line).text(), "9862 closed tours, undirected (19724 directed)\n");
    let file = dir.path().join("layer.checkpoint");
    let good = fs::read(&file).unwrap();
    let mut random = 1_u64;
    let refused = |bytes: &[u8], line: &str, reason: &str| {
        fs::write(&file, bytes).unwrap();
        let run = run(line);
        assert_eq!((run.status, run.text()), (2, ""), "{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        assert!(run.stderr.contains(reason), "{}", run.stderr);
    };
    refused(&good, &line.replace("6x6", "6x7"), "belongs to another problem");
    refused(&good, &line.replace("6x6", "6x6 --avoid c3d5"), "belongs to another problem");
    refused(b"", &line, "cut short");
    for _ in 0..20 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let at = (random >> 33) as usize % good.len();
        let mut bad = good.clone();
        bad[at] ^= 1 << (random % 8);
        refused(&bad, &line, "checkpoint in");
        refused(&good[..at], &line, "checkpoint in");
    }
    fs::write(&file, &good).unwrap();
    assert_eq!(run(&line).status, 0);
}

/// A limit on the size of files stands for a full disk: writing beyond it is an error.
#[test]
fn a_full_disk_ends_a_count_with_one_line_and_what_was_kept() {
    let dir = tempfile::tempdir().unwrap();
    let (kept, temp) = (dir.path().join("kept"), dir.path().join("temp"));
    fs::create_dir(&temp).unwrap();
    let (kept, temp) = (kept.to_str().unwrap(), temp.to_str().unwrap());
    let full = |blocks: u32, line: &str| {
        let run = shell(&format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" {line}"));
        assert_eq!((run.status, run.text()), (3, ""), "{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        run.stderr
    };
    let spilling = format!("count 6x7 --closed --memory 64K --temp-dir {temp}");
    let said = full(64, &spilling);
    assert!(said.contains("temporary files in") && said.contains("--temp-dir"), "{said}");
    assert!(files(Path::new(temp)).is_empty());
    // Without --memory the tables fit, and the checkpoints outgrow the disk.
    let keeping = format!("count 6x7 --closed --checkpoint {kept} --checkpoint-every 0s");
    let said = full(64, &keeping);
    assert!(said.contains("the one before is kept"), "{said}");
    assert_eq!(files(Path::new(kept)), ["layer.checkpoint"]);
    let resumed = run(&format!("count 6x7 --closed --checkpoint {kept} --resume"));
    assert_eq!((resumed.status, resumed.text()), (0, COUNT), "{}", resumed.stderr);
    for (temp, status) in [("/dev/null/nowhere", 2), ("/dev/null", 2), ("/proc", 3)] {
        let nowhere = run(&format!("count 6x7 --closed --memory 64K --temp-dir {temp}"));
        assert_eq!(nowhere.status, status, "{}", nowhere.stderr);
        assert!(nowhere.stderr.contains(temp), "{}", nowhere.stderr);
    }
}

#[test]
fn a_count_in_little_memory_is_the_same_layer_by_layer() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (a, b) = (path("a.cert"), path("b.cert"));
    assert_eq!(run(&format!("count 6x7 --closed -o {a}")).status, 0);
    assert_eq!(run(&format!("count 6x7 --closed -o {b} --memory 64K")).status, 0);
    assert_eq!(fs::read(&a).unwrap(), fs::read(&b).unwrap());
    let same = run(&format!("check {a} --board 6x7 --closed --against {b}"));
    assert_eq!(same.status, 3);
    let last = same.text().lines().last().unwrap();
    assert_eq!(last, "s VERIFIED WITH OBLIGATIONS 1 count 6x7 closed = 1067638");
    let other = run_with(&["count", "6x6", "--closed", "--format", "cert"], b"");
    fs::write(&b, &other.stdout).unwrap();
    let differs = run(&format!("check {a} --against {b}"));
    assert_eq!(differs.status, 1);
    assert!(differs.text().contains("s REJECTED other-board"), "{}", differs.text());
    let board = run(&format!("check {a} --board 7x6 --closed"));
    assert_eq!(board.status, 1, "{}", board.text());
}

#[test]
fn what_a_certificate_cannot_state_is_refused() {
    for line in [
        "count 6x6 --closed --format cert --wrap both",
        "count 6x6 --closed --format cert --use a1b3",
        "count 5x5 --format cert --strictly-open",
        "count 5x5 --format cert --method dfs",
        "count 5x5 --format cert --directed",
        "count 5x5 --format cert --by start",
        "count 6x6 --closed --format cert --symmetry board",
        "count 2x3x4 --closed --format cert",
    ] {
        let run = run(line);
        assert_eq!((run.status, run.text()), (2, ""), "{line}: {}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    }
}

#[test]
fn stats_show_the_layers_and_the_laws() {
    let run = run("count 5x6 --open --stats");
    assert_eq!(run.status, 0);
    for law in ["divisible by 2", "the 6x5 board has 18784", "add up to 37568 directed tours"] {
        assert!(run.text().contains(law), "{law}: {}", run.text());
    }
    assert_eq!(run.text().matches(": holds").count(), 3);
}

/// Boxes and edge lists by both methods.
#[test]
fn graphs_are_counted_by_both_methods() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("cube.edges");
    // The cube: vertices are three bits, edges change one. It has 6 Hamiltonian cycles.
    let edges: Vec<(u32, u32)> =
        (0..8).flat_map(|v| [1, 2, 4].map(|b| (v, v ^ b))).filter(|e| e.0 < e.1).collect();
    let lines: Vec<String> = edges.iter().map(|(a, b)| format!("{a} {b}\n")).collect();
    fs::write(&file, lines.concat()).unwrap();
    let cube = file.to_str().unwrap();
    for (line, count) in [
        (format!("count {cube} --closed"), "6 closed tours, undirected (12 directed)"),
        (format!("count {cube} --open"), "72 open tours, undirected (144 directed)"),
        ("count 2x3x4 --closed".to_owned(), "12132 closed tours, undirected (24264 directed)"),
    ] {
        let number = count.split(' ').next().unwrap();
        for (method, peak) in [("dfs", false), ("frontier", true)] {
            let json = run(&format!("{line} --method {method} --format json"));
            let object: serde_json::Value = serde_json::from_str(json.text()).expect("an object");
            assert_eq!((&object["count"], &object["method"]), (&number.into(), &method.into()));
            assert_eq!(object["peak_states"].as_u64().is_some_and(|peak| peak > 1), peak);
            let shape = if line.contains("2x3x4") { ("[2,3,4]", 24) } else { ("null", 8) };
            assert_eq!(
                (&*object["box"].to_string(), object["vertices"].as_u64()),
                (shape.0, Some(shape.1))
            );
            assert_eq!(object["leaper"].is_array(), shape.1 == 24);
        }
        for method in ["", " --method dfs", " --stats"] {
            let run = run(&format!("{line}{method}"));
            assert_eq!(run.status, 0, "{line}: {}", run.stderr);
            assert_eq!(run.text().lines().next(), Some(count), "{line}{method}");
        }
    }
}

#[test]
fn checkpoints_of_counts_by_one_run_and_by_several_are_told_apart() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).display().to_string();
    let stop = "--checkpoint-every 0s -q --memory 64M";
    // A closed count stopped at a layer, and an open one with a run finished. No machine counts
    // 8x8 in that time, and the slowest ends its first layers.
    let closed =
        run(&format!("count 8x8 --closed --checkpoint {} {stop} --time-limit 2s", path("c")));
    assert_eq!(closed.status, 3, "{}", closed.stderr);
    assert_eq!(files(&dir.path().join("c")), ["layer.checkpoint"]);
    let open = run(&format!("count 5x6 --open --checkpoint {} {stop}", path("o")));
    assert_eq!(open.status, 0, "{}", open.stderr);
    assert!(files(&dir.path().join("o")).iter().any(|name| name.starts_with("run-")));
    for line in [
        format!("count 5x6 --open --resume --checkpoint {}", path("c")),
        format!("count 6x8 --closed --resume --checkpoint {}", path("o")),
        format!("count 5x5 --method dfs --checkpoint {}", path("d")),
        format!("count 5x6 --open --by edge --checkpoint {}", path("d")),
        format!("count 5x6 --open --by start --checkpoint {}", path("d")),
    ] {
        let refused = run(&line);
        assert_eq!(refused.status, 2, "{line}: {}", refused.stderr);
        assert_eq!(refused.stderr.lines().count(), 1, "{line}: {}", refused.stderr);
        assert!(refused.stderr.contains("checkpoint"), "{line}: {}", refused.stderr);
    }
    assert!(!dir.path().join("d").exists());
}

#[test]
fn the_object_names_the_whole_question() {
    let object = |line: &str| {
        let answer = run(&format!("count {line} --format json"));
        assert_eq!(answer.status, 0, "{line}: {}", answer.stderr);
        answer.text().to_owned()
    };
    assert!(object("4x4 --closed --wrap both").contains(r#""wrap":"both","#));
    let text = object("5x5 --strictly-open --use a1b3 --avoid c3d5");
    assert!(text.contains(r#""strictly_open":true,"use":["a1b3"],"avoid":["c3d5"],"#), "{text}");
    assert!(object("5x5 --step-at 13=c3").contains(r#""step_at":["13=c3"],"#));
    let plain = object("5x5");
    for word in ["wrap", "strictly", "use", "avoid", "step_at"] {
        assert!(!plain.contains(word), "{plain}");
    }
}

#[test]
fn a_count_says_what_it_counts() {
    for (line, text) in [
        ("5x5", "864 open tours, undirected (1728 directed)"),
        ("5x5 --strictly-open", "864 strictly open tours, undirected (1728 directed)"),
        ("5x5 --from a1", "304 open tours from a1, undirected (304 directed)"),
        ("5x5 --use a1b3", "712 open tours using a1b3, undirected (1424 directed)"),
        ("4x4 --closed --wrap both", "1344 closed tours on the torus, undirected (2688 directed)"),
        ("5x5 --from a1 --method dfs", "304 open tours from a1, undirected (304 directed)"),
        (
            "5x5 --avoid a1b3 --avoid a1c2",
            "0 open tours avoiding a1b3 a1c2, undirected (0 directed)",
        ),
        ("5x5 --step-at 13=c3", "256 open tours, that visit the squares given at their steps"),
    ] {
        assert_eq!(run(&format!("count {line}")).text(), format!("{text}\n"), "{line}");
    }
    let grid = run("count 5x5 --strictly-open --by start");
    assert!(
        grid.text().ends_with("1728 strictly open tours, directed, by the square they start on\n")
    );
}
