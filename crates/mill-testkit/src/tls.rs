//! Certificates of a company of its own, and a door that speaks TLS before a scripted server.

use std::io;
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, KeyUsagePurpose};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::aws_lc_rs::default_provider;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_util::sync::CancellationToken;

/// An authority that signs certificates, as companies have one for looking into connections.
pub struct Authority {
    issuer: Issuer<'static, KeyPair>,
    pem: String,
    /// Its own certificate, and those above it but the root.
    chain: Vec<CertificateDer<'static>>,
}

impl std::fmt::Debug for Authority {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Authority").finish_non_exhaustive()
    }
}

impl Authority {
    /// A root of that name.
    /// # Errors
    /// The library's, if it cannot make one.
    pub fn root(name: &str) -> io::Result<Self> {
        let (params, key) = authority(name)?;
        let own = params.self_signed(&key).map_err(io::Error::other)?;
        Ok(Self {
            issuer: Issuer::new(params, key),
            pem: own.pem(),
            chain: Vec::new(),
        })
    }

    /// An authority of that name under this one.
    /// # Errors
    /// The library's, if it cannot make one.
    pub fn under(&self, name: &str) -> io::Result<Self> {
        let (params, key) = authority(name)?;
        let own = params
            .signed_by(&key, &self.issuer)
            .map_err(io::Error::other)?;
        let mut chain = vec![own.der().clone()];
        chain.extend(self.chain.iter().cloned());
        Ok(Self {
            issuer: Issuer::new(params, key),
            pem: own.pem(),
            chain,
        })
    }

    /// Its certificate as a file of a certificate store holds it.
    pub fn pem(&self) -> &str {
        &self.pem
    }

    fn server(&self, names: &[&str]) -> io::Result<ServerConfig> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let key = KeyPair::generate().map_err(io::Error::other)?;
        let own = CertificateParams::new(names)
            .and_then(|params| params.signed_by(&key, &self.issuer))
            .map_err(io::Error::other)?;
        let mut chain = vec![own.der().clone()];
        chain.extend(self.chain.iter().cloned());
        let key = PrivateKeyDer::try_from(key.serialize_der()).map_err(io::Error::other)?;
        ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(io::Error::other)?
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .map_err(io::Error::other)
    }
}

fn authority(name: &str) -> io::Result<(CertificateParams, KeyPair)> {
    let mut params = CertificateParams::new(Vec::new()).map_err(io::Error::other)?;
    params.distinguished_name.push(DnType::CommonName, name);
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
    let key = KeyPair::generate().map_err(io::Error::other)?;
    Ok((params, key))
}

/// A door on this machine that speaks TLS and hands what it hears to a plain port.
#[derive(Debug)]
pub struct TlsDoor {
    port: u16,
    stop: CancellationToken,
}

impl TlsDoor {
    /// Opens a door before the server on `port`, with a certificate for these names.
    /// # Errors
    /// The library's for the certificate, the system's for the port.
    pub async fn before(port: u16, authority: &Authority, names: &[&str]) -> io::Result<Self> {
        let acceptor = TlsAcceptor::from(Arc::new(authority.server(names)?));
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let door = Self {
            port: listener.local_addr()?.port(),
            stop: CancellationToken::new(),
        };
        let stop = door.stop.clone();
        tokio::spawn(stop.run_until_cancelled_owned(async move {
            while let Ok((incoming, _)) = listener.accept().await {
                let acceptor = acceptor.clone();
                tokio::spawn(async move {
                    // Whoever does not believe the certificate goes away again.
                    let Ok(mut inside) = acceptor.accept(incoming).await else {
                        return;
                    };
                    if let Ok(mut server) = TcpStream::connect(("127.0.0.1", port)).await {
                        drop(copy_bidirectional(&mut inside, &mut server).await);
                    }
                });
            }
        }));
        Ok(door)
    }

    /// Its port.
    pub const fn port(&self) -> u16 {
        self.port
    }
}

impl Drop for TlsDoor {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}
