//! Which certificates are believed: those of the system's store, and who signed one that is not.

use std::error::Error as StdError;
use std::io;
use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, OtherError, SignatureScheme,
};
use rustls_platform_verifier::Verifier;
use thiserror::Error as ThisError;
use x509_cert::Certificate;
use x509_cert::der::Decode;
use x509_cert::name::Name;

/// Letters of a name in a certificate that are told; it comes from the network.
const NAME_CHARS: usize = 80;

/// A certificate whose signer this computer does not know.
#[derive(Debug, Clone, PartialEq, Eq, ThisError)]
#[error("UnknownIssuer: {issuer} / {root}")]
pub(super) struct UnknownSigner {
    /// Who signed the server's certificate.
    pub(super) issuer: String,
    /// Whose certificate would have to be in the store: the same, or who signed that one's.
    pub(super) root: String,
}

/// The certificates of this computer cannot be read, or there are none.
#[derive(Debug, Clone, PartialEq, Eq, ThisError)]
#[error("NoCertificateStore: {0}")]
pub(super) struct NoStore(pub(super) String);

/// How connections are secured: by the system's store of certificates, HTTP/2 offered first.
///
/// Without a store that can be used nothing secured is believed, and everything else (models of this machine, practice)
/// works all the same.
/// # Errors
/// The library's, if it cannot be set up.
pub(super) fn tls() -> Result<ClientConfig, Error> {
    let crypto = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let trust = SystemTrust {
        system: Verifier::new(Arc::clone(&crypto)),
        schemes: crypto.signature_verification_algorithms.supported_schemes(),
    };
    let mut tls = ClientConfig::builder_with_provider(crypto)
        .with_safe_default_protocol_versions()?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(trust))
        .with_no_client_auth();
    tls.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(tls)
}

/// Why the certificate of a server was not believed, if that is why a connection failed and it is of this kind.
pub(super) fn disbelief<'e, E: StdError + 'static>(
    error: &'e (dyn StdError + 'static),
) -> Option<&'e E> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(Error::InvalidCertificate(CertificateError::Other(OtherError(cause)))) =
            error.downcast_ref::<Error>()
        {
            return cause.downcast_ref();
        }
        // What an input or output error carries is not among its sources.
        let carried = error
            .downcast_ref::<io::Error>()
            .and_then(io::Error::get_ref);
        next = carried
            .map(|carried| carried as &(dyn StdError + 'static))
            .or_else(|| error.source());
    }
    None
}

/// The system's judgement to the letter; a signer it does not know is named.
#[derive(Debug)]
struct SystemTrust {
    /// What was in the way if there is no store.
    system: Result<Verifier, Error>,
    schemes: Vec<SignatureScheme>,
}

impl SystemTrust {
    fn system(&self) -> Result<&Verifier, Error> {
        let missing = |cause: &Error| NoStore(cause.to_string());
        self.system.as_ref().map_err(|cause| {
            Error::InvalidCertificate(CertificateError::Other(OtherError(Arc::new(missing(
                cause,
            )))))
        })
    }
}

impl ServerCertVerifier for SystemTrust {
    fn verify_server_cert(
        &self,
        leaf: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let verified = self
            .system()?
            .verify_server_cert(leaf, others, name, ocsp, now);
        verified.map_err(|error| named(error, leaf, others))
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        leaf: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.system()?.verify_tls12_signature(message, leaf, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        leaf: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.system()?.verify_tls13_signature(message, leaf, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.schemes.clone()
    }
}

fn named(error: Error, leaf: &CertificateDer<'_>, others: &[CertificateDer<'_>]) -> Error {
    if !matches!(
        error,
        Error::InvalidCertificate(CertificateError::UnknownIssuer)
    ) {
        return error;
    }
    match signer_of(leaf, others) {
        Some(signer) => {
            Error::InvalidCertificate(CertificateError::Other(OtherError(Arc::new(signer))))
        }
        None => error,
    }
}

/// Who signed a certificate, and who is at the top of what the server sent; `None`: it cannot be read.
fn signer_of(leaf: &CertificateDer<'_>, others: &[CertificateDer<'_>]) -> Option<UnknownSigner> {
    let leaf = Certificate::from_der(leaf).ok()?;
    let issuer = leaf.tbs_certificate().issuer();
    let sent: Vec<Certificate> = others
        .iter()
        .filter_map(|der| Certificate::from_der(der).ok())
        .collect();
    let mut root = issuer;
    for _ in &sent {
        let above = sent.iter().map(Certificate::tbs_certificate);
        let above = above.filter(|one| one.subject() == root && one.issuer() != root);
        match above.map(x509_cert::TbsCertificate::issuer).next() {
            Some(next) => root = next,
            None => break,
        }
    }
    Some(UnknownSigner {
        issuer: in_words(issuer),
        root: in_words(root),
    })
}

/// What people know an authority by: its common name, else its organisation, else all there is.
fn in_words(name: &Name) -> String {
    let common = name.common_name().ok().flatten();
    let known = common.or_else(|| name.organization().ok().flatten());
    let words = known.map_or_else(|| name.to_string(), |known| known.value().into_owned());
    let letters = words.chars().map(|letter| match letter {
        // The sentence around it quotes it.
        '`' => '\'',
        other if other.is_control() => ' ',
        other => other,
    });
    letters
        .take(NAME_CHARS)
        .collect::<String>()
        .trim()
        .to_owned()
}
