//! Both doors against each other, on loopback.

use crate::{Accepted, Acceptor, Client, Connected, Stream, Trust, self_made};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

mod floods;

fn certificate() -> (String, String) {
    self_made(&["localhost".to_owned()]).expect("a certificate can be made")
}

/// Serves with TLS; what is accepted comes from the channel.
async fn serve(pem: &(String, String), http2: bool) -> (u16, mpsc::Receiver<Stream>) {
    serve_by(Acceptor::new(&pem.0, &pem.1, http2).expect("it can be used")).await
}

async fn serve_by(acceptor: Acceptor) -> (u16, mpsc::Receiver<Stream>) {
    let listener = TcpListener::bind("127.0.0.1:0")
        .await
        .expect("loopback has ports");
    let port = listener.local_addr().expect("it has an address").port();
    let (sender, receiver) = mpsc::channel(16);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let sender = sender.clone();
            match acceptor.accept(stream).await {
                Ok(Accepted::Clear(stream)) => drop(sender.send(Stream::Clear(stream)).await),
                Ok(Accepted::Stream(stream)) => drop(sender.send(stream).await),
                Ok(Accepted::Http2(connection)) => {
                    tokio::spawn(connection.serve(move |stream| {
                        let sender = sender.clone();
                        async move { sender.send(stream).await.is_ok() }
                    }));
                }
                Err(_) => {}
            }
        }
    });
    (port, receiver)
}

async fn connect(port: u16, trust: &str, http2: bool) -> std::io::Result<Stream> {
    let client = Client::new(&Trust::These(trust.to_owned()), http2).expect("it can be used");
    let stream = TcpStream::connect(("127.0.0.1", port)).await?;
    Ok(match client.connect(stream, "localhost").await? {
        Connected::Stream(stream) => stream,
        Connected::Http2(shared) => shared.stream(),
    })
}

/// What comes before an empty line.
async fn head(stream: &mut Stream) -> String {
    let mut text = Vec::new();
    while !text.ends_with(b"\r\n\r\n") {
        text.push(stream.read_u8().await.expect("the head is whole"));
    }
    String::from_utf8(text).expect("it is text")
}

/// In clear the first bytes decide, in however many pieces they come, and none of them is lost.
#[tokio::test]
async fn the_first_bytes_in_clear_say_what_is_spoken() {
    // The preface, no settings, and a request with a head of RFC 7541: GET, http, "/", "h" as the authority.
    let http2 = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0\
        \0\0\x06\x01\x05\0\0\0\x01\x82\x86\x84\x41\x01h";
    let almost = b"PRI * HTTP/1.1\r\nHost: h\r\n\r\n";
    let (port, mut accepted) = serve_by(Acceptor::Clear).await;
    for (said, pieces, begins) in [
        (&http2[..], &[2, 10, 20][..], "GET / HTTP/1.1\r\n"),
        (almost, &[2, 10, 20], "PRI * HTTP/1.1\r\n"),
        (b"GET /b HTTP/1.1\r\n\r\n", &[], "GET /b HTTP/1.1\r\n"),
    ] {
        let mut client = TcpStream::connect(("127.0.0.1", port))
            .await
            .expect("it listens");
        let mut start = 0;
        for &end in pieces.iter().chain([&said.len()]) {
            client.write_all(&said[start..end]).await.expect("it reads");
            tokio::time::sleep(std::time::Duration::from_millis(30)).await;
            start = end;
        }
        let mut server = accepted.recv().await.expect("a request");
        let got = head(&mut server).await;
        assert!(got.starts_with(begins), "{got}");
        assert_eq!(got.contains("host: h\r\n"), said == http2, "{got}");
    }
}

