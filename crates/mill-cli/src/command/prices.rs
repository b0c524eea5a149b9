//! `prices`: what models cost, and entering one.

use mill_api::view::settings::PriceView;
use mill_api::{ApiError, price_view};
use mill_engine::{Engine, NewPrice};
use rust_i18n::t;
use serde_json::json;

use crate::arguments::PricesVerb;
use crate::exit::Exit;
use crate::say::{self, Form};

pub(crate) async fn prices(
    engine: &Engine,
    verb: Option<PricesVerb>,
    all: bool,
    form: Form,
) -> Result<Exit, ApiError> {
    match verb {
        Some(PricesVerb::Set {
            model,
            input,
            output,
            cache_read,
            cache_write,
            from,
            yes,
        }) => {
            let price = NewPrice {
                model: model.clone(),
                input,
                output,
                cache_read,
                cache_write,
                from,
                confirmed: yes,
            };
            engine.set_price(price).await?;
            say::error_line(&t!("prices.set", model = model));
            Ok(Exit::Done)
        }
        Some(PricesVerb::Remove { model, from }) => {
            engine.remove_price(&model, from.as_deref()).await?;
            say::error_line(&t!("prices.removed", model = model));
            Ok(Exit::Done)
        }
        None => list(engine, all, form),
    }
}

/// The prices in force, or those of all dates.
fn list(engine: &Engine, all: bool, form: Form) -> Result<Exit, ApiError> {
    let prices = engine.prices();
    let wanted = prices.iter().filter(|price| all || price.in_force);
    let prices: Vec<PriceView> = wanted.map(price_view).collect();
    if form == Form::Json {
        say::json(&json!({ "prices": prices }))?;
        return Ok(Exit::Done);
    }
    for price in prices {
        let read = price.cache_read.unwrap_or_default();
        say::line(&format!(
            "{:<36} {:>9} {:>9} {read:>9}  {:<10} {}",
            price.model, price.input, price.output, price.from, price.source
        ));
    }
    Ok(Exit::Done)
}
