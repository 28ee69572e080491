//! What travels between workers: parcels of records and notes, as a container of timely dataflow.

use hippodrome::count::Parcel;
use std::io::Write;
use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message, Stamp};

/// The bucket of a packet that is a note and no parcel.
const NOTE: u32 = u32::MAX;

/// A parcel, or a note from one worker to another.
#[derive(Clone, Debug, Default)]
pub(crate) struct Packet(pub(crate) Parcel);

impl Packet {
    /// A note to a worker.
    pub(crate) fn note(to: usize, words: Vec<u64>) -> Self {
        Self(Parcel { worker: to as u32, bucket: NOTE, words })
    }

    pub(crate) fn is_note(&self) -> bool {
        self.0.bucket == NOTE
    }
}

impl Accountable for Packet {
    fn record_count(&self) -> i64 {
        i64::from(!self.0.words.is_empty())
    }
}

/// One word for worker and bucket, then the words.
impl ContainerBytes for Packet {
    fn from_bytes(bytes: Bytes) -> Self {
        let (eights, _) = bytes.as_chunks::<8>();
        let mut words = eights.iter().map(|&b| u64::from_le_bytes(b));
        let head = words.next().unwrap_or(0);
        Self(Parcel { worker: (head >> 32) as u32, bucket: head as u32, words: words.collect() })
    }

    fn length_in_bytes(&self) -> usize {
        8 + 8 * self.0.words.len()
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let head = u64::from(self.0.worker) << 32 | u64::from(self.0.bucket);
        for word in std::iter::once(&head).chain(&self.0.words) {
            // The writer is a buffer in memory, of the length above.
            let _ = writer.write_all(&word.to_le_bytes());
        }
    }
}

/// Hands every packet to the worker that it names.
#[derive(Debug)]
pub(crate) struct ByWorker;

impl Distributor<Packet> for ByWorker {
    fn partition<T: Clone, P: Push<Message<T, Packet>>>(
        &mut self,
        packet: &mut Packet,
        stamp: &Stamp<T>,
        pushers: &mut [P],
    ) {
        let to = packet.0.worker as usize;
        Message::push_at(packet, stamp.clone(), &mut pushers[to]);
        packet.0.words.clear();
    }

    fn flush<T: Clone, P: Push<Message<T, Packet>>>(&mut self, _: &Stamp<T>, _: &mut [P]) {}
}
