//! Prices.

use mill_engine::{ListedPrice, NewPrice};

use crate::params::{Nothing, PriceRemoveParams, PriceSetParams};
use crate::view::settings::PriceView;
use crate::{ApiError, Host};

#[expect(
    clippy::unused_async,
    reason = "every method of the contract is called the same way"
)]
pub(super) async fn price_list(host: &Host, _: Nothing) -> Result<Vec<PriceView>, ApiError> {
    Ok(host.engine.prices().iter().map(price_view).collect())
}

/// A price, for hosts.
pub fn price_view(price: &ListedPrice) -> PriceView {
    let text = |price: mill_domain::UsdPerToken| price.to_usd_per_million().to_string();
    let base = &price.prices.base;
    PriceView {
        model: price.model.to_string(),
        from: price.from.clone().unwrap_or_default(),
        input: text(base.input),
        output: text(base.output),
        cache_read: base.cache_read.map(text),
        cache_write_5m: base.cache_write_short.map(text),
        cache_write_1h: base.cache_write_long.map(text),
        long_context_above: price
            .prices
            .long_context
            .as_ref()
            .map(|tier| tier.above_tokens),
        source: if price.own { "person" } else { "book" }.to_owned(),
        in_force: price.in_force,
    }
}

pub(super) async fn price_set(host: &Host, params: PriceSetParams) -> Result<Nothing, ApiError> {
    let price = NewPrice {
        model: params.model,
        input: params.input,
        output: params.output,
        cache_read: params.cache_read,
        cache_write: params.cache_write,
        from: params.from,
        confirmed: params.confirmed,
    };
    host.engine.set_price(price).await?;
    Ok(Nothing {})
}

pub(super) async fn price_remove(
    host: &Host,
    params: PriceRemoveParams,
) -> Result<Nothing, ApiError> {
    let from = params.from.as_deref();
    host.engine.remove_price(&params.model, from).await?;
    Ok(Nothing {})
}
