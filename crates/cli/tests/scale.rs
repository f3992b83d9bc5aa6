//! Programs that need many processes, much memory or long data, run plainly: in the other modes they take
//! too long.

mod support;

use std::path::Path;
use std::time::Duration;
use support::nodes::Running;
use support::{difference, mound, read, root, run};

fn check(name: &str) {
    check_with(name, &[]);
}

fn check_with(name: &str, flags: &[&str]) {
    let program = root().join("tests/scale").join(name);
    let run = run(mound().arg("run").args(flags).arg(&program)).expect_status(0);
    let expected = read(&program.with_extension("out"));
    assert_eq!(difference(&expected, &run.output), None);
}

#[test]
fn a_quarter_of_a_million_processes_live_at_once() {
    check("ring.scm");
}

#[test]
fn shared_queues_lose_nothing_among_many_processes() {
    check("queues.scm");
}

#[test]
fn components_lose_nothing_among_many_events() {
    check("components.scm");
}

#[test]
fn old_memory_keeps_what_is_reached() {
    check("old-memory.scm");
}

#[test]
fn mixed_work_leaves_nothing_behind() {
    check("soak.scm");
}

#[test]
fn who_spawns_in_a_loop_does_not_outrun_its_children() {
    check_with("spawner.scm", &["--schedulers", "1"]);
}

#[test]
fn forms_are_refused_when_they_have_too_many_parts_or_fields() {
    check("long-forms.scm");
}

#[test]
fn long_vectors_of_values_are_evaluated() {
    check("vectors-of-values.scm");
}

#[test]
fn links_to_the_dead_are_forgotten() {
    check("links-of-the-dead.scm");
}

/// Processes that wait, and memory (in MiB) that must be there for so many.
const MANY: (u32, u64) = (1_000_000, 4096);
const FEWER: u32 = 200_000;
/// An idle process takes less, in bytes, with all that the node keeps of it.
const BYTES_EACH_MAX: u32 = 2000;
/// What `MOUND_MEMORY` limits is less than that: it does not count what the allocator keeps.
const LIMITED_BYTES_EACH: u64 = 1400;
/// In a second in which nothing happens, the schedulers may wake up now and then. What a busy machine adds to
/// that is not in every second.
const IDLE_LIMIT: Duration = Duration::from_millis(5);
const SECONDS_MAX: usize = 10;

/// The number in `(name number)`, which is what a program has printed.
fn said(program: &Running, name: &str) -> u32 {
    let line = program.line().unwrap_or_default();
    let number = line
        .strip_prefix(&format!("({name} "))
        .and_then(|rest| rest.strip_suffix(')')?.parse().ok());
    number.unwrap_or_else(|| panic!("no {name} in {line:?}: {}", program.errors()))
}

/// Memory of the machine that can be had, in MiB.
fn available_memory() -> u64 {
    let text = read(Path::new("/proc/meminfo"));
    let line = text.lines().find_map(|line| {
        let rest = line.strip_prefix("MemAvailable:")?.trim_start();
        rest.strip_suffix(" kB")?.parse::<u64>().ok()
    });
    line.expect("Linux says it") / 1024
}

/// Processor time of all threads of a program: what the kernel's scheduler has counted.
fn processor_time(program: &Running) -> Duration {
    let threads = format!("/proc/{}/task", program.child.id());
    let threads = std::fs::read_dir(threads).expect("it runs");
    let times = threads.filter_map(|thread| {
        let statistics = thread.ok()?.path().join("schedstat");
        // A thread may have ended.
        let text = std::fs::read_to_string(statistics).ok()?;
        text.split_whitespace().next()?.parse::<u64>().ok()
    });
    Duration::from_nanos(times.sum())
}

fn processor_time_of_a_second(program: &Running) -> Duration {
    let before = processor_time(program);
    std::thread::sleep(Duration::from_secs(1));
    processor_time(program) - before
}

#[test]
#[cfg(target_os = "linux")]
fn a_million_idle_processes_take_little_memory_no_time_and_leave_nothing() {
    let (many, needed) = MANY;
    let size = if available_memory() > needed {
        many
    } else {
        FEWER
    };
    // Enough for the memory of one crowd, and not for two.
    let limit = (u64::from(size) * LIMITED_BYTES_EACH).to_string();
    let mut program = Running::start(
        mound()
            .env("MOUND_MEMORY", limit)
            .args(["run", "tests/scale/idle.scm"])
            .args([size.to_string(), "3".to_owned()]),
    );
    for _ in 0..3 {
        assert_eq!(said(&program, "waiting"), size);
        let bytes_each = said(&program, "bytes-each");
        assert!(bytes_each < BYTES_EACH_MAX, "{bytes_each}");
        std::thread::sleep(Duration::from_millis(200));
        let seconds: Vec<_> = (0..SECONDS_MAX)
            .map(|_| processor_time_of_a_second(&program))
            .take_while(|used| *used >= IDLE_LIMIT)
            .collect();
        assert!(seconds.len() < SECONDS_MAX, "{seconds:?}");
        program.tell("");
        assert_eq!(said(&program, "left"), 0);
    }
    assert_eq!(program.rest(), "", "{}", program.errors());
}
