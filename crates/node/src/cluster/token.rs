//! Tokens of invitations: whom to believe, and a secret.
//!
//! As text, 64 hexadecimal digits: 32 for the authority, 32 for the secret.

use std::fmt;

use rustls::pki_types::CertificateDer;

use super::ClusterError;

const HALF: usize = 16;

/// The first half of the hash of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fingerprint([u8; HALF]);

pub(super) fn fingerprint(certificate: &CertificateDer<'_>) -> Fingerprint {
    let hash = blake3::hash(certificate);
    let mut half = [0; HALF];
    half.copy_from_slice(&hash.as_bytes()[..HALF]);
    Fingerprint(half)
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = self.0.iter();
        digits.try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

pub(super) struct Token {
    pub authority: Fingerprint,
    pub secret: [u8; HALF],
}

impl Token {
    pub fn new(authority: &CertificateDer<'_>) -> Result<Token, ClusterError> {
        let mut secret = [0; HALF];
        let random = rustls::crypto::ring::default_provider().secure_random;
        random
            .fill(&mut secret)
            .map_err(|_| ClusterError::Io("the system gives no random numbers".into()))?;
        Ok(Token {
            authority: fingerprint(authority),
            secret,
        })
    }

    pub fn text(&self) -> String {
        format!("{}{}", self.authority, Fingerprint(self.secret))
    }

    pub fn parse(text: &str) -> Result<Token, ClusterError> {
        let text = text.trim();
        let mut bytes = [0; 2 * HALF];
        if text.len() != 4 * HALF || !text.is_ascii() {
            return Err(ClusterError::Token);
        }
        for (index, byte) in bytes.iter_mut().enumerate() {
            let digits = &text[2 * index..2 * index + 2];
            // `from_str_radix` takes a sign, too.
            let are_digits = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            let number = u8::from_str_radix(digits, 16).ok().filter(|_| are_digits);
            *byte = number.ok_or(ClusterError::Token)?;
        }
        let (mut authority, mut secret) = ([0; HALF], [0; HALF]);
        authority.copy_from_slice(&bytes[..HALF]);
        secret.copy_from_slice(&bytes[HALF..]);
        Ok(Token {
            authority: Fingerprint(authority),
            secret,
        })
    }

    /// Whether somebody knows the secret; takes the same time however much of it is right.
    pub fn is_shown(&self, secret: &[u8; HALF]) -> bool {
        let differences = self.secret.iter().zip(secret);
        differences.fold(0, |all, (one, other)| all | (one ^ other)) == 0
    }
}

pub(super) const SECRET_BYTES: usize = HALF;
