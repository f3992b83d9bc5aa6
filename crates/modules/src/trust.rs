//! What may be fetched without asking, and who is asked.
//!
//! | | trusted | not trusted, a person is there | not trusted, nobody is there |
//! |---|---|---|---|
//! | `always` | installs | asks | refuses |
//! | `repl` | installs | asks at a REPL, refuses in a script | refuses |
//! | `never` | installs | refuses | refuses |
//!
//! The configuration is a text: a line `trust LOCATION`, `trust none` (forget those before), or
//! `ask always`, `ask repl` or `ask never`, and `fetch-code` with `peer`, `repository` or `both`,
//! which says where code of libraries is from that another node uses. The environment (`MOUND_TRUST`, with commas, and
//! `MOUND_ASK`) comes after it, and options after that.

use crate::name::ModuleName;
use crate::trouble::Trouble;
use std::path::Path;

/// When a person is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// Wherever there is a terminal.
    Always,
    #[default]
    Repl,
    Never,
}

impl Mode {
    pub fn word(self) -> &'static str {
        match self {
            Mode::Always => "always",
            Mode::Repl => "repl",
            Mode::Never => "never",
        }
    }
}

impl std::str::FromStr for Mode {
    type Err = String;

    fn from_str(word: &str) -> Result<Mode, String> {
        match word {
            "always" => Ok(Mode::Always),
            "repl" => Ok(Mode::Repl),
            "never" => Ok(Mode::Never),
            _ => Err(format!(
                "expected `always`, `repl` or `never`, found `{word}`"
            )),
        }
    }
}

/// Who can be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Audience {
    #[default]
    Nobody,
    /// A program runs at a terminal.
    Script,
    Repl,
}

/// What to do about a library that is not installed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    Install,
    Ask,
    Refuse,
}

/// Where the code of a library with a version is from that another node uses and this one lacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CodeFrom {
    /// From the node that uses it.
    #[default]
    Peer,
    /// From its repository, or it is refused.
    Repository,
    /// From its repository, or else from the node.
    Both,
}

impl CodeFrom {
    pub fn word(self) -> &'static str {
        match self {
            CodeFrom::Peer => "peer",
            CodeFrom::Repository => "repository",
            CodeFrom::Both => "both",
        }
    }
}

impl std::str::FromStr for CodeFrom {
    type Err = String;

    fn from_str(word: &str) -> Result<CodeFrom, String> {
        match word {
            "peer" => Ok(CodeFrom::Peer),
            "repository" => Ok(CodeFrom::Repository),
            "both" => Ok(CodeFrom::Both),
            _ => Err(format!(
                "expected `peer`, `repository` or `both`, found `{word}`"
            )),
        }
    }
}

/// What was said by configuration, environment and options.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Policy {
    trusted: Vec<ModuleName>,
    pub mode: Mode,
    /// Nothing is fetched at all.
    pub is_offline: bool,
    pub code_from: CodeFrom,
}

impl Policy {
    pub fn decide(&self, name: &ModuleName, audience: Audience) -> Decision {
        if self.trusts(name) {
            return Decision::Install;
        }
        match (self.mode, audience) {
            (_, Audience::Nobody) | (Mode::Never, _) | (Mode::Repl, Audience::Script) => {
                Decision::Refuse
            }
            (Mode::Always, _) | (Mode::Repl, Audience::Repl) => Decision::Ask,
        }
    }

    pub fn trusts(&self, name: &ModuleName) -> bool {
        self.trusted.iter().any(|location| location.covers(name))
    }

    pub fn trusted(&self) -> &[ModuleName] {
        &self.trusted
    }

    /// Adds a location, a host at least; `none` takes back all that were added before.
    pub fn trust(&mut self, location: &str) -> Result<(), String> {
        if location == "none" {
            self.trusted.clear();
            return Ok(());
        }
        let name = ModuleName::parse(location).map_err(|why| format!("`{location}`: {why}"))?;
        if !name.path[0].contains(['.', ':']) || name.is_relative() {
            let why = "a trusted location begins with a host, as in github.com/fred";
            return Err(format!("`{location}`: {why}"));
        }
        self.trusted.push(name);
        Ok(())
    }

