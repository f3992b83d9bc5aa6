//! Whom the TLS layer lets through: certificates of an authority that is believed now, in the two shapes that nodes
//! make (Y4 of `identity/credential.rs`), of no machine that was put out of the cluster.

use std::sync::Arc;

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::CryptoProvider;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::WebPkiClientVerifier;
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::{
    CertificateError, DigitallySignedStruct, DistinguishedName, Error, RootCertStore,
    SignatureScheme,
};

use crate::identity::{Trust, machine_key};

/// Certificates above that of the node.
const ABOVE_MAX: usize = 1;

fn check(trust: &Trust, above: &[CertificateDer<'_>]) -> Result<(), Error> {
    let above = trust.below_authority(above);
    if above.len() > ABOVE_MAX {
        return Err(Error::InvalidCertificate(CertificateError::UnknownIssuer));
    }
    match above.first().and_then(machine_key) {
        Some(key) if trust.is_revoked(key) => {
            Err(Error::InvalidCertificate(CertificateError::Revoked))
        }
        _ => Ok(()),
    }
}

fn roots(trust: &Trust) -> Result<Arc<RootCertStore>, Error> {
    let mut roots = RootCertStore::empty();
    for authority in trust.authorities() {
        roots.add(authority.clone())?;
    }
    Ok(Arc::new(roots))
}

fn general(error: impl std::fmt::Display) -> Error {
    Error::General(error.to_string())
}

/// What a node that accepts wants of those who dial.
#[derive(Debug)]
pub(super) struct Dialling {
    inner: Arc<dyn ClientCertVerifier>,
    trust: Arc<Trust>,
}

impl Dialling {
    pub fn new(provider: &Arc<CryptoProvider>, trust: &Arc<Trust>) -> Result<Dialling, Error> {
        let roots = roots(trust)?;
        let builder = WebPkiClientVerifier::builder_with_provider(roots, Arc::clone(provider));
        Ok(Dialling {
            inner: builder.build().map_err(general)?,
            trust: Arc::clone(trust),
        })
    }
}

impl ClientCertVerifier for Dialling {
    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        self.inner.root_hint_subjects()
    }

    fn verify_client_cert(
        &self,
        certificate: &CertificateDer<'_>,
        above: &[CertificateDer<'_>],
        now: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        let verified = self.inner.verify_client_cert(certificate, above, now)?;
        check(&self.trust, above).map(|()| verified)
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.inner
            .verify_tls12_signature(message, certificate, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.inner
            .verify_tls13_signature(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.inner.supported_verify_schemes()
    }
}

/// What a node that dials wants of whoever answers.
#[derive(Debug)]
pub(super) struct Answering {
    inner: Arc<WebPkiServerVerifier>,
    trust: Arc<Trust>,
}

impl Answering {
    pub fn new(provider: &Arc<CryptoProvider>, trust: &Arc<Trust>) -> Result<Answering, Error> {
        let roots = roots(trust)?;
        let builder = WebPkiServerVerifier::builder_with_provider(roots, Arc::clone(provider));
        Ok(Answering {
            inner: builder.build().map_err(general)?,
            trust: Arc::clone(trust),
        })
    }
}

impl ServerCertVerifier for Answering {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        above: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        stapled: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let verified = self
            .inner
            .verify_server_cert(certificate, above, name, stapled, now)?;
        check(&self.trust, above).map(|()| verified)
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.inner
            .verify_tls12_signature(message, certificate, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.inner
            .verify_tls13_signature(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.inner.supported_verify_schemes()
    }
}
