//! Machines that are let in, and those that are not. A home of its own is a machine here.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::mpsc::channel;
use std::time::Duration;

use super::*;
use crate::carrier::{Carrier, TlsTcp};
use crate::error::CarrierError;
use crate::identity::Identity;
use crate::testing::Folder;

const LIMIT: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 3600);

fn offer(name: &str) -> Offer {
    Offer {
        listen: "127.0.0.1:0".into(),
        advertise: None,
        name: name.into(),
        waits: LIMIT,
        valid: DAY,
    }
}

/// Invites a machine; `guest` is given the invitation.
fn inviting<T: Send>(
    home: &Path,
    offer: &Offer,
    guest: impl FnOnce(Invitation) -> T + Send,
) -> (Result<MemberRecord, ClusterError>, T) {
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        let host = scope.spawn(move || {
            invite(home, offer, move |invitation| {
                let (address, token) = (invitation.address.clone(), invitation.token.clone());
                sender.send(Invitation { address, token }).unwrap();
            })
        });
        let result = guest(receiver.recv_timeout(LIMIT).unwrap());
        (host.join().unwrap(), result)
    })
}

/// Whether a node of the first home gets a connection with one of the second, and why not.
fn connect(from: &Path, to: &Path) -> Result<(), CarrierError> {
    let (from, to) = (Identity::open(from).unwrap(), Identity::open(to).unwrap());
    let (from, to) = (TlsTcp::new(&from).unwrap(), TlsTcp::new(&to).unwrap());
    runtime().unwrap().block_on(async move {
        let mut listener = to.listen("127.0.0.1:0").await.unwrap();
        let address = listener.address();
        let accept = async {
            let incoming = listener.accept().await.unwrap();
            incoming.authenticate.await.map(|connected| connected.node)
        };
        let (accepted, dialled) = tokio::join!(accept, from.dial(&address));
        assert_eq!(dialled?.node, to.node());
        assert_eq!(accepted?, from.node());
        Ok(())
    })
}

#[test]
fn a_machine_with_a_token_gets_in() {
    let (host, guest, second) = (Folder::new(), Folder::new(), Folder::new());
    let authority = init(host.path()).unwrap();
    for (folder, name) in [(&guest, "web-1"), (&second, "web.2")] {
        let (record, joined) = inviting(host.path(), &offer(name), |invitation| {
            join(folder.path(), &invitation.address, &invitation.token, false).unwrap()
        });
        let record = record.unwrap();
        assert_eq!((&*record.name, &*joined.name), (name, name));
        assert_eq!(record.expires, joined.expires);
        assert_eq!(joined.authority, authority);
    }
    for (from, to) in [
        (&host, &guest),
        (&guest, &host),
        (&guest, &second),
        (&second, &second),
    ] {
        assert_eq!(connect(from.path(), to.path()), Ok(()));
    }
    let names: Vec<String> = list(host.path())
        .unwrap()
        .into_iter()
        .map(|record| record.name)
        .collect();
    assert_eq!(names, ["web-1", "web.2"]);
    // The key of the authority has stayed where it was.
    assert!(!guest.path().join("authority.pem").exists());
    assert!(matches!(
        invite(guest.path(), &offer("web-3"), |_| ()),
        Err(ClusterError::IsMember(_))
    ));
}

#[test]
fn machines_of_different_clusters_do_not_talk() {
    let (host, guest, other) = (Folder::new(), Folder::new(), Folder::new());
    init(host.path()).unwrap();
    init(other.path()).unwrap();
    let _ = inviting(host.path(), &offer("web"), |invitation| {
        join(guest.path(), &invitation.address, &invitation.token, false).unwrap()
    });
    assert!(connect(other.path(), guest.path()).is_err());
    assert!(connect(guest.path(), other.path()).is_err());
}

