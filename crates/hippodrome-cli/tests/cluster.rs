//! Counting with several processes over loopback: real processes, killed and started again.

mod common;

use common::{program, run};
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// A directory with a list of hosts whose ports are free.
struct Cluster {
    dir: TempDir,
    processes: usize,
}

/// How a process ended: its status and its error line.
type End = (i32, String);

impl Cluster {
    fn new(processes: usize) -> Self {
        let cluster =
            Self { dir: tempfile::tempdir().expect("a directory can be made"), processes };
        cluster.write_hosts("hosts");
        cluster
    }

    fn write_hosts(&self, name: &str) {
        let bind = |_| TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let bound: Vec<TcpListener> = (0..self.processes).map(bind).collect();
        let host = |l: &TcpListener| l.local_addr().expect("it has an address").to_string();
        let hosts: Vec<String> = bound.iter().map(host).collect();
        fs::write(self.path(name), hosts.join("\n")).expect("the list can be written");
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Starts one process; `DIR` in the words stands for the directory.
    fn start(&self, process: usize, words: &str) -> Child {
        let words = words.replace("DIR", &self.dir.path().display().to_string());
        program()
            .args(words.split(' '))
            .arg("--hosts")
            .arg(self.path("hosts"))
            .args(["--process", &process.to_string()])
            .current_dir(self.dir.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts")
    }

    fn start_all(&self, words: &str) -> Vec<Child> {
        (0..self.processes).map(|process| self.start(process, words)).collect()
    }

    /// Runs all processes to their ends; what the first prints, and how all ended.
    fn run(&self, words: &str) -> (String, Vec<End>) {
        ends(self.start_all(words))
    }

    /// Runs all, which must go well.
    fn answer(&self, words: &str) -> String {
        let (text, ends) = self.run(words);
        assert!(ends.iter().all(|end| end.0 == 0), "{words}: {ends:?}");
        text
    }
}

fn ends(children: Vec<Child>) -> (String, Vec<End>) {
    let mut texts = Vec::new();
    let mut ends = Vec::new();
    for child in children {
        let output = child.wait_with_output().expect("the program ends");
        texts.push(String::from_utf8(output.stdout).expect("a text"));
        let said = String::from_utf8(output.stderr).expect("a text");
        ends.push((output.status.code().unwrap_or(-9), said));
    }
    assert!(texts[1..].iter().all(String::is_empty), "only the first process answers");
    (texts.swap_remove(0), ends)
}

fn plain(words: &str) -> String {
    let plain = run(words);
    assert_eq!(plain.status, 0, "{}", plain.stderr);
    plain.text().to_owned()
}

const CERT: &str = "count 6x8 --closed --format cert";

#[test]
fn many_processes_write_the_certificate_of_one() {
    let expected = plain(CERT);
    assert!(expected.contains("55488142"));
    for (processes, workers) in [(1, 3), (2, 2), (4, 1)] {
        let found = Cluster::new(processes).answer(&format!("{CERT} -w {workers}"));
        assert_eq!(found, expected, "{processes} processes, {workers} workers each");
    }
    assert_eq!(plain(&format!("{CERT} -w 2")), expected);
}

#[test]
fn open_tours_and_their_ends_are_counted_in_several_runs() {
    for words in ["count 5x6 --open --format cert", "count 6x6 --open --strictly-open"] {
        assert_eq!(Cluster::new(2).answer(words), plain(words), "{words}");
    }
    let corner = "count 6x7 --open --from a1 --directed";
    assert_eq!(Cluster::new(3).answer(corner), plain(corner));
}

#[test]
fn states_and_traffic_are_spread_evenly() {
    let text = Cluster::new(2).answer("count 6x8 --closed -w 2 --stats");
    let table = text.split_once("worker ").unwrap().1;
    let columns: Vec<Vec<f64>> = table
        .lines()
        .skip(1)
        .map(|line| line.split_whitespace().map(|word| word.parse().unwrap()).collect())
        .collect();
    assert_eq!(columns.len(), 4);
    for column in 1..5 {
        let values = columns.iter().map(|row| row[column]);
        let (least, most) = values.fold((f64::MAX, 0.0_f64), |(a, b), v| (a.min(v), b.max(v)));
        assert!(least > 0.0 && most <= 1.1 * least, "column {column}: {least} to {most}");
    }
}

#[test]
fn little_memory_spills_and_the_answer_stays() {
    let expected = plain(CERT);
    let small = format!("{CERT} -w 2 --memory 256K");
    assert_eq!(Cluster::new(2).answer(&format!("{small} --temp-dir DIR/spill")), expected);
    // It has to spill: where it cannot, it ends with the limit.
    let cluster = Cluster::new(2);
    let (_, ends) = cluster.run(&format!("{small} --temp-dir /proc"));
    assert!(ends.iter().all(|end| end.0 == 3), "{ends:?}");
    assert!(ends.iter().any(|end| end.1.contains("temporary files")), "{ends:?}");
}

/// Kills one of the processes after a moment; how the others ended.
fn kill(cluster: &Cluster, words: &str, victim: usize, moment: Duration) -> Vec<End> {
    let mut children = cluster.start_all(words);
    std::thread::sleep(moment);
    let _ = children[victim].kill();
    let (_, ends) = ends(children);
    ends
}

#[test]
fn a_process_killed_at_any_moment_costs_nothing_that_was_kept() {
    let expected = plain(CERT);
    let words = format!("{KEPT} --connect-timeout 2s");
    for (victim, moment) in [(0, 40), (1, 120), (0, 260), (1, 600)] {
        let cluster = Cluster::new(2);
        for end in kill(&cluster, &words, victim, Duration::from_millis(moment)) {
            let said = end.1.lines().count();
            assert!(matches!(end.0, 0 | 3 | -9) && said <= 1, "{end:?}");
            // Killed before it has come, it is waited for in vain.
            let told = end.1.contains("restart all") || end.1.contains("no process came");
            assert!(end.0 != 3 || told, "{end:?}");
        }
        assert_eq!(cluster.answer(KEPT), expected, "killed after {moment} ms");
        // What is finished is kept: asked again, nothing is counted.
        let again = cluster.answer(&format!("{KEPT} --resume"));
        assert_eq!(again, expected);
    }
}

/// Sends a signal to a process.
fn signal(child: &Child, name: &str) {
    let sent = std::process::Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(sent.expect("there is a kill").success());
}

#[test]
fn a_process_that_stands_still_is_given_up_after_a_while() {
    let cluster = Cluster::new(2);
    // It takes hours, so it is stopped in the middle whatever the machine.
    let words = "count 8x8 --closed --memory 64M --checkpoint DIR/kept --checkpoint-every 0s";
    let mut children = cluster.start_all(&format!("{words} --peer-timeout 2s"));
    while shards(&cluster.path("kept")).iter().all(|file| number(file) < 3) {
        std::thread::sleep(Duration::from_millis(20));
    }
    signal(&children[1], "-STOP");
    let stopped = children.pop().expect("two were started");
    let (_, going) = ends(children);
    assert!(going[0].0 == 3 && going[0].1.contains("no sign of life for 2 s"), "{going:?}");
    assert!(going[0].1.contains("restart all with --resume"), "{going:?}");
    signal(&stopped, "-CONT");
    let (_, back) = ends(vec![stopped]);
    assert!(back[0].0 == 3 && back[0].1.contains("was lost"), "{back:?}");
}

/// The files of the last whole layer of a run that was stopped in its middle.
fn stopped(cluster: &Cluster, words: &str) -> Vec<PathBuf> {
    for moment in 1.. {
        let words = format!("{words} --connect-timeout 2s");
        kill(cluster, &words, 1, Duration::from_millis(60 * moment));
        let files = shards(&cluster.path("kept"));
        if files.iter().any(|file| number(file) > 9 && number(file) < 24) {
            return files;
        }
        fs::remove_dir_all(cluster.path("kept")).unwrap_or(());
        cluster.write_hosts("hosts");
    }
    unreachable!("some moment is in the middle")
}

fn shards(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e.to_string_lossy().starts_with("shard")));
    files.sort();
    files
}

