//! Clusters of machines: letting another machine in with a token that is good once and for a short time, putting one
//! out, and replacing the key of the authority.
//!
//! ```text
//!   authority's machine                         another machine
//!   invite: listens, shows a token   <--TLS---  join: knows the authority by the token, shows its secret
//!           certifies the key        ------->         and its own public key; keeps what it is given
//! ```
//!
//! The key of the authority stays where it is, and the key of the other machine is made there and stays there.
//! What was given out is written down in `<home>/members`; what is taken back, in the bulletin
//! (`identity/bulletin.rs`), which running nodes find and pass on (`standing.rs`).
//!
//! - C1. Nothing is given to whoever does not show the secret, and nothing is shown to whoever is not certified
//!   by the authority that the token names.
//! - C2. A token is good for one machine, and until its time is over.
//!
//! - C3. A certificate is renewed for the machine that has one, with the same key, name, roles and length of time,
//!   as long as it is written down.
//!
//! Not here: how nodes prove what they are (`identity.rs`, `carrier/tls.rs`).

mod error;
mod exchange;
mod members;
#[cfg(test)]
pub(crate) mod tests;
mod token;

use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mound_bytecode::unit::UnitHash;
use tokio::runtime::{Builder, Runtime};

pub use error::ClusterError;
pub use members::MemberRecord;

use crate::address;
use crate::config::Config;
use crate::descriptors;
use crate::handler::{Handled, Handler};
use crate::identity::member::{Grant, Granted, NAME_BYTES_MAX};
use crate::identity::{
    Authority, Bulletin, ListedAuthority, Machine, MachineKey, Member, Roles, member, new_key,
    unix_time,
};
use crate::node::Node;
use crate::peers::{Epoch, PeerId, PeerInfo};
use crate::signal::Signal;
use token::Token;

