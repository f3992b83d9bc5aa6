use super::*;
use crate::testing::Random;

fn samples() -> Vec<Signal> {
    let hash = UnitHash([7; 32]);
    let payload = b"payload".to_vec();
    vec![
        Signal::Send {
            to: 1,
            from: Some(u64::MAX),
            payload: payload.clone(),
        },
        Signal::Send {
            to: 1,
            from: None,
            payload: vec![],
        },
        Signal::SendNamed {
            name: "λ".into(),
            from: Some(300),
            payload: payload.clone(),
        },
        Signal::Link { from: 1, to: 2 },
        Signal::Linked { from: 1, to: 2 },
        Signal::Unlinked { from: 1, to: 2 },
        Signal::Refused {
            to: 2,
            why: payload.clone(),
        },
        Signal::Unlink {
            from: 1,
            to: 2,
            id: 3,
        },
        Signal::UnlinkAck {
            from: 1,
            to: 2,
            id: 3,
        },
        Signal::Exit {
            from: 1,
            to: 2,
            reason: payload.clone(),
        },
        Signal::Monitor {
            from: 1,
            to: 2,
            reference: 3,
        },
        Signal::Demonitor {
            from: 1,
            to: 2,
            reference: 3,
        },
        Signal::Down {
            from: 1,
            to: 2,
            reference: 3,
            reason: payload.clone(),
        },
        Signal::SpawnRequest {
            request: 1,
            from: 2,
            options: vec![1, 2],
            payload: payload.clone(),
        },
        Signal::SpawnReply {
            request: 1,
            to: 2,
            result: Ok(3),
        },
        Signal::SpawnReply {
            request: 1,
            to: 2,
            result: Err(payload),
        },
        Signal::Terminate { to: 1, from: None },
        Signal::CodeWant {
            hashes: vec![hash, UnitHash([8; 32])],
        },
        Signal::CodeWant { hashes: vec![] },
        Signal::CodeHave {
            hash,
            unit: Some(b"code"[..].into()),
        },
        Signal::CodeHave { hash, unit: None },
        Signal::Ping { id: 1 << 40 },
        Signal::Pong { id: 0 },
    ]
}

#[test]
fn a_signal_survives_encoding() {
    for signal in samples() {
        assert_eq!(
            Signal::decode(&signal.clone().encode()),
            Ok(Decoded::Known(signal))
        );
    }
}

#[test]
fn every_kind_has_a_sample() {
    let kinds: std::collections::BTreeSet<u8> = samples()
        .into_iter()
        .map(|signal| signal.encode()[0])
        .collect();
    assert!(kinds.into_iter().eq(kind::ALL));
}

/// Whatever is accepted is canonical: encoding gives the same bytes again.
#[test]
fn random_and_damaged_bytes_are_refused_or_canonical() {
    let mut random = Random::new(1);
    let encoded: Vec<Vec<u8>> = samples().into_iter().map(Signal::encode).collect();
    for round in 0..60_000 {
        let mut bytes = encoded[random.below(encoded.len())].clone();
        match round % 4 {
            0 => bytes = (0..random.below(40)).map(|_| random.next() as u8).collect(),
            1 => bytes.truncate(random.below(bytes.len() + 1)),
            2 => bytes.insert(random.below(bytes.len() + 1), random.next() as u8),
            _ => {
                let at = random.below(bytes.len());
                bytes[at] = random.next() as u8;
            }
        }
        if let Ok(Decoded::Known(signal)) = Signal::decode(&bytes) {
            assert_eq!(signal.encode(), bytes);
        }
    }
}

#[test]
fn unknown_kinds_are_skipped_only_if_optional() {
    assert_eq!(
        Signal::decode(&[200, 1, 2]),
        Ok(Decoded::Skipped { kind: 200 })
    );
    assert_eq!(
        Signal::decode(&[100]),
        Err(ProtocolError::UnknownSignal { kind: 100 })
    );
    assert_eq!(
        Signal::decode(&[]),
        Err(ProtocolError::BadSignal { kind: 0 })
    );
}

