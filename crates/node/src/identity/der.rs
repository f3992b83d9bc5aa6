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
    use super::{GENERALIZED_TIME, UTC_TIME, VERSION, end, seconds};

    const SEQUENCE: u8 = 0x30;

    /// An element, whose length is written in the shortest of the three ways.
    fn element(tag: u8, content: &[u8]) -> Vec<u8> {
        let length = content.len().to_be_bytes();
        let (high, low) = (length[6], length[7]);
        let head = match content.len() {
            0..=0x7f => vec![tag, low],
            0x80..=0xff => vec![tag, 0x81, low],
            _ => vec![tag, 0x82, high, low],
        };
        [&head, content].concat()
    }

    /// As much of a certificate as is read here, with an issuer of so many bytes.
    fn certificate(has_version: bool, issuer: usize, tag: u8, time: &str) -> Vec<u8> {
        let begin = element(UTC_TIME, b"200101000000Z");
        let times = [begin, element(tag, time.as_bytes())].concat();
        let mut fields = match has_version {
            true => element(VERSION, &[2, 1, 2]),
            false => Vec::new(),
        };
        fields.extend(element(2, &[7]));
        fields.extend(element(SEQUENCE, &[]));
        fields.extend(element(SEQUENCE, &vec![0; issuer]));
        fields.extend(element(SEQUENCE, &times));
        element(SEQUENCE, &element(SEQUENCE, &fields))
    }

    #[test]
    fn the_end_is_read_in_both_forms_of_times() {
        let noon = 12 * 3600 + 34 * 60 + 56;
        for (tag, time, expected) in [
            (
                UTC_TIME,
                "261124123456Z",
                Some(seconds(2026, 11, 24) + noon),
            ),
            (
                UTC_TIME,
                "491231123456Z",
                Some(seconds(2049, 12, 31) + noon),
            ),
            // Two digits from 50 on are of the century before.
            (UTC_TIME, "990101123456Z", Some(seconds(1999, 1, 1) + noon)),
            (UTC_TIME, "500101123456Z", Some(noon)),
            (
                GENERALIZED_TIME,
                "20500101123456Z",
                Some(seconds(2050, 1, 1) + noon),
            ),
            (
                GENERALIZED_TIME,
                "99991231123456Z",
                Some(seconds(9999, 12, 31) + noon),
            ),
            (UTC_TIME, "20500101123456Z", None),
            (GENERALIZED_TIME, "261124123456Z", None),
            (UTC_TIME, "261124123456", None),
            (UTC_TIME, "2611241234x6Z", None),
            (UTC_TIME, "2611241234Z", None),
            (4, "261124123456Z", None),
        ] {
            for has_version in [true, false] {
                for issuer in [0, 1, 40, 0x7f, 0x80, 0xff, 0x100, 1000] {
                    let whole = certificate(has_version, issuer, tag, time);
                    assert_eq!(end(&whole), expected, "{time}, issuer of {issuer}");
                    let cut = &whole[..whole.len() - 1];
                    assert_eq!(end(cut), None, "{time}, cut short");
                }
            }
        }
    }

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
