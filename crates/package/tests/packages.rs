//! Packages are what Debian's tools and tar take for such, contain what they should, and depend on
//! their contents only. The program in them is a small one that stands in for `mound`: what is packed
//! is what it prints.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Answers as `mound` does what a package is made with.
const STAND_IN: &str = "#!/bin/sh
case $1 in
completions) echo \"completions of $2\" ;;
manual) mkdir -p \"$2\" && echo '.TH MOUND 1' >\"$2/mound.1\" && echo '.TH MOUND-RUN 1' >\"$2/mound-run.1\" ;;
doc) mkdir -p \"$3/srfi\" && echo reference >\"$3/index.html\" && echo lists >\"$3/srfi/1.html\" &&
    mkdir -p \"$3/sources/a/library/whose/name/has/many/parts\" &&
    echo long >\"$3/sources/a/library/whose/name/has/many/parts/and-a-long-one-at-its-end.scm.html\" ;;
*) echo \"ran: $*\" ;;
esac
# GLIBC_2.31 GLIBC_2.4
";

fn packed(output: &Path) {
    let scratch = output.parent().unwrap();
    let binary = scratch.join("mound");
    fs::write(&binary, STAND_IN).unwrap();
    fs::set_permissions(&binary, fs::Permissions::from_mode(0o755)).unwrap();
    let done = Command::new(env!("CARGO_BIN_EXE_mound-package"))
        .args(["--target", &host(), "--binary"])
        .arg(&binary)
        .arg("--output")
        .arg(output)
        .env("SOURCE_DATE_EPOCH", "1000000000")
        .output()
        .unwrap();
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
}

fn host() -> String {
    let text = printed(Command::new("rustc").arg("-vV"));
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.unwrap().to_owned()
}

fn printed(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(
        output.status.success(),
        "{command:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn fresh(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).unwrap();
    directory
}

#[test]
fn packages_can_be_unpacked_and_hold_what_they_should() {
    let scratch = fresh("unpacked");
    let output = scratch.join("packages");
    packed(&output);
    let made = names(&output);
    let archive = made.iter().find(|name| name.ends_with(".tar.gz")).unwrap();
    let package = made.iter().find(|name| name.ends_with(".deb")).unwrap();
    assert_eq!(made.len(), 3, "{made:?}");
    printed(
        Command::new("sha256sum")
            .current_dir(&output)
            .args(["--check", "SHA256SUMS"]),
    );

    let from_tar = scratch.join("from-tar");
    fs::create_dir(&from_tar).unwrap();
    printed(
        Command::new("tar")
            .arg("-xzf")
            .arg(output.join(archive))
            .arg("-C")
            .arg(&from_tar),
    );
    let root = from_tar.join(archive.strip_suffix(".tar.gz").unwrap());
    // Without Debian's tools there is only the archive to look at.
    let mut roots = vec![root];
    if Command::new("dpkg-deb").arg("--version").output().is_ok() {
        let from_package = scratch.join("from-package");
        printed(
            Command::new("dpkg-deb")
                .arg("-x")
                .arg(output.join(package))
                .arg(&from_package),
        );
        let field = |name| {
            printed(
                Command::new("dpkg-deb")
                    .arg("-f")
                    .arg(output.join(package))
                    .arg(name),
            )
        };
        assert_eq!(field("Package").trim(), "mound");
        assert_eq!(field("Depends").trim(), "libc6 (>= 2.31), libgcc-s1");
        roots.push(from_package.join("usr"));
    }
    for root in roots {
        let ran = printed(Command::new(root.join("bin/mound")).arg("eval").arg("1"));
        assert_eq!(ran, "ran: eval 1\n");
        let text = |path: &str| {
            fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
        };
        assert_eq!(
            text("share/bash-completion/completions/mound"),
            "completions of bash\n"
        );
        assert_eq!(text("share/doc/mound/reference/srfi/1.html"), "lists\n");
        let long = "sources/a/library/whose/name/has/many/parts/and-a-long-one-at-its-end.scm.html";
        assert_eq!(text(&format!("share/doc/mound/reference/{long}")), "long\n");
        assert!(text("share/doc/mound/book/01-first-steps.md").starts_with('#'));
        assert!(root.join("share/doc/mound/LICENSE-MIT").exists());
        assert!(
            root.join("share/mound/editors/emacs/mound-mode.el")
                .exists()
        );
        let example = root.join("share/doc/mound/examples/run-two-nodes");
        assert_ne!(
            fs::metadata(example).unwrap().permissions().mode() & 0o111,
            0
        );
        let page = printed(
            Command::new("gzip")
                .arg("-dc")
                .arg(root.join("share/man/man1/mound-run.1.gz")),
        );
        assert_eq!(page, ".TH MOUND-RUN 1\n");
    }
}

/// dpkg installs the package in a directory that stands for a machine, finds all files as they should be,
/// and removes them again. Only the superuser may do that.
#[test]
fn the_package_is_installed_and_removed() {
    let user = printed(Command::new("id").arg("-u"));
    if user.trim() != "0" || Command::new("dpkg").arg("--version").output().is_err() {
        eprintln!("dpkg or the right to use it is not there: left out");
        return;
    }
    let scratch = fresh("installed");
    let output = scratch.join("packages");
    packed(&output);
    let made = names(&output);
    let package = made.iter().find(|name| name.ends_with(".deb")).unwrap();
    let machine = scratch.join("machine");
    for directory in ["updates", "info", "triggers"] {
        fs::create_dir_all(machine.join("var/lib/dpkg").join(directory)).unwrap();
    }
    for file in ["status", "available"] {
        fs::write(machine.join("var/lib/dpkg").join(file), "").unwrap();
    }
    // What it depends on is not on that machine.
    let dpkg = |arguments: &[&str]| {
        let root = format!("--root={}", machine.display());
        let mut command = Command::new("dpkg");
        command.args([&*root, "--force-depends"]).args(arguments);
        printed(&mut command)
    };
    dpkg(&["--install", output.join(package).to_str().unwrap()]);
    assert!(dpkg(&["--status", "mound"]).contains("Status: install ok installed"));
    assert_eq!(dpkg(&["--verify", "mound"]), "");
    let mound = machine.join("usr/bin/mound");
    assert_eq!(printed(Command::new(&mound).arg("repl")), "ran: repl\n");
    dpkg(&["--remove", "mound"]);
    assert!(!mound.exists() && !machine.join("usr/share/mound").exists());
}

#[test]
fn packages_depend_on_what_is_in_them_only() {
    let (one, other) = (
        fresh("once").join("packages"),
        fresh("twice").join("packages"),
    );
    packed(&one);
    packed(&other);
    assert_eq!(names(&one), names(&other));
    for name in names(&one) {
        let same = fs::read(one.join(&name)).unwrap() == fs::read(other.join(&name)).unwrap();
        assert!(same, "{name} differs");
    }
}
