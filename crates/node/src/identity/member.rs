//! A machine that has joined a cluster: a key of its own, and the certificate that the authority gave it.
//!
//! ```text
//!   <home>/member.pem     name, end, key, certificate, and the certificate of the authority, mode 0600
//! ```
//!
//! The machine certifies the nodes that it starts, and no other machines.
//! - M1. The file is complete whenever it exists.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rcgen::{CertificateParams, Issuer, KeyPair, PublicKeyData, SignatureAlgorithm};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::ParsedCertificate;

use super::files::{open_home, read_private, replace_private};
use super::{Authority, ED25519, certificate_error, issuer_params};
use crate::error::NodeError;

const FILE: &str = "member.pem";

/// Clocks of machines differ.
const EARLY: Duration = Duration::from_secs(24 * 3600);

/// Bytes of a public key.
pub(crate) const KEY_BYTES: usize = 32;

pub(crate) struct Member {
    pub name: String,
    /// Seconds since 1970 at which the certificate ends.
    pub expires: u64,
    key_pem: String,
    pub certificate: CertificateDer<'static>,
    pub authority: CertificateDer<'static>,
}

impl Member {
    /// What the machine with this home has become; none if it has joined nothing.
    pub fn open(home: &Path) -> Result<Option<Member>, NodeError> {
        let path = path(home);
        if !path.exists() {
            return Ok(None);
        }
        open_home(home)?;
        let Some(text) = read_private(&path)? else {
            return Ok(None);
        };
        let bad = |problem| NodeError::Authority {
            path: path.clone(),
            problem,
        };
        let field = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name))?;
            Some(line.trim().to_owned())
        };
        let mut certificates = CertificateDer::pem_slice_iter(text.as_bytes());
        let mut certificate = || certificates.next().and_then(Result::ok);
        let member = Member {
            name: field("name:").ok_or_else(|| bad("it has no name"))?,
            expires: field("expires:")
                .and_then(|text| text.parse().ok())
                .ok_or_else(|| bad("it has no end"))?,
            certificate: certificate().ok_or_else(|| bad("it has no certificate"))?,
            authority: certificate().ok_or_else(|| bad("it has no authority"))?,
            key_pem: text,
        };
        let key = member.key().map_err(|_| bad("it has no key"))?;
        if public_key(&member.certificate) != Some(raw(&key)) {
            return Err(bad("its key does not fit its certificate"));
        }
        Ok(Some(member))
    }

    /// Keeps what a machine has become.
    pub fn write(home: &Path, key: &KeyPair, granted: &Granted) -> Result<(), NodeError> {
        open_home(home)?;
        let text = format!(
            "name: {}\nexpires: {}\n{}{}{}",
            granted.name,
            granted.expires,
            key.serialize_pem(),
            pem(&granted.certificate),
            pem(&granted.authority)
        );
        replace_private(&path(home), &text)
    }

    fn key(&self) -> Result<KeyPair, NodeError> {
        let der = PrivateKeyDer::from_pem_slice(self.key_pem.as_bytes())
            .map_err(|error| NodeError::Certificate(error.to_string()))?;
        KeyPair::try_from(&der).map_err(certificate_error)
    }

    pub fn issuer(&self) -> Result<Issuer<'static, KeyPair>, NodeError> {
        let key = self.key()?;
        Ok(Issuer::new(params(&self.name, &raw(&key)), key))
    }
}

pub(crate) fn path(home: &Path) -> PathBuf {
    home.join(FILE)
}

/// What an authority gives a machine.
pub(crate) struct Granted {
    pub name: String,
    pub expires: u64,
    pub certificate: CertificateDer<'static>,
    pub authority: CertificateDer<'static>,
}

/// A certificate for the machine that has a key, from `now` (seconds since 1970) for a time.
pub(crate) fn grant(
    authority: &Authority,
    name: &str,
    key: [u8; KEY_BYTES],
    now: u64,
    valid: Duration,
) -> Result<Granted, NodeError> {
    let expires = now.saturating_add(valid.as_secs());
    let moment = |seconds: u64| {
        let seconds = i64::try_from(seconds).unwrap_or(i64::MAX);
        time::OffsetDateTime::from_unix_timestamp(seconds)
            .map_err(|error| NodeError::Certificate(error.to_string()))
    };
    let mut params = params(name, &key);
    params.not_before = moment(now.saturating_sub(EARLY.as_secs()))?;
    params.not_after = moment(expires)?;
    let certificate = params
        .signed_by(&PublicKey(key), &authority.issuer()?)
        .map_err(certificate_error)?;
    Ok(Granted {
        name: name.to_owned(),
        expires,
        certificate: certificate.der().clone(),
        authority: authority.certificate.clone(),
    })
}

/// A public key of which nothing but its bits is known.
struct PublicKey([u8; KEY_BYTES]);

impl PublicKeyData for PublicKey {
    fn der_bytes(&self) -> &[u8] {
        &self.0
    }

    fn algorithm(&self) -> &'static SignatureAlgorithm {
        ED25519
    }
}

/// The bits of the public key of a pair.
pub(crate) fn raw(key: &KeyPair) -> [u8; KEY_BYTES] {
    let mut raw = [0; KEY_BYTES];
    raw.copy_from_slice(key.public_key_raw());
    raw
}

/// The bits of the public key of a certificate, with which the description of the key ends.
pub(crate) fn public_key(certificate: &CertificateDer<'_>) -> Option<[u8; KEY_BYTES]> {
    let parsed = ParsedCertificate::try_from(certificate).ok()?;
    let info = parsed.subject_public_key_info();
    info.last_chunk::<KEY_BYTES>().copied()
}

/// The same for the same name and key, since an issuer is rebuilt from them at each start.
fn params(name: &str, key: &[u8; KEY_BYTES]) -> CertificateParams {
    let hash = blake3::hash(key).to_hex();
    issuer_params(format!("mound member {name} {}", &hash[..16]), 0)
}

fn pem(certificate: &CertificateDer<'_>) -> String {
    pem::encode(&pem::Pem::new("CERTIFICATE", certificate.as_ref()))
}
