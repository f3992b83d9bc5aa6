//! Certificates that a program makes for itself.

use rcgen::{CertificateParams, DistinguishedName, DnType, KeyPair};

/// A certificate for these names and addresses of hosts, signed by its own key, and that key, both as PEM.
///
/// Whoever is to believe it has to be given it: for tests, and between programs that know each other.
pub fn self_made(names: &[String]) -> Result<(String, String), String> {
    let text = |error: rcgen::Error| error.to_string();
    let mut params = CertificateParams::new(names.to_vec()).map_err(text)?;
    params.distinguished_name = DistinguishedName::new();
    let first = names.first().map_or("", String::as_str);
    params.distinguished_name.push(DnType::CommonName, first);
    // Browsers do not know keys of the kind that nodes have.
    let key = KeyPair::generate_for(&rcgen::PKCS_ECDSA_P256_SHA256).map_err(text)?;
    let certificate = params.self_signed(&key).map_err(text)?;
    Ok((certificate.pem(), key.serialize_pem()))
}
