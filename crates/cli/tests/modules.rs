//! Libraries that name their repository and version, as programs and people use them.
//!
//! The repositories are made by the tests. Names lead to hosts; the configuration of `git` that a
//! test has says that these are directories on this disk.

#[path = "../../modules/tests/support/mod.rs"]
mod repositories;
mod support;
#[path = "support/world.rs"]
mod world;

use repositories::Repository;
use std::path::Path;
use std::process::Command;
use support::nodes::{LOOPBACK, Running};
use support::run;
#[cfg(target_os = "linux")]
use support::terminal::Terminal;
use world::{HELLO, World};

#[test]
fn two_versions_live_in_one_program_with_pinned_dependencies() {
    let world = World::of_the_paper();
    world
        .run(
            "work",
            &[
                "install",
                "gitlab.com/zoo/cats@2.0",
                "github.com/fred/hello@1.5",
            ],
        )
        .expect_status(0);
    let output = world.output(
        "(import (prefix (github.com/fred hello @1.0) a-)
                 (prefix github.com/fred/hello@1.5 b-)
                 (only (github.com fred hello@1.0) hi)
                 (gitlab.com/zoo cats @2.0))
         (write (list (a-hi \"x\") (b-hi \"y\") (hi \"z\") (main)))
         (a-count!) (a-count!)
         (write (list (a-count!) (b-count!)))
         (write (b-state-count (a-make-state 7)))
         (write (cond-expand ((library (github.com/fred hello @1.5)) 'here) (else 'absent)))
         (write (cond-expand ((library (github.com/fred hello @9)) 'here) (else 'absent)))",
    );
    assert_eq!(
        output,
        "(\"hello x\" \"HELLO-1.5 y\" \"hello z\" (\"hello lion\" \"hello tiger\"))(3 1)7hereabsent"
    );
}

#[test]
fn libraries_are_run_with_arguments_and_find_their_neighbours() {
    let world = World::of_the_paper();
    world
        .run("work", &["install", "github.com/fred/hello@1.0"])
        .expect_status(0);
    let name = "github.com/fred/hello/demo@1.0";
    let run = world
        .run("work", &["run", name, "Bob", "Ann"])
        .expect_status(0);
    assert_eq!(run.output, "hello Bob!\nhello Ann!\n");
    // All of it works without the origin.
    std::fs::remove_dir_all(world.root.join("github.com")).expect("it was made");
    world.run("work", &["run", name, "Bob"]).expect_status(0);
    world
        .run(
            "work",
            &["install", "--offline", "github.com/fred/hello@1.5"],
        )
        .expect_status(0);
}

#[test]
fn what_is_not_trusted_is_refused_and_nothing_is_written() {
    let world = World::of_the_paper();
    let text = "(import (scheme base) (scheme write) (github.com/fred hello @1.0))
                (write (hi \"x\"))";
    world.write("work/program.scm", text);
    let refused = world.run("work", &["run", "program.scm"]).expect_status(3);
    let expected =
        "library github.com/fred/hello@1.0 is not installed, and its location is not trusted";
    assert!(refused.errors.contains(expected), "{}", refused.errors);
    assert!(world.is_empty());
    for location in [
        "github.com/fre",
        "github.com/fred/hell",
        "github.com/fred/hello@1.5",
    ] {
        world
            .run("work", &["run", "--trust", location, "program.scm"])
            .expect_status(3);
        assert!(world.is_empty(), "{location}");
    }
    // The option comes after the environment, and that after the configuration.
    world.write("home/config", "trust github.com/fred\nask never\n");
    let reset = ["run", "--trust", "none", "program.scm"];
    world.run("work", &reset).expect_status(3);
    let mut by_environment = world.mound("work", &["run", "program.scm"]);
    run(by_environment.env("MOUND_TRUST", "none")).expect_status(3);
    let offline = world
        .run("work", &["run", "--offline", "program.scm"])
        .expect_status(3);
    assert!(offline.errors.contains("--offline"), "{}", offline.errors);
    let installed = world.run("work", &["run", "program.scm"]).expect_status(0);
    assert_eq!(installed.output, "\"hello x\"");
    assert!(
        installed
            .errors
            .contains("installed github.com/fred/hello 1.0 (commit ")
    );
    let log = world.home().join("modules/@log");
    let log = std::fs::read_to_string(log).expect("it is logged");
    assert!(log.contains("github.com/fred/hello 1.0"), "{log}");
    let again = world
        .run("work", &["run", "--trust", "none", "program.scm"])
        .expect_status(0);
    assert_eq!(again.errors, "");
}

#[cfg(target_os = "linux")]
#[test]
fn a_person_is_asked_at_a_repl_and_only_yes_installs() {
    let world = World::of_the_paper();
    world
        .run("work", &["install", "github.com/fred/hello@1.0"])
        .expect_status(0);
    let form = "(import (prefix (github.com/fred hello @1.5) h:))\r";
    for (mode, answer, outcome) in [
        ("repl", "n\n", "declined"),
        ("repl", "\n", "declined"),
        ("never", "", "not trusted"),
        ("always", "yes\n", "HELLO-1.5 x"),
    ] {
        let settings = world.root.join("gitconfig").display().to_string();
        let arguments = ["repl", "--ask", mode];
        let mut terminal = Terminal::start_with(
            &arguments,
            &world.home(),
            &[("GIT_CONFIG_GLOBAL", &settings)],
        );
        terminal.expect("mound> ");
        terminal.press(form);
        if !answer.is_empty() {
            terminal.expect("Library github.com/fred/hello is not installed.");
            terminal.expect("version: 1.5");
            terminal.expect("Fetch and install it? (y/n)");
            terminal.press(answer);
        }
        if mode == "always" {
            terminal.expect("installed github.com/fred/hello 1.5");
            terminal.expect("mound> ");
            terminal.press("(h:hi \"x\")\r");
        }
        terminal.expect(outcome);
        terminal.expect("mound> ");
        terminal.press(support::terminal::CONTROL_D);
        terminal.expect_end(0);
    }
}

/// The other cells of the table in the book: programs, and what is trusted.
#[cfg(target_os = "linux")]
#[test]
fn a_script_at_a_terminal_asks_only_if_it_is_told_to() {
    let world = World::of_the_paper();
    let text = "(import (scheme base) (scheme write) (github.com/fred hello @1.0))
                (write (hi \"x\"))";
    let program = world.write("work/program.scm", text).display().to_string();
    let settings = world.root.join("gitconfig").display().to_string();
    let forms = "(import (github.com/fred hello @1.0))\r";
    for mode in ["always", "repl", "never"] {
        for (command, trusted) in [("run", true), ("run", false), ("repl", true)] {
            // Each cell begins with nothing.
            let _ = std::fs::remove_dir_all(world.home().join("modules"));
            let mut arguments = vec![command, "--ask", mode];
            if trusted {
                arguments.extend(["--trust", "github.com/fred"]);
            }
            if command == "run" {
                arguments.push(&program);
            }
            let environment = [("GIT_CONFIG_GLOBAL", &*settings)];
            let mut terminal = Terminal::start_with(&arguments, &world.home(), &environment);
            if command == "repl" {
                terminal.expect("mound> ");
                terminal.press(forms);
            }
            if mode == "always" && !trusted {
                terminal.expect("Fetch and install it? (y/n)");
                assert!(world.is_empty());
                terminal.press("yes\n");
            }
            let installs = trusted || mode == "always";
            terminal.expect(match installs {
                true => "installed github.com/fred/hello 1.0",
                false => "not trusted",
            });
            if command == "repl" {
                terminal.expect("mound> ");
                terminal.press(support::terminal::CONTROL_D);
            }
            terminal.expect_end(if installs { 0 } else { 3 });
            assert_eq!(world.is_empty(), !installs, "{command} {mode} {trusted}");
        }
    }
}

#[test]
fn commands_say_what_is_installed_and_why() {
    let world = World::of_the_paper();
    let installed = world
        .run("work", &["install", "gitlab.com/zoo/cats"])
        .expect_status(0);
    assert!(
        installed
            .output
            .contains("installed gitlab.com/zoo/cats (branch ")
    );
    assert!(
        installed
            .output
            .contains("installed github.com/fred/hello@1.0 (tag ")
    );
    let again = world
        .run("work", &["install", "github.com/fred/hello@1.0"])
        .expect_status(0);
    assert!(
        again
            .output
            .contains("already installed: github.com/fred/hello@1.0")
    );
    let list = world.run("work", &["list"]).expect_status(0).output;
    let names: Vec<&str> = list
        .lines()
        .filter_map(|line| line.split("  ").next())
        .collect();
    assert_eq!(names, ["github.com/fred/hello@1.0", "gitlab.com/zoo/cats"]);
    let info = world
        .run("work", &["info", "github.com/fred/hello"])
        .expect_status(0)
        .output;
    for part in ["library    github.com/fred/hello/demo@1.0", "tags: 1.0 1.5"] {
        assert!(info.contains(part), "{info}");
    }
    let why = world
        .run("work", &["why", "github.com/fred/hello"])
        .expect_status(0)
        .output;
    assert_eq!(
        why,
        "gitlab.com/zoo/cats imports github.com/fred/hello@1.0\n"
    );
    world
        .run("work", &["why", "github.com/no/body"])
        .expect_status(1);
    let outdated = world.run("work", &["outdated"]).expect_status(0).output;
    assert_eq!(outdated, "github.com/fred/hello@1.0: there is 1.5\n");

    let cats = Repository::new(world.root.join("gitlab.com/zoo/cats"));
    cats.commit(&[("more.sld", "(define-library (more))")]);
    let outdated = world.run("work", &["outdated"]).expect_status(0).output;
    assert!(outdated.contains("gitlab.com/zoo/cats: "), "{outdated}");
    let update = world.run("work", &["update"]).expect_status(0).output;
    assert!(
        update.starts_with("updated gitlab.com/zoo/cats: "),
        "{update}"
    );
    assert_eq!(world.run("work", &["update"]).expect_status(0).output, "");

    let hello = Repository::new(world.root.join("github.com/fred/hello"));
    let now = hello.release("1.0", &[("hello.sld", "; another")]);
    let moved = world.run("work", &["update"]).expect_status(1).errors;
    assert!(
        moved.contains("has moved") && moved.contains(&now),
        "{moved}"
    );

    world
        .run("work", &["uninstall", "github.com/fred/hello@1.0"])
        .expect_status(0);
    world
        .run("work", &["uninstall", "github.com/fred/hello@1.0"])
        .expect_status(1);
    for wrong in [
        &["install", "github.com/fred/hello@9.9"][..],
        &["install", "github.com/fred/nothing"],
        &["install", "github.com/fred@1.0"],
        &["install", "hello@@"],
        &["install", "nowhere"],
        &["install"],
        &["info", "github.com/fred/hello@9.9"],
    ] {
        world.run("work", wrong).expect_status(1);
    }
}

#[test]
fn libraries_are_installed_into_another_directory_and_found_there() {
    let world = World::of_the_paper();
    let name = "github.com/fred/hello@1.0";
    let installed = world.run("work", &["install", "--modules", "vendor", name]);
    assert!(installed.expect_status(0).output.contains(name));
    assert!(world.is_empty());
    world.write(
        "work/program.scm",
        "(import (scheme base) (scheme write) (github.com/fred hello @1.0)) (write (hi \"x\"))",
    );
    world.run("work", &["run", "program.scm"]).expect_status(3);
    let found = world.run("work", &["run", "--modules", "vendor", "program.scm"]);
    assert_eq!(found.expect_status(0).output, "\"hello x\"");
    // The environment is heeded by all commands, and gives way to the option.
    let heeding = |directory: &str, arguments: &[&str]| {
        let directory = world.root.join(directory);
        run(world
            .mound("work", arguments)
            .env("MOUND_MODULES", directory))
    };
    let listed = heeding("work/vendor", &["list"]).expect_status(0).output;
    assert!(listed.contains(name), "{listed}");
    let chosen = heeding("none", &["run", "--modules", "vendor", "program.scm"]);
    assert_eq!(chosen.expect_status(0).output, "\"hello x\"");
    heeding("work/vendor", &["uninstall", name]).expect_status(0);
    assert_eq!(
        heeding("work/vendor", &["list"]).expect_status(0).output,
        ""
    );
    let nowhere = world.run("work", &["run", "--modules", "", "program.scm"]);
    assert!(nowhere.expect_status(2).errors.contains("--modules"));
}

#[test]
fn local_repositories_have_versions_too() {
    let world = World::new();
    let library = |text: &str| {
        format!(
            "(define-library (mylib) (import (scheme base)) (export text) (begin (define text \"{text}\")))"
        )
    };
    let mylib = world.repository("dir/mylib");
    mylib.release("v1", &[("mylib.sld", &library("one"))]);
    mylib.commit(&[("mylib.sld", &library("two"))]);
    world
        .run("dir", &["install", "./mylib@v1", "./mylib"])
        .expect_status(0);
    let forms = "(import (prefix (mylib @v1) a:) (prefix (mylib) b:)) (write (list a:text b:text))";
    assert_eq!(world.output(forms), "(\"one\" \"two\")");
    // A directory of one's own is used as it stands.
    world.write("work/mylib.sld", &library("three"));
    assert_eq!(world.output(forms), "(\"one\" \"three\")");
}

#[test]
fn names_that_are_malformed_are_refused() {
    let world = World::new();
    for name in [
        "(github.com/fred @1.0 hello)",
        "(hello @)",
        "(hello @1 @2)",
        "(github.com/fred hello.)",
        "(github.com fred @1.0)",
        "(..)",
        "a//b",
    ] {
        world.write(
            "work/program.scm",
            &format!("(import (scheme base) {name})"),
        );
        let refused = world.run("work", &["run", "program.scm"]).expect_status(3);
        assert!(
            refused.errors.contains("ill-formed library name"),
            "{name}: {}",
            refused.errors
        );
    }
}

#[test]
fn aliases_hold_in_programs_and_below_setup_files() {
    let world = World::of_the_paper();
    world
        .run(
            "work",
            &[
                "install",
                "github.com/fred/hello@1.5",
                "github.com/fred/hello@1.0",
            ],
        )
        .expect_status(0);
    let output = world.output(
        "(define-module-alias (fh) (github.com/fred hello))
         (define-module-alias (github.com/fred hello) @1.5)
         (import (prefix (fh @1.0) a:) (prefix (fh) b:))
         (write (list (a:hi \"x\") (b:hi \"x\")))",
    );
    assert_eq!(output, "(\"hello x\" \"HELLO-1.5 x\")");
    world.write("project/mound.lock", "");
    world.write(
        "project/_setup_.scm",
        "(define-module-alias (h) (github.com/fred hello @1.0))",
    );
    world.write(
        "project/new/_setup_.scm",
        "(define-module-alias (h) (github.com/fred hello @1.5))",
    );
    let program = "(import (scheme write) (h)) (write (hi \"x\"))";
    world.write("project/old/deep/program.scm", program);
    world.write("project/new/deep/program.scm", program);
    for (directory, expected) in [("old", "\"hello x\""), ("new", "\"HELLO-1.5 x\"")] {
        let directory = format!("project/{directory}/deep");
        let run = world
            .run(&directory, &["run", "program.scm"])
            .expect_status(0);
        assert_eq!(run.output, expected);
    }
    let circle = "(define-module-alias (a) (b)) (define-module-alias (b) (a)) (import (a))";
    world.write("work/circle.scm", circle);
    let run = world.run("work", &["run", "circle.scm"]).expect_status(3);
    assert!(
        run.errors.contains("lead in a circle: a -> b -> a"),
        "{}",
        run.errors
    );
}

#[test]
fn a_project_is_locked_to_what_it_was_made_with() {
    let world = World::of_the_paper();
    world.write(
        "project/mound.project",
        "(project (name p) (program \"main.scm\"))",
    );
    world.write(
        "project/main.scm",
        "(import (scheme base) (scheme write) (gitlab.com/zoo cats @2.0)) (write (main))",
    );
    world.write("project/sub/note", "");
    world.run("project/sub", &["install"]).expect_status(0);
    let run = world.run("project/sub", &["run"]).expect_status(0);
    assert_eq!(run.output, "(\"hello lion\" \"hello tiger\")");
    let lock = std::fs::read_to_string(world.root.join("project/mound.lock"));
    let lock = lock.expect("it was written");
    let commit = |name: &str| {
        let line = lock
            .lines()
            .find(|line| line.starts_with(name))
            .expect("it is locked");
        line.split(' ').nth(2).expect("a commit").to_owned()
    };
    let before = commit("github.com/fred/hello 1.0 ");
    let why = world
        .run("project", &["why", "github.com/fred/hello"])
        .expect_status(0)
        .output;
    let chain = "this project imports gitlab.com/zoo/cats@2.0 imports github.com/fred/hello@1.0\n";
    assert_eq!(why, chain);

    // Somebody moves the tag; another machine has the project and nothing else.
    let hello = Repository::new(world.root.join("github.com/fred/hello"));
    let now = hello.release("1.0", &[("hello.sld", HELLO)]);
    std::fs::remove_dir_all(world.home()).expect("it was made");
    for command in [
        &["install"][..],
        &["run", "--trust", "github.com", "--trust", "gitlab.com"],
    ] {
        let refused = world.run("project", command);
        assert_ne!(refused.status, Some(0));
        let errors = refused.errors;
        assert!(
            errors.contains(&before) && errors.contains(&now),
            "{errors}"
        );
    }
}

#[test]
fn a_new_project_runs_from_anywhere_below_it_and_is_built() {
    let world = World::new();
    let made = world.run("work", &["new", "greeter"]).expect_status(0);
    assert_eq!(made.output, "made the program greeter in greeter\n");
    assert_eq!(made.errors, "");
    world.run("work", &["new", "greeter"]).expect_status(1);
    world.run("work", &["new", "3x"]).expect_status(1);
    let project = Repository {
        path: world.root.join("work/greeter"),
    };
    assert_eq!(project.git(&["status", "--porcelain"]), "");
    let run = world.run("work/greeter/tests", &["run"]).expect_status(0);
    assert_eq!(run.output, "Hello, world!\n");
    for (directory, told) in [
        ("", "./tests/greeting-test.scm: 1 passed"),
        ("/tests", "../tests/greeting-test.scm: 1 passed"),
        ("/deep/er", "../../tests/greeting-test.scm: 1 passed"),
    ] {
        let directory = format!("work/greeter{directory}");
        let tested = world.run(&directory, &["test"]).expect_status(0);
        assert!(tested.output.starts_with(told), "{}", tested.output);
        let checked = world
            .run(&directory, &["check", "--strict"])
            .expect_status(0);
        assert_eq!(checked.errors, "");
    }
    std::fs::remove_dir_all(world.root.join("work/greeter/deep")).expect("it was made");
    let outside = world.run("work", &["check"]).expect_status(2);
    assert!(outside.errors.contains("no project"), "{}", outside.errors);
    world
        .run("work", &["new", "shapes", "--library"])
        .expect_status(0);
    world.run("work/shapes", &["test"]).expect_status(0);

    world.write(
        "work/greeter/main.scm",
        "(import (scheme base) (scheme write) (scheme eval) (scheme process-context) (greeting))
         (write (list (greeting \"x\") (cdr (command-line))
                      (eval '(* 6 7) (environment '(scheme base)))))
         (exit 7)",
    );
    if std::env::var_os("MOUND_TEST_COMMAND").is_some() {
        // The file is for another processor.
        return;
    }
    world
        .run("work/greeter/tests", &["build", "-o", "../../../alone"])
        .expect_status(0);
    // Without a name it is that of the project, in a file that git does not see.
    world.run("work/greeter", &["build"]).expect_status(0);
    assert!(world.root.join("work/greeter/greeter").is_file());
    assert_eq!(project.git(&["status", "--porcelain"]), "M main.scm");
    std::fs::remove_dir_all(world.root.join("work")).expect("it was made");
    let mut alone = Command::new(world.root.join("alone"));
    alone.env_clear().current_dir("/").args(["run", "--help"]);
    let run = support::run(&mut alone).expect_status(7);
    assert_eq!(run.output, "(\"Hello, x!\" (\"run\" \"--help\") 42)");
    assert!(Path::new(&world.root.join("alone")).is_file());
}

#[test]
fn a_program_decides_what_its_node_may_fetch() {
    let world = World::of_the_paper();
    let program = "(import (scheme base) (scheme eval) (scheme write) (mound modules))
         (define (greet)
           ((eval 'hi (environment '(github.com/fred hello @1.0))) \"x\"))
         (define (attempt) (guard (problem (#t 'refused)) (greet)))
         (trust-location! \"github.com/freda\")
         (write (attempt))
         (trust-location! \"github.com/fred\")
         (distrust-all-locations!)
         (write (list (attempt) (trusted-locations)))
         (trust-location! \"github.com/fred/hello\")
         (write (list (attempt) (trusted-locations)))
         (write (guard (problem (#t 'error)) (trust-location! \"fred\")))
         (write (guard (problem (#t 'error)) (trust-location! \"none\")))";
    world.write("work/program.scm", program);
    let arguments = ["run", "--trust", "gitlab.com", "program.scm"];
    let run = world.run("work", &arguments).expect_status(0);
    let expected = "refused(refused ())(\"hello x\" (\"github.com/fred/hello\"))errorerror";
    assert_eq!(run.output, expected);
}

#[test]
fn a_bundle_runs_where_nothing_can_be_fetched() {
    let world = World::of_the_paper();
    let install = ["install", "gitlab.com/zoo/cats@2.0"];
    world.run("work", &install).expect_status(0);
    world.write(
        "work/program.scm",
        "(import (scheme base) (scheme write) (scheme process-context) (gitlab.com/zoo cats @2.0))
         (write (cons (main) (cdr (command-line))))
         (exit 7)",
    );
    world
        .run("work", &["bundle", "program.scm"])
        .expect_status(0);
    let library = "github.com/fred/hello/demo@1.0";
    world.run("work", &["bundle", library]).expect_status(0);
    std::fs::rename(
        world.root.join("work/program.bundle"),
        world.root.join("work/renamed"),
    )
    .expect("it was made");
    for directory in ["home", "github.com", "gitlab.com"] {
        std::fs::remove_dir_all(world.root.join(directory)).expect("it was made");
    }
    let run = world
        .run("work", &["run", "renamed", "a", "-b"])
        .expect_status(7);
    assert_eq!(
        run.output,
        "((\"hello lion\" \"hello tiger\") \"a\" \"-b\")"
    );
    let run = world.run("work", &["run", "demo.bundle", "Ann"]);
    assert_eq!(run.expect_status(0).output, "hello Ann!\n");
    // One that was cut off is refused, and no program is written over.
    let whole = std::fs::read(world.root.join("work/renamed")).expect("it was made");
    std::fs::write(world.root.join("work/cut"), &whole[..whole.len() - 9]).expect("a directory");
    let cut = world.run("work", &["run", "cut"]).expect_status(3);
    assert!(cut.errors.contains("cut off"), "{}", cut.errors);
    world.write("work/itself", "(import (scheme base))");
    let itself = world.run("work", &["build", "itself"]).expect_status(1);
    assert!(itself.errors.contains("-o"), "{}", itself.errors);
}

#[test]
fn a_report_names_versions_and_what_stays_or_cannot_be_sent() {
    let world = World::of_the_paper();
    let install = ["install", "gitlab.com/zoo/cats@2.0"];
    world.run("work", &install).expect_status(0);
    world.write(
        "work/program.scm",
        "(import (scheme base) (gitlab.com/zoo cats @2.0) (github.com/fred hello @1.0))
         (define (make-counter names)
           (lambda () (count!) (map hi names) (main)))
         (define (make-blocked)
           (let* ((image (make-bytevector (* 129 1024 1024) 1))
                  (draw (vector (lambda () (bytevector-length image)) 1))
                  (inner (lambda () (bytevector-length image))))
             (lambda () (list draw inner (inner)))))",
    );
    let report = |procedure: &str| {
        let arguments = ["report", "program.scm", procedure];
        world.run("work", &arguments).expect_status(0).output
    };
    let counter = report("(make-counter '(\"a\" \"b\"))");
    for line in [
        "message: ",
        "  program program.scm, ",
        "  library gitlab.com/zoo/cats@2.0, ",
        "  library github.com/fred/hello@1.0, ",
        "  names, 9 bytes",
        "  box of github.com/fred/hello@1.0: each node has its own",
    ] {
        assert!(counter.contains(line), "{line}\n{counter}");
    }
    let blocked = report("(make-blocked)");
    for line in [
        "message: cannot be sent\n",
        "  draw: the value takes more than the ",
        "  inner / image: the value takes more than the ",
    ] {
        assert!(blocked.contains(line), "{line}\n{blocked}");
    }
    world
        .run("work", &["report", "program.scm", "(car '())"])
        .expect_status(1);
}

/// A server whose state is a record. What it has become goes on with the state.
const COUNTER: &str = "(define-library (counter)
  (import (scheme base) (termite process) IMPORTS)
  (export start make-state state? state-count EXPORTS)
  (begin
    (define-record-type state (make-state count FIELDS) state? (count state-count) ACCESSORS)
    (define (current state) UPGRADE)
    (define (serve given)
      (let ((state (current given)))
        (recv
          (('become k) (k state))
          ((from tag 'clone)
           (serve (call/cc (lambda (k) (! from (list tag k)) state))))
          ((from tag 'count)
           (! from (list tag (list VERSION (state-count state) EXTRA)))
           (serve (make-state (+ 1 (state-count state)) EXTRA))))))
    (define (start) (spawn (lambda () (serve (make-state 0 INITIAL)))))))";

/// A version of the library `counter`, with these texts in the places of words.
fn release_counter(repository: &Repository, version: &str, texts: &[(&str, &str)]) {
    let mut text = COUNTER.replace("VERSION", version);
    for word in [
        "IMPORTS",
        "EXPORTS",
        "FIELDS",
        "ACCESSORS",
        "UPGRADE",
        "EXTRA",
        "INITIAL",
    ] {
        let found = texts.iter().find(|(known, _)| *known == word);
        text = text.replace(word, found.map_or("", |(_, text)| text));
    }
    repository.release(version, &[("counter.sld", &text)]);
}

/// The second version has a record with one more field, and converts that of the first; the third
/// has the same fields as the second, so its type is the same.
#[test]
fn a_server_goes_from_version_to_version_and_back_with_its_state() {
    let world = World::new();
    let repository = world.repository("github.com/fred/counter");
    release_counter(&repository, "1.0", &[("UPGRADE", "state")]);
    let two = [
        ("IMPORTS", "(prefix (github.com/fred counter @1.0) old-)"),
        ("EXPORTS", "state-zone"),
        ("FIELDS", "zone"),
        ("ACCESSORS", "(zone state-zone)"),
        (
            "UPGRADE",
            "(if (old-state? state) (make-state (old-state-count state) 'utc) state)",
        ),
        ("EXTRA", "(state-zone state)"),
        ("INITIAL", "'none"),
    ];
    release_counter(&repository, "2.0", &two);
    release_counter(&repository, "3.0", &two);
    world.write(
        "server/server.scm",
        "(import (scheme base) (scheme write) (termite process) (github.com/fred counter @1.0))
         (publish-service 'counter (start))
         (display \"ready\")
         (newline)",
    );
    world.write(
        "client/client.scm",
        "(import (scheme base) (scheme process-context) (scheme write) (termite process)
                 (prefix (github.com/fred counter @1.0) one-)
                 (prefix (github.com/fred counter @2.0) two-)
                 (prefix (github.com/fred counter @3.0) three-))
         (define there (cadr (command-line)))
         (define server (remote-service 'counter there))
         (define (count) (write (!? server 'count 60)) (newline))
         (define (become k) (! server (list 'become k)) (count))
         (define (clone server) (!? server 'clone 60))
         (define old (clone server))
         (count)
         (count)
         (become (clone (two-start)))
         (become (clone (three-start)))
         (become (clone (two-start)))
         ;; The first version knows no later one, so what sends it back converts.
         (become (lambda (state) (old (one-make-state (three-state-count state)))))
         (become (clone (three-start)))
         (count)",
    );
    let install = |version: &str| {
        let name = format!("github.com/fred/counter@{version}");
        world.run("work", &["install", &name]).expect_status(0);
    };
    install("1.0");
    let mut command = world.mound("server", &["node", "--listen", LOOPBACK, "server.scm"]);
    let server = Running::start(&mut command);
    let line = server.line().unwrap_or_default();
    let address = line.strip_prefix("listening at ").expect("it listens");
    assert_eq!(
        server.line().as_deref(),
        Some("ready"),
        "{}",
        server.errors()
    );
    // The node of the server has started without them, and gets their code from the other.
    install("2.0");
    install("3.0");
    std::fs::remove_dir_all(world.root.join("github.com")).expect("it was made");
    let client = ["run", "--listen", LOOPBACK, "client.scm", address];
    let run = world.run("client", &client);
    assert_eq!(
        run.output,
        "(1.0 0)\n(1.0 1)\n(2.0 2 utc)\n(3.0 3 utc)\n(2.0 4 utc)\n(1.0 5)\n(3.0 6 utc)\n(3.0 7 utc)\n",
        "{}\n{}",
        run.errors,
        server.errors()
    );
}
