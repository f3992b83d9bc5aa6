//! Homes: who may keep keys there, and what is refused.

use super::files::{replace_private, write_private};
use super::*;
use crate::testing::Folder;
use std::fs;

#[test]
fn nodes_that_start_at_once_share_one_authority() {
    let folder = Folder::new();
    let home = folder.path().join("deep/home");
    let identities: Vec<Identity> = std::thread::scope(|scope| {
        let starts: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| Identity::open(&home).unwrap()))
            .collect();
        starts
            .into_iter()
            .map(|start| start.join().unwrap())
            .collect()
    });
    for identity in &identities {
        assert_eq!(identity.trust, identities[0].trust);
    }
    let mut nodes: Vec<NodeId> = identities.iter().map(|identity| identity.node).collect();
    nodes.sort();
    nodes.dedup();
    assert_eq!(nodes.len(), 8, "each node has a key of its own");
}

#[cfg(unix)]
#[test]
fn the_key_of_the_authority_is_private() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    Identity::open(folder.path()).unwrap();
    let path = folder.path().join("authority.pem");
    assert_eq!(
        fs::metadata(&path).unwrap().permissions().mode() & 0o777,
        0o600
    );
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    assert!(matches!(
        Identity::open(folder.path()),
        Err(NodeError::Exposed { mode: 0o644, .. })
    ));
}

#[cfg(unix)]
#[test]
fn a_directory_that_others_can_write_to_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    Identity::open(folder.path()).unwrap();
    for mode in [0o777, 0o770, 0o702] {
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(mode)).unwrap();
        let refused = Identity::open(folder.path()).err();
        assert!(
            matches!(&refused, Some(NodeError::Writable { mode: told, .. }) if *told == mode),
            "{mode:o}: {refused:?}"
        );
    }
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    Identity::open(folder.path()).unwrap();
}

/// Only root can give files away, as the machines that test this project can.
#[cfg(unix)]
#[test]
fn what_belongs_to_another_user_is_refused() {
    use std::os::unix::fs::chown;
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let folder = Folder::new();
    Identity::open(folder.path()).unwrap();
    let file = folder.path().join("authority.pem");
    for path in [folder.path(), &file] {
        chown(path, Some(65_534), None).unwrap();
        let refused = Identity::open(folder.path()).err();
        assert!(
            matches!(&refused, Some(NodeError::ForeignHome { owner: 65_534, .. })),
            "{refused:?}"
        );
        chown(path, Some(0), None).unwrap();
    }
    Identity::open(folder.path()).unwrap();
}

/// A pipe in the place of the key let the node wait for ever, whoever wanted to end it.
#[cfg(unix)]
#[test]
fn what_is_no_text_of_a_key_is_refused_at_once() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700)).unwrap();
    let path = folder.path().join("authority.pem");
    let refused = |why: &str| {
        let refused = Identity::open(folder.path()).err();
        let text = refused.map_or(String::new(), |refused| refused.to_string());
        assert!(text.ends_with(why), "{text}");
    };
    let pipe = std::process::Command::new("mkfifo")
        .arg("-m600")
        .arg(&path)
        .status();
    assert!(pipe.is_ok_and(|status| status.success()));
    refused("it is no file");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    refused("it is no file");
    fs::remove_dir(&path).unwrap();
    super::files::write_private(&path, "\u{1}").unwrap();
    fs::write(&path, b"\xff\xfe").unwrap();
    refused("it is no text");
    fs::write(&path, vec![b'a'; 2 << 20]).unwrap();
    refused("it is too large for a key with certificates");
}

#[test]
fn a_key_of_another_certificate_is_refused() {
    let (one, other) = (Folder::new(), Folder::new());
    let pem = |folder: &Folder| {
        Identity::open(folder.path()).unwrap();
        fs::read_to_string(folder.path().join("authority.pem")).unwrap()
    };
    let (one_text, other_text) = (pem(&one), pem(&other));
    let begin = "-----BEGIN CERTIFICATE";
    let (key, _) = one_text.split_once(begin).unwrap();
    let (_, certificate) = other_text.split_once(begin).unwrap();
    let path = one.path().join("authority.pem");
    write_private(&path, &format!("{key}{begin}{certificate}")).unwrap();
    let refused = Identity::open(one.path()).err();
    assert!(
        matches!(&refused, Some(NodeError::Authority { problem, .. }) if problem.contains("fit")),
        "{refused:?}"
    );
}

#[test]
fn a_damaged_authority_is_reported_and_kept() {
    let folder = Folder::new();
    let path = folder.path().join("authority.pem");
    write_private(&path, "nonsense").unwrap();
    assert!(matches!(
        Identity::open(folder.path()),
        Err(NodeError::Authority { .. })
    ));
    assert_eq!(fs::read_to_string(&path).unwrap(), "nonsense");
}

/// As on a disk that is full: nothing of the secret stays.
#[test]
fn a_file_that_cannot_be_put_in_place_leaves_nothing() {
    let folder = Folder::new();
    let path = folder.path().join("authority.pem");
    fs::create_dir_all(path.join("in the way")).unwrap();
    assert!(matches!(
        replace_private(&path, "secret"),
        Err(NodeError::Home { .. })
    ));
    let left = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 1, "only what was in the way");
}
