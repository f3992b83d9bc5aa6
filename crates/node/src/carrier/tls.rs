//! TLS 1.3 over TCP, both sides with certificates of one cluster, which can be renewed while it is in use.

use std::io;
use std::sync::{Arc, PoisonError, RwLock};

use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{AlertDescription, CertificateError, ClientConfig, ServerConfig};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::{TlsAcceptor, TlsConnector};

use super::verify::{Answering, Dialling};
use super::{BoxFutureOf, Carrier, Connected, Incoming, Listener};
use crate::error::{CarrierError, NodeError};
use crate::host::BoxFuture;
use crate::identity::{CERTIFICATE_NAME, Credential, Identity, NodeId, Trust, node_id};

/// Says in the TLS greeting what follows, so that nobody mistakes a node for a web server.
const APPLICATION: &[u8] = b"mound";
/// Bytes in the kernel that are not yet on the wire. What is in there can no longer be overtaken by a heartbeat.
#[cfg(any(target_os = "linux", target_os = "android"))]
const UNSENT_BYTES: u32 = 128 << 10;

pub struct TlsTcp {
    node: NodeId,
    /// Of the certificates that are good now; connections that are being made keep theirs.
    settings: Arc<RwLock<Settings>>,
}

#[derive(Clone)]
struct Settings {
    client: Arc<ClientConfig>,
    server: Arc<ServerConfig>,
    trust: Arc<Trust>,
}

impl TlsTcp {
    pub fn new(identity: &Identity) -> Result<TlsTcp, NodeError> {
        Ok(TlsTcp {
            node: identity.node,
            settings: Arc::new(RwLock::new(Settings::new(identity)?)),
        })
    }

    /// From now on, proves and believes what this identity says. It has the same key.
    pub(crate) fn renew(&self, identity: &Identity) -> Result<(), NodeError> {
        debug_assert_eq!(identity.node, self.node);
        let settings = Settings::new(identity)?;
        *self
            .settings
            .write()
            .unwrap_or_else(PoisonError::into_inner) = settings;
        Ok(())
    }
}

fn current(settings: &RwLock<Settings>) -> Settings {
    settings
        .read()
        .unwrap_or_else(PoisonError::into_inner)
        .clone()
}

impl Settings {
    fn new(identity: &Identity) -> Result<Settings, NodeError> {
        let problem = |error: rustls::Error| NodeError::Certificate(error.to_string());
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let (chain, trust) = (&identity.chain, &identity.trust);
        let verifier = Arc::new(Dialling::new(&provider, trust).map_err(problem)?);
        let mut server = ServerConfig::builder_with_provider(Arc::clone(&provider))
            .with_protocol_versions(&[&rustls::version::TLS13])
            .map_err(problem)?
            .with_client_cert_verifier(verifier)
            .with_single_cert(chain.clone(), identity.key.clone_key())
            .map_err(problem)?;
        let verifier = Arc::new(Answering::new(&provider, trust).map_err(problem)?);
        let mut client = ClientConfig::builder_with_provider(provider)
            .with_protocol_versions(&[&rustls::version::TLS13])
            .map_err(problem)?
            .dangerous()
            .with_custom_certificate_verifier(verifier)
            .with_client_auth_cert(chain.clone(), identity.key.clone_key())
            .map_err(problem)?;
        server.alpn_protocols = vec![APPLICATION.to_vec()];
        client.alpn_protocols = vec![APPLICATION.to_vec()];
        // Each connection proves both keys anew; a resumed session would not say whose key it was.
        server.send_tls13_tickets = 0;
        client.resumption = rustls::client::Resumption::disabled();
        Ok(Settings {
            client: Arc::new(client),
            server: Arc::new(server),
            trust: Arc::clone(trust),
        })
    }
}

impl Carrier for TlsTcp {
    fn node(&self) -> NodeId {
        self.node
    }

    fn listen(&self, address: &str) -> BoxFuture<Result<Box<dyn Listener>, io::Error>> {
        let address = address.to_owned();
        let settings = Arc::clone(&self.settings);
        Box::pin(async move {
            let listener = TcpListener::bind(&address).await?;
            let local = listener.local_addr()?;
            Ok(Box::new(TcpTlsListener {
                listener,
                local,
                settings,
            }) as Box<dyn Listener>)
        })
    }

