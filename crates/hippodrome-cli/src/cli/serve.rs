//! What `serve` takes.

use std::net::IpAddr;
use std::time::Duration;

use clap::Args;

use super::count::size;
use super::question::{duration, number};

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hippodrome serve --open
  hippodrome serve --port 0                      # a free port, which is printed
  hippodrome serve --bind 0.0.0.0 --allow-host class.local

The page is at /, the API behind it at /api/v1/ and described at /api. Ctrl-C ends the server.")]
pub(crate) struct ServeArgs {
    /// The port; 0 takes a free one.
    #[arg(long, value_name = "P", default_value_t = 7878)]
    pub(crate) port: u16,

    /// The address to listen on. Beyond 127.0.0.1 and ::1 other machines can ask.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) bind: IpAddr,

    /// Another name under which the server is reached (repeatable).
    #[arg(long, value_name = "NAME")]
    pub(crate) allow_host: Vec<String>,

    /// Open the page in the browser.
    #[arg(long)]
    pub(crate) open: bool,

    /// The largest board that is built, in squares [default: 1000000].
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = number)]
    pub(crate) max_squares: Option<u64>,

    /// The longest time of one question [default: 60s].
    #[arg(long, value_name = "DUR", help_heading = "Limits", value_parser = duration)]
    pub(crate) time_limit: Option<Duration>,

    /// The most memory of one count or model [default: 2G].
    #[arg(long, value_name = "SIZE", help_heading = "Limits", value_parser = size)]
    pub(crate) memory: Option<u64>,

    /// Long questions answered at the same time [default: half of the cores].
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) long: Option<u16>,
}
