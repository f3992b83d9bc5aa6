//! The greeting at the start of a connection.
//!
//! Both sides send a [`Hello`] at once, so that both can name what does not match.
//! Then the *arbiter*, the side with the greater node id, decides whether the connection is used:
//!
//! ```text
//!   both      hello   "mound\0" version(u16) length(u16) body
//!   arbiter   accept                      frames follow, both ways
//!           | duplicate nonce(u64)        "we have a connection already: the one for which you said this nonce"
//!   other                keep             close this one, use that one
//!                      | stale            that one is dead here; the arbiter drops it and decides again
//!           | refuse text(u8 length)      "no", and why; the other side, if it has a reason, just closes
//! ```
//!
//! Since one side decides for both connections when two nodes dial each other, exactly one is used, without timing.
//! The first ten bytes of a hello, and the build after them, never change between versions.
//! This file only makes and reads the pieces; `greet.rs` plays the parts.

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use crate::codec::{Input, Malformed, put_bytes};
use crate::config::Capabilities;
use crate::error::{ConnectError, ProtocolError};
use crate::identity::NodeId;

pub const PROTOCOL_VERSION: u16 = 4;

const MAGIC: &[u8; 6] = b"mound\0";
const BODY_BYTES_MAX: usize = 2048;
const TEXT_BYTES_MAX: usize = 255;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hello {
    pub node: NodeId,
    pub incarnation: u64,
    /// Names this connection among those of the sender.
    pub nonce: u64,
    pub capabilities: Capabilities,
    pub address: String,
    pub build: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Accept,
    Duplicate { nonce: u64 },
    Keep,
    Stale,
    Refuse(String),
}

impl Hello {
    pub fn encode(&self, version: u16) -> Vec<u8> {
        let mut body = Vec::with_capacity(128);
        // The build comes first: it is what a node of another version wants to tell its user.
        put_bytes(&mut body, clip(&self.build).as_bytes());
        body.extend_from_slice(&self.node.0);
        body.extend_from_slice(&self.incarnation.to_le_bytes());
        body.extend_from_slice(&self.nonce.to_le_bytes());
        body.extend_from_slice(&self.capabilities.offered.to_le_bytes());
        body.extend_from_slice(&self.capabilities.mandatory.to_le_bytes());
        put_bytes(&mut body, clip(&self.address).as_bytes());
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&version.to_le_bytes());
        bytes.extend_from_slice(&(body.len() as u16).to_le_bytes());
        bytes.extend_from_slice(&body);
        bytes
    }

    pub async fn read(stream: &mut (impl AsyncRead + Unpin)) -> Result<Hello, ConnectError> {
        let mut start = [0; 10];
        read_exactly(stream, &mut start).await?;
        let mut input = Input::new(&start);
        if input.array() != Ok(*MAGIC) {
            return Err(ProtocolError::NotMound.into());
        }
        let (version, length) = (input.u16()?, usize::from(input.u16()?));
        if length > BODY_BYTES_MAX {
            return Err(ProtocolError::BadHandshake.into());
        }
        let mut body = vec![0; length];
        read_exactly(stream, &mut body).await?;
        if version != PROTOCOL_VERSION {
            let build = Input::new(&body)
                .string(TEXT_BYTES_MAX)
                .unwrap_or_else(|Malformed| "unknown".into());
            return Err(ConnectError::Version {
                ours: PROTOCOL_VERSION,
                theirs: version,
                build: printable(&build),
            });
        }
        Ok(Hello::decode(&body)?)
    }

    /// Bytes after the known fields belong to extensions and are ignored.
    fn decode(body: &[u8]) -> Result<Hello, Malformed> {
        let mut input = Input::new(body);
        let build = printable(&input.string(TEXT_BYTES_MAX)?);
        Ok(Hello {
            build,
            node: NodeId(input.array()?),
            incarnation: input.u64()?,
            nonce: input.u64()?,
            capabilities: Capabilities {
                offered: input.u64()?,
                mandatory: input.u64()?,
            },
            address: printable(&input.string(TEXT_BYTES_MAX)?),
        })
    }
}

impl Verdict {
    pub fn encode(&self) -> Vec<u8> {
        match self {
            Verdict::Accept => vec![1],
            Verdict::Duplicate { nonce } => {
                let mut bytes = vec![2];
                bytes.extend_from_slice(&nonce.to_le_bytes());
                bytes
            }
            Verdict::Keep => vec![3],
            Verdict::Stale => vec![4],
            Verdict::Refuse(text) => {
                let text = clip(text);
                let mut bytes = vec![5, text.len() as u8];
                bytes.extend_from_slice(text.as_bytes());
                bytes
            }
        }
    }

