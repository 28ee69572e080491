//! Listening, and ending in good order.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::sync::Semaphore;

use crate::api;
use crate::engine::Engine;
use crate::guard::Hosts;
use crate::lanes::Lanes;
use crate::limits::Limits;
use crate::work::Shared;

/// How long the head of a request may take, and a connection may idle.
const IDLE: Duration = Duration::from_secs(30);

/// How long open requests are given when the server ends.
const FAREWELL: Duration = Duration::from_secs(5);

/// A server that has its address but does not answer yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    hosts: Hosts,
    shared: Arc<Shared>,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Server {
    /// Takes the address; port 0 takes a free one. `names` are hosts that it answers to besides
    /// its own.
    ///
    /// # Errors
    ///
    /// When the address is taken or not of this machine.
    pub fn bind(
        engine: Arc<dyn Engine>,
        address: SocketAddr,
        names: &[String],
        limits: Limits,
    ) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared::new(engine, limits));
        Ok(Self { listener, address, hosts: Hosts::new(address.ip(), names), shared })
    }

    /// The address, with the port that was free.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until the process is told to end (Ctrl-C, SIGTERM), then lets open requests finish
    /// for some seconds; work under way is told to stop.
    ///
    /// # Errors
    ///
    /// When threads cannot be made or signals not be listened to.
    pub fn run(self) -> io::Result<()> {
        let limits = &self.shared.limits;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(limits.short + limits.long + 8)
            .thread_name("hippodrome")
            .enable_all()
            .build()?;
        let shared = Arc::clone(&self.shared);
        let result = runtime.block_on(self.answer());
        shared.stopping.store(true, Ordering::Relaxed);
        runtime.shutdown_timeout(Duration::from_secs(1));
        result
    }

    async fn answer(self) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let places = Arc::new(Semaphore::new(self.shared.limits.connections.max(1)));
        let service = TowerToHyperService::new(api::router(Arc::clone(&self.shared), self.hosts));
        let graceful = GracefulShutdown::new();
        let mut end = std::pin::pin!(told_to_end()?);
        loop {
            let accepted = async {
                let place = Arc::clone(&places).acquire_owned().await;
                (listener.accept().await, place)
            };
            let (stream, place) = tokio::select! {
                () = &mut end => break,
                (Ok((stream, _)), Ok(place)) = accepted => (stream, place),
                else => {
                    // Out of files, most likely: connections that end give some back.
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            };
            // Small answers are not held back; where it cannot be set they come a little later.
            let _ = stream.set_nodelay(true);
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(IDLE)
                .serve_connection(TokioIo::new(stream), service.clone());
            let connection = graceful.watch(connection);
            tokio::spawn(async move {
                // What goes wrong on a connection is between it and its client.
                let _ = connection.await;
                drop(place);
            });
        }
        drop(listener);
        self.shared.stopping.store(true, Ordering::Relaxed);
        let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
        Ok(())
    }
}

impl Shared {
    pub(crate) fn new(engine: Arc<dyn Engine>, limits: Limits) -> Self {
        let lanes = Lanes::new(&limits);
        Self { engine, limits, lanes, stopping: Arc::default() }
    }
}

/// Waits for Ctrl-C or SIGTERM.
fn told_to_end() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    #[cfg(unix)]
    let mut interrupt = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt())?;
    Ok(async move {
        #[cfg(unix)]
        tokio::select! {
            _ = terminate.recv() => (),
            _ = interrupt.recv() => (),
        }
        #[cfg(not(unix))]
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
