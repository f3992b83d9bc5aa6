//! What is said between the one who invites and the one who joins, over TLS 1.3.
//!
//! ```text
//!   joins    secret (16) key (32)
//!   invites  0, what is granted, the bulletin of the cluster if there is one     or    1, why not
//! ```
//!
//! The three have their length (4 bytes, the higher first) before them. The joining side checks the
//! certificate of the other against the token before it says anything (C1); the inviting side knows the other by
//! the secret alone, since a machine that joins has no certificate yet.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, ServerConfig,
    SignatureScheme,
};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_rustls::{TlsAcceptor, TlsConnector};

use super::token::{SECRET_BYTES, Token, fingerprint};
use super::{ClusterError, Offer, is_name};
use crate::address;
use crate::codec::Malformed;
use crate::identity::member::{GRANTED_BYTES_MAX, Grant, Granted, KEY_BYTES, grant, public_key};
use crate::identity::{
    Authority, BULLETIN_BYTES_MAX, Bulletin, CERTIFICATE_NAME, Identity, Trust, unix_time,
};

/// Says in the TLS greeting what follows.
const APPLICATION: &[u8] = b"mound-join";

/// What one side waits for the other.
const STEP: Duration = Duration::from_secs(10);

/// Strangers that are heard at the same time; each goes after [`STEP`].
const STRANGERS_MAX: usize = 64;

const GRANTED: u8 = 0;
const REFUSED: u8 = 1;

pub(super) struct Inviting {
    listener: TcpListener,
    acceptor: TlsAcceptor,
    /// What the other machine is to dial.
    pub address: String,
}

/// What was given out, and to which key.
pub(super) struct Given {
    pub key: [u8; KEY_BYTES],
    pub since: u64,
    pub expires: u64,
    /// Whether the machine said that it has it.
    pub is_taken: bool,
}

pub(super) async fn listen(authority: &Authority, offer: &Offer) -> Result<Inviting, ClusterError> {
    let said = offer.advertise.as_ref().unwrap_or(&offer.listen);
    let told = address::canonical(said).ok_or_else(|| ClusterError::Address(said.clone()))?;
    if address::is_everywhere(&told) {
        return Err(crate::error::NodeError::NothingToDial { address: told }.into());
    }
    let listener = TcpListener::bind(&offer.listen)
        .await
        .map_err(|error| ClusterError::Io(format!("cannot listen at {}: {error}", offer.listen)))?;
    let local = listener.local_addr().map_err(io_error)?;
    // The certificate of the authority comes along: the other side does not have it yet.
    let above = vec![authority.certificate.clone()];
    let identity = Identity::new(
        &authority.issuer()?,
        above,
        Trust::of(authority.certificate.clone()),
    )?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_protocol_versions(&[&rustls::version::TLS13])
        .map_err(tls_error)?
        .with_no_client_auth()
        .with_single_cert(identity.chain, identity.key)
        .map_err(tls_error)?;
    config.alpn_protocols = vec![APPLICATION.to_vec()];
    config.send_tls13_tickets = 0;
    Ok(Inviting {
        listener,
        acceptor: TlsAcceptor::from(Arc::new(config)),
        address: address::with_port_of(&told, &local.to_string()),
    })
}

