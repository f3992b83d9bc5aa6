//! Processes that take more memory than there is: they die of it, and the node lives.

mod support;

use std::path::Path;
use std::process::Command;
use support::{Run, difference, mound, mound_after, read, root, run};

/// Runs `tests/memory/NAME` and compares its output.
fn check(name: &str, command: &mut Command) -> Run {
    check_with(name, command, &[])
}

/// The same with options.
fn check_with(name: &str, command: &mut Command, options: &[&str]) -> Run {
    let program = root().join("tests/memory").join(name);
    let run = run(command.arg("run").args(options).arg(&program)).expect_status(0);
    let expected = read(&program.with_extension("out"));
    assert_eq!(difference(&expected, &run.output), None, "{}", run.errors);
    run
}

#[test]
fn who_takes_all_memory_dies_and_the_others_live() {
    let own = "the limit of one that is given no other (`--limits heap=...`) is 52 MB";
    let all = "the limit of all processes is 210 MB";
    for (options, told) in [(&[][..], own), (&["--limits", "heap=none"], all)] {
        let mut command = mound();
        let run = check_with("hogs.scm", command.env("MOUND_MEMORY", "200m"), options);
        assert!(run.errors.contains(told), "{}", run.errors);
    }
}

/// It is not the one that happens to ask for memory.
#[test]
fn who_holds_most_ends_for_the_others() {
    for native in ["on", "off"] {
        let options = ["--memory", "170m", "--limits", "heap=none"];
        let mut command = mound();
        let run = check_with("most.scm", command.env("MOUND_NATIVE", native), &options);
        let told = ["error: out of memory: the process has ", " was ended at "];
        let told_last = ", the limit of all processes is 178 MB; process ";
        for told in told.iter().chain([&told_last]) {
            assert!(run.errors.contains(told), "{}", run.errors);
        }
    }
}

/// The status and the errors of a small program under limits of the shell.
#[cfg(target_os = "linux")]
fn status_under(limits: &str, options: &[&str], text: &str) -> (Option<i32>, String) {
    let path = support::fresh_directory("limits").join("program.scm");
    std::fs::write(&path, text).expect("temporary files can be written");
    let run = run(mound_after(limits).arg("run").args(options).arg(&path));
    (run.status, run.errors)
}

/// With too few addresses or descriptors a node does not start, and says so.
#[test]
#[cfg(target_os = "linux")]
fn where_the_system_gives_too_little_it_is_said() {
    let text = "(import (scheme base) (scheme write)) (display 1)";
    let mut limits: Vec<String> = (3..20)
        .map(|n| format!("ulimit -v {}", n * 30_000))
        .collect();
    limits.extend((4..12).map(|n| format!("ulimit -n {n}")));
    for limits in limits {
        let (status, errors) = status_under(&limits, &[], text);
        match status {
            Some(0) => {}
            Some(4) => {
                let mut told = errors
                    .lines()
                    .skip_while(|line| line.starts_with("warning: "));
                let told = told.next().unwrap_or_default();
                assert!(told.starts_with("error: "), "{limits}: {errors}");
            }
            // It starts, and cannot read the program or what belongs to it.
            Some(3) => assert!(errors.contains("oo many open files"), "{limits}: {errors}"),
            // The linker of the system finds no room for its libraries.
            Some(127) => assert!(errors.contains("libraries"), "{limits}: {errors}"),
            _ => panic!("{limits}: {status:?} {errors}"),
        }
    }
}

