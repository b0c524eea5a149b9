//! A prompt cache as providers have it: it keeps beginnings that are long enough, and one is readable only once the first
//! answer to it has begun.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mill_domain::Usage;
use tokio::time::sleep;

use crate::ledger::tokens;
use crate::server::State;
use crate::{Asked, Protocol};

/// The beginnings that can be read.
#[derive(Debug, Default)]
pub(crate) struct Cache {
    readable: Mutex<HashSet<String>>,
}

impl State {
    /// The counts of a call with its beginning read from the cache, or written to it.
    pub(crate) fn cached(&self, asked: &Asked, usage: Usage) -> Usage {
        let Some((beginning, size)) = self.beginning(asked) else {
            return usage;
        };
        let rest = Usage {
            input_tokens: usage.input_tokens.saturating_sub(size),
            ..usage
        };
        let readable = self
            .cache
            .readable
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if readable.contains(&beginning) {
            Usage {
                cache_read_tokens: size,
                ..rest
            }
        } else {
            Usage {
                cache_write_short_tokens: size,
                ..rest
            }
        }
    }

    /// The answer begins after so long; from then on its beginning can be read.
    pub(crate) fn fill_cache(self: &Arc<Self>, asked: &Asked, first_token_ms: u64) {
        let Some((beginning, _)) = self.beginning(asked) else {
            return;
        };
        let state = Arc::clone(self);
        tokio::spawn(async move {
            sleep(Duration::from_millis(first_token_ms)).await;
            let mut readable = state
                .cache
                .readable
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            readable.insert(beginning);
        });
    }

    /// What is cached of a request, and its tokens: the instructions, where they are long enough and, at Anthropic, marked.
    fn beginning(&self, asked: &Asked) -> Option<(String, u64)> {
        let least = self.options.cache_from_tokens?;
        let marked = asked.protocol != Protocol::Anthropic
            || asked.body["system"][0]["cache_control"]["type"] == "ephemeral";
        let size = tokens(asked.system.len());
        (marked && size >= least).then(|| (format!("{}\n{}", asked.model, asked.system), size))
    }
}
