//! What a running node is in its cluster: it takes up what changes in the home, passes on bulletins, lets go the
//! machines that were put out, and has the certificate of its machine renewed in time.
//!
//! ```text
//!   every STEP   files of the home have changed, or an authority has ended?
//!                  -> the same key, certified anew; whom to believe; who has to go
//!                the certificate ends soon, or its authority does?
//!                  -> a node of the authority's machine is asked, which is dialled if none is connected
//!   connected    the bulletin is sent; the address of a node that can renew is kept
//!   a bulletin   a newer one that is signed is kept and passed on
//! ```
//!
//! - T1. Connections stay as they are when certificates change; only those of machines that were put out end, and
//!   those whose certificates have ended (`link.rs`), which are made again with newer ones.
//! - T2. What a peer sends costs the check of a signature, and a file only if the authority has signed it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, SystemTime};

use crate::carrier::TlsTcp;
use crate::cluster;
use crate::codes::Code;
use crate::dial::connect_to;
use crate::error::{DownReason, NodeError, Notice};
use crate::identity::member::{self, Granted};
use crate::identity::{Bulletin, Credential, Identity, MachineKey, Member, unix_time};
use crate::link::Link;
use crate::shared::Shared;
use crate::signal::Signal;

/// How often it is looked whether files have changed: a machine that is put out has so long to go on.
const STEP: Duration = Duration::from_secs(1);
/// Files of the home that say what the node is.
const FILES: [&str; 4] = [
    "authority.pem",
    "authority-next.pem",
    "member.pem",
    "bulletin",
];
/// A certificate is renewed when this part of its time is left.
const PART_LEFT: u64 = 3;
/// Longest pause between two attempts to have it renewed.
const PAUSE_MAX: Duration = Duration::from_secs(600);

type Stamps = [Option<SystemTime>; FILES.len()];

pub(crate) struct Standing {
    home: PathBuf,
    carrier: Arc<TlsTcp>,
    now: Mutex<Now>,
}

struct Now {
    identity: Identity,
    bulletin: Option<Arc<Bulletin>>,
    /// The machine's certificate, if it has one.
    certificate: Option<Certificate>,
    stamps: Stamps,
    /// Failed attempts to have it renewed, and when the next one is made.
    attempts: u32,
    next_attempt: Duration,
    /// Whether an answer is awaited.
    has_asked: bool,
    /// What was last told to be wrong.
    told: String,
}

struct Certificate {
    key: Option<MachineKey>,
    since: u64,
    expires: u64,
    /// When it has to be renewed.
    due: u64,
}

impl Standing {
    /// What the machine with this home is, for a new node.
    pub fn open(home: &Path) -> Result<Standing, NodeError> {
        // Before the rest, so that what changes meanwhile is seen later.
        let stamps = stamps(home);
        let identity = Identity::open(home)?;
        let bulletin = Bulletin::read(home)?.map(Arc::new);
        let certificate = certificate(home, bulletin.as_deref())?;
        Ok(Standing {
            home: home.to_owned(),
            carrier: Arc::new(TlsTcp::new(&identity)?),
            now: Mutex::new(Now {
                identity,
                bulletin,
                certificate,
                stamps,
                attempts: 0,
                next_attempt: Duration::ZERO,
                has_asked: false,
                told: String::new(),
            }),
        })
    }

