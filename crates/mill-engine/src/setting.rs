//! The person's choices.

use mill_domain::Usd;
use mill_store::{Month, MonthTotals};
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
    /// What one month may cost over all runs; `None`: no cap.
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
        match self.store().setting(NAME).await? {
            Some(text) => Ok(serde_json::from_str(&text)?),
            None => Ok(Settings::default()),
        }
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
        self.stale(["settings", "home", "status"]);
        Ok(())
    }

    /// The month a call counts against that starts now.
    pub(crate) async fn month_now(&self) -> Result<Month, EngineError> {
        Ok(Month {
            name: self.month_name(),
            cap: self.settings().await?.month_cap,
        })
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
    pub async fn month_totals(&self, month: &str) -> Result<MonthTotals, EngineError> {
        Ok(self.store().month(month).await?)
    }

    /// This month in the stated zone, `YYYY-MM`.
    pub fn month_name(&self) -> String {
        let now = jiff::Timestamp::from_millisecond(self.now().as_millis()).unwrap_or_default();
        now.to_zoned_datetime(self.config().zone.clone())
            .strftime("%Y-%m")
            .to_string()
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