/// What a machine is told that it has become.
pub struct Joined {
    pub name: String,
    pub roles: Roles,
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

/// When a new key of the authority takes the place of the old one.
pub struct Rotation {
    /// What the new authority is called.
    pub authority: String,
    /// The day from which machines are certified by it, and until which the old one is believed.
    pub from: String,
    pub until: String,
}

/// Longest wait for a node that is to be told something.
const TELL_LIMIT: Duration = Duration::from_secs(10);

/// What somebody who invites a machine chooses.
pub struct Offer {
    pub listen: String,
    /// What the other machine is to dial, if it is not `listen`.
    pub advertise: Option<String>,
    /// The name of the other machine.
    pub name: String,
    /// What its nodes may do on others.
    pub roles: Roles,
    /// How long the token is good.
    pub waits: Duration,
    /// How long its certificate is good, unless it is renewed.
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
    let authority = Authority::issuing(home)?;
    if members::named(home, &offer.name)?.is_some() {
        return Err(ClusterError::NameTaken(offer.name.clone()));
    }
    let bulletin = Bulletin::read(home)?.map_or(String::new(), |bulletin| bulletin.text);
    let token = Token::new(&authority.certificate)?;
    let given = runtime()?.block_on(async {
        let inviting = exchange::listen(&authority, offer).await?;
        show(&Invitation {
            address: inviting.address.clone(),
            token: token.text(),
        });
        let waiting = inviting.wait(&authority, &token, offer, &bulletin);
        let result = tokio::time::timeout(offer.waits, waiting).await;
        result.unwrap_or(Err(ClusterError::NobodyCame))
    })?;
    let record = MemberRecord {
        name: offer.name.clone(),
        key: MachineKey::of(&given.key).to_string(),
        since: given.since,
        expires: given.expires,
        roles: offer.roles,
    };
    // All that was given out is written down, also if nobody knows whether it has arrived.
    members::add(home, &record)?;
    match given.is_taken {
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
    let joining = exchange::join(&address, &token, member::raw(&key));
    let (granted, bulletin) = runtime()?.block_on(joining)?;
    Bulletin::forget(home)?;
    Member::write(home, &key, &granted)?;
    if let Some(bulletin) = bulletin {
        bulletin.keep(home)?;
    }
    membership(home)?.ok_or_else(|| ClusterError::Io("what was written has gone".into()))
}

/// Puts a machine out of the cluster of the authority in `home`.
pub fn revoke(home: &Path, name: &str) -> Result<MemberRecord, ClusterError> {
    refuse_member(home)?;
    let unknown = || ClusterError::Unknown(name.to_owned());
    let record = members::named(home, name)?.ok_or_else(unknown)?;
    let key = MachineKey::parse(&record.key).ok_or_else(unknown)?;
    // It may be renewed at this moment.
    let until = 2 * record.expires - record.since;
    Bulletin::publish(home, |bulletin| {
        bulletin.revoked.push((key, until));
        Ok(())
    })?;
    // After that: if this is not reached, the machine is out, and can be put out again.
    members::remove(home, name)?;
    Ok(record)
}

/// Makes a new key for the authority in `home`; the old one is believed for the time of the overlap. What the new
/// authority is called, and when it comes into its own.
pub fn rotate(home: &Path, overlap: Duration) -> Result<Rotation, ClusterError> {
    refuse_member(home)?;
    let current = Authority::open(home)?;
    if Authority::next(home)?.is_some() {
        let bulletin = Bulletin::read(home)?;
        let listed = bulletin.as_ref();
        let listed = listed.and_then(|bulletin| bulletin.listed(&current.certificate));
        // Without a bulletin, the last rotation got no further than its first step.
        if let Some(listed) = listed.filter(|listed| listed.until != u64::MAX) {
            return Err(ClusterError::Rotating(members::day(listed.until)));
        }
    }
    let next = Authority::make_next(home)?;
    let (now, overlap) = (unix_time(), overlap.as_secs());
    let (from, until) = (now + overlap / 2, now + overlap);
    Bulletin::publish(home, |bulletin| {
        for listed in &mut bulletin.authorities {
            listed.until = listed.until.min(until);
        }
        let after = ListedAuthority::after(next.certificate.clone(), from);
        bulletin.authorities.push(after);
        Ok(())
    })?;
    Ok(Rotation {
        authority: token::fingerprint(&next.certificate).to_string(),
        from: members::day(from),
        until: members::day(until),
    })
}

/// A node, and why it was not told, if it was not.
pub type Told = (String, Result<(), String>);

/// Tells nodes what has changed in the cluster: of each, whether it was reached.
pub fn tell(home: &Path, nodes: &[String]) -> Result<Vec<Told>, ClusterError> {
    if nodes.is_empty() {
        return Ok(Vec::new());
    }
    let (sender, met) = channel();
    let node = Node::start(Config::new(home), Arc::new(Messenger(Mutex::new(sender))))?;
    let told = nodes.iter().map(|name| {
        let address = address::canonical(name).unwrap_or_else(|| name.clone());
        let (sender, result) = channel();
        node.connect(&address, move |result| {
            // It is waited for.
            let _ = sender.send(result);
        });
        let told = match result.recv_timeout(TELL_LIMIT) {
            // What is to be told is queued before the peer is announced.
            Ok(Ok(_)) => met
                .recv_timeout(TELL_LIMIT)
                .map_err(|_| "no answer in time".to_owned()),
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => Err("no answer in time".to_owned()),
        };
        (name.clone(), told)
    });
    let told = told.collect();
    node.stop("that was all", TELL_LIMIT);
    Ok(told)
}

/// Hears who is met, and nothing else.
struct Messenger(Mutex<Sender<()>>);

impl Handler for Messenger {
    fn signal(&self, _: PeerId, _: Signal) -> Handled {
        Handled::Now
    }

    fn unit(&self, _: UnitHash) -> Option<Arc<[u8]>> {
        None
    }

    fn node_up(&self, _: PeerId, _: Epoch, _: &PeerInfo) {
        let sender = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // It may be too late.
        let _ = sender.send(());
    }
}

/// A newer certificate for a machine that shows its present one (C3).
pub(crate) fn renew(home: &Path, machine: &Machine) -> Result<Granted, ClusterError> {
    let unknown = || ClusterError::Unknown(machine.name.clone());
    let authority = Authority::issuing(home)?;
    let record = members::named(home, &machine.name)?;
    let is_its = |record: &MemberRecord| record.key == machine.key.to_string();
    let record = record.filter(is_its).ok_or_else(unknown)?;
    let grant = Grant {
        name: &record.name,
        key: machine.public_key,
        roles: record.roles,
        since: unix_time(),
        valid: Duration::from_secs(record.expires.saturating_sub(record.since)),
    };
    let granted = member::grant(&authority, &grant)?;
    let renewed = MemberRecord {
        since: granted.since,
        expires: granted.expires,
        ..record
    };
    // It may have been put out meanwhile.
    match members::replace(home, &renewed)? {
        true => Ok(granted),
        false => Err(unknown()),
    }
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
        roles: member.roles(),
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
    let runtime =
        descriptors::are_left().and_then(|()| Builder::new_current_thread().enable_all().build());
    runtime.map_err(|error| ClusterError::Io(error.to_string()))
}
