//! Each dependency of the workspace has a reason.

use crate::files::Complaint;

/// The dependencies in the manifest of the workspace without a comment directly above.
/// Relatives, such as `rustls` and `tokio-rustls`, may share one.
pub fn check(manifest: &str) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    let mut inside = false;
    let mut above = "";
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line == "[workspace.dependencies]";
        } else if inside && line.contains('=') && !line.starts_with('#') {
            let explained = above.starts_with('#') || related(name(above), name(line));
            if !explained && !name(line).starts_with("mound-") {
                complaints.push(format!("Cargo.toml: no reason for {}", name(line)));
            }
        }
        above = line;
    }
    complaints
}

fn name(line: &str) -> &str {
    line.split(['=', '.']).next().unwrap_or_default().trim()
}

/// Whether one name has a part of the other.
fn related(left: &str, right: &str) -> bool {
    let parts: Vec<&str> = left.split('-').filter(|part| !part.is_empty()).collect();
    right.split('-').any(|part| parts.contains(&part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependency_without_reason_is_caught() {
        let manifest = "[workspace.dependencies]\n\
            mound-base = { path = \"crates/base\" }\n\
            # TLS.\n\
            rustls = \"0.23\"\n\
            tokio-rustls = \"0.26\"\n\
            serde = \"1\"\n\
            \n\
            clap = \"4\"\n";
        let complaints = check(manifest);
        assert_eq!(complaints.len(), 2, "{complaints:?}");
    }
}
