//! Counts of tours on many machines: the frontier engine of `hippodrome` as a timely dataflow.
//!
//! Every process is started with the same question, the same list of hosts and its own number in
//! it. The states of a layer are dealt out to all workers by their hash; every worker steps from
//! its own and sends the rest where they belong, where equal ones are added up. The counting is
//! that of [`hippodrome::count::Shard`]; here are the links, the flow, the checkpoints that all
//! agree on, and what happens when a process is lost. Murray et al. 2013 (Naiad, SOSP) describe
//! the dataflow.
//!
//! Links are **not encrypted** and whoever can reach the port can take part: use a private network
//! or an encrypted overlay. A process listens at its own address in the list only.
//!
//! ```
//! use hippodrome::count::{EngineOptions, TourCount};
//! use hippodrome::{Kind, Leaper, Silent};
//! use hippodrome_cluster::Cluster;
//! use std::sync::Arc;
//!
//! let mut options = EngineOptions::default();
//! options.counter = Some(Arc::new(Cluster::here(2)));
//! let tours = TourCount::new("6x6".parse()?, Leaper::KNIGHT, Kind::Closed);
//! assert_eq!(tours.run(&options, &Silent)?.undirected, 9862_u32.into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cluster;
mod connect;
mod error;
mod flow;
mod hello;
mod hosts;
mod link;
mod packet;
mod session;
mod store;
mod worker;

pub use cluster::{Cluster, Settings, question};
pub use hosts::parse_hosts;
pub use worker::WorkerReport;
