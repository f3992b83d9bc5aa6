//! `mound cluster`: which machines belong to the cluster of this one.

use crate::arguments::Cluster;
use crate::run::Failure;
use crate::standard;
use mound_engine::cluster::{self, ClusterError, Invitation, Joined, Offer};
use mound_engine::default_home;
use std::path::{Path, PathBuf};
use std::time::Duration;

const MINUTE: u64 = 60;

/// The status if somebody who should be told is not reached.
const STATUS_NOT_TOLD: i32 = 1;

pub fn perform(command: &Cluster) -> Result<i32, Failure> {
    let home = home()?;
    match command {
        Cluster::Init => {
            let authority = cluster::init(&home).map_err(failed)?;
            let home = home.display();
            standard::output(&format!(
                "the authority of the cluster, {authority}, is in {home}\n"
            ))?;
        }
        Cluster::Invite {
            name,
            listen,
            advertise,
            minutes,
            valid,
            roles,
        } => {
            let offer = Offer {
                listen: listen.clone(),
                advertise: advertise.clone(),
                name: name.clone(),
                roles: *roles,
                waits: Duration::from_secs(u64::from(*minutes) * MINUTE),
                valid: *valid,
            };
            invite(&home, &offer, *minutes)?;
        }
        Cluster::Join {
            address,
            token,
            replace,
        } => {
            let token = match token {
                Some(token) => token.clone(),
                None => read_token()?,
            };
            let joined = cluster::join(&home, address, &token, *replace).map_err(failed)?;
            standard::output(&membership(&joined))?;
        }
        Cluster::List => list(&home)?,
        Cluster::Revoke { name, tell } => {
            cluster::revoke(&home, name).map_err(failed)?;
            standard::output(&format!("{name} is out of the cluster\n"))?;
            return tell_all(&home, tell);
        }
        Cluster::Rotate { overlap, tell } => {
            let rotation = cluster::rotate(&home, *overlap).map_err(failed)?;
            standard::output(&format!(
                "the authority is {} from {} on, and the old one is believed until {}\n",
                rotation.authority, rotation.from, rotation.until
            ))?;
            return tell_all(&home, tell);
        }
    }
    Ok(0)
}

/// Tells some nodes what has changed.
fn tell_all(home: &Path, nodes: &[String]) -> Result<i32, Failure> {
    let mut status = 0;
    for (node, told) in cluster::tell(home, nodes).map_err(failed)? {
        match told {
            Ok(()) => standard::output(&format!("{node} knows\n"))?,
            Err(why) => {
                standard::error(&format!("error: {node} was not told: {why}\n"));
                status = STATUS_NOT_TOLD;
            }
        }
    }
    Ok(status)
}

/// What this machine is.
fn membership(joined: &Joined) -> String {
    let (name, authority, roles) = (&joined.name, &joined.authority, joined.roles);
    let day = joined.last_day();
    format!(
        "this machine is {name} in the cluster {authority} until {day}, with the roles {roles}\n"
    )
}

fn invite(home: &Path, offer: &Offer, minutes: u32) -> Result<(), Failure> {
    let mut shown = Ok(());
    let show = |Invitation { address, token }: &Invitation| {
        shown = standard::output(&format!(
            "on {}, within {minutes} minutes:\n\n    mound cluster join {address} {token}\n\n",
            offer.name
        ));
    };
    let record = cluster::invite(home, offer, show).map_err(failed)?;
    shown?;
    let last_day = record.last_day();
    standard::output(&format!("{} has joined, until {last_day}\n", record.name))?;
    Ok(())
}

fn list(home: &Path) -> Result<(), Failure> {
    if let Some(joined) = cluster::membership(home).map_err(failed)? {
        standard::output(&membership(&joined))?;
        return Ok(());
    }
    let records = cluster::list(home).map_err(failed)?;
    let names = records.iter().map(|record| record.name.len());
    let width = names.max().unwrap_or_default().max("name".len());
    let mut text = format!("{:width$}  until       {:32}  roles\n", "name", "key");
    for record in &records {
        let (name, day, key) = (&record.name, record.last_day(), &record.key);
        text.push_str(&format!("{name:width$}  {day}  {key}  {}\n", record.roles));
    }
    standard::output(&text)?;
    Ok(())
}

/// One line of standard input, which no list of processes shows.
fn read_token() -> Result<String, Failure> {
    let mut line = String::new();
    match std::io::stdin().read_line(&mut line) {
        Ok(_) => Ok(line),
        Err(error) => Err(Failure::node(format!("the token cannot be read: {error}"))),
    }
}

/// Where the keys of this machine are.
pub fn home() -> Result<PathBuf, Failure> {
    default_home().ok_or_else(|| {
        let why = "there is no place for the keys of this machine: HOME is not set, or MOUND_HOME is empty; set MOUND_HOME to a directory of your own";
        Failure::node(why.to_owned())
    })
}

fn failed(error: ClusterError) -> Failure {
    Failure::node(error.to_string())
}
