//! Installing from real repositories: versions, integrity, trust, and many at once.

mod support;

use mound_modules::resolver::{Person, Settings};
use mound_modules::trust::Audience;
use mound_modules::{Kind, Lock, ModuleName, Policy, Resolver, Store, Trouble, Wanted};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use support::{Repository, Scratch, without_settings};

const HELLO: &str = "(define-library (hello) (export hi) (import (scheme base)))";

/// What an installation needs, in the environment of another process of this program.
const CHILD: &str = "MOUND_TEST_INSTALL";

fn wanted<'a>(repository: &'a str, version: &'a str, url: &'a str) -> Wanted<'a> {
    Wanted {
        url: Some(url),
        ..Wanted::new(repository, Some(version))
    }
}

/// Not a test of its own: installs what the environment says, for tests that need processes.
#[test]
fn installation_in_a_process_of_its_own() {
    let Ok(what) = std::env::var(CHILD) else {
        return;
    };
    let words: Vec<&str> = what.split(' ').collect();
    let [home, repository, version, url] = words[..] else {
        panic!("{what}");
    };
    let store = Store::in_home(Path::new(home));
    let wanted = match url {
        "-" => Wanted::new(repository, Some(version)),
        url => wanted(repository, version, url),
    };
    let installed = store.install(wanted).expect("it can be installed");
    assert!(installed.directory.join("hello.sld").is_file());
}

fn child(home: &Path, repository: &str, version: &str, url: &str) -> Command {
    let program = std::env::current_exe().expect("it runs");
    let mut command = Command::new(program);
    command.args(["--exact", "installation_in_a_process_of_its_own"]);
    without_settings(&mut command);
    let what = format!("{} {repository} {version} {url}", home.display());
    command.env(CHILD, what);
    command.stdout(Stdio::null());
    command
}

#[test]
fn versions_are_tags_branches_and_commits() {
    let scratch = Scratch::new("versions");
    let repository = Repository::new(scratch.join("hello"));
    let first = repository.release("1.0", &[("hello.sld", HELLO), ("sub/sub.sld", "one")]);
    repository.git(&["tag", "--annotate", "--message", "x", "v1"]);
    let second = repository.release("1.5", &[("sub/sub.sld", "two")]);
    repository.git(&["branch", "next"]);
    let store = Store::in_home(&scratch.join("home"));
    let url = repository.url();
    for (version, kind, commit, text) in [
        (Some("1.0"), Kind::Tag, &first, "one"),
        (Some("v1"), Kind::Tag, &first, "one"),
        (Some("1.5"), Kind::Tag, &second, "two"),
        (Some("next"), Kind::Branch, &second, "two"),
        (Some(&first[..10]), Kind::Commit, &first, "one"),
        (Some(&*first), Kind::Commit, &first, "one"),
        (None, Kind::Branch, &second, "two"),
    ] {
        let wanted = Wanted {
            url: Some(&url),
            ..Wanted::new("github.com/fred/hello", version)
        };
        let installed = store.install(wanted).expect("it is there");
        assert_eq!(installed.record.kind, kind, "{version:?}");
        assert_eq!(&installed.record.commit, commit, "{version:?}");
        let name = ModuleName::parse("github.com/fred/hello/sub").expect("a name");
        let file = installed.file(&name).expect("it has that library");
        let found = std::fs::read_to_string(file).expect("it is a file");
        assert_eq!(found, text, "{version:?}");
        let found = store
            .find("github.com/fred/hello", version)
            .expect("it can be read");
        assert_eq!(found, Some(installed), "{version:?}");
    }
    let libraries = store
        .find("github.com/fred/hello", Some("1.0"))
        .expect("it can be read")
        .expect("it is there")
        .libraries()
        .expect("it can be read");
    let libraries: Vec<String> = libraries.iter().map(ToString::to_string).collect();
    assert_eq!(
        libraries,
        ["github.com/fred/hello@1.0", "github.com/fred/hello/sub@1.0"]
    );
    assert_eq!(store.list().expect("it can be read").len(), 7);
    store
        .uninstall("github.com/fred/hello", Some("1.0"))
        .expect("it is there");
    assert_eq!(store.list().expect("it can be read").len(), 6);
    let v1 = store.find("github.com/fred/hello", Some("v1"));
    assert!(
        v1.expect("it can be read").is_some(),
        "the same commit stays"
    );
    store
        .uninstall("github.com/fred/hello", None)
        .expect("it is there");
    assert!(!store.root().join("github.com").exists());
    assert!(matches!(
        store.uninstall("github.com/fred/hello", None),
        Err(Trouble::NothingInstalled(_))
    ));
}

