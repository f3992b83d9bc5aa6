//! `mound doctor`: what is found out about this machine, and about the way to another node.

use crate::cluster::home;
use crate::run::Failure;
use crate::standard;
use mound_engine::diagnosis::{Finding, Verdict, other_node, this_machine};

/// The status if something is wrong.
const STATUS_WRONG: i32 = 1;

pub fn examine(node: Option<&str>) -> Result<i32, Failure> {
    let home = home()?;
    let mut findings = this_machine(&home);
    let is_bad = |finding: &Finding| finding.verdict == Verdict::Bad;
    if let Some(node) = node
        && !findings.iter().any(is_bad)
    {
        findings.extend(other_node(&home, node));
    }
    let subjects = findings.iter().map(|finding| finding.subject.len());
    let width = subjects.max().unwrap_or_default();
    for finding in &findings {
        standard::output(&shown(finding, width))?;
    }
    match findings.iter().any(is_bad) {
        true => Ok(STATUS_WRONG),
        false => Ok(0),
    }
}

fn shown(finding: &Finding, width: usize) -> String {
    let Finding {
        subject,
        verdict,
        text,
        advice,
    } = finding;
    let verdict = match verdict {
        Verdict::Good => "good",
        Verdict::Doubtful => "hmm ",
        Verdict::Bad => "BAD ",
    };
    let mut lines = format!("{verdict}  {subject:width$}  {text}\n");
    if let Some(advice) = advice {
        lines.push_str(&format!("{:indent$}{advice}\n", "", indent = width + 8));
    }
    lines
}
