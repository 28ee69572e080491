//! A link to another process: a socket that counts its bytes and notices that the other is lost.
//!
//! When a process ends well, its last message has no length; what comes before that must not be the
//! end. A thread that meets such an end tells so and rests, and the count gives up: nobody panics.

use crate::session::Event;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use timely::communication::allocator::zero_copy::stream::Stream;

/// What a link tells.
#[derive(Debug)]
pub(crate) struct Wire {
    /// The process at the other end.
    pub(crate) peer: usize,
    /// Where to tell that it is lost.
    pub(crate) lost: mpsc::Sender<Event>,
    /// Bytes sent and received by all links of this process.
    pub(crate) bytes: Arc<[AtomicU64; 2]>,
}

/// A link to another process.
#[derive(Debug)]
pub(crate) struct Link {
    stream: TcpStream,
    wire: Arc<Wire>,
    frames: Frames,
}

impl Link {
    pub(crate) fn new(stream: TcpStream, wire: Wire) -> Self {
        Self { stream, wire: Arc::new(wire), frames: Frames::default() }
    }

    fn lost(&self) -> ! {
        // If nobody hears it the count is over.
        let _ = self.wire.lost.send(Event::Lost(self.wire.peer));
        loop {
            std::thread::park();
        }
    }

    fn whole<T>(&self, mut what: impl FnMut() -> io::Result<T>) -> T {
        loop {
            match what() {
                Ok(done) => return done,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => self.lost(),
            }
        }
    }
}

impl Read for Link {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.whole(|| (&self.stream).read(buffer));
        if read == 0 && !self.frames.ended {
            self.lost();
        }
        self.frames.pass(&buffer[..read]);
        self.wire.bytes[1].fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

impl Write for Link {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.whole(|| (&self.stream).write(bytes));
        self.wire.bytes[0].fetch_add(written as u64, Ordering::Relaxed);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Self> {
        let (stream, wire) = (self.stream.try_clone()?, Arc::clone(&self.wire));
        Ok(Self { stream, wire, frames: Frames::default() })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // The other end may be gone already; then there is nothing to shut down.
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}

/// Bytes of the header of a message: six big-endian words, the fifth the length of what follows.
const HEADER: usize = 48;

/// Follows messages, to know the last one.
#[derive(Debug)]
struct Frames {
    header: [u8; HEADER],
    filled: usize,
    /// Bytes of the message still to come.
    left: u64,
    ended: bool,
}

impl Default for Frames {
    fn default() -> Self {
        Self { header: [0; HEADER], filled: 0, left: 0, ended: false }
    }
}

impl Frames {
    fn pass(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let skip = self.left.min(bytes.len() as u64) as usize;
            self.left -= skip as u64;
            bytes = &bytes[skip..];
            let take = bytes.len().min(HEADER - self.filled);
            self.header[self.filled..][..take].copy_from_slice(&bytes[..take]);
            self.filled += take;
            bytes = &bytes[take..];
            if self.filled == HEADER {
                let (words, _) = self.header.as_chunks::<8>();
                self.left = u64::from_be_bytes(words[4]);
                self.ended = self.left == 0;
                self.filled = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use timely::communication::networking::MessageHeader;

    #[test]
    fn the_last_message_is_known_however_it_is_cut() {
        let mut bytes = Vec::new();
        for length in [1_usize, 100, 48, 0] {
            let header = MessageHeader {
                channel: 3,
                source: 1,
                target_lower: 0,
                target_upper: 1,
                length,
                seqno: 9,
            };
            header.write_to(&mut bytes).unwrap();
            bytes.extend(vec![0; length]);
        }
        for cut in 1..bytes.len() {
            let mut frames = Frames::default();
            for part in bytes.chunks(cut) {
                assert!(!frames.ended);
                frames.pass(part);
            }
            assert!(frames.ended, "cut into pieces of {cut}");
        }
        let mut frames = Frames::default();
        frames.pass(&bytes[..bytes.len() - HEADER]);
        assert!(!frames.ended);
    }
}
