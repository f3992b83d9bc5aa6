//! A running program, the lines it prints, and its size.
//!
//! Each wait has a deadline, and a program that is let go of is ended, so a
//! system that hangs costs a note and not the run.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than the slowest program of the slowest system takes.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// How much of its error output a note quotes.
const QUOTED_BYTES: usize = 300;

/// A program that is ended when this is dropped.
pub struct Running {
    child: Child,
    lines: Receiver<String>,
    errors: PathBuf,
    deadline: Instant,
}

/// One sample, as a program reports it.
#[derive(Debug, PartialEq)]
pub struct Report {
    pub row: String,
    pub answer: String,
    /// Of one operation.
    pub microseconds: f64,
    /// Of one operation, if the system counts them.
    pub reductions: Option<f64>,
}

impl Running {
    /// Starts the command; its error output goes to the file.
    pub fn start(mut command: Command, errors: &Path) -> Result<Running, String> {
        let problem = |error: std::io::Error| format!("cannot be started: {error}");
        let log = File::create(errors).map_err(problem)?;
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .map_err(problem)?;
        let output = child.stdout.take().ok_or("has no output")?;
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Running {
            child,
            lines,
            errors: errors.to_owned(),
            deadline: Instant::now() + PATIENCE,
        })
    }

    /// The next line, or `None` at the end of the output.
    fn line(&mut self) -> Result<Option<String>, String> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Disconnected) => Ok(None),
            Err(RecvTimeoutError::Timeout) => Err(self.failure("took too long")),
        }
    }

    /// Waits until the program prints `phase <name>`.
    pub fn wait_for_phase(&mut self, name: &str) -> Result<(), String> {
        let wanted = format!("phase {name}");
        while let Some(line) = self.line()? {
            if line.trim() == wanted {
                return Ok(());
            }
        }
        Err(self.failure("ended too early"))
    }

    /// All that the program still reports until it ends.
    pub fn reports(&mut self) -> Result<Vec<Report>, String> {
        let mut reports = Vec::new();
        while let Some(line) = self.line()? {
            reports.extend(parse_report(&line));
        }
        let status = self.child.wait().map_err(|error| error.to_string())?;
        if status.success() {
            Ok(reports)
        } else {
            Err(self.failure(&format!("ended with {status}")))
        }
    }

    /// What machine code the program says that it made.
    pub fn code_made(&self) -> Option<CodeMade> {
        let text = fs::read_to_string(&self.errors).ok()?;
        text.lines().find_map(parse_code)
    }

    /// The memory of the program that is in the machine now.
    pub fn resident_bytes(&self) -> Result<u64, String> {
        let path = format!("/proc/{}/status", self.child.id());
        let text = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        resident_bytes(&text).ok_or_else(|| format!("{path} has no VmRSS"))
    }

    /// What happened, with the beginning of the error output.
    fn failure(&self, what: &str) -> String {
        let text = fs::read(&self.errors).unwrap_or_default();
        let text = String::from_utf8_lossy(&text[..text.len().min(QUOTED_BYTES)]);
        match text.trim() {
            "" => what.to_owned(),
            text => format!("{what}: {}", text.replace('\n', " | ")),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Fails only if it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Machine code of a program.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct CodeMade {
    pub procedures: f64,
    pub bytes: f64,
    pub nanoseconds: f64,
}

fn parse_code(line: &str) -> Option<CodeMade> {
    let mut parts = line.strip_prefix("code: ")?.split(", ");
    let mut number = |unit: &str| parts.next()?.strip_suffix(unit)?.trim().parse::<f64>().ok();
    Some(CodeMade {
        procedures: number("procedures")?,
        bytes: number("bytes")?,
        nanoseconds: number("nanoseconds")?,
    })
}

fn parse_report(line: &str) -> Option<Report> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [
        "result",
        row,
        answer @ ..,
        microseconds,
        operations,
        reductions,
    ] = &words[..]
    else {
        return None;
    };
    if answer.is_empty() {
        return None;
    }
    let operations: f64 = operations.parse().ok()?;
    let microseconds: f64 = microseconds.parse().ok()?;
    // No fuel at all means that it was not counted, not that the work was free.
    let counted = reductions.parse::<f64>().ok().filter(|&count| count > 0.0);
    Some(Report {
        row: (*row).to_owned(),
        answer: answer.join(" "),
        microseconds: microseconds / operations,
        reductions: counted.map(|count| count / operations),
    })
}

fn resident_bytes(status: &str) -> Option<u64> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::{CodeMade, Report, parse_code, parse_report, resident_bytes};

    #[test]
    fn report_is_per_operation() {
        let expected = Report {
            row: "send".to_owned(),
            answer: "done".to_owned(),
            microseconds: 0.5,
            reductions: Some(2.0),
        };
        assert_eq!(
            parse_report("result send done 500 1000 2000"),
            Some(expected)
        );
        let list = parse_report("result fft (1 2) 7 1 -").unwrap();
        assert_eq!(list.answer, "(1 2)");
        let without = parse_report("result fib 5 7 1 -").unwrap();
        assert_eq!(without.reductions, None);
    }

    #[test]
    fn line_about_machine_code_is_read() {
        let made = parse_code("code: 12 procedures, 3400 bytes, 56000 nanoseconds");
        let expected = CodeMade {
            procedures: 12.0,
            bytes: 3400.0,
            nanoseconds: 56000.0,
        };
        assert_eq!(made, Some(expected));
        assert_eq!(parse_code("code: 12 procedures"), None);
        assert_eq!(parse_code("fuel: 12"), None);
    }

    #[test]
    fn other_lines_are_not_reports() {
        for line in ["", "phase ready", "result fib 5", "result fib 5 x 1 -"] {
            assert_eq!(parse_report(line), None, "{line}");
        }
    }

    #[test]
    fn resident_size_is_in_bytes() {
        let status = "Name:\tx\nVmRSS:\t    2048 kB\nThreads: 1\n";
        assert_eq!(resident_bytes(status), Some(2048 * 1024));
        assert_eq!(resident_bytes("Name: x"), None);
    }
}
