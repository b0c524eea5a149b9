//! The person's choices.

use std::collections::{BTreeMap, BTreeSet};

use mill_domain::{Scope, Usd};
use mill_store::Totals;
use serde::{Deserialize, Serialize};

use crate::{Engine, EngineError, ExportLanguage};

const NAME: &str = "choices";

/// Characters of a key as it is written, such as `shift+a`, at most.
const KEY_CHARS: usize = 24;

/// Choices of the person. Stored as one JSON text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// `en`, `zh`, or `system`.
    pub language: String,
    /// `light`, `dark` or `system`.
    pub appearance: String,
    /// What one month may cost over all runs; `None`: no cap. Stored with the other caps.
    #[serde(skip)]
    pub month_cap: Option<Usd>,
    /// Name on run sheets; "": not given.
    pub reviewer: String,
    /// Keys of the review the person changed, by what they do; all others are the usual ones.
    pub keys: BTreeMap<String, String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            language: "system".to_owned(),
            appearance: "system".to_owned(),
            month_cap: None,
            reviewer: String::new(),
            keys: BTreeMap::new(),
        }
    }
}

impl Engine {
    /// The person's choices.
    /// # Errors
    /// [`EngineError::Store`] if they cannot be read.
    pub async fn settings(&self) -> Result<Settings, EngineError> {
        let mut settings = match self.store().setting(NAME).await? {
            Some(text) => serde_json::from_str(&text)?,
            None => Settings::default(),
        };
        settings.month_cap = self.store().cap(&Scope::month()).await?;
        Ok(settings)
    }

    /// Stores the person's choices.
    /// # Errors
    /// [`EngineError::BadValue`] for a word that is none of the choices, or a key that does two things.
    pub async fn set_settings(&self, settings: &Settings) -> Result<(), EngineError> {
        one_of("language", &settings.language, &["system", "en", "zh"])?;
        one_of(
            "appearance",
            &settings.appearance,
            &["system", "light", "dark"],
        )?;
        check_keys(&settings.keys)?;
        self.store()
            .set_setting(NAME, &serde_json::to_string(settings)?)
            .await?;
        self.store()
            .set_cap(Scope::month(), settings.month_cap)
            .await?;
        self.stale(["settings", "caps", "home", "status"]);
        Ok(())
    }

    /// Earlier versions kept the month's cap among the choices: it moves to the other caps, once.
    pub(crate) async fn move_month_cap(&self) -> Result<(), EngineError> {
        #[derive(Deserialize)]
        struct Before {
            month_cap: Option<Usd>,
        }
        let Some(text) = self.store().setting(NAME).await? else {
            return Ok(());
        };
        let before: Before = serde_json::from_str(&text)?;
        if let Some(cap) = before.month_cap {
            self.store().set_cap(Scope::month(), Some(cap)).await?;
            let settings: Settings = serde_json::from_str(&text)?;
            self.store()
                .set_setting(NAME, &serde_json::to_string(&settings)?)
                .await?;
        }
        Ok(())
    }

    /// The language of our own words now: the person's choice, else the system's.
    /// # Errors
    /// [`EngineError::Store`] if the choices cannot be read.
    pub async fn words(&self) -> Result<ExportLanguage, EngineError> {
        let chosen = self.settings().await?.language;
        let language = if chosen == "system" {
            self.config().language.clone()
        } else {
            chosen
        };
        Ok(ExportLanguage::from_word(&language))
    }

    /// A month's sums.
    /// # Errors
    /// [`EngineError::Store`] if they cannot be read.
    pub async fn month_totals(&self, month: &str) -> Result<Totals, EngineError> {
        Ok(self.store().totals(&Scope::month(), month).await?)
    }

    /// This month in the stated zone, `YYYY-MM`.
    pub fn month_name(&self) -> String {
        self.calendar().month
    }
}

/// A key does one thing, and is written the way the window writes keys.
fn check_keys(keys: &BTreeMap<String, String>) -> Result<(), EngineError> {
    let mut seen = BTreeSet::new();
    for key in keys.values() {
        let plain = (1..=KEY_CHARS).contains(&key.chars().count());
        if !plain || key.trim() != key || !seen.insert(key) {
            return Err(EngineError::BadValue {
                what: "key",
                value: key.chars().take(KEY_CHARS).collect(),
                expected: "use one key for one thing".to_owned(),
            });
        }
    }
    Ok(())
}

fn one_of(what: &'static str, value: &str, allowed: &[&str]) -> Result<(), EngineError> {
    if allowed.contains(&value) {
        return Ok(());
    }
    Err(EngineError::BadValue {
        what,
        value: value.to_owned(),
        expected: format!("use {}", allowed.join(", ")),
    })
}
