//! Conversations that were recorded with a node of a version (`tests/recorded`), which later versions must still
//! read. `tests/protocol/record.py` makes a new one; those that are there are never written again.
//!
//! Each line is what the peer (`>`) or the node (`<`) sent. What is read of them stands in a file beside them.

use tokio::runtime::Handle as Runtime;

use super::*;
use crate::inbox::{Inbox, Receiver};
use crate::outbox::Outbox;
use crate::signal::tests::kind_name;

/// Writes down what it is given.
#[derive(Default)]
struct Listing(Mutex<Vec<String>>);

impl Listing {
    fn add(&self, line: String) {
        self.0.lock().unwrap().push(line);
    }
}

impl Receiver for Listing {
    fn receive(&self, signal: Signal) -> Handled {
        let length = signal.variable_bytes();
        let name = kind_name(signal.encode()[0]);
        self.add(format!("{name} {length}"));
        Handled::Now
    }

    fn skipped(&self, kind: u8) {
        self.add(format!("skipped {kind}"));
    }

    fn failed(&self) {
        self.add("failed".into());
    }
}

fn from_hex(text: &str) -> Vec<u8> {
    let digits: Vec<char> = text.chars().collect();
    let byte = |pair: &[char]| u8::from_str_radix(&pair.iter().collect::<String>(), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}

/// All that one side has sent, as this version reads it.
async fn read(bytes: &[u8], is_arbiter: bool) -> Vec<String> {
    let mut stream = bytes;
    let hello = Hello::read(&mut stream).await.unwrap();
    let listing = Arc::new(Listing::default());
    listing.add(format!(
        "hello {} of versions {}",
        hello.build, hello.versions
    ));
    if is_arbiter {
        let verdict = Verdict::read(&mut stream).await.unwrap();
        listing.add(format!("{verdict:?}"));
    }
    // A connection has the version of the side that knows fewer: the peer in Python, whose hello names one.
    let has_bulk = crate::versions::has_bulk_lane(hello.versions.newest);
    let outbox = Arc::new(Outbox::new(&Limits::default()));
    let receiver = Arc::clone(&listing);
    let mut inbox = Inbox::new(
        &Limits::default(),
        Runtime::current(),
        outbox,
        receiver,
        has_bulk,
    );
    let mut frames = FrameReader::new(stream);
    while frames.fill().await.is_ok() {
        while let Some(frame) = frames.next().unwrap() {
            match frame.kind {
                // They come when they come.
                FrameKind::Heartbeat => {}
                FrameKind::Credit => listing.add(format!("credit {}", frame.lane)),
                FrameKind::Goodbye => listing.add(format!("goodbye {:?}", frame.content)),
                _ => {
                    inbox.check_lane(&frame).unwrap();
                    inbox.accept(frame).unwrap();
                }
            }
        }
    }
    listing.0.lock().unwrap().clone()
}

#[tokio::test]
async fn conversations_of_all_versions_are_still_read() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    let mut count = 0;
    for entry in std::fs::read_dir(&directory).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "txt") {
            continue;
        }
        count += 1;
        let text = std::fs::read_to_string(&path).unwrap();
        let sent = |mark: &str| -> Vec<u8> {
            let lines = text.lines().filter_map(|line| line.strip_prefix(mark));
            lines.flat_map(from_hex).collect()
        };
        let mut found = String::new();
        for (mark, is_arbiter) in [
            ("> ", text.contains("the peer is the arbiter")),
            ("< ", text.contains("the node is the arbiter")),
        ] {
            for line in read(&sent(mark), is_arbiter).await {
                found.push_str(&format!("{mark}{line}\n"));
            }
        }
        let expected = path.with_extension("out");
        if std::env::var_os("UPDATE_EXPECT").is_some() && !expected.exists() {
            std::fs::write(&expected, &found).unwrap();
        }
        let expected = std::fs::read_to_string(&expected).unwrap();
        assert_eq!(found, expected, "{}", path.display());
    }
    assert!(count >= 2, "they are not where they were");
}
