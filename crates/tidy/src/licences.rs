//! All that is linked into `mound` is permissively licensed.
//!
//! `deny.toml` says the same to `cargo deny`, for those who have it; this check needs
//! only cargo. It asks for the packages of this platform, which the build has fetched.

use crate::files::Complaint;
use std::path::Path;
use std::process::Command;

/// Licences of which one alternative must be made up entirely.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Whether an expression such as `(MIT OR Apache-2.0) AND Unicode-3.0` allows our use.
/// Parentheses are read as: all parts joined by AND must have an allowed alternative.
pub fn is_allowed(expression: &str) -> bool {
    expression.split(" AND ").all(|part| {
        let part = part.replace('/', " OR ");
        part.split(" OR ")
            .map(|licence| licence.trim_matches(['(', ')', ' ']))
            .any(|licence| ALLOWED.contains(&licence))
    })
}

/// Name and licence of each package in what `cargo metadata` prints.
pub fn packages(metadata: &str) -> Vec<(&str, &str)> {
    let field = |text, key: &str| -> Option<&str> {
        let (_, rest) = str::split_once(text, key)?;
        rest.split('"').next()
    };
    metadata
        .split("{\"name\":\"")
        .skip(1)
        .filter(|package| package.contains("\"license\":"))
        .map(|package| {
            let name = package.split('"').next().unwrap_or_default();
            (name, field(package, "\"license\":\"").unwrap_or("none"))
        })
        .collect()
}

/// The packages whose licence is not allowed.
pub fn check(root: &Path) -> Vec<Complaint> {
    let metadata = match metadata(root) {
        Ok(metadata) => metadata,
        Err(text) => return vec![format!("cargo metadata failed: {text}")],
    };
    packages(&metadata)
        .into_iter()
        .filter(|(_, licence)| !is_allowed(licence))
        .map(|(name, licence)| format!("{name}: licence {licence}"))
        .collect()
}

fn metadata(root: &Path) -> Result<String, String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let platform = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1"])
        .args(["--filter-platform", &platform])
        .current_dir(root)
        .output()
        .map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_allowed_alternative_is_enough() {
        assert!(is_allowed("MIT OR GPL-3.0"));
        assert!(is_allowed("MIT/Apache-2.0"));
        assert!(is_allowed("(MIT OR Apache-2.0) AND Unicode-3.0"));
        assert!(is_allowed("Apache-2.0 WITH LLVM-exception"));
    }

    #[test]
    fn copyleft_and_none_are_caught() {
        assert!(!is_allowed("GPL-3.0"));
        assert!(!is_allowed("MIT AND GPL-3.0"));
        assert!(!is_allowed("none"));
    }

    #[test]
    fn packages_are_found_with_their_licences() {
        let text = "{\"packages\":[{\"name\":\"a\",\"license\":\"MIT\"},{\"name\":\"b\",\"license\":null}]}";
        assert_eq!(packages(text), [("a", "MIT"), ("b", "none")]);
    }
}