#[test]
fn a_version_that_is_not_there_leaves_nothing() {
    let scratch = Scratch::new("absent");
    let repository = Repository::new(scratch.join("hello"));
    repository.release("1.0", &[("hello.sld", HELLO)]);
    let store = Store::in_home(&scratch.join("home"));
    let error = store
        .install(wanted("github.com/fred/hello", "9.9", &repository.url()))
        .expect_err("there is none");
    assert!(
        error
            .to_string()
            .contains("github.com/fred/hello has no version 9.9"),
        "{error}"
    );
    assert_eq!(store.list().expect("it can be read"), []);
    let nowhere = format!("file://{}", scratch.join("nowhere").display());
    let error = store
        .install(wanted("github.com/fred/nothing", "1.0", &nowhere))
        .expect_err("there is none");
    assert!(matches!(error, Trouble::Git { .. }), "{error}");
    assert!(!store.root().join("github.com/fred/nothing").exists());
}

#[test]
fn what_is_cached_works_offline() {
    let scratch = Scratch::new("offline");
    let repository = Repository::new(scratch.join("hello"));
    repository.release("1.0", &[("hello.sld", HELLO)]);
    repository.release("1.5", &[("hello.sld", "; new")]);
    let store = Store::in_home(&scratch.join("home"));
    let url = repository.url();
    store
        .install(wanted("github.com/fred/hello", "1.0", &url))
        .expect("it is there");
    std::fs::remove_dir_all(&repository.path).expect("it was made");
    let offline = |version| Wanted {
        may_fetch: false,
        ..Wanted::new("github.com/fred/hello", Some(version))
    };
    store.install(offline("1.0")).expect("it is installed");
    store.install(offline("1.5")).expect("it is in the cache");
    let error = store.install(offline("2.0")).expect_err("it is nowhere");
    assert!(error.to_string().contains("--offline"), "{error}");
}

#[test]
fn a_newer_tag_is_fetched_when_it_is_wanted() {
    let scratch = Scratch::new("newer");
    let repository = Repository::new(scratch.join("hello"));
    repository.release("v1", &[("hello.sld", HELLO)]);
    let store = Store::in_home(&scratch.join("home"));
    let url = repository.url();
    store
        .install(wanted("github.com/fred/hello", "v1", &url))
        .expect("it is there");
    repository.release("v2", &[("sub.sld", HELLO)]);
    let two = Wanted::new("github.com/fred/hello", Some("v2"));
    let two = store.install(two).expect("it is known where to fetch it");
    let name = ModuleName::parse("github.com/fred/hello/sub@v2").expect("a name");
    assert!(
        two.file(&name)
            .expect("it has that library")
            .ends_with("sub.sld")
    );
}

