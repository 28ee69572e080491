//! Counting with workers and with other processes.

use std::fmt::Write as _;
use std::sync::Arc;

use hippodrome::Problem;
use hippodrome::count::EngineError;
use hippodrome_cluster::{Cluster, Settings, parse_hosts};

use crate::cli::CountArgs;
use crate::failure::Failure;
use crate::input;

/// The largest list of hosts.
const LIMIT: u64 = 1 << 20;

/// The workers and processes that count together; none if this process counts alone.
///
/// # Errors
///
/// When the list of hosts or the number in it is wrong, or the address is taken.
pub(super) fn join(args: &CountArgs, problem: &Problem) -> Result<Option<Arc<Cluster>>, Failure> {
    if args.hosts.is_none() && args.workers.is_none() {
        return Ok(None);
    }
    let mut settings = Settings::new(usize::from(args.workers.unwrap_or(1)));
    if let Some(path) = &args.hosts {
        let name = path.display().to_string();
        let bytes = input::read(&name, LIMIT)?;
        let named = |e: EngineError| Failure::wrong(format!("{name}: {e}"));
        let text = String::from_utf8(bytes)
            .map_err(|_| Failure::wrong(format!("{name}: hosts: expected a text in UTF-8")))?;
        settings.hosts = parse_hosts(&text).map_err(named)?;
    }
    settings.process = usize::from(args.process.unwrap_or_default());
    settings.question = question(args, problem);
    settings.memory_given = args.tables.memory.is_some();
    settings.resume = args.resume;
    if let Some(wait) = args.connect_timeout {
        settings.connect_timeout = wait;
    }
    if let Some(patience) = args.peer_timeout {
        settings.peer_timeout = patience;
    }
    let cluster = Cluster::join(settings).map_err(|e| Failure::wrong(e.to_string()))?;
    Ok(Some(Arc::new(cluster)))
}

/// A number for all that decides what is counted, and in what order.
fn question(args: &CountArgs, problem: &Problem) -> u64 {
    let kind = (args.wrap, &args.which, args.directed);
    let answer = (args.symmetry, args.method, args.stats, args.format());
    hippodrome_cluster::question(&format!("{problem:?} {kind:?} {answer:?}"))
}

/// What each worker did.
pub(super) fn table(cluster: &Cluster) -> String {
    let mut text = String::from(
        "worker      states transitions  sent bytes   received    spilled   cpu s  waited s\n",
    );
    for report in cluster.reports() {
        let (cpu, waited) = (report.cpu.as_secs_f64(), report.waited.as_secs_f64());
        let _ = writeln!(
            text,
            "{:6} {:11} {:11} {:11} {:10} {:10} {cpu:7.2} {waited:9.2}",
            report.worker,
            report.states,
            report.transitions,
            report.sent,
            report.received,
            report.spilled,
        );
    }
    text
}
