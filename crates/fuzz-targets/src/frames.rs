//! Frames between nodes: any bytes describe some, most of which could be those of a peer.

use mound_node::{Signal, feed};

/// Most bytes that stand in a frame.
const CONTENT_BYTES_MAX: usize = (16 << 10) - 4;
/// A message that is longer travels as bulk.
const LARGE_BYTES: usize = 1 << 20;
const WHOLE: u8 = 3;
const FIRST: u8 = 4;
const MIDDLE: u8 = 5;
const LAST: u8 = 6;
const BULK: u8 = 10;
/// Full frames of one input; enough for two large messages.
const FULL_MAX: usize = 140;

/// The frames that some bytes describe.
struct Stream<'a> {
    from: std::slice::Iter<'a, u8>,
    version: u16,
    bytes: Vec<u8>,
    /// The lane in which a message was begun last, and so many bytes of it are to come.
    begun: (u8, usize),
    full: usize,
}

/// Takes frames: those that no peer sends end the connection, what is whole comes in the order of its process, and
/// nothing is counted for what is gone.
pub fn frames(bytes: &[u8]) {
    let mut stream = Stream {
        from: bytes.iter(),
        version: 6,
        bytes: Vec::new(),
        begun: (0, 0),
        full: 0,
    };
    stream.version -= u16::from(stream.next().is_multiple_of(4));
    while stream.from.len() > 0 {
        stream.put();
    }
    let fed = feed(&stream.bytes, stream.version).expect("a runtime needs little");
    assert_eq!(fed.left, [], "something is counted for what is gone");
    let mut numbers = [0; 4];
    for signal in fed.signals {
        // What is large comes when it is whole, whatever came before that.
        if let Signal::Send {
            to,
            from: Some(from @ 1..=3),
            payload,
        } = signal
            && payload.len() < LARGE_BYTES / 2
        {
            let number = &mut numbers[from as usize];
            assert!(*number <= to, "{from}: {to} after {number}");
            *number = to;
        }
    }
}

/// The data lane of a process (LANE-1).
fn data_lane(serial: u64) -> u8 {
    2 + ((serial.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) % 8) as u8
}

impl Stream<'_> {
    fn next(&mut self) -> usize {
        self.from.next().copied().unwrap_or(0).into()
    }

    fn frame(&mut self, kind: u8, lane: u8, content: &[u8]) {
        self.bytes.extend_from_slice(&[kind, lane]);
        self.bytes
            .extend_from_slice(&(content.len() as u16).to_le_bytes());
        self.bytes.extend_from_slice(content);
    }

    /// A signal of one of three processes, with a number that grows, or of the node, and its lane.
    fn signal(&mut self) -> (Vec<u8>, u8) {
        let (from, kind) = (1 + self.next() as u64 % 3, self.next());
        let to = self.bytes.len() as u64;
        let signal = match kind % 8 {
            0 => Signal::Link { from, to },
            1 => return (Signal::Ping { id: to }.encode(), 0),
            2 => Signal::Exit {
                from,
                to,
                reason: vec![0; kind],
            },
            _ => Signal::Send {
                to,
                from: Some(from),
                payload: vec![1; kind],
            },
        };
        (signal.encode(), data_lane(from))
    }

    /// Mostly that lane.
    fn lane(&mut self, right: u8) -> u8 {
        match self.next() {
            other @ 0..12 => other as u8,
            _ => right,
        }
    }

    fn put(&mut self) {
        let (lane, rest) = self.begun;
        match self.next() % 16 {
            0..6 => {
                let (content, lane) = self.signal();
                let lane = self.lane(lane);
                self.frame(WHOLE, lane, &content);
            }
            6..9 => {
                let (content, lane) = self.signal();
                let beyond = self.next();
                let is_large = beyond.is_multiple_of(2);
                let length = match is_large {
                    true => LARGE_BYTES + beyond,
                    false => content.len() + 100 * beyond,
                };
                let way = match self.version >= 6 && length > LARGE_BYTES {
                    true => BULK,
                    false => lane,
                };
                let lane = self.lane(way);
                let announced = (length as u32).to_le_bytes();
                self.frame(FIRST, lane, &[&announced[..], &content].concat());
                self.begun = (lane, length.saturating_sub(content.len()));
            }
            9 | 10 => {
                let lane = self.lane(lane);
                let count = self.next();
                self.frame(MIDDLE, lane, &vec![2; count]);
                self.begun.1 = rest.saturating_sub(count);
            }
            11..15 => {
                let (lane, mut rest) = (self.lane(lane), rest);
                while rest > CONTENT_BYTES_MAX && self.full < FULL_MAX {
                    self.full += 1;
                    rest -= CONTENT_BYTES_MAX;
                    self.frame(MIDDLE, lane, &[3; CONTENT_BYTES_MAX]);
                }
                self.frame(LAST, lane, &vec![4; rest.min(CONTENT_BYTES_MAX)]);
                self.begun.1 = 0;
            }
            _ => {
                let (kind, byte) = (self.next() as u8, self.next() as u8);
                let lane = self.lane(lane);
                self.frame(kind % 8, lane, &[byte; 4]);
            }
        }
    }
}
