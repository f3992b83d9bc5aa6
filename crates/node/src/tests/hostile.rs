//! What strangers and broken peers can do: end their own connection, and nothing else.

use std::io::{Read, Write};
use std::net::TcpStream;

use super::*;
use crate::testing::Folder;

/// The node still works: another one can talk to it.
fn assert_alive(node: &Node, recorder: &Recorder, home: &Path) {
    let before = recorder.find(signal).len();
    let (friend, _) = tls_node(home);
    friend.send_to(node.address(), numbered(1, 1)).unwrap();
    recorder.wait(before + 1, signal);
}

#[test]
fn garbage_before_tls_is_refused_and_reported() {
    let folder = Folder::new();
    let (node, recorder) = tls_node(folder.path());
    let garbage: [&[u8]; 4] = [
        b"GET / HTTP/1.1\r\n\r\n",
        &[0xff; 5000],
        &[0; 100],
        b"mound\0\x01\0\0\0",
    ];
    for (count, bytes) in garbage.iter().enumerate() {
        let mut socket = TcpStream::connect(node.address()).unwrap();
        // The node may close before all is written.
        let _ = socket.write_all(bytes);
        let _ = socket.shutdown(std::net::Shutdown::Write);
        let _ = socket.read_to_end(&mut Vec::new());
        recorder.wait(count + 1, refused);
    }
    assert_alive(&node, &recorder, folder.path());
}

#[test]
fn silent_strangers_are_dropped_and_do_not_hold_up_others() {
    let folder = Folder::new();
    let mut config = Config::new(folder.path());
    config.times.handshake_limit = Duration::from_millis(300);
    let (node, recorder) = tls_node_with(config);
    let mut silent: Vec<TcpStream> = (0..5)
        .map(|_| TcpStream::connect(node.address()).unwrap())
        .collect();
    assert_alive(&node, &recorder, folder.path());
    assert_eq!(recorder.wait(5, refused), vec![ConnectError::TimedOut; 5]);
    for socket in &mut silent {
        let _ = socket.read_to_end(&mut Vec::new());
    }
}

#[test]
fn the_oldest_strangers_give_way() {
    let folder = Folder::new();
    let mut config = Config::new(folder.path());
    config.limits.greetings = 2;
    let (node, recorder) = tls_node_with(config);
    let _strangers: Vec<TcpStream> = (0..5)
        .map(|_| TcpStream::connect(node.address()).unwrap())
        .collect();
    assert_eq!(
        recorder.wait(3, refused)[..3],
        vec![ConnectError::GaveWay; 3]
    );
}

/// With a limit of time so long that only displaced strangers let anybody in.
#[test]
fn hundreds_of_silent_strangers_keep_nobody_out() {
    let folder = Folder::new();
    let mut config = Config::new(folder.path());
    config.limits.greetings = 16;
    config.times.handshake_limit = Duration::from_secs(3600);
    let (node, recorder) = tls_node_with(config);
    let _silent: Vec<TcpStream> = (0..300)
        .map(|_| TcpStream::connect(node.address()).unwrap())
        .collect();
    assert_alive(&node, &recorder, folder.path());
    // Of 284 that gave way, twenty are told each; the others will be told as a number.
    recorder.wait(20, refused);
    assert!(recorder.find(refused).len() < 100);
}

#[test]
fn a_foreign_authority_is_refused_with_the_reason_on_both_sides() {
    let (ours, theirs) = (Folder::new(), Folder::new());
    let (node, at_node) = tls_node(ours.path());
    let (foreigner, at_foreigner) = tls_node(theirs.path());
    foreigner.send_to(node.address(), numbered(1, 1)).unwrap();
    assert_eq!(
        at_foreigner.wait(1, unreachable)[0].1,
        ConnectError::Carrier(CarrierError::ForeignPeer)
    );
    assert_eq!(
        at_node.wait(1, refused),
        [ConnectError::Carrier(CarrierError::ForeignToPeer)]
    );
    assert!(at_node.find(signal).is_empty());
    assert_alive(&node, &at_node, ours.path());
}

#[test]
fn a_client_without_certificate_is_refused() {
    let folder = Folder::new();
    let (node, recorder) = tls_node(folder.path());
    let trust = Identity::open(folder.path()).unwrap().trust;
    let mut roots = rustls::RootCertStore::empty();
    roots.add(trust.authorities()[0].clone()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = rustls::ClientConfig::builder_with_provider(provider)
        .with_protocol_versions(&[&rustls::version::TLS13])
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"mound".to_vec()];
    let name = rustls::pki_types::ServerName::try_from("mound-node").unwrap();
    let mut client = rustls::ClientConnection::new(Arc::new(config), name).unwrap();
    let mut socket = TcpStream::connect(node.address()).unwrap();
    let mut stream = rustls::Stream::new(&mut client, &mut socket);
    let _ = stream.write_all(b"hello");
    assert!(stream.read_to_end(&mut Vec::new()).is_err());
    assert!(matches!(
        recorder.wait(1, refused)[0],
        ConnectError::Carrier(CarrierError::Tls(_))
    ));
}

