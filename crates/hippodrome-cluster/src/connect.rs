//! Links between all processes: each connects to those before it in the list, and is called by
//! those behind it. Each end says [`Hello`], and nothing is sent before all have been heard.

use crate::error::{lost, wrong};
use crate::hello::Hello;
use hippodrome::Observer;
use hippodrome::count::EngineError;
use socket2::{SockRef, TcpKeepalive};
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(50);

/// A caller that says nothing for so long is not one of ours.
const SILENCE: Duration = Duration::from_secs(5);

/// A process whose machine does not answer for so long is lost.
const DEAD: Duration = Duration::from_mins(1);

/// Listens at the address of this process, and nowhere else.
///
/// # Errors
/// [`EngineError::Peers`] if the address is not of this machine, or taken.
pub(crate) fn listen(host: &str) -> Result<TcpListener, EngineError> {
    let refused = |e: io::Error| {
        wrong(format!("hosts: this process cannot listen at {host}: {e} (see --process)"))
    };
    let listener = TcpListener::bind(host).map_err(refused)?;
    listener.set_nonblocking(true).map_err(refused)?;
    Ok(listener)
}

/// Connects with every other process; `None` stands for this one.
///
/// # Errors
/// [`EngineError::Lost`] if one does not come in time, [`EngineError::Peers`] if one does not fit,
/// [`EngineError::Stopped`] if the observer asks for it.
pub(crate) fn connect(
    listener: &TcpListener,
    hosts: &[String],
    hello: &Hello,
    wait: Duration,
    observer: &dyn Observer,
) -> Result<Vec<Option<(TcpStream, Hello)>>, EngineError> {
    let me = hello.process as usize;
    let end = Instant::now() + wait;
    let mut links: Vec<Option<(TcpStream, Hello)>> = (0..hosts.len()).map(|_| None).collect();
    loop {
        for process in 0..me {
            if links[process].is_none()
                && let Some(link) = call(&hosts[process], hello)?
            {
                expect(&link.1, process, hosts)?;
                links[process] = Some(link);
            }
        }
        while let Ok((stream, _)) = listener.accept() {
            let Some(link) = greet(&stream, hello)? else { continue };
            let process = link.process as usize;
            if process <= me || process >= hosts.len() || links[process].is_some() {
                hello.fits(&link, "another address")?;
                return Err(wrong(format!("two processes were started as --process {process}")));
            }
            links[process] = Some((stream, link));
        }
        let missing: Vec<&str> = (0..hosts.len())
            .filter(|&p| p != me && links[p].is_none())
            .map(|p| &hosts[p][..])
            .collect();
        if missing.is_empty() {
            break;
        }
        if observer.should_stop() {
            return Err(EngineError::Stopped { step: 0 });
        }
        if Instant::now() >= end {
            let (names, seconds) = (missing.join(", "), wait.as_secs_f64());
            return Err(lost(format!(
                "no process came at {names} within {seconds} s: start one there, or wait longer \
                 with --connect-timeout"
            )));
        }
        std::thread::sleep(PAUSE);
    }
    for (link, host) in links.iter().zip(hosts) {
        if let Some((_, other)) = link {
            hello.fits(other, host)?;
        }
    }
    Ok(links)
}

fn expect(hello: &Hello, process: usize, hosts: &[String]) -> Result<(), EngineError> {
    if hello.process as usize == process {
        return Ok(());
    }
    let (host, other) = (&hosts[process], hello.process);
    Err(wrong(format!(
        "the process at {host} was started as --process {other} and is line {process} (from 0) of \
         the hosts"
    )))
}

/// Calls a process; none if it is not there yet.
fn call(host: &str, hello: &Hello) -> Result<Option<(TcpStream, Hello)>, EngineError> {
    let addresses: Vec<SocketAddr> = match host.to_socket_addrs() {
        Ok(addresses) => addresses.collect(),
        // A name may become known only when its machine is up.
        Err(_) => return Ok(None),
    };
    for address in addresses {
        if let Ok(stream) = TcpStream::connect_timeout(&address, Duration::from_secs(2))
            && let Some(other) = greet(&stream, hello)?
        {
            return Ok(Some((stream, other)));
        }
    }
    Ok(None)
}

/// Says hello, and hears it; none if the other end is not one of ours, or gone.
fn greet(stream: &TcpStream, hello: &Hello) -> Result<Option<Hello>, EngineError> {
    let ready = || -> io::Result<()> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(SILENCE))?;
        stream.set_write_timeout(Some(SILENCE))?;
        hello.send(stream)
    };
    let heard = match ready().and_then(|()| Hello::receive(stream)) {
        Ok(heard) => heard?,
        Err(_) => return Ok(None),
    };
    let keep = TcpKeepalive::new().with_time(DEAD / 4).with_interval(DEAD / 12);
    let lasting = || -> io::Result<()> {
        stream.set_read_timeout(None)?;
        stream.set_write_timeout(None)?;
        SockRef::from(stream).set_tcp_keepalive(&keep)?;
        #[cfg(target_os = "linux")]
        SockRef::from(stream).set_tcp_user_timeout(Some(DEAD))?;
        Ok(())
    };
    Ok(lasting().is_ok().then_some(heard))
}
