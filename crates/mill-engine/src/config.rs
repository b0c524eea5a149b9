//! What the program was started with: the environment, read once.

use std::collections::BTreeMap;
use std::path::PathBuf;

use jiff::tz::TimeZone;
use mill_domain::{ProviderName, Secret};
use mill_llm::Endpoints;

use crate::EngineError;

/// Variables of the environment that mean something to us, by name.
#[derive(Debug, Clone, Default)]
pub struct Environment {
    variables: BTreeMap<String, Secret<String>>,
}

const NAMES: [&str; 21] = [
    "STAMPMILL_HOME",
    "STAMPMILL_PDF_PASSWORD",
    "XDG_DATA_HOME",
    "APPDATA",
    "HOME",
    "LANG",
    "LC_ALL",
    "TZ",
    "ANTHROPIC_API_KEY",
    "OPENAI_API_KEY",
    "GEMINI_API_KEY",
    "CUSTOM_API_KEY",
    "DEEPSEEK_API_KEY",
    "OPENROUTER_API_KEY",
    "MISTRAL_API_KEY",
    "XAI_API_KEY",
    "ANTHROPIC_BASE_URL",
    "OPENAI_BASE_URL",
    "GEMINI_BASE_URL",
    "OLLAMA_HOST",
    "LMSTUDIO_BASE_URL",
];

impl Environment {
    /// Reads the process's environment.
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the one place that reads the environment"
    )]
    pub fn of_process() -> Self {
        let variables = NAMES
            .into_iter()
            .filter_map(|name| Some((name.to_owned(), Secret::new(std::env::var(name).ok()?))))
            .filter(|(_, value)| !value.expose().trim().is_empty())
            .collect();
        Self { variables }
    }

    /// An environment made by hand, for tests and for hosts that know better.
    pub fn of_pairs<const N: usize>(pairs: [(&str, &str); N]) -> Self {
        let pairs = pairs
            .into_iter()
            .map(|(name, value)| (name.to_owned(), Secret::new(value.to_owned())));
        Self {
            variables: pairs.collect(),
        }
    }

    fn text(&self, name: &str) -> Option<String> {
        self.variables
            .get(name)
            .map(|value| value.expose().trim().to_owned())
    }
}

/// Everything the engine needs to know before it starts.
#[derive(Debug, Clone)]
pub struct Config {
    /// The data folder.
    pub home: PathBuf,
    /// `en` or `zh`, as the system suggests.
    pub language: String,
    /// The zone that days and months are counted in.
    pub zone: TimeZone,
    /// Where the providers are.
    pub endpoints: Endpoints,
    /// Keys given by the environment, by provider.
    pub keys: BTreeMap<ProviderName, Secret<String>>,
    /// A password of documents given by the environment; `None`: none was.
    pub pdf_password: Option<Secret<String>>,
}

impl Config {
    /// Puts the configuration together. What is given wins over the environment.
    /// # Errors
    /// [`EngineError::NoHome`] if no data folder can be named, [`EngineError::UnknownZone`] for a zone that does not exist.
    pub fn new(
        environment: &Environment,
        home: Option<PathBuf>,
        language: Option<&str>,
        zone: Option<&str>,
    ) -> Result<Self, EngineError> {
        let home = home
            .or_else(|| default_home(environment))
            .ok_or(EngineError::NoHome)?;
        let language = language.map_or_else(|| system_language(environment), str::to_owned);
        Ok(Self {
            home,
            language: if language.starts_with("zh") {
                "zh"
            } else {
                "en"
            }
            .to_owned(),
            zone: time_zone(zone.map(str::to_owned).or_else(|| environment.text("TZ")))?,
            endpoints: endpoints(environment),
            keys: keys(environment),
            pdf_password: environment.variables.get("STAMPMILL_PDF_PASSWORD").cloned(),
        })
    }

    /// The zone's name, for people.
    pub fn zone_name(&self) -> String {
        self.zone.iana_name().unwrap_or("UTC").to_owned()
    }
}

