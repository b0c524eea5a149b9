//! How connections beyond this machine leave it: by the environment's proxy, else by the system's, and never in silence
//! past a proxy script.

use std::error::Error;
use std::time::Duration;

use reqwest::{ClientBuilder, NoProxy, Proxy};
use tower::util::MapErrLayer;

use super::script::{BehindScript, is_script};
use super::system_proxy::{self, SystemProxy};

/// Where proxies are named, in the order in which they count for us: nearly all providers are asked over https.
const NAMES: [&str; 6] = [
    "HTTPS_PROXY",
    "https_proxy",
    "ALL_PROXY",
    "all_proxy",
    "HTTP_PROXY",
    "http_proxy",
];

/// Where some desktops name a proxy script.
const SCRIPT_NAMES: [&str; 2] = ["auto_proxy", "AUTO_PROXY"];

/// Longest time the system may take to tell its proxies.
pub(super) const PATIENCE: Duration = Duration::from_secs(1);

/// How connections leave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Route {
    /// As the environment names it, or as the HTTP library itself finds it in the system.
    Usual,
    /// By the proxy of the system's settings.
    System(SystemProxy),
    /// Straight on, although a script names a proxy: that script is not run.
    PastScript(String),
}

impl Route {
    /// Reads the environment through `variable`; asks the system only where that names nothing.
    pub(super) fn find(
        variable: impl Fn(&str) -> Option<String>,
        system: impl FnOnce() -> Option<SystemProxy>,
    ) -> Self {
        let named = |name: &&'static str| variable(name).filter(|value| !value.trim().is_empty());
        if let Some(value) = NAMES.iter().find_map(named) {
            return if is_script(&value) {
                Self::PastScript(value)
            } else {
                Self::Usual
            };
        }
        if let Some(script) = SCRIPT_NAMES.iter().find_map(named) {
            return Self::PastScript(script);
        }
        match system() {
            Some(SystemProxy {
                script: Some(script),
                ..
            }) => Self::PastScript(script),
            Some(proxy) if proxy.https.is_some() || proxy.http.is_some() => Self::System(proxy),
            _ => Self::Usual,
        }
    }

    /// The environment and the settings of this computer.
    #[expect(
        clippy::disallowed_methods,
        reason = "the HTTP library reads the proxies of the environment itself; this looks at the same ones"
    )]
    pub(super) fn of_this_computer() -> Self {
        Self::find(
            |name| std::env::var(name).ok(),
            || system_proxy::ask(PATIENCE),
        )
    }

    /// The client with this way out.
    pub(super) fn take(&self, builder: ClientBuilder) -> ClientBuilder {
        match self {
            Self::Usual => builder,
            Self::System(proxy) => by_system(builder, proxy),
            Self::PastScript(script) => {
                tracing::warn!(script = %script, "the settings name a proxy script, which is not run: connections go straight on");
                let script = script.clone();
                let note = MapErrLayer::new(move |cause| -> Box<dyn Error + Send + Sync> {
                    let script = script.clone();
                    Box::new(BehindScript { script, cause })
                });
                builder.no_proxy().connector_layer(note)
            }
        }
    }
}

fn by_system(mut builder: ClientBuilder, proxy: &SystemProxy) -> ClientBuilder {
    let past = NoProxy::from_string(&proxy.past.join(","));
    let both = [
        proxy.https.as_ref().map(Proxy::https),
        proxy.http.as_ref().map(Proxy::http),
    ];
    for made in both.into_iter().flatten() {
        match made {
            Ok(made) => builder = builder.proxy(made.no_proxy(past.clone())),
            Err(error) => {
                tracing::warn!(error = %error, "the system's proxy is no address and is not used");
            }
        }
    }
    builder
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manual() -> SystemProxy {
        SystemProxy {
            https: Some("http://proxy.example:3128".to_owned()),
            ..SystemProxy::default()
        }
    }

    fn by_script() -> SystemProxy {
        SystemProxy {
            script: Some("http://wpad/wpad.dat".to_owned()),
            ..SystemProxy::default()
        }
    }

    fn found(variables: &[(&str, &str)], system: Option<SystemProxy>) -> Route {
        let variable = |name: &str| {
            let mut pairs = variables.iter();
            pairs
                .find(|(known, _)| *known == name)
                .map(|(_, value)| (*value).to_owned())
        };
        Route::find(variable, || system)
    }

    #[test]
    fn the_environment_wins_then_the_system_and_a_script_is_never_passed_in_silence() {
        let past = |script: &str| Route::PastScript(script.to_owned());
        for (variables, system, expected) in [
            (vec![], None, Route::Usual),
            (vec![], Some(SystemProxy::default()), Route::Usual),
            (vec![], Some(manual()), Route::System(manual())),
            (vec![], Some(by_script()), past("http://wpad/wpad.dat")),
            (
                vec![("HTTPS_PROXY", "http://p:1")],
                Some(by_script()),
                Route::Usual,
            ),
            (
                vec![("https_proxy", " ")],
                Some(manual()),
                Route::System(manual()),
            ),
            (
                vec![("all_proxy", "http://p/office.pac")],
                Some(manual()),
                past("http://p/office.pac"),
            ),
            (
                vec![("auto_proxy", "http://p/find")],
                Some(manual()),
                past("http://p/find"),
            ),
        ] {
            assert_eq!(found(&variables, system), expected, "{variables:?}");
        }
    }
}
