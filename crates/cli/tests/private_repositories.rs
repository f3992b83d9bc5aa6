//! Libraries in repositories that ask who one is: over ssh, with the keys of the user, and over HTTP with a
//! password. Mound has none of these; `git` has.

#[path = "../../modules/tests/support/mod.rs"]
mod repositories;
mod support;
#[path = "support/world.rs"]
mod world;

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use support::{Run, TIME_LIMIT, run};
use world::World;

const USE: &str = "(import (scheme base) (scheme write) (git.example.org/fred hello @1.0))
                   (write (hi \"x\"))";

/// Has names of this host lead to the URL.
fn leads_to(world: &World, url: &str, more: &str) {
    let text = format!("[url \"{url}/\"]\n\tinsteadOf = https://git.example.org/\n{more}");
    world.write("gitconfig", &text);
}

fn install(world: &World) -> Run {
    let arguments = ["install", "git.example.org/fred/hello@1.0"];
    run(&mut world.mound("work", &arguments))
}

fn nothing_is_installed(world: &World) {
    let listed = world.run("work", &["list"]).expect_status(0).output;
    assert_eq!(listed, "");
}

/// Installs the library and runs a program with it.
fn is_there(world: &World) {
    install(world).expect_status(0);
    world.write("work/program.scm", USE);
    let run = world.run("work", &["run", "program.scm"]).expect_status(0);
    assert_eq!(run.output, "\"hello x\"");
}

/// The files that a server of HTTP gives without `git`.
fn served(world: &World) -> PathBuf {
    let root = world.root.join("served");
    std::fs::create_dir_all(root.join("fred")).expect("temporary files can be written");
    let repository = world.root.join("github.com/fred/hello/.git");
    std::fs::rename(repository, root.join("fred/hello")).expect("it was made");
    root
}

#[test]
fn a_password_is_that_of_a_credential_helper_and_one_in_a_url_is_not_kept() {
    let world = World::of_the_paper();
    // ann:secret
    let line = "Authorization: Basic YW5uOnNlY3JldA==";
    let address = repositories::serve_to(served(&world), Some(line));
    leads_to(&world, &format!("http://{address}"), "");
    let refused = install(&world).expect_status(1);
    assert!(
        refused.errors.contains("git ls-remote"),
        "{}",
        refused.errors
    );
    nothing_is_installed(&world);
    let helper =
        "[credential]\n\thelper = \"!f() { echo username=ann; echo password=secret; }; f\"\n";
    leads_to(&world, &format!("http://{address}"), helper);
    is_there(&world);

    leads_to(&world, &format!("http://{address}"), "");
    let url = format!("http://ann:secret@{address}/fred/hello");
    let installed = world
        .run("work", &["install", &format!("{url}@1.5")])
        .expect_status(0);
    let name = format!("{address}/fred/hello@1.5");
    assert!(installed.output.contains(&name), "{}", installed.output);
    let listed = world.run("work", &["list"]).expect_status(0).output;
    assert!(
        listed.contains(&format!("http://ann@{address}")),
        "{listed}"
    );
    let wrong = world.run("work", &["install", &format!("{url}@9")]);
    for run in [installed, wrong] {
        assert!(!run.output.contains("secret"), "{}", run.output);
        assert!(!run.errors.contains("secret"), "{}", run.errors);
    }
    let secret = Command::new("grep")
        .args(["-r", "secret"])
        .arg(world.home())
        .output();
    assert_eq!(secret.expect("grep is there").stdout, b"");
}

/// A program in the place of ssh, which the user names: it sees host, port and command, and does that here.
#[test]
fn transfers_over_ssh_are_by_the_command_of_the_user() {
    let world = World::of_the_paper();
    let log = world.root.join("log");
    let text = format!(
        "#!/bin/sh\necho \"$@\" >>{}\nfor last; do :; done\nexec sh -c \"$last\"\n",
        log.display()
    );
    let ssh = world.write("ssh", &text);
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&ssh, mode).expect("it was made");
    let root = world.root.join("github.com").display().to_string();
    let command = format!("[core]\n\tsshCommand = {}\n", ssh.display());
    leads_to(
        &world,
        &format!("ssh://ann@git.invalid:2222{root}"),
        &command,
    );
    is_there(&world);
    let log = std::fs::read_to_string(log).expect("it was written");
    for part in ["-p 2222", "ann@git.invalid", "git-upload-pack"] {
        assert!(log.contains(part), "{part}: {log}");
    }
}

/// A server that stops in the middle of what it sends and stays there, as one whose disk or network hangs.
#[test]
fn a_transfer_that_stands_still_is_given_up_and_leaves_nothing() {
    let world = World::of_the_paper();
    let at = |name: &str| world.root.join(name);
    let (limit, copy, stopped) = (at("limit"), at("copy"), at("stopped"));
    let text = format!(
        "#!/bin/sh\nfor last; do :; done\n\
         [ -e {limit} ] || exec sh -c \"$last | tee {copy}.$$\"\n\
         sh -c \"$last\" | dd bs=1 count=\"$(cat {limit})\" 2>/dev/null\n\
         echo $$ >{stopped}\nexec sleep 600\n",
        limit = limit.display(),
        copy = copy.display(),
        stopped = stopped.display(),
    );
    let ssh = world.write("ssh", &text);
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&ssh, mode).expect("it was made");
    let root = world.root.join("github.com").display().to_string();
    let command = format!("[core]\n\tsshCommand = {}\n", ssh.display());
    leads_to(&world, &format!("ssh://git.invalid{root}"), &command);

    // What is sent in all: the pack comes last.
    let arguments = ["install", "git.example.org/fred/hello@1.0"];
    let elsewhere = at("elsewhere");
    let mut command = world.mound("work", &arguments);
    run(command.env("MOUND_HOME", &elsewhere)).expect_status(0);
    let sent = std::fs::read_dir(&world.root).expect("it is there");
    let sizes = sent.flatten().filter_map(|entry| {
        let is_copy = entry.file_name().to_string_lossy().starts_with("copy.");
        is_copy.then(|| entry.metadata().map_or(0, |data| data.len()))
    });
    let all = sizes.max().expect("something was sent");
    world.write("limit", &(all - 100).to_string());

    let mut command = world.mound("work", &arguments);
    let refused = run(command.env("MOUND_FETCH_PATIENCE", "1")).expect_status(1);
    assert!(
        refused.errors.contains("nothing came for 1 s"),
        "{}",
        refused.errors
    );
    nothing_is_installed(&world);
    let left = std::fs::read_to_string(&stopped).expect("it stopped");
    let process = Path::new("/proc").join(left.trim());
    // Empty for one that has ended and that nobody has asked for yet.
    let command = std::fs::read_to_string(process.join("cmdline")).unwrap_or_default();
    assert!(!command.contains("sleep"), "it is still there");
    let mut find = Command::new("find");
    let new = find.arg(world.home()).args(["-name", "@new"]).output();
    assert_eq!(new.expect("find is there").stdout, b"");

    std::fs::remove_file(&limit).expect("it was made");
    is_there(&world);
    let mut command = world.mound("work", &arguments);
    command
        .env("MOUND_HOME", at("third"))
        .env("MOUND_FETCH_PATIENCE", "soon");
    let refused = run(&mut command).expect_status(1);
    assert!(
        refused.errors.contains("no number of seconds"),
        "{}",
        refused.errors
    );
}

