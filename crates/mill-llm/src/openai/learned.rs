//! What was learned about an endpoint by being refused: remembered for as long as the provider lives.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value as Json;

use super::profile::{LimitField, Profile, SchemaMode};
use crate::Feature;
use crate::http::HttpFailure;

/// What to send to an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Habits {
    pub(super) ask_usage: bool,
    pub(super) schema: SchemaMode,
    pub(super) limit: LimitField,
}

/// The memory of an endpoint.
#[derive(Debug)]
pub(super) struct Learned {
    /// Plain mutex: nothing is awaited under it.
    habits: Mutex<Habits>,
    /// True after a request of this endpoint was accepted: probing is over.
    settled: AtomicBool,
    /// True after something was left out because the endpoint refused it.
    refused: AtomicBool,
    /// True after a request with a schema was accepted: a later 500 is not about the schema.
    schema_proven: AtomicBool,
    /// What people have been told is missing.
    told: Mutex<Vec<Feature>>,
    /// Held by the one call that probes, so that 64 agents do not run into the same refusal.
    pub(super) probing: tokio::sync::Mutex<()>,
}

impl Learned {
    pub(super) fn new(profile: &Profile) -> Self {
        let habits = Habits {
            ask_usage: profile.ask_usage,
            schema: profile.schema,
            limit: profile.limit,
        };
        Self {
            habits: Mutex::new(habits),
            settled: AtomicBool::new(false),
            refused: AtomicBool::new(false),
            schema_proven: AtomicBool::new(false),
            told: Mutex::default(),
            probing: tokio::sync::Mutex::new(()),
        }
    }

    pub(super) fn habits(&self) -> Habits {
        *self
            .habits
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    pub(super) fn is_settled(&self) -> bool {
        self.settled.load(Ordering::Acquire)
    }

    /// Remembers what was accepted. A request without a schema says nothing about schemas.
    pub(super) fn accepted(&self, habits: Habits, with_schema: bool) {
        let mut known = self
            .habits
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        known.ask_usage = habits.ask_usage;
        known.limit = habits.limit;
        if with_schema {
            known.schema = habits.schema;
        }
        drop(known);
        self.settled.store(true, Ordering::Release);
        if with_schema {
            self.schema_proven.store(true, Ordering::Release);
        }
    }

    pub(super) fn refused(&self) {
        self.refused.store(true, Ordering::Release);
    }

    /// True the first time: nobody has been told yet that this is missing.
    pub(super) fn is_news(&self, feature: Feature) -> bool {
        let mut told = self
            .told
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let is_news = !told.contains(&feature);
        if is_news {
            told.push(feature);
        }
        is_news
    }

    /// Remembers that an endpoint took no more than this; true if more was asked of it until now.
    pub(super) fn refused_as(&self, weaker: Habits) -> bool {
        let mut known = self
            .habits
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let before = *known;
        known.schema = known.schema.max(weaker.schema);
        known.limit = known.limit.max(weaker.limit);
        *known != before
    }

    pub(super) fn was_refused(&self) -> bool {
        self.refused.load(Ordering::Acquire)
    }

    pub(super) fn schema_is_proven(&self) -> bool {
        self.schema_proven.load(Ordering::Acquire)
    }

    /// Features that were found missing, compared with what the profile would use.
    pub(super) fn missing(&self) -> Vec<Feature> {
        let habits = self.habits();
        let mut missing = Vec::new();
        if !habits.ask_usage {
            missing.push(Feature::StreamUsage);
        }
        if habits.schema != SchemaMode::JsonSchema {
            missing.push(Feature::JsonSchema);
        }
        if habits.schema == SchemaMode::Words {
            missing.push(Feature::JsonMode);
        }
        if habits.limit == LimitField::Nothing {
            missing.push(Feature::OutputLimit);
        }
        missing
    }
}

impl Habits {
    /// As little as either of the two asks for.
    pub(super) fn without(self, other: Self) -> Self {
        Self {
            ask_usage: self.ask_usage && other.ask_usage,
            schema: self.schema.max(other.schema),
            limit: self.limit.max(other.limit),
        }
    }

