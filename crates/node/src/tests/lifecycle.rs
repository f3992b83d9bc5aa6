//! Up, down, again; who is told what, and how often.

use super::*;
use crate::host::BoxFuture;
use crate::testing::Folder;
use std::sync::atomic::{AtomicIsize, Ordering};

#[test]
fn a_lost_peer_is_down_once_and_another_one_takes_its_address() {
    let folder = Folder::new();
    let (node, recorder) = tls_node(folder.path());
    let (first, _) = tls_node(folder.path());
    let address = first.address().to_owned();
    node.send_to(&address, numbered(1, 1)).unwrap();
    let (peer, epoch) = recorder.wait(1, up)[0];
    drop(first);
    assert_eq!(recorder.wait(1, down)[0].0, peer);

    let mut config = Config::new(folder.path());
    config.listen = address.clone();
    let (second, at_second) = tls_node_with(config);
    // The old incarnation is gone for ever, its address is not.
    node.send(peer, numbered(1, 2)).unwrap();
    let gone = (Target::Peer(peer), ConnectError::Gone);
    assert_eq!(recorder.wait(1, unreachable), [gone]);
    assert!(matches!(
        node.send(peer, numbered(1, 3)),
        Err(SendError::NotConnected(_))
    ));
    node.send_to(&address, numbered(1, 4)).unwrap();
    at_second.wait(1, signal);
    let ups = recorder.wait(2, up);
    assert_ne!(ups[1].0, peer);
    assert_eq!(epoch, Epoch(1));
    assert_eq!(
        node.peer_by_identity(second.id(), second.incarnation()),
        Some(ups[1].0)
    );
    assert_eq!(recorder.find(down).len(), 1);
}

#[test]
fn a_stopping_node_sends_what_is_queued_and_says_goodbye() {
    let folder = Folder::new();
    let (node, recorder) = tls_node(folder.path());
    let (leaving, _) = tls_node(folder.path());
    for number in 0..2000 {
        leaving
            .send_to(node.address(), numbered(1, number))
            .unwrap();
    }
    recorder.wait(1, up);
    let start = std::time::Instant::now();
    leaving.stop("done", PATIENCE);
    // It does not wait for dials that nobody makes.
    assert!(start.elapsed() < PATIENCE / 2);
    let (_, _, reason) = recorder.wait(1, down).remove(0);
    assert_eq!(reason, DownReason::Goodbye(Code::STOPPED, "done".into()));
    assert_eq!(numbers(&recorder, 1).len(), 2000);
    assert!(matches!(
        leaving.send_to("127.0.0.1:1", numbered(1, 1)),
        Err(SendError::NotConnected(_))
    ));
}

