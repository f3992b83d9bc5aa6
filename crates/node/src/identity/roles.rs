//! Roles: what the nodes of a machine may do on other nodes of the cluster.
//!
//! They stand in the certificate of the machine, so whoever checks the certificate knows them. The authority's own
//! machine has all of them.

use std::fmt;

use crate::signal::Signal;

/// One of the things that a machine may be allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Role {
    /// Be told of the ends of processes, by monitors and links.
    Observe = 1,
    /// Send messages, be linked with processes in both directions, and all of `observe`.
    Message = 2,
    /// Start processes, end them, be linked with them in both directions, and all of `observe`.
    Spawn = 4,
    /// Bring code that the other node does not have.
    Code = 8,
    /// All of these, and use services that are limited to other roles.
    Admin = 16,
}

const ALL: [(Role, &str); 5] = [
    (Role::Observe, "observe"),
    (Role::Message, "message"),
    (Role::Spawn, "spawn"),
    (Role::Code, "code"),
    (Role::Admin, "admin"),
];

impl fmt::Display for Role {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = ALL.iter().find(|(role, _)| role == self);
        write!(formatter, "{}", name.map_or("", |(_, name)| name))
    }
}

/// A set of roles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Roles(u8);

impl Roles {
    pub const NONE: Roles = Roles(0);
    /// Those of the authority's machine, and of nodes that need no authority.
    pub const ALL: Roles = Roles(31);
    /// Those of a machine that is invited without further words.
    pub const USUAL: Roles = Roles(15);

    /// `observe,message`, in any order; `all` for all of them. The first word that is no role is the error.
    pub fn parse(text: &str) -> Result<Roles, String> {
        if text == "all" {
            return Ok(Roles::ALL);
        }
        let mut roles = Roles::NONE;
        for word in text.split(',') {
            let known = ALL.iter().find(|(_, name)| *name == word);
            let (role, _) = known.ok_or_else(|| word.to_owned())?;
            roles.0 |= *role as u8;
        }
        Ok(roles)
    }

    /// Whether it has a role, which `admin` includes.
    pub fn allow(self, role: Role) -> bool {
        self.0 & (role as u8 | Role::Admin as u8) != 0
    }

    /// Whether it has one of several roles.
    pub fn allow_any(self, roles: Roles) -> bool {
        self.0 & (roles.0 | Role::Admin as u8) != 0
    }

    /// The role that a signal needs and that is not here.
    ///
    /// Answers, what takes back, and what only names code are not asked for: they count only where something was
    /// asked before, or change nothing.
    pub(crate) fn lacks(self, signal: &Signal) -> Option<Role> {
        let needed = match signal {
            Signal::Send { .. } | Signal::SendNamed { .. } => Role::Message,
            // By these, the end of a process ends another, which whoever starts processes may do anyway.
            Signal::Linked { .. } | Signal::Exit { .. } if self.allow(Role::Spawn) => return None,
            Signal::Linked { .. } | Signal::Exit { .. } => Role::Message,
            // Whoever waits for an answer monitors, and whoever starts a process watches it.
            Signal::Monitor { .. } | Signal::Link { .. }
                if self.allow(Role::Message) || self.allow(Role::Spawn) =>
            {
                return None;
            }
            Signal::Monitor { .. } | Signal::Link { .. } => Role::Observe,
            Signal::SpawnRequest { .. } | Signal::Terminate { .. } => Role::Spawn,
            Signal::Unlink { .. }
            | Signal::Unlinked { .. }
            | Signal::UnlinkAck { .. }
            | Signal::Refused { .. }
            | Signal::Undelivered { .. }
            | Signal::SpawnNoted { .. }
            | Signal::Hold { .. }
            | Signal::Room { .. }
            | Signal::Demonitor { .. }
            | Signal::Down { .. }
            | Signal::SpawnReply { .. }
            | Signal::CodeWant { .. }
            | Signal::CodeHave { .. }
            | Signal::Ping { .. }
            | Signal::Pong { .. }
            | Signal::Bulletin { .. }
            | Signal::RenewalWant
            | Signal::Renewal { .. } => return None,
        };
        (!self.allow(needed)).then_some(needed)
    }
}

impl fmt::Display for Roles {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names = ALL.iter().filter(|(role, _)| self.0 & *role as u8 != 0);
        match names.next() {
            None => write!(formatter, "none"),
            Some((_, first)) => {
                write!(formatter, "{first}")?;
                names.try_for_each(|(_, name)| write!(formatter, ",{name}"))
            }
        }
    }
}
