//! What people see of a profile: a table of procedures and processes, stacks in the folded format of
//! flame graph tools, and a flame graph. How samples are taken is in the engine.

use crate::run::Failure;
use mound_engine::{Samples, Site, Used, why};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Rows of a table.
const ROWS_MAX: usize = 15;
/// Pixels.
const WIDTH: f64 = 1200.0;
const ROW_HEIGHT: f64 = 17.0;
/// Narrower boxes cannot be seen.
const NARROWEST: f64 = 0.3;
/// Of one character in the font of the boxes.
const CHARACTER_WIDTH: f64 = 7.0;

/// What a profile is a profile of.
#[derive(Clone, Copy)]
enum Measure {
    Fuel,
    Bytes,
}

impl Measure {
    fn of(self, used: Used) -> u64 {
        match self {
            Measure::Fuel => used.fuel,
            Measure::Bytes => used.bytes,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Measure::Fuel => "fuel",
            Measure::Bytes => "bytes allocated",
        }
    }
}

/// Writes flame graphs and folded stacks of fuel and of allocation beside each other; `file` is the flame
/// graph of fuel. Returns what to print.
pub fn write(samples: &Samples, file: &Path) -> Result<String, Failure> {
    let mut text = table(samples);
    for (measure, suffix) in [(Measure::Fuel, ""), (Measure::Bytes, "-allocation")] {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let graph = file.with_file_name(format!("{stem}{suffix}.svg"));
        let stacks = graph.with_extension("folded");
        save(&graph, &flame_graph(samples, measure))?;
        save(&stacks, &folded(samples, measure))?;
        let _ = writeln!(
            text,
            "{}: {}, {}",
            measure.name(),
            graph.display(),
            stacks.display()
        );
    }
    Ok(text)
}

fn save(path: &PathBuf, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| Failure {
        text: format!("error: cannot write {}: {}\n", path.display(), why(&error)),
        status: 1,
    })
}

/// Which procedures and processes used most.
pub fn table(samples: &Samples) -> String {
    if samples.count == 0 {
        return "profile: no samples; the program used too little fuel\n".to_owned();
    }
    let (mut own, mut all) = (
        BTreeMap::<&Site, Used>::new(),
        BTreeMap::<&Site, Used>::new(),
    );
    let mut total = Used::default();
    for (stack, used) in &samples.stacks {
        add(&mut total, *used);
        if let Some(youngest) = stack.last() {
            add(own.entry(youngest).or_default(), *used);
        }
        // A procedure that calls itself is there once.
        for site in stack.iter().collect::<HashSet<_>>() {
            add(all.entry(site).or_default(), *used);
        }
    }
    let mut text = format!(
        "profile: {} samples\n{:>7} {:>7} {:>7}  procedure\n",
        samples.count, "self", "total", "bytes"
    );
    let mut rows: Vec<(&Site, Used)> = all.into_iter().collect();
    let own_fuel = |site: &Site| own.get(site).map_or(0, |used| used.fuel);
    rows.sort_by_key(|(site, used)| std::cmp::Reverse((own_fuel(site), used.fuel)));
    for (site, used) in rows.into_iter().take(ROWS_MAX) {
        let own = own.get(site).copied().unwrap_or_default();
        let _ = writeln!(
            text,
            "{:>7} {:>7} {:>7}  {}",
            percent(own.fuel, total.fuel),
            percent(used.fuel, total.fuel),
            percent(own.bytes, total.bytes),
            name(site)
        );
    }
    if samples.processes.len() > 1 {
        let _ = writeln!(text, "{:>7} {:>7} {:>7}  process", "fuel", "", "bytes");
        let mut rows: Vec<_> = samples.processes.iter().collect();
        rows.sort_by_key(|(process, (_, used))| (std::cmp::Reverse(used.fuel), **process));
        for (process, (site, used)) in rows.into_iter().take(ROWS_MAX) {
            let _ = writeln!(
                text,
                "{:>7} {:>7} {:>7}  #<process {process}> {}",
                percent(used.fuel, total.fuel),
                "",
                percent(used.bytes, total.bytes),
                site.as_ref().map_or_else(String::new, name)
            );
        }
    }
    text
}

fn add(total: &mut Used, used: Used) {
    total.fuel += used.fuel;
    total.bytes += used.bytes;
}

fn percent(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}

fn name(site: &Site) -> String {
    match &*site.unit {
        "" => site.procedure.clone(),
        unit => format!("{} ({unit})", site.procedure),
    }
}

/// A stack in a line, oldest procedure first, then what it used; sorted.
fn folded(samples: &Samples, measure: Measure) -> String {
    let mut lines: Vec<String> = samples
        .stacks
        .iter()
        .filter(|(_, used)| measure.of(**used) > 0)
        .map(|(stack, used)| {
            let names: Vec<String> = stack
                .iter()
                .map(|site| name(site).replace(';', ":"))
                .collect();
            format!("{} {}\n", names.join(";"), measure.of(*used))
        })
        .collect();
    lines.sort();
    lines.concat()
}

