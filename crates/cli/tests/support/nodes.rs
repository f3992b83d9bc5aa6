//! Running nodes, and programs that talk to them, for tests.

use super::{TIME_LIMIT, difference, mound, read, relative, root, wait};
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// For what a program that has ended has still to say in a pipe.
const LAST_ERRORS: Duration = Duration::from_secs(10);

pub const LOOPBACK: &str = "127.0.0.1:0";
/// Where a node listens that is stopped and started again at the port that it had. The port of an address of
/// `LOOPBACK` may be given to another test, or be the near end of some connection, while nobody listens.
pub const LASTING_LOOPBACK: &str = "127.0.0.2:0";

/// A running `mound`, killed when it is dropped.
pub struct Running {
    pub child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Arc<Mutex<String>>,
    /// Reads them to their end.
    collector: JoinHandle<()>,
}

impl Running {
    pub fn start(command: &mut Command) -> Running {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("mound can be started");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut error_stream = child.stderr.take().expect("it is piped");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let errors = Arc::new(Mutex::new(String::new()));
        let collected = errors.clone();
        let collector = std::thread::spawn(move || {
            let mut piece = [0; 4096];
            while let Ok(length @ 1..) = error_stream.read(&mut piece) {
                let text = String::from_utf8_lossy(&piece[..length]).into_owned();
                collected.lock().expect("nobody panics").push_str(&text);
            }
        });
        Running {
            input: child.stdin.take(),
            child,
            lines,
            errors,
            collector,
        }
    }

    pub fn errors(&self) -> String {
        self.errors.lock().expect("nobody panics").clone()
    }

