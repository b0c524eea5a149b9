//! A proxy as companies have one: everything goes through it, and it may ask who is there.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;

const LOGIN: &str = "HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm=\"office\"\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
const OPEN: &str = "HTTP/1.1 200 Connection established\r\n\r\n";

/// A proxy on this machine; whatever host it is asked for, it leads to one port here.
#[derive(Debug)]
pub struct ScriptedProxy {
    port: u16,
    /// The first line of each request.
    seen: Arc<Mutex<Vec<String>>>,
    stop: CancellationToken,
}

impl ScriptedProxy {
    /// Starts a proxy that leads to `target`. `login`: it lets through only who says who it is.
    /// # Errors
    /// The system's, if no port can be opened.
    pub async fn start(target: u16, login: bool) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let proxy = Self {
            port: listener.local_addr()?.port(),
            seen: Arc::default(),
            stop: CancellationToken::new(),
        };
        let (seen, stop) = (Arc::clone(&proxy.seen), proxy.stop.clone());
        tokio::spawn(stop.run_until_cancelled_owned(async move {
            while let Ok((incoming, _)) = listener.accept().await {
                let seen = Arc::clone(&seen);
                tokio::spawn(async move { drop(lead(incoming, target, login, &seen).await) });
            }
        }));
        Ok(proxy)
    }

    /// Its port.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The first line of each request, such as `CONNECT api.example:443 HTTP/1.1`.
    pub fn seen(&self) -> Vec<String> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.clone()
    }
}

impl Drop for ScriptedProxy {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

async fn lead(
    mut incoming: TcpStream,
    target: u16,
    login: bool,
    seen: &Mutex<Vec<String>>,
) -> io::Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(incoming.read_u8().await?);
    }
    let text = String::from_utf8_lossy(&head).into_owned();
    let line = text.lines().next().unwrap_or_default().to_owned();
    let tunnel = line.starts_with("CONNECT ");
    seen.lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(line);
    let known = text.lines().any(|line| {
        line.to_ascii_lowercase()
            .starts_with("proxy-authorization: basic ")
    });
    if login && !known {
        incoming.write_all(LOGIN.as_bytes()).await?;
        return incoming.shutdown().await;
    }
    let mut server = TcpStream::connect(("127.0.0.1", target)).await?;
    if tunnel {
        incoming.write_all(OPEN.as_bytes()).await?;
    } else {
        server.write_all(&head).await?;
    }
    copy_bidirectional(&mut incoming, &mut server).await?;
    Ok(())
}
