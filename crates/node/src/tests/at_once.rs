//! Who sends writes: what leaves before the sender goes on, what is left to the task, and what leaves along with others.

use super::*;
use crate::frame::HEADER_BYTES;
use crate::testing::Random;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use tokio::io::AsyncRead;

/// What comes to a stranger, looked at without letting any other task run.
struct Come(FrameReader<Box<dyn AsyncRead + Send + Unpin>>);

impl Come {
    fn to(stranger: &mut Stranger) -> Come {
        let nothing = Box::new(tokio::io::empty());
        let reader = std::mem::replace(&mut stranger.connected.reader, nothing);
        Come(FrameReader::new(reader))
    }

    /// The messages that are here by now.
    fn messages(&mut self) -> Vec<Vec<u8>> {
        let mut found = Vec::new();
        let mut context = Context::from_waker(Waker::noop());
        loop {
            while let Some(frame) = self.0.next().unwrap() {
                if frame.kind == FrameKind::Whole {
                    found.push(frame.content.to_vec());
                }
            }
            let filled = pin!(self.0.fill()).poll(&mut context);
            if !matches!(filled, Poll::Ready(Ok(_))) {
                return found;
            }
        }
    }
}

async fn greeted(at_once: bool) -> (Node, Arc<Recorder>, PeerId, Stranger, Come) {
    let network = MemoryNetwork::new();
    let change = |config: &mut Config| {
        config.writes_at_once = at_once;
        config.measures_round_trips = false;
    };
    let (node, recorder) = memory_node_with(&network, 9, change).await;
    let mut stranger = Stranger::dial(&network, 1, "node9:1").await;
    assert_eq!(stranger.greet().await, Verdict::Accept);
    let (peer, _) = recorder.wait_here(1, up).await[0];
    let come = Come::to(&mut stranger);
    (node, recorder, peer, stranger, come)
}

#[tokio::test(start_paused = true)]
async fn the_first_message_has_left_when_its_sender_goes_on() {
    for at_once in [true, false] {
        let (node, _, peer, _stranger, mut come) = greeted(at_once).await;
        let first = numbered(5, 1);
        node.send(peer, first.clone()).unwrap();
        let expected = match at_once {
            true => vec![first.encode()],
            false => Vec::new(),
        };
        assert_eq!(come.messages(), expected);
    }
}

#[tokio::test(start_paused = true)]
async fn who_sends_much_and_hears_nothing_leaves_it_to_the_task() {
    let (node, recorder, peer, mut stranger, mut come) = greeted(true).await;
    for number in 0..100 {
        node.send(peer, numbered(5, number)).unwrap();
    }
    assert_eq!(come.messages(), [numbered(5, 0).encode()]);
    tokio::time::sleep(Duration::from_millis(1)).await;
    let rest: Vec<Vec<u8>> = (1..100)
        .map(|number| numbered(5, number).encode())
        .collect();
    assert_eq!(come.messages(), rest);
    // An answer to what was heard leaves at once.
    for round in 0..10 {
        stranger.send_signals(&[numbered(7, round)]).await;
        // In no time, as that goes on only where nobody can run.
        while recorder.find(signal).len() <= round as usize {
            tokio::task::yield_now().await;
        }
        node.send(peer, numbered(5, round)).unwrap();
        assert_eq!(come.messages(), [numbered(5, round).encode()]);
    }
}

#[tokio::test(start_paused = true)]
async fn what_goes_along_leaves_with_the_next_signal_or_heartbeat() {
    let (node, _, peer, _stranger, mut come) = greeted(true).await;
    let ended = |reference| Signal::Demonitor {
        from: 6,
        to: 1,
        reference,
    };
    node.send_along(peer, ended(1)).unwrap();
    tokio::time::sleep(Duration::from_millis(1)).await;
    assert_eq!(come.messages(), Vec::<Vec<u8>>::new());
    node.send(peer, numbered(6, 1)).unwrap();
    let both = [ended(1).encode(), numbered(6, 1).encode()];
    assert_eq!(come.messages(), both);
    node.send_along(peer, ended(2)).unwrap();
    tokio::time::sleep(Times::default().heartbeat * 3 / 2).await;
    assert_eq!(come.messages(), [ended(2).encode()]);
    // Nobody's queue is filled by it.
    for number in 0..10_000 {
        node.send_along(peer, ended(number)).unwrap();
        if number % 100 == 0 {
            tokio::task::yield_now().await;
            come.messages();
        }
    }
}

