//! What a protocol's reader understood of a reply, and the end that follows from it by the providers' billing rules.

use mill_domain::{PriceVariant, Usage, UsageQuality, Usd};
use serde_json::Value as Json;

use crate::estimate::{estimated_input, tokens_in_bytes};
use crate::sse::Event;
use crate::{Billed, CallEnd, End, LlmError, ModelRequest};

/// Reads one reply in one protocol. One per call.
pub(crate) trait Reader: Send {
    /// Takes the next event of the stream.
    fn event(&mut self, event: &Event) -> Heard;
    /// Takes a reply that came in one piece although a stream was asked for.
    fn whole(&mut self, body: &Json) -> Heard;
    /// Tells what was understood so far; asked once, at the end.
    fn reading(&mut self) -> Reading;
}

/// What one event brought.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    /// A further piece of the answer.
    pub(crate) text: Option<String>,
    /// Bytes of thinking, which are billed but are no answer.
    pub(crate) thinking_bytes: usize,
    /// The protocol's last event.
    pub(crate) over: bool,
    /// The server reported a failure inside the stream.
    pub(crate) failed: Option<LlmError>,
}

impl Heard {
    pub(crate) fn text(text: &str) -> Self {
        Self {
            text: Some(text.to_owned()),
            ..Self::default()
        }
    }

    pub(crate) fn failed(error: LlmError) -> Self {
        Self {
            failed: Some(error),
            ..Self::default()
        }
    }

    pub(crate) fn over() -> Self {
        Self {
            over: true,
            ..Self::default()
        }
    }
}

/// What was understood of a reply.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    /// Why the model stopped; `None`: the reply did not say.
    pub(crate) stop: Option<Stop>,
    /// True if the reply is complete by the protocol's rules, its last event included.
    pub(crate) complete: bool,
    /// The last counts reported.
    pub(crate) usage: Option<Usage>,
    /// True if `usage` is the final count.
    pub(crate) usage_is_final: bool,
    /// True if the counts contradict themselves: they are booked, and not called exact.
    pub(crate) usage_is_odd: bool,
    /// Price multipliers reported.
    pub(crate) variants: Vec<PriceVariant>,
    /// Money reported.
    pub(crate) reported_cost: Option<Usd>,
    /// The model named in the reply.
    pub(crate) model_served: Option<String>,
}

/// Why a model stopped, in our words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stop {
    Finished,
    Length,
    Refused(String),
    TooLong(String),
}

/// How listening ended.
#[derive(Debug)]
pub(crate) enum Ended {
    /// The server closed the reply, with or without its last event.
    Closed,
    /// We closed it on request.
    Cancelled,
    /// It failed; `by_server` if the server said so itself in the stream.
    Failed { error: LlmError, by_server: bool },
}

/// Everything heard until the end.
pub(crate) struct WholeCall<'r> {
    pub(crate) request: &'r ModelRequest,
    pub(crate) text: String,
    pub(crate) thinking_bytes: usize,
    pub(crate) reading: Reading,
    pub(crate) ended: Ended,
    pub(crate) no_end: LlmError,
}

impl WholeCall<'_> {
    /// The end of the call; the reply's headers are added by the caller.
    pub(crate) fn into_end(self) -> CallEnd {
        let Self {
            request,
            text,
            thinking_bytes,
            reading,
            ended,
            no_end,
        } = self;
        let output_bytes = text.len() + thinking_bytes;
        let nothing_made = output_bytes == 0 && reading.usage.is_none();
        let finished =
            reading.complete && !matches!(ended, Ended::Failed { .. } | Ended::Cancelled);
        let refused_at_once = nothing_made
            && matches!(
                ended,
                Ended::Failed {
                    by_server: true,
                    ..
                }
            );
        let (usage, quality) = match reading.usage {
            Some(usage) if reading.usage_is_final && reading.usage_is_odd => {
                (usage, UsageQuality::Estimated)
            }
            Some(usage) if reading.usage_is_final => (usage, UsageQuality::Exact),
            known => (
                at_least(known, request, output_bytes),
                UsageQuality::Estimated,
            ),
        };
        let end = match ended {
            Ended::Cancelled => End::Cancelled,
            Ended::Failed { error, .. } => End::Failed(error),
            Ended::Closed if finished => by_reason(reading.stop, text),
            Ended::Closed => End::Failed(no_end),
        };
        let mut call = CallEnd::not_sent(end);
        call.was_sent = true;
        call.variants = reading.variants;
        call.reported_cost = reading.reported_cost;
        call.model_served = reading.model_served;
        if !refused_at_once {
            call.usage = Some(usage);
            call.quality = quality;
            call.billed = Billed::ByUsage;
        }
        call
    }
}

fn by_reason(stop: Option<Stop>, text: String) -> End {
    match stop {
        Some(Stop::Finished) if text.trim().is_empty() => End::Empty,
        Some(Stop::Finished) => End::Answer { text },
        Some(Stop::Length) | None => End::CutOff { partial: text },
        Some(Stop::Refused(reason)) => End::Refused {
            reason,
            partial: text,
        },
        Some(Stop::TooLong(detail)) => End::TooLong { detail },
    }
}

/// Counts known so far, raised to what was certainly produced: a call that made something is never booked as zero.
fn at_least(known: Option<Usage>, request: &ModelRequest, output_bytes: usize) -> Usage {
    let mut usage = known.unwrap_or_else(|| Usage {
        input_tokens: estimated_input(request),
        ..Usage::default()
    });
    usage.output_tokens = usage.output_tokens.max(tokens_in_bytes(output_bytes));
    usage
}
