//! What servers that speak Chat Completions do differently, as data.

use reqwest::Url;

use crate::estimate::MediaBound;

/// How a server lets itself be held to a schema, strictest first. A server that refuses one step is asked for the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SchemaMode {
    /// `response_format: {type: json_schema, json_schema: {name, strict, schema}}`.
    JsonSchema,
    /// `response_format: {type: json_object, schema}` and the schema in words.
    JsonObjectWithSchema,
    /// `response_format: {type: json_object}` and the schema in words.
    JsonObject,
    /// The schema in words alone.
    Words,
}

impl SchemaMode {
    /// The next weaker step; `None` after the last.
    pub const fn weaker(self) -> Option<Self> {
        match self {
            Self::JsonSchema => Some(Self::JsonObjectWithSchema),
            Self::JsonObjectWithSchema => Some(Self::JsonObject),
            Self::JsonObject => Some(Self::Words),
            Self::Words => None,
        }
    }
}

/// The name under which a server takes the answer's limit; each is tried after the one before was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LimitField {
    /// `max_tokens`, understood by nearly all.
    MaxTokens,
    /// `max_completion_tokens`, demanded by `OpenAI`'s newer models.
    MaxCompletionTokens,
    /// Neither; the server's own limit applies.
    Nothing,
}

/// Where a server counts its reasoning tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReasoningCount {
    /// Inside `completion_tokens`.
    InCompletion,
    /// Beside it, if the total is larger than prompt and completion (xAI).
    MaybeBeside,
}

/// A kind of server and its deviations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Profile {
    /// Its name in our lists.
    pub name: &'static str,
    /// Its usual address. `None`: must be given.
    pub base: Option<&'static str>,
    /// Ask for usage with `stream_options`; servers that send it anyway or refuse the field are not asked.
    pub ask_usage: bool,
    /// The strictest way to a schema that it is known to take.
    pub schema: SchemaMode,
    /// How it names the answer's limit.
    pub limit: LimitField,
    /// How it counts reasoning.
    pub reasoning: ReasoningCount,
    /// It may cut a long prompt without saying so.
    pub cuts_silently: bool,
    /// The header for the key: `authorization` as Bearer, or a bare one (Azure's `api-key`).
    pub key_header: &'static str,
    /// The path of a list of its own beside `/v1/models` that says more of each model. `None`: there is none.
    pub(crate) native_list: Option<&'static str>,
    /// It refuses to work without a key.
    pub needs_key: bool,
    /// What a picture and a page cost at most.
    pub(crate) media: MediaBound,
}

const BEARER: &str = "authorization";

const GENERIC: Profile = Profile {
    name: "custom",
    base: None,
    ask_usage: true,
    schema: SchemaMode::JsonSchema,
    limit: LimitField::MaxTokens,
    reasoning: ReasoningCount::InCompletion,
    cuts_silently: true,
    key_header: BEARER,
    native_list: None,
    needs_key: false,
    media: MediaBound {
        image: 36_000,
        pdf_page: 7_800,
    },
};

const HOSTED: Profile = Profile {
    cuts_silently: false,
    needs_key: true,
    ..GENERIC
};

/// Every known kind; `custom` is the one for servers nobody has heard of.
const PROFILES: [Profile; 10] = [
    GENERIC,
    Profile {
        name: "ollama",
        base: Some("http://127.0.0.1:11434/v1"),
        ..GENERIC
    },
    Profile {
        name: "lmstudio",
        base: Some("http://127.0.0.1:1234/v1"),
        native_list: Some("/api/v0/models"),
        ..GENERIC
    },
    Profile {
        name: "vllm",
        base: Some("http://127.0.0.1:8000/v1"),
        cuts_silently: false,
        ..GENERIC
    },
    Profile {
        name: "llama_cpp",
        base: Some("http://127.0.0.1:8080/v1"),
        ..GENERIC
    },
    Profile {
        name: "deepseek",
        base: Some("https://api.deepseek.com"),
        schema: SchemaMode::JsonObject,
        ..HOSTED
    },
    Profile {
        name: "openrouter",
        base: Some("https://openrouter.ai/api/v1"),
        ..HOSTED
    },
    Profile {
        name: "azure",
        limit: LimitField::MaxCompletionTokens,
        key_header: "api-key",
        ..HOSTED
    },
    Profile {
        name: "xai",
        base: Some("https://api.x.ai/v1"),
        reasoning: ReasoningCount::MaybeBeside,
        ..HOSTED
    },
    Profile {
        name: "mistral",
        base: Some("https://api.mistral.ai/v1"),
        ask_usage: false,
        ..HOSTED
    },
];

/// Hosts by which a custom endpoint is recognised.
const HOSTS: [(&str, &str); 6] = [
    ("api.deepseek.com", "deepseek"),
    ("openrouter.ai", "openrouter"),
    ("api.x.ai", "xai"),
    ("api.mistral.ai", "mistral"),
    ("openai.azure.com", "azure"),
    ("services.ai.azure.com", "azure"),
];

/// Ports by which a server on this machine is recognised.
const PORTS: [(u16, &str); 4] = [
    (11434, "ollama"),
    (1234, "lmstudio"),
    (8080, "llama_cpp"),
    (8000, "vllm"),
];

impl Profile {
    /// The profile of that name.
    pub fn named(name: &str) -> Option<Self> {
        PROFILES.into_iter().find(|profile| profile.name == name)
    }

    /// The profile for servers nobody has heard of.
    pub const fn generic() -> Self {
        GENERIC
    }

    /// Every known profile.
    pub const fn all() -> [Self; 10] {
        PROFILES
    }

    /// The best guess from an address, for endpoints a person typed.
    pub fn guess(url: &str) -> Self {
        let Ok(url) = Url::parse(url) else {
            return GENERIC;
        };
        let host = url.host_str().unwrap_or_default();
        let by_host = HOSTS
            .iter()
            .find(|(known, _)| host == *known || host.ends_with(&format!(".{known}")));
        let local = crate::http::is_loopback(&url);
        let by_port = PORTS
            .iter()
            .find(|(port, _)| local && url.port() == Some(*port));
        let name = by_host
            .map(|(_, name)| *name)
            .or_else(|| by_port.map(|(_, name)| *name));
        name.and_then(Self::named).unwrap_or(GENERIC)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoints_are_recognised_by_host_and_by_local_port() {
        for (url, expected) in [
            ("https://api.deepseek.com/v1", "deepseek"),
            ("https://acme.openai.azure.com/openai/v1", "azure"),
            ("http://localhost:11434", "ollama"),
            ("http://192.168.1.9:11434", "custom"),
            ("https://evil-api.x.ai.example.com", "custom"),
            ("nonsense", "custom"),
        ] {
            assert_eq!(Profile::guess(url).name, expected, "{url}");
        }
    }

    #[test]
    fn weakening_ends_in_words() {
        let mut steps = vec![SchemaMode::JsonSchema];
        while let Some(next) = steps.last().and_then(|mode| mode.weaker()) {
            steps.push(next);
        }
        assert_eq!(steps.len(), 4);
        assert_eq!(steps.last(), Some(&SchemaMode::Words));
    }
}