/// A sender takes one turn of the queues, and its own signal may be behind what went along.
#[tokio::test(start_paused = true)]
async fn what_a_sender_does_not_take_does_not_wait_for_a_heartbeat() {
    let (node, _, peer, _stranger, mut come) = greeted(true).await;
    for from in 0..100 {
        let ended = Signal::Demonitor {
            from,
            to: 1,
            reference: from,
        };
        node.send_along(peer, ended).unwrap();
    }
    node.send(peer, numbered(5, 1)).unwrap();
    tokio::time::sleep(Duration::from_millis(1)).await;
    let mut came = come.messages();
    assert_eq!(came.len(), 101);
    assert!(came.contains(&numbered(5, 1).encode()));
    came.dedup();
    assert_eq!(came.len(), 101);
}

#[tokio::test(start_paused = true)]
async fn what_does_not_fit_is_written_by_the_task_in_order() {
    let (node, recorder, peer, _stranger, mut come) = greeted(true).await;
    let sent = |number: u64| Signal::Send {
        to: 1,
        from: Some(5),
        payload: [&number.to_le_bytes()[..], &vec![number as u8; 7000]].concat(),
    };
    // More than the 64 KiB of the pipe, each so late that its sender writes it.
    let mut came = 0;
    for number in 0..30 {
        node.send(peer, sent(number)).unwrap();
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let mut bytes = 0;
    while came < 30 {
        for content in come.messages() {
            bytes += HEADER_BYTES + content.len();
            assert_eq!(content, sent(came).encode());
            came += 1;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert!(bytes > 3 * (64 << 10));
    assert!(recorder.find(down).is_empty());
    assert!(node.peer_statuses()[0].bytes_out >= bytes as u64);
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_breaks_under_its_sender_ends_with_a_reason() {
    let network = MemoryNetwork::new();
    let (one, at_one) = memory_node(&network, 1).await;
    let (other, at_other) = memory_node(&network, 2).await;
    let peer = one.connected(other.address()).await.unwrap();
    at_other.wait_here(1, up).await;
    network.cut(one.id(), other.id());
    one.send(peer, numbered(5, 1)).unwrap();
    let (_, _, reason) = at_one.wait_here(1, down).await.remove(0);
    assert!(matches!(reason, DownReason::Lost(_)), "{reason}");
}

/// Threads that send in turns with pauses, so that senders and the task write by turns, over real sockets.
#[test]
fn the_order_of_each_sender_holds_whoever_writes() {
    const SENDERS: u64 = 4;
    const MESSAGES: u64 = 3000;
    let home = crate::testing::Folder::new();
    let (one, at_one) = tls_node(home.path());
    let (other, at_other) = tls_node(home.path());
    let (sender, receiver) = std::sync::mpsc::channel();
    one.connect(other.address(), move |result| {
        sender.send(result.unwrap()).unwrap();
    });
    let there = receiver.recv().unwrap();
    let (here, _) = at_other.wait(1, up)[0];
    let sends = |node: &Node, peer: PeerId, from: u64| {
        let mut random = Random::new(from);
        for number in 0..MESSAGES {
            let payload = [&number.to_le_bytes()[..], &vec![0; random.below(300)]].concat();
            let (to, from) = (1, Some(from));
            let message = Signal::Send { to, from, payload };
            match random.below(8) {
                0 => std::thread::sleep(Duration::from_micros(150)),
                1 => std::thread::yield_now(),
                _ => {}
            }
            node.send(peer, message).unwrap();
        }
    };
    std::thread::scope(|scope| {
        for from in 1..=SENDERS {
            let (one, other, sends) = (&one, &other, &sends);
            scope.spawn(move || sends(one, there, from));
            scope.spawn(move || sends(other, here, from));
        }
    });
    for recorder in [&at_one, &at_other] {
        recorder.wait((SENDERS * MESSAGES) as usize, signal);
        let mut expected = [0; SENDERS as usize + 1];
        for message in recorder.find(signal) {
            let Signal::Send { from, payload, .. } = message else {
                panic!("only messages were sent");
            };
            let number = u64::from_le_bytes(*payload.first_chunk().unwrap());
            let next = &mut expected[from.unwrap() as usize];
            assert_eq!(number, *next);
            *next += 1;
        }
    }
}