impl Inviting {
    /// Ends when the first machine has shown the secret and was given a certificate.
    pub async fn wait(
        self,
        authority: &Authority,
        token: &Token,
        offer: &Offer,
        bulletin: &str,
    ) -> Result<Given, ClusterError> {
        let mut strangers = JoinSet::new();
        loop {
            tokio::select! {
                accepted = self.listener.accept(), if strangers.len() < STRANGERS_MAX => {
                    let (socket, _) = accepted.map_err(io_error)?;
                    let acceptor = self.acceptor.clone();
                    strangers.spawn(async move {
                        tokio::time::timeout(STEP, hear(acceptor, socket)).await
                    });
                }
                Some(heard) = strangers.join_next() => {
                    // Who does not come so far is told nothing, and waited for no longer.
                    let Ok(Ok(Ok((mut stream, secret, key)))) = heard else { continue };
                    if !token.is_shown(&secret) {
                        let why = "it is not the token that was made for it";
                        let _ = tokio::time::timeout(STEP, refuse(&mut stream, why)).await;
                        continue;
                    }
                    let granted = grant(authority, &Grant {
                        name: &offer.name,
                        key,
                        roles: offer.roles,
                        since: unix_time(),
                        valid: offer.valid,
                    })?;
                    // Who goes away now may have all of it, and the token is used up (C2).
                    let told = tokio::time::timeout(STEP, give(&mut stream, &granted, bulletin)).await;
                    return Ok(Given {
                        key,
                        since: granted.since,
                        expires: granted.expires,
                        is_taken: matches!(told, Ok(Ok(()))),
                    });
                }
            }
        }
    }
}

type Server = tokio_rustls::server::TlsStream<TcpStream>;

/// The secret and the key that a stranger shows.
async fn hear(
    acceptor: TlsAcceptor,
    socket: TcpStream,
) -> io::Result<(Server, [u8; SECRET_BYTES], [u8; KEY_BYTES])> {
    let mut stream = acceptor.accept(socket).await?;
    let (mut secret, mut key) = ([0; SECRET_BYTES], [0; KEY_BYTES]);
    stream.read_exact(&mut secret).await?;
    stream.read_exact(&mut key).await?;
    Ok((stream, secret, key))
}

async fn refuse(stream: &mut Server, why: &str) -> io::Result<()> {
    stream.write_u8(REFUSED).await?;
    write_bytes(stream, why.as_bytes()).await?;
    stream.shutdown().await
}

/// Ends when the other side has confirmed that it has all.
async fn give(stream: &mut Server, granted: &Granted, bulletin: &str) -> io::Result<()> {
    stream.write_u8(GRANTED).await?;
    write_bytes(stream, &granted.encode()).await?;
    write_bytes(stream, bulletin.as_bytes()).await?;
    stream.flush().await?;
    stream.read_u8().await?;
    stream.shutdown().await
}

/// Shows the token of an invitation; what it gives.
pub(super) async fn join(
    address: &str,
    token: &Token,
    key: [u8; KEY_BYTES],
) -> Result<(Granted, Option<Bulletin>), ClusterError> {
    let joining = ask(address, token, key);
    let result = tokio::time::timeout(3 * STEP, joining).await;
    result.unwrap_or_else(|_| Err(ClusterError::Io(format!("{address} does not answer"))))
}

async fn ask(
    address: &str,
    token: &Token,
    key: [u8; KEY_BYTES],
) -> Result<(Granted, Option<Bulletin>), ClusterError> {
    let mut stream = introduce(address, token, key).await?;
    if stream.read_u8().await.map_err(io_error)? != GRANTED {
        let why = read_bytes(&mut stream, 256).await.map_err(io_error)?;
        return Err(ClusterError::Refused(
            String::from_utf8_lossy(&why).into_owned(),
        ));
    }
    let bytes = read_bytes(&mut stream, GRANTED_BYTES_MAX).await;
    let granted = Granted::decode(&bytes.map_err(io_error)?)?;
    let text = read_bytes(&mut stream, BULLETIN_BYTES_MAX).await;
    let text = String::from_utf8(text.map_err(io_error)?).unwrap_or_default();
    let bulletin = Bulletin::parse(&text);
    let authorities = std::slice::from_ref(&granted.authority);
    let is_believed = |bulletin: &Bulletin| bulletin.is_signed_by(authorities);
    if !is_name(&granted.name)
        || public_key(&granted.certificate) != Some(key)
        || fingerprint(&granted.authority) != token.authority
        || bulletin.is_none() != text.is_empty()
        || !bulletin.as_ref().is_none_or(is_believed)
    {
        return Err(ClusterError::Io(format!(
            "{address} has sent a certificate that is not for this machine"
        )));
    }
    stream.write_u8(GRANTED).await.map_err(io_error)?;
    stream.shutdown().await.map_err(io_error)?;
    Ok((granted, bulletin))
}

