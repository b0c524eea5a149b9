//! Prices that were typed per token, or per thousand tokens.

use mill_domain::{ModelRef, Prices, Timestamp, UsdPerToken};

use super::{PriceBook, PricedModel};

/// What a price a person enters is far away from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceDoubt {
    /// The amount that is far off, USD per million tokens.
    pub entered: String,
    /// The nearest known one, USD per million tokens.
    pub known: String,
    /// What the known one is a price of: the same model, or its provider, or anybody.
    pub of: String,
}

/// How far from its neighbours an entered price may be before it is asked about: between the models of one provider
/// lie factors of ten and more, between a price per million and one per thousand or per token a thousand.
const FAR: u64 = 100;

/// A doubt if a price a person enters is 100 times away from its neighbours: per token, or per thousand, was typed where
/// per million is meant. Neighbours are the model's own known price, else its provider's, else the whole list's. `None`:
/// plausible, or free.
pub fn scale_doubt(model: &ModelRef, prices: &Prices, at: Timestamp) -> Option<PriceDoubt> {
    if prices.is_free() {
        return None;
    }
    let book = PriceBook::built_in();
    let own = book.lookup(model, at).filter(|own| !own.prices.is_free());
    let all = book.all(at);
    let same_provider = |known: &&PricedModel| known.model.provider() == model.provider();
    let (of, neighbours): (String, Vec<&PricedModel>) = match &own {
        Some(own) => (model.to_string(), vec![own]),
        None => match all.iter().filter(same_provider).collect::<Vec<_>>() {
            known if known.is_empty() => ("the price book".to_owned(), all.iter().collect()),
            known => (model.provider().to_string(), known),
        },
    };
    let pairs = [
        |prices: &Prices| prices.base.input.as_pico(),
        |prices: &Prices| prices.base.output.as_pico(),
    ];
    pairs.into_iter().find_map(|pick| {
        let entered = pick(prices);
        let known: Vec<u64> = neighbours.iter().map(|known| pick(&known.prices)).collect();
        let (least, most) = (*known.iter().min()?, *known.iter().max()?);
        let far = if entered != 0 && entered.saturating_mul(FAR) <= least {
            least
        } else if most != 0 && entered >= most.saturating_mul(FAR) {
            most
        } else {
            return None;
        };
        let shown = |pico: u64| {
            UsdPerToken::from_pico(pico)
                .to_usd_per_million()
                .to_string()
        };
        Some(PriceDoubt {
            entered: shown(entered),
            known: shown(far),
            of: of.clone(),
        })
    })
}