    /// The first line of its errors in which this stands, once it does.
    pub fn logged(&self, wanted: &str) -> String {
        let deadline = Instant::now() + TIME_LIMIT;
        loop {
            let errors = self.errors();
            if let Some(line) = errors.lines().find(|line| line.contains(wanted)) {
                return line.to_owned();
            }
            assert!(Instant::now() < deadline, "{wanted} is not told:\n{errors}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// All that it reports, of a driver that has ended: also what it has not got back.
    fn last_errors(&self) -> String {
        let deadline = Instant::now() + TIME_LIMIT;
        loop {
            let errors = self.errors();
            if errors.contains("left: ") || Instant::now() > deadline {
                return errors;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// The next line of its output.
    pub fn line(&self) -> Option<String> {
        self.lines.recv_timeout(TIME_LIMIT).ok()
    }

    /// What it still prints until its end; its errors are then all there.
    pub fn rest(&mut self) -> String {
        self.input = None;
        let mut output = String::new();
        while let Some(line) = self.line() {
            output.push_str(&line);
            output.push('\n');
        }
        if wait(&mut self.child, TIME_LIMIT).is_none() {
            output.push_str("(it did not end in time)\n");
        }
        // A subprocess may have them open for longer.
        let deadline = Instant::now() + LAST_ERRORS;
        while !self.collector.is_finished() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(1));
        }
        output
    }

    /// Prints up to a line, and that line.
    pub fn output_until(&self, last: &str) -> String {
        let mut output = String::new();
        while let Some(line) = self.line() {
            output.push_str(&line);
            output.push('\n');
            if line == last {
                return output;
            }
        }
        panic!("{last} was not printed:\n{output}\n{}", self.errors());
    }

    pub fn tell(&mut self, line: &str) {
        assert!(self.try_tell(line), "it reads its input");
    }

    /// The same to one that may have ended; whether it could be written.
    pub fn try_tell(&mut self, line: &str) -> bool {
        let input = self.input.as_mut().expect("it is open until the end");
        writeln!(input, "{line}").is_ok()
    }

    /// Ends it like a loss of power.
    pub fn kill(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A node that others reach at its address.
pub struct Server {
    pub running: Running,
    pub address: String,
}

impl Server {
    pub fn start(home: &Path, listen: &str, program: &Path) -> Server {
        Server::start_with(mound(), home, listen, program)
    }

    /// The same with another `mound`.
    pub fn start_with(command: Command, home: &Path, listen: &str, program: &Path) -> Server {
        Server::start_command(command, &[], home, listen, program)
    }

    /// The same with libraries of a directory.
    pub fn start_in(directory: Option<&Path>, home: &Path, program: &Path) -> Server {
        let options = library_options(directory);
        Server::start_command(mound(), &options, home, LOOPBACK, program)
    }

    fn start_command(
        mut command: Command,
        options: &[OsString],
        home: &Path,
        listen: &str,
        program: &Path,
    ) -> Server {
        command
            .env("MOUND_HOME", home)
            .args(["node", "--listen", listen])
            .args(options);
        Server::start_prepared(command, program)
    }

    /// By a command that lacks nothing but the program.
    pub fn start_prepared(mut command: Command, program: &Path) -> Server {
        let running = Running::start(command.arg(program));
        let line = running.line().unwrap_or_default();
        let Some(address) = line.strip_prefix("listening at ") else {
            panic!("the node did not start: {line}\n{}", running.errors());
        };
        // The port is open before the program has run and published its services.
        let started = running.line();
        assert_eq!(started.as_deref(), Some("ready"), "{}", running.errors());
        Server {
            address: address.to_owned(),
            running,
        }
    }

    pub fn plain(home: &Path, listen: &str) -> Server {
        Server::start(home, listen, &server_program("plain"))
    }
}

pub fn server_program(name: &str) -> PathBuf {
    root()
        .join("tests/nodes/servers")
        .join(format!("{name}.scm"))
}

/// Programs of `tests/nodes` that need a subprocess, or to be on this machine: they run on real nodes only.
pub const NOT_SIMULATED: [&str; 2] = ["file-ports", "calls"];

/// The program of the node that a program of `tests/nodes` needs: its own, or the plain one.
pub fn server_of(program: &Path) -> PathBuf {
    let name = program.file_stem().expect("it is a file");
    let own = server_program(&name.to_string_lossy());
    match own.exists() {
        true => own,
        false => server_program("plain"),
    }
}

pub fn driver(home: &Path, program: &Path, address: &str) -> Running {
    driver_with(mound(), home, program, address)
}

/// The same with another `mound`.
pub fn driver_with(command: Command, home: &Path, program: &Path, address: &str) -> Running {
    driver_command(command, &[], home, program, address)
}

/// The same with libraries of a directory.
pub fn driver_in(directory: Option<&Path>, home: &Path, program: &Path, address: &str) -> Running {
    driver_command(mound(), &library_options(directory), home, program, address)
}

/// The same without a fast path.
pub fn driver_without(path: &str, home: &Path, program: &Path, address: &str) -> Running {
    let options = ["--no-fast-paths".into(), path.into()];
    driver_command(mound(), &options, home, program, address)
}

fn library_options(directory: Option<&Path>) -> Vec<OsString> {
    let options = |directory: &Path| vec!["-I".into(), directory.into()];
    directory.map_or_else(Vec::new, options)
}

fn driver_command(
    mut command: Command,
    options: &[OsString],
    home: &Path,
    program: &Path,
    address: &str,
) -> Running {
    command
        .env("MOUND_HOME", home)
        .args(["run", "--report-left", "--listen", LOOPBACK])
        .args(options)
        .arg(program)
        .arg(address);
    Running::start(&mut command)
}

/// What is wrong with the output of a driver; both nodes tell what they reported.
pub fn output_failure(
    program: &Path,
    output: &str,
    driver: &Running,
    server: &Running,
) -> Option<String> {
    let expected = read(&program.with_extension("out"));
    let wrong = match difference(&expected, output) {
        None if driver.last_errors().contains("left: nothing") => return None,
        None => "something did not come back".to_owned(),
        Some(difference) => difference,
    };
    Some(format!(
        "{}: {wrong}\nhere: {}\nthere: {}",
        relative(program),
        driver.errors(),
        server.errors()
    ))
}
