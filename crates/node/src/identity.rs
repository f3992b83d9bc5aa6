//! Who a node is: a key of its own, certified by the machine that started it.
//!
//! ```text
//!   <home>/authority.pem     key and certificate of the authority of a cluster, mode 0600
//!   <home>/authority.lock    held while the first of several nodes makes it
//!   <home>/member.pem        instead, on a machine that has joined a cluster: its key and certificate
//!   <home>/bulletin          whom to believe, if the authority has said so since (`bulletin.rs`)
//! ```
//!
//! Each node makes a fresh key in memory at each start and a certificate for it, signed by the authority or by
//! the machine's own key, which the authority has certified (`member.rs`).
//! So nodes of one cluster trust each other, yet each is distinguishable, and nobody else gets in.
//! Where nobody has set up anything, the authority is made at first start: nodes of one user on one machine need
//! no set-up.
//!
//! - Y1. The file of the authority is complete whenever it exists: it is written elsewhere and renamed.
//! - Y2. It is made once: whoever holds the lock looks again before making it.
//! - Y3. Nothing is believed that another user of the machine could have put there: directory and
//!   files belong to this user or to root, nobody else can write to the directory, and nobody else
//!   can read the key.

mod authority;
mod bulletin;
mod credential;
mod der;
mod files;
pub(crate) mod member;
mod roles;
#[cfg(test)]
mod tests;
mod trust;

use std::path::Path;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use rcgen::{
    BasicConstraints, CertificateParams, DistinguishedName, DnType, ExtendedKeyUsagePurpose, IsCa,
    Issuer, KeyPair, KeyUsagePurpose, PKCS_ED25519, SignatureAlgorithm,
};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::server::ParsedCertificate;

pub(crate) use authority::Authority;
pub use bulletin::is_signed_bulletin;
pub(crate) use bulletin::{BULLETIN_BYTES_MAX, Bulletin, ListedAuthority};
pub(crate) use credential::machine_key;
pub use credential::{Credential, Machine, MachineKey};
pub(crate) use files::{lock, read_private, replace_private};
pub(crate) use member::Member;
pub use roles::{Role, Roles};
pub use trust::Trust;

use crate::error::NodeError;

/// The name in every node certificate.
/// Nodes are known by their keys; this only lets the ordinary verifier check what it always checks.
pub(crate) const CERTIFICATE_NAME: &str = "mound-node";

/// Signatures of all keys.
static ED25519: &SignatureAlgorithm = &PKCS_ED25519;

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
    /// Its own certificate, then those up to the authority.
    pub chain: Vec<CertificateDer<'static>>,
    pub key: PrivateKeyDer<'static>,
    pub trust: Arc<Trust>,
}

impl Identity {
    /// A new identity of the machine with this home: from what it is in its cluster, or from the authority,
    /// which is made if it is missing.
    pub fn open(home: &Path) -> Result<Identity, NodeError> {
        Identity::certified(home, new_key()?)
    }

    /// The same node, by what the home holds now.
    pub(crate) fn opened_again(&self, home: &Path) -> Result<Identity, NodeError> {
        let key = KeyPair::try_from(&self.key).map_err(certificate_error)?;
        Identity::certified(home, key)
    }

    fn certified(home: &Path, key: KeyPair) -> Result<Identity, NodeError> {
        let now = unix_time();
        let trust = |root| -> Result<Trust, NodeError> {
            let bulletin = Bulletin::read(home)?;
            Ok(bulletin.map_or(Trust::of(root), |bulletin| Trust::by(&bulletin, now)))
        };
        match Member::open(home)? {
            Some(member) => {
                if member.expires <= now {
                    return Err(NodeError::Expired {
                        name: member.name,
                        path: member::path(home),
                    });
                }
                let above = vec![member.certificate.clone()];
                let issuer = member.issuer()?;
                Identity::with_key(key, &issuer, above, trust(member.authority)?)
            }
            None => {
                let authority = Authority::open(home)?;
                let issuer = authority.issuer()?;
                Identity::with_key(key, &issuer, Vec::new(), trust(authority.certificate)?)
            }
        }
    }

    /// A fresh key, certified by an issuer with the certificates `above` it.
    pub(crate) fn new(
        issuer: &Issuer<'static, KeyPair>,
        above: Vec<CertificateDer<'static>>,
        trust: Trust,
    ) -> Result<Identity, NodeError> {
        Identity::with_key(new_key()?, issuer, above, trust)
    }

    fn with_key(
        key: KeyPair,
        issuer: &Issuer<'static, KeyPair>,
        above: Vec<CertificateDer<'static>>,
        trust: Trust,
    ) -> Result<Identity, NodeError> {
        let certificate = leaf_params()?
            .signed_by(&key, issuer)
            .map_err(certificate_error)?
            .der()
            .clone();
        let node =
            node_id(&certificate).ok_or(NodeError::Certificate("it cannot be read back".into()))?;
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
        let mut chain = vec![certificate];
        chain.extend(above);
        Ok(Identity {
            node,
            chain,
            key,
            trust: Arc::new(trust),
        })
    }
}

/// Seconds since 1970.
pub(crate) fn unix_time() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_secs())
}

/// The node id that a certificate proves.
pub(crate) fn node_id(certificate: &CertificateDer<'_>) -> Option<NodeId> {
    let parsed = ParsedCertificate::try_from(certificate).ok()?;
    let hash = blake3::hash(&parsed.subject_public_key_info());
    let mut id = [0; 16];
    id.copy_from_slice(&hash.as_bytes()[..16]);
    Some(NodeId(id))
}

/// What a certificate says of a key that certifies others; `depth` of those may certify others in turn.
fn issuer_params(name: String, depth: u8) -> CertificateParams {
    let mut params = CertificateParams::default();
    params.distinguished_name = DistinguishedName::new();
    params.distinguished_name.push(DnType::CommonName, name);
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(depth));
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

pub(crate) fn new_key() -> Result<KeyPair, NodeError> {
    KeyPair::generate_for(ED25519).map_err(certificate_error)
}

fn certificate_error(error: rcgen::Error) -> NodeError {
    NodeError::Certificate(error.to_string())
}
