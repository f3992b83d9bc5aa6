//! Digests of bytes, random bytes that nobody can guess, and comparison of secrets.
//!
//! The algorithms are those of `ring`, which TLS brings along, and of `blake3`, which hashes units.
//! What is long is computed by the pool (`Context::compute`).

use crate::arguments::{self, bytevector, count, symbol, wrong};
use crate::bytevectors::new;
use crate::{Area, leaf};
use mound_heap::Value;
use mound_machine::{Arguments, Context, Cost, Host, Raise};
use ring::{digest, hmac};
use subtle::ConstantTimeEq;

pub(crate) const AREA: Area = &[
    leaf("%digest", digest_of),
    leaf("%hmac", authentication_code),
    leaf("%random-bytes", random_bytes),
    leaf("%same-secret?", is_same_secret),
];

/// Random bytes that one call gives: nobody needs a longer key, and the library asks again.
const RANDOM_MAX: usize = 1 << 16;

#[derive(Clone, Copy)]
enum Algorithm {
    Ring(&'static digest::Algorithm, hmac::Algorithm),
    Blake3,
}

impl Algorithm {
    fn of(name: &str) -> Option<Algorithm> {
        Some(match name {
            "sha-1" => {
                let (plain, keyed) = (
                    &digest::SHA1_FOR_LEGACY_USE_ONLY,
                    hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY,
                );
                Algorithm::Ring(plain, keyed)
            }
            "sha-256" => Algorithm::Ring(&digest::SHA256, hmac::HMAC_SHA256),
            "sha-384" => Algorithm::Ring(&digest::SHA384, hmac::HMAC_SHA384),
            "sha-512" => Algorithm::Ring(&digest::SHA512, hmac::HMAC_SHA512),
            "blake3" => Algorithm::Blake3,
            _ => return None,
        })
    }

    fn digest(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            Algorithm::Ring(plain, _) => digest::digest(plain, bytes).as_ref().to_vec(),
            Algorithm::Blake3 => blake3::hash(bytes).as_bytes().to_vec(),
        }
    }
}

fn algorithm(context: &mut Context, arguments: Arguments, who: &str) -> Result<Algorithm, Raise> {
    let name = symbol(context, arguments, 0, who)?;
    match Algorithm::of(&name.text()) {
        Some(algorithm) => Ok(algorithm),
        None => {
            let expected = "sha-1, sha-256, sha-384, sha-512 or blake3";
            Err(wrong(context, arguments, 0, who, expected))
        }
    }
}

/// The slowest of them do some 300 MB in a second without the instructions of newer processors.
fn cost(bytes: usize) -> Cost {
    Cost {
        nanoseconds: 3 * bytes as u64,
        bytes,
    }
}

fn digest_of(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "digest";
    let algorithm = algorithm(context, arguments, who)?;
    let cost = cost(bytevector(context, arguments, 1, who)?.len());
    let digest: Vec<u8> = context.compute(who, cost, |context| {
        let bytes = bytevector(context, arguments, 1, who)?.slice().to_vec();
        Ok(move || algorithm.digest(&bytes))
    })?;
    context.pay(cost);
    new(context, &digest, who)
}

fn authentication_code(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "hmac";
    let algorithm = algorithm(context, arguments, who)?;
    let Algorithm::Ring(_, keyed) = algorithm else {
        let expected = "sha-1, sha-256, sha-384 or sha-512";
        return Err(wrong(context, arguments, 0, who, expected));
    };
    let key = bytevector(context, arguments, 1, who)?.len();
    let cost = cost(key + bytevector(context, arguments, 2, who)?.len());
    let code: Vec<u8> = context.compute(who, cost, |context| {
        let key = bytevector(context, arguments, 1, who)?.slice().to_vec();
        let bytes = bytevector(context, arguments, 2, who)?.slice().to_vec();
        Ok(move || {
            let key = hmac::Key::new(keyed, &key);
            hmac::sign(&key, &bytes).as_ref().to_vec()
        })
    })?;
    context.pay(cost);
    new(context, &code, who)
}

fn random_bytes(
    context: &mut Context,
    host: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "random-bytes";
    let length = count(context, arguments, 0, who)?;
    if length > RANDOM_MAX {
        return Err(wrong(context, arguments, 0, who, "at most 65536"));
    }
    let mut bytes = vec![0; length];
    if !host.system().fill_secret(&mut bytes) {
        for part in bytes.chunks_mut(8) {
            let random = host.system().random().to_le_bytes();
            part.copy_from_slice(&random[..part.len()]);
        }
    }
    new(context, &bytes, who)
}

/// Takes the same time wherever the first difference is.
fn is_same_secret(
    context: &mut Context,
    _: &mut dyn Host,
    arguments: Arguments,
) -> Result<Value, Raise> {
    let who = "bytevector=?/constant-time";
    let first = bytevector(context, arguments, 0, who)?;
    let second = bytevector(context, arguments, 1, who)?;
    let (is_same, length) = (first.slice().ct_eq(second.slice()), first.len());
    arguments::charge(context, length);
    Ok(Value::boolean(is_same.into()))
}
