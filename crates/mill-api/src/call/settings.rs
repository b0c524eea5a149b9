//! The person's choices.

use mill_engine::Settings;

use super::amount;
use crate::params::Nothing;
use crate::view::settings::SettingsView;
use crate::{ApiError, Host};

pub(super) async fn settings_get(host: &Host, _: Nothing) -> Result<SettingsView, ApiError> {
    let settings = host.engine.settings().await?;
    Ok(SettingsView {
        language: settings.language,
        appearance: settings.appearance,
        month_cap_usd: settings.month_cap.map(Into::into),
        reviewer: settings.reviewer,
        keys: settings.keys,
    })
}

pub(super) async fn settings_set(
    host: &Host,
    params: SettingsView,
) -> Result<SettingsView, ApiError> {
    let settings = Settings {
        language: params.language,
        appearance: params.appearance,
        month_cap: params
            .month_cap_usd
            .as_ref()
            .map(|cap| amount("month cap", cap))
            .transpose()?,
        reviewer: params.reviewer.trim().to_owned(),
        keys: params.keys,
    };
    host.engine.set_settings(&settings).await?;
    settings_get(host, Nothing {}).await
}
