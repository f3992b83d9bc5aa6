//! The side that connects: TLS, and whether HTTP/2 is spoken.

use crate::failure::Failure;
use crate::pool::Shared;
use crate::streams::Stream;
use crate::{HTTP1, HTTP2};
use hyper::body::Incoming;
use hyper::header::{CONNECTION, HOST};
use hyper::{Request, Uri};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore, crypto};
use std::io;
use std::sync::{Arc, OnceLock};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

/// Whom to believe who a host is.
pub enum Trust {
    /// Those whom the system believes: `SSL_CERT_FILE`, or the certificates that it came with.
    System,
    /// The certificates in this text with PEM, and whom they certify.
    These(String),
}

/// A connection whose greeting is over.
pub enum Connected {
    Stream(Stream),
    Http2(Arc<Shared>),
}

/// What connections of a client have in common.
pub struct Client(TlsConnector);

impl Client {
    /// May read files.
    pub fn new(trust: &Trust, with_http2: bool) -> Result<Client, String> {
        let mut config = client_config(trust)?;
        config.alpn_protocols = match with_http2 {
            true => vec![HTTP2.to_vec(), HTTP1.to_vec()],
            false => vec![HTTP1.to_vec()],
        };
        Ok(Client(Arc::new(config).into()))
    }

    /// Greets the other side, who must be this host.
    pub async fn connect(&self, stream: TcpStream, host: &str) -> io::Result<Connected> {
        let name = ServerName::try_from(host.to_owned())
            .map_err(|_| io::Error::new(io::ErrorKind::InvalidInput, "no name of a host"))?;
        let stream = self.0.connect(name, stream).await.map_err(explained)?;
        match stream.get_ref().1.alpn_protocol() {
            Some(HTTP2) => Ok(Connected::Http2(Shared::new(stream).await?)),
            _ => Ok(Connected::Stream(Stream::Tls(Box::new(stream.into())))),
        }
    }
}

/// How a client greets who believes these. May read files.
pub fn client_config(trust: &Trust) -> Result<ClientConfig, String> {
    let roots = match trust {
        Trust::System => system_roots()?,
        Trust::These(text) => Arc::new(roots_in(text)?),
    };
    let provider = Arc::new(crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?;
    Ok(builder.with_root_certificates(roots).with_no_client_auth())
}

/// The certificates of the system, read once.
fn system_roots() -> Result<Arc<RootCertStore>, String> {
    static ROOTS: OnceLock<Result<Arc<RootCertStore>, String>> = OnceLock::new();
    let read = || {
        let found = rustls_native_certs::load_native_certs();
        let mut roots = RootCertStore::empty();
        let (added, _) = roots.add_parsable_certificates(found.certs);
        match (added, found.errors.first()) {
            (0, Some(error)) => Err(format!("the system's certificates are unreadable: {error}")),
            (0, None) => Err("the system has no certificates to believe".to_owned()),
            _ => Ok(Arc::new(roots)),
        }
    };
    ROOTS.get_or_init(read).clone()
}

fn roots_in(text: &str) -> Result<RootCertStore, String> {
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(text.as_bytes()) {
        certificate
            .map_err(|error| format!("the certificate to believe is no PEM: {error}"))
            .and_then(|certificate| {
                let added = roots.add(certificate);
                added.map_err(|error| format!("the certificate cannot be believed: {error}"))
            })?;
    }
    match roots.is_empty() {
        true => Err("there is no certificate to believe in the text".to_owned()),
        false => Ok(roots),
    }
}

/// The host goes from its header to where HTTP/2 has it, and what concerns one connection only is left out.
pub(crate) fn as_http2(mut request: Request<Incoming>) -> Result<Request<Incoming>, Failure> {
    let headers = request.headers_mut();
    headers.remove(CONNECTION);
    let host = headers
        .remove(HOST)
        .ok_or(Failure::Refused("it names no host"))?;
    let target = request.uri().path_and_query().map_or("/", |t| t.as_str());
    let address = Uri::builder()
        .scheme("https")
        .authority(host.as_bytes())
        .path_and_query(target)
        .build();
    *request.uri_mut() = address.map_err(|_| Failure::Refused("its address is malformed"))?;
    *request.version_mut() = hyper::Version::HTTP_2;
    Ok(request)
}

/// Why a server was refused: for what openssl makes if nothing else is said, in words that others know, too.
pub fn explained(error: io::Error) -> io::Error {
    match error.to_string().contains("CaUsedAsEndEntity") {
        true => io::Error::new(
            error.kind(),
            "its certificate is one to certify others with (basicConstraints CA:TRUE); a server needs one with CA:FALSE",
        ),
        false => error,
    }
}