#[tokio::test(start_paused = true)]
async fn another_version_is_named_on_both_sides() {
    let network = MemoryNetwork::new();
    let (_node, recorder) = memory_node(&network, 9).await;
    let mut stranger = Stranger::dial(&network, 1, "node9:1").await;
    // The ones before.
    let versions = Versions::only(PROTOCOL.oldest - 1);
    let hello = Hello {
        versions,
        ..stranger.hello()
    };
    stranger.send(&hello.encode()).await;
    let expected = ConnectError::Version {
        ours: PROTOCOL,
        theirs: versions,
        build: "stranger".into(),
    };
    assert_eq!(recorder.wait_here(1, refused).await, [expected]);
    // The stranger, too, has got a hello that tells it the node's version.
    assert!(Hello::read(&mut stranger.connected.reader).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_greeting_in_a_false_name_is_refused() {
    let network = MemoryNetwork::new();
    let (_node, recorder) = memory_node(&network, 9).await;
    let mut stranger = Stranger::dial(&network, 1, "node9:1").await;
    stranger.node = NodeId([2; 16]);
    assert!(matches!(
        stranger.greet().await,
        Verdict::Refuse(Code::IDENTITY, _)
    ));
    assert_eq!(
        recorder.wait_here(1, refused).await,
        [ProtocolError::OtherIdentity.into()]
    );
}

#[tokio::test(start_paused = true)]
async fn capabilities_that_do_not_match_are_refused() {
    let network = MemoryNetwork::new();
    let mandatory = Capabilities {
        offered: 0b11,
        mandatory: 0b01,
    };
    let (node, at_node) =
        memory_node_with(&network, 9, |config| config.capabilities = mandatory).await;
    let (poor, at_poor) = memory_node(&network, 1).await;
    poor.send_to(node.address(), numbered(1, 1)).unwrap();
    let there = ConnectError::Capabilities {
        missing_here: 0,
        missing_there: 1,
    };
    let here = ConnectError::Capabilities {
        missing_here: 1,
        missing_there: 0,
    };
    assert_eq!(at_node.wait_here(1, refused).await, [there]);
    assert_eq!(at_poor.wait_here(1, unreachable).await[0].1, here);
}

#[tokio::test(start_paused = true)]
async fn malformed_frames_end_the_connection_and_nothing_else() {
    let mut fragment = Vec::new();
    put_header(&mut fragment, FrameKind::Last, 3, 1);
    fragment.push(0);
    let mut bad_signal = Vec::new();
    put_header(&mut bad_signal, FrameKind::Whole, 3, 1);
    bad_signal.push(1);
    let mut credit = Vec::new();
    put_header(&mut credit, FrameKind::Credit, 3, 0);
    let cases: [(&[u8], ProtocolError); 6] = [
        (
            &[3, 2, 0xff, 0xff],
            ProtocolError::FrameTooLong { length: 0xffff },
        ),
        (&[99, 0, 0, 0], ProtocolError::UnknownFrame { kind: 99 }),
        (&[3, 99, 0, 0], ProtocolError::UnknownLane { lane: 99 }),
        (&fragment, ProtocolError::FragmentOutOfPlace { lane: 3 }),
        (&bad_signal, ProtocolError::BadSignal { kind: 1 }),
        (&credit, ProtocolError::FragmentOutOfPlace { lane: 3 }),
    ];
    let network = MemoryNetwork::new();
    let (node, recorder) = memory_node(&network, 9).await;
    for (count, (bytes, expected)) in cases.iter().enumerate() {
        let mut stranger = Stranger::dial(&network, 1, "node9:1").await;
        assert_eq!(stranger.greet().await, Verdict::Accept);
        stranger.send(bytes).await;
        let downs = recorder.wait_here(count + 1, down).await;
        assert_eq!(downs[count].2, DownReason::Protocol(expected.clone()));
        // Both sides can read why.
        let (code, words) = stranger.goodbye().await;
        assert_eq!(code, expected.code());
        assert_eq!(words, format!("protocol error: {expected}"));
        let logged = recorder.find(|event| match event {
            Event::Other(text) if text.ends_with(&words) => Some(text.clone()),
            _ => None,
        });
        assert!(logged[0].contains("stranger:1"), "{logged:?}");
    }
    let (friend, _) = memory_node(&network, 2).await;
    friend.send_to(node.address(), numbered(1, 1)).unwrap();
    recorder.wait_here(1, signal).await;
}

#[tokio::test(start_paused = true)]
async fn optional_signals_of_later_versions_are_skipped() {
    let network = MemoryNetwork::new();
    let (_node, recorder) = memory_node(&network, 9).await;
    let mut stranger = Stranger::dial(&network, 1, "node9:1").await;
    stranger.greet().await;
    let mut frames = Vec::new();
    let known = numbered(3, 4);
    for (lane, bytes) in [
        (known.lane(), vec![200, 1, 2]),
        (known.lane(), known.clone().encode()),
    ] {
        put_header(&mut frames, FrameKind::Whole, lane, bytes.len());
        frames.extend_from_slice(&bytes);
    }
    stranger.send(&frames).await;
    assert_eq!(recorder.wait_here(1, signal).await, [known]);
    assert!(
        recorder
            .events()
            .iter()
            .any(|event| matches!(event, Event::Other(text) if text.contains("200")))
    );
}
