//! The subject and the end of a certificate, which the verifier of TLS does not tell.
//!
//! Only certificates that were verified are read here; still, nothing is believed of their lengths.

/// The kinds of attributes that are asked for, as DER writes them.
pub(super) const COMMON_NAME: &[u8] = &[0x55, 0x04, 0x03];
pub(super) const ORGANIZATIONAL_UNIT: &[u8] = &[0x55, 0x04, 0x0b];

const VERSION: u8 = 0xa0;
const OBJECT: u8 = 0x06;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;

/// Days from March of the year 0 to 1970, and one, since days of a month count from 1.
const DAYS_TO_1970: u64 = 719_469;

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

fn subject(certificate: &[u8]) -> Option<&[u8]> {
    field(certificate, 4)
}

/// When the certificate ends, in seconds since 1970.
pub(super) fn end(certificate: &[u8]) -> Option<u64> {
    let (_, _, end) = element(field(certificate, 3)?)?;
    let (tag, text, _) = element(end)?;
    let digits: Option<Vec<u64>> = text
        .strip_suffix(b"Z")?
        .iter()
        .map(|digit| char::from(*digit).to_digit(10).map(u64::from))
        .collect();
    let pairs: Vec<u64> = digits?
        .chunks(2)
        .map(|pair| pair.iter().fold(0, |number, digit| 10 * number + digit))
        .collect();
    match (tag, &pairs[..]) {
        (UTC_TIME, &[year, month, day, hour, minute, second]) => {
            let century = if year < 50 { 2000 } else { 1900 };
            Some(seconds(century + year, month, day) + 3600 * hour + 60 * minute + second)
        }
        (GENERALIZED_TIME, &[century, year, month, day, hour, minute, second]) => {
            let year = 100 * century + year;
            Some(seconds(year, month, day) + 3600 * hour + 60 * minute + second)
        }
        _ => None,
    }
}

/// From 1970 to the beginning of a day, which is not before.
fn seconds(year: u64, month: u64, day: u64) -> u64 {
    // Years that begin in March have the day that is sometimes missing at their end.
    let (year, month) = match month {
        3.. => (year, month - 3),
        _ => (year.saturating_sub(1), month + 9),
    };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day;
    days.saturating_sub(DAYS_TO_1970) * 24 * 3600
}

/// Content of a field after a version that may be missing: number, algorithm, issuer, time, subject.
fn field(certificate: &[u8], index: usize) -> Option<&[u8]> {
    let (_, certificate, _) = element(certificate)?;
    let (_, mut fields, _) = element(certificate)?;
    if fields.first() == Some(&VERSION) {
        fields = element(fields)?.2;
    }
    for _ in 0..index {
        fields = element(fields)?.2;
    }
    element(fields).map(|(_, content, _)| content)
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

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn days_are_counted_through_leap_years() {
        let day = 24 * 3600;
        for (date, days) in [
            ((1970, 1, 1), 0),
            ((1972, 2, 29), 789),
            ((1972, 3, 1), 790),
            ((2000, 3, 1), 11_017),
            ((2026, 11, 24), 20_781),
            ((2100, 3, 1), 47_541),
        ] {
            assert_eq!(seconds(date.0, date.1, date.2), days * day, "{date:?}");
        }
    }
}
