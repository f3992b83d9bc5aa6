//! Repositories of the tests' own, a home, and programs that use them.
//!
//! Names lead to hosts; the configuration of `git` that a test has says that these are directories on
//! this disk.

#![allow(dead_code, reason = "each test file uses a part of it")]

use crate::repositories::{self, Repository};
use crate::support::{Run, fresh_directory, mound, run};
use std::path::PathBuf;
use std::process::Command;

/// Repositories, a home, and a directory for programs.
pub struct World {
    pub root: PathBuf,
}

pub const HELLO: &str = "(define-library (hello)
  (import (scheme base))
  (export hi count! make-state state-count state?)
  (begin
    (define-record-type state (make-state count) state? (count state-count))
    (define box (vector 0))
    (define (count!) (vector-set! box 0 (+ 1 (vector-ref box 0))) (vector-ref box 0))
    (define (hi name) (string-append \"hello \" name))))";

pub const DEMO: &str = "(define-library (some other name)
  (import (scheme base) (scheme write) (scheme process-context) (..) (../words))
  (begin
    (for-each (lambda (name) (display (hi (mark name))) (newline))
              (cdr (command-line)))))";

pub const WORDS: &str = "(define-library (x) (import (scheme base)) (export mark)
  (begin (define (mark name) (string-append name \"!\"))))";

pub const CATS: &str = "(define-library (cats)
  (import (scheme base) (github.com/fred hello @1.0))
  (export main)
  (begin (define (main) (list (hi \"lion\") (hi \"tiger\")))))";

impl World {
    pub fn new() -> World {
        let root = fresh_directory("modules");
        for host in ["github.com", "gitlab.com"] {
            std::fs::create_dir_all(root.join(host)).expect("temporary files can be written");
        }
        let mut settings = String::new();
        for host in ["github.com", "gitlab.com"] {
            let path = root.join(host).display().to_string();
            settings += &format!("[url \"file://{path}/\"]\n\tinsteadOf = https://{host}/\n");
        }
        let settings = settings + "[user]\n\tname = Fred\n\temail = fred@example.org\n";
        std::fs::write(root.join("gitconfig"), settings).expect("temporary files can be written");
        World { root }
    }

    /// `hello` at 1.0 and 1.5, and `cats` at 2.0, which imports hello 1.0.
    pub fn of_the_paper() -> World {
        let world = World::new();
        let hello = world.repository("github.com/fred/hello");
        hello.release(
            "1.0",
            &[
                ("hello.sld", HELLO),
                ("demo/demo.sld", DEMO),
                ("words.sld", WORDS),
            ],
        );
        let louder = HELLO.replace("hello ", "HELLO-1.5 ");
        hello.release("1.5", &[("hello.sld", &louder)]);
        let cats = world.repository("gitlab.com/zoo/cats");
        cats.release("2.0", &[("cats.sld", CATS)]);
        world
    }

    pub fn repository(&self, name: &str) -> Repository {
        Repository::new(self.root.join(name))
    }

    /// One that is there.
    pub fn path_of(&self, name: &str) -> Repository {
        let path = self.root.join(name);
        Repository { path }
    }

    pub fn home(&self) -> PathBuf {
        self.root.join("home")
    }

    pub fn mound(&self, directory: &str, arguments: &[&str]) -> Command {
        let directory = self.root.join(directory);
        std::fs::create_dir_all(&directory).expect("temporary files can be written");
        let mut command = mound();
        repositories::without_settings(&mut command);
        command
            .current_dir(directory)
            .env("GIT_CONFIG_GLOBAL", self.root.join("gitconfig"))
            .env("MOUND_HOME", self.home())
            .env_remove("MOUND_TRUST")
            .env_remove("MOUND_ASK")
            .args(arguments);
        command
    }

    pub fn run(&self, directory: &str, arguments: &[&str]) -> Run {
        run(&mut self.mound(directory, arguments))
    }

    pub fn write(&self, path: &str, text: &str) -> PathBuf {
        let path = self.root.join(path);
        let above = path.parent().expect("it is below the directory");
        std::fs::create_dir_all(above).expect("temporary files can be written");
        std::fs::write(&path, text).expect("temporary files can be written");
        path
    }

    /// Runs a program of these forms; gives what it wrote.
    pub fn output(&self, forms: &str) -> String {
        self.write(
            "work/program.scm",
            &format!("(import (scheme base) (scheme write))\n{forms}"),
        );
        self.run("work", &["run", "program.scm"])
            .expect_status(0)
            .output
    }

    pub fn is_empty(&self) -> bool {
        let modules = self.home().join("modules");
        std::fs::read_dir(modules).map_or(true, |mut entries| entries.next().is_none())
    }
}