    /// As a word that a batch can carry along: what its questions were asked with.
    pub(super) fn to_word(self) -> String {
        let schema = match self.schema {
            SchemaMode::JsonSchema => "json_schema",
            SchemaMode::JsonObjectWithSchema => "json_object_with_schema",
            SchemaMode::JsonObject => "json_object",
            SchemaMode::Words => "words",
        };
        let limit = match self.limit {
            LimitField::MaxTokens => "max_tokens",
            LimitField::MaxCompletionTokens => "max_completion_tokens",
            LimitField::Nothing => "no_limit",
        };
        format!("{schema} {limit}")
    }

    /// Reads such a word; `None` if it is none. Usage is not asked for in a batch: it comes by itself.
    pub(super) fn of_word(word: &str) -> Option<Self> {
        let (schema, limit) = word.split_once(' ')?;
        Some(Self {
            ask_usage: false,
            schema: match schema {
                "json_schema" => SchemaMode::JsonSchema,
                "json_object_with_schema" => SchemaMode::JsonObjectWithSchema,
                "json_object" => SchemaMode::JsonObject,
                "words" => SchemaMode::Words,
                _ => return None,
            },
            limit: match limit {
                "max_tokens" => LimitField::MaxTokens,
                "max_completion_tokens" => LimitField::MaxCompletionTokens,
                "no_limit" => LimitField::Nothing,
                _ => return None,
            },
        })
    }

    /// What to leave out after this refusal, and the feature that is lost. `None`: the refusal is about something else.
    ///
    /// `schema` says whether one is asked for, and if so whether this endpoint has accepted one before.
    ///
    /// A server that fails with 500 while a schema is asked for may mean the schema (llama-cpp-python does): the next
    /// step is tried, and kept only if it is accepted.
    pub(super) fn after_refusal(
        self,
        failure: &HttpFailure,
        schema: Option<bool>,
    ) -> Option<(Self, Feature)> {
        let said = failure
            .error()
            .map_or_else(|| failure.body.clone(), |error| error.to_string())
            .to_lowercase();
        let about = |words: &[&str]| words.iter().any(|word| said.contains(word));
        let refusal = matches!(failure.status, 400 | 404 | 405 | 415 | 422 | 500 | 501);
        if !refusal {
            return None;
        }
        if self.ask_usage && about(&["stream_options", "include_usage"]) {
            return Some((
                Self {
                    ask_usage: false,
                    ..self
                },
                Feature::StreamUsage,
            ));
        }
        match self.limit {
            LimitField::MaxTokens
                if about(&["max_tokens"])
                    && about(&["max_completion_tokens", "unsupported", "not supported"]) =>
            {
                return Some((
                    Self {
                        limit: LimitField::MaxCompletionTokens,
                        ..self
                    },
                    Feature::OutputLimit,
                ));
            }
            LimitField::MaxCompletionTokens
                if about(&["max_completion_tokens"]) && !about(&["at most", "too large"]) =>
            {
                return Some((
                    Self {
                        limit: LimitField::Nothing,
                        ..self
                    },
                    Feature::OutputLimit,
                ));
            }
            LimitField::MaxTokens | LimitField::MaxCompletionTokens | LimitField::Nothing => {}
        }
        let names_schema = about(&[
            "response_format",
            "json_schema",
            "json_object",
            "grammar",
            "schema",
            "structured output",
        ]);
        let may_mean_schema = matches!(failure.status, 500 | 501) && schema == Some(false);
        if schema.is_some() && (names_schema || may_mean_schema) {
            let feature = if self.schema == SchemaMode::JsonObject {
                Feature::JsonMode
            } else {
                Feature::JsonSchema
            };
            return self
                .schema
                .weaker()
                .map(|schema| (Self { schema, ..self }, feature));
        }
        None
    }
}

/// True if a successful reply was really an error about our options, as servers send that answer 200 to everything.
pub(super) fn error_of_whole(body: &Json) -> Option<&Json> {
    body.get("error").filter(|error| !error.is_null())
}
