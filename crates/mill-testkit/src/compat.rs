//! Ways in which a Chat Completions server may differ from `OpenAI`'s.

use serde_json::Value as Json;

use crate::Protocol;

/// Deviations of a Chat Completions server; the default has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an independent fault to switch on"
)]
pub struct Compat {
    /// 400 for requests with `stream_options`.
    pub refuses_stream_options: bool,
    /// This status for requests with `response_format: json_schema`.
    pub refuses_json_schema: Option<u16>,
    /// This status for requests with any `response_format`.
    pub refuses_response_format: Option<u16>,
    /// Usage is never sent.
    pub no_usage: bool,
    /// The stream ends without `[DONE]`.
    pub no_done: bool,
    /// The usage chunk has `choices: null` instead of an empty list.
    pub null_choices: bool,
    /// Content comes as a list of parts.
    pub content_parts: bool,
    /// Usage, cumulative, on every chunk.
    pub usage_everywhere: bool,
    /// The reply comes in one piece, as JSON, although a stream was asked for.
    pub ignores_stream: bool,
    /// Lines end with CR LF and comments come between the events.
    pub crlf_and_comments: bool,
    /// 400 for requests with `max_tokens`, naming `max_completion_tokens`.
    pub refuses_max_tokens: bool,
    /// 400 for requests with `max_completion_tokens`.
    pub refuses_max_completion_tokens: bool,
    /// There is no door for batches.
    pub no_batches: bool,
    /// Error codes are integers.
    pub integer_codes: bool,
}

impl Compat {
    /// What the server does not take of a request: status and sentence.
    pub(crate) fn refusal(self, protocol: Protocol, body: &Json) -> Option<(u16, &'static str)> {
        if protocol != Protocol::Chat {
            return None;
        }
        let names = |field: &str| body.get(field).is_some();
        if self.refuses_stream_options && names("stream_options") {
            return Some((
                400,
                "Unrecognized request argument supplied: stream_options",
            ));
        }
        if self.refuses_max_tokens && names("max_tokens") {
            return Some((
                400,
                "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
            ));
        }
        if self.refuses_max_completion_tokens && names("max_completion_tokens") {
            return Some((400, "Unsupported parameter: 'max_completion_tokens'."));
        }
        let format = body["response_format"]["type"].as_str();
        match (
            self.refuses_response_format,
            self.refuses_json_schema,
            format,
        ) {
            (Some(status), _, Some(_)) => Some((status, "response_format is not supported")),
            // Such servers fail without saying over what.
            (None, Some(500), Some("json_schema")) => Some((500, "Internal Server Error")),
            (None, Some(status), Some("json_schema")) => {
                Some((status, "response_format json_schema is not supported"))
            }
            _ => None,
        }
    }
}
