//! Takes connections that others make.
//!
//! A stranger costs one task, a time limit and a place among the strangers (`strangers.rs`).

use std::sync::Arc;
use std::time::Duration;

use crate::carrier::{Incoming, Listener};
use crate::error::{ConnectError, Notice};
use crate::greet::greet;
use crate::host::within;
use crate::shared::Shared;
use crate::strangers::{Admission, Strangers};

/// A failing `accept` usually means too many open files; trying again at once would only burn time.
const PAUSE: Duration = Duration::from_millis(100);

pub(crate) async fn run(shared: Arc<Shared>, mut listener: Box<dyn Listener>) {
    let strangers = Strangers::new(shared.limits.greetings);
    loop {
        let incoming = match listener.accept().await {
            Ok(incoming) => incoming,
            Err(error) => {
                shared.tell(&Notice::Accept(error.to_string()));
                shared.host.sleep(PAUSE).await;
                continue;
            }
        };
        let admission = strangers.enter(&incoming.remote);
        let shared = Arc::clone(&shared);
        tokio::spawn(async move {
            let remote = incoming.remote.clone();
            if let Err(error) = welcome(&shared, incoming, admission).await {
                shared.tell(&Notice::Refused { remote, error });
            }
        });
    }
}

async fn welcome(
    shared: &Arc<Shared>,
    incoming: Incoming,
    mut admission: Admission,
) -> Result<(), ConnectError> {
    let prove = admission.prover();
    let greeting = async {
        let connected = incoming.authenticate.await?;
        prove();
        greet(shared, connected).await
    };
    let limit = shared.times.handshake_limit;
    tokio::select! {
        biased;
        result = within(&*shared.host, limit, greeting) => {
            result.unwrap_or(Err(ConnectError::TimedOut)).map(drop)
        }
        _ = &mut admission.lost => Err(ConnectError::GaveWay),
    }
}
