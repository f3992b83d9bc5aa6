//! Which crate may use which.
//!
//! [`ALLOWED`] is the picture in `ARCHITECTURE.md` as a table. A new arrow is the
//! rarest kind of change to the project, so it is made here first, by hand.

use crate::files::{Complaint, SourceFile};

/// A crate, by its directory, and those that it may use. Each row names earlier
/// rows only, so there are no cycles. Dependencies of tests are not looked at.
pub const ALLOWED: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("numbers", &["base"]),
    ("bytecode", &["base", "numbers"]),
    ("syntax", &["base", "numbers"]),
    ("format", &["base", "syntax"]),
    ("heap", &["base", "numbers"]),
    ("expand", &["base", "numbers", "syntax"]),
    ("store", &["bytecode"]),
    ("web", &[]),
    ("sql", &["web"]),
    ("machine", &["base", "numbers", "heap", "bytecode"]),
    ("native", &["heap", "bytecode", "machine"]),
    ("lint", &["base", "numbers", "syntax", "expand"]),
    (
        "compile",
        &["base", "numbers", "syntax", "expand", "bytecode"],
    ),
    ("modules", &["base", "syntax"]),
    (
        "session",
        &[
            "base", "syntax", "expand", "compile", "lint", "bytecode", "modules",
        ],
    ),
    ("reference", &["base", "syntax", "session"]),
    ("lsp", &["base", "syntax", "format", "session", "reference"]),
    ("process", &[]),
    ("wire", &["base", "numbers", "heap", "bytecode", "machine"]),
    ("node", &["base", "bytecode"]),
    (
        "primitives",
        &[
            "base", "numbers", "syntax", "bytecode", "heap", "machine", "process", "wire", "node",
        ],
    ),
    (
        "engine",
        &[
            "base",
            "numbers",
            "syntax",
            "bytecode",
            "heap",
            "expand",
            "store",
            "sql",
            "web",
            "machine",
            "modules",
            "session",
            "native",
            "process",
            "wire",
            "node",
            "primitives",
        ],
    ),
    (
        "cli",
        &[
            "base",
            "syntax",
            "format",
            "modules",
            "reference",
            "lsp",
            "engine",
        ],
    ),
];

/// Crates that are no part of `mound`: tests, and what packs it. Nothing uses them, and they may use anything.
pub const OUTSIDE: &[&str] = &["fuzz-targets", "package", "tidy"];

/// Crates from outside that belong to one concern, and those that may use them.
const CONFINED: &[(&str, &[&str])] = &[
    ("tokio", &["node", "engine", "sql", "web"]),
    ("tokio-postgres", &["sql"]),
    ("tokio-rustls", &["node", "sql", "web"]),
    ("rustls", &["node", "sql", "web"]),
    ("rcgen", &["node", "web"]),
    ("hyper", &["web"]),
    ("rusqlite", &["sql"]),
    ("time", &["node"]),
    ("pem", &["node"]),
    ("socket2", &["node"]),
    ("rustix", &["modules", "node", "engine", "cli"]),
    ("crossbeam-deque", &["process"]),
    ("libc", &["native"]),
    ("yaxpeax-arch", &["native"]),
    ("yaxpeax-x86", &["native"]),
    ("yaxpeax-arm", &["native"]),
    ("clap", &["cli"]),
    ("reedline", &["cli"]),
    ("signal-hook", &["cli"]),
    ("lsp-server", &["lsp"]),
];

/// The dependencies in a manifest that are not for tests only.
pub fn dependencies(manifest: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            inside = line.ends_with("dependencies]") && !line.contains("dev-dependencies");
        } else if inside && !line.is_empty() && !line.starts_with('#') {
            let name = line.split(['=', '.', ' ']).next().unwrap_or_default();
            found.push(name.trim_matches('"').to_owned());
        }
    }
    found
}

/// What is wrong with the manifest of the crate in `directory`.
pub fn check(directory: &str, manifest: &str) -> Vec<Complaint> {
    if OUTSIDE.contains(&directory) {
        return Vec::new();
    }
    let Some((_, allowed)) = ALLOWED.iter().find(|(name, _)| *name == directory) else {
        return vec![format!("crates/{directory} has no row in `ALLOWED`")];
    };
    let mut complaints = Vec::new();
    for dependency in dependencies(manifest) {
        let own = dependency.strip_prefix("mound-");
        if own.is_some_and(|name| !allowed.contains(&name)) {
            complaints.push(format!("crates/{directory} must not use {dependency}"));
        }
        let confined = CONFINED.iter().find(|(name, _)| *name == dependency);
        if confined.is_some_and(|(_, users)| !users.contains(&directory)) {
            complaints.push(format!("{dependency} is not for crates/{directory}"));
        }
    }
    if !manifest.contains("[lints]\nworkspace = true") {
        complaints.push(format!(
            "crates/{directory} does not take the lints of the workspace"
        ));
    }
    complaints
}

/// All manifests under `crates/`.
pub fn check_all(files: &[SourceFile]) -> Vec<Complaint> {
    let manifest = |file: &SourceFile| -> Option<Vec<Complaint>> {
        let directory = file.path.strip_prefix("crates/")?;
        let directory = directory.strip_suffix("/Cargo.toml")?;
        Some(check(directory, &file.text))
    };
    files.iter().filter_map(manifest).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINTS: &str = "\n[lints]\nworkspace = true\n";

    #[test]
    fn rows_name_earlier_rows_only() {
        for (index, (name, allowed)) in ALLOWED.iter().enumerate() {
            for used in *allowed {
                let earlier = ALLOWED[..index].iter().any(|(other, _)| other == used);
                assert!(earlier, "{name} must not be allowed to use {used}");
            }
        }
    }

    #[test]
    fn arrow_upwards_is_caught() {
        let manifest = format!("[dependencies]\nmound-machine.workspace = true\n{LINTS}");
        assert_eq!(check("heap", &manifest).len(), 1);
        assert_eq!(check("wire", &manifest).len(), 0);
    }

    #[test]
    fn dependency_of_one_target_is_caught() {
        let manifest =
            format!("[target.'cfg(unix)'.dependencies]\nmound-node = {{ path = \"x\" }}\n{LINTS}");
        assert_eq!(check("heap", &manifest).len(), 1);
    }

    #[test]
    fn dependency_of_tests_is_free() {
        let manifest = format!("[dev-dependencies]\nmound-machine.workspace = true\n{LINTS}");
        assert_eq!(check("heap", &manifest), Vec::<String>::new());
    }

    #[test]
    fn network_in_the_compiler_is_caught() {
        let manifest = format!("[dependencies]\ntokio.workspace = true\n{LINTS}");
        assert_eq!(check("compile", &manifest).len(), 1);
    }

    #[test]
    fn unknown_crate_is_caught() {
        assert_eq!(check("new", LINTS).len(), 1);
    }
}
