//! Addresses of servers: what of them the crate does not read.
//!
//! `sslmode` says whether the connection goes over TLS. Those words are those of PostgreSQL's own programs, but TLS
//! always means here that the server has shown to be this host; without that it protects from nobody who can stand in
//! between. Without the word it depends on the host: a socket of the file system and loopback need no TLS, all others
//! do.

use crate::Fault;
use std::net::IpAddr;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

/// Where a server is, and how to speak with it.
pub struct Address {
    pub config: Config,
    /// The file with the certificates to believe, if not those of the system.
    pub trust: Option<String>,
}

fn refused(why: impl Into<String>) -> Fault {
    Fault::new("cannot-open", why)
}

pub fn read(text: &str) -> Result<Address, Fault> {
    let (place, query) = text.split_once('?').unwrap_or((text, ""));
    let (mut mode, mut trust, mut others) = (None, None, Vec::new());
    for part in query.split('&').filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        match name {
            "sslmode" => mode = Some(value),
            "sslrootcert" => trust = Some(decoded(value)?),
            _ => others.push(part),
        }
    }
    let text = match others.is_empty() {
        true => place.to_owned(),
        false => format!("{place}?{}", others.join("&")),
    };
    let mut config: Config = text.parse().map_err(|error: tokio_postgres::Error| {
        let told = super::told(&error);
        refused(format!("not the address of a database: {told}"))
    })?;
    let mode = match mode {
        Some("disable") => SslMode::Disable,
        // Whom to believe is no matter of these words here.
        Some("require" | "verify-ca" | "verify-full") => SslMode::Require,
        Some(weak @ ("allow" | "prefer")) => {
            return Err(refused(format!(
                "sslmode={weak} protects from nobody: whoever stands in between says that there is no TLS; \
                 give verify-full or disable"
            )));
        }
        Some(other) => {
            return Err(refused(format!(
                "sslmode is verify-full or disable, and not {other}"
            )));
        }
        None if is_here(&config) => SslMode::Disable,
        None => SslMode::Require,
    };
    config.ssl_mode(mode);
    let trust = trust.filter(|trust| trust != "system");
    Ok(Address { config, trust })
}

/// Whether all of its hosts are this machine.
fn is_here(config: &Config) -> bool {
    let hosts = config.get_hosts().iter();
    hosts.clone().all(|host| match host {
        Host::Tcp(name) => {
            name == "localhost" || name.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    }) && config.get_hostaddrs().iter().all(IpAddr::is_loopback)
}

/// Without the escapes of an address.
fn decoded(text: &str) -> Result<String, Fault> {
    let malformed = || refused("an escape in sslrootcert is malformed");
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        bytes.extend_from_slice(before.as_bytes());
        let digits = after.get(..2).ok_or_else(malformed)?;
        bytes.push(u8::from_str_radix(digits, 16).map_err(|_| malformed())?);
        rest = &after[2..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8(bytes).map_err(|_| malformed())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(text: &str) -> Result<SslMode, String> {
        read(text)
            .map(|address| address.config.get_ssl_mode())
            .map_err(|fault| fault.message)
    }

    #[test]
    fn tls_is_left_out_on_this_machine_only_unless_it_is_said() {
        for (text, expected) in [
            ("postgres://a@%2Ftmp/x", SslMode::Disable),
            ("postgres://a@localhost:5433/x", SslMode::Disable),
            ("postgres://a@127.0.0.2/x", SslMode::Disable),
            ("postgres://a@[::1]/x", SslMode::Disable),
            ("postgres://a@example.org/x", SslMode::Require),
            ("postgres://a@localhost,10.0.0.1/x", SslMode::Require),
            (
                "postgres://a@localhost/x?hostaddr=10.0.0.1",
                SslMode::Require,
            ),
            (
                "postgres://a@example.org/x?sslmode=disable",
                SslMode::Disable,
            ),
            ("postgres://a@localhost/x?sslmode=require", SslMode::Require),
            (
                "postgres://a@localhost/x?application_name=y&sslmode=verify-full",
                SslMode::Require,
            ),
        ] {
            assert_eq!(mode(text), Ok(expected), "{text}");
        }
        let weak = mode("postgres://a@localhost/x?sslmode=prefer");
        assert!(weak.is_err_and(|why| why.contains("verify-full")));
        assert!(mode("postgres://a@localhost/x?sslmode=on").is_err());
        assert!(mode("postgres://a@localhost/x?sslrotcert=on").is_err());
    }

    #[test]
    fn whom_to_believe_is_a_file_or_the_system() {
        let trust = |text| read(text).map(|address| address.trust);
        assert_eq!(trust("postgres://a@b/x"), Ok(None));
        assert_eq!(trust("postgres://a@b/x?sslrootcert=system"), Ok(None));
        let path = Some("/a b".to_owned());
        assert_eq!(trust("postgres://a@b/x?sslrootcert=%2Fa%20b"), Ok(path));
        assert!(trust("postgres://a@b/x?sslrootcert=%zz").is_err());
        assert!(trust("postgres://a@b/x?sslrootcert=%f").is_err());
    }
}