/// Without a command of the user, one that gives up what is silent.
#[test]
fn the_usual_ssh_does_not_wait_for_ever() {
    let world = World::of_the_paper();
    let log = world.root.join("log");
    let text = format!("#!/bin/sh\necho \"$@\" >{}\nexit 1\n", log.display());
    let ssh = world.write("bin/ssh", &text);
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&ssh, mode).expect("it was made");
    leads_to(&world, "ssh://git.invalid", "");
    let path = std::env::var("PATH").expect("programs are found by it");
    let path = format!("{}:{path}", world.root.join("bin").display());
    let arguments = ["install", "git.example.org/fred/hello@1.0"];
    run(world.mound("work", &arguments).env("PATH", path)).expect_status(1);
    let log = std::fs::read_to_string(log).expect("it was written");
    for part in ["ConnectTimeout=60", "ServerAliveInterval=15", "git.invalid"] {
        assert!(log.contains(part), "{part}: {log}");
    }
}

/// A server of OpenSSH on loopback that lets one key in; `None` if none is installed here.
struct Server {
    child: Child,
    port: u16,
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn key(path: &Path) {
    let mut command = Command::new("ssh-keygen");
    command
        .args(["-q", "-t", "ed25519", "-N", "", "-f"])
        .arg(path);
    assert!(command.status().expect("ssh-keygen is there").success());
}

impl Server {
    fn start(world: &World) -> Option<Server> {
        let program = Path::new("/usr/sbin/sshd");
        // As root it wants a directory of its own.
        if !program.is_file() || std::fs::create_dir_all("/run/sshd").is_err() {
            return None;
        }
        let directory = world.root.join("ssh");
        std::fs::create_dir_all(&directory).expect("temporary files can be written");
        key(&directory.join("host"));
        key(&directory.join("user"));
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("loopback has free ports");
        let port = free.local_addr().expect("it is bound").port();
        drop(free);
        let place = directory.display();
        let text = format!(
            "Port {port}\nListenAddress 127.0.0.1\nHostKey {place}/host\nAuthorizedKeysFile {place}/user.pub\n\
             StrictModes no\nUsePAM no\nPidFile none\nPasswordAuthentication no\n"
        );
        let settings = world.write("ssh/config", &text);
        let child = Command::new(program)
            .args(["-D", "-f"])
            .arg(settings)
            .args(["-E"])
            .arg(directory.join("log"))
            .stdin(Stdio::null())
            .spawn()
            .expect("it can be started");
        let server = Server { child, port };
        let deadline = Instant::now() + TIME_LIMIT;
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            let log = std::fs::read_to_string(directory.join("log")).unwrap_or_default();
            assert!(Instant::now() < deadline, "it does not listen: {log}");
            std::thread::sleep(Duration::from_millis(10));
        }
        Some(server)
    }
}

