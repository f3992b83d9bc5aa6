//! Connections of HTTP/2 that several requests go over at the same time.
//!
//! A program has a pipe for each, on which it speaks HTTP/1.1; all of them lead to one connection, which lasts as long
//! as one of them.

use crate::client::as_http2;
use crate::failure::Failure;
use crate::streams::{Stream, Translated};
use crate::{HEAD_BYTES_MAX, PIPE_BYTES};
use hyper::body::Incoming;
use hyper::client::conn::http2;
use hyper::server::conn::http1 as forward;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use std::io;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio_rustls::client::TlsStream;

/// A connection on which the other side speaks HTTP/2. It ends with its last pipe.
pub struct Shared {
    sender: http2::SendRequest<Incoming>,
    /// Whether the connection is over.
    over: watch::Receiver<bool>,
}

impl Shared {
    pub(crate) async fn new(stream: TlsStream<TcpStream>) -> io::Result<Arc<Shared>> {
        let (sender, connection) = http2::Builder::new(TokioExecutor::new())
            .timer(TokioTimer::new())
            .max_header_list_size(HEAD_BYTES_MAX)
            .handshake::<_, Incoming>(TokioIo::new(stream))
            .await
            .map_err(io::Error::other)?;
        let (ended, over) = watch::channel(false);
        tokio::spawn(async move {
            // Why it ended is told to those whose requests fail.
            let _ = connection.await;
            ended.send_replace(true);
        });
        Ok(Arc::new(Shared { sender, over }))
    }

    /// A pipe whose requests go out over this connection.
    pub fn stream(self: &Arc<Shared>) -> Stream {
        let (near, far) = tokio::io::duplex(PIPE_BYTES);
        let shared = self.clone();
        let service = service_fn(move |request| {
            let mut sender = shared.sender.clone();
            async move {
                match as_http2(request) {
                    Ok(request) => sender.send_request(request).await.map_err(Failure::Http),
                    Err(why) => Err(why),
                }
            }
        });
        let mut over = self.over.clone();
        tokio::spawn(async move {
            let program = forward::Builder::new()
                .auto_date_header(false)
                .max_buf_size(2 * HEAD_BYTES_MAX as usize)
                .serve_connection(TokioIo::new(near), service);
            let mut program = std::pin::pin!(program);
            tokio::select! {
                _ = program.as_mut() => return,
                _ = over.wait_for(|over| *over) => {}
            }
            // What came before the end is still given; then the program hears of it by the end of the pipe.
            program.as_mut().graceful_shutdown();
            let _ = program.await;
        });
        Stream::Translated(Translated(far))
    }

    fn is_over(&self) -> bool {
        *self.over.borrow() || self.sender.is_closed()
    }
}

/// A key, what is known of its connection, and that.
type Entry<K, V> = (K, V, Weak<Shared>);

/// Connections by what those who share them have in common, each with what else is known of it. It holds none that
/// nobody uses.
pub struct Pool<K, V>(Mutex<Vec<Entry<K, V>>>);

impl<K, V> Default for Pool<K, V> {
    fn default() -> Pool<K, V> {
        Pool(Mutex::default())
    }
}

impl<K: PartialEq, V: Clone> Pool<K, V> {
    /// A connection under the key that can be used, if there is one.
    pub fn find(&self, key: &K) -> Option<(Arc<Shared>, V)> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let usable = |weak: &Weak<Shared>| weak.upgrade().filter(|shared| !shared.is_over());
        all.retain(|(_, _, weak)| usable(weak).is_some());
        let (_, value, weak) = all.iter().find(|(known, ..)| known == key)?;
        Some((weak.upgrade()?, value.clone()))
    }

    /// Lets others find the connection as long as somebody uses it.
    pub fn add(&self, key: K, value: V, shared: &Arc<Shared>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.push((key, value, Arc::downgrade(shared)));
    }
}
