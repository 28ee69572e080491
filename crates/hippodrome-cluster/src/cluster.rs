//! The processes of a cluster, as what counts in place of one engine.

use crate::connect::{connect, listen};
use crate::error::wrong;
use crate::hello::Hello;
use crate::link::PULSE;
use crate::session::Session;
use crate::store::{self, Choice};
use crate::worker::{Job, WorkerReport};
use hippodrome::Observer;
use hippodrome::count::{
    Counter, EngineError, EngineOptions, Outcome, Plan, ShardFiles, plan_fingerprint,
};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How a process takes part.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// The addresses of all processes, `host:port`; a single process needs none.
    pub hosts: Vec<String>,
    /// The number of this process in that list, from 0.
    pub process: usize,
    /// Workers of this process, each a thread; the same for all processes.
    pub workers: usize,
    /// A number made of the question, so that processes that were asked another are refused.
    pub question: u64,
    /// Whether [`EngineOptions::memory`] was asked for, so that it has to be the same for all; else
    /// the least of all is used.
    pub memory_given: bool,
    /// Whether there has to be a checkpoint.
    pub resume: bool,
    /// How long to wait for the other processes.
    pub connect_timeout: Duration,
    /// How long another process may give no sign of life before it is taken for lost; at least two
    /// seconds. Signs are sent twice a second, by a thread that does nothing else.
    pub peer_timeout: Duration,
}

impl Settings {
    /// This process alone, with so many workers.
    #[must_use]
    pub fn new(workers: usize) -> Self {
        Self {
            hosts: Vec::new(),
            process: 0,
            workers: workers.max(1),
            question: 0,
            memory_given: false,
            resume: false,
            connect_timeout: Duration::from_mins(2),
            peer_timeout: Duration::from_mins(2),
        }
    }
}

/// The processes that count together, seen from one of them.
///
/// To be set as [`EngineOptions::counter`], in all of them, for the same question: each then gets
/// the whole outcome. In its options, memory is for each worker, and threads are not used.
#[derive(Debug)]
pub struct Cluster {
    settings: Settings,
    listener: Option<TcpListener>,
    counts: AtomicU64,
    reports: Mutex<Vec<WorkerReport>>,
}

impl Cluster {
    /// This process alone, with so many workers.
    #[must_use]
    pub fn here(workers: usize) -> Self {
        Self {
            settings: Settings::new(workers),
            listener: None,
            counts: AtomicU64::new(0),
            reports: Mutex::default(),
        }
    }

    /// Listens for the other processes; with fewer than two hosts there are none.
    ///
    /// # Errors
    /// [`EngineError::Peers`] if there is no such process, the time for signs of life is too short, or
    /// the address is taken or not of this machine.
    pub fn join(settings: Settings) -> Result<Self, EngineError> {
        let (process, hosts) = (settings.process, settings.hosts.len().max(1));
        if process >= hosts {
            let last = hosts - 1;
            return Err(wrong(format!(
                "--process {process}: expected 0 to {last}, as in the hosts"
            )));
        }
        if settings.peer_timeout < 4 * PULSE {
            return Err(wrong("--peer-timeout: expected at least 2s".to_owned()));
        }
        let listener = match settings.hosts.get(process) {
            Some(host) if hosts > 1 => Some(listen(host)?),
            _ => None,
        };
        Ok(Self { listener, ..Self { settings, ..Self::here(1) } })
    }

    /// What every worker of every process did in the counts so far.
    #[must_use]
    pub fn reports(&self) -> Vec<WorkerReport> {
        self.reports.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn hello(&self, plan: &Plan, options: &EngineOptions) -> Result<Hello, EngineError> {
        let settings = &self.settings;
        let session = self.counts.fetch_add(1, Ordering::Relaxed);
        let (mut files, mut checkpoints) = (Vec::new(), 0);
        if let Some(directory) = &options.checkpoint {
            files = store::files(directory)?;
            checkpoints = 1 + options.checkpoint_every.as_millis() as u64;
        }
        Ok(Hello {
            program: question(env!("CARGO_PKG_VERSION")),
            processes: settings.hosts.len().max(1) as u64,
            process: settings.process as u64,
            workers: settings.workers as u64,
            memory: options.memory,
            memory_given: u64::from(settings.memory_given),
            session,
            question: settings.question,
            plan: plan_fingerprint(plan),
            checkpoints,
            // Of several counts the first has one.
            resume: u64::from(settings.resume && session == 0),
            files,
        })
    }

    /// The files that each worker of this process loads.
    fn files(
        &self,
        directory: &Path,
        plan: &Plan,
        choice: &Choice,
    ) -> Result<Vec<ShardFiles>, EngineError> {
        let of = choice.processes.len();
        let here: Vec<usize> =
            (0..of).filter(|&part| choice.processes[part] == self.settings.process).collect();
        let workers = self.settings.workers;
        let load = |worker| {
            let mine: Vec<usize> = here.iter().skip(worker).step_by(workers).copied().collect();
            ShardFiles::read(directory, plan, choice.layer, &mine, of)
        };
        (0..workers).map(load).collect()
    }
}

impl Counter for Cluster {
    fn count(
        &self,
        plan: &Plan,
        options: &EngineOptions,
        observer: &dyn Observer,
    ) -> Result<Outcome, EngineError> {
        let Settings { hosts, process, workers, connect_timeout, peer_timeout, .. } =
            &self.settings;
        let hello = self.hello(plan, options)?;
        let peers = match &self.listener {
            Some(listener) => connect(listener, hosts, &hello, *connect_timeout, observer)?,
            None => vec![None],
        };
        let (links, others): (Vec<Option<TcpStream>>, Vec<Option<Hello>>) =
            peers.into_iter().map(Option::unzip).unzip();
        let session = Session::begin(links, *process, *peer_timeout)?;
        let mut hellos: Vec<&Hello> = others.iter().flatten().collect();
        hellos.insert(*process, &hello);
        let memory = hellos.iter().map(|hello| hello.memory).min().unwrap_or(options.memory);
        let choice = store::choose(&hellos)?;
        let files = match (&options.checkpoint, &choice) {
            (Some(directory), Some(choice)) => Some(self.files(directory, plan, choice)?),
            _ => None,
        };
        let job = Job {
            plan: Arc::new(plan.clone()),
            workers: *workers,
            memory,
            spill: options.spill.clone(),
            checkpoint: options.checkpoint.clone(),
            checkpoint_every: options.checkpoint_every,
            files,
            halt: Arc::new(AtomicBool::new(false)),
            severed: Arc::new(AtomicBool::new(false)),
        };
        let (outcome, reports) = session.run(hosts, job, observer)?;
        let mut all = self.reports.lock().unwrap_or_else(PoisonError::into_inner);
        for report in reports {
            match all.get_mut(report.worker) {
                Some(sum) => sum.add(&report),
                None => all.push(report),
            }
        }
        Ok(outcome)
    }
}

/// A number made of a text that says what is asked, for [`Settings::question`] (FNV-1a, Fowler, Noll
/// and Vo).
#[must_use]
pub fn question(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
