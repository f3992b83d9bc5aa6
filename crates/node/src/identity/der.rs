//! The subject of a certificate, which the verifier of TLS does not tell.
//!
//! Only certificates that were verified are read here; still, nothing is believed of their lengths.

/// The kinds of attributes that are asked for, as DER writes them.
pub(super) const COMMON_NAME: &[u8] = &[0x55, 0x04, 0x03];
pub(super) const ORGANIZATIONAL_UNIT: &[u8] = &[0x55, 0x04, 0x0b];

const VERSION: u8 = 0xa0;
const OBJECT: u8 = 0x06;

/// An attribute of the subject, as text.
pub(super) fn subject_attribute(certificate: &[u8], kind: &[u8]) -> Option<String> {
    let mut names = subject(certificate)?;
    while !names.is_empty() {
        let (_, set, rest) = element(names)?;
        names = rest;
        let (_, attribute, _) = element(set)?;
        let (tag, object, value) = element(attribute)?;
        if tag == OBJECT && object == kind {
            let (_, text, _) = element(value)?;
            return String::from_utf8(text.to_vec()).ok();
        }
    }
    None
}

/// After a version that may be missing: number, algorithm, issuer, time, subject.
fn subject(certificate: &[u8]) -> Option<&[u8]> {
    let (_, certificate, _) = element(certificate)?;
    let (_, mut fields, _) = element(certificate)?;
    if fields.first() == Some(&VERSION) {
        fields = element(fields)?.2;
    }
    for _ in 0..4 {
        fields = element(fields)?.2;
    }
    element(fields).map(|(_, subject, _)| subject)
}

/// Tag and content of the first element, and what comes after it.
fn element(bytes: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (&[tag, first], rest) = bytes.split_first_chunk()?;
    let (length, rest) = match (first, rest) {
        (0..=0x7f, rest) => (usize::from(first), rest),
        (0x81, [length, rest @ ..]) => (usize::from(*length), rest),
        (0x82, [high, low, rest @ ..]) => (usize::from(u16::from_be_bytes([*high, *low])), rest),
        _ => return None,
    };
    let (content, rest) = rest.split_at_checked(length)?;
    Some((tag, content, rest))
}