    fn dial(&self, address: &str) -> BoxFuture<Result<Connected, CarrierError>> {
        let address = address.to_owned();
        let Settings { client, trust, .. } = current(&self.settings);
        let connector = TlsConnector::from(client);
        Box::pin(async move {
            let socket = TcpStream::connect(&address)
                .await
                .map_err(|error| CarrierError::Io(mound_base::why(&error)))?;
            prepare(&socket).map_err(|error| CarrierError::Io(mound_base::why(&error)))?;
            let name = ServerName::try_from(CERTIFICATE_NAME)
                .map_err(|error| CarrierError::Tls(error.to_string()))?;
            let stream = connector
                .connect(name, socket)
                .await
                .map_err(stream_error)?;
            let proof = proof(&trust, stream.get_ref().1.peer_certificates());
            connected(address, proof, stream)
        })
    }
}

struct TcpTlsListener {
    listener: TcpListener,
    local: std::net::SocketAddr,
    settings: Arc<RwLock<Settings>>,
}

impl Listener for TcpTlsListener {
    fn address(&self) -> String {
        self.local.to_string()
    }

    fn accept(&mut self) -> BoxFutureOf<'_, io::Result<Incoming>> {
        Box::pin(async move {
            let (socket, remote) = self.listener.accept().await?;
            let remote = remote.to_string();
            let Settings { server, trust, .. } = current(&self.settings);
            let acceptor = TlsAcceptor::from(server);
            let name = remote.clone();
            let authenticate = Box::pin(async move {
                prepare(&socket).map_err(|error| CarrierError::Io(mound_base::why(&error)))?;
                let stream = acceptor.accept(socket).await.map_err(stream_error)?;
                let proof = proof(&trust, stream.get_ref().1.peer_certificates());
                connected(name, proof, stream)
            });
            Ok(Incoming {
                remote,
                authenticate,
            })
        })
    }
}

fn prepare(socket: &TcpStream) -> io::Result<()> {
    socket.set_nodelay(true)?;
    #[cfg(any(target_os = "linux", target_os = "android"))]
    // A kernel without this option only makes urgent frames slower.
    let _ = socket2::SockRef::from(socket).set_tcp_notsent_lowat(UNSENT_BYTES);
    Ok(())
}

/// What the certificates of the other side prove.
fn proof(trust: &Trust, chain: Option<&[CertificateDer<'static>]>) -> Option<(NodeId, Credential)> {
    let chain = trust.below_authority(chain?);
    Some((node_id(chain.first()?)?, Credential::of(chain)?))
}

fn connected<S>(
    remote: String,
    proof: Option<(NodeId, Credential)>,
    stream: S,
) -> Result<Connected, CarrierError>
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Send + Unpin + 'static,
{
    let (node, credential) =
        proof.ok_or_else(|| CarrierError::Tls("the peer has no certificate of a node".into()))?;
    Ok(Connected::new(node, credential, remote, stream))
}

/// Finds the reason inside of an I/O error: a TLS failure often arrives at the first read or write after it.
pub(crate) fn stream_error(error: io::Error) -> CarrierError {
    let Some(tls) = error
        .get_ref()
        .and_then(|inner| inner.downcast_ref::<rustls::Error>())
    else {
        return CarrierError::Io(mound_base::why(&error));
    };
    match tls {
        rustls::Error::InvalidCertificate(
            CertificateError::UnknownIssuer | CertificateError::BadSignature,
        ) => CarrierError::ForeignPeer,
        rustls::Error::AlertReceived(
            AlertDescription::UnknownCA | AlertDescription::DecryptError,
        ) => CarrierError::ForeignToPeer,
        rustls::Error::InvalidCertificate(CertificateError::Revoked) => CarrierError::RevokedPeer,
        rustls::Error::AlertReceived(AlertDescription::CertificateRevoked) => {
            CarrierError::RevokedToPeer
        }
        other => CarrierError::Tls(other.to_string()),
    }
}
