//! The authority of a cluster: the key that says which machines belong to it.
//!
//! It is made at first start on a machine that has joined no cluster, so that nodes of one user trust each
//! other without set-up. Its key never leaves the machine: others get a certificate (`member.rs`).
//!
//! When the key is replaced there are two for a while:
//!
//! ```text
//!                 rotate        half of the overlap        its end
//!   nodes here      |-------- by the old one -----------------|---- by the new one
//!   machines        |-- by the old one --|-------------- by the new one
//!   believed        |-------------- both of them --------------|---- the new one
//! ```
//!
//! So every machine has half of the overlap to hear of the new one (`bulletin.rs`) before it meets what that has
//! certified, and can hear of it from a node here until the end.

use std::path::{Path, PathBuf};

use rcgen::{CertificateParams, Issuer, KeyPair};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::ParsedCertificate;

use super::bulletin::Bulletin;
use super::files::{at, lock, open_home, read_private, replace_private};
use super::{certificate_error, issuer_params, new_key, unix_time};
use crate::error::NodeError;

const FILE: &str = "authority.pem";
const NEXT: &str = "authority-next.pem";
const LOCK: &str = "authority.lock";

pub(crate) struct Authority {
    key_pem: String,
    pub certificate: CertificateDer<'static>,
}

impl Authority {
    /// That of `home`, made if it is missing.
    pub fn open(home: &Path) -> Result<Authority, NodeError> {
        let path = path(home);
        open_home(home)?;
        if let Some(authority) = Authority::read(&path)?
            && !has_ended(home, &authority)?
        {
            return Ok(authority);
        }
        let _lock = lock(&home.join(LOCK))?;
        // Y2: another node may have made it, or put the next one into its place, while we waited.
        match Authority::read(&path)? {
            Some(authority) if !has_ended(home, &authority)? => Ok(authority),
            Some(_) => {
                std::fs::rename(home.join(NEXT), &path).map_err(at(&path))?;
                let next = Authority::read(&path)?;
                next.ok_or(NodeError::Authority {
                    path,
                    problem: "it has gone",
                })
            }
            None => Authority::make(&path),
        }
    }

    /// Whoever certifies machines now.
    pub fn issuing(home: &Path) -> Result<Authority, NodeError> {
        let current = Authority::open(home)?;
        let (Some(next), Some(bulletin)) = (Authority::next(home)?, Bulletin::read(home)?) else {
            return Ok(current);
        };
        let from = bulletin.listed(&next.certificate).map(|listed| listed.from);
        match from {
            Some(from) if from <= unix_time() => Ok(next),
            _ => Ok(current),
        }
    }

    /// Those that sign bulletins.
    pub fn all(home: &Path) -> Result<Vec<Authority>, NodeError> {
        let mut all = vec![Authority::open(home)?];
        all.extend(Authority::next(home)?);
        Ok(all)
    }

    /// The one that takes the place of the current one, if there is one.
    pub fn next(home: &Path) -> Result<Option<Authority>, NodeError> {
        Authority::read(&home.join(NEXT))
    }

    pub fn make_next(home: &Path) -> Result<Authority, NodeError> {
        Authority::make(&home.join(NEXT))
    }

    /// That of `home`, if there is one.
    pub fn existing(home: &Path) -> Result<Option<Authority>, NodeError> {
        Authority::read(&path(home))
    }

    fn read(path: &Path) -> Result<Option<Authority>, NodeError> {
        let Some(text) = read_private(path)? else {
            return Ok(None);
        };
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
        let certificate = params(&key).self_signed(&key).map_err(certificate_error)?;
        let text = format!("{}{}", key.serialize_pem(), certificate.pem());
        replace_private(path, &text)?;
        Ok(Authority {
            key_pem: text,
            certificate: certificate.der().clone(),
        })
    }

    pub(super) fn key(&self) -> Result<KeyPair, NodeError> {
        let der = PrivateKeyDer::from_pem_slice(self.key_pem.as_bytes())
            .map_err(|error| NodeError::Certificate(error.to_string()))?;
        KeyPair::try_from(&der).map_err(certificate_error)
    }

    pub fn issuer(&self) -> Result<Issuer<'static, KeyPair>, NodeError> {
        let key = self.key()?;
        Ok(Issuer::new(params(&key), key))
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

/// Whether the next one takes its place now.
fn has_ended(home: &Path, authority: &Authority) -> Result<bool, NodeError> {
    let (Some(next), Some(bulletin)) = (Authority::next(home)?, Bulletin::read(home)?) else {
        return Ok(false);
    };
    let listed = bulletin.listed(&authority.certificate);
    let is_over = listed.is_none_or(|listed| listed.until <= unix_time());
    Ok(is_over && bulletin.listed(&next.certificate).is_some())
}

pub(crate) fn path(home: &Path) -> PathBuf {
    home.join(FILE)
}

/// The same for the same key, since an issuer is rebuilt from its key at each start.
fn params(key: &KeyPair) -> CertificateParams {
    let hash = blake3::hash(key.public_key_raw()).to_hex();
    // A name per authority: a verifier then says "unknown issuer" of a foreign one, not "bad signature".
    // It certifies machines, which certify the nodes that they start.
    issuer_params(format!("mound authority {}", &hash[..16]), 1)
}
