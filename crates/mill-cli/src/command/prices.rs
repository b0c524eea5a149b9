//! `prices`: what models cost, and entering one.

use mill_api::view::settings::PriceView;
use mill_api::{ApiError, price_view};
use mill_engine::{Engine, NewPrice};
use rust_i18n::t;
use serde_json::json;

use crate::arguments::PricesVerb;
use crate::exit::Exit;
use crate::say;

pub(crate) async fn prices(
    engine: &Engine,
    verb: Option<PricesVerb>,
    json: bool,
) -> Result<Exit, ApiError> {
    if let Some(PricesVerb::Set {
        model,
        input,
        output,
        cache_read,
        cache_write,
        from,
    }) = verb
    {
        let price = NewPrice {
            model: model.clone(),
            input,
            output,
            cache_read,
            cache_write,
            from,
        };
        engine.set_price(price).await?;
        say::error_line(&t!("prices.set", model = model));
        return Ok(Exit::Done);
    }
    let prices: Vec<PriceView> = engine.prices().iter().map(price_view).collect();
    if json {
        say::json(&json!({ "prices": prices }))?;
        return Ok(Exit::Done);
    }
    for price in prices {
        let read = price.cache_read.unwrap_or_default();
        say::line(&format!(
            "{:<36} {:>9} {:>9} {read:>9}  {}",
            price.model, price.input, price.output, price.from
        ));
    }
    Ok(Exit::Done)
}
