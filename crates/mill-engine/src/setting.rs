//! The person's choices.

use mill_domain::{Scope, Usd};
use mill_store::Totals;
use serde::{Deserialize, Serialize};

use crate::{Engine, EngineError, ExportLanguage};

const NAME: &str = "choices";

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
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            language: "system".to_owned(),
            appearance: "system".to_owned(),
            month_cap: None,
            reviewer: String::new(),
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
    /// [`EngineError::BadValue`] for a word that is none of the choices.
    pub async fn set_settings(&self, settings: &Settings) -> Result<(), EngineError> {
        one_of("language", &settings.language, &["system", "en", "zh"])?;
        one_of(
            "appearance",
            &settings.appearance,
            &["system", "light", "dark"],
        )?;
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
