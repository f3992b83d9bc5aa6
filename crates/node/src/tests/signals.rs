//! Delivery and order, over real sockets.

use super::*;
use crate::testing::Folder;

#[test]
fn ten_thousand_signals_arrive_in_order_per_sender() {
    let folder = Folder::new();
    let (one, at_one) = tls_node(folder.path());
    let (other, at_other) = tls_node(folder.path());
    const EACH: u64 = 1000;
    for number in 0..EACH {
        for sender in 1..=10 {
            one.send_to(other.address(), numbered(sender, number))
                .unwrap();
            other
                .send_to(one.address(), numbered(sender, number))
                .unwrap();
        }
    }
    for recorder in [&at_one, &at_other] {
        recorder.wait(10 * EACH as usize, signal);
        for sender in 1..=10 {
            assert!(
                numbers(recorder, sender).into_iter().eq(0..EACH),
                "sender {sender}"
            );
        }
        assert_eq!(recorder.find(up).len(), 1, "one connection only");
    }
}

#[test]
fn a_small_signal_overtakes_a_message_of_64_mib() {
    let folder = Folder::new();
    let (one, _) = tls_node(folder.path());
    let (other, at_other) = tls_node(folder.path());
    let large = Signal::Send {
        to: 1,
        from: Some(1),
        payload: vec![7; 64 << 20],
    };
    one.send_to(other.address(), large).unwrap();
    let small: Vec<u64> = (2..20)
        .filter(|from| numbered(*from, 0).lane() != numbered(1, 0).lane())
        .collect();
    for from in &small {
        one.send_to(other.address(), numbered(*from, 0)).unwrap();
    }
    let order: Vec<usize> = at_other
        .wait(1 + small.len(), signal)
        .iter()
        .map(|signal| {
            if let Signal::Send { payload, .. } = signal {
                payload.len()
            } else {
                0
            }
        })
        .collect();
    assert_eq!(
        order.iter().position(|length| *length == 64 << 20),
        Some(small.len())
    );
}

#[test]
fn every_kind_of_signal_arrives_as_it_was() {
    let folder = Folder::new();
    let (one, _) = tls_node(folder.path());
    let (other, at_other) = tls_node(folder.path());
    let signals = vec![
        Signal::Link { from: 1, to: 2 },
        Signal::SendNamed {
            name: "logger".into(),
            from: Some(1),
            payload: vec![1; 40_000],
        },
        Signal::Exit {
            from: 1,
            to: 2,
            reason: vec![2],
        },
        Signal::SpawnRequest {
            request: 1,
            from: 1,
            options: vec![3],
            payload: vec![4],
        },
        Signal::Down {
            from: 1,
            to: 2,
            reference: 9,
            reason: vec![],
        },
    ];
    for signal in &signals {
        one.send_to(other.address(), signal.clone()).unwrap();
    }
    assert_eq!(
        at_other.wait(signals.len(), signal),
        signals,
        "one sender, so in this order"
    );
}

#[test]
fn a_ping_is_answered_by_the_node() {
    let folder = Folder::new();
    let (one, at_one) = tls_node(folder.path());
    let (other, _) = tls_node(folder.path());
    one.send_to(other.address(), Signal::Ping { id: 5 })
        .unwrap();
    assert_eq!(at_one.wait(1, signal), [Signal::Pong { id: 5 }]);
}

#[test]
fn what_cannot_be_received_is_not_sent() {
    let folder = Folder::new();
    let mut config = Config::new(folder.path());
    config.limits.message_bytes = 1000;
    let (node, _) = tls_node_with(config);
    let long = Signal::Send {
        to: 1,
        from: None,
        payload: vec![0; 1001],
    };
    assert!(matches!(
        node.send_to("127.0.0.1:1", long),
        Err(SendError::TooLong(_))
    ));
    let name = "x".repeat(NAME_BYTES_MAX + 1);
    let named = Signal::SendNamed {
        name,
        from: None,
        payload: vec![],
    };
    assert!(matches!(
        node.send_to("127.0.0.1:1", named),
        Err(SendError::TooLong(_))
    ));
}

#[test]
fn dialling_each_other_at_once_gives_one_connection_and_loses_nothing() {
    let folder = Folder::new();
    for _ in 0..10 {
        let (one, at_one) = tls_node(folder.path());
        let (other, at_other) = tls_node(folder.path());
        std::thread::scope(|scope| {
            for (from, to) in [(&one, &other), (&other, &one)] {
                scope.spawn(move || {
                    for number in 0..50 {
                        from.send_to(to.address(), numbered(1, number)).unwrap();
                    }
                });
            }
        });
        for recorder in [&at_one, &at_other] {
            recorder.wait(50, signal);
            assert!(numbers(recorder, 1).into_iter().eq(0..50));
            assert_eq!((recorder.find(up).len(), recorder.find(down).len()), (1, 0));
        }
    }
}
