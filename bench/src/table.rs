//! The table: for each row the median and the minimum of each system, and what
//! Mound's are as multiples of the others'.

use std::fmt::Write;
use std::fs;

use crate::catalogue::{Collection, Program, Row};
use crate::measure::{MeasuredRow, Samples, Session};
use crate::systems::{Language, SYSTEMS, Workshop};
use crate::{aside, classical, everyday, whole};

/// Stands where there is no number.
const NOTHING: &str = "-";

/// The whole report.
pub fn render(workshop: &Workshop, session: &Session<'_>) -> String {
    let mut lines = vec![header()];
    lines.extend(session.rows.iter().map(cells));
    let mut text = format!(
        "Median (minimum) of {} rounds; load of the computer now: {}.\n\
         Ratios below 1: Mound is faster or smaller.\n\n",
        session.rounds(),
        load()
    );
    text.push_str(&align(&lines));
    text.push_str(&means(session));
    for note in workshop.missing.iter().chain(&session.notes) {
        // Writing to a string cannot fail.
        let _ = write!(text, "\nnote: {note}");
    }
    text.push('\n');
    text
}

/// How Mound compares over all rows of a group that were measured: the geometric mean of the
/// ratios of the minima, for each peer, and how many are above what none should be.
fn means(session: &Session<'_>) -> String {
    let mut text = String::new();
    let groups = [
        (Collection::Classical.title(), classical::PROGRAMS, 3.0),
        (Collection::Whole.title(), whole::PROGRAMS, 2.0),
        (Collection::Aside.title(), aside::PROGRAMS, 2.0),
        ("everyday rows", everyday::PROGRAMS, 3.0),
    ];
    let peers: [(&str, &[Language]); 4] = [
        ("chez", &[Language::Chez]),
        ("gambit", &[Language::Gambit]),
        ("guile", &[Language::Guile]),
        (
            "the better of chez and gambit",
            &[Language::Chez, Language::Gambit],
        ),
    ];
    for (group, programs, most) in groups {
        for (name, languages) in peers {
            let quotients: Vec<f64> = session
                .rows
                .iter()
                .filter(|measured| is_of(measured.row, programs))
                .filter_map(|measured| {
                    let mound = best(measured, minimum, |other| other == Language::Mound)?;
                    let peer = best(measured, minimum, |other| languages.contains(&other))?;
                    (peer > 0.0).then(|| mound / peer)
                })
                .collect();
            if let Some(mean) = geometric_mean(&quotients) {
                // Writing to a string cannot fail.
                let _ = write!(
                    text,
                    "\ngeometric mean of {} {group} to {name}: {mean:.2}, above {most}: {}",
                    quotients.len(),
                    quotients
                        .iter()
                        .filter(|&&quotient| quotient > most)
                        .count(),
                );
            }
        }
    }
    text.push_str(&code(session));
    text
}

/// What machine code costs: time to make it, and size.
fn code(session: &Session<'_>) -> String {
    let code = session.code;
    if code.procedures == 0.0 {
        return String::new();
    }
    format!(
        "\nmachine code of a procedure, in the mean of {}: {:.1} us to make, {:.0} bytes",
        code.procedures,
        code.nanoseconds / code.procedures / 1000.0,
        code.bytes / code.procedures
    )
}

fn is_of(row: &Row, programs: &[Program]) -> bool {
    let mut rows = programs.iter().flat_map(|program| program.rows);
    rows.any(|other| std::ptr::eq(other, row))
}

fn geometric_mean(values: &[f64]) -> Option<f64> {
    if values.is_empty() {
        return None;
    }
    let logarithms: f64 = values.iter().map(|value| value.ln()).sum();
    Some((logarithms / values.len() as f64).exp())
}

fn header() -> Vec<String> {
    let mut header = vec!["benchmark".to_owned(), "unit".to_owned()];
    header.extend(SYSTEMS.iter().map(|system| system.title.to_owned()));
    header.extend(["to best", "to erlang", "fuel"].map(str::to_owned));
    header
}

fn cells(measured: &MeasuredRow) -> Vec<String> {
    let mut cells = vec![
        measured.row.label.to_owned(),
        measured.row.unit.name().to_owned(),
    ];
    cells.extend(measured.samples.iter().map(cell));
    cells.push(ratio(measured, |language| language != Language::Mound));
    cells.push(ratio(measured, |language| language == Language::Erlang));
    cells.push(fuel(measured));
    cells
}

fn cell(samples: &Samples) -> String {
    match median(&samples.values) {
        None => NOTHING.to_owned(),
        Some(middle) => {
            let least = minimum(&samples.values).unwrap_or(middle);
            format!("{} ({})", short(middle), short(least))
        }
    }
}

/// Mound's best column as a multiple of the best of these languages: by the
/// medians, and by the minima.
fn ratio(measured: &MeasuredRow, others: impl Fn(Language) -> bool) -> String {
    let quotient = |figure: Figure| {
        let mound = best(measured, figure, |language| language == Language::Mound)?;
        let other = best(measured, figure, &others).filter(|&other| other > 0.0)?;
        Some(mound / other)
    };
    match (quotient(median), quotient(minimum)) {
        (Some(middle), Some(least)) => format!("{middle:.2} ({least:.2})"),
        _ => NOTHING.to_owned(),
    }
}

/// What stands for many samples.
pub type Figure = fn(&[f64]) -> Option<f64>;

/// The least figure among the columns of these languages.
pub fn best(
    measured: &MeasuredRow,
    figure: Figure,
    wanted: impl Fn(Language) -> bool,
) -> Option<f64> {
    SYSTEMS
        .iter()
        .zip(&measured.samples)
        .filter(|(system, _)| wanted(system.language))
        .filter_map(|(_, samples)| figure(&samples.values))
        .min_by(f64::total_cmp)
}

fn fuel(measured: &MeasuredRow) -> String {
    let reductions = measured
        .samples
        .iter()
        .find_map(|samples| median(&samples.reductions));
    reductions.map_or(NOTHING.to_owned(), |fuel| format!("{fuel:.0}"))
}

fn minimum(values: &[f64]) -> Option<f64> {
    values.iter().copied().min_by(f64::total_cmp)
}

pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        length if length % 2 == 1 => Some(sorted[middle]),
        _ => Some((sorted[middle - 1] + sorted[middle]) / 2.0),
    }
}

/// Three digits that count; whole numbers from 100 on.
pub fn short(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

/// The first two columns to the left, the others to the right.
fn align(lines: &[Vec<String>]) -> String {
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells.map(String::len).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for line in lines {
        for (column, cell) in line.iter().enumerate() {
            let width = widths[column];
            // Writing to a string cannot fail.
            let _ = if column < 2 {
                write!(text, "{cell:<width$}  ")
            } else {
                write!(text, "{cell:>width$}  ")
            };
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

pub fn load() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace()
        .next()
        .unwrap_or("unknown")
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::{align, median, short};

    #[test]
    fn median_is_the_middle_or_the_mean_of_the_two() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
    }

    #[test]
    fn numbers_have_three_digits() {
        let shown: Vec<String> = [1234.5, 57.24, 5.671, 0.07].map(short).to_vec();
        assert_eq!(shown, ["1234", "57.2", "5.67", "0.070"]);
    }

    #[test]
    fn numbers_end_in_the_same_column() {
        let lines =
            [["a", "ms", "10.5"], ["bcd", "us", "7"]].map(|line| line.map(str::to_owned).to_vec());
        assert_eq!(align(&lines), "a    ms  10.5\nbcd  us     7\n");
    }
}
