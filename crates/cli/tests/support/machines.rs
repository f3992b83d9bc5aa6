//! Machines of a test: each is a network namespace with a name and addresses of its own, and a wire to a switch,
//! which can be pulled out.
//!
//! The namespaces need root and the program `ip`; where they cannot be made tests say so and show nothing
//! (`.ci/run` has both).

use super::nodes::Server;
use super::{fresh_directory, mound};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What the machines are called, the first first.
pub const NAMES: [&str; 5] = ["alpha", "beta", "gamma", "delta", "epsilon"];

/// Some machines at one switch; taken away when it is dropped.
pub struct Machines {
    namespaces: Vec<String>,
    switch: String,
    /// A file with the names of all, as `/etc/hosts` has them.
    hosts: PathBuf,
}

impl Machines {
    /// None if this machine does not let us make them.
    pub fn make(label: &str, count: usize) -> Option<Machines> {
        let number = std::process::id();
        let machines = Machines {
            namespaces: (0..count)
                .map(|machine| format!("mound-{label}-{number}-{machine}"))
                .collect(),
            switch: format!("mound-{label}-{number}-switch"),
            hosts: fresh_directory("machines").join("hosts"),
        };
        let switch = &machines.switch;
        if !ip(&["netns", "add", switch]) {
            eprintln!("left out: no network namespaces can be made here (they need root and `ip`)");
            return None;
        }
        must(&["-n", switch, "link", "add", "bridge", "type", "bridge"]);
        must(&["-n", switch, "link", "set", "bridge", "up"]);
        let mut hosts = "127.0.0.1 localhost\n::1 localhost\n".to_owned();
        for (machine, namespace) in machines.namespaces.iter().enumerate() {
            let (address, port) = (address(machine), port(machine));
            let name = NAMES[machine];
            hosts.push_str(&format!("{address} {name} {name}.example\n"));
            must(&["netns", "add", namespace]);
            let wire = ["link", "add", "wire", "netns", namespace, "type", "veth"];
            let other = ["peer", "name", &port, "netns", switch];
            must(&[&wire[..], &other[..]].concat());
            let four = format!("{address}/24");
            let six = format!("fd77::{}/64", machine + 1);
            must(&["-n", namespace, "addr", "add", &four, "dev", "wire"]);
            // Without IPv6 in the kernel only the test of IPv6 fails.
            ip(&["-n", namespace, "addr", "add", &six, "dev", "wire", "nodad"]);
            must(&["-n", namespace, "link", "set", "wire", "up"]);
            must(&["-n", namespace, "link", "set", "lo", "up"]);
            must(&["-n", switch, "link", "set", &port, "master", "bridge"]);
            must(&["-n", switch, "link", "set", &port, "up"]);
        }
        std::fs::write(&machines.hosts, hosts).expect("temporary files can be written");
        Some(machines)
    }

    /// Takes the wire of a machine out of the switch, or puts it in again.
    pub fn set_wire(&self, machine: usize, state: &str) {
        must(&["-n", &self.switch, "link", "set", &port(machine), state]);
    }

    /// Lets so much leave a machine, as `tc` writes it (`20mbit`); false if this cannot be done here.
    pub fn narrow_wire(&self, machine: usize, rate: &str) -> bool {
        let mut command = Command::new("tc");
        command.args(["-n", &self.namespaces[machine], "qdisc", "add", "dev"]);
        command.args(["wire", "root", "tbf", "rate", rate]);
        command.args(["burst", "64kb", "limit", "4mb"]);
        let is_done = command.output().is_ok_and(|output| output.status.success());
        if !is_done {
            eprintln!("left out: no wire can be made narrow here (it needs `tc` and `tbf`)");
        }
        is_done
    }

    /// A command that starts `mound` on one of them.
    pub fn mound_on(&self, machine: usize) -> Command {
        let mut command = Command::new("ip");
        let hosts = self.hosts.to_string_lossy();
        // The file system of `ip netns exec` is its own, so this is seen by nobody else.
        let line = format!("mount --bind '{hosts}' /etc/hosts && exec \"$0\" \"$@\"");
        command.args(["netns", "exec", &self.namespaces[machine]]);
        command.args(["sh", "-c", &line]);
        let mound = mound();
        command.arg(mound.get_program()).args(mound.get_args());
        if let Some(directory) = mound.get_current_dir() {
            command.current_dir(directory);
        }
        for (name, value) in mound.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command
    }

    /// A node on one of them, which runs the program.
    pub fn node_on(&self, machine: usize, home: &Path, program: &Path) -> Server {
        let mut command = self.mound_on(machine);
        let listen = format!("{}:0", address(machine));
        command.env("MOUND_HOME", home);
        command.args(["node", "--listen", &listen]);
        Server::start_prepared(command, program)
    }
}

impl Drop for Machines {
    fn drop(&mut self) {
        for namespace in self.namespaces.iter().chain([&self.switch]) {
            ip(&["netns", "delete", namespace]);
        }
    }
}

/// Where the others reach a machine.
pub fn address(machine: usize) -> String {
    format!("10.77.0.{}", machine + 1)
}

/// The end of its wire in the switch.
fn port(machine: usize) -> String {
    format!("port{machine}")
}

fn must(arguments: &[&str]) {
    assert!(ip(arguments), "ip {}", arguments.join(" "));
}

fn ip(arguments: &[&str]) -> bool {
    let mut command = Command::new("ip");
    command.args(arguments).stdin(Stdio::null());
    command.output().is_ok_and(|output| output.status.success())
}