#[test]
fn a_moved_tag_is_refused_with_both_commits() {
    let scratch = Scratch::new("moved");
    let repository = Repository::new(scratch.join("hello"));
    let before = repository.release("1.0", &[("hello.sld", HELLO)]);
    let url = repository.url();
    let names = |error: &Trouble, now: &str| {
        let text = error.to_string();
        assert!(text.contains(&before) && text.contains(now), "{text}");
    };
    let store = Store::in_home(&scratch.join("home"));
    let installed = store.install(wanted("github.com/fred/hello", "1.0", &url));
    let installed = installed.expect("it is there");
    let project = scratch.join("project");
    std::fs::create_dir_all(&project).expect("temporary files can be written");
    let mut lock = Lock::read(&project).expect("an empty one");
    lock.set("github.com/fred/hello", &installed.record)
        .expect("it can be written");

    let now = repository.release("1.0", &[("hello.sld", "; evil")]);
    names(
        &store
            .refresh("github.com/fred/hello")
            .expect_err("it has moved"),
        &now,
    );
    let again = Wanted {
        is_update: true,
        ..Wanted::new("github.com/fred/hello", Some("1.0"))
    };
    names(&store.install(again).expect_err("it has moved"), &now);

    // Another machine has only the lock file.
    let other = Store::in_home(&scratch.join("other"));
    let pin = lock.get("github.com/fred/hello", Some("1.0")).cloned();
    let pinned = Wanted {
        pin: pin.as_ref(),
        ..wanted("github.com/fred/hello", "1.0", &url)
    };
    names(&other.install(pinned).expect_err("it has moved"), &now);
    assert_eq!(other.list().expect("it can be read"), []);
}

#[test]
fn other_sources_than_those_locked_are_refused() {
    let scratch = Scratch::new("sources");
    let repository = Repository::new(scratch.join("hello"));
    repository.release("1.0", &[("hello.sld", HELLO)]);
    let url = repository.url();
    let store = Store::in_home(&scratch.join("home"));
    let installed = store.install(wanted("github.com/fred/hello", "1.0", &url));
    let installed = installed.expect("it is there");
    store.verify(&installed).expect("nobody has changed it");
    std::fs::write(installed.directory.join("hello.sld"), "; changed").expect("it is a file");
    let error = store
        .verify(&installed)
        .expect_err("somebody has changed it");
    assert!(matches!(error, Trouble::Differs { .. }), "{error}");
}

#[test]
fn links_do_not_lead_out_of_a_tree() {
    let scratch = Scratch::new("links");
    let repository = Repository::new(scratch.join("hello"));
    std::os::unix::fs::symlink("/etc/passwd", repository.path.join("secret.sld"))
        .expect("links can be made");
    repository.release("1.0", &[("hello.sld", HELLO)]);
    let store = Store::in_home(&scratch.join("home"));
    let installed = store.install(wanted("github.com/fred/hello", "1.0", &repository.url()));
    let file = installed.expect("it is there").directory.join("secret.sld");
    let found = std::fs::symlink_metadata(&file).expect("it is there");
    assert!(found.is_file(), "{found:?}");
}

#[test]
fn repositories_are_fetched_over_http() {
    let scratch = Scratch::new("http");
    let repository = Repository::new(scratch.join("work"));
    repository.release("1.0", &[("hello.sld", HELLO)]);
    std::fs::create_dir_all(scratch.join("served/fred")).expect("temporary files can be written");
    std::fs::rename(
        repository.path.join(".git"),
        scratch.join("served/fred/hello"),
    )
    .expect("both are here");
    let address = support::serve(scratch.join("served"));
    let url = format!("http://{address}/fred/hello");
    let home = scratch.join("home");
    let name = format!("{address}/fred/hello");
    let status = child(&home, &name, "1.0", &url).status().expect("it runs");
    assert!(status.success());
    let store = Store::in_home(&home);
    let installed = store.find(&name, Some("1.0")).expect("it can be read");
    assert_eq!(installed.expect("it is installed").record.url, url);

    // The user's own configuration says where a host's repositories really are.
    let settings = scratch.join("gitconfig");
    let text = format!("[url \"http://{address}/\"]\n\tinsteadOf = https://github.com/\n");
    std::fs::write(&settings, text).expect("temporary files can be written");
    let mut mapped = child(&home, "github.com/fred/hello", "1.0", "-");
    let status = mapped.env("GIT_CONFIG_GLOBAL", &settings).status();
    assert!(status.expect("it runs").success());
}

