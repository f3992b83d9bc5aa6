//! Machines that are let in, and those that are not. A home of its own is a machine here.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::mpsc::channel;
use std::time::Duration;

use super::*;
use crate::carrier::{Carrier, TlsTcp};
use crate::error::CarrierError;
use crate::identity::{Credential, Identity};
use crate::testing::Folder;

const LIMIT: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 3600);

pub(crate) fn offer(name: &str) -> Offer {
    Offer {
        listen: "127.0.0.1:0".into(),
        advertise: None,
        name: name.into(),
        roles: Roles::USUAL,
        waits: LIMIT,
        valid: DAY,
    }
}

/// Invites a machine; `guest` is given the invitation.
pub(crate) fn inviting<T: Send>(
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
    meet(&from, &to)
}

fn meet(from: &Identity, to: &Identity) -> Result<(), CarrierError> {
    let (Ok(from), Ok(to)) = (TlsTcp::new(from), TlsTcp::new(to)) else {
        return Err(CarrierError::Tls("the key does not fit".into()));
    };
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

/// A machine that was let in some days ago, for a year.
pub(crate) fn make_member(host: &Path, guest: &Path, name: &str, days_ago: u64) {
    let authority = Authority::open(host).unwrap();
    let key = new_key().unwrap();
    let grant = Grant {
        name,
        key: member::raw(&key),
        roles: Roles::USUAL,
        since: unix_time() - days_ago * DAY.as_secs(),
        valid: 365 * DAY,
    };
    let granted = member::grant(&authority, &grant).unwrap();
    Member::write(guest, &key, &granted).unwrap();
    let record = MemberRecord {
        name: name.into(),
        key: MachineKey::of(&grant.key).to_string(),
        since: granted.since,
        expires: granted.expires,
        roles: grant.roles,
    };
    members::add(host, &record).unwrap();
}

#[test]
fn the_time_of_a_machine_ends() {
    let (host, guest) = (Folder::new(), Folder::new());
    init(host.path()).unwrap();
    // Its year was over yesterday.
    make_member(host.path(), guest.path(), "web", 366);
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

#[test]
fn roles_stand_in_the_certificate() {
    let (host, guest) = (Folder::new(), Folder::new());
    init(host.path()).unwrap();
    let mut reader = offer("reader");
    reader.roles = Roles::parse("observe,message").unwrap();
    let (record, joined) = inviting(host.path(), &reader, |invitation| {
        join(guest.path(), &invitation.address, &invitation.token, false).unwrap()
    });
    assert_eq!(record.unwrap().roles, reader.roles);
    assert_eq!(joined.roles, reader.roles);
    let chain = Identity::open(guest.path()).unwrap().chain;
    let credential = Credential::of(&chain).unwrap();
    assert_eq!(credential.roles, reader.roles);
    assert_eq!(credential.machine.as_ref().unwrap().name, "reader");
    let own = Identity::open(host.path()).unwrap().chain;
    let own = Credential::of(&own).unwrap();
    assert_eq!((own.machine, own.roles), (None, Roles::ALL));
    // It ends with the certificate of its machine.
    let member = Member::open(guest.path()).unwrap().unwrap();
    assert_eq!(credential.ends, member.expires);
    assert!(own.ends > member.expires && own.ends < u64::MAX);
}

#[test]
fn a_newer_certificate_begins_now_and_is_written_down() {
    let (host, guest) = (Folder::new(), Folder::new());
    init(host.path()).unwrap();
    make_member(host.path(), guest.path(), "web", 100);
    let old = list(host.path()).unwrap().remove(0);
    let chain = Identity::open(guest.path()).unwrap().chain;
    let machine = Credential::of(&chain).unwrap().machine.unwrap();
    let before = unix_time();
    let granted = renew(host.path(), &machine).unwrap();
    assert!(before <= granted.since && granted.since <= unix_time());
    // It lasts as long as the one before.
    assert_eq!(granted.expires - granted.since, old.expires - old.since);
    let expected = MemberRecord {
        since: granted.since,
        expires: granted.expires,
        ..old
    };
    assert_eq!(list(host.path()).unwrap(), [expected]);
    // A machine with this name and another key gets none.
    let other = Machine {
        key: MachineKey::of(&[7; member::KEY_BYTES]),
        ..machine
    };
    assert!(renew(host.path(), &other).is_err());
}

/// A machine that shows certificates in other shapes than nodes do, to be taken for another one.
#[test]
fn chains_of_other_shapes_are_refused() {
    let (host, guest, friend) = (Folder::new(), Folder::new(), Folder::new());
    make_member(host.path(), guest.path(), "web", 1);
    make_member(host.path(), friend.path(), "db", 1);
    let refused = |change: &dyn Fn(&mut Identity)| {
        let mut forged = Identity::open(guest.path()).unwrap();
        change(&mut forged);
        let there = Identity::open(host.path()).unwrap();
        meet(&forged, &there).is_err()
    };
    assert!(!refused(&|_| ()), "as it is");
    // With the certificate of another machine before its own.
    let db = Identity::open(friend.path()).unwrap().chain[1].clone();
    assert!(refused(&|identity| identity.chain.insert(1, db.clone())));
    assert!(refused(&|identity| identity.chain[1] = db.clone()));
    // As if the authority had certified the node.
    assert!(refused(&|identity| identity.chain.truncate(1)));
    // The machine as a node.
    let member = Member::open(guest.path()).unwrap().unwrap();
    assert!(refused(&|identity| {
        identity.chain = vec![member.certificate.clone()];
        identity.key = member.key_for_tests();
    }));
}

#[test]
fn a_machine_is_put_out() {
    let (host, guest, other) = (Folder::new(), Folder::new(), Folder::new());
    make_member(host.path(), guest.path(), "web", 1);
    make_member(host.path(), other.path(), "db", 1);
    assert!(matches!(
        revoke(host.path(), "mail"),
        Err(ClusterError::Unknown(_))
    ));
    revoke(host.path(), "web").unwrap();
    let names: Vec<String> = list(host.path())
        .unwrap()
        .into_iter()
        .map(|record| record.name)
        .collect();
    assert_eq!(names, ["db"]);
    assert_eq!(
        connect(host.path(), guest.path()),
        Err(CarrierError::RevokedPeer)
    );
    assert!(connect(guest.path(), host.path()).is_err());
    assert_eq!(connect(host.path(), other.path()), Ok(()));
    // It gets no new certificate, and whoever joins later hears of it.
    let late = Folder::new();
    let web = Credential::of(&Identity::open(guest.path()).unwrap().chain).unwrap();
    assert!(renew(host.path(), &web.machine.unwrap()).is_err());
    let (record, _) = inviting(host.path(), &offer("late"), |invitation| {
        join(late.path(), &invitation.address, &invitation.token, false).unwrap()
    });
    record.unwrap();
    assert_eq!(
        connect(late.path(), guest.path()),
        Err(CarrierError::RevokedPeer)
    );
    // The name is free for a machine with another key.
    let again = Folder::new();
    make_member(host.path(), again.path(), "web", 0);
    assert_eq!(connect(again.path(), host.path()), Ok(()));
}

#[test]
fn a_bulletin_counts_only_if_it_is_signed_and_newer() {
    let (host, other, guest) = (Folder::new(), Folder::new(), Folder::new());
    make_member(host.path(), guest.path(), "web", 1);
    make_member(other.path(), guest.path(), "web", 1);
    revoke(host.path(), "web").unwrap();
    revoke(other.path(), "web").unwrap();
    let bulletin = |folder: &Folder| Bulletin::read(folder.path()).unwrap().unwrap();
    let (ours, theirs) = (bulletin(&host), bulletin(&other));
    let trust = Identity::open(host.path()).unwrap().trust;
    assert!(ours.is_signed_by(trust.authorities()));
    assert!(!theirs.is_signed_by(trust.authorities()));
    // With one digit changed, wherever, it is another one or none at all.
    let mut random = crate::testing::Random::new(5);
    for _ in 0..2000 {
        let mut bytes = ours.text.clone().into_bytes();
        let place = random.below(bytes.len());
        let digit = b"0123456789abcdef \n"[random.below(18)];
        if std::mem::replace(&mut bytes[place], digit) == digit {
            continue;
        }
        let changed = Bulletin::parse(std::str::from_utf8(&bytes).unwrap());
        let is_believed = |it: &Bulletin| it.is_signed_by(trust.authorities());
        assert!(!changed.as_ref().is_some_and(is_believed), "byte {place}");
    }
    // An older one changes nothing.
    let old = Bulletin {
        number: ours.number - 1,
        ..ours.clone()
    };
    old.keep(host.path()).unwrap();
    assert_eq!(bulletin(&host), ours);
}

/// From the first day to the last, machines of both keys talk, and the old key is gone in the end.
#[test]
fn the_key_of_the_authority_is_replaced() {
    let (host, guest) = (Folder::new(), Folder::new());
    let first = init(host.path()).unwrap();
    make_member(host.path(), guest.path(), "web", 1);
    let second = rotate(host.path(), 30 * DAY).unwrap().authority;
    assert_ne!(first, second);
    assert!(matches!(
        rotate(host.path(), DAY),
        Err(ClusterError::Rotating(_))
    ));
    // Also with a machine that has not heard of it.
    assert_eq!(connect(host.path(), guest.path()), Ok(()));
    assert_eq!(authority(host.path()).unwrap(), Some(first.clone()));
    Bulletin::read(host.path())
        .unwrap()
        .unwrap()
        .keep(guest.path())
        .unwrap();
    // The second half: machines are certified by the new one.
    Bulletin::publish(host.path(), |bulletin| {
        bulletin.authorities[1].from = unix_time();
        Ok(())
    })
    .unwrap();
    let credential = Credential::of(&Identity::open(guest.path()).unwrap().chain).unwrap();
    let granted = renew(host.path(), &credential.machine.unwrap()).unwrap();
    let trust = Identity::open(guest.path()).unwrap().trust;
    Member::renew(guest.path(), &granted, &trust).unwrap();
    assert_eq!(membership(guest.path()).unwrap().unwrap().authority, second);
    assert_eq!(connect(guest.path(), host.path()), Ok(()));
    assert_eq!(connect(host.path(), guest.path()), Ok(()));
    let late = Folder::new();
    let (record, joined) = inviting(host.path(), &offer("late"), |invitation| {
        join(late.path(), &invitation.address, &invitation.token, false).unwrap()
    });
    record.unwrap();
    assert_eq!(joined.authority, second);
    assert_eq!(connect(late.path(), host.path()), Ok(()));
    // The end of the old one.
    Bulletin::publish(host.path(), |bulletin| {
        bulletin.authorities[0].until = unix_time();
        Ok(())
    })
    .unwrap();
    assert_eq!(init(host.path()).unwrap(), second);
    assert!(Authority::next(host.path()).unwrap().is_none());
    assert_eq!(connect(late.path(), host.path()), Ok(()));
    assert_eq!(connect(host.path(), guest.path()), Ok(()));
    // And it can be replaced again, at once.
    let third = rotate(host.path(), Duration::ZERO).unwrap().authority;
    assert_eq!(init(host.path()).unwrap(), third);
    assert!(connect(host.path(), guest.path()).is_err());
}
