//! Values of PostgreSQL as data, and the other way round.

use crate::{Datum, Fault};
use bytes::BytesMut;
use std::error::Error;
use std::fmt::Write as _;
use tokio_postgres::Row;
use tokio_postgres::types::{Format, FromSql, IsNull, ToSql, Type, to_sql_checked};

/// A datum that is sent as text: the server reads it as whatever the statement wants there.
#[derive(Debug)]
pub struct Parameter<'a>(pub &'a Datum);

impl ToSql for Parameter<'_> {
    fn to_sql(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        let text = match self.0 {
            Datum::Null => return Ok(IsNull::Yes),
            Datum::Integer(integer) => integer.to_string(),
            Datum::Real(real) if real.is_infinite() => {
                (if *real > 0.0 { "Infinity" } else { "-Infinity" }).to_owned()
            }
            Datum::Real(real) => format!("{real:?}"),
            Datum::Text(text) => {
                out.extend_from_slice(text.as_bytes());
                return Ok(IsNull::No);
            }
            Datum::Bytes(bytes) => bytes.iter().fold("\\x".to_owned(), |mut text, byte| {
                let _ = write!(text, "{byte:02x}");
                text
            }),
        };
        out.extend_from_slice(text.as_bytes());
        Ok(IsNull::No)
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    fn encode_format(&self, _: &Type) -> Format {
        Format::Text
    }

    to_sql_checked!();
}

/// What stands in a column, as it came.
struct Raw<'a>(&'a [u8]);