#[test]
fn eight_at_once_install_it_once() {
    let scratch = Scratch::new("eight");
    let repository = Repository::new(scratch.join("hello"));
    repository.release("1.0", &[("hello.sld", HELLO)]);
    let home = scratch.join("home");
    let url = repository.url();
    let start = || child(&home, "github.com/fred/hello", "1.0", &url).spawn();
    let children: Vec<Child> = (0..8).map(|_| start().expect("it runs")).collect();
    for mut child in children {
        assert!(child.wait().expect("it runs").success());
    }
    let store = Store::in_home(&home);
    let installed = store.list().expect("it can be read");
    assert_eq!(installed.len(), 1);
    store.verify(&installed[0]).expect("it is complete");
    assert!(!home.join("modules/github.com/fred/hello/@new").exists());
}

/// Kills installations wherever they are; `KILLS=100` does it so often.
#[test]
fn a_killed_installation_leaves_nothing_visible() {
    let scratch = Scratch::new("killed");
    let repository = Repository::new(scratch.join("hello"));
    repository.release("1.0", &[("hello.sld", HELLO)]);
    let url = repository.url();
    let home = scratch.join("home");
    let store = Store::in_home(&home);
    let rounds: u64 = std::env::var("KILLS").map_or(12, |text| text.parse().expect("a number"));
    let began = std::time::Instant::now();
    let status = child(&home, "github.com/fred/hello", "1.0", &url).status();
    assert!(status.expect("it runs").success());
    let whole = began.elapsed();
    store
        .uninstall("github.com/fred/hello", None)
        .expect("it is there");
    let mut random: u64 = 88_172_645_463_325_252;
    for round in 0..rounds {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let mut child = child(&home, "github.com/fred/hello", "1.0", &url)
            .stderr(Stdio::null())
            .spawn()
            .expect("it runs");
        // Anywhere in it; nothing depends on where.
        std::thread::sleep(whole.mul_f64((random % 1000) as f64 / 1000.0));
        // It may have ended.
        let _ = child.kill();
        child.wait().expect("it was started");
        for installed in store.list().expect("it can be read") {
            store
                .verify(&installed)
                .expect("what is visible is complete");
        }
        let installed = store.install(wanted("github.com/fred/hello", "1.0", &url));
        store
            .verify(&installed.expect("the next one works"))
            .expect("it is complete");
        assert!(!home.join("modules/github.com/fred/hello/@new").exists());
        // Half of them find a cache.
        if round % 2 == 0 {
            store
                .uninstall("github.com/fred/hello", None)
                .expect("it is there");
        } else {
            let record = home.join("modules/github.com/fred/hello/@versions/1.0");
            std::fs::remove_file(record).expect("it is there");
        }
    }
}

fn resolver(scratch: &Scratch, policy: Policy, person: Person) -> Resolver {
    let directory = scratch.join("project");
    std::fs::create_dir_all(&directory).expect("temporary files can be written");
    Resolver::new(Settings {
        store: Store::in_home(&scratch.join("home")),
        policy,
        person,
        directory,
    })
    .expect("nothing is malformed")
}

const NOBODY: Person = Person {
    audience: Audience::Nobody,
    ask: |_| panic!("nobody can be asked"),
    tell: |_| {},
};