/// So it is with what a node or a program listens with.
#[test]
#[cfg(target_os = "linux")]
fn without_descriptors_listening_is_refused() {
    let text = "(import (scheme base) (scheme file) (mound tcp))
        (guard (e ((file-error? e) #f)) (tcp-listen 0))";
    for options in [&[][..], &["--listen", "localhost:0"]] {
        for count in 5..14 {
            let limits = format!("ulimit -n {count}");
            let (status, errors) = status_under(&limits, options, text);
            let is_told = errors.contains("oo many open files");
            let is_fit = match status {
                Some(0) => true,
                Some(3 | 4) => is_told,
                _ => false,
            };
            assert!(is_fit, "{limits}: {status:?} {errors}");
            assert!(!errors.contains("panicked"), "{limits}: {errors}");
        }
    }
}

/// When descriptors run out later, who opens something is told, and can go on.
#[test]
#[cfg(target_os = "linux")]
fn without_descriptors_opening_raises() {
    let text = "(import (scheme base) (scheme write) (scheme file))
        (define (open) (open-input-file \"/dev/null\"))
        (define (try) (guard (e ((file-error? e) (error-object-message e))) (open) #f))
        (define why (let loop ((n 0)) (or (try) (and (< n 100) (loop (+ n 1))))))
        (if (not (string? why)) (error \"all were opened\"))
        (write why (current-error-port))";
    let (status, errors) = status_under("ulimit -n 30", &[], text);
    assert_eq!(status, Some(0), "{errors}");
    assert!(errors.contains("oo many open files"), "{errors}");
}

/// A large page of the system stays as long as a part of it is used: too long where there is little memory.
#[test]
#[cfg(target_os = "linux")]
fn a_node_with_little_memory_has_small_pages() {
    let pages_of = |status: &str| {
        let mut lines = status.lines();
        lines.find_map(|line| Some(line.strip_prefix("THP_enabled:")?.trim().to_owned()))
    };
    // What is inherited from here; old systems do not tell.
    let own = pages_of(&read(Path::new("/proc/self/status")));
    let text = "(import (scheme base) (scheme write) (mound file))
        (write-string (read-file \"/proc/self/status\"))";
    let program = support::fresh_directory("pages").join("program.scm");
    std::fs::write(&program, text).expect("temporary files can be written");
    for (memory, expected) in [
        ("1023m", own.as_ref().map(|_| "0".to_owned())),
        ("2g", own.clone()),
    ] {
        let run = run(mound().args(["run", "--memory", memory]).arg(&program)).expect_status(0);
        assert_eq!(pages_of(&run.output), expected, "{memory}");
    }
}

#[test]
fn many_that_grow_at_the_same_time_die_and_the_others_live() {
    check("fleet.scm", mound().env("MOUND_MEMORY", "500m"));
}

/// Numbers are not copied, so only the mailbox itself grows.
#[test]
fn a_flood_of_numbers_is_held_by_the_budget() {
    let run = check("flood.scm", mound().env("MOUND_MEMORY", "50m"));
    assert!(run.errors.contains("out of memory"), "{}", run.errors);
}

/// One that never receives takes its messages in all the same, and so is held too.
#[test]
fn a_flood_at_a_busy_process_is_held_by_the_budget() {
    let run = check("flood-of-the-busy.scm", mound().env("MOUND_MEMORY", "50m"));
    assert!(run.errors.contains("out of memory"), "{}", run.errors);
}

/// Whoever keeps a pair of a message does not keep the message.
#[test]
fn parts_of_messages_do_not_keep_the_messages() {
    check("kept-parts.scm", mound().env("MOUND_MEMORY", "400m"));
}

/// Nor do symbols that nobody refers to, however they were made. With `SYMBOLS=10000000` it takes
/// minutes, and the node as much memory as with fewer.
#[test]
fn symbols_without_end_take_no_memory() {
    let count = std::env::var("SYMBOLS").unwrap_or_else(|_| "150000".to_owned());
    let options = [("MOUND_MEMORY", "40m"), ("SYMBOLS", &count)];
    check("symbols.scm", mound().envs(options));
}

#[test]
fn what_the_compiler_needs_counts() {
    check_with("compiling.scm", &mut mound(), &["--memory", "64m"]);
}

/// What has come for a port counts before it has come.
#[test]
fn what_is_read_counts() {
    let options = ["--memory", "48m", "--limits", "heap=none"];
    check_with("no-room-to-read.scm", &mut mound(), &options);
}

#[test]
fn the_interpreter_is_as_safe() {
    let options = [("MOUND_MEMORY", "100m"), ("MOUND_NATIVE", "off")];
    check("hogs.scm", mound().envs(options));
}

/// What the budget counts of a crowd of idle processes is what the system gives for them.
#[test]
#[cfg(target_os = "linux")]
fn a_crowd_of_idle_processes_takes_what_the_budget_says() {
    const BUDGET: f64 = 100e6;
    let program = root().join("tests/memory/crowd.scm");
    let mut command = mound();
    command.env("MOUND_MEMORY", "100000000");
    let run = run(command.arg("run").arg(&program)).expect_status(0);
    let grown: f64 = run.output.trim().parse().expect("it prints a number");
    // Small things are granted up to a sixteenth beyond the budget.
    let taken = grown / (BUDGET * 17.0 / 16.0);
    assert!((0.85..1.15).contains(&taken), "{taken} of the budget");
}

/// When a crowd has ended and the node is idle, its memory goes back to the system.
#[test]
#[cfg(target_os = "linux")]
fn the_memory_of_a_crowd_that_has_ended_goes_back() {
    let program = root().join("tests/memory/crowd-ends.scm");
    let run = run(mound().arg("run").arg(&program)).expect_status(0);
    let numbers: Vec<f64> = run
        .output
        .split_whitespace()
        .map(|number| number.parse().expect("it prints numbers"))
        .collect();
    let [before, most, after] = numbers[..] else {
        panic!("{}", run.output)
    };
    let stays = (after - before) / (most - before);
    assert!(stays < 0.25, "{stays} of {most} bytes");
}

/// Who was given much room because it worked without a wait gives it back when it waits.
#[test]
#[cfg(target_os = "linux")]
fn who_has_worked_and_waits_keeps_little() {
    let program = root().join("tests/memory/worked-and-waits.scm");
    let run = run(mound().arg("run").arg(&program)).expect_status(0);
    let each: i64 = run.output.trim().parse().expect("it prints a number");
    assert!(each < 16_000, "{each} bytes");
}

/// What a program prints that is run under limits of the shell.
fn run_limited(limits: &str, program: &Path, flags: &[&str]) -> Run {
    let run = run(mound_after(limits).arg("run").args(flags).arg(program)).expect_status(0);
    let expected = read(&program.with_extension("out"));
    assert_eq!(difference(&expected, &run.output), None, "{}", run.errors);
    run
}

/// Two gigabytes of addresses, as the shell limits them: the limit follows from that.
#[test]
fn the_limit_of_the_shell_is_kept() {
    let program = root().join("tests/memory/hogs.scm");
    run_limited("ulimit -v 2000000", &program, &[]);
}

/// Machine code and the stack of the compiler are content with fewer addresses.
#[test]
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn there_is_machine_code_where_addresses_are_few() {
    if std::env::var_os("MOUND_NATIVE").is_some()
        || std::env::var_os("MOUND_TEST_COMMAND").is_some()
    {
        return;
    }
    let program = root().join("tests/language/lists.scm");
    for limits in ["ulimit -v 2000000", "ulimit -v 1500000"] {
        let run = run_limited(limits, &program, &["--report-code"]);
        assert!(run.errors.contains("code: "), "{limits}: {}", run.errors);
        assert!(!run.errors.contains("warning"), "{limits}: {}", run.errors);
    }
    // A file of the size of the smallest region is not allowed.
    let run = run_limited("trap '' XFSZ; ulimit -f 1000", &program, &[]);
    let told = run.errors.contains("no memory for machine code");
    assert!(told, "{}", run.errors);
    let quiet = run_limited("trap '' XFSZ; ulimit -f 1000", &program, &["--no-native"]);
    assert_eq!(quiet.errors, "");
}

#[test]
fn who_is_told_that_its_heap_is_full_can_go_on() {
    check("raised.scm", &mut mound());
    check("raised.scm", mound().env("MOUND_NATIVE", "off"));
}

/// What comes to a process in messages, and what it is put together from, is seen in time.
#[test]
fn who_gained_much_is_told_in_time_that_its_heap_is_full() {
    check("gained.scm", &mut mound());
    for (fuel, seed) in [("500", "2"), ("300", "1"), ("97", "3")] {
        for name in ["gained.scm", "raised.scm"] {
            let flags = ["--fuel", fuel, "--serialize-anywhere", seed];
            check_with(name, &mut mound(), &flags);
        }
    }
}

/// Limits of the command line hold for each process, that of the program too.
#[test]
fn the_command_line_limits_each_process() {
    let program = root().join("tests/memory/hogs.scm");
    let options = ["run", "--limits", "heap=1m,when-heap-full=kill"];
    let run = run(mound().args(options).arg(&program));
    assert!(run.errors.contains("its limit is 1.0 MB"), "{}", run.errors);
}

#[test]
fn a_limit_that_is_none_is_refused() {
    let run = run(mound().args(["run", "--limits", "stack=1m", "x.scm"])).expect_status(2);
    assert!(run.errors.contains("stack is not heap"), "{}", run.errors);
}

#[test]
fn a_size_that_is_none_is_refused() {
    let run = run(mound().args(["run", "--memory", "much", "x.scm"])).expect_status(2);
    assert!(
        run.errors.contains("`much` is not a size"),
        "{}",
        run.errors
    );
}

/// Where a process may have far more than a stack, a recursion without end stops at the limit of stacks.
#[test]
fn a_recursion_without_end_stops_at_the_limit_of_stacks() {
    let program = support::fresh_directory("recursion").join("program.scm");
    let text = "(define (count n) (+ 1 (count (+ n 1))))\n(display (count 0))\n";
    std::fs::write(&program, text).expect("temporary files can be written");
    let run = run(mound().args(["run", "--memory", "64g"]).arg(&program)).expect_status(1);
    for told in [
        "error: out of memory: the stack has ",
        "the limit of a process that is given no other (`--limits heap=...`) is 268 MB",
        "  in count at ",
        "  ... the same 1048575 times more",
    ] {
        assert!(run.errors.contains(told), "no {told:?} in {}", run.errors);
    }
    // The block of the stack and the young objects is made no larger than both may be.
    let (_, rest) = run.errors.split_once("the stack has ").expect("as above");
    let megabytes = rest
        .split(' ')
        .next()
        .and_then(|number| number.parse().ok());
    let megabytes: f64 = megabytes.expect("a number of megabytes");
    assert!((268.0..272.0).contains(&megabytes), "{}", run.errors);
}
