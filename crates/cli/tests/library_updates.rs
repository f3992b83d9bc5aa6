//! Libraries while nodes run: changed ones are loaded again, versions beside others, and code that
//! comes from another node is compared with what is known of its version.

#[path = "../../modules/tests/support/mod.rs"]
mod repositories;
mod support;
#[path = "support/world.rs"]
mod world;

use std::path::{Path, PathBuf};
use support::nodes::{LOOPBACK, Running};
use support::run;
#[cfg(target_os = "linux")]
use support::terminal::Terminal;
use world::World;

/// A node that runs a program in `directory`; and its address.
fn node(world: &World, home: &str, directory: &str, arguments: &[&str]) -> (Running, String) {
    let mut all = vec!["node", "--listen", LOOPBACK];
    all.extend_from_slice(arguments);
    let mut command = world.mound(directory, &all);
    command.env("MOUND_HOME", world.root.join(home));
    let node = Running::start(&mut command);
    let line = node.line().unwrap_or_default();
    let address = line.strip_prefix("listening at ");
    let address = address.unwrap_or_else(|| panic!("it listens: {line}\n{}", node.errors()));
    (node, address.to_owned())
}

const WORDS: &str = "(define-library (greeter words)
  (import (scheme base))
  (export greeting)
  (begin (define (greeting name) (string-append \"hello \" name))))";

/// Counts its greetings; goes on with the newest code when it is told to.
const SERVER: &str = "(define-library (greeter server)
  (import (scheme base) (greeter words) (mound modules) (termite process))
  (export serve)
  (begin
    (define (serve count)
      (recv
        ((from tag ('greet name))
         (! from (list tag (list (+ count 1) (greeting name))))
         (serve (+ count 1)))
        ('upgrade ((library-value '(greeter server) 'serve) count))))))";

fn write_greeter(world: &World) {
    world.write("service/greeter/words.sld", WORDS);
    world.write("service/greeter/server.sld", SERVER);
    world.write(
        "service/main.scm",
        "(import (scheme base) (scheme write) (greeter server) (termite process))
         (publish-service 'greeter (spawn (lambda () (serve 0)) name: 'greeter))
         (display \"ready\") (newline) (?)",
    );
    world.write(
        "client/client.scm",
        "(import (scheme base) (scheme process-context) (scheme write) (termite process))
         (define server (remote-service 'greeter (cadr (command-line))))
         (if (pair? (cddr (command-line))) (! server 'upgrade))
         (write (!? server '(greet \"Ann\") 60))",
    );
}

#[test]
fn a_running_service_goes_on_with_code_that_was_changed() {
    let world = World::new();
    write_greeter(&world);
    let (server, address) = node(&world, "home", "service", &["main.scm"]);
    assert_eq!(
        server.line().as_deref(),
        Some("ready"),
        "{}",
        server.errors()
    );
    let ask = |more: &[&str]| {
        let mut arguments = vec!["run", "--listen", LOOPBACK, "client.scm", &address];
        arguments.extend_from_slice(more);
        world.run("client", &arguments).expect_status(0).output
    };
    let upgrade = |more: &[&str]| {
        let mut arguments = vec!["upgrade", &address];
        arguments.extend_from_slice(more);
        world.run("client", &arguments)
    };
    assert_eq!(ask(&[]), "(1 \"hello Ann\")");
    assert_eq!(
        upgrade(&[]).expect_status(0).output,
        "nothing has changed\n"
    );

    // What does not compile changes nothing, and says why.
    world.write("service/greeter/words.sld", &WORDS.replace("))))", ""));
    let wrong = upgrade(&[]).expect_status(1);
    assert!(wrong.errors.contains("words.sld"), "{}", wrong.errors);
    assert_eq!(ask(&[]), "(2 \"hello Ann\")");

    world.write(
        "service/greeter/words.sld",
        &WORDS.replace("hello ", "good day, "),
    );
    let rehearsed = upgrade(&["--dry-run"]).expect_status(0).output;
    for part in [
        "would load (greeter words)\n",
        "would load (greeter server)\n",
        "would stay in old code: process ",
        "(greeter), greeter/server code ",
    ] {
        assert!(rehearsed.contains(part), "{part}: {rehearsed}");
    }
    // It was only rehearsed, also for who asks for the newest code.
    assert_eq!(ask(&["upgrade"]), "(3 \"hello Ann\")");
    let done = upgrade(&[]).expect_status(0).output;
    for part in ["loaded (greeter words)\n", "stays in old code: process "] {
        assert!(done.contains(part), "{part}: {done}");
    }
    // It goes on with the old code until it chooses.
    assert_eq!(ask(&[]), "(4 \"hello Ann\")");
    let old_and_new = world
        .run("client", &["versions", &address])
        .expect_status(0);
    let lines: Vec<&str> = old_and_new.output.lines().collect();
    let servers = lines
        .iter()
        .filter(|line| line.starts_with("greeter/server "));
    assert_eq!(servers.count(), 2, "{lines:?}");
    assert!(old_and_new.output.contains("not what imports mean"));
    assert_eq!(ask(&["upgrade"]), "(5 \"good day, Ann\")");
    let json = world
        .run("client", &["versions", "--json", &address])
        .expect_status(0);
    for part in [
        "\"library\":\"greeter/server\"",
        "\"current\":true",
        "\"name\":\"greeter\"",
    ] {
        assert!(json.output.contains(part), "{part}: {}", json.output);
    }

    // Back to the first text: its instance is still there, and keeps its state.
    world.write("service/greeter/words.sld", WORDS);
    let plan = upgrade(&["--json"]).expect_status(0).output;
    assert!(plan.contains("\"libraries\":["), "{plan}");
    assert_eq!(ask(&["upgrade"]), "(6 \"hello Ann\")");
    let unknown = upgrade(&["greeter/nothing"]).expect_status(1);
    assert!(
        unknown
            .errors
            .contains("cannot find library (greeter nothing)"),
        "{}",
        unknown.errors
    );
    let built_in = upgrade(&["scheme/base"]).expect_status(1);
    assert!(
        built_in.errors.contains("part of Mound"),
        "{}",
        built_in.errors
    );
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_were_imported_at_a_repl_mean_the_new_code() {
    let world = World::new();
    let text = |value: &str| {
        format!(
            "(define-library (words) (import (scheme base)) (export value twice other)
               (begin
                 (define value \"{value}\") (define other 'other)
                 (define-syntax twice (syntax-rules () ((_ x) (list value x x))))))"
        )
    };
    world.write("work/words.sld", &text("one"));
    let directory = world.root.join("work").display().to_string();
    let arguments = ["repl", "-I", &directory];
    let mut terminal = Terminal::start(&arguments, &world.home());
    terminal.expect("mound> ");
    let mut say = |line: &str, answers: &[&str]| {
        terminal.press(line);
        terminal.press("\r");
        for answer in answers {
            terminal.expect(answer);
        }
        terminal.expect("mound> ");
    };
    // An answer that is not what was typed: the line itself is shown, too.
    say("(import (prefix (words) w:)) (* 11 11)", &["121\r\n"]);
    say("(define w:other 'mine) (* 111 111)", &["12321\r\n"]);
    say("(list (w:twice 1) w:other)", &["((\"one\" 1 1) mine)"]);
    say(",reload", &["nothing has changed"]);
    world.write("work/words.sld", &text("two"));
    say(",rehearse", &["would load (words)"]);
    say("(w:twice 1)", &["(\"one\" 1 1)"]);
    say(",reload (words)", &["loaded (words)"]);
    say("(list (w:twice 2) w:other)", &["((\"two\" 2 2) mine)"]);
    // What does not compile leaves all as it is.
    world.write(
        "work/words.sld",
        "(define-library (words) (import (scheme base)) (export x",
    );
    say(",reload words", &["words.sld"]);
    say("(list w:value 'still)", &["(\"two\" still)"]);
    world.write(
        "work/words.sld",
        "(define-library (words) (import (scheme base)) (export twice) (begin (define (twice x) x)))",
    );
    say(",reload", &["w:value is no longer exported"]);
    say("(list w:value (w:twice 3))", &["(\"two\" 3)"]);
    say(
        ",versions",
        &["words  code ", "not what imports mean", "words  code "],
    );
}

#[test]
fn a_version_is_loaded_beside_others_and_who_stays_is_told() {
    let world = World::of_the_paper();
    for version in ["1.0", "1.5"] {
        let name = format!("github.com/fred/hello@{version}");
        world.run("work", &["install", &name]).expect_status(0);
    }
    let output = world.output(
        "(import (mound conditions) (mound modules) (termite process) (github.com/fred hello @1.0))
         (define me (self))
         (define waiting (spawn (lambda () (! me 'here) (hi (?)) 'end) name: 'waiting))
         (?)
         (define plan (upgrade '(github.com/fred hello @1.5) dry-run: #t))
         (write (upgrade-libraries plan))
         (write (map library-version-version (library-versions)))
         (reload-library '(github.com/fred hello @1.5))
         (write (map library-version-version (library-versions)))
         (write (map string-length (map library-version-commit (library-versions))))
         (write ((library-value '(github.com/fred hello @1.5) 'hi) \"x\"))
         (write (list hi))
         (write (guard (problem ((condition? problem) (condition-kind problem)))
                  (upgrade '(github.com/fred hello @9) dry-run: #t)))",
    );
    assert_eq!(
        output,
        "((github.com fred hello@1.5))(\"1.0\")(\"1.0\" \"1.5\")(40 40)\"HELLO-1.5 x\"(#<procedure github.com/fred/hello@1.0#hi>)syntax"
    );
}

/// Sends a closure of hello 1.0 to a node, and shows what comes back.
const SENDER: &str = "(import (scheme base) (scheme process-context) (scheme write)
        (mound conditions) (termite process) (github.com/fred hello @1.0))
 (define (attempt)
   (guard (problem ((condition? problem) (display-condition problem (current-output-port)))
                   (else (write problem)))
     (write (on (cadr (command-line)) (lambda () (hi \"there\")) 60))))
 (attempt) (newline)
 (write (ping (cadr (command-line)) 60))";

fn sender(world: &World, home: &str, address: &str) -> String {
    world.write("sender/sender.scm", SENDER);
    let arguments = ["run", "--listen", LOOPBACK, "sender.scm", address];
    let mut command = world.mound("sender", &arguments);
    command.env("MOUND_HOME", world.root.join(home));
    run(&mut command).expect_status(0).output
}

/// Copies what makes a node belong to a cluster.
fn share_identity(world: &World, from: &str, to: &str) {
    let copy = |directory: PathBuf, target: PathBuf| {
        std::fs::create_dir_all(&target).expect("temporary files can be written");
        for entry in std::fs::read_dir(directory).expect("it was made").flatten() {
            let path = entry.path();
            if path.is_file() {
                std::fs::copy(&path, target.join(entry.file_name())).expect("it can be read");
            }
        }
    };
    copy(world.root.join(from), world.root.join(to));
}

fn install(world: &World, home: &str, name: &str) {
    let mut command = world.mound("work", &["install", name]);
    run(command.env("MOUND_HOME", world.root.join(home))).expect_status(0);
}

#[test]
fn other_code_under_the_same_version_is_refused_when_it_meets() {
    let world = World::of_the_paper();
    world.write(
        "server/server.scm",
        "(import (scheme base) (scheme write) (termite process) (github.com/fred hello @1.0))
         (write (hi \"x\")) (newline) (?)",
    );
    install(&world, "home", "github.com/fred/hello@1.0");
    let (server, address) = node(&world, "home", "server", &["server.scm"]);
    assert_eq!(
        server.line().as_deref(),
        Some("\"hello x\""),
        "{}",
        server.errors()
    );
    let hello = world.path_of("github.com/fred/hello");
    let first = hello.git(&["rev-parse", "1.0"]);
    let second = hello.release(
        "1.0",
        &[("hello.sld", &world::HELLO.replace("hello ", "HA "))],
    );
    share_identity(&world, "home", "other");
    install(&world, "other", "github.com/fred/hello@1.0");
    let output = sender(&world, "other", &address);
    for part in [
        "two codes go by the name github.com/fred/hello@1.0",
        &first,
        &second,
        "\npong",
    ] {
        assert!(
            output.contains(part),
            "{part}: {output}\n{}",
            server.errors()
        );
    }
    // One that does not run the library, but has it installed, knows as well.
    let (idle, address) = node(&world, "home", "server", &[]);
    let output = sender(&world, "other", &address);
    assert!(
        output.contains(&first) && output.contains(&second),
        "{output}\n{}",
        idle.errors()
    );
    // Who has neither takes what comes.
    share_identity(&world, "home", "third");
    let (_third, address) = node(&world, "third", "server", &[]);
    assert_eq!(sender(&world, "other", &address), "\"HA there\"\npong");
}

#[test]
fn a_node_builds_code_of_libraries_from_their_repositories_if_it_is_told_to() {
    let world = World::of_the_paper();
    install(&world, "home", "github.com/fred/hello@1.0");
    let receive = |home: &str, policy: &str, more: &[&str]| {
        share_identity(&world, "home", home);
        let mut arguments = vec!["--fetch-code", policy];
        arguments.extend_from_slice(more);
        node(&world, home, "server", &arguments)
    };
    let is_installed = |home: &str| {
        world
            .root
            .join(home)
            .join("modules/github.com/fred/hello")
            .exists()
    };
    // The node makes the identity that the others share.
    let (_first, address) = node(&world, "home", "server", &[]);
    assert_eq!(sender(&world, "home", &address), "\"hello there\"\npong");

    let (_peer, address) = receive("peer", "peer", &["--trust", "github.com"]);
    assert_eq!(sender(&world, "home", &address), "\"hello there\"\npong");
    assert!(!is_installed("peer"));
    let (built, address) = receive("built", "repository", &["--trust", "github.com/fred"]);
    assert_eq!(
        sender(&world, "home", &address),
        "\"hello there\"\npong",
        "{}",
        built.errors()
    );
    assert!(is_installed("built"));
    let versions = world
        .run("work", &["versions", &address])
        .expect_status(0)
        .output;
    assert!(
        versions.contains("github.com/fred/hello@1.0  code "),
        "{versions}"
    );
    assert!(!versions.contains("brought by"), "{versions}");
    // Without trust it is refused, the sender hears why, and the link stays.
    let (_wary, address) = receive("wary", "repository", &[]);
    let output = sender(&world, "home", &address);
    assert!(output.contains("its location is not trusted"), "{output}");
    assert!(output.ends_with("\npong"), "{output}");
    assert!(!is_installed("wary"));
    let (_both, address) = receive("both", "both", &[]);
    assert_eq!(sender(&world, "home", &address), "\"hello there\"\npong");

    // A transfer that fails, and sources that do not compile.
    let (_cut, address) = receive("cut", "repository", &["--trust", "github.com"]);
    let hello = world.root.join("github.com/fred/hello");
    let away = world.root.join("github.com/fred/away");
    std::fs::rename(&hello, &away).expect("it was made");
    let output = sender(&world, "home", &address);
    assert!(
        output.contains("that failed: ") && output.ends_with("\npong"),
        "{output}"
    );
    std::fs::rename(&away, &hello).expect("it was made");
    // A retry works.
    assert_eq!(sender(&world, "home", &address), "\"hello there\"\npong");
    let (_broken, address) = receive("broken", "repository", &["--trust", "github.com"]);
    let repository = world.path_of("github.com/fred/hello");
    repository.release(
        "1.0",
        &[("hello.sld", "(define-library (hello) (export x))")],
    );
    let output = sender(&world, "home", &address);
    assert!(
        output.contains("hello.sld") && output.ends_with("\npong"),
        "{output}"
    );
}

/// The files of compiled code.
fn kept(world: &World) -> Vec<PathBuf> {
    let code = world.home().join("modules/@code");
    let below = |directory: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect()
    };
    below(&code)
        .iter()
        .flat_map(|directory| below(directory))
        .collect()
}

#[test]
fn code_of_versions_is_kept_and_what_is_damaged_is_compiled_again() {
    let world = World::of_the_paper();
    let hello = world.path_of("github.com/fred/hello");
    let with_macro = "(define-library (hello) (import (scheme base) (./words))
        (export hi twice)
        (begin (define (hi name) (string-append (mark name) \"?\"))
               (define-syntax twice
                 (syntax-rules () ((_ x) (let ((y x)) (list (hi y) (hi y))))))))";
    hello.release("2.0", &[("hello.sld", with_macro)]);
    world
        .run("work", &["install", "github.com/fred/hello@2.0"])
        .expect_status(0);
    let forms = "(import (github.com/fred hello @2.0)) (write (twice \"a\")) (write hi)";
    let expected = "(\"a!?\" \"a!?\")#<procedure github.com/fred/hello@2.0#hi>";
    assert_eq!(world.output(forms), expected);
    let files = kept(&world);
    assert_eq!(files.len(), 2, "{files:?}");
    let times = || -> Vec<_> {
        let time = |path: &PathBuf| path.metadata().and_then(|found| found.modified()).ok();
        files.iter().map(time).collect()
    };
    let before = times();
    assert_eq!(world.output(forms), expected);
    assert_eq!(times(), before, "nothing was compiled");
    // Each of them cut, changed or emptied.
    for (index, path) in files.iter().enumerate() {
        let whole = std::fs::read(path).expect("it was listed");
        let mut changed = whole.clone();
        changed[whole.len() / 2] ^= 4;
        for bytes in [&whole[..whole.len() - 1], &changed[..], &[]] {
            std::fs::write(path, bytes).expect("it can be written");
            assert_eq!(world.output(forms), expected, "file {index}");
            assert_eq!(std::fs::read(path).expect("it is there"), whole);
        }
    }
    // Eight at once, with nothing there.
    std::fs::remove_dir_all(world.home().join("modules/@code")).expect("it was made");
    let running: Vec<Running> = (0..8)
        .map(|_| Running::start(&mut world.mound("work", &["run", "program.scm"])))
        .collect();
    for mut one in running {
        assert_eq!(one.rest().trim_end(), expected, "{}", one.errors());
    }
    assert_eq!(kept(&world).len(), 2);
}

#[test]
fn a_name_that_leads_to_a_host_is_no_directory() {
    let world = World::of_the_paper();
    // A directory of that name is not what is installed.
    world.write("work/github.com/fred/hello/hello.sld", "nothing");
    let name = "github.com/fred/hello@1.0";
    let installed = world
        .run("work", &["install", name])
        .expect_status(0)
        .output;
    assert!(
        installed.contains("from https://github.com/fred/hello\n"),
        "{installed}"
    );
}

#[test]
fn imports_with_two_meanings_and_declarations_for_others() {
    let world = World::new();
    let library = |name: &str, more: &str| {
        format!(
            "(define-library ({name}) (import (scheme base)) (export f) {more}
               (begin (define (f) '{name})))"
        )
    };
    world.write("work/one.sld", &library("one", "(namespace \"X11#\")"));
    world.write(
        "work/two.sld",
        &library("two", "(namespace \"\") (cc-options \"-O2\") (ld-options)"),
    );
    world.write("work/wrong.sld", &library("wrong", "(namespace x)"));
    world.write(
        "work/again.sld",
        "(define-library (again) (import (one)) (export f))",
    );
    let run = |imports: &str| {
        let text = format!("(import (scheme base) (scheme write) {imports}) (write (list (f) f))");
        world.write("work/program.scm", &text);
        world.run("work", &["run", "program.scm"])
    };
    let clash = run("(one) (two)").expect_status(3).errors;
    for part in [
        "`f` is imported with two meanings",
        "(one)",
        "(two)",
        "program.scm:1:",
    ] {
        assert!(clash.contains(part), "{part}: {clash}");
    }
    assert_eq!(
        run("(one) (again)").expect_status(0).output,
        "(one #<procedure X11#f>)"
    );
    assert_eq!(
        run("(two) (except (one) f)").expect_status(0).output,
        "(two #<procedure f>)"
    );
    let wrong = run("(wrong)").expect_status(3).errors;
    assert!(wrong.contains("malformed library declaration"), "{wrong}");
}

/// Resident memory of a process, in KiB.
#[cfg(target_os = "linux")]
fn resident(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"));
    let status = status.expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.and_then(|number| number.parse().ok()).expect("KiB")
}

/// A program that changes a library so often, loads it again with the one that imports it, and has a
/// service go on with it; then it prints the rounds, what the service says and how many instances there are.
#[cfg(target_os = "linux")]
const CHANGES: &str = r#"
(import (scheme base) (scheme file) (scheme read) (scheme write) (srfi 1) (server)
        (only (words) make-thing) (mound modules) (termite process))

(define server
  (let ((things (list (make-thing 'kept))))
    (spawn (lambda () (serve things)) name: 'server)))

(define (row number)
  `(cons ,number (lambda (x) (list x ,number))))

(define (words round)
  `(define-library (words)
     (import (scheme base))
     (export edition named look make-thing thing-value)
     (begin
       (define edition ,round)
       (define-record-type thing (make-thing value) thing? (value thing-value))
       (define table (list ,@(map row (iota 60))))
       (define (look n) ((cdr (assv n table)) 'x))
       (define-syntax named
         (syntax-rules () ((_ x) (list edition (look x))))))))

(define (change! round)
  (call-with-output-file "words.sld" (lambda (port) (write (words round) port)))
  (reload-library '(words))
  (! server 'upgrade)
  (!? server 'ask 60))

(define (changes! from to)
  (if (< from to)
      (let ((answer (change! from)))
        (if (= (+ from 1) to) answer (changes! (+ from 1) to)))))

(let loop ((from 0))
  (let ((to (read)))
    (if (not (eof-object? to))
        ;; It leads to an instance that is replaced soon, and to its variables.
        (let* ((held (library-value '(words) 'look))
               (answer (changes! from to)))
          (write (list answer (held 3) (length (library-versions))))
          (newline)
          (loop to)))))
"#;

#[test]
#[cfg(target_os = "linux")]
fn code_that_was_replaced_goes_when_nothing_leads_to_it() {
    let world = World::new();
    world.write(
        "service/words.sld",
        "(define-library (words)
           (import (scheme base))
           (export edition named look make-thing thing-value)
           (begin
             (define edition 'first)
             (define-record-type thing (make-thing value) thing? (value thing-value))
             (define (look n) (list 'x n))
             (define-syntax named (syntax-rules () ((_ x) x)))))",
    );
    world.write(
        "service/server.sld",
        "(define-library (server)
           (import (scheme base) (words) (mound modules) (termite process))
           (export serve)
           (begin
             (define (serve things)
               (recv
                 ((from tag 'ask)
                  (! from (list tag (cons (thing-value (car things)) (named 7))))
                  (serve things))
                 ('upgrade ((library-value '(server) 'serve) things))))))",
    );
    world.write("service/main.scm", CHANGES);
    // With little memory, few units are kept for other nodes.
    let mut command = world.mound("service", &["run", "--memory", "128m", "main.scm"]);
    let mut program = Running::start(&mut command);
    let mut change = |to: u32| {
        program.tell(&to.to_string());
        let line = program.line();
        let line = line.unwrap_or_else(|| panic!("{}", program.errors()));
        let (answer, instances) = line.rsplit_once(' ').expect("a list of two");
        assert_eq!(answer, format!("((kept {} (x 7)) (x 3)", to - 1));
        // Those of today, and what the program has imported; perhaps one that a process has just left.
        let instances: u32 = instances.trim_end_matches(')').parse().expect("a number");
        assert!(instances <= 6, "{instances} instances after {to} changes");
        resident(program.child.id())
    };
    let before = change(100);
    let after = change(400);
    // An instance takes some 50 KiB.
    assert!(
        after < before + (12 << 10),
        "{before} KiB, then {after} KiB"
    );
}

/// Nobody waits for the processes there: they answer in their turns.
#[test]
fn a_run_with_a_seed_can_tell_who_is_in_which_code() {
    let world = World::new();
    world.write(
        "work/words.sld",
        "(define-library (words) (import (scheme base) (termite process)) (export serve)
           (begin (define (serve) (recv ('stop 'done)))))",
    );
    world.write(
        "work/main.scm",
        "(import (scheme base) (scheme write) (words) (mound modules) (termite process))
         (define server (spawn serve name: 'server))
         (define ended (spawn (lambda () 'done)))
         (? 1 #f)
         (for-each
           (lambda (version)
             (write (list (library-version-library version)
                          (library-version-current? version)
                          (map cddr (library-version-processes version)))))
           (library-versions))
         (! server 'stop)",
    );
    let of_seed = |seed: &str| {
        let run = world.run("work", &["run", "--seed", seed, "main.scm"]);
        run.expect_status(0).output
    };
    let expected = "(\"words\" #t ((\"main\" 0) (\"server\" 1)))";
    assert_eq!([of_seed("1"), of_seed("2")], [expected, expected]);
}
