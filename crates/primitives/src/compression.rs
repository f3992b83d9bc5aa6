//! Bytes that are compressed with deflate (RFC 1951), alone or in the form of zlib or gzip, or with zstd (RFC 8878).
//!
//! What is long is done by the pool (`Context::compute`). What foreign bytes may expand to is
//! bounded by the caller, and counted before it is made.

use crate::arguments::{bytevector, count, symbol, wrong};
use crate::bytevectors::new;
use crate::{Area, leaf};
use flate2::Compression;
use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
use mound_heap::Value;
use mound_machine::{Arguments, Context, Cost, Host, Raise};
use std::io::{Read, Write};

pub(crate) const AREA: Area = &[leaf("%compress", compress), leaf("%decompress", decompress)];

/// A byte that is compressed, at the highest level and if it fits nothing before.
const COMPRESSED_NS: u64 = 100;

/// A byte that comes out of what was compressed.
const DECOMPRESSED_NS: u64 = 8;

/// Deflate makes no more of a byte.
const DEFLATE_EXPANSION_MAX: usize = 1032;

/// The same of zstd: a block of 128 KiB that repeats one byte takes four.
const ZSTD_EXPANSION_MAX: usize = 32 << 10;

/// The levels of zstd that take memory within bounds.
const ZSTD_LEVELS: std::ops::RangeInclusive<usize> = 1..=19;

/// What zstd takes for itself when it compresses, at least.
const ZSTD_BYTES: usize = 1 << 20;

/// What is read of zstd may look back so far, as a power of two: 8 MiB, which each reader must allow, and the largest
/// that is allowed here, where as much may come out.
const ZSTD_WINDOW: (u32, u32) = (23, 27);

#[derive(Clone, Copy)]
enum Form {
    Deflate,
    Zlib,
    Gzip,
    Zstd,
}

impl Form {
    /// Bytes that one byte may stand for.
    fn expansion_max(self) -> usize {
        match self {
            Form::Zstd => ZSTD_EXPANSION_MAX,
            Form::Deflate | Form::Zlib | Form::Gzip => DEFLATE_EXPANSION_MAX,
        }
    }

    /// The room that reading it takes besides what comes out.
    fn window(self, limit: usize) -> u32 {
        let (least, most) = ZSTD_WINDOW;
        match self {
            Form::Zstd => limit.max(1).ilog2().saturating_add(1).clamp(least, most),
            Form::Deflate | Form::Zlib | Form::Gzip => 15,
        }
    }
}

fn form(context: &mut Context, arguments: Arguments, who: &str) -> Result<Form, Raise> {
    let name = symbol(context, arguments, 0, who)?;
    Ok(match &*name.text() {
        "deflate" => Form::Deflate,
        "zlib" => Form::Zlib,
        "gzip" => Form::Gzip,
        "zstd" => Form::Zstd,
        _ => {
            let wanted = "deflate, zlib, gzip or zstd";
            return Err(wrong(context, arguments, 0, who, wanted));
        }
    })
}

fn compress(context: &mut Context, _: &mut dyn Host, arguments: Arguments) -> Result<Value, Raise> {
    let who = "compress";
    let form = form(context, arguments, who)?;
    let length = bytevector(context, arguments, 1, who)?.len();
    let level = count(context, arguments, 2, who)?;
    let (levels, wanted, own) = match form {
        Form::Zstd => (ZSTD_LEVELS, "a level from 1 to 19", ZSTD_BYTES + 8 * length),
        Form::Deflate | Form::Zlib | Form::Gzip => (0..=9, "a level from 0 to 9", 0),
    };
    if !levels.contains(&level) {
        return Err(wrong(context, arguments, 2, who, wanted));
    }
    let cost = Cost {
        nanoseconds: COMPRESSED_NS * length as u64,
        bytes: 2 * length + own,
    };
    let compressed = context.compute(who, cost, |context| {
        let bytes = bytevector(context, arguments, 1, who)?.slice().to_vec();
        Ok(move || packed(form, &bytes, level))
    })?;
    context.pay(cost);
    match compressed {
        Ok(bytes) => new(context, &bytes, who),
        // Nothing but memory is written to.
        Err(_) => Ok(Value::FALSE),
    }
}

fn packed(form: Form, bytes: &[u8], level: usize) -> std::io::Result<Vec<u8>> {
    let room = Vec::with_capacity(bytes.len() / 2);
    let zstd_level = level as i32;
    let level = Compression::new(level as u32);
    match form {
        Form::Zstd => zstd::bulk::compress(bytes, zstd_level),
        Form::Deflate => {
            let mut encoder = DeflateEncoder::new(room, level);
            encoder.write_all(bytes)?;
            encoder.finish()
        }
        Form::Zlib => {
            let mut encoder = ZlibEncoder::new(room, level);
            encoder.write_all(bytes)?;
            encoder.finish()
        }
        Form::Gzip => {
            let mut encoder = GzEncoder::new(room, level);
            encoder.write_all(bytes)?;
            encoder.finish()
        }
    }
}

/// A bytevector, `#f` if the bytes are not of that form, `#t` if they are more than the limit.
fn decompress(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "decompress";
    let form = form(context, arguments, who)?;
    let length = bytevector(context, arguments, 1, who)?.len();
    let limit = count(context, arguments, 2, who)?;
    let most = limit.min(length.saturating_mul(form.expansion_max()));
    let cost = Cost {
        nanoseconds: DECOMPRESSED_NS * most as u64,
        // The vector doubles when it grows.
        bytes: length.saturating_add(most.saturating_mul(2)) + (1 << form.window(limit)),
    };
    let plain = context.compute(who, cost, |context| {
        let bytes = bytevector(context, arguments, 1, who)?.slice().to_vec();
        Ok(move || unpacked(form, &bytes, limit))
    })?;
    match plain {
        Ok(bytes) if bytes.len() > limit => Ok(Value::TRUE),
        Ok(bytes) => {
            context.pay(Cost {
                nanoseconds: DECOMPRESSED_NS * (bytes.len() + length) as u64,
                bytes: 0,
            });
            new(context, &bytes, who)
        }
        Err(_) => Ok(Value::FALSE),
    }
}

/// What the bytes stand for, or the first of it, one byte more than the limit.
fn unpacked(form: Form, bytes: &[u8], limit: usize) -> std::io::Result<Vec<u8>> {
    let decoder: Box<dyn Read + '_> = match form {
        Form::Deflate => Box::new(DeflateDecoder::new(bytes)),
        Form::Zlib => Box::new(ZlibDecoder::new(bytes)),
        Form::Gzip => Box::new(MultiGzDecoder::new(bytes)),
        Form::Zstd => {
            let mut decoder = zstd::stream::read::Decoder::with_buffer(bytes)?;
            decoder.window_log_max(form.window(limit))?;
            Box::new(decoder)
        }
    };
    let mut plain = Vec::new();
    decoder
        .take((limit as u64).saturating_add(1))
        .read_to_end(&mut plain)?;
    Ok(plain)
}
