//! Options that several commands have.

use super::values::{parse_address, parse_fuel, parse_log, parse_memory, parse_metrics};
use clap::Args;
use mound_engine::{FastPath, Limits, parse_limits};
use mound_modules::Mode;
use mound_modules::trust::CodeFrom;
use std::ffi::OsString;
use std::path::PathBuf;

/// More threads than any machine has cores for; thousands of them only wait for each other.
const MOST_SCHEDULERS: i64 = 1024;

/// Reductions in one turn of a process.
const USUAL_FUEL: i64 = 4000;

/// What may be fetched.
#[derive(Args, Debug, Clone, Default)]
pub struct Modules {
    /// Fetch libraries from this location without asking, such as github.com/fred (may be given
    /// several times; `none` forgets those of the configuration; also MOUND_TRUST in the environment)
    #[arg(long, value_name = "LOCATION")]
    pub trust: Vec<String>,
    /// When to ask before a library is fetched: always, repl or never (also MOUND_ASK) [default: repl]
    #[arg(long, value_name = "MODE")]
    pub ask: Option<Mode>,
    /// Install libraries into this directory, and look for them there (also MOUND_MODULES in the
    /// environment, which all commands heed) [default: modules below MOUND_HOME]
    #[arg(long, value_name = "DIRECTORY")]
    pub modules: Option<PathBuf>,
    /// Fetch nothing: use what is installed
    #[arg(long)]
    pub offline: bool,
    /// Where the code of a library with a version is from that another node uses and this one lacks: from
    /// that node (peer), built here from its repository by the rules of trust (repository), or
    /// that if it can be and else from the node (both) [default: peer]
    #[arg(long, value_name = "FROM")]
    pub fetch_code: Option<CodeFrom>,
}

/// How a program or REPL is a node that others reach.
#[derive(Args, Debug)]
pub struct Listening {
    /// Listen for other nodes at HOST:PORT meanwhile
    #[arg(long, value_name = "HOST:PORT", value_parser = parse_address)]
    pub listen: Option<String>,
    /// The address that other nodes are told and dial, if they cannot dial that of --listen
    #[arg(long, value_name = "HOST:PORT", requires = "listen", value_parser = parse_address)]
    pub advertise: Option<String>,
    #[command(flatten)]
    pub watching: Watching,
}

impl Listening {
    /// Where to listen, and what others are told.
    pub fn addresses(&self) -> Option<(&str, Option<&str>)> {
        let listen = self.listen.as_deref()?;
        Some((listen, self.advertise.as_deref()))
    }
}

/// How a node is watched from outside.
#[derive(Args, Debug)]
pub struct Watching {
    /// Serve http://HOST:PORT/metrics, /healthz and /readyz meanwhile
    #[arg(long, value_name = "[HOST:]PORT", value_parser = parse_metrics)]
    pub metrics: Option<String>,
}

/// What all commands that run programs know.
#[derive(Args, Debug, Clone)]
pub struct Settings {
    #[command(flatten)]
    pub sourcing: Sourcing,
    /// Scheduler threads; 0 means one for each core
    #[arg(long, default_value_t = 0, value_name = "N",
          value_parser = clap::value_parser!(u16).range(0..=MOST_SCHEDULERS))]
    pub schedulers: u16,
    /// Interpret everything: make no machine code (also with MOUND_NATIVE=off in the environment)
    #[arg(long)]
    pub no_native: bool,
    /// Interpret some procedures and compile the others, as the seed decides (for tests of Mound)
    #[arg(long, value_name = "SEED", hide = true)]
    pub mixed: Option<u64>,
    /// Do without these fast paths of messages, processes and calls, with commas between them (for tests of
    /// Mound)
    #[arg(long, value_name = "NAMES", value_delimiter = ',', hide = true)]
    pub no_fast_paths: Vec<FastPath>,
    /// Memory that all processes together may take, such as 512m or 4g; none: no limit (also
    /// MOUND_MEMORY in the environment) [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    pub memory: Option<u64>,
    /// What a process may take that is not given limits of its own: heap=SIZE (none: as much as there
    /// is; usually a quarter of the memory of all), mailbox=COUNT,
    /// mailbox-bytes=SIZE, when-heap-full=kill|raise,
    /// when-mailbox-full=kill|raise|drop-newest|drop-oldest|suspend, with commas between them
    #[arg(long, value_name = "LIMITS", value_parser = parse_limits)]
    pub limits: Option<Limits>,
    /// Another node is lost when nothing was heard of it for so long [default: 4]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u16).range(2..=3600))]
    pub node_timeout: Option<u16>,
    /// What is written down on standard error: off, error, warning, info or debug, and with commas
    /// others for single subjects, as in warning,node=info; subjects are compiler, code, memory,
    /// node, process, program and scheduler (also MOUND_LOG) [default: warning]
    #[arg(long, value_name = "LEVELS", value_parser = parse_log)]
    pub log: Option<String>,
    /// How that looks: plain, text (with the time) or json (also MOUND_LOG_FORMAT) [default: plain]
    #[arg(long, value_name = "FORMAT", value_parser = ["plain", "text", "json"])]
    pub log_format: Option<String>,
    /// Reductions in one turn of a process
    #[arg(long, default_value_t = USUAL_FUEL, value_name = "N", hide = true, value_parser = parse_fuel)]
    pub fuel: i64,
    /// Collect at each chance and check the heap afterwards (for tests of Mound)
    #[arg(long, hide = true)]
    pub zeal: bool,
    /// Turn running processes into bytes and back at random safepoints (for tests of Mound)
    #[arg(long, value_name = "SEED", hide = true)]
    pub serialize_anywhere: Option<u64>,
    /// Write to this file which lines and procedures of the program's files were run, and how often,
    /// in the format of LCOV
    #[arg(long, value_name = "FILE", hide = true)]
    pub report_coverage: Option<PathBuf>,
    /// Say at the end how much fuel the program's process has used (for tests of Mound)
    #[arg(long, hide = true)]
    pub report_fuel: bool,
    /// Say after the end what did not come back: bytes of the budget, timers, monitors, handles and the
    /// like (for tests of Mound)
    #[arg(long, hide = true)]
    pub report_left: bool,
    /// Say at the end how much machine code was made, and in what time (for measurements)
    #[arg(long, hide = true)]
    pub report_code: bool,
}

