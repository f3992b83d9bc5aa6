//! How much memory the processes of a node may take: what the user said, or a share
//! of what the machine, its control group and the limits of the shell leave.
//!
//! What is looked at is what Linux tells in files. Where there are none, processes
//! have no limit unless the user sets one.

use mound_machine::{Limits, Setting};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The usual size; where pages are larger, a larger share is left over.
const PAGE_BYTES: u64 = 4096;
/// The least share that is set without being asked: the libraries need some.
const LEAST_BYTES: u64 = 64 << 20;

/// One part in so many of the limit is that of a process that is given none of its own: a runaway ends
/// soon, and alone.
const SHARE_PARTS: usize = 4;

/// For threads that nobody waits for.
const ENDING_TIME: Duration = Duration::from_secs(60);

/// The limit of all processes together, in bytes: what the user said, or a share of what there is.
pub fn limit(said: Option<u64>) -> Option<u64> {
    said.or_else(usual_limit)
}

/// Sets it.
pub fn set_limit(said: Option<u64>) {
    let limit = limit(said).map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
    mound_heap::budget::set_limit(limit);
    let finite = limit.filter(|&limit| limit != usize::MAX);
    mound_heap::budget::set_share(finite.map(|limit| limit / SHARE_PARTS));
}

/// Bytes that the count of all nodes of this program has too many after their end: 0, or there
/// is a fault in the counting. Gives threads that are ending a moment to tell what they have counted.
pub fn unreturned() -> isize {
    let deadline = Instant::now() + ENDING_TIME;
    loop {
        let bytes = mound_heap::budget::unreturned();
        if bytes == 0 || Instant::now() > deadline {
            return bytes;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Three quarters of the memory that is free now; the rest is for what is not counted, for
/// buffers of the system and for other programs. Of a limited range of addresses a
/// third: there are holes in it.
fn usual_limit() -> Option<u64> {
    let free = machine_bytes().into_iter().chain(control_group_bytes());
    let share = free.map(|bytes| bytes / 4 * 3);
    let addresses = address_bytes().map(|bytes| bytes / 3);
    let least = share.chain(addresses).min()?;
    Some(least.max(LEAST_BYTES))
}

/// Memory of the machine that programs can get without swapping.
fn machine_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

/// What is left of what `ulimit -v` says.
fn address_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("Max address space"))?;
    let limit: u64 = line.split_whitespace().next()?.parse().ok()?;
    let sizes = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = sizes.split_whitespace().next()?.parse().ok()?;
    Some(limit.saturating_sub(pages * PAGE_BYTES))
}

/// What is left in the control group of this program and in those around it.
fn control_group_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/cgroup").ok()?;
    text.lines().filter_map(group_bytes).min()
}

/// What is left by a line of `/proc/self/cgroup`: number, controllers, path.
fn group_bytes(line: &str) -> Option<u64> {
    let mut parts = line.splitn(3, ':').skip(1);
    let (controllers, path) = (parts.next()?, parts.next()?);
    let (root, limit, used) = match controllers {
        "" => ("/sys/fs/cgroup", "memory.max", "memory.current"),
        _ if controllers.split(',').any(|name| name == "memory") => (
            "/sys/fs/cgroup/memory",
            "memory.limit_in_bytes",
            "memory.usage_in_bytes",
        ),
        _ => return None,
    };
    let mut directory = PathBuf::from(root).join(path.trim_start_matches('/'));
    let mut least = None;
    // In a container the path may be one of the world outside; then the root is its group.
    while directory.starts_with(root) {
        let left = number_in(&directory, limit)
            .map(|limit| limit.saturating_sub(number_in(&directory, used).unwrap_or(0)));
        least = least.into_iter().chain(left).min();
        if !directory.pop() {
            break;
        }
    }
    least
}

/// The number that is all a file has; `max` is none.
fn number_in(directory: &Path, file: &str) -> Option<u64> {
    let text = std::fs::read_to_string(directory.join(file)).ok()?;
    text.trim().parse().ok()
}

/// A size as people write it: a number of bytes, or of kilobytes, megabytes, gigabytes or
/// terabytes, binary ones, with `k`, `m`, `g` or `t` after it. `none` is no limit.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is not a size such as 512m, 4g or none");
    let lower = text.trim().to_ascii_lowercase();
    if lower == "none" {
        return Ok(u64::MAX);
    }
    let lower = lower.strip_suffix('b').unwrap_or(&lower);
    let units = [('k', 10), ('m', 20), ('g', 30), ('t', 40)];
    let unit = units.iter().find(|(name, _)| lower.ends_with(*name));
    let (digits, shift) = match unit {
        Some((_, shift)) => (&lower[..lower.len() - 1], *shift),
        None => (lower, 0),
    };
    let number: u64 = digits.trim().parse().map_err(|_| wrong())?;
    number.checked_mul(1 << shift).ok_or_else(wrong)
}

/// Limits of processes as `name=value` with commas between them, such as
/// `heap=64m,when-mailbox-full=drop-oldest`; see `mound_machine::Limits`.
pub fn parse_limits(text: &str) -> Result<Limits, String> {
    let mut limits = Limits::default();
    for part in text.split(',') {
        let (name, value) = part
            .split_once('=')
            .ok_or_else(|| format!("`{part}` is not a name=value such as heap=64m"))?;
        let size = parse_size(value);
        let setting = match size {
            Ok(u64::MAX) => Setting::Word("none"),
            Ok(size) => Setting::Number(usize::try_from(size).unwrap_or(usize::MAX)),
            Err(_) => Setting::Word(value),
        };
        limits.set(name, setting)?;
    }
    Ok(limits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read() {
        let none = parse_limits("heap=none").expect("it is right");
        assert_eq!(none.heap, Some(usize::MAX));
        let limits = parse_limits("heap=64m,mailbox=100,when-mailbox-full=drop-oldest");
        let limits = limits.expect("they are right");
        assert_eq!((limits.heap, limits.mailbox), (Some(64 << 20), Some(100)));
        assert_eq!(limits.entries().len(), 4);
        for wrong in [
            "",
            "heap",
            "heap=much",
            "stack=1m",
            "when-heap-full=drop-oldest",
        ] {
            assert!(parse_limits(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_are_read() {
        let read = |text: &str| parse_size(text).ok();
        assert_eq!(read("4096"), Some(4096));
        assert_eq!(read("64k"), Some(65536));
        assert_eq!(read("512MB"), Some(512 << 20));
        assert_eq!(read("2g"), Some(2 << 30));
        assert_eq!(read("none"), Some(u64::MAX));
        for wrong in ["", "m", "-1", "12x", "99999999999999t"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