#[test]
fn who_does_not_know_the_secret_is_refused_and_the_invitation_stays_good() {
    let (host, thief, guest) = (Folder::new(), Folder::new(), Folder::new());
    init(host.path()).unwrap();
    let (record, ()) = inviting(host.path(), &offer("web"), |invitation| {
        let (authority, secret) = invitation.token.split_at(32);
        let wrong = format!("{authority}{}", secret.chars().rev().collect::<String>());
        let refused = join(thief.path(), &invitation.address, &wrong, false).err();
        assert!(
            matches!(&refused, Some(ClusterError::Refused(_))),
            "{refused:?}"
        );
        assert!(membership(thief.path()).unwrap().is_none());
        join(guest.path(), &invitation.address, &invitation.token, false).unwrap();
    });
    assert_eq!(record.unwrap().name, "web");
}

/// A secret is shown to nobody but the one who made the token.
#[test]
fn who_is_of_another_cluster_learns_nothing() {
    let (host, impostor, guest) = (Folder::new(), Folder::new(), Folder::new());
    init(host.path()).unwrap();
    init(impostor.path()).unwrap();
    let mut short = offer("web");
    short.waits = Duration::from_secs(1);
    let (_, token) = inviting(host.path(), &short, |invitation| invitation.token);
    let (record, ()) = inviting(impostor.path(), &short, |invitation| {
        let refused = join(guest.path(), &invitation.address, &token, false).err();
        assert!(
            matches!(&refused, Some(ClusterError::OtherCluster)),
            "{refused:?}"
        );
    });
    assert!(matches!(record, Err(ClusterError::NobodyCame)));
}

#[test]
fn strangers_who_say_nothing_or_nonsense_hold_nobody_up() {
    let (host, guest) = (Folder::new(), Folder::new());
    init(host.path()).unwrap();
    let (record, silent) = inviting(host.path(), &offer("web"), |invitation| {
        let silent: Vec<TcpStream> = (0..20)
            .map(|_| TcpStream::connect(&invitation.address).unwrap())
            .collect();
        let mut rude = TcpStream::connect(&invitation.address).unwrap();
        rude.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
        // It is answered with an alert, or the connection ends.
        let _ = rude.read(&mut [0; 64]);
        join(guest.path(), &invitation.address, &invitation.token, false).unwrap();
        silent
    });
    assert_eq!(record.unwrap().name, "web");
    drop(silent);
}

#[test]
fn a_token_is_good_once() {
    let (host, guest, late) = (Folder::new(), Folder::new(), Folder::new());
    init(host.path()).unwrap();
    let (record, invitation) = inviting(host.path(), &offer("web"), |invitation| {
        join(guest.path(), &invitation.address, &invitation.token, false).unwrap();
        invitation
    });
    record.unwrap();
    let refused = join(late.path(), &invitation.address, &invitation.token, false).err();
    assert!(matches!(refused, Some(ClusterError::Io(_))), "{refused:?}");
    // Also when the next invitation waits at the same address.
    let mut next = offer("other");
    next.listen = invitation.address.clone();
    next.waits = Duration::from_secs(2);
    let (_, refused) = inviting(host.path(), &next, |_| {
        join(late.path(), &invitation.address, &invitation.token, false).err()
    });
    assert!(
        matches!(&refused, Some(ClusterError::Refused(_))),
        "{refused:?}"
    );
}

/// Whoever shows the secret may have a certificate: nobody else gets one for the same token.
#[test]
fn a_token_is_used_up_by_who_goes_away() {
    let (host, late) = (Folder::new(), Folder::new());
    init(host.path()).unwrap();
    let (result, invitation) = inviting(host.path(), &offer("web"), |invitation| {
        let token = Token::parse(&invitation.token).unwrap();
        let key = member::raw(&new_key().unwrap());
        let shown = exchange::introduce(&invitation.address, &token, key);
        drop(runtime().unwrap().block_on(shown).unwrap());
        invitation
    });
    assert!(
        matches!(&result, Err(ClusterError::WentAway(name)) if name == "web"),
        "{result:?}"
    );
    let refused = join(late.path(), &invitation.address, &invitation.token, false).err();
    assert!(matches!(refused, Some(ClusterError::Io(_))), "{refused:?}");
    assert_eq!(list(host.path()).unwrap()[0].name, "web");
}