/// The layer of a file.
fn number(file: &Path) -> u32 {
    let name = file.file_name().expect("it has a name").to_string_lossy().into_owned();
    name[6..10].parse().expect("four digits after 'layer-'")
}

const KEPT: &str = "count 6x8 --closed --format cert --checkpoint DIR/kept --checkpoint-every 0s";

#[test]
fn another_number_of_workers_goes_on_from_the_same_files() {
    let expected = plain(CERT);
    let first = Cluster::new(2);
    stopped(&first, KEPT);
    let second = Cluster::new(3);
    fs::rename(first.path("kept"), second.path("kept")).unwrap();
    assert_eq!(second.answer(&format!("{KEPT} -w 2 --resume")), expected);
    assert!(shards(&second.path("kept")).iter().all(|f| f.to_string_lossy().ends_with("-of-6")));
}

#[test]
fn checkpoints_that_are_damaged_foreign_or_missing_are_refused() {
    let cluster = Cluster::new(2);
    let files = stopped(&cluster, KEPT);
    let last = files
        .iter()
        .map(|f| number(f))
        .filter(|n| files.iter().filter(|f| number(f) == *n).count() == 2);
    let last = last.max().unwrap();
    let files: Vec<PathBuf> = files.into_iter().filter(|f| number(f) == last).collect();
    for file in shards(&cluster.path("kept")).iter().filter(|f| number(f) != last) {
        fs::remove_file(file).unwrap();
    }
    let bytes = fs::read(&files[1]).unwrap();
    let refused = |what: &str, word: &str| {
        cluster.write_hosts("hosts");
        let (_, ends) = cluster.run(KEPT);
        let said = ends.iter().any(|end| end.0 == 2 && end.1.contains(word));
        assert!(said && ends.iter().all(|end| end.0 > 1), "{what}: {ends:?}");
    };
    let mut flipped = bytes.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 1;
    fs::write(&files[1], &flipped).unwrap();
    refused("flipped", "checksum");
    fs::write(&files[1], &bytes[..bytes.len() - 8]).unwrap();
    refused("cut", "damaged");
    fs::write(&files[1], &bytes[..bytes.len() - 3]).unwrap();
    refused("cut within a word", "damaged");
    fs::write(&files[1], fs::read(&files[0]).unwrap()).unwrap();
    refused("the part of another worker", "worker 0 of 2");
    fs::write(&files[1], b"something else, long enough to be read as words.").unwrap();
    refused("no checkpoint", "not a checkpoint");
    fs::remove_file(&files[1]).unwrap();
    refused("missing", "worker 1 of 2 is missing");
    fs::write(&files[1], &bytes).unwrap();
    let other = Cluster::new(2);
    fs::rename(cluster.path("kept"), other.path("kept")).unwrap();
    let (_, ends) = other.run(&KEPT.replace("6x8", "6x7"));
    assert!(ends.iter().any(|end| end.0 == 2 && end.1.contains("another problem")), "{ends:?}");
    assert_eq!(other.answer(KEPT), plain(CERT), "the files themselves are whole");
}