    pub fn carrier(&self) -> Arc<TlsTcp> {
        Arc::clone(&self.carrier)
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A connection begins: the peer is told what this node knows.
    pub fn greets(&self, shared: &Arc<Shared>, link: &Arc<Link>) {
        if let Some(bulletin) = &self.now().bulletin {
            let text = bulletin.text.clone().into_bytes();
            link.answer(Signal::Bulletin { text });
        }
        // It may have been put out while it greeted.
        self.dismiss_revoked(link);
        if self.now().certificate.is_some() && link.credential.machine.is_none() {
            let (shared, address) = (Arc::clone(shared), link.peer.info().address);
            shared.runtime.clone().spawn_blocking(move || {
                if let Some(standing) = &shared.standing {
                    let kept = member::keep_issuer_address(&standing.home, &address);
                    standing.report(&shared, kept);
                }
            });
        }
    }

    /// A peer has sent a bulletin (T2).
    pub fn heard(&self, shared: &Arc<Shared>, text: &[u8]) {
        let Ok(text) = std::str::from_utf8(text) else {
            return;
        };
        let Some(bulletin) = Bulletin::parse(text) else {
            return;
        };
        let trust = {
            let now = self.now();
            let known = now.bulletin.as_ref().map_or(0, |known| known.number);
            if bulletin.number <= known {
                return;
            }
            Arc::clone(&now.identity.trust)
        };
        if !bulletin.is_signed_by(trust.authorities()) {
            return;
        }
        let shared = Arc::clone(shared);
        shared.runtime.clone().spawn_blocking(move || {
            if let Some(standing) = &shared.standing {
                let kept = bulletin.keep(&standing.home);
                standing.report(&shared, kept);
                standing.look(&shared);
            }
        });
    }

    /// Takes up what has changed in the home. Blocks.
    fn look(&self, shared: &Arc<Shared>) {
        let result = self.take_up(shared);
        self.report(shared, result);
    }

    fn take_up(&self, shared: &Arc<Shared>) -> Result<(), NodeError> {
        let stamps = stamps(&self.home);
        let mut now = self.now();
        let ends = now.bulletin.as_ref().is_some_and(|bulletin| {
            let moment = unix_time();
            let listed = bulletin.authorities.iter();
            let listed = listed.filter(|listed| listed.until > moment);
            listed.count() != now.identity.trust.authorities().len()
        });
        if stamps == now.stamps && !ends {
            return Ok(());
        }
        let bulletin = Bulletin::read(&self.home)?.map(Arc::new);
        let certificate = certificate(&self.home, bulletin.as_deref())?;
        let identity = now.identity.opened_again(&self.home)?;
        self.carrier.renew(&identity)?;
        let number = |bulletin: &Option<Arc<Bulletin>>| bulletin.as_ref().map(|kept| kept.number);
        let is_news = number(&bulletin) > number(&now.bulletin);
        now.identity = identity;
        now.bulletin = bulletin.clone();
        now.certificate = certificate;
        now.stamps = stamps;
        now.told.clear();
        drop(now);
        if let Some(bulletin) = bulletin.filter(|_| is_news) {
            self.pass_on(shared, &bulletin);
        }
        Ok(())
    }

    /// Tells all peers, and lets go those that were put out.
    fn pass_on(&self, shared: &Arc<Shared>, bulletin: &Bulletin) {
        let own = self.now().certificate.as_ref().and_then(|own| own.key);
        if own.is_some_and(|own| bulletin.revoked.iter().any(|(key, _)| *key == own)) {
            shared.tell(&Notice::About {
                address: Arc::clone(&shared.address),
                text: "this machine was put out of its cluster".into(),
            });
        }
        for link in links(shared) {
            let text = bulletin.text.clone().into_bytes();
            link.answer(Signal::Bulletin { text });
            self.dismiss_revoked(&link);
        }
    }

    fn dismiss_revoked(&self, link: &Link) {
        let key = link.credential.key();
        if key.is_some_and(|key| self.now().identity.trust.is_revoked(key)) {
            let why = format!("{} was put out of the cluster", link.credential);
            link.close(DownReason::Dismissed(Code::REVOKED, why));
        }
    }

    /// Has the certificate renewed if it is time for that.
    fn renew(&self, shared: &Arc<Shared>) {
        let mut now = self.now();
        let Some(certificate) = &now.certificate else {
            return;
        };
        if certificate.due > unix_time() || now.next_attempt > shared.host.now() {
            return;
        }
        let time = certificate.expires.saturating_sub(certificate.since);
        now.next_attempt = shared.host.now() + pause(shared, time, now.attempts);
        now.attempts = now.attempts.saturating_add(1);
        now.has_asked = true;
        drop(now);
        let mut links = links(shared).into_iter();
        if let Some(link) = links.find(|link| link.credential.machine.is_none()) {
            return link.answer(Signal::RenewalWant);
        }
        match member::issuer_address(&self.home) {
            // The next attempt finds the connection, or one is asked when it begins.
            Ok(Some(address)) => {
                let asks = Arc::clone(shared);
                let reached = move |result: Result<_, _>| {
                    let peer = result.ok().and_then(|peer| asks.peers.get(peer));
                    let link = peer.and_then(|peer| {
                        let state = peer.state();
                        state.live.as_ref().map(|live| Arc::clone(&live.link))
                    });
                    if let Some(link) = link.filter(|link| link.credential.machine.is_none()) {
                        link.answer(Signal::RenewalWant);
                    }
                };
                connect_to(shared, &address, Box::new(reached));
            }
            Ok(None) => self.report(
                shared,
                Err(NodeError::Certificate(
                    "that of this machine ends soon, and no node of the authority's machine was met that could renew it".into(),
                )),
            ),
            Err(error) => self.report(shared, Err(error)),
        }
    }

    /// Puts what is wrong into the log, once.
    fn report(&self, shared: &Arc<Shared>, result: Result<(), NodeError>) {
        let Err(error) = result else { return };
        let text = error.to_string();
        let mut now = self.now();
        if now.told == text {
            return;
        }
        now.told.clone_from(&text);
        drop(now);
        let address = Arc::clone(&shared.address);
        shared.tell(&Notice::About { address, text });
    }
}

/// Looks after the standing of a node until it ends.
pub(crate) async fn watch(shared: Weak<Shared>) {
    loop {
        let Some(node) = shared.upgrade() else { return };
        let pause = node.host.sleep(STEP);
        drop(node);
        pause.await;
        let Some(node) = shared.upgrade() else { return };
        let looking = tokio::task::spawn_blocking(move || {
            if let Some(standing) = &node.standing {
                standing.look(&node);
                standing.renew(&node);
            }
        });
        // A panic in it was reported, and concerns nothing here.
        let _ = looking.await;
    }
}

/// The machine of a peer wants a newer certificate.
pub(crate) fn asked(shared: &Arc<Shared>, link: &Arc<Link>) {
    let Credential { machine, .. } = link.credential.clone();
    let Some(machine) = machine.filter(|_| link.begin_renewal()) else {
        return;
    };
    let (shared, link) = (Arc::clone(shared), Arc::clone(link));
    shared.runtime.clone().spawn_blocking(move || {
        let result = match &shared.standing {
            Some(standing) => cluster::renew(&standing.home, &machine)
                .map(|granted| granted.encode())
                .map_err(|error| error.to_string()),
            None => Err("this node has no authority".into()),
        };
        link.end_renewal(Signal::Renewal { result });
    });
}

/// The answer to that.
pub(crate) fn answered(shared: &Arc<Shared>, link: &Link, result: Result<Vec<u8>, String>) {
    let Some(standing) = &shared.standing else {
        return;
    };
    {
        let mut now = standing.now();
        if link.credential.machine.is_some() || !std::mem::take(&mut now.has_asked) {
            return;
        }
        if result.is_ok() {
            now.attempts = 0;
        }
    }
    let shared = Arc::clone(shared);
    shared.runtime.clone().spawn_blocking(move || {
        let Some(standing) = &shared.standing else {
            return;
        };
        let trust = Arc::clone(&standing.now().identity.trust);
        let result = result
            .and_then(|bytes| Granted::decode(&bytes).map_err(|_| "it cannot be read".to_owned()))
            .map_err(|why| {
                NodeError::Certificate(format!("that of this machine is not renewed: {why}"))
            })
            .and_then(|granted| Member::renew(&standing.home, &granted, &trust));
        standing.report(&shared, result);
        standing.look(&shared);
    });
}

fn links(shared: &Shared) -> Vec<Arc<Link>> {
    let peers = shared.peers.all().into_iter();
    let link = |peer: Arc<crate::peers::Peer>| {
        let state = peer.state();
        state.live.as_ref().map(|live| Arc::clone(&live.link))
    };
    peers.filter_map(link).collect()
}

fn stamps(home: &Path) -> Stamps {
    FILES.map(|file| {
        let metadata = std::fs::metadata(home.join(file)).ok()?;
        metadata.modified().ok()
    })
}

fn certificate(home: &Path, bulletin: Option<&Bulletin>) -> Result<Option<Certificate>, NodeError> {
    let Some(member) = Member::open(home)? else {
        return Ok(None);
    };
    let time = member.expires.saturating_sub(member.since);
    let due = member.expires - time / PART_LEFT;
    // Its authority will not be believed any more, and another one certifies machines from then on.
    let other = bulletin.and_then(|bulletin| {
        bulletin
            .listed(&member.authority)
            .filter(|own| own.until != u64::MAX)?;
        let others = bulletin.authorities.iter();
        let others = others.filter(|other| other.certificate != member.authority);
        others.map(|other| other.from).max()
    });
    Ok(Some(Certificate {
        key: member.machine_key(),
        since: member.since,
        expires: member.expires,
        due: other.map_or(due, |other| due.min(other)),
    }))
}

/// Twice as long after each failure, but several attempts in the time that is left; each machine another time.
fn pause(shared: &Shared, valid: u64, attempts: u32) -> Duration {
    let most = Duration::from_secs(valid / PART_LEFT / 8).clamp(STEP, PAUSE_MAX);
    let pause = STEP.saturating_mul(1 << attempts.min(16)).min(most);
    let jitter = shared.host.random_u64() % 1000;
    pause / 2 + pause * u32::try_from(jitter).unwrap_or(0) / 2000
}
