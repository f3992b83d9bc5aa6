//! Whom a machine believes now: the authorities of its cluster, less the machines that were put out.

use std::collections::BTreeSet;

use rustls::pki_types::CertificateDer;

use super::bulletin::Bulletin;
use super::credential::MachineKey;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trust {
    /// Number of the bulletin that says so; 0 if none does.
    pub(crate) number: u64,
    authorities: Vec<CertificateDer<'static>>,
    revoked: BTreeSet<MachineKey>,
}

impl Trust {
    /// One authority, and all that it has certified.
    pub(crate) fn of(authority: CertificateDer<'static>) -> Trust {
        Trust {
            number: 0,
            authorities: vec![authority],
            revoked: BTreeSet::new(),
        }
    }

    /// What a bulletin says at a time.
    pub(crate) fn by(bulletin: &Bulletin, now: u64) -> Trust {
        let authorities = bulletin.authorities.iter();
        let authorities = authorities.filter(|listed| listed.until > now);
        Trust {
            number: bulletin.number,
            authorities: authorities
                .map(|listed| listed.certificate.clone())
                .collect(),
            revoked: bulletin.revoked.iter().map(|(key, _)| *key).collect(),
        }
    }

    pub(crate) fn authorities(&self) -> &[CertificateDer<'static>] {
        &self.authorities
    }

    /// A chain without the certificate of an authority at its end, which some implementations of TLS send along.
    pub(crate) fn below_authority<'a, 'b>(
        &self,
        chain: &'a [CertificateDer<'b>],
    ) -> &'a [CertificateDer<'b>] {
        match chain.split_last() {
            Some((last, below)) if self.authorities.iter().any(|known| **known == **last) => below,
            _ => chain,
        }
    }

    pub(crate) fn is_revoked(&self, key: MachineKey) -> bool {
        self.revoked.contains(&key)
    }
}
