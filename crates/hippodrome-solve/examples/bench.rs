//! Solves one board by one formulation: `bench 8x8 mtz microlp [lifted parity oriented turn order] [seed N]`.
use std::time::Instant;
use hippodrome::model::{Encoding, Formulation, Model, Options};
use hippodrome::{Deadline, Kind, Leaper, Problem, Silent, Observer, Progress};
#[derive(Debug)] struct Loud(Instant);
impl Observer for Loud { fn progress(&self, p:&Progress) { if std::env::var("LOUD").is_ok() {eprintln!("{:?} {p:?}", self.0.elapsed());} } }
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let has = |w: &str| args.iter().any(|a| a == w);
    let kind = if has("open") { Kind::Open } else { Kind::Closed };
    let problem = Problem::new(args[1].parse().unwrap(), Leaper::KNIGHT, kind);
    let f: Formulation = args[2].parse().unwrap();
    let options = Options::new().lifted(has("lifted")).parity(has("parity")).oriented(has("oriented")).half_turn(has("turn"))
        .encoding(if has("order") { Encoding::Order } else { Encoding::Cuts });
    let seed = args.iter().position(|a| a == "seed").map_or(0, |p| args[p + 1].parse().unwrap());
    let start = Instant::now();
    let loud = Loud(start);
    let mut model = Model::new(&problem, f, &options).unwrap();
    if args[3] == "relax" { println!("{:?} {:?} cuts {}", hippodrome_solve::relaxation(&mut model, &Silent), start.elapsed(), model.cuts().len()); return; }
    let built = start.elapsed();
    let deadline = Deadline::new(Instant::now() + std::time::Duration::from_secs(60), &loud);
    let report = hippodrome_solve::by_name(&args[3]).unwrap().solve(model, seed, &deadline).unwrap();
    let what = match report.outcome { hippodrome_solve::Outcome::Tour(t) => format!("tour {}", t.len()), o => format!("{o:?}") };
    println!("{} {} {}: {what} {:?} built {built:?} total {:?}", args[1], args[2], args[3], report.effort, start.elapsed());
}
