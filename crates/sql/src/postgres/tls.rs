//! TLS for connections with a server: that of `web`, as the crate of the protocol wants it.
//!
//! A crate for this exists (`tokio-postgres-rustls`); it is not much longer, and brings eight others to bind passwords
//! to the connection (channel binding), which a server whose certificate is checked does not need.

use mound_web::{Trust, client_config};
use rustls::pki_types::ServerName;
use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream as Inner;

/// Greets servers, if that is wanted.
#[derive(Clone)]
pub struct Greeter(Option<TlsConnector>);

impl Greeter {
    /// For connections in clear.
    pub fn none() -> Greeter {
        Greeter(None)
    }

    /// One that believes the certificates in the file, or those whom the system believes. Reads files.
    pub fn new(trust: Option<&str>) -> Result<Greeter, String> {
        let trust = match trust {
            Some(path) => {
                let text = std::fs::read_to_string(path);
                Trust::These(text.map_err(|error| format!("cannot read {path}: {error}"))?)
            }
            None => Trust::System,
        };
        Ok(Greeter(Some(Arc::new(client_config(&trust)?).into())))
    }
}

/// Greets one server, which must be this host.
pub struct Greeting(Option<TlsConnector>, String);

impl<S> MakeTlsConnect<S> for Greeter
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    type Stream = Secured<S>;
    type TlsConnect = Greeting;
    type Error = Infallible;

    fn make_tls_connect(&mut self, host: &str) -> Result<Greeting, Infallible> {
        Ok(Greeting(self.0.clone(), host.to_owned()))
    }
}

impl<S> TlsConnect<S> for Greeting
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    type Stream = Secured<S>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Secured<S>>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move {
            let invalid = |why| io::Error::new(io::ErrorKind::InvalidInput, why);
            let Greeting(Some(connector), host) = self else {
                return Err(invalid("this connection is in clear"));
            };
            let name = ServerName::try_from(host).map_err(|_| invalid("no name of a host"))?;
            let stream = connector.connect(name, stream).await;
            stream.map(Secured).map_err(mound_web::explained)
        })
    }
}

/// A connection by TLS.
pub struct Secured<S>(Inner<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for Secured<S> {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Secured<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Secured<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
