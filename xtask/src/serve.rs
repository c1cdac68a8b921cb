//! A static server for the demo: GET and HEAD below one folder, on the loopback address only.

use anyhow::{bail, Context, Result};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::thread;
use std::time::Duration;

const PORTS_TRIED: u16 = 100;
const REQUEST_LIMIT: u64 = 16 * 1024;
const TIMEOUT: Duration = Duration::from_secs(10);
const SECURITY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    connect-src 'self' https: http://localhost:* http://127.0.0.1:*; require-trusted-types-for 'script'";

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
pub fn serve(listener: &TcpListener, folder: &Path) {
    for stream in listener.incoming().flatten() {
        let folder = folder.to_path_buf();
        // A connection that breaks concerns nobody but the browser that broke it.
        thread::spawn(move || _ = answer(&stream, &folder));
    }
}

fn answer(stream: &TcpStream, folder: &Path) -> io::Result<()> {
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    let Some((method, target)) = request(stream)? else { return refuse(stream, "400 Bad Request") };
    if method != "GET" && method != "HEAD" {
        return refuse(stream, "405 Method Not Allowed");
    }
    let Some(path) = file_of(&target, folder) else { return refuse(stream, "404 Not Found") };
    let Ok(mut file) = File::open(&path) else { return refuse(stream, "404 Not Found") };
    let length = file.metadata()?.len();
    let kind = media_type(&path);
    let policy =
        if kind.starts_with("text/html") { format!("Content-Security-Policy: {SECURITY}\r\n") } else { String::new() };
    let mut stream = stream;
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: no-cache\r\n\
         X-Content-Type-Options: nosniff\r\n{policy}Connection: close\r\n\r\n"
    )?;
    if method == "GET" {
        io::copy(&mut file, &mut stream)?;
    }
    Ok(())
}

fn refuse(mut stream: &TcpStream, status: &str) -> io::Result<()> {
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{status}",
        status.len()
    )
}

/// Method and target of the request line; the headers are read and let go.
fn request(stream: &TcpStream) -> io::Result<Option<(String, String)>> {
    let mut lines = BufReader::new(stream.take(REQUEST_LIMIT)).lines();
    let Some(first) = lines.next().transpose()? else { return Ok(None) };
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let mut words = first.split(' ');
    Ok(words.next().zip(words.next()).map(|(method, target)| (method.to_owned(), target.to_owned())))
}

/// The file a request target means: never outside `folder`; a folder means its `index.html`.
fn file_of(target: &str, folder: &Path) -> Option<PathBuf> {
    let path = percent_decoded(target.split(['?', '#']).next()?)?;
    let relative = Path::new(path.strip_prefix('/')?);
    if path.contains(['\\', '\0']) || !relative.components().all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    let file = folder.join(relative);
    Some(if file.is_dir() { file.join("index.html") } else { file })
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let (high, low) = ((rest.next()? as char).to_digit(16)?, (rest.next()? as char).to_digit(16)?);
                u8::try_from(high * 16 + low).ok()?
            }
            other => other,
        });
    }
    String::from_utf8(bytes).ok()
}

fn media_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn ask(request: &str) -> String {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let listener = listen(18_080).unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || serve(&listener, &folder));
        let mut stream = TcpStream::connect(address).unwrap();
        write!(stream, "{request} HTTP/1.1\r\nHost: test\r\n\r\n").unwrap();
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
            ("nonsense", "405 Method Not Allowed"),
        ];
        for (request, status) in table {
            let answer = ask(request);
            assert!(answer.starts_with(&format!("HTTP/1.1 {status}\r\n")), "{request}: {answer}");
        }
        assert!(ask("GET /main.rs").contains("fn main()"));
        assert!(ask("HEAD /main.rs").ends_with("\r\n\r\n"));
    }
}
