//! The side that is connected to: TLS or none, and HTTP/2 as one pipe for each request.

use crate::conduct::{Conduct, UnderWay};
use crate::failure::Failure;
use crate::lingering::Lingering;
use crate::patience::{Answer, Patient};
use crate::streams::{Stream, Translated};
use crate::{HEAD_BYTES_MAX, HTTP1, HTTP2, PIPE_BYTES};
use hyper::body::Incoming;
use hyper::client::conn::http1 as backward;
use hyper::header::{COOKIE, HOST, HeaderMap, HeaderValue};
use hyper::server::conn::http2;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, Uri};
use hyper_util::rt::{TokioIo, TokioTimer};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, crypto};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsAcceptor;

/// How long the greeting of TLS may take, and the first bytes of a connection in clear that may speak HTTP/2.
const GREETING_MAX: Duration = Duration::from_secs(10);
/// What whoever speaks HTTP/2 says first (RFC 9113, 3.4). No request of HTTP/1.1 begins so: its method is kept for this.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// When the rest of a preface is looked for that has come in part.
const PREFACE_PAUSE: Duration = Duration::from_millis(10);
/// How long a connection of HTTP/2 may have no request under way. Browsers keep theirs for minutes, and connect anew.
const IDLE_MAX: Duration = Duration::from_secs(60);
/// How long an answer may wait until some of it is taken.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long the end of such a connection may take when it has been announced.
const FAREWELL_MAX: Duration = Duration::from_secs(5);
/// Requests of one connection that are under way: what the standard recommends at least.
const STREAMS_MAX: u32 = 100;
/// Bytes of one body, and of all bodies of a connection, that may be under way before a program has read them.
const STREAM_WINDOW: u32 = 64 << 10;
const CONNECTION_WINDOW: u32 = 1 << 20;

/// How a connection begins.
#[derive(Clone)]
pub enum Acceptor {
    /// By TLS, with a certificate and its key; it says whether HTTP/2 may be spoken.
    Tls(TlsAcceptor),
    /// In clear; who speaks HTTP/2 does so from the first byte, without a question.
    Clear,
}

/// A connection whose greeting is over.
pub enum Accepted {
    Clear(TcpStream),
    Stream(Stream),
    Http2(Http2),
}

/// A connection on which the other side is going to speak HTTP/2.
pub struct Http2 {
    stream: Stream,
    pub(crate) patience: Duration,
}

impl Acceptor {
    /// From texts with PEM: the certificates, that of this host first, and its key.
    pub fn new(certificates: &str, key: &str, with_http2: bool) -> Result<Acceptor, String> {
        let chain: Vec<CertificateDer> = CertificateDer::pem_slice_iter(certificates.as_bytes())
            .collect::<Result<_, _>>()
            .map_err(|error| format!("the certificate is no PEM: {error}"))?;
        if chain.is_empty() {
            return Err("there is no certificate in the text for it".to_owned());
        }
        let key = PrivateKeyDer::from_pem_slice(key.as_bytes())
            .map_err(|error| format!("there is no key in the text for it: {error}"))?;
        let provider = Arc::new(crypto::ring::default_provider());
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .and_then(|builder| builder.with_no_client_auth().with_single_cert(chain, key))
            .map_err(|error| format!("the certificate cannot be used: {error}"))?;
        config.alpn_protocols = match with_http2 {
            true => vec![HTTP2.to_vec(), HTTP1.to_vec()],
            false => vec![HTTP1.to_vec()],
        };
        Ok(Acceptor::Tls(Arc::new(config).into()))
    }

    pub async fn accept(&self, stream: TcpStream) -> io::Result<Accepted> {
        timeout(GREETING_MAX, self.greet(stream))
            .await
            .unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
    }

    async fn greet(&self, stream: TcpStream) -> io::Result<Accepted> {
        let (stream, speaks_http2) = match self {
            Acceptor::Tls(acceptor) => {
                let stream = acceptor.accept(stream).await?;
                let chosen = stream.get_ref().1.alpn_protocol() == Some(HTTP2);
                (Stream::Tls(Box::new(stream.into())), chosen)
            }
            Acceptor::Clear => {
                if !begins_http2(&stream).await? {
                    return Ok(Accepted::Clear(stream));
                }
                (Stream::Clear(stream), true)
            }
        };
        Ok(match speaks_http2 {
            true => Accepted::Http2(Http2 {
                stream,
                patience: PATIENCE,
            }),
            false => Accepted::Stream(stream),
        })
    }
}

/// Whether a connection in clear begins as HTTP/2 does. Nothing is taken from it.
async fn begins_http2(stream: &TcpStream) -> io::Result<bool> {
    let mut start = [0; PREFACE.len()];
    loop {
        let count = stream.peek(&mut start).await?;
        // An end is for whoever reads the connection.
        if count == 0 || !PREFACE.starts_with(&start[..count]) {
            return Ok(false);
        }
        if count == PREFACE.len() {
            return Ok(true);
        }
        sleep(PREFACE_PAUSE).await;
    }
}

