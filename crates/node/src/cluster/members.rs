//! The machines that were let in: a file of lines in the home of the authority.
//!
//! ```text
//!   <home>/members     name, key, since, until, roles; one line each
//! ```

use std::path::Path;

use super::ClusterError;
use crate::error::NodeError;
use crate::identity::{Roles, lock, read_private, replace_private};

const FILE: &str = "members";
const LOCK: &str = "members.lock";

/// A machine of a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberRecord {
    pub name: String,
    /// The first 32 hexadecimal digits of the BLAKE3 of its public key.
    pub key: String,
    /// Seconds since 1970, of the beginning and of the end.
    pub since: u64,
    pub expires: u64,
    pub roles: Roles,
}

impl MemberRecord {
    /// The last day of it, as `2027-11-24`.
    pub fn last_day(&self) -> String {
        day(self.expires)
    }
}

/// The day of a moment, in UTC.
pub(super) fn day(seconds: u64) -> String {
    let seconds = i64::try_from(seconds).unwrap_or(i64::MAX);
    let Ok(moment) = time::OffsetDateTime::from_unix_timestamp(seconds) else {
        return "the end of time".to_owned();
    };
    let (year, month, day) = moment.to_calendar_date();
    format!("{year:04}-{:02}-{day:02}", u8::from(month))
}

pub(super) fn read(home: &Path) -> Result<Vec<MemberRecord>, ClusterError> {
    let path = home.join(FILE);
    let text = read_private(&path)?.unwrap_or_default();
    let records = text.lines().map(|line| {
        let mut words = line.split_whitespace();
        let mut word = || words.next();
        Some(MemberRecord {
            name: word()?.to_owned(),
            key: word()?.to_owned(),
            since: word()?.parse().ok()?,
            expires: word()?.parse().ok()?,
            roles: Roles::parse(word()?).ok()?,
        })
    });
    let damaged = || {
        ClusterError::Node(NodeError::Authority {
            path: path.clone(),
            problem: "a line of it cannot be read",
        })
    };
    records.map(|record| record.ok_or_else(damaged)).collect()
}

/// A machine that is still in the cluster.
pub(super) fn named(home: &Path, name: &str) -> Result<Option<MemberRecord>, ClusterError> {
    let now = crate::identity::unix_time();
    let mut records = read(home)?.into_iter();
    Ok(records.find(|record| record.name == name && record.expires > now))
}

/// Two invitations at a time keep both machines.
pub(super) fn add(home: &Path, record: &MemberRecord) -> Result<(), ClusterError> {
    change(home, |records| {
        records.retain(|old| old.name != record.name);
        records.push(record.clone());
    })
}

/// Takes the place of the record with its name and key, if that is still there; whether it is.
pub(super) fn replace(home: &Path, record: &MemberRecord) -> Result<bool, ClusterError> {
    let mut is_there = false;
    change(home, |records| {
        let is_its = |old: &&mut MemberRecord| old.name == record.name && old.key == record.key;
        if let Some(old) = records.iter_mut().find(is_its) {
            *old = record.clone();
            is_there = true;
        }
    })?;
    Ok(is_there)
}

pub(super) fn remove(home: &Path, name: &str) -> Result<(), ClusterError> {
    change(home, |records| records.retain(|old| old.name != name))
}

fn change(home: &Path, change: impl FnOnce(&mut Vec<MemberRecord>)) -> Result<(), ClusterError> {
    let _lock = lock(&home.join(LOCK))?;
    let mut records = read(home)?;
    change(&mut records);
    let lines = records.iter().map(|record| {
        let MemberRecord {
            name,
            key,
            since,
            expires,
            roles,
        } = record;
        format!("{name} {key} {since} {expires} {roles}\n")
    });
    let text: String = lines.collect();
    Ok(replace_private(&home.join(FILE), &text)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::Joined;

    #[test]
    fn moments_are_days_in_utc() {
        let cases = [
            (0, "1970-01-01"),
            (86_399, "1970-01-01"),
            (86_400, "1970-01-02"),
            // A leap year, which a century is only every four hundred years.
            (951_782_400, "2000-02-29"),
            (4_107_542_399, "2100-02-28"),
            (4_107_542_400, "2100-03-01"),
            (1_795_478_400, "2026-11-24"),
            (u64::MAX, "the end of time"),
        ];
        for (expires, day) in cases {
            let record = MemberRecord {
                name: "web".to_owned(),
                key: String::new(),
                since: 0,
                expires,
                roles: Roles::USUAL,
            };
            assert_eq!(record.last_day(), day, "{expires}");
            let joined = Joined {
                name: "web".to_owned(),
                roles: Roles::USUAL,
                expires,
                authority: String::new(),
            };
            assert_eq!(joined.last_day(), day, "{expires}");
        }
    }
}
