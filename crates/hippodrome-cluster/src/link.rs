//! A link to another process: a socket with signs of life, that notices when the other is lost.
//!
//! What timely writes goes in pieces, each behind its length; a piece of length 0 is a sign of life,
//! sent by a thread of its own, so a process that computes or waits for its disk is heard and one
//! that stands still is not. When a process ends well, its last message has no length; what comes
//! before that must not be the end. A thread that meets such an end tells so and rests, and the
//! count gives up: nobody panics.

use crate::session::Event;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, PoisonError, Weak, mpsc};
use std::time::Duration;
use timely::communication::allocator::zero_copy::stream::Stream;

/// Between two signs of life.
pub(crate) const PULSE: Duration = Duration::from_millis(500);

/// The largest piece.
const PIECE: usize = 1 << 20;

/// The socket of a link, which several threads share.
#[derive(Debug)]
pub(crate) struct Wire {
    stream: TcpStream,
    /// Held while a piece is written.
    pen: Mutex<()>,
    /// The process at the other end.
    peer: usize,
    /// Where to tell that it is lost.
    lost: mpsc::Sender<Event>,
    /// The other may be silent for so long.
    patience: Duration,
}

impl Wire {
    fn piece(&self, bytes: &[u8]) -> io::Result<()> {
        let mut all = Vec::with_capacity(bytes.len() + 4);
        all.extend((bytes.len() as u32).to_le_bytes());
        all.extend(bytes);
        let _pen = self.pen.lock().unwrap_or_else(PoisonError::into_inner);
        (&self.stream).write_all(&all)
    }

    fn tell(&self, event: Event) -> ! {
        // If nobody hears it the count is over.
        let _ = self.lost.send(event);
        loop {
            std::thread::park();
        }
    }

    /// Ends the link at once, in the middle of whatever is sent.
    pub(crate) fn sever(&self) {
        // The other end may be gone already.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// Gives signs of life until the link is gone.
fn pulse(wire: &Weak<Wire>) {
    while let Some(wire) = wire.upgrade() {
        if wire.piece(&[]).is_err() {
            return;
        }
        drop(wire);
        std::thread::sleep(PULSE);
    }
}

/// A link to another process.
#[derive(Debug)]
pub(crate) struct Link {
    wire: Arc<Wire>,
    frames: Frames,
    /// The length of the piece to come, as far as it is read, and bytes of the piece left to read.
    head: [u8; 4],
    filled: usize,
    left: usize,
}

impl Link {
    /// Begins to give signs of life, and to want them.
    pub(crate) fn new(
        stream: TcpStream,
        peer: usize,
        lost: mpsc::Sender<Event>,
        patience: Duration,
    ) -> io::Result<Self> {
        stream.set_read_timeout(Some(PULSE))?;
        let wire = Arc::new(Wire { stream, pen: Mutex::new(()), peer, lost, patience });
        let weak = Arc::downgrade(&wire);
        std::thread::Builder::new().stack_size(1 << 16).spawn(move || pulse(&weak))?;
        Ok(Self::over(wire))
    }

    fn over(wire: Arc<Wire>) -> Self {
        Self { wire, frames: Frames::default(), head: [0; 4], filled: 0, left: 0 }
    }

    pub(crate) fn wire(&self) -> Weak<Wire> {
        Arc::downgrade(&self.wire)
    }

    /// Reads what comes first; 0 only where all has come.
    fn hear(&self, buffer: &mut [u8]) -> usize {
        // Not by the clock: a process that was itself stopped for a while has not listened.
        let mut silent = Duration::ZERO;
        loop {
            match (&self.wire.stream).read(buffer) {
                Ok(0) if !self.frames.ended => self.wire.tell(Event::Lost(self.wire.peer)),
                Ok(read) => return read,
                Err(error) => match error.kind() {
                    io::ErrorKind::Interrupted => {}
                    io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                        silent += PULSE;
                        if silent >= self.wire.patience && !self.frames.ended {
                            self.wire.tell(Event::Silent(self.wire.peer, self.wire.patience));
                        }
                    }
                    _ => self.wire.tell(Event::Lost(self.wire.peer)),
                },
            }
        }
    }
}

impl Read for Link {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.left == 0 {
            let mut head = self.head;
            let read = self.hear(&mut head[self.filled..]);
            if read == 0 {
                return Ok(0);
            }
            self.head = head;
            self.filled += read;
            if self.filled == head.len() {
                self.left = u32::from_le_bytes(head) as usize;
                self.filled = 0;
            }
        }
        let most = self.left.min(buffer.len());
        let read = self.hear(&mut buffer[..most]);
        self.left -= read;
        self.frames.pass(&buffer[..read]);
        Ok(read)
    }
}

impl Write for Link {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let bytes = &bytes[..bytes.len().min(PIECE)];
        if !bytes.is_empty() && self.wire.piece(bytes).is_err() {
            self.wire.tell(Event::Lost(self.wire.peer));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Self::over(Arc::clone(&self.wire)))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.wire.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // The other end may be gone already; then there is nothing to shut down.
        let _ = self.wire.stream.shutdown(how);
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

    /// The two ends of a link, the second a bare socket.
    fn ends(patience: Duration) -> (Link, TcpStream, mpsc::Receiver<Event>) {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (lost, told) = mpsc::channel();
        (Link::new(stream, 1, lost, patience).unwrap(), listener.accept().unwrap().0, told)
    }

    #[test]
    fn pieces_are_put_together_and_signs_of_life_left_out() {
        let (mut link, mut other, _told) = ends(Duration::from_mins(1));
        link.write_all(b"hello, other").unwrap();
        let mut heard = Vec::new();
        while heard.len() < 12 {
            let mut head = [0; 4];
            other.read_exact(&mut head).unwrap();
            let mut piece = vec![0; u32::from_le_bytes(head) as usize];
            other.read_exact(&mut piece).unwrap();
            heard.extend(piece);
        }
        assert_eq!(heard, b"hello, other");
        for part in [&[0, 0, 0, 0, 3, 0][..], &[0, 0, b'o'], b"ne", &[0, 0, 0, 0, 1, 0, 0, 0, b'!']]
        {
            other.write_all(part).unwrap();
        }
        let mut text = [0; 4];
        link.read_exact(&mut text).unwrap();
        assert_eq!(&text, b"one!");
    }

    #[test]
    fn a_silent_process_is_told_and_an_ended_one_is_lost() {
        let (mut link, other, told) = ends(PULSE);
        std::thread::spawn(move || link.read(&mut [0; 8]));
        assert!(matches!(told.recv(), Ok(Event::Silent(1, _))));
        drop(other);
        let (mut link, other, told) = ends(Duration::from_mins(1));
        std::thread::spawn(move || link.read(&mut [0; 8]));
        drop(other);
        assert!(matches!(told.recv(), Ok(Event::Lost(1))));
    }
}
