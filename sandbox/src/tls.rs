//! A certificate for `discord.com`, signed by an authority that lives as long as the sandbox.

use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, KeyUsagePurpose};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};

/// The names a bot may use for us.
pub(crate) const NAMES: [&str; 4] = ["discord.com", "gateway.discord.gg", "localhost", "127.0.0.1"];

/// What TLS connections are accepted with, and the certificate of the authority to trust for it.
pub(crate) struct TlsServer {
    pub acceptor: TlsAcceptor,
    pub ca_pem: String,
}

pub(crate) fn make() -> Result<TlsServer, Box<dyn std::error::Error + Send + Sync>> {
    let ca_key = KeyPair::generate()?;
    let mut ca = CertificateParams::new(Vec::new())?;
    ca.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    ca.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    ca.distinguished_name.push(DnType::CommonName, "Gatemaster sandbox, this run only");
    let ca_pem = ca.self_signed(&ca_key)?.pem();
    let issuer = Issuer::new(ca, ca_key);
    let key = KeyPair::generate()?;
    let leaf =
        CertificateParams::new(NAMES.map(str::to_owned).to_vec())?.signed_by(&key, &issuer)?;
    // The provider is named, because two of them in one program make rustls panic when it has to choose.
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(
            vec![leaf.der().clone()],
            PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der())),
        )?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsServer { acceptor: TlsAcceptor::from(Arc::new(config)), ca_pem })
}
