//! Who a node is: the authority shared by all nodes of a user, and a key of its own for each node.
//!
//! ```text
//!   <home>/authority.pem     key and certificate of the authority, mode 0600
//!   <home>/authority.lock    held while the first of several nodes makes it
//! ```
//!
//! The authority is made at first start.
//! Each node then makes a fresh key in memory at each start and a certificate for it, signed by the authority.
//! So nodes of one user trust each other without set-up, yet each is distinguishable, and nobody else gets in.
//!
//! - Y1. The file of the authority is complete whenever it exists: it is written elsewhere and renamed.
//! - Y2. It is made once: whoever holds the lock looks again before making it.
//! - Y3. Nothing is believed that another user of the machine could have put there: directory and
//!   files belong to this user or to root, nobody else can write to the directory, and nobody else
//!   can read the key.
//!
//! This authority is for one machine.
//! Authorities of clusters, with revocation and join tokens, are not here.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use rcgen::{
    BasicConstraints, CertificateParams, DistinguishedName, DnType, ExtendedKeyUsagePurpose, IsCa,
    Issuer, KeyPair, KeyUsagePurpose, PKCS_ED25519,
};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::server::ParsedCertificate;

use crate::error::NodeError;

/// The name in every node certificate.
/// Nodes are known by their keys; this only lets the ordinary verifier check what it always checks.
pub(crate) const CERTIFICATE_NAME: &str = "mound-node";

/// Hash of a node's public key: the first 16 bytes of its BLAKE3.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub [u8; 16]);

impl std::fmt::Display for NodeId {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0
            .iter()
            .try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

impl std::fmt::Debug for NodeId {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{self}")
    }
}

/// What a node needs to prove who it is.
pub struct Identity {
    pub node: NodeId,
    pub certificate: CertificateDer<'static>,
    pub key: PrivateKeyDer<'static>,
    /// Whom to believe.
    pub authority: CertificateDer<'static>,
}

impl Identity {
    /// A new identity from the authority in `home`, which is made if missing.
    pub fn open(home: &Path) -> Result<Identity, NodeError> {
        let authority = Authority::open(home)?;
        let key = new_key()?;
        let params = leaf_params()?;
        let certificate = params
            .signed_by(&key, &authority.issuer()?)
            .map_err(certificate_error)?
            .der()
            .clone();
        let node =
            node_id(&certificate).ok_or(NodeError::Certificate("it cannot be read back".into()))?;
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
        Ok(Identity {
            node,
            certificate,
            key,
            authority: authority.certificate,
        })
    }
}

/// The node id that a certificate proves.
pub(crate) fn node_id(certificate: &CertificateDer<'_>) -> Option<NodeId> {
    let parsed = ParsedCertificate::try_from(certificate).ok()?;
    let hash = blake3::hash(&parsed.subject_public_key_info());
    let mut id = [0; 16];
    id.copy_from_slice(&hash.as_bytes()[..16]);
    Some(NodeId(id))
}

struct Authority {
    key_pem: String,
    certificate: CertificateDer<'static>,
}

impl Authority {
    fn open(home: &Path) -> Result<Authority, NodeError> {
        let path = home.join("authority.pem");
        create_private_directory(home).map_err(at(home))?;
        check_directory(home)?;
        if let Some(authority) = Authority::read(&path)? {
            return Ok(authority);
        }
        let lock_path = home.join("authority.lock");
        let lock = private_file()
            .truncate(false)
            .open(&lock_path)
            .map_err(at(&lock_path))?;
        lock.lock().map_err(at(&lock_path))?;
        // Y2: another node may have made it while we waited.
        match Authority::read(&path)? {
            Some(authority) => Ok(authority),
            None => Authority::make(&path),
        }
    }

    fn read(path: &Path) -> Result<Option<Authority>, NodeError> {
        let mut file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(at(path)(error)),
        };
        // Of the file that is read, not of one that has its name a moment later.
        check_private(path, &file.metadata().map_err(at(path))?)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(at(path))?;
        let bad = |problem| NodeError::Authority {
            path: path.to_owned(),
            problem,
        };
        let certificate = CertificateDer::from_pem_slice(text.as_bytes())
            .map_err(|_| bad("it has no certificate"))?;
        let authority = Authority {
            key_pem: text,
            certificate,
        };
        authority.issuer().map_err(|_| bad("it has no key"))?;
        if !authority.is_whole() {
            return Err(bad("its key does not fit its certificate"));
        }
        Ok(Some(authority))
    }

    fn make(path: &Path) -> Result<Authority, NodeError> {
        let key = new_key()?;
        let certificate = authority_params(&key)
            .self_signed(&key)
            .map_err(certificate_error)?;
        let text = format!("{}{}", key.serialize_pem(), certificate.pem());
        let temporary = path.with_extension(format!("new-{}", std::process::id()));
        write_private(&temporary, &text)
            .and_then(|()| fs::rename(&temporary, path))
            .map_err(at(path))?;
        Ok(Authority {
            key_pem: text,
            certificate: certificate.der().clone(),
        })
    }

    fn key(&self) -> Result<KeyPair, NodeError> {
        let der = PrivateKeyDer::from_pem_slice(self.key_pem.as_bytes())
            .map_err(|error| NodeError::Certificate(error.to_string()))?;
        KeyPair::try_from(&der).map_err(certificate_error)
    }

    fn issuer(&self) -> Result<Issuer<'static, KeyPair>, NodeError> {
        let key = self.key()?;
        Ok(Issuer::new(authority_params(&key), key))
    }

    /// Whether the key is that of the certificate, whose description of a key ends with its bits.
    fn is_whole(&self) -> bool {
        let parsed = ParsedCertificate::try_from(&self.certificate);
        let (Ok(key), Ok(parsed)) = (self.key(), parsed) else {
            return false;
        };
        parsed
            .subject_public_key_info()
            .ends_with(key.public_key_raw())
    }
}

