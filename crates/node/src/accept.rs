//! Takes connections that others make.
//!
//! A stranger costs one task and a time limit; too many strangers at once are turned away before TLS.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;

use crate::carrier::{Incoming, Listener};
use crate::error::{ConnectError, Notice};
use crate::greet::greet;
use crate::host::within;
use crate::shared::Shared;

/// A failing `accept` usually means too many open files; trying again at once would only burn time.
const PAUSE: Duration = Duration::from_millis(100);

pub(crate) async fn run(shared: Arc<Shared>, mut listener: Box<dyn Listener>) {
    let greetings = Arc::new(Semaphore::new(shared.limits.greetings));
    loop {
        let incoming = match listener.accept().await {
            Ok(incoming) => incoming,
            Err(error) => {
                shared.handler.notice(&Notice::Accept(error.to_string()));
                shared.host.sleep(PAUSE).await;
                continue;
            }
        };
        let Ok(permit) = Arc::clone(&greetings).try_acquire_owned() else {
            let error = ConnectError::TooManyConnections;
            shared.handler.notice(&Notice::Refused {
                remote: incoming.remote,
                error,
            });
            continue;
        };
        let shared = Arc::clone(&shared);
        tokio::spawn(async move {
            welcome(&shared, incoming).await;
            drop(permit);
        });
    }
}

async fn welcome(shared: &Arc<Shared>, incoming: Incoming) {
    let Incoming {
        remote,
        authenticate,
    } = incoming;
    let greeting = async {
        let connected = authenticate.await?;
        greet(shared, connected).await
    };
    let limit = shared.times.handshake_limit;
    let result = within(&*shared.host, limit, greeting)
        .await
        .unwrap_or(Err(ConnectError::TimedOut));
    if let Err(error) = result {
        shared.handler.notice(&Notice::Refused { remote, error });
    }
}
