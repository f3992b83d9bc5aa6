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
//!           | refuse code(u16) text(u8 length)   "no", and why; the other side, if it has a reason, just closes
//! ```
//!
//! Since one side decides for both connections when two nodes dial each other, exactly one is used, without timing.
//! The first ten bytes of a hello, the build and the oldest version after them never change.
//! This file only makes and reads the pieces; `greet.rs` plays the parts.

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use crate::codec::{Input, Malformed, put_bytes};
use crate::codes::Code;
use crate::config::Capabilities;
use crate::error::{ConnectError, ProtocolError};
use crate::identity::NodeId;
use crate::versions::{CodeVersions, FIRST_RANGE, PROTOCOL, Versions};

const MAGIC: &[u8; 6] = b"mound\0";
const BODY_BYTES_MAX: usize = 2048;
const TEXT_BYTES_MAX: usize = 255;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hello {
    /// Of the protocol.
    pub versions: Versions,
    pub node: NodeId,
    pub incarnation: u64,
    /// Names this connection among those of the sender.
    pub nonce: u64,
    pub capabilities: Capabilities,
    pub address: String,
    pub build: String,
    pub code: CodeVersions,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Accept,
    Duplicate { nonce: u64 },
    Keep,
    Stale,
    Refuse(Code, String),
}

impl Hello {
    pub fn encode(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(128);
        // The build comes first: it is what a node of another version wants to tell its user.
        put_bytes(&mut body, clip(&self.build).as_bytes());
        if self.versions.newest >= FIRST_RANGE {
            body.extend_from_slice(&self.versions.oldest.to_le_bytes());
        }
        body.extend_from_slice(&self.node.0);
        body.extend_from_slice(&self.incarnation.to_le_bytes());
        body.extend_from_slice(&self.nonce.to_le_bytes());
        body.extend_from_slice(&self.capabilities.offered.to_le_bytes());
        body.extend_from_slice(&self.capabilities.mandatory.to_le_bytes());
        put_bytes(&mut body, clip(&self.address).as_bytes());
        body.extend_from_slice(&self.code.bytecode.newest.to_le_bytes());
        body.extend_from_slice(&self.code.bytecode.oldest.to_le_bytes());
        body.extend_from_slice(&self.code.primitives);
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&self.versions.newest.to_le_bytes());
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
        let (newest, length) = (input.u16()?, usize::from(input.u16()?));
        if length > BODY_BYTES_MAX {
            return Err(ProtocolError::BadHandshake.into());
        }
        let mut body = vec![0; length];
        read_exactly(stream, &mut body).await?;
        let mut input = Input::new(&body);
        let build = printable(&input.string(TEXT_BYTES_MAX)?);
        let oldest = match newest >= FIRST_RANGE {
            true => input.u16()?,
            false => newest,
        };
        let versions = Versions { oldest, newest };
        if PROTOCOL.agree(versions).is_none() {
            return Err(ConnectError::Version {
                ours: PROTOCOL,
                theirs: versions,
                build,
            });
        }
        Ok(Hello::decode(versions, build, &mut input)?)
    }

    /// Bytes after the known fields belong to extensions and are ignored.
    fn decode(
        versions: Versions,
        build: String,
        input: &mut Input<'_>,
    ) -> Result<Hello, Malformed> {
        Ok(Hello {
            versions,
            build,
            node: NodeId(input.array()?),
            incarnation: input.u64()?,
            nonce: input.u64()?,
            capabilities: Capabilities {
                offered: input.u64()?,
                mandatory: input.u64()?,
            },
            address: printable(&input.string(TEXT_BYTES_MAX)?),
            code: CodeVersions {
                bytecode: Versions {
                    newest: input.u16()?,
                    oldest: input.u16()?,
                },
                primitives: input.array()?,
            },
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
            Verdict::Refuse(code, text) => {
                let text = clip(text);
                let mut bytes = vec![5];
                bytes.extend_from_slice(&code.0.to_le_bytes());
                bytes.push(text.len() as u8);
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
                let mut head = [0; 3];
                read_exactly(stream, &mut head).await?;
                let [low, high, length] = head;
                let mut text = vec![0; usize::from(length)];
                read_exactly(stream, &mut text).await?;
                let code = Code(u16::from_le_bytes([low, high]));
                let text = printable(&String::from_utf8_lossy(&text));
                Ok(Verdict::Refuse(code, text))
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
            versions: PROTOCOL,
            node: NodeId([3; 16]),
            incarnation: 4,
            nonce: 5,
            capabilities: Capabilities {
                offered: 6,
                mandatory: 7,
            },
            address: "localhost:1".into(),
            build: "test".into(),
            code: CodeVersions::own(),
        }
    }

    async fn read(bytes: &[u8]) -> Result<Hello, ConnectError> {
        Hello::read(&mut &*bytes).await
    }

    #[tokio::test]
    async fn a_hello_survives_encoding_and_may_grow() {
        let mut bytes = hello().encode();
        assert_eq!(read(&bytes).await, Ok(hello()));
        bytes.extend_from_slice(b"extension");
        bytes[8] += 9;
        assert_eq!(read(&bytes).await, Ok(hello()));
    }

    #[tokio::test]
    async fn both_ranges_are_named_if_they_do_not_meet() {
        for (oldest, newest, named) in [(4, 4, "4"), (900, 901, "900 to 901"), (1, 3, "3")] {
            let other = Hello {
                versions: Versions { oldest, newest },
                ..hello()
            };
            let error = read(&other.encode()).await.unwrap_err();
            let text = format!(
                "the peer (test) speaks protocol version {named}, and this node {PROTOCOL}: they have none in common"
            );
            assert_eq!(error.to_string(), text);
        }
    }

    #[tokio::test]
    async fn a_peer_that_knows_more_versions_is_understood() {
        let later = Hello {
            versions: Versions {
                oldest: PROTOCOL.oldest - 1,
                newest: PROTOCOL.newest + 3,
            },
            ..hello()
        };
        assert_eq!(read(&later.encode()).await, Ok(later));
    }

    #[tokio::test]
    async fn damaged_greetings_are_refused() {
        assert_eq!(
            read(b"GET / HTTP/1.1\r\n").await,
            Err(ProtocolError::NotMound.into())
        );
        let whole = hello().encode();
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
            Verdict::Refuse(Code::CROWDED, "no".into()),
        ] {
            assert_eq!(Verdict::read(&mut &*verdict.encode()).await, Ok(verdict));
        }
        assert!(
            Verdict::read(&mut &*Verdict::Refuse(Code::OTHER, long).encode())
                .await
                .is_ok()
        );
    }
}