#[test]
fn nothing_to_resume_is_said() {
    let (_, ends) = Cluster::new(2).run(&format!("{KEPT} --resume"));
    assert!(ends.iter().all(|end| end.0 == 2 && end.1.contains("--resume")), "{ends:?}");
}

#[test]
fn processes_that_do_not_fit_together_say_so() {
    for (first, second, word) in [
        ("count 6x6 --closed", "count 6x8 --closed", "question"),
        ("count 6x6 --closed -w 2", "count 6x6 --closed -w 1", "workers"),
        ("count 6x6 --closed --memory 1G", "count 6x6 --closed --memory 2G", "--memory"),
        ("count 6x6 --closed --memory 1G", "count 6x6 --closed", "--memory"),
        ("count 6x6 --closed --checkpoint DIR/a", "count 6x6 --closed", "checkpoints"),
    ] {
        let cluster = Cluster::new(2);
        let (text, ends) = ends(vec![cluster.start(0, first), cluster.start(1, second)]);
        assert_eq!(text, "");
        for end in ends {
            assert!(end.0 == 2 && end.1.contains(word), "{first} | {second}: {end:?}");
        }
    }
}

#[test]
fn a_process_that_never_comes_is_not_waited_for_for_ever() {
    let cluster = Cluster::new(2);
    let child = cluster.start(0, "count 6x6 --closed --connect-timeout 300ms");
    let (_, ends) = ends(vec![child]);
    assert!(ends[0].0 == 3 && ends[0].1.contains("no process came at 127.0.0.1"), "{ends:?}");
}

