//! What an option or an argument may say, checked where it is read.

use mound_engine::{Log, Roles, parse_size};
use std::ops::RangeInclusive;
use std::time::Duration;

/// The memory of all processes together.
pub fn parse_memory(text: &str) -> Result<u64, String> {
    match parse_size(text)? {
        0 => Err("no process runs without memory; `none` is no limit".to_owned()),
        bytes => Ok(bytes),
    }
}

/// The address of a node, as it was written: what it is called is the node's business.
pub(super) fn parse_address(text: &str) -> Result<String, String> {
    match mound_engine::is_address(text) {
        true => Ok(text.to_owned()),
        false => {
            // What is there of it stays.
            let example = match text.parse::<u16>() {
                Ok(port) => format!("localhost:{port}"),
                Err(_) if is_host(text) => format!("{text}:3001"),
                Err(_) => "localhost:3001".to_owned(),
            };
            Err(format!(
                "an address is a host, a colon and a port, as in {example} or [::1]:3001"
            ))
        }
    }
}

fn is_host(text: &str) -> bool {
    let is_part = |letter: u8| letter.is_ascii_alphanumeric() || b".-".contains(&letter);
    !text.is_empty() && text.bytes().all(is_part)
}

/// Levels of the log, as they were written.
pub(super) fn parse_log(text: &str) -> Result<String, String> {
    Log::parse(text).map(|_| text.to_owned())
}

/// Where metrics are served: an address, or a port of loopback.
pub(super) fn parse_metrics(text: &str) -> Result<String, String> {
    match text.parse::<u16>() {
        Ok(port) => Ok(format!("localhost:{port}")),
        Err(_) => parse_address(text),
    }
}

/// The seed of a run.
pub(super) fn parse_seed(text: &str) -> Result<u64, String> {
    let seed = text.parse();
    seed.map_err(|_| "a seed is a whole number from 0 to 18446744073709551615".to_owned())
}

/// The reductions of a turn.
pub(super) fn parse_fuel(text: &str) -> Result<i64, String> {
    text.parse()
        .map_err(|_| "fuel is a whole number, as in --fuel 1000".to_owned())
}

/// `1-100`.
pub(super) fn parse_seeds(text: &str) -> Result<RangeInclusive<u64>, String> {
    let ends = text.split_once('-');
    let ends = ends.and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
    match ends {
        Some((first, last)) if first <= last => Ok(first..=last),
        _ => Err("seeds are two numbers with a hyphen between them, as in 1-100".to_owned()),
    }
}

/// `observe,message`, or `all`.
pub(super) fn parse_roles(text: &str) -> Result<Roles, String> {
    Roles::parse(text).map_err(|word| {
        format!("`{word}` is no role: expected observe, message, spawn, code, admin, or all")
    })
}

/// `30` or `30d`, `12h`, `90m`, `20s`.
pub(super) fn parse_overlap(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.find(|letter: char| !letter.is_ascii_digit()) {
        Some(end) => text.split_at(end),
        None => (text, "d"),
    };
    let seconds: Option<u64> = match unit {
        "d" => Some(24 * 3600),
        "h" => Some(3600),
        "m" => Some(60),
        "s" => Some(1),
        _ => None,
    };
    let number: Option<u64> = number.parse().ok();
    let time = number.and_then(|number| number.checked_mul(seconds?));
    time.filter(|time| *time <= TIME_MAX)
        .map(Duration::from_secs)
        .ok_or_else(|| {
            "a time is a number of days up to 36500, or of hours, minutes or seconds with h, m or s"
                .to_owned()
        })
}

/// A hundred years.
const TIME_MAX: u64 = 36_500 * 24 * 3600;

/// The same, and more than nothing.
pub(super) fn parse_time(text: &str) -> Result<Duration, String> {
    match parse_overlap(text)? {
        Duration::ZERO => Err("it would be over at once".to_owned()),
        time => Ok(time),
    }
}
