//! The vectors of the specification (`docs/spec/vectors`) for identities, greetings, frames and lanes. Those of
//! signals are made beside their samples.

use rcgen::{CertificateParams, KeyPair};
use rustls::pki_types::PrivatePkcs8KeyDer;

use super::*;
use crate::frame::{BULK_LANE, CONTROL_LANE, LARGE_BYTES, data_lane, travels_in};
use crate::identity::node_id;
use crate::outbox::Outbox;

#[path = "../../../../tests/protocol/vectors.rs"]
pub(crate) mod vectors;

use vectors::{Vector, check};

fn named(name: &str, bytes: impl Into<Vec<u8>>) -> Vector {
    (name.to_owned(), bytes.into())
}

/// What stands before the bits of a private key of Ed25519 (RFC 8410).
const PRIVATE_KEY: [u8; 16] = [
    0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
];
/// The same of a public key.
const PUBLIC_KEY: [u8; 12] = [
    0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00,
];

#[test]
fn the_vectors_of_identities_are_up_to_date() {
    let mut all = Vec::new();
    for seed in [0, 1, 255] {
        let der = [&PRIVATE_KEY[..], &[seed; 32]].concat();
        let key = KeyPair::try_from(&PrivatePkcs8KeyDer::from(der)).unwrap();
        let params = CertificateParams::new(vec!["mound-node".to_owned()]).unwrap();
        let certificate = params.self_signed(&key).unwrap();
        let public = [&PUBLIC_KEY[..], key.public_key_raw()].concat();
        all.push(named(&format!("seed-{seed}"), [seed; 32]));
        all.push(named(&format!("public-key-{seed}"), public));
        let id = node_id(certificate.der()).unwrap();
        all.push(named(&format!("node-id-{seed}"), id.0));
    }
    let about = "Private keys (the 32 bytes), public keys (SubjectPublicKeyInfo) and node ids.";
    check("identity.txt", about, &all);
}

fn hello() -> Hello {
    Hello {
        node: NodeId(std::array::from_fn(|index| index as u8)),
        incarnation: 0x0102_0304_0506_0708,
        nonce: 0x1112_1314_1516_1718,
        capabilities: Capabilities::default(),
        address: "alpha:3001".into(),
        build: "mound 0.1".into(),
        versions: PROTOCOL,
        code: CodeVersions {
            bytecode: Versions::only(1),
            primitives: [0xaa; 16],
        },
    }
}

#[tokio::test]
async fn the_vectors_of_greetings_are_up_to_date() {
    let whole = hello().encode();
    let unnamed = Hello {
        address: String::new(),
        build: "λ".into(),
        code: CodeVersions::NONE,
        ..hello()
    };
    let mut extended = whole.clone();
    extended.extend_from_slice(b"later");
    extended[8] += 5;
    let other = |oldest, newest| {
        let versions = Versions { oldest, newest };
        Hello {
            versions,
            ..hello()
        }
        .encode()
    };
    let verdict = |verdict: Verdict| verdict.encode();
    let good = vec![
        named("hello", whole.clone()),
        named("hello-without-address", unnamed.encode()),
        named("hello-with-extension", extended),
        named("hello-of-more-versions", other(3, 700)),
        named("verdict-accept", verdict(Verdict::Accept)),
        named(
            "verdict-duplicate",
            verdict(Verdict::Duplicate {
                nonce: hello().nonce,
            }),
        ),
        named("verdict-keep", verdict(Verdict::Keep)),
        named("verdict-stale", verdict(Verdict::Stale)),
        named(
            "verdict-refuse",
            verdict(Verdict::Refuse(Code::CROWDED, "no".into())),
        ),
    ];
    let changed = |at: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        bytes
    };
    let bad = vec![
        named("bad-hello-other-protocol", changed(0, b'M')),
        named("bad-hello-former-version", other(4, 4)),
        named("bad-hello-later-version", other(998, 999)),
        named("bad-hello-too-long", changed(9, 9)),
        named("bad-hello-long-build", changed(10, 0xff)),
        named("bad-hello-not-text", changed(11, 0xff)),
        named("bad-verdict-unknown", [6]),
    ];
    for (name, bytes) in &good {
        let is_hello = name.starts_with("hello");
        let read = match is_hello {
            true => Hello::read(&mut &**bytes).await.map(|_| ()),
            false => Verdict::read(&mut &**bytes).await.map(|_| ()),
        };
        assert_eq!(read, Ok(()), "{name}");
    }
    for (name, bytes) in &bad {
        let is_hello = name.starts_with("bad-hello");
        let is_read = match is_hello {
            true => Hello::read(&mut &**bytes).await.is_ok(),
            false => Verdict::read(&mut &**bytes).await.is_ok(),
        };
        assert!(!is_read, "{name}");
    }
    let about = "The greeting: hellos and verdicts. Those that begin with `bad-` are refused.";
    check("greeting.txt", about, &[good, bad].concat());
}