impl Http2 {
    /// Serves the connection to its end: each request becomes a pipe, which is given to `deliver`. When that says
    /// that nobody takes it, the connection ends.
    pub async fn serve<F>(self, deliver: impl Fn(Stream) -> F + Clone + Send + 'static)
    where
        F: Future<Output = bool> + Send + 'static,
    {
        let conduct = Conduct::new();
        let (refused, mut is_refused) = tokio::sync::watch::channel(false);
        let service = {
            let conduct = conduct.clone();
            service_fn(move |request| {
                let (asked, under_way) = (conduct.asked(), conduct.under_way());
                let (deliver, refused) = (deliver.clone(), refused.clone());
                async move {
                    let (near, far) = tokio::io::duplex(PIPE_BYTES);
                    if !deliver(Stream::Translated(Translated(far))).await {
                        refused.send_replace(true);
                        return Err(Failure::Refused("nobody accepts it"));
                    }
                    let answer = exchange(request, near, under_way).await;
                    asked.answered();
                    answer
                }
            })
        };
        let connection = http2::Builder::new(Patient(self.patience))
            .timer(TokioTimer::new())
            .max_concurrent_streams(STREAMS_MAX)
            .max_header_list_size(HEAD_BYTES_MAX)
            .initial_stream_window_size(STREAM_WINDOW)
            .initial_connection_window_size(CONNECTION_WINDOW)
            .max_send_buf_size(STREAM_WINDOW as usize)
            .serve_connection(TokioIo::new(self.stream), service);
        let mut connection = std::pin::pin!(connection);
        let over = async {
            tokio::select! {
                () = idle(&conduct) => {}
                _ = is_refused.wait_for(|refused| *refused) => {}
            }
        };
        tokio::select! {
            _ = connection.as_mut() => return,
            // All that it still asks for is given up with it.
            () = conduct.is_bad() => return,
            () = over => {}
        }
        connection.as_mut().graceful_shutdown();
        // With the connection go requests that still came: their clients may send them again.
        while timeout(FAREWELL_MAX, connection.as_mut()).await.is_err() && conduct.open() > 0 {}
    }
}

/// Returns when there has been no request under way for a while.
async fn idle(conduct: &Conduct) {
    const LOOKS: u32 = 6;
    let mut quiet = 0;
    while quiet < LOOKS {
        sleep(IDLE_MAX / LOOKS).await;
        quiet = match conduct.open() {
            0 => quiet + 1,
            _ => 0,
        };
    }
}

/// Says the request on the pipe in HTTP/1.1, and gives the answer that comes from there. When either is given up,
/// the pipe is closed.
async fn exchange(
    mut request: Request<Incoming>,
    pipe: tokio::io::DuplexStream,
    under_way: UnderWay,
) -> Result<Response<Answer>, Failure> {
    if request.method() == Method::CONNECT {
        return Err(Failure::Refused("tunnels are not served"));
    }
    if let Some(authority) = request.uri().authority() {
        let host = HeaderValue::from_str(authority.as_str());
        let host = host.map_err(|_| Failure::Refused("its host is malformed"))?;
        request.headers_mut().insert(HOST, host);
    }
    join_cookies(request.headers_mut())?;
    let target = request.uri().path_and_query().map_or("/", |t| t.as_str());
    let target = Uri::try_from(target);
    *request.uri_mut() = target.map_err(|_| Failure::Refused("its address is malformed"))?;
    *request.version_mut() = hyper::Version::HTTP_11;
    let (mut sender, connection) = backward::Builder::new()
        .max_buf_size(2 * HEAD_BYTES_MAX as usize)
        .handshake(TokioIo::new(pipe))
        .await
        .map_err(Failure::Http)?;
    tokio::spawn(async move {
        // What goes wrong there is told to whoever waits for the answer or reads its body.
        let _ = connection.await;
        drop(under_way);
    });
    let request = request.map(Lingering::new);
    let answer = sender.send_request(request).await.map_err(Failure::Http)?;
    Ok(answer.map(Answer::new))
}

/// Browsers send each cookie as a header of its own in HTTP/2; in HTTP/1.1 there is one header (RFC 9113, 8.2.3).
fn join_cookies(headers: &mut HeaderMap) -> Result<(), Failure> {
    let cookies: Vec<&[u8]> = headers
        .get_all(COOKIE)
        .iter()
        .map(|c| c.as_bytes())
        .collect();
    if cookies.len() > 1 {
        let joined = HeaderValue::from_bytes(&cookies.join(&b"; "[..]));
        let joined = joined.map_err(|_| Failure::Refused("its cookies are malformed"))?;
        headers.insert(COOKIE, joined);
    }
    Ok(())
}