#[tokio::test]
async fn a_request_crosses_http2_in_both_directions() {
    let pem = certificate();
    let (port, mut accepted) = serve(&pem, true).await;
    let mut client = connect(port, &pem.0, true).await.expect("it is believed");
    let request = "POST /a?b HTTP/1.1\r\nHost: example\r\nContent-Length: 5\r\n\r\nhello";
    client
        .write_all(request.as_bytes())
        .await
        .expect("it is read");
    let mut server = accepted.recv().await.expect("a request");
    let got = head(&mut server).await;
    assert!(got.starts_with("POST /a?b HTTP/1.1\r\n"), "{got}");
    assert!(got.contains("host: example\r\n"), "{got}");
    let mut body = [0; 5];
    server.read_exact(&mut body).await.expect("the body comes");
    assert_eq!(&body, b"hello");
    let answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nyes\r\n0\r\n\r\n";
    server
        .write_all(answer.as_bytes())
        .await
        .expect("it is read");
    let got = head(&mut client).await;
    assert!(got.starts_with("HTTP/1.1 200 OK\r\n"), "{got}");
    let mut body = [0; 13];
    client.read_exact(&mut body).await.expect("the body comes");
    assert_eq!(&body, b"3\r\nyes\r\n0\r\n\r\n");
}

/// Who gives up a request closes the pipe of whoever answers it.
#[tokio::test]
async fn the_end_of_one_side_is_that_of_the_other() {
    let pem = certificate();
    let (port, mut accepted) = serve(&pem, true).await;
    let mut client = connect(port, &pem.0, true).await.expect("it is believed");
    let request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
    client
        .write_all(request.as_bytes())
        .await
        .expect("it is read");
    let mut server = accepted.recv().await.expect("a request");
    head(&mut server).await;
    drop(client);
    let end = server.read_u8().await;
    assert!(end.is_err(), "{end:?}");
}

#[tokio::test]
async fn without_http2_bytes_pass_as_they_are() {
    let pem = certificate();
    let (port, mut accepted) = serve(&pem, false).await;
    let mut client = connect(port, &pem.0, true).await.expect("it is believed");
    client.write_all(b"\0any bytes").await.expect("it is read");
    client.shutdown().await.expect("it can be ended");
    let mut server = accepted.recv().await.expect("a connection");
    let mut bytes = Vec::new();
    server
        .read_to_end(&mut bytes)
        .await
        .expect("the end is said");
    assert_eq!(bytes, b"\0any bytes");
}

#[tokio::test]
async fn who_is_not_believed_is_not_spoken_to() {
    let (pem, other) = (certificate(), certificate());
    let (port, _accepted) = serve(&pem, true).await;
    assert!(connect(port, &other.0, true).await.is_err());
    assert!(Client::new(&Trust::These("no PEM".to_owned()), true).is_err());
    assert!(Acceptor::new(&pem.0, &other.1, true).is_err());
}

/// Who can cut a connection could otherwise shorten what comes over it, unnoticed.
#[tokio::test]
async fn a_connection_that_is_cut_is_no_end_of_what_it_sends() {
    let pem = certificate();
    let (port, mut accepted) = serve(&pem, false).await;
    for ends_in_order in [true, false] {
        let mut client = connect(port, &pem.0, false).await.expect("it is believed");
        let mut server = accepted.recv().await.expect("a connection");
        server.write_all(b"part").await.expect("it is read");
        server.flush().await.expect("it is read");
        if ends_in_order {
            server.shutdown().await.expect("the other side is there");
        }
        drop(server);
        let mut got = Vec::new();
        let end = client.read_to_end(&mut got).await;
        assert_eq!(got, b"part");
        let cut = end.err().map(|error| error.kind());
        let expected = (!ends_in_order).then_some(std::io::ErrorKind::UnexpectedEof);
        assert_eq!(cut, expected);
    }
}

/// As `openssl req -x509` makes them.
#[tokio::test]
async fn a_certificate_to_certify_others_with_is_refused_in_words() {
    let mut params = rcgen::CertificateParams::new(vec!["localhost".to_owned()]).expect("a name");
    params.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    let key = rcgen::KeyPair::generate_for(&rcgen::PKCS_ECDSA_P256_SHA256).expect("a key");
    let certificate = params.self_signed(&key).expect("it can be signed");
    let pem = (certificate.pem(), key.serialize_pem());
    let (port, _accepted) = serve(&pem, false).await;
    let refused = connect(port, &pem.0, false)
        .await
        .err()
        .expect("it is refused");
    assert!(refused.to_string().contains("CA:FALSE"), "{refused}");
}
