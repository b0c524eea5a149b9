//! Keys. A typed key goes straight to the engine; nothing that comes back carries more than four characters of it.

use mill_domain::{ProviderName, Secret};
use mill_engine::{KeyPlace, KeyState, key_name};

use crate::convert::model_option;
use crate::params::{KeyParams, KeySetParams, Nothing};
use crate::view::settings::{KeyStoreView, KeyTest, KeyView, LimitView, ModelOption};
use crate::{ApiError, Host};

pub(super) async fn key_list(host: &Host, _: Nothing) -> Result<KeyStoreView, ApiError> {
    let state = host.engine.keys().await?;
    Ok(KeyStoreView {
        works: state.problem.is_none(),
        problem: state.problem.map(|problem| problem.code().to_owned()),
        keys: state.keys.into_iter().map(key_view).collect(),
    })
}

fn key_view(key: KeyState) -> KeyView {
    KeyView {
        provider: key.provider.to_string(),
        title: key.title.to_owned(),
        name: key.name.to_string(),
        place: match key.place {
            KeyPlace::Store => "store",
            KeyPlace::Session => "session",
            KeyPlace::Environment => "environment",
            KeyPlace::None => "none",
        }
        .to_owned(),
        last_four: key.last_four,
        optional: key.optional,
    }
}

pub(super) async fn key_set(host: &Host, params: KeySetParams) -> Result<KeyStoreView, ApiError> {
    let provider = ProviderName::new(&params.provider);
    host.engine
        .set_key(
            &provider,
            &key_name(params.name.as_deref().unwrap_or_default())?,
            Secret::new(params.key),
            params.session_only,
        )
        .await?;
    key_list(host, Nothing {}).await
}

pub(super) async fn key_remove(host: &Host, params: KeyParams) -> Result<KeyStoreView, ApiError> {
    let name = key_name(params.name.as_deref().unwrap_or_default())?;
    host.engine
        .remove_key(&ProviderName::new(&params.provider), &name)
        .await?;
    key_list(host, Nothing {}).await
}

pub(super) async fn key_test(host: &Host, params: KeyParams) -> Result<KeyTest, ApiError> {
    let name = key_name(params.name.as_deref().unwrap_or_default())?;
    let test = host
        .engine
        .test_key(&ProviderName::new(&params.provider), &name)
        .await?;
    Ok(KeyTest {
        accepted: test.problem.is_none(),
        problem: test.problem.map(|problem| problem.to_string()),
        models: test
            .models
            .and_then(|models| u32::try_from(models).ok())
            .unwrap_or(0),
    })
}

#[expect(
    clippy::unused_async,
    reason = "every method of the contract is called the same way"
)]
pub(super) async fn limits_list(host: &Host, _: Nothing) -> Result<Vec<LimitView>, ApiError> {
    let seen = host.engine.limits_seen();
    let views = seen.iter().flat_map(|(provider, name, limits)| {
        [
            ("requests", limits.requests),
            ("tokens", limits.tokens),
            ("input", limits.input_tokens),
            ("output", limits.output_tokens),
        ]
        .into_iter()
        .filter_map(move |(kind, limit)| {
            let limit = limit?;
            Some(LimitView {
                provider: provider.to_string(),
                name: name.to_string(),
                kind: kind.to_owned(),
                limit: limit.limit,
                left: limit.remaining,
            })
        })
    });
    Ok(views.collect())
}

pub(super) async fn model_list(host: &Host, _: Nothing) -> Result<Vec<ModelOption>, ApiError> {
    Ok(host
        .engine
        .models()
        .await?
        .into_iter()
        .map(model_option)
        .collect())
}
