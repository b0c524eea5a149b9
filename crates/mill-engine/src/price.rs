//! Prices in force, and those the person enters.

use jiff::civil::Date;
use mill_domain::{ModelRef, Prices, Timestamp, TokenPrices, UsdPerToken};
use mill_llm::PriceSource;
use mill_store::StoredPrice;

use crate::{Engine, EngineError};

/// A price as listed.
#[derive(Debug, Clone)]
pub struct ListedPrice {
    /// The model.
    pub model: ModelRef,
    /// First day it holds, `YYYY-MM-DD` in UTC; `None`: since before the list began.
    pub from: Option<String>,
    /// The prices.
    pub prices: Prices,
    /// True if the person entered it.
    pub own: bool,
}

/// A price the person enters, USD per million tokens as text.
#[derive(Debug, Clone, Default)]
pub struct NewPrice {
    /// `provider/model`.
    pub model: String,
    /// Input.
    pub input: String,
    /// Output.
    pub output: String,
    /// Cache read; `None`: as input.
    pub cache_read: Option<String>,
    /// Cache write; `None`: as input.
    pub cache_write: Option<String>,
    /// First day, `YYYY-MM-DD`; `None`: today.
    pub from: Option<String>,
}

impl Engine {
    /// The prices in force now, the person's first.
    pub fn prices(&self) -> Vec<ListedPrice> {
        let listed = self.price_book().all(self.now());
        listed
            .into_iter()
            .map(|priced| ListedPrice {
                model: priced.model,
                from: priced.from.and_then(day_of),
                prices: priced.prices,
                own: priced.source == PriceSource::User,
            })
            .collect()
    }

    /// Stores a price of the person's own, from a day on.
    /// # Errors
    /// [`EngineError::BadValue`] for a model, price or day that cannot be read.
    pub async fn set_price(&self, new: NewPrice) -> Result<(), EngineError> {
        let model: ModelRef = new.model.parse().map_err(|_| EngineError::BadValue {
            what: "model",
            value: new.model.clone(),
            expected: "write provider/model, for example anthropic/claude-haiku-5-5".to_owned(),
        })?;
        let write = new.cache_write.as_deref().map(price).transpose()?;
        let base = TokenPrices {
            input: price(&new.input)?,
            output: price(&new.output)?,
            cache_read: new.cache_read.as_deref().map(price).transpose()?,
            cache_write_short: write,
            cache_write_long: write,
        };
        let starts_at = match &new.from {
            Some(day) => start_of_day(day)?,
            None => self.now(),
        };
        let prices = Prices {
            base,
            long_context: None,
            web_search: mill_domain::Usd::ZERO,
        };
        let stored = StoredPrice {
            model: model.to_string(),
            starts_at,
            prices,
        };
        self.store().set_price(stored, self.now()).await?;
        self.reload_prices().await
    }
}

fn price(text: &str) -> Result<UsdPerToken, EngineError> {
    UsdPerToken::from_usd_per_million(text).map_err(|_| EngineError::BadValue {
        what: "price",
        value: text.to_owned(),
        expected: "write dollars per million tokens, for example 1.25".to_owned(),
    })
}

fn start_of_day(day: &str) -> Result<Timestamp, EngineError> {
    let wrong = || EngineError::BadValue {
        what: "day",
        value: day.to_owned(),
        expected: "write a day such as 2026-11-30".to_owned(),
    };
    let date: Date = day.parse().map_err(|_| wrong())?;
    let start = date
        .to_zoned_datetime(jiff::tz::TimeZone::UTC)
        .map_err(|_| wrong())?;
    Ok(Timestamp::from_millis(start.timestamp().as_millisecond()))
}

fn day_of(moment: Timestamp) -> Option<String> {
    let moment = jiff::Timestamp::from_millisecond(moment.as_millis()).ok()?;
    Some(
        moment
            .to_zoned_datetime(jiff::tz::TimeZone::UTC)
            .date()
            .to_string(),
    )
}