#[test]
fn nothing_is_written_without_consent() {
    static ASKED: AtomicU32 = AtomicU32::new(0);
    let scratch = Scratch::new("consent");
    let repository = Repository::new(scratch.join("hello"));
    let commit = repository.release("1.0", &[("hello.sld", HELLO)]);
    // A repository whose name says where it is cannot be on this disk: it was installed once.
    let store = Store::in_home(&scratch.join("home"));
    store
        .install(wanted("github.com/fred/hello", "1.0", &repository.url()))
        .expect("it is there");
    let later = repository.release("2.0", &[("hello.sld", HELLO)]);
    let name = ModuleName::parse("github.com/fred/hello@2.0").expect("a name");
    let two = || {
        store
            .find("github.com/fred/hello", Some("2.0"))
            .expect("it can be read")
    };

    let mut refusing = resolver(&scratch, Policy::default(), NOBODY);
    let error = refusing.locate(&name).expect_err("nobody has consented");
    assert!(error.to_string().contains("not trusted"), "{error}");
    assert_eq!(two(), None);

    let declining = Person {
        audience: Audience::Repl,
        ask: |question| {
            ASKED.fetch_add(1, Ordering::Relaxed);
            for part in ["github.com/fred/hello", "2.0", "commit:", "file://"] {
                assert!(question.contains(part), "{question}");
            }
            false
        },
        tell: |_| {},
    };
    let mut declined = resolver(&scratch, Policy::default(), declining);
    let error = declined.locate(&name).expect_err("it was declined");
    assert!(error.to_string().contains("declined"), "{error}");
    assert_eq!(ASKED.load(Ordering::Relaxed), 1);
    assert_eq!(two(), None);
    assert!(!store.root().join("@log").exists());

    let mut policy = Policy::default();
    policy.trust("github.com/fred").expect("a location");
    let mut trusting = resolver(&scratch, policy, NOBODY);
    let located = trusting
        .locate(&name)
        .expect("it is trusted")
        .expect("it is hosted");
    assert_eq!(located.name, name);
    assert!(two().is_some());
    let log = std::fs::read_to_string(store.root().join("@log")).expect("it is logged");
    assert!(
        log.contains("github.com/fred/hello 2.0") && log.contains(&later),
        "{log}"
    );
    assert!(!log.contains(&commit), "{log}");
}

#[test]
fn installing_brings_dependencies_and_locks_them() {
    let scratch = Scratch::new("dependencies");
    let hello = Repository::new(scratch.join("served/fred/hello"));
    hello.release("1.0", &[("hello.sld", HELLO)]);
    let cats = Repository::new(scratch.join("served/zoo/cats"));
    let text = "(define-library (cats) (import (github.com/fred hello @1.0)))";
    cats.release("2.0", &[("cats.sld", text)]);
    std::fs::create_dir_all(scratch.join("project")).expect("temporary files can be written");
    scratch.write("project/mound.lock", "");
    let store = Store::in_home(&scratch.join("home"));
    // Known before, so that the names need not lead to a host.
    store
        .install(wanted("github.com/fred/hello", "1.0", &hello.url()))
        .expect("it is there");
    let mut resolver = resolver(&scratch, Policy::default(), NOBODY);
    let name = ModuleName::parse("gitlab.com/zoo/cats@2.0").expect("a name");
    let installed = resolver.install(vec![name.clone()], Some(&cats.url()));
    let names: Vec<String> = installed
        .expect("all is there")
        .iter()
        .map(|installed| installed.name().expect("a name").to_string())
        .collect();
    assert_eq!(
        names,
        ["gitlab.com/zoo/cats@2.0", "github.com/fred/hello@1.0"]
    );
    let lock = Lock::read(&scratch.join("project")).expect("it is well-formed");
    let locked: Vec<(&str, Option<&str>)> = lock
        .pins()
        .map(|(repository, version, _)| (repository, version))
        .collect();
    let expected = [
        ("github.com/fred/hello", Some("1.0")),
        ("gitlab.com/zoo/cats", Some("2.0")),
    ];
    assert_eq!(locked, expected);
    let located = resolver.locate(&name).expect("it is installed");
    assert!(located.expect("it is hosted").file.ends_with("cats.sld"));
}

#[test]
fn lock_files_that_are_malformed_are_refused() {
    let scratch = Scratch::new("lock");
    let commit = "0".repeat(40);
    let source = "1".repeat(64);
    for (line, expected) in [
        (format!("a.b/c/d 1.0 {commit}"), ":1: expected"),
        (format!("a.b/c/d 1.0 {commit} xyz"), ":1: this is no commit"),
        (
            format!("a.b/c/d - {commit} {source}\na.b/c/d - {commit} {source}"),
            ":2: this version stands here twice",
        ),
    ] {
        scratch.write("mound.lock", &line);
        let error = Lock::read(&scratch.path)
            .expect_err("it is malformed")
            .to_string();
        assert!(error.contains(expected), "{error}");
    }
}