/// Where libraries are found: what all commands know that compile. Those that run nothing know no more.
#[derive(Args, Debug, Clone)]
pub struct Sourcing {
    #[command(flatten)]
    pub modules: Modules,
    /// Look for libraries in this directory first (may be given several times)
    #[arg(short = 'I', value_name = "DIR")]
    pub library_directories: Vec<PathBuf>,
    /// Take Mound's own libraries from this directory, if they are there (for tests of Mound)
    #[arg(long, value_name = "DIR", hide = true)]
    pub own_libraries: Option<PathBuf>,
}

impl Sourcing {
    /// The same with what is usual for all else.
    pub fn settings(self) -> Settings {
        Settings {
            sourcing: self,
            schedulers: 0,
            no_native: false,
            mixed: None,
            no_fast_paths: Vec::new(),
            memory: None,
            limits: None,
            node_timeout: None,
            fuel: USUAL_FUEL,
            zeal: false,
            serialize_anywhere: None,
            report_coverage: None,
            report_fuel: false,
            report_left: false,
            report_code: false,
            log: None,
            log_format: None,
        }
    }
}

impl Settings {
    /// The flags that say the same to another process of this program.
    pub fn flags(&self) -> Vec<OsString> {
        let mut flags: Vec<OsString> = Vec::new();
        for directory in &self.sourcing.library_directories {
            flags.extend(["-I".into(), directory.into()]);
        }
        if let Some(directory) = &self.sourcing.own_libraries {
            flags.extend(["--own-libraries".into(), directory.into()]);
        }
        for (flag, said) in [("--log", &self.log), ("--log-format", &self.log_format)] {
            if let Some(said) = said {
                flags.extend([flag.into(), said.into()]);
            }
        }
        for location in &self.sourcing.modules.trust {
            flags.extend(["--trust".into(), location.into()]);
        }
        if let Some(mode) = self.sourcing.modules.ask {
            flags.extend(["--ask".into(), mode.word().into()]);
        }
        if let Some(directory) = &self.sourcing.modules.modules {
            flags.extend(["--modules".into(), directory.into()]);
        }
        if self.sourcing.modules.offline {
            flags.push("--offline".into());
        }
        if let Some(from) = self.sourcing.modules.fetch_code {
            flags.extend(["--fetch-code".into(), from.word().into()]);
        }
        if self.schedulers > 0 {
            flags.extend(["--schedulers".into(), self.schedulers.to_string().into()]);
        }
        if self.no_native {
            flags.push("--no-native".into());
        }
        if let Some(seed) = self.mixed {
            flags.extend(["--mixed".into(), seed.to_string().into()]);
        }
        if !self.no_fast_paths.is_empty() {
            let names: Vec<&str> = self.no_fast_paths.iter().map(|path| path.name()).collect();
            flags.extend(["--no-fast-paths".into(), names.join(",").into()]);
        }
        if self.fuel != USUAL_FUEL {
            flags.extend(["--fuel".into(), self.fuel.to_string().into()]);
        }
        if let Some(bytes) = self.memory {
            flags.extend(["--memory".into(), bytes.to_string().into()]);
        }
        if let Some(limits) = self.limits {
            flags.extend(["--limits".into(), limits.to_string().into()]);
        }
        if let Some(seconds) = self.node_timeout {
            flags.extend(["--node-timeout".into(), seconds.to_string().into()]);
        }
        if self.zeal {
            flags.push("--zeal".into());
        }
        if let Some(seed) = self.serialize_anywhere {
            flags.extend(["--serialize-anywhere".into(), seed.to_string().into()]);
        }
        flags
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser, Debug)]
    struct Line {
        #[command(flatten)]
        settings: Settings,
    }

    /// Another process gets all that was said, but for what is to be reported of this one.
    #[test]
    fn flags_say_the_same_to_another_process() {
        let said = "line -I a -I b --own-libraries c --log warning --log-format json --trust d --ask never \
                    --modules e --offline --fetch-code both --schedulers 3 --no-native --mixed 4 \
                    --no-fast-paths give-list,wake-receiver --fuel 5 \
                    --memory 6m --limits heap=7m,mailbox=1,mailbox-bytes=2 --node-timeout 8 --zeal --serialize-anywhere 9";
        let first = Line::try_parse_from(said.split_whitespace()).expect("they are options");
        let flags = first.settings.flags();
        let again = Line::try_parse_from(std::iter::once("line".into()).chain(flags));
        let again = again.expect("they are options");
        assert_eq!(format!("{again:?}"), format!("{first:?}"));
        let usual = format!(
            "{:?}",
            Line::try_parse_from(["line"]).expect("none is needed")
        );
        let unsaid = |text: &str| text.matches("None").count() + text.matches("false").count();
        // The four kinds of report.
        assert_eq!(unsaid(&format!("{again:?}")), 4, "{again:?}");
        assert!(unsaid(&usual) > 4);
    }
}
