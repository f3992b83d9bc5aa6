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

#[cfg(test)]
mod tests {
    use super::*;

    /// Each set of roles by its names, in the order of the table.
    fn sets() -> Vec<Vec<&'static str>> {
        let set = |bits: u32| {
            let names = ALL.iter().enumerate();
            let names = names.filter(|(place, _)| bits >> place & 1 == 1);
            names.map(|(_, (_, name))| *name).collect()
        };
        (0..32).map(set).collect()
    }

    fn roles(names: &[&str]) -> Roles {
        match names {
            [] => Roles::NONE,
            names => Roles::parse(&names.join(",")).expect("they are roles"),
        }
    }

    #[test]
    fn sets_are_read_in_any_order_and_written_in_one() {
        for names in sets() {
            let backwards: Vec<&str> = names.iter().rev().copied().collect();
            assert_eq!(roles(&backwards), roles(&names));
            let twice: Vec<&str> = names.iter().chain(&names).copied().collect();
            assert_eq!(roles(&twice), roles(&names));
            let expected = match names.is_empty() {
                true => "none".to_owned(),
                false => names.join(","),
            };
            assert_eq!(roles(&names).to_string(), expected);
        }
        assert_eq!(Roles::parse("all"), Ok(Roles::ALL));
        assert_eq!(
            roles(&["observe", "message", "spawn", "code"]),
            Roles::USUAL
        );
        assert_eq!(Roles::parse("spawn,reader,code"), Err("reader".to_owned()));
        assert_eq!(Roles::parse(""), Err(String::new()));
        assert_eq!(Roles::parse("all,code"), Err("all".to_owned()));
    }

    /// Who has a role may do what it allows, and `admin` is all of them.
    #[test]
    fn a_set_allows_its_roles_and_admin_all() {
        for own in sets() {
            let is_admin = own.contains(&"admin");
            for (role, name) in ALL {
                let expected = is_admin || own.contains(&name);
                assert_eq!(roles(&own).allow(role), expected, "{own:?} {name}");
            }
            for wanted in sets() {
                let expected = is_admin || wanted.iter().any(|name| own.contains(name));
                let found = roles(&own).allow_any(roles(&wanted));
                assert_eq!(found, expected, "{own:?} {wanted:?}");
            }
        }
    }

    /// What each role is for stands at [`Role`].
    #[test]
    fn signals_need_the_roles_of_what_they_do() {
        let payload = Vec::new;
        let (to, from) = (1, 2);
        let cases: [(Signal, &[&str]); 10] = [
            (
                Signal::Send {
                    to,
                    from: None,
                    payload: payload(),
                },
                &["message"],
            ),
            (
                Signal::SendNamed {
                    name: "printer".to_owned(),
                    from: None,
                    payload: payload(),
                },
                &["message"],
            ),
            (Signal::Linked { from, to }, &["message", "spawn"]),
            (
                Signal::Exit {
                    from,
                    to,
                    reason: payload(),
                },
                &["message", "spawn"],
            ),
            (Signal::Link { from, to }, &["observe", "message", "spawn"]),
            (
                Signal::Monitor {
                    from,
                    to,
                    reference: 3,
                },
                &["observe", "message", "spawn"],
            ),
            (
                Signal::SpawnRequest {
                    request: 3,
                    from,
                    options: payload(),
                    payload: payload(),
                },
                &["spawn"],
            ),
            (Signal::Terminate { to, from: None }, &["spawn"]),
            // What takes back, and what only names, needs none.
            (
                Signal::Unlinked { from, to },
                &["observe", "message", "spawn", "code"],
            ),
            (
                Signal::RenewalWant,
                &["observe", "message", "spawn", "code"],
            ),
        ];
        for (signal, enough) in cases {
            for own in sets().into_iter().filter(|own| !own.is_empty()) {
                let expected = own
                    .iter()
                    .any(|name| *name == "admin" || enough.contains(name));
                let found = roles(&own).lacks(&signal);
                assert_eq!(found.is_none(), expected, "{own:?} {signal:?}");
            }
        }
    }
}