/// The same for the same key, since an issuer is rebuilt from its key at each start.
fn authority_params(key: &KeyPair) -> CertificateParams {
    let hash = blake3::hash(key.public_key_raw()).to_hex();
    let mut params = CertificateParams::default();
    params.distinguished_name = DistinguishedName::new();
    // A name per authority: a verifier then says "unknown issuer" of a foreign one, not "bad signature".
    params.distinguished_name.push(
        DnType::CommonName,
        format!("mound authority {}", &hash[..16]),
    );
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    params.key_usages = vec![
        KeyUsagePurpose::KeyCertSign,
        KeyUsagePurpose::DigitalSignature,
    ];
    params
}

fn leaf_params() -> Result<CertificateParams, NodeError> {
    let mut params =
        CertificateParams::new(vec![CERTIFICATE_NAME.to_owned()]).map_err(certificate_error)?;
    params.distinguished_name = DistinguishedName::new();
    params
        .distinguished_name
        .push(DnType::CommonName, CERTIFICATE_NAME);
    params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
    params.extended_key_usages = vec![
        ExtendedKeyUsagePurpose::ServerAuth,
        ExtendedKeyUsagePurpose::ClientAuth,
    ];
    Ok(params)
}

fn new_key() -> Result<KeyPair, NodeError> {
    KeyPair::generate_for(&PKCS_ED25519).map_err(certificate_error)
}

fn certificate_error(error: rcgen::Error) -> NodeError {
    NodeError::Certificate(error.to_string())
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> NodeError {
    let path: PathBuf = path.to_owned();
    move |error| NodeError::Home { path, error }
}

fn write_private(path: &Path, text: &str) -> io::Result<()> {
    // What a crashed process of the same number left; nobody else writes this name.
    let _ = fs::remove_file(path);
    let mut file: File = private_file().truncate(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

#[cfg(unix)]
fn private_file() -> OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).mode(0o600);
    options
}

#[cfg(not(unix))]
fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true);
    options
}

#[cfg(unix)]
fn create_private_directory(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path)
}

#[cfg(not(unix))]
fn create_private_directory(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Y3, of a file with a secret.
#[cfg(unix)]
fn check_private(path: &Path, metadata: &Metadata) -> Result<(), NodeError> {
    use std::os::unix::fs::PermissionsExt;
    check_owner(path, metadata)?;
    let mode = metadata.permissions().mode() & 0o777;
    if mode & 0o077 == 0 {
        Ok(())
    } else {
        Err(NodeError::Exposed {
            path: path.to_owned(),
            mode,
        })
    }
}

/// Y3, of the directory, which may be a link to one.
#[cfg(unix)]
fn check_directory(path: &Path) -> Result<(), NodeError> {
    use std::os::unix::fs::PermissionsExt;
    let metadata = fs::metadata(path).map_err(at(path))?;
    check_owner(path, &metadata)?;
    let mode = metadata.permissions().mode() & 0o777;
    if mode & 0o022 == 0 {
        Ok(())
    } else {
        Err(NodeError::Writable {
            path: path.to_owned(),
            mode,
        })
    }
}

#[cfg(unix)]
fn check_owner(path: &Path, metadata: &Metadata) -> Result<(), NodeError> {
    use std::os::unix::fs::MetadataExt;
    let (owner, user) = (metadata.uid(), rustix::process::geteuid().as_raw());
    // Root can read and write everything anyway.
    if owner == user || owner == 0 {
        Ok(())
    } else {
        Err(NodeError::ForeignHome {
            path: path.to_owned(),
            owner,
            user,
        })
    }
}

#[cfg(not(unix))]
fn check_private(_path: &Path, _metadata: &Metadata) -> Result<(), NodeError> {
    Ok(())
}

#[cfg(not(unix))]
fn check_directory(_path: &Path) -> Result<(), NodeError> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Folder;

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
            assert_eq!(identity.authority, identities[0].authority);
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
}