#[test]
fn strangers_at_the_port_are_passed_over() {
    let cluster = Cluster::new(2);
    let first = cluster.start(0, "count 6x6 --closed");
    let hosts = fs::read_to_string(cluster.path("hosts")).unwrap();
    let address = hosts.lines().next().unwrap().to_owned();
    for _ in 0..100 {
        if let Ok(mut stream) = std::net::TcpStream::connect(&address) {
            use std::io::Write;
            stream.write_all(b"GET / HTTP/1.1\r\nHost: somewhere\r\n\r\n").unwrap();
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let (text, ends) = ends(vec![first, cluster.start(1, "count 6x6 --closed")]);
    assert!(ends.iter().all(|end| end.0 == 0), "{ends:?}");
    assert!(text.starts_with("9862 "));
}

#[test]
fn wrong_hosts_are_one_line_and_exit_2() {
    let cluster = Cluster::new(2);
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap();
    let cases = [
        ("127.0.0.1:1\nnobody\n".to_owned(), "0", "line 2"),
        ("127.0.0.1:4001\n0.0.0.0:4002\n".to_owned(), "0", "every address"),
        (String::new(), "0", "there is none"),
        ("127.0.0.1:4001\n127.0.0.1:4002\n".to_owned(), "2", "expected 0 to 1"),
        (format!("{taken}\n127.0.0.1:4002\n"), "0", "cannot listen"),
        ("192.0.2.1:4001\n127.0.0.1:4002\n".to_owned(), "0", "cannot listen"),
    ];
    let listener = TcpListener::bind(taken);
    for (text, process, word) in cases {
        let hosts = cluster.path("wrong");
        fs::write(&hosts, text).unwrap();
        let line = format!("count 6x6 --closed --hosts {} --process {process}", hosts.display());
        let wrong = run(&line);
        let one_line = wrong.stderr.lines().count() == 1;
        assert!(wrong.status == 2 && one_line && wrong.stderr.contains(word), "{}", wrong.stderr);
    }
    drop(listener);
    for (line, word) in [
        ("count 6x6 --closed --hosts missing --process 0", "missing"),
        ("count 6x6 --closed --hosts missing", "--process"),
        ("count 6x6 --closed --process 1", "--hosts"),
        ("count 6x6 --closed --peer-timeout 5s", "--hosts"),
        ("count 6x6 --closed -w 0", "1..=1024"),
        ("count 6x6 --closed -w 2 --method dfs", "frontier"),
        ("count 6x6 --open -w 2 --by start", "frontier"),
        ("count 2x3x4 --closed -w 2", "leave it out"),
    ] {
        let wrong = run(line);
        assert!(wrong.status == 2 && wrong.stderr.contains(word), "{line}: {}", wrong.stderr);
    }
}

/// The units of a count of tours or queens, in files of a directory.
fn units(dir: &Path, words: &str, units: u32) -> Vec<String> {
    (0..units)
        .map(|unit| {
            let file = dir.join(format!("{units}-{unit}")).display().to_string();
            let done = run(&format!("{words} --units {units} --unit {unit} -o {file}"));
            assert_eq!(done.status, 0, "{}", done.stderr);
            file
        })
        .collect()
}

#[test]
fn units_are_merged_to_the_count_each_once_and_none_missing() {
    let dir = tempfile::tempdir().unwrap();
    let words = "count 5x6 --closed --method dfs";
    let files = units(dir.path(), words, 4);
    let merged = run(&format!("merge {}", files.join(" ")));
    assert_eq!((merged.status, merged.text()), (0, &plain(words)[..]));
    let json = run(&format!("merge --format json {}", files.join(" ")));
    assert!(json.text().contains("\"count\":\"8\"") && json.text().contains("\"dfs\""));
    let other = units(dir.path(), "count 5x6 --open --method dfs --from a1", 5);
    fs::write(dir.path().join("cut"), &fs::read(&files[1]).unwrap()[..80]).unwrap();
    let cut = dir.path().join("cut").display().to_string();
    for (files, status, word) in [
        (&[&files[0], &files[2], &files[3]][..], 3, "the first missing is unit 1"),
        (&[&files[0], &files[1], &files[1]], 2, "unit 1 was there before"),
        (&[&files[0], &other[1]], 2, "another question"),
        (&[&files[0], &cut], 2, "damaged"),
    ] {
        let names: Vec<&str> = files.iter().map(|file| &file[..]).collect();
        let wrong = run(&format!("merge {}", names.join(" ")));
        assert!(wrong.status == status && wrong.stderr.contains(word), "{}", wrong.stderr);
        assert_eq!(wrong.text(), "");
    }
    let open = run(&format!("merge {}", other.join(" ")));
    assert_eq!(open.text(), plain("count 5x6 --open --method dfs --from a1"));
}

#[test]
fn units_of_queens_are_merged_by_the_same_command() {
    let dir = tempfile::tempdir().unwrap();
    let files = units(dir.path(), "queens count 10", 3);
    let merged = run(&format!("merge {}", files.join(" ")));
    assert!(merged.text().starts_with("724 solutions"), "{}", merged.stderr);
    assert_eq!(run(&format!("merge {} {}", files[0], files[2])).status, 3);
    let mixed = units(dir.path(), "count 5x6 --closed --method dfs", 1);
    for (first, second) in [(&files[0], &mixed[0]), (&mixed[0], &files[0])] {
        let wrong = run(&format!("merge {first} {second}"));
        assert!(wrong.status == 2 && wrong.stderr.contains(&second[..]), "{}", wrong.stderr);
    }
}

#[test]
fn parts_of_a_list_one_after_the_other_are_the_list() {
    let dir = tempfile::tempdir().unwrap();
    for words in [
        "queens list 8",
        "queens list 8 --fundamental --format json",
        "queens list 6 --format board",
        "queens list 4 --format board",
        "queens list 3",
    ] {
        let whole = run(words);
        let files = (0..5).map(|unit| {
            let file = dir.path().join(format!("part-{unit}")).display().to_string();
            let done = run(&format!("{words} --units 5 --unit {unit} -o {file}"));
            assert_eq!(done.status, whole.status, "{}", done.stderr);
            file
        });
        let parts: Vec<String> = files.map(|file| fs::read_to_string(file).unwrap()).collect();
        assert_eq!(parts.concat(), whole.text(), "{words}");
    }
    let part = plain("queens list 8 --units 2 --unit 1");
    let (first, rest) = part.split_once('\n').unwrap();
    let after = |unit: u32| {
        let unit = unit.to_string();
        let mut command = program();
        command.args(["queens", "list", "8", "--units", "2", "--unit", &unit, "--after", first]);
        command.output().unwrap()
    };
    assert_eq!(String::from_utf8(after(1).stdout).unwrap(), rest);
    assert_eq!(after(0).status.code(), Some(2));
}

#[test]
fn wrong_units_are_named() {
    for (line, word) in [
        ("count 5x6 --closed --units 3 --unit 0", "--method dfs"),
        ("count 5x6 --closed --method dfs --units 3 --unit 3", "expected 0 to 2"),
        ("count 5x6 --closed --method dfs --units 0 --unit 0", "1..=1000000"),
        ("count 5x6 --closed --method dfs --units 3", "--unit"),
        ("count 5x6 --closed --method dfs --units 3 --unit 0 --format json", "--format"),
        ("queens count 8 --units 3 --unit 0 --format json", "--format"),
        ("queens list 8 --units 3 --unit 3", "expected 0 to 2"),
        ("queens list 8 --units 3", "--unit"),
        ("merge nowhere", "nowhere"),
    ] {
        let wrong = run(line);
        assert!(wrong.status == 2 && wrong.stderr.contains(word), "{line}: {}", wrong.stderr);
    }
}