fn frame(kind: FrameKind, lane: usize, content: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    put_header(&mut bytes, kind, lane, content.len());
    bytes.extend_from_slice(content);
    bytes
}

/// What an outbox writes.
fn written(prepare: impl FnOnce(&Outbox)) -> Vec<u8> {
    let outbox = Outbox::new(&Limits::default());
    prepare(&outbox);
    let mut bytes = Vec::new();
    outbox.fill(&mut bytes, 1 << 16);
    bytes
}

#[tokio::test]
async fn the_vectors_of_frames_are_up_to_date() {
    let ping = Signal::Ping { id: 7 };
    let content = ping.clone().encode();
    let mut first = 12u32.to_le_bytes().to_vec();
    first.extend_from_slice(b"thre");
    let mut bulk = (LARGE_BYTES as u32 + 1).to_le_bytes().to_vec();
    bulk.extend_from_slice(b"lots");
    let good = vec![
        named("heartbeat", written(Outbox::heartbeat)),
        named("credit", written(|outbox| outbox.grant(2, 1 << 18))),
        named(
            "goodbye",
            written(|outbox| outbox.finish(Code::STOPPED, "done")),
        ),
        named(
            "whole",
            written(|outbox| assert!(outbox.push(ping).is_ok())),
        ),
        named("first", frame(FrameKind::First, 1, &first)),
        named("middle", frame(FrameKind::Middle, 1, b"e pi")),
        named("last", frame(FrameKind::Last, 1, b"eces")),
        named(
            "credit-for-bulk",
            written(|outbox| outbox.grant(BULK_LANE, 1 << 16)),
        ),
        named("first-of-bulk", frame(FrameKind::First, BULK_LANE, &bulk)),
    ];
    assert_eq!(good[3].1[4..], content);
    let bad = vec![
        named("bad-kind", [7, 0, 0, 0]),
        named("bad-lane", [3, 11, 0, 0]),
        named("bad-length", [3, 2, 0xfd, 0x3f]),
    ];
    for (name, bytes) in good.iter().chain(&bad) {
        let mut reader = FrameReader::new(&**bytes);
        reader.fill().await.unwrap();
        let read = reader.next();
        assert_eq!(read.is_err(), name.starts_with("bad-"), "{name}");
        assert!(read.is_err() || read.is_ok_and(|frame| frame.is_some()));
    }
    let about = "Frames. `first`, `middle` and `last` are one message of twelve bytes.\n\
                 Those that begin with `bad-` are refused.";
    check("frames.txt", about, &[good, bad].concat());
}

#[test]
fn the_vectors_of_lanes_are_up_to_date() {
    let serials = [0, 1, 2, 3, 1 << 22, (1 << 22) + 1, 1 << 41, (1 << 42) - 1];
    let vectors: Vec<Vector> = serials
        .into_iter()
        .map(|serial: u64| {
            let mut bytes = serial.to_le_bytes().to_vec();
            bytes.push(data_lane(serial) as u8);
            (format!("serial-{serial}"), bytes)
        })
        .collect();
    let about = "Serials (u64) and the data lanes of the signals that they send (a byte).";
    check("lanes.txt", about, &vectors);
}

#[test]
fn the_vectors_of_bulk_are_up_to_date() {
    let mut all = Vec::new();
    for version in PROTOCOL.oldest..=PROTOCOL.newest {
        for lane in [CONTROL_LANE, 1, 2, 9] {
            for length in [1, LARGE_BYTES, LARGE_BYTES + 1, 256 << 20] {
                let way = travels_in(lane, length, crate::versions::has_bulk_lane(version));
                let mut bytes = vec![version as u8, lane as u8];
                bytes.extend_from_slice(&(length as u32).to_le_bytes());
                bytes.push(way as u8);
                all.push(named(&format!("version-{version}-{lane}-{length}"), bytes));
            }
        }
    }
    let about = "Version (a byte), lane of a signal (a byte), length of its message (u32), and the lane in which that\n\
                 travels (a byte).";
    check("bulk.txt", about, &all);
}

#[test]
fn the_table_of_codes_is_up_to_date() {
    let mut rows = String::from("| Code | Name | Meaning |\n|--:|---|---|\n");
    for (code, name, meaning) in Code::ALL {
        rows.push_str(&format!("| {} | {name} | {meaning} |\n", code.0));
    }
    let ascends = Code::ALL.windows(2).all(|pair| pair[0].0.0 < pair[1].0.0);
    assert!(ascends, "each number is there once");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/spec/codes.md");
    let page = std::fs::read_to_string(path).unwrap();
    // The table is the end of the page.
    let begin = page.find("| Code |").unwrap();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let page = format!("{}{rows}", &page[..begin]);
        std::fs::write(path, page).unwrap();
    } else {
        assert_eq!(&page[begin..], rows, "run again with UPDATE_EXPECT=1");
    }
}
