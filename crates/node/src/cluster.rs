//! Clusters of machines: letting another machine in with a token that is good once and for a short time.
//!
//! ```text
//!   authority's machine                         another machine
//!   invite: listens, shows a token   <--TLS---  join: knows the authority by the token, shows its secret
//!           certifies the key        ------->         and its own public key; keeps what it is given
//! ```
//!
//! The key of the authority stays where it is, and the key of the other machine is made there and stays there.
//! What was given out is written down in `<home>/members`.
//!
//! - C1. Nothing is given to whoever does not show the secret, and nothing is shown to whoever is not certified
//!   by the authority that the token names.
//! - C2. A token is good for one machine, and until its time is over.
//!
//! Not here: how nodes prove what they are (`identity.rs`, `carrier/tls.rs`), and taking back what was given.

mod error;
mod exchange;
mod members;
#[cfg(test)]
mod tests;
mod token;

use std::path::Path;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};

pub use error::ClusterError;
pub use members::MemberRecord;

use crate::address;
use crate::identity::{Authority, Member, member, new_key, unix_time};
use token::Token;

/// Longest name of a machine in a cluster.
const NAME_BYTES_MAX: usize = 63;

/// What a machine is told that it has become.
pub struct Joined {
    pub name: String,
    /// Seconds since 1970.
    pub expires: u64,
    /// The authority that it now believes.
    pub authority: String,
}

impl Joined {
    /// The last day of it, as `2027-11-24`.
    pub fn last_day(&self) -> String {
        members::day(self.expires)
    }
}

/// What somebody who invites a machine chooses.
pub struct Offer {
    pub listen: String,
    /// What the other machine is to dial, if it is not `listen`.
    pub advertise: Option<String>,
    /// The name of the other machine.
    pub name: String,
    /// How long the token is good.
    pub waits: Duration,
    /// How long the machine belongs to the cluster.
    pub valid: Duration,
}

/// What the other machine needs.
pub struct Invitation {
    pub address: String,
    pub token: String,
}

/// Makes the authority of a cluster, if there is none yet; what it is called.
pub fn init(home: &Path) -> Result<String, ClusterError> {
    refuse_member(home)?;
    let authority = Authority::open(home)?;
    Ok(token::fingerprint(&authority.certificate).to_string())
}

/// What the authority in `home` is called, if there is one.
pub fn authority(home: &Path) -> Result<Option<String>, ClusterError> {
    let authority = Authority::existing(home)?;
    Ok(authority.map(|authority| token::fingerprint(&authority.certificate).to_string()))
}

/// Waits for one machine that shows the token, which `show` is given, and lets it in.
pub fn invite(
    home: &Path,
    offer: &Offer,
    show: impl FnOnce(&Invitation),
) -> Result<MemberRecord, ClusterError> {
    if !is_name(&offer.name) {
        return Err(ClusterError::Name(offer.name.clone()));
    }
    refuse_member(home)?;
    let authority = Authority::open(home)?;
    if members::named(home, &offer.name)?.is_some() {
        return Err(ClusterError::NameTaken(offer.name.clone()));
    }
    let token = Token::new(&authority.certificate)?;
    let granted = runtime()?.block_on(async {
        let inviting = exchange::listen(&authority, offer).await?;
        show(&Invitation {
            address: inviting.address.clone(),
            token: token.text(),
        });
        let waiting = inviting.wait(&authority, &token, offer);
        let result = tokio::time::timeout(offer.waits, waiting).await;
        result.unwrap_or(Err(ClusterError::NobodyCame))
    })?;
    let record = MemberRecord {
        name: granted.name,
        key: blake3::hash(&granted.key).to_hex()[..32].to_owned(),
        since: unix_time(),
        expires: granted.expires,
    };
    // All that was given out is written down, also if nobody knows whether it has arrived.
    members::add(home, &record)?;
    match granted.is_taken {
        true => Ok(record),
        false => Err(ClusterError::WentAway(record.name)),
    }
}

/// Makes this machine a member of the cluster that a token is from. `replace` gives up what it was before.
pub fn join(
    home: &Path,
    address: &str,
    token: &str,
    replace: bool,
) -> Result<Joined, ClusterError> {
    let token = Token::parse(token)?;
    let address =
        address::canonical(address).ok_or_else(|| ClusterError::Address(address.to_owned()))?;
    if !replace {
        refuse_member(home)?;
    }
    let key = new_key()?;
    let granted = runtime()?.block_on(exchange::join(&address, &token, member::raw(&key)))?;
    Member::write(home, &key, &granted)?;
    Ok(Joined {
        name: granted.name,
        expires: granted.expires,
        authority: token::fingerprint(&granted.authority).to_string(),
    })
}

/// The machines that were let in, in the order in which they came.
pub fn list(home: &Path) -> Result<Vec<MemberRecord>, ClusterError> {
    refuse_member(home)?;
    members::read(home)
}

/// What the machine with this home is in its cluster, if it has joined one.
pub fn membership(home: &Path) -> Result<Option<Joined>, ClusterError> {
    Ok(Member::open(home)?.map(|member| Joined {
        authority: token::fingerprint(&member.authority).to_string(),
        name: member.name,
        expires: member.expires,
    }))
}

/// Who belongs to the cluster of another authority has none of its own.
fn refuse_member(home: &Path) -> Result<(), ClusterError> {
    match membership(home)? {
        Some(joined) => Err(ClusterError::IsMember(joined.name)),
        None => Ok(()),
    }
}

fn is_name(name: &str) -> bool {
    let is_fit = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    (1..=NAME_BYTES_MAX).contains(&name.len()) && name.chars().all(is_fit)
}

fn runtime() -> Result<Runtime, ClusterError> {
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| ClusterError::Io(error.to_string()))
}
