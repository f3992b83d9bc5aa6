//! HTTP and WebSockets beside programs of others, `curl` and a client in Python with nothing but its standard
//! library, and under attack.
//!
//! What needs no other program is in `tests/batteries`.

mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use support::{fresh_directory, is_installed, mound, mound_after, root, run};

/// A server that runs until it is dropped, its ports in clear, in clear where HTTP/2 may be spoken, and with TLS, and
/// the file with its certificate.
struct Server {
    child: Child,
    port: String,
    http2_port: String,
    tls_port: String,
    certificate: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const SERVER: &str = r#"
(import (scheme base) (scheme write) (mound http) (mound strings) (mound tcp)
        (mound websocket) (mound tls) (mound file) (scheme process-context) (termite process))
(define (echo socket)
  (let loop ()
    (let ((message (websocket-receive socket)))
      (if (not (eof-object? message))
          (begin (websocket-send socket message) (loop))))))
(define (handler request)
  (let ((path (request-path request)))
    (cond ((string=? path "/echo") (response 200 '() (body-bytes request)))
          ((string=? path "/method") (text-response (request-method request)))
          ((string=? path "/crash") (car path))
          ((string=? path "/upload")
           (let ((found '()))
             (body-for-each-part
              (lambda (part)
                (set! found
                      (cons (list (form-part-name part) (form-part-filename part)
                                  (if (form-part-filename part)
                                      (body-save part saved)
                                      (body-text part)))
                            found)))
              request)
             (text-response
              (call-with-output-string (lambda (port) (write found port))))))
          ((string=? path "/socket") (websocket-response request echo))
          ((string=? path "/stream")
           (response 200 '()
                     (lambda (write!)
                       (do ((i 0 (+ i 1))) ((= i 1000))
                         (write! (make-string 1000 #\x))))))
          (else (text-response path 404)))))
(define-values (pem-certificate pem-key)
  (make-certificate "localhost" "127.0.0.1"))
(define saved (string-append (cadr (command-line)) ".saved"))
(write-file (cadr (command-line)) pem-certificate)
(define (limit request)
  (if (string=? (request-path request) "/upload") 10000000 1000000))
(define listener (tcp-listen 0))
(define both (http-listen 0))
(define secured (tls-listen 0 certificate: pem-certificate key: pem-key))
(define server
  (http-serve listener handler body-limit: limit connections: 20000))
(http-serve both handler body-limit: limit)
(http-serve secured handler body-limit: limit)
(for-each (lambda (listener)
            (write-string (number->string (listener-port listener)))
            (newline))
          (list listener both secured))
(flush-output-port)
(wait-for server)
"#;

fn server() -> Server {
    server_by(mound())
}

/// The server, started by a command that goes on as `mound`.
fn server_by(mut command: Command) -> Server {
    let directory = fresh_directory("server");
    let path = directory.join("server.scm");
    let certificate = directory.join("certificate.pem");
    let certificate = certificate.to_str().expect("the path is text").to_owned();
    std::fs::write(&path, SERVER).expect("temporary files can be written");
    let mut child = command
        .arg("run")
        .arg(&path)
        .arg(&certificate)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("mound can be started");
    let output = child.stdout.take().expect("it is piped");
    let mut ports = BufReader::new(output).lines().map_while(Result::ok);
    let mut next = || ports.next().expect("the server prints its ports");
    let (port, http2_port, tls_port) = (next(), next(), next());
    Server {
        child,
        port,
        http2_port,
        tls_port,
        certificate,
    }
}

/// What makes curl speak HTTP/2 in clear, and what changes nothing.
const HTTP2_IN_CLEAR: &str = "--http2-prior-knowledge";
const NOTHING: &str = "--ipv4";

/// What curl says of these arguments, where URL is the server in one of the languages.
fn curl(server: &Server, language: &str, arguments: &[&str]) -> String {
    let mut command = Command::new("curl");
    command.args(["-s", "-m", "60", "--noproxy", "*", language]);
    command.args(["--cacert", &server.certificate]);
    let url = match language {
        "--http2" => format!("https://localhost:{}", server.tls_port),
        "--http1.1" => format!("https://127.0.0.1:{}", server.tls_port),
        NOTHING => format!("http://127.0.0.1:{}", server.port),
        // HTTP/1.1 of that port is tried with `-0`.
        _ => format!("http://127.0.0.1:{}", server.http2_port),
    };
    command.args(
        arguments
            .iter()
            .map(|argument| argument.replace("URL", &url)),
    );
    run(&mut command).output
}

/// HTTP/1.1 and HTTP/2 in clear and over TLS.
#[test]
fn curl_is_served() {
    if !is_installed("curl") {
        return;
    }
    let server = server();
    let body = fresh_directory("curl").join("body");
    std::fs::write(&body, "y".repeat(900_000)).expect("temporary files can be written");
    let file = fresh_directory("upload").join("a b.bin");
    let content: Vec<u8> = (0..3_000_000_u32).map(|number| number as u8).collect();
    std::fs::write(&file, &content).expect("temporary files can be written");
    let form = format!("f=@{}", file.to_str().expect("the path is text"));
    let body = format!("@{}", body.to_str().expect("the path is text"));
    for language in [NOTHING, HTTP2_IN_CLEAR, "--http1.1", "--http2"] {
        let curl = |arguments: &[&str]| curl(&server, language, arguments);
        let status = ["-o", "/dev/null", "-w", "%{http_code} "];
        let with_status = |arguments: &[&str]| curl(&[&status, arguments].concat());
        assert_eq!(curl(&["-d", "a=1&b=2", "URL/echo"]), "a=1&b=2");
        assert_eq!(curl(&["-X", "DELETE", "URL/method"]), "DELETE");
        assert_eq!(
            curl(&["-H", "Transfer-Encoding: chunked", "-d", "abc", "URL/echo"]),
            "abc"
        );
        assert_eq!(curl(&["URL/stream"]).len(), 1_000_000);
        assert_eq!(curl(&["URL/%E2%82%AC"]), "/€");
        assert_eq!(with_status(&["-I", "URL/stream"]), "200 ");
        assert_eq!(with_status(&["URL/crash"]), "500 ");
        assert_eq!(with_status(&["URL/socket"]), "426 ");
        let long = format!("X: {}", "a".repeat(20_000));
        assert_eq!(with_status(&["-H", &long, "URL/method"]), "431 ");
        // One connection for both, and a body for which curl waits to be told to go on.
        let connections = [
            "-w",
            " %{num_connects} %{http_version}\n",
            "URL/method",
            "URL/method",
        ];
        let both = match language {
            // The first only: curl 7.88 gives up a second request on such a connection, that of other servers too.
            HTTP2_IN_CLEAR => "GET 1 2\n",
            "--http2" => "GET 1 2\nGET 0 2\n",
            _ => "GET 1 1.1\nGET 0 1.1\n",
        };
        assert!(curl(&connections).starts_with(both), "{language}");
        let large = [
            "-H",
            "Expect: 100-continue",
            "--data-binary",
            &body,
            "URL/echo",
        ];
        assert_eq!(curl(&large).len(), 900_000);
        assert_eq!(
            curl(&["-F", "a=1 2", "-F", &form, "URL/upload"]),
            "((\"f\" \"a b.bin\" 3000000) (\"a\" #f \"1 2\"))"
        );
        let saved = std::fs::read(format!("{}.saved", server.certificate));
        assert!(saved.is_ok_and(|saved| saved == content));
        let doubled = ["--data-binary", &body, "--data-binary", &body, "URL/echo"];
        assert_eq!(with_status(&doubled), "413 ");
    }
    assert_eq!(curl(&server, "-0", &["-d", "old", "URL/echo"]), "old");
    assert_eq!(curl(&server, "-0", &["URL/stream"]).len(), 1_000_000);
    // Many requests at the same time on one connection.
    let many: Vec<String> = (0..60).map(|number| format!("URL/{number}")).collect();
    let mut arguments = vec!["--parallel", "--parallel-max", "60"];
    arguments.extend(many.iter().map(String::as_str));
    assert_eq!(curl(&server, "--http2", &arguments).len(), 10 * 2 + 50 * 3);
}

/// The resident memory of the server, in bytes.
fn resident(server: &Server) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id()));
    let status = status.expect("Linux tells it");
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1));
    let kilobytes: usize = kilobytes.expect("a number").parse().expect("a number");
    kilobytes << 10
}

const REQUEST: &[u8] = b"GET /method HTTP/1.1\r\nHost: h\r\n\r\n";

/// Connections on which one request was answered, and that stay open.
fn idle(port: &str, count: usize) -> Vec<TcpStream> {
    let one = |_| {
        let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).expect("it listens");
        stream.write_all(REQUEST).expect("it reads");
        let mut piece = [0; 256];
        let length = stream.read(&mut piece).expect("it answers");
        assert!(piece[..length].starts_with(b"HTTP/1.1 200"));
        stream
    };
    (0..count).map(one).collect()
}

/// Ten thousand of them fit in 100 MB, and a request beside them takes no longer. `IDLE_CONNECTIONS` is how many are
/// made; `ulimit -n` has to allow for them.
#[test]
#[cfg(target_os = "linux")]
fn idle_connections_take_little_memory() {
    const EACH_BYTES: usize = 10_000;
    let count = std::env::var("IDLE_CONNECTIONS").map_or(700, |count| count.parse().unwrap());
    let server = server();
    let first = idle(&server.port, 200);
    let before = resident(&server);
    let more = idle(&server.port, count);
    let grown = resident(&server).saturating_sub(before);
    println!("{} bytes for each of {count}", grown / count);
    assert!(grown < count * EACH_BYTES + (2 << 20), "{}", grown / count);
    let mut times: Vec<_> = (0..50)
        .map(|_| {
            let start = Instant::now();
            drop(idle(&server.port, 1));
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    println!(
        "a request beside them: {:?}, at most {:?}",
        times[25], times[49]
    );
    assert!(times[25] < Duration::from_millis(500), "{times:?}");
    drop((first, more));
}

/// Whoever floods the server with what is no request is bounded, and others are served meanwhile.
#[test]
#[cfg(target_os = "linux")]
fn floods_are_bounded_and_others_are_served() {
    let server = server();
    drop(idle(&server.port, 50));
    let before = resident(&server);
    let address = |port: &str| format!("127.0.0.1:{port}");
    let mut open = Vec::new();
    for number in 0..300 {
        // Heads that do not end, greetings of TLS that say nothing, and those that are none.
        let mut slow = TcpStream::connect(address(&server.port)).expect("it listens");
        let line = format!(
            "GET /{} HTTP/1.1\r\nHost: h\r\nX: ",
            "\u{fffd}".repeat(4000)
        );
        slow.write_all(line.as_bytes()).expect("it reads");
        let silent = TcpStream::connect(address(&server.tls_port)).expect("it listens");
        let mut wrong = TcpStream::connect(address(&server.tls_port)).expect("it listens");
        wrong.write_all(&[number as u8; 400]).expect("it reads");
        open.push((slow, silent, wrong));
    }
    // Bodies of which more comes than may be.
    let mut endless = TcpStream::connect(address(&server.port)).expect("it listens");
    let head = "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";
    endless.write_all(head.as_bytes()).expect("it reads");
    let chunk = format!("10000\r\n{}\r\n", "z".repeat(0x10000));
    // It answers and closes before all is written.
    let refused = (0..1000).any(|_| endless.write_all(chunk.as_bytes()).is_err());
    assert!(refused, "64 MB of a body were taken");
    drop(idle(&server.port, 20));
    if is_installed("curl") {
        assert_eq!(curl(&server, "--http2", &["URL/method"]), "GET");
    }
    let grown = resident(&server).saturating_sub(before);
    assert!(grown < 100 << 20, "{grown} bytes");
    drop(open);
}

/// Who opens more connections than there are file descriptors must not end the server.
#[test]
#[cfg(target_os = "linux")]
fn a_server_without_file_descriptors_goes_on_when_there_are_some() {
    let server = server_by(mound_after("ulimit -n 100"));
    let connect = |port: &str| TcpStream::connect(format!("127.0.0.1:{port}"));
    // The kernel takes them before the server does.
    let flood: Vec<_> = (0..120)
        .filter_map(|_| connect(&server.port).ok())
        .collect();
    let secured = connect(&server.tls_port);
    std::thread::sleep(Duration::from_millis(300));
    drop((flood, secured));
    drop(idle(&server.port, 1));
    if is_installed("curl") {
        assert_eq!(curl(&server, "--http2", &["URL/method"]), "GET");
    }
}

#[test]
fn python_talks_by_websocket() {
    if !is_installed("python3") {
        return;
    }
    let server = server();
    let client = root().join("tests/batteries/websocket.py");
    let run = run(Command::new("python3").arg(client).arg(&server.port));
    assert_eq!(
        (run.status, &*run.output),
        (Some(0), "ok\n"),
        "{}",
        run.errors
    );
}

/// A body whose length is said is whole when it has come; one that lasts as long as the connection is not, unless
/// the other side ends it in order (RFC 9112, 9.8).
#[test]
fn a_server_in_python_is_asked_over_tls() {
    if !is_installed("python3") {
        return;
    }
    let directory = fresh_directory("https");
    let script = root().join("tests/batteries/https.py");
    let program = directory.join("ask.scm");
    let text = format!(
        r#"(import (scheme base) (scheme write) (mound http) (mound tls) (mound file) (mound subprocess))
        (define-values (certificate key) (make-certificate "localhost"))
        (write-file "c.pem" certificate)
        (write-file "k.pem" key)
        (define server (start-program "python3" '({script:?} "c.pem" "k.pem") input: 'pipe output: 'pipe))
        (define port (read-line (program-output server)))
        (define (ask path)
          (guard (e (#t (display (error-object-message e)) (newline)))
            (display (body-text (http-request "GET" (string-append "https://localhost:" port path)
                                              trust: certificate)))
            (newline)))
        (ask "/length")
        (ask "/")
        (close-port (program-input server))"#,
        script = script.display().to_string()
    );
    std::fs::write(&program, text).expect("temporary files can be written");
    let run = run(mound().current_dir(&directory).arg("run").arg(&program)).expect_status(0);
    let (first, second) = run.output.split_once('\n').expect("two lines");
    assert_eq!(first, "hello");
    assert!(second.contains("close_notify of TLS"), "{}", run.output);
}