#[test]
fn all_signals_of_a_sender_share_a_lane() {
    let from = 42;
    let lane = Signal::Link { from, to: 1 }.lane();
    for signal in [
        Signal::Send {
            to: 9,
            from: Some(from),
            payload: vec![],
        },
        Signal::SendNamed {
            name: "n".into(),
            from: Some(from),
            payload: vec![],
        },
        Signal::Exit {
            from,
            to: 3,
            reason: vec![],
        },
        Signal::SpawnReply {
            request: 1,
            to: 7,
            result: Ok(from),
        },
    ] {
        assert_eq!(signal.lane(), lane);
    }
}

/// Kinds by number, as the specification calls them.
pub(crate) fn kind_name(kind: u8) -> &'static str {
    const NAMES: [&str; 21] = [
        "send",
        "send-named",
        "link",
        "unlink",
        "unlink-acknowledged",
        "exit",
        "monitor",
        "demonitor",
        "down",
        "spawn-request",
        "spawned",
        "spawn-failed",
        "terminate",
        "code-wanted",
        "code",
        "code-missing",
        "ping",
        "pong",
        "linked",
        "unlinked",
        "refused",
    ];
    const OPTIONAL: [&str; 8] = [
        "bulletin",
        "renewal-wanted",
        "renewal",
        "renewal-refused",
        "undelivered",
        "spawn-noted",
        "hold",
        "room",
    ];
    match kind.checked_sub(FIRST_OPTIONAL_KIND) {
        Some(number) => OPTIONAL[usize::from(number)],
        None => NAMES[usize::from(kind) - 1],
    }
}

#[test]
fn the_vectors_of_signals_are_up_to_date() {
    let optional = [
        Signal::Bulletin {
            text: b"mound bulletin\n".to_vec(),
        },
        Signal::RenewalWant,
        Signal::Renewal {
            result: Err("no".into()),
        },
        Signal::Undelivered {
            to: 1,
            from: 2,
            name: String::new(),
            why: "no".into(),
        },
        Signal::Undelivered {
            to: 1,
            from: 0,
            name: "shop".into(),
            why: "no".into(),
        },
        Signal::SpawnNoted {
            request: 1,
            from: 2,
        },
        Signal::Hold {
            from: 2,
            name: String::new(),
        },
        Signal::Hold {
            from: 2,
            name: "shop".into(),
        },
        Signal::Room { from: 2 },
    ];
    let mut vectors: Vec<(String, Vec<u8>)> = Vec::new();
    for signal in samples().into_iter().chain(optional) {
        let bytes = signal.encode();
        let kind = kind_name(bytes[0]);
        let like = |(name, _): &&(String, Vec<u8>)| name.starts_with(&format!("{kind}-of-"));
        let number = vectors.iter().filter(like).count() + 1;
        vectors.push((format!("{kind}-of-{number}"), bytes));
    }
    let bad: [(&str, &[u8]); 10] = [
        ("bad-empty", &[]),
        ("bad-kind", &[100]),
        ("bad-number-cut", &[3, 0x80]),
        ("bad-number-long", &[3, 0x80, 0, 1]),
        (
            "bad-number-large",
            &[17, 255, 255, 255, 255, 255, 255, 255, 255, 255, 2],
        ),
        ("bad-more-fields", &[3, 1, 2, 3]),
        ("bad-option", &[1, 1, 2]),
        ("bad-name", &[2, 1, 0xff, 0]),
        ("bad-name-cut", &[2, 5, b'a', b'b']),
        ("bad-hashes", &[14, 1, 2, 3]),
    ];
    for (name, bytes) in bad {
        assert!(Signal::decode(bytes).is_err(), "{name}");
        vectors.push((name.to_owned(), bytes.to_vec()));
    }
    let about = "Signals, by kind, and bytes that are none (`bad-`).";
    crate::tests::specification::vectors::check("signals.txt", about, &vectors);
}