/// A box of a flame graph: what a call used, with the calls that it made.
#[derive(Default)]
struct Call<'a> {
    used: u64,
    calls: BTreeMap<&'a Site, Call<'a>>,
}

fn flame_graph(samples: &Samples, measure: Measure) -> String {
    let mut root = Call::default();
    for (stack, used) in &samples.stacks {
        let used = measure.of(*used);
        root.used += used;
        let mut call = &mut root;
        for site in stack {
            call = call.calls.entry(site).or_default();
            call.used += used;
        }
    }
    let mut boxes = String::new();
    let deepest = draw(&root, (0.0, 0), root.used.max(1), measure, &mut boxes);
    let height = (deepest + 2) as f64 * ROW_HEIGHT;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         font-family=\"monospace\" font-size=\"11\">\n\
         <text x=\"4\" y=\"13\">{}: {} samples; who calls stands above who is called</text>\n{boxes}</svg>\n",
        measure.name(),
        samples.count
    )
}

/// Draws the calls of a call from a place on, and returns the row of the deepest one.
fn draw(
    call: &Call<'_>,
    from: (f64, usize),
    whole: u64,
    measure: Measure,
    boxes: &mut String,
) -> usize {
    let (mut x, row) = from;
    let mut deepest = row;
    for (site, inner) in &call.calls {
        let width = WIDTH * inner.used as f64 / whole as f64;
        if width >= NARROWEST {
            draw_box(site, inner.used, (x, row, width), whole, measure, boxes);
            deepest = deepest.max(draw(inner, (x, row + 1), whole, measure, boxes));
        }
        x += width;
    }
    deepest
}

fn draw_box(
    site: &Site,
    used: u64,
    (x, row, width): (f64, usize, f64),
    whole: u64,
    measure: Measure,
    boxes: &mut String,
) {
    let name = name(site);
    let y = (row + 1) as f64 * ROW_HEIGHT;
    let room = ((width - 4.0) / CHARACTER_WIDTH).max(0.0) as usize;
    let label: String = match name.chars().count() <= room {
        true => name.clone(),
        false if room < 3 => String::new(),
        false => name.chars().take(room - 1).chain(['…']).collect(),
    };
    let _ = writeln!(
        boxes,
        "<g><title>{}: {}, {used} {}</title><rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" \
         height=\"{:.1}\" fill=\"{}\" stroke=\"white\"/><text x=\"{:.1}\" y=\"{:.1}\">{}</text></g>",
        escaped(&name),
        percent(used, whole),
        measure.name(),
        ROW_HEIGHT - 1.0,
        colour(&site.unit),
        x + 2.0,
        y + 12.0,
        escaped(&label)
    );
}

/// A warm colour for each library.
fn colour(unit: &str) -> String {
    let hash = unit.bytes().fold(5381_u32, |hash, byte| {
        hash.wrapping_mul(33) ^ u32::from(byte)
    });
    format!("hsl({} {}% 65%)", 10 + hash % 45, 60 + hash / 64 % 30)
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(stacks: &[(&[&str], u64)]) -> Samples {
        let site = |name: &&str| Site {
            procedure: (*name).to_owned(),
            unit: String::new(),
        };
        let stacks = stacks.iter().map(|(names, fuel)| {
            let used = Used {
                fuel: *fuel,
                bytes: 0,
            };
            (names.iter().map(site).collect(), used)
        });
        Samples {
            stacks: stacks.collect(),
            count: 4,
            ..Samples::default()
        }
    }

    #[test]
    fn a_procedure_that_calls_itself_counts_once() {
        let text = table(&samples(&[
            (&["main", "f", "f"], 300),
            (&["main", "g"], 100),
        ]));
        let row = |name| {
            text.lines()
                .find(|line| line.ends_with(name))
                .unwrap_or_default()
                .to_owned()
        };
        assert!(row("  f").contains("75.0 %  75.0 %"), "{text}");
        assert!(row("  main").contains("0.0 % 100.0 %"), "{text}");
    }

    #[test]
    fn stacks_are_folded_and_drawn() {
        let samples = samples(&[(&["main", "a<b"], 300), (&["main", "c;d"], 100)]);
        assert_eq!(
            folded(&samples, Measure::Fuel),
            "main;a<b 300\nmain;c:d 100\n"
        );
        assert_eq!(folded(&samples, Measure::Bytes), "");
        let graph = flame_graph(&samples, Measure::Fuel);
        assert!(
            graph.contains("<title>a&lt;b: 75.0 %, 300 fuel</title><rect x=\"0.0\""),
            "{graph}"
        );
        assert!(
            graph.contains("<title>c;d: 25.0 %, 100 fuel</title><rect x=\"900.0\""),
            "{graph}"
        );
    }
}
