//! A machine that has joined a cluster: a key of its own, and the certificate that the authority gave it.
//!
//! ```text
//!   <home>/member.pem     name, beginning, end, key, certificate, and that of the authority, mode 0600
//!   <home>/issuer         the address of a node that can renew the certificate, if one was met
//! ```
//!
//! The machine certifies the nodes that it starts, and no other machines.
//! - M1. The file is complete whenever it exists.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rcgen::{CertificateParams, DnType, Issuer, KeyPair, PublicKeyData, SignatureAlgorithm};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::ParsedCertificate;

use super::credential::{self, MachineKey};
use super::files::{lock, open_home, read_private, replace_private};
use super::roles::Roles;
use super::{Authority, ED25519, Trust, certificate_error, issuer_params};
use crate::codec::{Input, Malformed, put_bytes};
use crate::error::NodeError;

const FILE: &str = "member.pem";
const LOCK: &str = "member.lock";
const ISSUER: &str = "issuer";

/// With what the name of a machine begins in its certificate.
pub(super) const SUBJECT_PREFIX: &str = "mound member ";

/// Longest name of a machine in a cluster.
pub(crate) const NAME_BYTES_MAX: usize = 63;

/// A certificate takes less than a kilobyte.
const CERTIFICATE_BYTES_MAX: usize = 4096;

/// Clocks of machines differ.
const EARLY: Duration = Duration::from_secs(24 * 3600);

/// Bytes of a public key.
pub(crate) const KEY_BYTES: usize = 32;

pub(crate) struct Member {
    pub name: String,
    /// Seconds since 1970 at which the certificate begins and ends.
    pub since: u64,
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
            since: field("since:")
                .and_then(|text| text.parse().ok())
                .ok_or_else(|| bad("it has no beginning"))?,
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
            "name: {}\nsince: {}\nexpires: {}\n{}{}{}",
            granted.name,
            granted.since,
            granted.expires,
            key.serialize_pem(),
            pem(&granted.certificate),
            pem(&granted.authority)
        );
        replace_private(&path(home), &text)
    }

    /// Keeps a newer certificate for the same key, from an authority that is believed.
    pub fn renew(home: &Path, granted: &Granted, trust: &Trust) -> Result<(), NodeError> {
        let _lock = lock(&home.join(LOCK))?;
        let unfit = || NodeError::Certificate("the new one is not for this machine".into());
        let member = Member::open(home)?.ok_or_else(unfit)?;
        let is_fit = granted.name == member.name
            && public_key(&granted.certificate) == public_key(&member.certificate)
            && trust.authorities().contains(&granted.authority);
        if !is_fit {
            return Err(unfit());
        }
        if granted.expires <= member.expires && granted.authority == member.authority {
            // Another node of this machine was faster.
            return Ok(());
        }
        Member::write(home, &member.key()?, granted)
    }

    pub fn roles(&self) -> Roles {
        credential::roles(&self.certificate)
    }

    pub fn machine_key(&self) -> Option<MachineKey> {
        credential::machine_key(&self.certificate)
    }

    fn key(&self) -> Result<KeyPair, NodeError> {
        let der = PrivateKeyDer::from_pem_slice(self.key_pem.as_bytes())
            .map_err(|error| NodeError::Certificate(error.to_string()))?;
        KeyPair::try_from(&der).map_err(certificate_error)
    }

    /// The key of the machine, for tests that misuse it.
    #[cfg(test)]
    pub fn key_for_tests(&self) -> PrivateKeyDer<'static> {
        PrivateKeyDer::from_pem_slice(self.key_pem.as_bytes()).unwrap()
    }

    pub fn issuer(&self) -> Result<Issuer<'static, KeyPair>, NodeError> {
        let key = self.key()?;
        let params = params(&self.name, &raw(&key), self.roles());
        Ok(Issuer::new(params, key))
    }
}

pub(crate) fn path(home: &Path) -> PathBuf {
    home.join(FILE)
}

/// Where a node was met that can renew the certificate.
pub(crate) fn issuer_address(home: &Path) -> Result<Option<String>, NodeError> {
    read_private(&home.join(ISSUER))
}

pub(crate) fn keep_issuer_address(home: &Path, address: &str) -> Result<(), NodeError> {
    replace_private(&home.join(ISSUER), address)
}

/// What an authority gives a machine.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Granted {
    pub name: String,
    pub since: u64,
    pub expires: u64,
    pub certificate: CertificateDer<'static>,
    pub authority: CertificateDer<'static>,
}

/// Longest [`Granted`], encoded.
pub(crate) const GRANTED_BYTES_MAX: usize = NAME_BYTES_MAX + 16 + 2 * CERTIFICATE_BYTES_MAX + 8;

impl Granted {
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        put_bytes(&mut bytes, self.name.as_bytes());
        bytes.extend(self.since.to_le_bytes());
        bytes.extend(self.expires.to_le_bytes());
        put_bytes(&mut bytes, &self.certificate);
        put_bytes(&mut bytes, &self.authority);
        bytes
    }

    pub fn decode(bytes: &[u8]) -> Result<Granted, Malformed> {
        let mut input = Input::new(bytes);
        let name = input.string(NAME_BYTES_MAX)?;
        let (since, expires) = (input.u64()?, input.u64()?);
        let mut certificate = || -> Result<CertificateDer<'static>, Malformed> {
            let bytes = input.bytes(CERTIFICATE_BYTES_MAX)?;
            Ok(CertificateDer::from(bytes.to_vec()))
        };
        Ok(Granted {
            name,
            since,
            expires,
            certificate: certificate()?,
            authority: certificate()?,
        })
    }
}

/// What is written into the certificate of a machine.
pub(crate) struct Grant<'a> {
    pub name: &'a str,
    pub key: [u8; KEY_BYTES],
    pub roles: Roles,
    /// Seconds since 1970.
    pub since: u64,
    pub valid: Duration,
}

/// A certificate for the machine that has a key.
pub(crate) fn grant(authority: &Authority, grant: &Grant<'_>) -> Result<Granted, NodeError> {
    let expires = grant.since.saturating_add(grant.valid.as_secs());
    let moment = |seconds: u64| {
        let seconds = i64::try_from(seconds).unwrap_or(i64::MAX);
        time::OffsetDateTime::from_unix_timestamp(seconds)
            .map_err(|error| NodeError::Certificate(error.to_string()))
    };
    let mut params = params(grant.name, &grant.key, grant.roles);
    params.not_before = moment(grant.since.saturating_sub(EARLY.as_secs()))?;
    params.not_after = moment(expires)?;
    let certificate = params
        .signed_by(&PublicKey(grant.key), &authority.issuer()?)
        .map_err(certificate_error)?;
    Ok(Granted {
        name: grant.name.to_owned(),
        since: grant.since,
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

/// The same for the same name, key and roles, since an issuer is rebuilt from them at each start.
fn params(name: &str, key: &[u8; KEY_BYTES], roles: Roles) -> CertificateParams {
    let hash = blake3::hash(key).to_hex();
    let mut params = issuer_params(format!("{SUBJECT_PREFIX}{name} {}", &hash[..16]), 0);
    let unit = DnType::OrganizationalUnitName;
    params.distinguished_name.push(unit, roles.to_string());
    params
}

fn pem(certificate: &CertificateDer<'_>) -> String {
    pem::encode(&pem::Pem::new("CERTIFICATE", certificate.as_ref()))
}