#[test]
fn a_machine_belongs_to_one_cluster_until_it_is_told_otherwise() {
    let (host, other, guest) = (Folder::new(), Folder::new(), Folder::new());
    init(host.path()).unwrap();
    init(other.path()).unwrap();
    let enter = |home: &Folder, replace| {
        let mut brief = offer("web");
        brief.waits = Duration::from_secs(2);
        let (record, joined) = inviting(home.path(), &brief, |invitation| {
            join(
                guest.path(),
                &invitation.address,
                &invitation.token,
                replace,
            )
        });
        assert_eq!(record.is_ok(), joined.is_ok());
        joined.map(|joined| joined.authority)
    };
    let first = enter(&host, false).unwrap();
    assert!(matches!(
        enter(&other, false),
        Err(ClusterError::IsMember(_))
    ));
    assert_eq!(membership(guest.path()).unwrap().unwrap().authority, first);
    let second = enter(&other, true).unwrap();
    assert_ne!(first, second);
    assert_eq!(connect(guest.path(), other.path()), Ok(()));
}

#[test]
fn a_name_is_given_once_and_can_be_written() {
    let (host, guest) = (Folder::new(), Folder::new());
    init(host.path()).unwrap();
    for name in ["", "a b", "ä", "a/b", &"a".repeat(64)] {
        let refused = invite(host.path(), &offer(name), |_| ()).err();
        assert!(matches!(refused, Some(ClusterError::Name(_))), "{name}");
    }
    let (record, _) = inviting(host.path(), &offer("web"), |invitation| {
        join(guest.path(), &invitation.address, &invitation.token, false).unwrap()
    });
    record.unwrap();
    let refused = invite(host.path(), &offer("web"), |_| ()).err();
    assert!(matches!(refused, Some(ClusterError::NameTaken(_))));
}

/// A machine whose year was over yesterday.
fn make_former_member(host: &Path, guest: &Path) {
    let authority = Authority::open(host).unwrap();
    let key = new_key().unwrap();
    let began = unix_time() - 366 * DAY.as_secs();
    let raw = member::raw(&key);
    let granted = member::grant(&authority, "web", raw, began, 365 * DAY).unwrap();
    Member::write(guest, &key, &granted).unwrap();
    let record = MemberRecord {
        name: granted.name,
        key: String::from("0"),
        since: began,
        expires: granted.expires,
    };
    members::add(host, &record).unwrap();
}

#[test]
fn the_time_of_a_machine_ends() {
    let (host, guest) = (Folder::new(), Folder::new());
    init(host.path()).unwrap();
    make_former_member(host.path(), guest.path());
    assert!(matches!(
        Identity::open(guest.path()),
        Err(crate::error::NodeError::Expired { name, .. }) if name == "web"
    ));
    // The others do not rely on its saying so.
    let path = guest.path().join("member.pem");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replacen("expires: ", "expires: 9", 1)).unwrap();
    assert!(connect(guest.path(), host.path()).is_err());
    // The name is free again.
    let (record, _) = inviting(host.path(), &offer("web"), |invitation| {
        join(guest.path(), &invitation.address, &invitation.token, true).unwrap()
    });
    record.unwrap();
    assert_eq!(connect(guest.path(), host.path()), Ok(()));
}

#[test]
fn a_token_is_read_whole_or_not_at_all() {
    let folder = Folder::new();
    for token in [
        String::new(),
        "x".repeat(64),
        "a".repeat(63),
        "a".repeat(65),
        "+a".repeat(32),
        "ä".repeat(32),
    ] {
        let refused = join(folder.path(), "localhost:1", &token, false).err();
        assert!(matches!(refused, Some(ClusterError::Token)), "{token}");
    }
}