    /// Adds what a configuration file says, if it is there.
    pub fn read(&mut self, path: &Path) -> Result<(), Trouble> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(Trouble::io(path)(error)),
        };
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            let done = match line.split_once(' ') {
                None if line.is_empty() => Ok(()),
                Some(("trust", location)) => self.trust(location.trim()),
                Some(("ask", mode)) => mode.trim().parse().map(|mode| self.mode = mode),
                Some(("fetch-code", from)) => {
                    from.trim().parse().map(|from| self.code_from = from)
                }
                _ => Err("expected `trust LOCATION`, `ask always|repl|never` or `fetch-code peer|repository|both`".to_owned()),
            };
            done.map_err(|why| Trouble::BadFile {
                path: path.to_owned(),
                line: index + 1,
                why,
            })?;
        }
        Ok(())
    }

    /// Adds what `MOUND_TRUST` and `MOUND_ASK` say.
    pub fn environment(&mut self, trust: Option<&str>, ask: Option<&str>) -> Result<(), String> {
        let locations = trust.unwrap_or_default().split(',').map(str::trim);
        for location in locations.filter(|location| !location.is_empty()) {
            self.trust(location)
                .map_err(|why| format!("MOUND_TRUST: {why}"))?;
        }
        if let Some(mode) = ask.filter(|mode| !mode.is_empty()) {
            self.mode = mode.parse().map_err(|why| format!("MOUND_ASK: {why}"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(mode: Mode) -> Policy {
        let mut policy = Policy {
            mode,
            ..Policy::default()
        };
        policy.trust("github.com/fred").expect("a location");
        policy
    }

    /// Mode, trusted or not, audience: all cells.
    #[test]
    fn the_matrix() {
        let name = |text| ModuleName::parse(text).expect("a name");
        let trusted = name("github.com/fred/hello@1.0");
        let other = name("github.com/fredx/hello@1.0");
        use Audience::{Nobody, Repl, Script};
        use Decision::{Ask, Install, Refuse};
        for (mode, audience, expected) in [
            (Mode::Always, Repl, Ask),
            (Mode::Always, Script, Ask),
            (Mode::Always, Nobody, Refuse),
            (Mode::Repl, Repl, Ask),
            (Mode::Repl, Script, Refuse),
            (Mode::Repl, Nobody, Refuse),
            (Mode::Never, Repl, Refuse),
            (Mode::Never, Script, Refuse),
            (Mode::Never, Nobody, Refuse),
        ] {
            let policy = policy(mode);
            assert_eq!(
                policy.decide(&trusted, audience),
                Install,
                "{mode:?} {audience:?}"
            );
            assert_eq!(
                policy.decide(&other, audience),
                expected,
                "{mode:?} {audience:?}"
            );
        }
    }

    #[test]
    fn later_sources_extend_or_reset() {
        let directory = std::env::temp_dir().join(format!("mound-trust-{}", std::process::id()));
        std::fs::create_dir_all(&directory).expect("temporary files can be written");
        let file = directory.join("config");
        let text = "# mine\ntrust github.com/fred # a friend\n\nask never\n";
        std::fs::write(&file, text).expect("temporary files can be written");
        let mut policy = Policy::default();
        policy.read(&file).expect("it is well-formed");
        policy
            .read(&directory.join("none"))
            .expect("no file is no configuration");
        assert_eq!(policy.mode, Mode::Never);
        policy
            .environment(Some("gitlab.com/zoo, example.org:81"), Some("always"))
            .expect("it is well-formed");
        assert_eq!(policy.mode, Mode::Always);
        let texts: Vec<String> = policy.trusted().iter().map(ToString::to_string).collect();
        assert_eq!(
            texts,
            ["github.com/fred", "gitlab.com/zoo", "example.org:81"]
        );
        policy
            .environment(Some("none,a.b/c"), None)
            .expect("it is well-formed");
        assert_eq!(policy.trusted().len(), 1);
        assert!(policy.trust("fred").is_err());
        assert!(policy.trust("../x").is_err());
        assert!(policy.environment(None, Some("perhaps")).is_err());
        std::fs::write(&file, "trust a.b/c\ntrusts x\n").expect("temporary files can be written");
        let wrong = policy.read(&file).expect_err("it is malformed").to_string();
        assert!(wrong.contains(":2: expected"), "{wrong}");
        std::fs::remove_dir_all(&directory).expect("it was made");
    }
}
