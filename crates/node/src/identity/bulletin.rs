//! The bulletin of a cluster: which authorities are to be believed, and which machines no longer.
//!
//! ```text
//!   <home>/bulletin     the newest that this machine has heard of, mode 0600
//!
//!   mound bulletin
//!   number N                              greater than that of the one before
//!   authority FROM UNTIL CERTIFICATE      it certifies machines from, and is believed until (seconds since 1970)
//!   revoked KEY UNTIL                     a machine, and the end of its certificate
//!   signature AUTHORITY SIGNATURE         of all lines above, by an authority
//! ```
//!
//! Certificates, keys and signatures are hexadecimal. The authority makes a bulletin when a machine is revoked or a
//! key is replaced; nodes pass it on (`standing.rs`). Where there is none, the authority of the machine's
//! certificate is believed, and nobody is revoked.
//!
//! - B1. A bulletin of another node counts only if an authority that is believed now has signed it, and its number
//!   is greater than that of the last one. So none can be taken back by showing an older one.
//! - B2. What is in the home was checked before it was written.

use std::fmt::Write;
use std::path::Path;

use rcgen::SigningKey;
use rustls::SignatureScheme;
use rustls::pki_types::CertificateDer;

use super::authority::Authority;
use super::credential::MachineKey;
use super::files::{lock, read_private, replace_private};
use super::{certificate_error, member, unix_time};
use crate::error::NodeError;

const FILE: &str = "bulletin";
const LOCK: &str = "bulletin.lock";
const FIRST_LINE: &str = "mound bulletin\n";
const SIGNATURE: &str = "signature ";

/// Longest bulletin: some four thousand machines that are put out before their time.
pub(crate) const BULLETIN_BYTES_MAX: usize = 256 << 10;
/// The authority before, and the one after it.
const AUTHORITIES_MAX: usize = 4;
/// It never ends.
const FOR_EVER: u64 = u64::MAX;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bulletin {
    pub number: u64,
    pub authorities: Vec<ListedAuthority>,
    pub revoked: Vec<(MachineKey, u64)>,
    /// All of it, as it is written.
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ListedAuthority {
    pub certificate: CertificateDer<'static>,
    /// From then on it certifies machines.
    pub from: u64,
    /// Until then it is believed.
    pub until: u64,
}

impl Bulletin {
    /// The one in `home`, if there is one.
    pub fn read(home: &Path) -> Result<Option<Bulletin>, NodeError> {
        let path = home.join(FILE);
        let Some(text) = read_private(&path)? else {
            return Ok(None);
        };
        let problem = "it is no bulletin";
        let damaged = NodeError::Authority { path, problem };
        Bulletin::parse(&text).map(Some).ok_or(damaged)
    }

    /// What the bytes say, whoever wrote them.
    pub fn parse(text: &str) -> Option<Bulletin> {
        let mut lines = signed_part(text)?.strip_prefix(FIRST_LINE)?.lines();
        let number = lines.next()?.strip_prefix("number ")?.parse().ok()?;
        let mut bulletin = Bulletin {
            number,
            authorities: Vec::new(),
            revoked: Vec::new(),
            text: text.to_owned(),
        };
        for line in lines {
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["authority", from, until, certificate] => {
                    bulletin.authorities.push(ListedAuthority {
                        certificate: CertificateDer::from(from_hex(certificate)?),
                        from: from.parse().ok()?,
                        until: until.parse().ok()?,
                    });
                }
                ["revoked", key, until] => {
                    let key = MachineKey::parse(key)?;
                    bulletin.revoked.push((key, until.parse().ok()?));
                }
                _ => return None,
            }
        }
        let is_fit = (1..=AUTHORITIES_MAX).contains(&bulletin.authorities.len());
        is_fit.then_some(bulletin)
    }

    /// Whether one of these authorities has signed it (B1).
    pub fn is_signed_by(&self, authorities: &[CertificateDer<'_>]) -> bool {
        let Some(signed) = signed_part(&self.text) else {
            return false;
        };
        let signatures = self.text[signed.len()..].lines();
        let mut signatures = signatures.filter_map(|line| {
            let (authority, signature) = line.strip_prefix(SIGNATURE)?.split_once(' ')?;
            Some((authority, from_hex(signature)?))
        });
        signatures.any(|(name, signature)| {
            let mut named = authorities
                .iter()
                .filter(|known| fingerprint(known) == name);
            named.any(|authority| is_signed(authority, signed.as_bytes(), &signature))
        })
    }

    pub fn listed(&self, authority: &CertificateDer<'_>) -> Option<&ListedAuthority> {
        let mut authorities = self.authorities.iter();
        authorities.find(|listed| listed.certificate == *authority)
    }

    /// Keeps a bulletin that was checked, unless a newer one is there already.
    pub fn keep(&self, home: &Path) -> Result<(), NodeError> {
        let _lock = lock(&home.join(LOCK))?;
        let kept = Bulletin::read(home)?;
        if kept.is_some_and(|kept| kept.number >= self.number) {
            return Ok(());
        }
        replace_private(&home.join(FILE), &self.text)
    }

    /// What another cluster has said is no matter of this one.
    pub fn forget(home: &Path) -> Result<(), NodeError> {
        let path = home.join(FILE);
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(NodeError::Home { path, error })
            }
            _ => Ok(()),
        }
    }

    /// Makes the next bulletin of the authority in `home`: the last one with a change.
    pub fn publish(
        home: &Path,
        change: impl FnOnce(&mut Bulletin) -> Result<(), NodeError>,
    ) -> Result<Bulletin, NodeError> {
        let authority = Authority::open(home)?;
        let _lock = lock(&home.join(LOCK))?;
        let now = unix_time();
        let mut next = match Bulletin::read(home)? {
            Some(last) => last,
            None => Bulletin {
                number: 0,
                authorities: vec![ListedAuthority {
                    certificate: authority.certificate,
                    from: 0,
                    until: FOR_EVER,
                }],
                revoked: Vec::new(),
                text: String::new(),
            },
        };
        change(&mut next)?;
        // If the file was lost, others have seen greater numbers than the next one.
        next.number = now.max(next.number + 1);
        next.authorities.retain(|listed| listed.until > now);
        next.revoked.retain(|(_, until)| *until > now);
        next.sign(&Authority::all(home)?)?;
        if next.text.len() > BULLETIN_BYTES_MAX {
            return Err(NodeError::Authority {
                path: home.join(FILE),
                problem: "more machines are revoked than fit into a bulletin: replace the key of the authority",
            });
        }
        replace_private(&home.join(FILE), &next.text)?;
        Ok(next)
    }

    fn sign(&mut self, authorities: &[Authority]) -> Result<(), NodeError> {
        let mut text = format!("{FIRST_LINE}number {}\n", self.number);
        for ListedAuthority {
            certificate,
            from,
            until,
        } in &self.authorities
        {
            text.push_str(&format!("authority {from} {until} {}\n", hex(certificate)));
        }
        for (key, until) in &self.revoked {
            text.push_str(&format!("revoked {key} {until}\n"));
        }
        let mut signatures = String::new();
        for authority in authorities {
            let signature = authority.key()?.sign(text.as_bytes());
            let signature = hex(&signature.map_err(certificate_error)?);
            let name = fingerprint(&authority.certificate);
            signatures.push_str(&format!("{SIGNATURE}{name} {signature}\n"));
        }
        self.text = text + &signatures;
        Ok(())
    }
}

