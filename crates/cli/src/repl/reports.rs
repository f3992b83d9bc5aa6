//! One report of a fault: of a name that means nothing a form is warned of when it is compiled, and
//! dies when it is run; whoever types is told once.

use mound_engine::ReplOutcome;

/// What became of a form, and the warnings that say something else. The hint of a warning that says
/// the same is added to the report.
pub(crate) fn merged(outcome: ReplOutcome, warnings: String) -> (ReplOutcome, String) {
    let ReplOutcome::Error(mut report) = outcome else {
        return (outcome, warnings);
    };
    let Some(same) = warning_of_the_same(&report) else {
        return (ReplOutcome::Error(report), warnings);
    };
    let mut left = String::new();
    let mut hint = None;
    for warning in split(&warnings) {
        if warning.lines().next() == Some(&same) {
            hint = warning.lines().find(|line| line.starts_with("  hint: "));
        } else {
            left.push_str(warning);
        }
    }
    if let Some(hint) = hint.filter(|_| !report.contains("\n  hint: ")) {
        report.push_str(hint);
        report.push('\n');
    }
    (ReplOutcome::Error(report), left)
}

/// The headline of the warning that says what a report says.
fn warning_of_the_same(report: &str) -> Option<String> {
    let headline = report.lines().next()?.strip_prefix("error: ")?;
    if let Some(name) = headline.strip_prefix("unbound variable: ") {
        return Some(format!("warning: unbound variable `{name}`"));
    }
    let (name, _) = headline.split_once(": called with ")?;
    Some(format!("warning: wrong number of arguments to `{name}`"))
}

/// The single warnings.
fn split(warnings: &str) -> Vec<&str> {
    let mut starts: Vec<usize> = warnings
        .match_indices("warning: ")
        .map(|(at, _)| at)
        .filter(|&at| at == 0 || warnings.as_bytes()[at - 1] == b'\n')
        .collect();
    starts.push(warnings.len());
    starts
        .windows(2)
        .map(|pair| &warnings[pair[0]..pair[1]])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_told_once_with_its_hint() {
        let warnings = "warning: unbound variable `g`\n  --> x\n  hint: did you mean `f`?\n\
                        warning: unbound variable `h`\n  --> y\n";
        let died = ReplOutcome::Error("error: unbound variable: g\n  in top level\n".to_owned());
        let (outcome, left) = merged(died, warnings.to_owned());
        assert_eq!(
            outcome,
            ReplOutcome::Error(
                "error: unbound variable: g\n  in top level\n  hint: did you mean `f`?\n"
                    .to_owned()
            )
        );
        assert_eq!(left, "warning: unbound variable `h`\n  --> y\n");
        let other = ReplOutcome::Error("error: car\n".to_owned());
        assert_eq!(
            merged(other.clone(), warnings.to_owned()),
            (other, warnings.to_owned())
        );
    }
}
