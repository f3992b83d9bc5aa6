//! Clients of HTTP/2 that mean no good: frames as no library would send them.
//!
//! Each has a connection of its own, and must at worst lose that: what it makes us keep is bounded, and a client that
//! comes after it is served.

use super::{certificate, connect, head};
use crate::{Accepted, Acceptor, HTTP2, Stream};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

/// Kinds of frames (RFC 9113, 6).
const DATA: u8 = 0;
const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const PING: u8 = 6;
const GOAWAY: u8 = 7;
const WINDOW_UPDATE: u8 = 8;
const CONTINUATION: u8 = 9;

const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;

/// GET https://localhost/, in HPACK.
const REQUEST: &[u8] = b"\x82\x84\x87\x41\x09localhost";

/// Longer than anything takes here, on a machine that does much else.
const LONG: Duration = Duration::from_secs(60);

/// A server, and how many requests of it may be waiting to be accepted.
struct Server {
    pem: (String, String),
    port: u16,
    requests: mpsc::Receiver<Stream>,
}

async fn server(patience: Duration) -> Server {
    let pem = certificate();
    let acceptor = Acceptor::new(&pem.0, &pem.1, true).expect("it can be used");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("it has an address").port();
    let (sender, requests) = mpsc::channel(100_000);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let sender = sender.clone();
            if let Ok(Accepted::Http2(mut connection)) = acceptor.accept(stream).await {
                connection.patience = patience;
                tokio::spawn(connection.serve(move |stream| {
                    let sender = sender.clone();
                    async move { sender.send(stream).await.is_ok() }
                }));
            }
        }
    });
    Server {
        pem,
        port,
        requests,
    }
}

impl Server {
    /// A connection that has been greeted.
    async fn attacker(&self) -> TlsStream<TcpStream> {
        let mut roots = rustls::RootCertStore::empty();
        let certificate = CertificateDer::from_pem_slice(self.pem.0.as_bytes());
        roots
            .add(certificate.expect("it is PEM"))
            .expect("it can be believed");
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut config = rustls::ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_root_certificates(roots)
            .with_no_client_auth();
        config.alpn_protocols = vec![HTTP2.to_vec()];
        let stream = TcpStream::connect(("127.0.0.1", self.port))
            .await
            .expect("it listens");
        let name = ServerName::try_from("localhost").expect("a name");
        let mut stream = TlsConnector::from(Arc::new(config))
            .connect(name, stream)
            .await
            .expect("it greets");
        let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
        stream.write_all(preface).await.expect("it reads");
        stream
    }

    /// Somebody else is served.
    async fn goes_on(&mut self) {
        while self.requests.try_recv().is_ok() {}
        let mut client = connect(self.port, &self.pem.0, true)
            .await
            .expect("it greets");
        let request = b"GET /other HTTP/1.1\r\nHost: h\r\n\r\n";
        client.write_all(request).await.expect("it reads");
        loop {
            let mut stream = self.requests.recv().await.expect("a request");
            if head(&mut stream).await.starts_with("GET /other ") {
                let answer = b"HTTP/1.1 204 No Content\r\n\r\n";
                stream.write_all(answer).await.expect("it reads");
                break;
            }
        }
        let got = head(&mut client).await;
        assert!(got.starts_with("HTTP/1.1 204"), "{got}");
    }
}

fn frame(kind: u8, flags: u8, stream: u32, content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).expect("frames are short");
    let mut bytes = length.to_be_bytes()[1..].to_vec();
    bytes.extend([kind, flags]);
    bytes.extend(stream.to_be_bytes());
    bytes.extend(content);
    bytes
}

fn settings() -> Vec<u8> {
    frame(SETTINGS, 0, 0, &[])
}

/// Sends the bytes again and again, and reads nothing: how many are taken before the connection ends or takes no more.
async fn taken(stream: &mut TlsStream<TcpStream>, bytes: &[u8], most: usize) -> usize {
    let mut count = 0;
    while count < most {
        match timeout(Duration::from_secs(2), stream.write_all(bytes)).await {
            Ok(Ok(())) => count += bytes.len(),
            _ => break,
        }
    }
    count
}

