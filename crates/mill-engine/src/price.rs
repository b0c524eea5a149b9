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
    /// From when on, exactly; `None`: since before the list began.
    pub starts_at: Option<Timestamp>,
    /// True if the person entered it.
    pub own: bool,
    /// True if it is the one that holds now.
    pub in_force: bool,
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
    /// True: the person was asked about a price that is far from its neighbours, and means it.
    pub confirmed: bool,
}

impl Engine {
    /// Every price there is, of all dates, by model, the one in force first; the person's win from their day on.
    pub fn prices(&self) -> Vec<ListedPrice> {
        let history = self.price_book().history(self.now());
        history
            .into_iter()
            .map(|(priced, in_force)| ListedPrice {
                model: priced.model,
                from: priced.from.and_then(day_of),
                starts_at: priced.from,
                prices: priced.prices,
                own: priced.source == PriceSource::User,
                in_force,
            })
            .collect()
    }

    /// Takes a price of the person's own away; calls keep the price they were made at. `from`: the day it begins, `None`
    /// for the one in force.
    /// # Errors
    /// [`EngineError::Store`] if the person entered none for that model and day.
    pub async fn remove_price(&self, model: &str, from: Option<&str>) -> Result<(), EngineError> {
        let model = model_of(model)?;
        let own = self.prices().into_iter().find(|price| {
            let same_day = match from {
                Some(day) => price.from.as_deref() == Some(day),
                None => price.in_force,
            };
            price.own && price.model == model && same_day
        });
        let Some(starts_at) = own.and_then(|own| own.starts_at) else {
            return Err(EngineError::Store(mill_store::StoreError::NotFound {
                what: "price",
                id: model.to_string(),
            }));
        };
        self.store()
            .remove_price(&model.to_string(), starts_at)
            .await?;
        self.reload_prices().await
    }

    /// Stores a price of the person's own, from a day on.
    /// # Errors
    /// [`EngineError::BadValue`] for a model, price or day that cannot be read; [`EngineError::PriceFarOff`] for one that is
    /// 100 times away from its neighbours and was not confirmed.
    pub async fn set_price(&self, new: NewPrice) -> Result<(), EngineError> {
        let model = model_of(&new.model)?;
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
        if !new.confirmed
            && let Some(doubt) = mill_llm::scale_doubt(&model, &prices, self.now())
        {
            return Err(EngineError::PriceFarOff {
                model: model.to_string(),
                doubt,
            });
        }
        let stored = StoredPrice {
            model: model.to_string(),
            starts_at,
            prices,
        };
        self.store().set_price(stored, self.now()).await?;
        self.reload_prices().await
    }
}

fn model_of(text: &str) -> Result<ModelRef, EngineError> {
    text.parse().map_err(|_| EngineError::BadValue {
        what: "model",
        value: text.to_owned(),
        expected: "write provider/model, for example anthropic/claude-haiku-5-5".to_owned(),
    })
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