#[test]
fn keys_of_the_user_open_repositories_over_ssh() {
    let world = World::of_the_paper();
    let Some(server) = Server::start(&world) else {
        eprintln!("left out: OpenSSH's server is not installed or may not run here");
        return;
    };
    let user = Command::new("id").arg("-un").output().expect("id is there");
    let user = String::from_utf8_lossy(&user.stdout).trim().to_owned();
    let place = world.root.join("ssh").display().to_string();
    let root = world.root.join("github.com").display().to_string();
    let url = format!("ssh://{user}@127.0.0.1:{}{root}", server.port);
    let ssh = |key: &str| {
        format!(
            "[core]\n\tsshCommand = ssh -F none -i {place}/{key} -o IdentitiesOnly=yes -o BatchMode=yes \
             -o UserKnownHostsFile={place}/known -o StrictHostKeyChecking=accept-new\n"
        )
    };
    // A key that the server does not know.
    leads_to(&world, &url, &ssh("host"));
    let refused = install(&world).expect_status(1);
    assert!(
        refused.errors.contains("Permission denied"),
        "{}",
        refused.errors
    );
    assert!(
        refused.errors.contains("git ls-remote"),
        "{}",
        refused.errors
    );
    nothing_is_installed(&world);
    leads_to(&world, &url, &ssh("user"));
    is_there(&world);
    // The whole address, with user and port.
    let library = format!("{url}/fred/hello@1.5");
    world.run("work", &["install", &library]).expect_status(0);
    let port = server.port;
    drop(server);
    let name = format!("127.0.0.1:{port}{root}/fred/hello.git@1.5");
    let listed = world.run("work", &["list"]).expect_status(0).output;
    assert!(listed.contains(&name), "{name}: {listed}");
}