    pub async fn read(stream: &mut (impl AsyncRead + Unpin)) -> Result<Verdict, ConnectError> {
        let mut kind = [0];
        read_exactly(stream, &mut kind).await?;
        match kind[0] {
            1 => Ok(Verdict::Accept),
            2 => {
                let mut nonce = [0; 8];
                read_exactly(stream, &mut nonce).await?;
                Ok(Verdict::Duplicate {
                    nonce: u64::from_le_bytes(nonce),
                })
            }
            3 => Ok(Verdict::Keep),
            4 => Ok(Verdict::Stale),
            5 => {
                let mut length = [0];
                read_exactly(stream, &mut length).await?;
                let mut text = vec![0; usize::from(length[0])];
                read_exactly(stream, &mut text).await?;
                Ok(Verdict::Refuse(printable(&String::from_utf8_lossy(&text))))
            }
            _ => Err(ProtocolError::BadHandshake.into()),
        }
    }
}

pub(crate) async fn write(
    stream: &mut (impl AsyncWrite + Unpin),
    bytes: &[u8],
) -> Result<(), ConnectError> {
    let written = async {
        stream.write_all(bytes).await?;
        stream.flush().await
    };
    written
        .await
        .map_err(crate::carrier::stream_error)
        .map_err(ConnectError::Carrier)
}

async fn read_exactly(
    stream: &mut (impl AsyncRead + Unpin),
    bytes: &mut [u8],
) -> Result<(), ConnectError> {
    match stream.read_exact(bytes).await {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            Err(ProtocolError::Truncated.into())
        }
        Err(error) => Err(ConnectError::Carrier(crate::carrier::stream_error(error))),
    }
}

/// What others say goes to logs and terminals, so it must not contain control characters.
fn printable(text: &str) -> String {
    text.chars()
        .map(|character| {
            if character.is_control() {
                '?'
            } else {
                character
            }
        })
        .collect()
}

/// The longest beginning that fits.
fn clip(text: &str) -> &str {
    &text[..text.floor_char_boundary(TEXT_BYTES_MAX)]
}

impl From<Malformed> for ConnectError {
    fn from(Malformed: Malformed) -> ConnectError {
        ProtocolError::BadHandshake.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    fn hello() -> Hello {
        Hello {
            node: NodeId([3; 16]),
            incarnation: 4,
            nonce: 5,
            capabilities: Capabilities {
                offered: 6,
                mandatory: 7,
            },
            address: "localhost:1".into(),
            build: "test".into(),
        }
    }

    async fn read(bytes: &[u8]) -> Result<Hello, ConnectError> {
        Hello::read(&mut &*bytes).await
    }

    #[tokio::test]
    async fn a_hello_survives_encoding_and_may_grow() {
        let mut bytes = hello().encode(PROTOCOL_VERSION);
        assert_eq!(read(&bytes).await, Ok(hello()));
        bytes.extend_from_slice(b"extension");
        bytes[8] += 9;
        assert_eq!(read(&bytes).await, Ok(hello()));
    }

    #[tokio::test]
    async fn another_version_is_named() {
        let error = read(&hello().encode(9)).await.unwrap_err();
        assert_eq!(
            error,
            ConnectError::Version {
                ours: PROTOCOL_VERSION,
                theirs: 9,
                build: "test".into()
            }
        );
    }

    #[tokio::test]
    async fn damaged_greetings_are_refused() {
        assert_eq!(
            read(b"GET / HTTP/1.1\r\n").await,
            Err(ProtocolError::NotMound.into())
        );
        let whole = hello().encode(PROTOCOL_VERSION);
        for length in 0..whole.len() {
            assert!(read(&whole[..length]).await.is_err());
        }
        let mut random = Random::new(2);
        for _ in 0..5000 {
            let mut bytes = whole.clone();
            let at = random.below(bytes.len());
            bytes[at] = random.next() as u8;
            let _ = read(&bytes).await;
            let mut verdict = vec![random.below(7) as u8];
            verdict.extend((0..random.below(20)).map(|_| random.next() as u8));
            let _ = Verdict::read(&mut &*verdict).await;
        }
    }

    #[tokio::test]
    async fn verdicts_survive_encoding() {
        let long = "é".repeat(200);
        for verdict in [
            Verdict::Accept,
            Verdict::Duplicate { nonce: 77 },
            Verdict::Keep,
            Verdict::Stale,
            Verdict::Refuse("no".into()),
        ] {
            assert_eq!(Verdict::read(&mut &*verdict.encode()).await, Ok(verdict));
        }
        assert!(
            Verdict::read(&mut &*Verdict::Refuse(long).encode())
                .await
                .is_ok()
        );
    }
}
