//! Prices that depend on the hour: peak on weekdays, a fraction of it otherwise.

use jiff::Timestamp as Moment;
use jiff::civil::Weekday;
use jiff::tz::TimeZone;
use serde::Deserialize;

use mill_domain::{Timestamp, TokenPrices, UsdPerToken};

/// Peak hours in UTC, Monday to Friday. Public holidays are not known and count as weekdays: at worst too dear.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PeakHours {
    /// Pairs of first and last hour, the last one excluded.
    pub(super) hours: Vec<(i8, i8)>,
    /// Outside the peak every price is divided by this.
    pub(super) divide_by: u64,
}

impl PeakHours {
    pub(super) fn is_peak(&self, at: Timestamp) -> bool {
        let Ok(moment) = Moment::from_millisecond(at.as_millis()) else {
            return true;
        };
        let local = moment.to_zoned_datetime(TimeZone::UTC);
        let weekend = matches!(local.weekday(), Weekday::Saturday | Weekday::Sunday);
        !weekend
            && self
                .hours
                .iter()
                .any(|(first, last)| (*first..*last).contains(&local.hour()))
    }

    pub(super) fn off_peak(&self, prices: &TokenPrices) -> TokenPrices {
        let less = |price: UsdPerToken| {
            UsdPerToken::from_pico(price.as_pico().div_ceil(self.divide_by.max(1)))
        };
        TokenPrices {
            input: less(prices.input),
            output: less(prices.output),
            cache_read: prices.cache_read.map(less),
            cache_write_short: prices.cache_write_short.map(less),
            cache_write_long: prices.cache_write_long.map(less),
        }
    }
}
