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