impl<'a> FromSql<'a> for Raw<'a> {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Raw<'a>, Box<dyn Error + Sync + Send>> {
        Ok(Raw(raw))
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

/// The value in a column of a row.
pub fn datum(row: &Row, column: usize) -> Result<Datum, Fault> {
    let kind = row.columns()[column].type_();
    let raw: Option<Raw<'_>> = row.try_get(column).map_err(super::fault)?;
    let Some(Raw(raw)) = raw else {
        return Ok(Datum::Null);
    };
    read(kind, raw).ok_or_else(|| {
        let name = row.columns()[column].name();
        let text = format!("the column {name} is of type {kind}; cast it to text to read it");
        Fault::new("type-mismatch", text)
    })
}

fn read(kind: &Type, raw: &[u8]) -> Option<Datum> {
    let text = |raw: &[u8]| String::from_utf8(raw.to_vec()).ok().map(Datum::Text);
    Some(match *kind {
        Type::BOOL => Datum::Integer(i64::from(*raw.first()? != 0)),
        Type::INT2 => Datum::Integer(i16::from_be_bytes(raw.try_into().ok()?).into()),
        Type::INT4 => Datum::Integer(i32::from_be_bytes(raw.try_into().ok()?).into()),
        Type::OID => Datum::Integer(u32::from_be_bytes(raw.try_into().ok()?).into()),
        Type::INT8 => Datum::Integer(i64::from_be_bytes(raw.try_into().ok()?)),
        Type::FLOAT4 => Datum::Real(f32::from_be_bytes(raw.try_into().ok()?).into()),
        Type::FLOAT8 => Datum::Real(f64::from_be_bytes(raw.try_into().ok()?)),
        Type::BYTEA => Datum::Bytes(raw.to_vec()),
        Type::TEXT | Type::VARCHAR | Type::BPCHAR | Type::NAME | Type::UNKNOWN | Type::JSON => {
            text(raw)?
        }
        // The first byte is the version of the form.
        Type::JSONB => text(raw.get(1..)?)?,
        Type::UUID => Datum::Text(uuid(raw)?),
        Type::NUMERIC => Datum::Text(numeric(raw)?),
        Type::DATE => {
            let days = i32::from_be_bytes(raw.try_into().ok()?);
            Datum::Text(date(days.into())?)
        }
        Type::TIMESTAMP => Datum::Text(moment(raw)?),
        Type::TIMESTAMPTZ => Datum::Text(moment(raw)? + "+00"),
        _ => return None,
    })
}

fn uuid(raw: &[u8]) -> Option<String> {
    let raw: [u8; 16] = raw.try_into().ok()?;
    let mut text = String::new();
    for (index, byte) in raw.iter().enumerate() {
        if matches!(index, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        write!(text, "{byte:02x}").ok()?;
    }
    Some(text)
}

/// Digits to the base of 10000, of which the first has the weight 10000^`weight`, and so many digits behind the point.
fn numeric(raw: &[u8]) -> Option<String> {
    let mut words = raw
        .chunks_exact(2)
        .map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
    let count = words.next()?;
    let weight = i32::from(words.next()? as i16);
    let sign = words.next()?;
    let scale = usize::from(words.next()?);
    let digits: Vec<u16> = words.take(count.into()).collect();
    match sign {
        0xC000 => return Some("NaN".to_owned()),
        0xD000 => return Some("Infinity".to_owned()),
        0xF000 => return Some("-Infinity".to_owned()),
        _ => {}
    }
    let digit = |place: i32| {
        let index = usize::try_from(weight - place).ok();
        index
            .and_then(|index| digits.get(index))
            .copied()
            .unwrap_or(0)
    };
    let mut text = String::new();
    for place in (0..=weight.max(0)).rev() {
        write!(text, "{:04}", digit(place)).ok()?;
    }
    let whole = text.trim_start_matches('0');
    let mut text = (if sign == 0x4000 { "-" } else { "" }).to_owned()
        + if whole.is_empty() { "0" } else { whole };
    if scale > 0 {
        let mut part = String::new();
        for place in 1..=scale.div_ceil(4) as i32 {
            write!(part, "{:04}", digit(-place)).ok()?;
        }
        text.push('.');
        text.push_str(&part[..scale]);
    }
    Some(text)
}

/// Microseconds since the beginning of the year 2000.
fn moment(raw: &[u8]) -> Option<String> {
    const DAY: i64 = 86_400_000_000;
    let micros = i64::from_be_bytes(raw.try_into().ok()?);
    let (days, rest) = (micros.div_euclid(DAY), micros.rem_euclid(DAY));
    let (seconds, part) = (rest / 1_000_000, rest % 1_000_000);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let mut text = format!(
        "{} {hours:02}:{minutes:02}:{:02}",
        date(days)?,
        seconds % 60
    );
    if part != 0 {
        text.push_str(format!(".{part:06}").trim_end_matches('0'));
    }
    Some(text)
}

/// The day that is so many after the first of the year 2000, in the Gregorian calendar; `None` outside of the years 1
/// to 9999, and for infinity.
fn date(days: i64) -> Option<String> {
    // From the first of March of the year 0, after which leap days are at the end of a year.
    let days = days.checked_add(730_425)?;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    (1..=9999)
        .contains(&year)
        .then(|| format!("{year:04}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_moments_are_told_as_the_server_does() {
        for (days, text) in [
            (0, "2000-01-01"),
            (59, "2000-02-29"),
            (9828, "2026-11-28"),
            (-1, "1999-12-31"),
        ] {
            assert_eq!(date(days).as_deref(), Some(text));
        }
        assert_eq!(date(i32::MAX.into()), None);
        let at = |micros: i64| moment(&micros.to_be_bytes());
        assert_eq!(at(-1_500_000).as_deref(), Some("1999-12-31 23:59:58.5"));
    }

    #[test]
    fn numbers_keep_all_digits() {
        let raw = |words: &[u16]| {
            numeric(
                &words
                    .iter()
                    .flat_map(|w| w.to_be_bytes())
                    .collect::<Vec<u8>>(),
            )
        };
        assert_eq!(raw(&[2, 1, 0, 0, 12, 34]).as_deref(), Some("120034"));
        assert_eq!(raw(&[2, 0, 0x4000, 3, 1, 5000]).as_deref(), Some("-1.500"));
        assert_eq!(raw(&[1, 0xFFFF, 0, 4, 7]).as_deref(), Some("0.0007"));
        assert_eq!(raw(&[0, 0, 0, 0]).as_deref(), Some("0"));
        assert_eq!(raw(&[1]), None);
    }
}
