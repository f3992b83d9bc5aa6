//! Clusters whose machines come, go and get new certificates while their nodes run. A home is a machine here.

use super::*;
use crate::cluster::tests::make_member;
use crate::cluster::{membership, revoke, rotate};
use crate::error::CarrierError;
use crate::identity::{Bulletin, unix_time};
use crate::testing::Folder;

/// A running node with a home of its own.
struct Machine {
    folder: Folder,
    node: Node,
    recorder: Arc<Recorder>,
}

fn start(folder: Folder) -> Machine {
    let recorder = Recorder::new();
    let node = Node::start(Config::new(folder.path()), recorder.clone()).unwrap();
    Machine {
        folder,
        node,
        recorder,
    }
}

/// The authority's machine, and others that were let in so many days ago.
fn cluster(days_ago: &[(&str, u64)]) -> (Machine, Vec<Machine>) {
    let host = Folder::new();
    let others: Vec<Folder> = days_ago
        .iter()
        .map(|(name, days)| {
            let folder = Folder::new();
            make_member(host.path(), folder.path(), name, *days);
            folder
        })
        .collect();
    (start(host), others.into_iter().map(start).collect())
}

fn connect(from: &Machine, to: &Machine) -> Result<PeerId, ConnectError> {
    let (sender, receiver) = std::sync::mpsc::channel();
    from.node.connect(to.node.address(), move |result| {
        sender.send(result).unwrap()
    });
    receiver.recv_timeout(PATIENCE).unwrap()
}

fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let end = std::time::Instant::now() + PATIENCE;
    while !condition() {
        assert!(std::time::Instant::now() < end, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn has_ended(machine: &Machine, peer: PeerId) -> DownReason {
    let of_peer = |event: &Event| down(event).filter(|(down, ..)| *down == peer);
    machine.recorder.wait(1, of_peer)[0].2.clone()
}

#[test]
fn running_nodes_let_go_a_machine_that_is_put_out() {
    let (host, others) = cluster(&[("web", 1), ("db", 1)]);
    let [web, db] = &others[..] else { panic!() };
    let to_db = connect(&host, db).unwrap();
    let to_web = connect(db, web).unwrap();
    let credential = db.node.credential(to_web).unwrap();
    assert_eq!(credential.machine.unwrap().name, "web");
    // Its key is written nowhere else than where the authority is.
    revoke(host.folder.path(), "web").unwrap();
    let why = has_ended(db, to_web);
    assert_eq!(
        why,
        DownReason::Dismissed(
            Code::REVOKED,
            "machine web was put out of the cluster".into()
        )
    );
    let back = web.recorder.wait(1, down)[0].2.clone();
    assert!(
        matches!(back, DownReason::Goodbye(Code::REVOKED, _)),
        "{back:?}"
    );
    // It does not come back, in either direction.
    assert!(matches!(
        connect(db, web),
        Err(ConnectError::Carrier(CarrierError::RevokedPeer))
    ));
    assert!(matches!(
        connect(web, db),
        Err(ConnectError::Carrier(CarrierError::RevokedToPeer))
    ));
    // The others stay connected all the time.
    assert!(host.node.live_peers().contains(&to_db));
    assert!(
        db.recorder
            .find(down)
            .iter()
            .all(|(peer, ..)| *peer == to_web)
    );
}

#[test]
fn a_node_that_was_away_hears_who_was_put_out() {
    let (host, mut others) = cluster(&[("web", 1), ("db", 1)]);
    let db = others.pop().unwrap();
    revoke(host.folder.path(), "web").unwrap();
    wait_until("it is known here", || connect(&host, &others[0]).is_err());
    connect(&db, &host).unwrap();
    wait_until("it is known there", || {
        Bulletin::read(db.folder.path()).unwrap().is_some()
    });
    wait_until("it is let in no more", || connect(&db, &others[0]).is_err());
}

#[test]
fn a_certificate_is_renewed_while_the_node_runs() {
    // Of its year, 65 days are left.
    let (host, others) = cluster(&[("web", 300)]);
    let web = &others[0];
    let end = |machine: &Machine| membership(machine.folder.path()).unwrap().unwrap().expires;
    let before = end(web);
    let peer = connect(&host, web).unwrap();
    wait_until("it is renewed", || end(web) > before);
    assert!(end(web) > unix_time() + 360 * 24 * 3600);
    // The same node, and the same connection.
    assert_eq!(connect(&host, web), Ok(peer));
    assert!(host.recorder.find(down).is_empty());
}

/// The node that can renew is dialled again when it is time.
#[test]
fn a_machine_finds_its_issuer_again() {
    let (host, mut others) = cluster(&[("web", 300)]);
    let Machine { folder, node, .. } = others.pop().unwrap();
    drop(node);
    let member = crate::identity::member::keep_issuer_address(folder.path(), host.node.address());
    member.unwrap();
    let before = membership(folder.path()).unwrap().unwrap().expires;
    let web = start(folder);
    wait_until("it is renewed", || {
        membership(web.folder.path()).unwrap().unwrap().expires > before
    });
}

/// A machine remembers where its issuer is, and nobody else.
#[test]
fn only_the_issuer_is_remembered() {
    let address_of = |folder: &Folder| crate::identity::member::issuer_address(folder.path());
    let (host, mut others) = cluster(&[("web", 1), ("db", 1)]);
    let (db, web) = (others.pop().unwrap(), others.pop().unwrap());
    connect(&web, &db).unwrap();
    connect(&db, &host).unwrap();
    wait_until("the issuer is remembered", || {
        address_of(&db.folder).unwrap().as_deref() == Some(host.node.address())
    });
    // What a node has begun to write is written when it has ended.
    let Machine { folder, node, .. } = web;
    drop(node);
    assert_eq!(address_of(&folder).unwrap(), None);
    let Machine { folder, node, .. } = host;
    drop(node);
    assert_eq!(address_of(&folder).unwrap(), None);
}

#[test]
fn running_nodes_follow_a_new_key_of_the_authority() {
    let (host, others) = cluster(&[("web", 1), ("db", 1)]);
    let [web, db] = &others[..] else { panic!() };
    connect(&host, web).unwrap();
    connect(web, db).unwrap();
    let home = |machine: &Machine| machine.folder.path().to_owned();
    let second = rotate(&home(&host), Duration::from_secs(30 * 24 * 3600))
        .unwrap()
        .authority;
    // By way of the first, the second hears of it.
    wait_until("both have heard", || {
        [web, db]
            .iter()
            .all(|machine| Bulletin::read(&home(machine)).unwrap().is_some())
    });
    // It is time for new certificates; one has no way to the authority yet.
    let publish = |change: fn(&mut Bulletin)| {
        let result = Bulletin::publish(&home(&host), |bulletin| {
            change(bulletin);
            Ok(())
        });
        result.unwrap();
    };
    publish(|bulletin| bulletin.authorities[1].from = unix_time());
    let authority = |machine: &Machine| membership(&home(machine)).unwrap().unwrap().authority;
    wait_until("the first is certified anew", || authority(web) == second);
    assert_ne!(authority(db), second);
    connect(db, &host).unwrap();
    wait_until("the other is certified anew", || authority(db) == second);
    // The old one ends, and nobody notices.
    publish(|bulletin| bulletin.authorities[0].until = unix_time() + 1);
    wait_until("the new one is in its place", || {
        !home(&host).join("authority-next.pem").exists()
    });
    for machine in [&host, web, db] {
        assert!(machine.recorder.find(down).is_empty());
    }
    let fresh = start(Folder::new());
    assert!(
        connect(&fresh, &host).is_err(),
        "others are strangers still"
    );
    let late = Folder::new();
    make_member(&home(&host), late.path(), "late", 0);
    let late = start(late);
    for machine in [&host, web, db] {
        wait_until("the new key is believed", || {
            connect(&late, machine).is_ok()
        });
        connect(machine, &late).unwrap();
    }
}
