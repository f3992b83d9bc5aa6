//! A peer that ends at any byte of a greeting, of one that it makes or answers: whoever waits for it is told.

use super::*;
use crate::carrier::Listener;

/// What the peer does with the connections, of which each ends after so many bytes of it.
#[derive(Clone, Copy, Debug)]
struct Way {
    dials: bool,
    answers: bool,
    bytes: usize,
}

/// Writes the beginning of its part, and is gone.
async fn end_within(connected: Connected, number: u8, bytes: usize) {
    let mut stranger = Stranger {
        connected,
        node: NodeId([number; 16]),
    };
    let part = part(&stranger, number);
    // The other side may have closed.
    let _ = write(&mut stranger.connected.writer, &part[..bytes]).await;
    // It may find the end only when it has sent its own words, or while it sends them.
    let mut byte = [0];
    let reading = tokio::io::AsyncReadExt::read(&mut stranger.connected.reader, &mut byte);
    let _ = tokio::time::timeout(Duration::from_millis(bytes as u64 % 3), reading).await;
}

/// All that it says: who it is, and as the arbiter that the connection is used.
fn part(stranger: &Stranger, number: u8) -> Vec<u8> {
    let mut part = stranger.hello().encode();
    if number > NODE {
        part.extend(Verdict::Accept.encode());
    }
    part
}

const NODE: u8 = 5;

async fn answer(network: MemoryNetwork, number: u8, mut listener: Box<dyn Listener>, bytes: usize) {
    let _network = network;
    while let Ok(incoming) = listener.accept().await {
        if let Ok(connected) = incoming.authenticate.await {
            end_within(connected, number, bytes).await;
        }
    }
}

/// Sends to the peer and asks for a connection with it: what is told of that.
async fn try_way(number: u8, way: Way) {
    let network = MemoryNetwork::new();
    let (node, recorder) = memory_node(&network, NODE).await;
    let carrier = network.carrier(NodeId([number; 16]));
    let listener = carrier.listen("stranger:1").await.unwrap();
    let answering = way
        .answers
        .then(|| tokio::spawn(answer(network.clone(), number, listener, way.bytes)));
    let peer = node.introduce(NodeId([number; 16]), 1, "stranger:1");
    let dialling = async {
        if way.dials {
            let stranger = Stranger::dial(&network, number, "node5:1").await;
            end_within(stranger.connected, number, way.bytes).await;
        }
    };
    let asking = async {
        node.send(peer, numbered(6, 1)).unwrap();
        node.connected("stranger:1").await
    };
    let (_, connected) = tokio::join!(dialling, asking);
    let is_told = |event: &Event| match event {
        Event::Unreachable(Target::Peer(at), _) | Event::Down(at, ..) => {
            (*at == peer).then_some(())
        }
        _ => None,
    };
    recorder.wait_here(1, is_told).await;
    // A connection may have been there for a moment, and have ended by now.
    tokio::time::sleep(Duration::from_secs(60)).await;
    let ups = recorder.find(up).len();
    assert!(connected.is_err() || ups > 0, "{number} {way:?}");
    assert_eq!(recorder.find(down).len(), ups, "{number} {way:?}");
    // What is sent later is told of, too.
    let told = recorder.find(is_told).len();
    node.send(peer, numbered(6, 2)).unwrap();
    recorder.wait_here(told + 1, is_told).await;
    assert!(!node.is_connected(peer), "{number} {way:?}");
    if let Some(answering) = answering {
        answering.abort();
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_waits_for_a_peer_that_ends_within_a_greeting_is_told() {
    let network = MemoryNetwork::new();
    let _node = memory_node(&network, NODE).await;
    for number in [1, 9] {
        let stranger = Stranger::dial(&network, number, "node5:1").await;
        let whole = part(&stranger, number).len();
        for bytes in 0..=whole {
            for (dials, answers) in [(true, false), (false, true), (true, true)] {
                let way = Way {
                    dials,
                    answers,
                    bytes,
                };
                try_way(number, way).await;
            }
        }
    }
}
