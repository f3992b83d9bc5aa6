//! Names of nodes: `host:port`, each in one spelling.
//!
//! A name is what other nodes dial. Who answers there is told by its key; two names of one node only look
//! different to people, and this file sees that the usual ones do not: letters of either case, the dot at the
//! end of a DNS name, the many ways to write an address of IPv6, and `127.0.0.1` for `localhost`.

use std::net::{IpAddr, Ipv4Addr};

/// Host and port of `host:port`, or of `[host]:port` for an address of IPv6.
fn parts(address: &str) -> Option<(&str, u16)> {
    let (host, port) = address.rsplit_once(':')?;
    let port = port.parse().ok()?;
    let bare = match host.strip_prefix('[') {
        Some(rest) => rest.strip_suffix(']')?,
        // More than one colon, and no brackets: which of them begins the port cannot be known.
        None if host.contains(':') => return None,
        None => host,
    };
    let is_name = !bare.is_empty() && !bare.contains(char::is_whitespace);
    is_name.then_some((bare, port))
}

/// The one spelling of an address; none if it is no `host:port`.
pub fn canonical(address: &str) -> Option<String> {
    let (host, port) = parts(address)?;
    Some(match host.parse::<IpAddr>().map(|ip| ip.to_canonical()) {
        Ok(IpAddr::V4(Ipv4Addr::LOCALHOST)) => format!("localhost:{port}"),
        Ok(IpAddr::V4(ip)) => format!("{ip}:{port}"),
        Ok(IpAddr::V6(ip)) => format!("[{ip}]:{port}"),
        Err(_) => {
            let name = host.strip_suffix('.').unwrap_or(host);
            format!("{}:{port}", name.to_ascii_lowercase())
        }
    })
}

/// Whether no other node can dial it, since it means all addresses of a machine.
pub(crate) fn is_everywhere(address: &str) -> bool {
    let host = parts(address).and_then(|(host, _)| host.parse::<IpAddr>().ok());
    host.is_some_and(|ip| ip.to_canonical().is_unspecified())
}

/// An address with port 0 gets the port of another one.
pub(crate) fn with_port_of(address: &str, other: &str) -> String {
    match (address.strip_suffix(":0"), other.rsplit_once(':')) {
        (Some(host), Some((_, port))) => format!("{host}:{port}"),
        _ => address.to_owned(),
    }
}

/// Whether an address is one of this machine that no other machine can reach.
pub fn is_loopback(address: &str) -> bool {
    parts(address).is_some_and(|(host, _)| {
        let ip = host.parse::<IpAddr>().map(|ip| ip.to_canonical());
        ip.map_or(host.eq_ignore_ascii_case("localhost"), |ip| {
            ip.is_loopback()
        })
    })
}

/// The port of an address.
pub fn port(address: &str) -> Option<u16> {
    parts(address).map(|(_, port)| port)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_one_spelling() {
        for (spelled, expected) in [
            ("localhost:1", "localhost:1"),
            ("127.0.0.1:1", "localhost:1"),
            ("[::ffff:127.0.0.1]:1", "localhost:1"),
            ("LocalHost:01", "localhost:1"),
            ("Alpha.Example.:3001", "alpha.example:3001"),
            ("10.0.0.7:65535", "10.0.0.7:65535"),
            ("[::1]:1", "[::1]:1"),
            ("[0:0::0:1]:1", "[::1]:1"),
            ("[FD00::A]:1", "[fd00::a]:1"),
        ] {
            assert_eq!(canonical(spelled).as_deref(), Some(expected), "{spelled}");
            assert_eq!(canonical(expected).as_deref(), Some(expected));
        }
    }

    #[test]
    fn what_is_no_address_has_none() {
        for spelled in [
            "",
            "alpha",
            "alpha:",
            ":1",
            "alpha:x",
            "alpha:65536",
            "alpha:-1",
            "::1",
            "::1:3001",
            "[::1]",
            "[::1:3001",
            "[]:1",
            "al pha:1",
        ] {
            assert_eq!(canonical(spelled), None, "{spelled}");
        }
    }

    #[test]
    fn all_addresses_of_a_machine_are_none_to_dial() {
        for (address, everywhere) in [
            ("0.0.0.0:1", true),
            ("[::]:1", true),
            ("[::ffff:0.0.0.0]:1", true),
            ("10.0.0.1:1", false),
            ("localhost:1", false),
            ("[::1]:1", false),
        ] {
            assert_eq!(is_everywhere(address), everywhere, "{address}");
        }
    }

    #[test]
    fn the_port_of_an_address() {
        for (address, expected) in [
            ("alpha:3001", Some(3001)),
            ("[::1]:0", Some(0)),
            ("10.0.0.7:65535", Some(65535)),
            ("alpha", None),
        ] {
            assert_eq!(port(address), expected, "{address}");
        }
    }

    #[test]
    fn a_free_port_is_told() {
        assert_eq!(with_port_of("alpha:0", "0.0.0.0:4321"), "alpha:4321");
        assert_eq!(with_port_of("alpha:12", "0.0.0.0:4321"), "alpha:12");
    }

    #[test]
    fn addresses_of_this_machine_alone_are_known() {
        for (address, loopback) in [
            ("localhost:1", true),
            ("127.0.0.2:1", true),
            ("[::1]:1", true),
            ("0.0.0.0:1", false),
            ("alpha:1", false),
        ] {
            assert_eq!(is_loopback(address), loopback, "{address}");
        }
    }
}
