//! Caps beyond the run's own.

use mill_engine::CapState;

use super::amount;
use crate::params::{CapSetParams, Nothing};
use crate::view::settings::{CapView, CapsView};
use crate::{ApiError, Host};

pub(super) async fn caps_get(host: &Host, _: Nothing) -> Result<CapsView, ApiError> {
    let caps = host.engine.caps().await?;
    Ok(CapsView {
        caps: caps.iter().map(cap_view).collect(),
        zone: host.engine.config().zone_name(),
    })
}

/// A cap, for hosts.
pub fn cap_view(state: &CapState) -> CapView {
    CapView {
        kind: state.scope.kind.as_str().to_owned(),
        name: state.scope.name.clone(),
        period: state.period.clone(),
        cap_usd: state.cap.map(Into::into),
        spent_usd: (state.totals.spent + state.totals.uncertain).into(),
        reserved_usd: state.totals.reserved.into(),
        left_usd: state.left().map(Into::into),
    }
}

pub(super) async fn caps_set(host: &Host, params: CapSetParams) -> Result<CapsView, ApiError> {
    let scope = host.engine.scope(&params.kind, &params.name)?;
    let cap = params
        .cap_usd
        .as_ref()
        .map(|cap| amount("cap", cap))
        .transpose()?;
    host.engine.set_cap(scope, cap).await?;
    caps_get(host, Nothing {}).await
}
