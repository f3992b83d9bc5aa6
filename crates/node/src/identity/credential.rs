//! What the certificates of a peer say of it.
//!
//! ```text
//!   node            of the authority's machine: all roles, and it renews the certificates of others
//!   node, machine   of a machine that was let in: its name, key and roles
//! ```
//!
//! - Y4. No other chains are accepted (`carrier/verify.rs`), so the machine that is read here is the one that
//!   certified the node: a chain with more could have one that the verifier never used.

use std::fmt;

use rustls::pki_types::CertificateDer;

use super::der::{self, COMMON_NAME, ORGANIZATIONAL_UNIT, subject_attribute};
use super::member;
use super::roles::Roles;

/// Names a key of a machine: the first 16 bytes of its BLAKE3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MachineKey(pub [u8; 16]);

impl MachineKey {
    pub(crate) fn of(public_key: &[u8]) -> MachineKey {
        let mut half = [0; 16];
        half.copy_from_slice(&blake3::hash(public_key).as_bytes()[..16]);
        MachineKey(half)
    }

    pub(crate) fn parse(text: &str) -> Option<MachineKey> {
        let digits = text.as_bytes();
        if digits.len() != 32 || !digits.iter().all(u8::is_ascii_hexdigit) {
            return None;
        }
        u128::from_str_radix(text, 16)
            .ok()
            .map(|number| MachineKey(number.to_be_bytes()))
    }
}

impl fmt::Display for MachineKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = self.0.iter();
        bytes.try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

impl fmt::Debug for MachineKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{self}")
    }
}

/// Who a peer is, as far as its certificates prove it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Credential {
    /// The machine that certified it; none for the authority's own.
    pub machine: Option<Machine>,
    pub roles: Roles,
    /// When the first of its certificates ends, in seconds since 1970.
    pub ends: u64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Machine {
    pub name: String,
    pub key: MachineKey,
    /// The key itself.
    pub public_key: [u8; member::KEY_BYTES],
}

impl Credential {
    /// Of a node of the authority's machine, or where there is no authority.
    pub const AUTHORITY: Credential = Credential {
        machine: None,
        roles: Roles::ALL,
        ends: u64::MAX,
    };

    /// What a chain says that was verified; none if it is not one of ours.
    pub(crate) fn of(chain: &[CertificateDer<'_>]) -> Option<Credential> {
        // One that does not say would never end.
        let ends = chain.iter().map(|certificate| der::end(certificate));
        let ends = ends.collect::<Option<Vec<u64>>>()?.into_iter().min()?;
        match chain {
            [_] => Some(Credential {
                ends,
                ..Credential::AUTHORITY
            }),
            [_, machine] => Some(Credential {
                machine: Some(Machine {
                    name: machine_name(machine)?,
                    key: machine_key(machine)?,
                    public_key: member::public_key(machine)?,
                }),
                roles: roles(machine),
                ends,
            }),
            _ => None,
        }
    }

    pub(crate) fn key(&self) -> Option<MachineKey> {
        self.machine.as_ref().map(|machine| machine.key)
    }
}

impl fmt::Display for Credential {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.machine {
            Some(machine) => write!(formatter, "machine {}", machine.name),
            None => write!(formatter, "the authority's machine"),
        }
    }
}

pub(crate) fn machine_key(machine: &CertificateDer<'_>) -> Option<MachineKey> {
    member::public_key(machine).map(|key| MachineKey::of(&key))
}

/// The roles that the certificate of a machine gives; none if it does not say.
pub(crate) fn roles(machine: &CertificateDer<'_>) -> Roles {
    let text = subject_attribute(machine, ORGANIZATIONAL_UNIT);
    text.and_then(|text| Roles::parse(&text).ok())
        .unwrap_or(Roles::NONE)
}

fn machine_name(machine: &CertificateDer<'_>) -> Option<String> {
    let text = subject_attribute(machine, COMMON_NAME)?;
    let (name, _) = text
        .strip_prefix(member::SUBJECT_PREFIX)?
        .rsplit_once(' ')?;
    Some(name.to_owned())
}
