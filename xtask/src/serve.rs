//! Static server for the demo: the files of one folder, on the loopback address only.

use anyhow::{bail, Context, Result};
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::http::HeaderValue;
use axum::middleware::{from_fn, Next};
use axum::response::Response;
use axum::Router;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use tokio::runtime::Builder;
use tower_http::services::ServeDir;

const PORTS_TRIED: u16 = 100;
const SECURITY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' blob:; connect-src 'self' https: http://localhost:* http://127.0.0.1:*; require-trusted-types-for 'script'";
/// Policy of the frame that runs model files: its worker is made of text, and it reaches nothing but this server.
const ENGINE_SECURITY: &str =
    "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'; worker-src blob:; connect-src 'self' blob:";
/// Policy of the documentation, whose highlighted code has its colours in `style`.
const DOCS_SECURITY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";

/// A listener on `127.0.0.1`, on `port` or the next one that is free.
pub fn listen(port: u16) -> Result<TcpListener> {
    for candidate in port..=port.saturating_add(PORTS_TRIED) {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, candidate)) {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            Err(error) => return Err(error).with_context(|| format!("cannot listen on 127.0.0.1:{candidate}")),
        }
    }
    bail!("no free port from {port} to {}; choose another with --port", port.saturating_add(PORTS_TRIED))
}

/// Serves `folder` until the process ends.
pub fn serve(listener: TcpListener, folder: &Path) -> Result<()> {
    let files = Router::new().fallback_service(ServeDir::new(folder)).layer(from_fn(guarded));
    listener.set_nonblocking(true)?;
    Builder::new_current_thread().enable_all().build()?.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        axum::serve(listener, files).await
    })?;
    Ok(())
}

/// Adds the headers that a page's own server should send too.
async fn guarded(request: Request, next: Next) -> Response {
    let policy = policy(request.uri().path());
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html")) {
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    }
    response
}

fn policy(path: &str) -> &'static str {
    match path {
        path if path.ends_with("/engine.html") => ENGINE_SECURITY,
        path if path.starts_with("/docs/") => DOCS_SECURITY,
        _ => SECURITY,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::{SocketAddr, TcpStream};
    use std::thread;

    /// Address of a server of the folder `below`, relative to this crate.
    fn served(below: &'static str) -> SocketAddr {
        let listener = listen(18_080).unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || serve(listener, &Path::new(env!("CARGO_MANIFEST_DIR")).join(below)));
        address
    }

    fn ask(server: SocketAddr, request: &str) -> String {
        let mut stream = TcpStream::connect(server).unwrap();
        write!(stream, "{request} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn a_request_gets_the_file_or_the_right_refusal() {
        let table = [
            ("GET /main.rs?x=/../", "200 OK"),
            ("HEAD /main.rs", "200 OK"),
            ("GET /%6dain.rs", "200 OK"),
            ("GET /", "404 Not Found"),
            ("GET /none", "404 Not Found"),
            ("GET /../Cargo.toml", "404 Not Found"),
            ("GET /%2e%2e/Cargo.toml", "404 Not Found"),
            ("GET /..%2fCargo.toml", "404 Not Found"),
            ("GET //etc/passwd", "404 Not Found"),
            ("GET /%zz", "404 Not Found"),
            ("POST /main.rs", "405 Method Not Allowed"),
            ("nonsense", "400 Bad Request"),
        ];
        let server = served("src");
        for (request, status) in table {
            let answer = ask(server, request);
            assert!(answer.starts_with(&format!("HTTP/1.1 {status}\r\n")), "{request}: {answer}");
        }
        assert!(ask(server, "GET /main.rs").contains("fn main()"));
        assert!(ask(server, "HEAD /main.rs").ends_with("\r\n\r\n"));
    }

    #[test]
    fn a_page_comes_with_its_policy_and_is_checked_for_changes_each_time() {
        let server = served("../www/demo");
        let page = ask(server, "GET /").to_ascii_lowercase();
        for header in
            ["content-type: text/html", "content-security-policy: default-src 'self'", "cache-control: no-cache"]
        {
            assert!(page.contains(header), "{header}");
        }
        let engine = ask(server, "GET /engine/engine.html").to_ascii_lowercase();
        assert!(engine.contains("content-security-policy: default-src 'none'"), "{engine}");
        assert!(policy("/docs/tutorial.html").contains("style-src 'self' 'unsafe-inline'"));
        assert!(!policy("/docs/tutorial.html").contains("script-src"), "scripts are as in default-src");
        let script = ask(server, "GET /sw.js").to_ascii_lowercase();
        assert!(script.contains("content-type: text/javascript") && !script.contains("content-security-policy"));
        let manifest = ask(server, "GET /static/app.webmanifest").to_ascii_lowercase();
        assert!(manifest.contains("content-type: application/manifest+json"));
    }
}
