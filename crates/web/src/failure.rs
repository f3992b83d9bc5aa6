//! Why a request was not translated.

use std::fmt;

/// hyper ends the stream or the connection for it; the text is for whoever debugs that.
#[derive(Debug)]
pub enum Failure {
    Http(hyper::Error),
    Refused(&'static str),
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Http(error) => error.fmt(formatter),
            Failure::Refused(why) => write!(formatter, "the request is not translated: {why}"),
        }
    }
}

impl std::error::Error for Failure {}