/// Its memory is counted, and the count is that of the whole program.
#[test]
fn a_node_that_has_stopped_keeps_nothing_for_those_it_did_not_reach() {
    static COUNTED: AtomicIsize = AtomicIsize::new(0);
    let folder = Folder::new();
    let mut config = Config::new(folder.path());
    config.limits.budget.count = |bytes| {
        COUNTED.fetch_add(bytes, Ordering::SeqCst);
    };
    let (node, recorder) = tls_node_with(config);
    let mut config = Config::new(folder.path());
    // Where nobody else is given the port when it is free.
    config.listen = "127.0.0.2:0".to_owned();
    let (lost, _) = tls_node_with(config);
    let address = lost.address().to_owned();
    node.send_to(&address, numbered(1, 1)).unwrap();
    let (peer, _) = recorder.wait(1, up)[0];
    drop(lost);
    recorder.wait(1, down);
    // Somebody is there, and says nothing. The thread that listened may end a moment after its connections.
    let deadline = std::time::Instant::now() + PATIENCE;
    let silent = loop {
        match std::net::TcpListener::bind(&address) {
            Ok(silent) => break silent,
            Err(error) => assert!(std::time::Instant::now() < deadline, "{error}"),
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    let other = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    node.send(peer, numbered(1, 2)).unwrap();
    let address = other.local_addr().unwrap().to_string();
    node.send_to(&address, numbered(1, 3)).unwrap();
    assert!(COUNTED.load(Ordering::SeqCst) > 0);
    node.stop("done", Duration::from_millis(50));
    assert_eq!(COUNTED.load(Ordering::SeqCst), 0);
    drop((node, silent, other));
}

/// As many as there may be at a time, again and again.
#[test]
fn connections_that_were_lost_count_no_more() {
    let folder = Folder::new();
    let mut config = Config::new(folder.path());
    config.limits.connections = 3;
    let (node, recorder) = tls_node_with(config);
    for round in 1..=8 {
        let (other, _) = tls_node(folder.path());
        node.send_to(other.address(), numbered(1, round as u64))
            .unwrap();
        recorder.wait(round, up);
        drop(other);
        recorder.wait(round, down);
    }
    assert!(recorder.find(unreachable).is_empty());
}

#[test]
fn an_address_where_nobody_listens_is_unreachable() {
    let folder = Folder::new();
    let (node, recorder) = tls_node(folder.path());
    let free = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .to_string();
    node.send_to(&free, numbered(1, 1)).unwrap();
    let (target, error) = recorder.wait(1, unreachable).remove(0);
    assert_eq!(target, Target::Address(free.as_str().into()));
    assert!(matches!(error, ConnectError::Carrier(CarrierError::Io(_))));
    let (sender, receiver) = std::sync::mpsc::channel();
    node.connect(&free, move |result| sender.send(result).unwrap());
    assert!(receiver.recv_timeout(PATIENCE).unwrap().is_err());
}

#[test]
fn a_node_does_not_connect_to_itself() {
    let folder = Folder::new();
    let (node, recorder) = tls_node(folder.path());
    node.send_to(node.address(), numbered(1, 1)).unwrap();
    assert_eq!(recorder.wait(1, unreachable)[0].1, ConnectError::Itself);
}

#[test]
fn who_listens_everywhere_must_say_what_others_are_to_dial() {
    let folder = Folder::new();
    let everywhere = || {
        let mut config = Config::new(folder.path());
        config.listen = "0.0.0.0:0".into();
        config
    };
    let Err(error) = Node::start(everywhere(), Recorder::new()) else {
        panic!("it must not start")
    };
    assert!(matches!(error, NodeError::NothingToDial { .. }));
    let mut config = everywhere();
    config.advertise = Some("LOCALHOST.:0".into());
    let node = Node::start(config, Recorder::new()).unwrap();
    let (host, port) = node.address().rsplit_once(':').unwrap();
    assert_eq!(host, "localhost");
    assert_ne!(port, "0");
    let mut config = everywhere();
    config.advertise = Some("::1:3001".into());
    let error = Node::start(config, Recorder::new()).err();
    assert!(matches!(error, Some(NodeError::NoAddress { .. })));
}

#[tokio::test(start_paused = true)]
async fn a_silent_peer_is_down_after_four_heartbeats() {
    let network = MemoryNetwork::new();
    let (_node, recorder) = memory_node(&network, 9).await;
    let mut stranger = Stranger::dial(&network, 1, "node9:1").await;
    stranger.greet().await;
    let start = tokio::time::Instant::now();
    let downs = recorder.wait_here(1, down).await;
    assert!(matches!(downs[0].2, DownReason::Silent { .. }));
    let waited = start.elapsed();
    assert!(
        waited >= Duration::from_secs(4) && waited < Duration::from_secs(6),
        "{waited:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn an_idle_connection_stays_up() {
    let network = MemoryNetwork::new();
    let (one, at_one) = memory_node(&network, 1).await;
    let (other, at_other) = memory_node(&network, 2).await;
    one.connected(other.address()).await.unwrap();
    tokio::time::sleep(Duration::from_secs(3600)).await;
    assert!(at_one.find(down).is_empty() && at_other.find(down).is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_cut_connection_is_made_anew_on_use_with_the_next_epoch() {
    let network = MemoryNetwork::new();
    let (one, at_one) = memory_node(&network, 1).await;
    let (other, at_other) = memory_node(&network, 2).await;
    for round in 1..=5 {
        one.send_to(other.address(), numbered(1, round)).unwrap();
        at_other.wait_here(round as usize, signal).await;
        network.cut(one.id(), other.id());
        for recorder in [&at_one, &at_other] {
            let downs = recorder.wait_here(round as usize, down).await;
            assert_eq!(downs.len(), round as usize);
            assert_eq!(downs.last().unwrap().1, Epoch(round));
        }
    }
    for recorder in [at_one, at_other] {
        let order: Vec<&str> = recorder
            .events()
            .iter()
            .filter_map(|event| match event {
                Event::Up(..) => Some("up"),
                Event::Down(..) => Some("down"),
                _ => None,
            })
            .collect();
        assert_eq!(order, ["up", "down"].repeat(5));
    }
}

#[tokio::test(start_paused = true)]
async fn node_down_comes_after_the_last_signal_even_if_that_is_handled_late() {
    let network = MemoryNetwork::new();
    let (one, _at_one) = memory_node(&network, 1).await;
    let (other, at_other) = memory_node(&network, 2).await;
    let late = Signal::Send {
        to: 0,
        from: Some(1),
        payload: vec![],
    };
    one.send_to(other.address(), late).unwrap();
    one.send_to(other.address(), numbered(1, 2)).unwrap();
    at_other.wait_here(1, signal).await;
    network.cut(one.id(), other.id());
    // The next connection waits for the end of the one before, without being taken for dead.
    tokio::time::sleep(Duration::from_secs(1)).await;
    one.send_to(other.address(), numbered(1, 3)).unwrap();
    tokio::time::sleep(Duration::from_secs(10)).await;
    assert!(at_other.find(down).is_empty());
    at_other.open.send_replace(true);
    at_other.wait_here(3, signal).await;
    let order: Vec<u8> = at_other
        .events()
        .iter()
        .filter_map(|event| match event {
            Event::Up(..) => Some(b'u'),
            Event::Signal(..) => Some(b's'),
            Event::Down(..) => Some(b'd'),
            _ => None,
        })
        .collect();
    assert_eq!(String::from_utf8_lossy(&order), "ussdus");
}

#[tokio::test(start_paused = true)]
async fn a_peer_that_lost_its_connection_can_replace_it() {
    let network = MemoryNetwork::new();
    let (_node, recorder) = memory_node(&network, 9).await;
    let mut first = Stranger::dial(&network, 1, "node9:1").await;
    assert_eq!(first.greet().await, Verdict::Accept);
    recorder.wait_here(1, up).await;
    let mut second = Stranger::dial(&network, 1, "node9:1").await;
    assert_eq!(second.greet().await, Verdict::Duplicate { nonce: 7 });
    second.send(&Verdict::Stale.encode()).await;
    assert_eq!(
        Verdict::read(&mut second.connected.reader).await,
        Ok(Verdict::Accept)
    );
    recorder.wait_here(2, up).await;
    let peers: Vec<PeerId> = recorder.find(up).iter().map(|(peer, _)| *peer).collect();
    assert_eq!(peers[0], peers[1]);
    assert_eq!(
        recorder.find(down),
        [(peers[0], Epoch(1), DownReason::Replaced)]
    );
}

#[tokio::test(start_paused = true)]
async fn a_greater_peer_that_lost_its_connection_can_replace_it() {
    let network = MemoryNetwork::new();
    let (_node, recorder) = memory_node(&network, 1).await;
    let mut strangers = Vec::new();
    for count in 1..=2 {
        let mut stranger = Stranger::dial(&network, 9, "node1:1").await;
        let mut bytes = stranger.hello().encode();
        bytes.extend(Verdict::Accept.encode());
        stranger.send(&bytes).await;
        recorder.wait_here(count, up).await;
        strangers.push(stranger);
    }
    assert_eq!(recorder.find(down).len(), 1);
    assert_eq!(recorder.find(down)[0].2, DownReason::Replaced);
}

/// Code of a node with other primitives may be refused when it comes, which is said before.
#[tokio::test(start_paused = true)]
async fn who_has_other_primitives_is_told_of() {
    let own = CodeVersions::own();
    let other = CodeVersions {
        primitives: own.primitives.map(|byte| !byte),
        ..own
    };
    for (code, is_told) in [(own, false), (CodeVersions::NONE, false), (other, true)] {
        let network = MemoryNetwork::new();
        let (_node, recorder) = memory_node(&network, 1).await;
        let mut stranger = Stranger::dial(&network, 9, "node1:1").await;
        let hello = Hello {
            code,
            ..stranger.hello()
        };
        let mut bytes = hello.encode();
        bytes.extend(Verdict::Accept.encode());
        stranger.send(&bytes).await;
        recorder.wait_here(1, up).await;
        let told = recorder.find(|event| match event {
            Event::Other(text) => Some(text.contains("its primitives are not those of this node")),
            _ => None,
        });
        assert_eq!(told.contains(&true), is_told, "{:?}", recorder.events());
    }
}

#[tokio::test(start_paused = true)]
async fn nodes_in_memory_that_dial_each_other_get_one_connection() {
    for round in 0..30 {
        let network = MemoryNetwork::new();
        let (one, at_one) = memory_node(&network, 1).await;
        let (other, at_other) = memory_node(&network, 2).await;
        for number in 0..20 {
            one.send_to(other.address(), numbered(1, number)).unwrap();
            if number == round % 20 {
                tokio::task::yield_now().await;
            }
            other.send_to(one.address(), numbered(1, number)).unwrap();
        }
        for recorder in [&at_one, &at_other] {
            recorder.wait_here(20, signal).await;
            assert!(numbers(recorder, 1).into_iter().eq(0..20));
            assert_eq!((recorder.find(up).len(), recorder.find(down).len()), (1, 0));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_peer_known_by_hearsay_is_reached_by_its_number() {
    let network = MemoryNetwork::new();
    let (one, at_one) = memory_node(&network, 1).await;
    let (other, at_other) = memory_node(&network, 2).await;
    let peer = one.introduce(other.id(), other.incarnation(), other.address());
    one.send(peer, numbered(1, 1)).unwrap();
    at_other.wait_here(1, signal).await;
    assert_eq!(at_one.find(up), [(peer, Epoch(1))]);
    assert!(one.peer_info(peer).unwrap().build.starts_with("mound"));
    let former = one.introduce(other.id(), other.incarnation() ^ 1, other.address());
    one.send(former, numbered(1, 1)).unwrap();
    assert_eq!(
        at_one.wait_here(1, unreachable).await,
        [(Target::Peer(former), ConnectError::Gone)]
    );
}

/// A handler with a defect.
struct Panicking;

impl Handler for Panicking {
    fn signal(&self, _peer: PeerId, _signal: Signal) -> Handled {
        panic!("a defect of the handler, for this test");
    }

    fn unit(&self, _hash: UnitHash) -> Option<Arc<[u8]>> {
        None
    }

    fn node_down(&self, _peer: PeerId, _epoch: Epoch, _reason: &DownReason) {
        panic!("another one");
    }
}

#[tokio::test(start_paused = true)]
async fn a_handler_that_panics_loses_its_connection_but_not_its_node() {
    let network = MemoryNetwork::new();
    let carrier = CarrierChoice::Given(Arc::new(network.carrier(NodeId([9; 16]))));
    let config = Config::with_carrier(carrier, "node9:1");
    let node = Node::start_here(config, Arc::new(Panicking)).await.unwrap();
    let (other, at_other) = memory_node(&network, 1).await;
    for round in 1..=3 {
        other.send_to(node.address(), numbered(1, round)).unwrap();
        at_other.wait_here(round as usize, down).await;
    }
}

/// A network on which the certificates of all peers that are dialled have ended.
struct Ended(MemoryCarrier);

impl Carrier for Ended {
    fn node(&self) -> NodeId {
        self.0.node()
    }

    fn listen(&self, address: &str) -> BoxFuture<std::io::Result<Box<dyn Listener>>> {
        self.0.listen(address)
    }

    fn dial(&self, address: &str) -> BoxFuture<Result<Connected, CarrierError>> {
        let dialled = self.0.dial(address);
        Box::pin(async move {
            let mut connected = dialled.await?;
            connected.credential.ends = 1;
            Ok(connected)
        })
    }
}

#[tokio::test(start_paused = true)]
async fn a_connection_ends_with_the_certificate_of_the_peer() {
    let network = MemoryNetwork::new();
    let (node, at_node) = memory_node(&network, 9).await;
    let carrier = Arc::new(Ended(network.carrier(NodeId([3; 16]))));
    let config = Config::with_carrier(CarrierChoice::Given(carrier), "node3:0");
    let recorder = Recorder::new();
    let strict = Node::start_here(config, recorder.clone()).await.unwrap();
    strict.connect(node.address(), |_| {});
    let why = "the certificate of the authority's machine has ended";
    let reason = DownReason::Dismissed(Code::EXPIRED, why.into());
    assert_eq!(recorder.wait_here(1, down).await[0].2, reason);
    let reason = DownReason::Goodbye(Code::EXPIRED, why.into());
    assert_eq!(at_node.wait_here(1, down).await[0].2, reason);
}