fn default_home(environment: &Environment) -> Option<PathBuf> {
    if let Some(home) = environment.text("STAMPMILL_HOME") {
        return Some(PathBuf::from(home));
    }
    if let Some(data) = environment
        .text("APPDATA")
        .or_else(|| environment.text("XDG_DATA_HOME"))
    {
        return Some(PathBuf::from(data).join("stampmill"));
    }
    let home = PathBuf::from(environment.text("HOME")?);
    Some(if cfg!(target_os = "macos") {
        home.join("Library/Application Support/stampmill")
    } else {
        home.join(".local/share/stampmill")
    })
}

fn system_language(environment: &Environment) -> String {
    environment
        .text("LC_ALL")
        .or_else(|| environment.text("LANG"))
        .unwrap_or_else(|| "en".to_owned())
}

fn time_zone(name: Option<String>) -> Result<TimeZone, EngineError> {
    match name {
        Some(name) => TimeZone::get(name.trim_start_matches(':'))
            .map_err(|_| EngineError::UnknownZone { name }),
        None => Ok(TimeZone::try_system().unwrap_or(TimeZone::UTC)),
    }
}

fn endpoints(environment: &Environment) -> Endpoints {
    let mut endpoints = Endpoints::default();
    if let Some(url) = environment.text("ANTHROPIC_BASE_URL") {
        endpoints.anthropic = url;
    }
    if let Some(url) = environment.text("OPENAI_BASE_URL") {
        endpoints.openai = url;
    }
    if let Some(url) = environment.text("GEMINI_BASE_URL") {
        endpoints.gemini = url;
    }
    if let Some(host) = environment.text("OLLAMA_HOST") {
        endpoints
            .others
            .insert(ProviderName::new("ollama"), with_scheme(&host));
    }
    if let Some(url) = environment.text("LMSTUDIO_BASE_URL") {
        endpoints
            .others
            .insert(ProviderName::new("lmstudio"), with_scheme(&url));
    }
    endpoints
}

/// Ollama's own variable is often a bare `host:port`.
fn with_scheme(address: &str) -> String {
    if address.contains("://") {
        address.to_owned()
    } else {
        format!("http://{address}")
    }
}

fn keys(environment: &Environment) -> BTreeMap<ProviderName, Secret<String>> {
    let suffix = "_API_KEY";
    let named = environment
        .variables
        .iter()
        .filter_map(|(name, value)| Some((name.strip_suffix(suffix)?, value)));
    named
        .map(|(provider, value)| (ProviderName::new(provider), value.clone()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_wins_over_the_environment_and_the_environment_over_the_system() {
        let environment = Environment::of_pairs([
            ("STAMPMILL_HOME", "/tmp/mill"),
            ("LANG", "zh_CN.UTF-8"),
            ("TZ", "Europe/Berlin"),
            ("OLLAMA_HOST", "127.0.0.1:9999"),
            ("ANTHROPIC_API_KEY", "sk-ant-0123456789wxyz"),
        ]);
        let config = Config::new(&environment, None, None, None).unwrap();
        assert_eq!(
            (config.language.as_str(), config.zone_name().as_str()),
            ("zh", "Europe/Berlin")
        );
        assert_eq!(config.home, PathBuf::from("/tmp/mill"));
        let ollama = config.endpoints.others.get(&ProviderName::new("ollama"));
        assert_eq!(ollama.map(String::as_str), Some("http://127.0.0.1:9999"));
        assert!(config.keys.contains_key(&ProviderName::new("anthropic")));
        assert!(
            !format!("{config:?}").contains("0123456789"),
            "a key is never printed"
        );

        let config = Config::new(
            &environment,
            Some("/elsewhere".into()),
            Some("en"),
            Some("Asia/Tokyo"),
        )
        .unwrap();
        assert_eq!(
            (config.language.as_str(), config.zone_name().as_str()),
            ("en", "Asia/Tokyo")
        );
    }

    #[test]
    fn a_zone_that_does_not_exist_is_named() {
        let wrong = Config::new(
            &Environment::default(),
            Some("/x".into()),
            None,
            Some("Mars/Base"),
        );
        assert!(matches!(wrong, Err(EngineError::UnknownZone { name }) if name == "Mars/Base"));
    }
}
