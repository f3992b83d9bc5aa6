//! Real repositories for tests, and a server of files over HTTP on loopback.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// A directory of its own, removed when the test has ended well.
pub struct Scratch {
    pub path: PathBuf,
}

impl Scratch {
    pub fn new(name: &str) -> Scratch {
        static SERIAL: AtomicU32 = AtomicU32::new(0);
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        let name = format!("mound-modules-{}-{serial}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("temporary files can be written");
        Scratch { path }
    }

    pub fn join(&self, path: &str) -> PathBuf {
        self.path.join(path)
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.path.join(path);
        let above = path.parent().expect("it is below the directory");
        std::fs::create_dir_all(above).expect("temporary files can be written");
        std::fs::write(path, text).expect("temporary files can be written");
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            // What is left would only take room.
            let _ = std::fs::remove_dir_all(&self.path);
        }
    }
}

/// A repository with a working tree.
pub struct Repository {
    pub path: PathBuf,
}

impl Repository {
    pub fn new(path: PathBuf) -> Repository {
        std::fs::create_dir_all(&path).expect("temporary files can be written");
        let repository = Repository { path };
        repository.git(&["init", "--quiet", "--initial-branch=main"]);
        repository
    }

    pub fn git(&self, arguments: &[&str]) -> String {
        let mut command = Command::new("git");
        without_settings(&mut command);
        for name in ["GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"] {
            command.env(name, "Fred");
        }
        for name in ["GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"] {
            command.env(name, "fred@example.org");
        }
        command.current_dir(&self.path).args(arguments);
        let output = command.output().expect("git is installed");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "git {arguments:?}: {said}");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Commits files; gives the commit.
    pub fn commit(&self, files: &[(&str, &str)]) -> String {
        for (path, text) in files {
            let path = self.path.join(path);
            let above = path.parent().expect("it is below the directory");
            std::fs::create_dir_all(above).expect("temporary files can be written");
            std::fs::write(path, text).expect("temporary files can be written");
        }
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "--message", "Change"]);
        self.git(&["rev-parse", "HEAD"])
    }

    /// Commits files and gives the commit a tag, which may be of another now.
    pub fn release(&self, tag: &str, files: &[(&str, &str)]) -> String {
        let commit = self.commit(files);
        self.git(&["tag", "--force", tag]);
        self.git(&["update-server-info"]);
        commit
    }

    pub fn url(&self) -> String {
        format!("file://{}", self.path.display())
    }
}

/// Nothing of the user's or the system's configuration.
pub fn without_settings(command: &mut Command) {
    command.env("GIT_CONFIG_GLOBAL", "/dev/null");
    command.env("GIT_CONFIG_NOSYSTEM", "1");
    command.env("NO_PROXY", "*").env("no_proxy", "*");
}

/// Serves the files below a directory until the test ends; gives `127.0.0.1:PORT`.
pub fn serve(root: PathBuf) -> String {
    serve_to(root, None)
}

/// The same, to those who send this line, as `Authorization: Basic ...`.
pub fn serve_to(root: PathBuf, authorization: Option<&'static str>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback has free ports");
    let address = listener.local_addr().expect("it is bound").to_string();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let root = root.clone();
            // A client that goes away early is its own affair.
            std::thread::spawn(move || answer(&root, authorization, stream));
        }
    });
    address
}

fn answer(root: &Path, authorization: Option<&str>, stream: TcpStream) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut request = String::new();
    reader.read_line(&mut request)?;
    let mut line = String::new();
    let mut is_known = authorization.is_none();
    while reader.read_line(&mut line)? > 2 {
        is_known |= authorization == Some(line.trim_end());
        line.clear();
    }
    let path = request.split(' ').nth(1).unwrap_or_default();
    let path = path.split('?').next().unwrap_or_default();
    let body = std::fs::read(root.join(path.trim_start_matches('/')));
    let (status, body) = match body {
        _ if !is_known => (
            "401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"test\"",
            Vec::new(),
        ),
        Ok(body) => ("200 OK", body),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let mut stream = stream;
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    stream.write_all(&body)
}