impl ListedAuthority {
    /// The one that comes after it, which certifies machines from a later time on and is believed for ever.
    pub fn after(certificate: CertificateDer<'static>, from: u64) -> ListedAuthority {
        ListedAuthority {
            certificate,
            from,
            until: FOR_EVER,
        }
    }
}

/// Reads any bytes as a node reads a bulletin of a peer, but with the authorities that it names itself; whether one
/// of them has signed it. For tests of what strangers can send.
pub fn is_signed_bulletin(bytes: &[u8]) -> bool {
    let text = std::str::from_utf8(bytes).ok();
    let Some(bulletin) = text.and_then(Bulletin::parse) else {
        return false;
    };
    let authorities = bulletin.authorities.iter();
    let authorities: Vec<_> = authorities
        .map(|listed| listed.certificate.clone())
        .collect();
    bulletin.is_signed_by(&authorities)
}

/// The lines above the first signature.
fn signed_part(text: &str) -> Option<&str> {
    let end = text.find(&format!("\n{SIGNATURE}"))? + 1;
    (text.len() <= BULLETIN_BYTES_MAX).then(|| &text[..end])
}

/// Names an authority: the first 16 bytes of the BLAKE3 of its certificate.
fn fingerprint(authority: &CertificateDer<'_>) -> String {
    blake3::hash(authority).to_hex()[..32].to_owned()
}

fn is_signed(authority: &CertificateDer<'_>, text: &[u8], signature: &[u8]) -> bool {
    let algorithms = rustls::crypto::ring::default_provider().signature_verification_algorithms;
    let mut mapping = algorithms.mapping.iter();
    let ed25519 = mapping.find(|(scheme, _)| *scheme == SignatureScheme::ED25519);
    let (Some((_, [algorithm, ..])), Some(key)) = (ed25519, member::public_key(authority)) else {
        return false;
    };
    algorithm.verify_signature(&key, text, signature).is_ok()
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |digit: u8| char::from(digit).to_digit(16);
    let pairs = text.as_bytes().chunks(2);
    pairs
        .map(|pair| match pair {
            [high, low] => Some((digit(*high)? * 16 + digit(*low)?) as u8),
            _ => None,
        })
        .collect()
}