/// Reads to the end of the connection, which must come: whether a frame of this kind was among what came.
async fn ends_with(stream: &mut TlsStream<TcpStream>, kind: u8) -> bool {
    let mut found = false;
    let all = async {
        let mut head = [0; 9];
        while stream.read_exact(&mut head).await.is_ok() {
            found |= head[3] == kind;
            let length = u32::from_be_bytes([0, head[0], head[1], head[2]]);
            let mut content = vec![0; length as usize];
            if stream.read_exact(&mut content).await.is_err() {
                break;
            }
        }
    };
    timeout(LONG, all).await.expect("the connection ends");
    found
}

/// CVE-2023-44487: who gives up what was asked for may ask again at once, and each time somebody begins to answer.
#[tokio::test]
async fn who_asks_and_gives_up_in_turn_is_cut_off() {
    let mut server = server(LONG).await;
    let mut attacker = server.attacker().await;
    attacker.write_all(&settings()).await.expect("it reads");
    for number in (1..20_000).step_by(2) {
        let mut both = frame(HEADERS, END_HEADERS | END_STREAM, number, REQUEST);
        both.extend(frame(RST_STREAM, 0, number, &[0, 0, 0, 8]));
        if attacker.write_all(&both).await.is_err() {
            break;
        }
        // So that each is seen before it is given up.
        if number % 64 == 1 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
    ends_with(&mut attacker, GOAWAY).await;
    let mut begun = 0;
    while server.requests.try_recv().is_ok() {
        begun += 1;
    }
    assert!(begun < 1000, "{begun} of 10000 requests were begun");
    server.goes_on().await;
}

/// A head in pieces without end, of which one alone is no request yet.
#[tokio::test]
async fn a_head_has_an_end() {
    let mut server = server(LONG).await;
    let mut attacker = server.attacker().await;
    let mut begin = settings();
    begin.extend(frame(HEADERS, END_STREAM, 1, REQUEST));
    attacker.write_all(&begin).await.expect("it reads");
    // A header x: yyy..., without an index.
    let mut header = b"\0\x01x\x7f\x81\x07".to_vec();
    header.resize(header.len() + 1024, b'y');
    let piece = frame(CONTINUATION, 0, 1, &header);
    let sent = taken(&mut attacker, &piece, 64 << 20).await;
    assert!(sent < 16 << 20, "{sent} bytes of a head were taken");
    assert!(server.requests.try_recv().is_err());
    server.goes_on().await;
}

/// Many headers that are short as they come, since an index stands for each, are long as they are counted.
#[tokio::test]
async fn headers_are_counted_as_they_mean() {
    let mut server = server(LONG).await;
    let mut attacker = server.attacker().await;
    let mut head = REQUEST.to_vec();
    // One of 3000 bytes goes into the table, and is named a thousand times.
    head.extend(b"\x40\x01x\x7f\xb9\x16");
    head.resize(head.len() + 3000, b'y');
    head.extend([0xbe; 1000]);
    let mut bytes = settings();
    bytes.extend(frame(HEADERS, END_HEADERS | END_STREAM, 1, &head));
    attacker.write_all(&bytes).await.expect("it reads");
    // It is answered with 431, or not at all; the program does not see it.
    let mut answer = [0; 64];
    let got = timeout(LONG, attacker.read(&mut answer)).await;
    got.expect("it answers").expect("it answers");
    server.goes_on().await;
}

/// Each of these wants an answer, and the attacker reads none.
#[tokio::test]
async fn answers_that_nobody_reads_do_not_pile_up() {
    let mut server = server(LONG).await;
    for flood in [settings(), frame(PING, 0, 0, &[0; 8])] {
        let mut attacker = server.attacker().await;
        attacker.write_all(&settings()).await.expect("it reads");
        let sent = taken(&mut attacker, &flood.repeat(1000), 256 << 20).await;
        assert!(sent < 64 << 20, "{sent} bytes were taken");
        server.goes_on().await;
    }
}

/// Frames that cost more than they carry, and windows that no stream can have.
#[tokio::test]
async fn what_means_nothing_ends_the_connection() {
    let mut server = server(LONG).await;
    let request = frame(HEADERS, END_HEADERS, 1, REQUEST);
    let floods = [
        frame(DATA, 0, 1, &[]).repeat(10_000),
        frame(WINDOW_UPDATE, 0, 0, &[0; 4]),
        frame(WINDOW_UPDATE, 0, 0, &[0x7f, 0xff, 0xff, 0xff]).repeat(2),
        frame(SETTINGS, 0, 0, &[0, 4, 0xff, 0xff, 0xff, 0xff]),
        frame(PING, 0, 0, &[0; 7]),
        frame(DATA, 0, 0, &[0; 10]),
    ];
    for flood in floods {
        let mut attacker = server.attacker().await;
        let bytes = [settings(), request.clone(), flood].concat();
        // It may end before all is written.
        let _ = attacker.write_all(&bytes).await;
        assert!(ends_with(&mut attacker, GOAWAY).await);
        server.goes_on().await;
    }
}

/// Who asks and takes nothing keeps neither streams nor the programs that answer.
#[tokio::test]
async fn answers_that_are_not_taken_are_given_up() {
    let mut server = server(Duration::from_millis(300)).await;
    let mut attacker = server.attacker().await;
    // No stream may send anything.
    let mut bytes = frame(SETTINGS, 0, 0, &[0, 4, 0, 0, 0, 0]);
    for number in [1, 3] {
        bytes.extend(frame(HEADERS, END_HEADERS | END_STREAM, number, REQUEST));
    }
    attacker.write_all(&bytes).await.expect("it reads");
    // One whose answer fits in the pipe, and one that is never over.
    let mut short = server.requests.recv().await.expect("a request");
    let mut endless = server.requests.recv().await.expect("a request");
    head(&mut short).await;
    head(&mut endless).await;
    let answer = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
    short.write_all(answer).await.expect("it reads");
    let writing = async {
        let answer = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        endless.write_all(answer).await.expect("it reads");
        while endless.write_all(b"4\r\nmore\r\n").await.is_ok() {}
    };
    timeout(LONG, writing).await.expect("its pipe is closed");
    // Both are reset, which the attacker is told.
    let mut reset = Vec::new();
    let resets = async {
        let mut head = [0; 9];
        while reset.len() < 2 {
            attacker.read_exact(&mut head).await.expect("it goes on");
            let length = u32::from_be_bytes([0, head[0], head[1], head[2]]);
            let mut content = vec![0; length as usize];
            attacker
                .read_exact(&mut content)
                .await
                .expect("it is whole");
            if head[3] == RST_STREAM {
                reset.push(head[8]);
            }
        }
    };
    timeout(LONG, resets).await.expect("both are reset");
    reset.sort_unstable();
    assert_eq!(reset, [1, 3]);
    server.goes_on().await;
}

/// What a handler does not say for long is no reason to give it up.
#[tokio::test]
async fn answers_may_be_long_in_coming() {
    let mut server = server(Duration::from_millis(100)).await;
    let mut client = connect(server.port, &server.pem.0, true)
        .await
        .expect("it greets");
    let request = b"GET / HTTP/1.1\r\nHost: h\r\n\r\n";
    client.write_all(request).await.expect("it reads");
    let mut stream = server.requests.recv().await.expect("a request");
    head(&mut stream).await;
    for piece in ["HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab", "cd"] {
        tokio::time::sleep(Duration::from_millis(500)).await;
        stream.write_all(piece.as_bytes()).await.expect("it reads");
    }
    head(&mut client).await;
    let mut body = [0; 4];
    client.read_exact(&mut body).await.expect("it comes");
    assert_eq!(&body, b"abcd");
}

/// Browsers send each cookie as a header of its own.
#[tokio::test]
async fn cookies_come_as_one_header() {
    let mut server = server(LONG).await;
    let mut attacker = server.attacker().await;
    let mut head_bytes = REQUEST.to_vec();
    head_bytes.extend(b"\x60\x03a=1\x60\x03b=2");
    let mut bytes = settings();
    bytes.extend(frame(HEADERS, END_HEADERS | END_STREAM, 1, &head_bytes));
    attacker.write_all(&bytes).await.expect("it reads");
    let mut stream = server.requests.recv().await.expect("a request");
    let got = head(&mut stream).await;
    assert!(got.contains("cookie: a=1; b=2\r\n"), "{got}");
}