/// Shows the secret and the key to whoever is certified by the authority that the token names.
pub(super) async fn introduce(
    address: &str,
    token: &Token,
    key: [u8; KEY_BYTES],
) -> Result<tokio_rustls::client::TlsStream<TcpStream>, ClusterError> {
    let socket = TcpStream::connect(address)
        .await
        .map_err(|error| ClusterError::Io(format!("cannot reach {address}: {error}")))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let verifier = Arc::new(NamedByToken {
        token: token.authority,
        provider: Arc::clone(&provider),
    });
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_protocol_versions(&[&rustls::version::TLS13])
        .map_err(tls_error)?
        .dangerous()
        .with_custom_certificate_verifier(verifier)
        .with_no_client_auth();
    config.alpn_protocols = vec![APPLICATION.to_vec()];
    let name = ServerName::try_from(CERTIFICATE_NAME)
        .map_err(|error| ClusterError::Io(error.to_string()))?;
    let mut stream = TlsConnector::from(Arc::new(config))
        .connect(name, socket)
        .await
        .map_err(connect_error)?;
    stream.write_all(&token.secret).await.map_err(io_error)?;
    stream.write_all(&key).await.map_err(io_error)?;
    stream.flush().await.map_err(io_error)?;
    Ok(stream)
}

async fn write_bytes(stream: &mut (impl AsyncWrite + Unpin), bytes: &[u8]) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
    stream.write_u32(length).await?;
    stream.write_all(bytes).await
}

async fn read_bytes(stream: &mut (impl AsyncRead + Unpin), most: usize) -> io::Result<Vec<u8>> {
    let length = stream.read_u32().await? as usize;
    if length > most {
        return Err(io::Error::other("it sends more than there can be"));
    }
    let mut bytes = vec![0; length];
    stream.read_exact(&mut bytes).await?;
    Ok(bytes)
}

fn io_error(error: io::Error) -> ClusterError {
    ClusterError::Io(error.to_string())
}

impl From<Malformed> for ClusterError {
    fn from(Malformed: Malformed) -> ClusterError {
        ClusterError::Io("what was granted cannot be read".into())
    }
}

fn tls_error(error: rustls::Error) -> ClusterError {
    ClusterError::Io(error.to_string())
}

/// A certificate that the token does not name ends the greeting.
fn connect_error(error: io::Error) -> ClusterError {
    let inner = error.get_ref();
    match inner.and_then(|inner| inner.downcast_ref::<rustls::Error>()) {
        Some(rustls::Error::InvalidCertificate(_)) => ClusterError::OtherCluster,
        _ => ClusterError::Io(format!("no secure connection: {error}")),
    }
}

/// Believes whoever is certified by the authority that a token names, and shows the certificate of it.
#[derive(Debug)]
struct NamedByToken {
    token: super::token::Fingerprint,
    provider: Arc<rustls::crypto::CryptoProvider>,
}

impl ServerCertVerifier for NamedByToken {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        above: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        stapled: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        let unknown = || rustls::Error::InvalidCertificate(CertificateError::UnknownIssuer);
        let authority = above
            .iter()
            .find(|certificate| fingerprint(certificate) == self.token)
            .ok_or_else(unknown)?;
        let mut roots = RootCertStore::empty();
        roots.add(authority.clone().into_owned())?;
        let verifier =
            WebPkiServerVerifier::builder_with_provider(roots.into(), Arc::clone(&self.provider))
                .build()
                .map_err(|error| rustls::Error::General(error.to_string()))?;
        verifier.verify_server_cert(certificate, above, name, stapled, now)
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        rustls::crypto::verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        rustls::crypto::verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider
            .signature_verification_algorithms
            .supported_schemes()
    }
}
