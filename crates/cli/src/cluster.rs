//! `mound cluster`: which machines belong to the cluster of this one.

use crate::arguments::Cluster;
use crate::run::Failure;
use crate::standard;
use mound_engine::cluster::{self, ClusterError, Invitation, Offer};
use mound_engine::default_home;
use std::path::{Path, PathBuf};
use std::time::Duration;

const MINUTE: u64 = 60;
const DAY: u64 = 24 * 60 * MINUTE;

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
            days,
        } => {
            let offer = Offer {
                listen: listen.clone(),
                advertise: advertise.clone(),
                name: name.clone(),
                waits: Duration::from_secs(u64::from(*minutes) * MINUTE),
                valid: Duration::from_secs(u64::from(*days) * DAY),
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
            standard::output(&format!(
                "this machine is {} in the cluster {} until {}\n",
                joined.name,
                joined.authority,
                joined.last_day()
            ))?;
        }
        Cluster::List => list(&home)?,
    }
    Ok(0)
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
        let (name, authority, day) = (&joined.name, &joined.authority, joined.last_day());
        let text = format!("this machine is {name} in the cluster {authority} until {day}\n");
        standard::output(&text)?;
        return Ok(());
    }
    let records = cluster::list(home).map_err(failed)?;
    let names = records.iter().map(|record| record.name.len());
    let width = names.max().unwrap_or_default().max("name".len());
    let mut text = format!("{:width$}  until       key\n", "name");
    for record in &records {
        let (name, day, key) = (&record.name, record.last_day(), &record.key);
        text.push_str(&format!("{name:width$}  {day}  {key}\n"));
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
