//! The proxy of the system's settings, where the HTTP library does not find it itself: by hand in GNOME, and scripts in
//! GNOME, macOS and Windows.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How often a program that was asked is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// Who tells the settings, and what is asked. macOS and Windows are asked for scripts alone.
#[cfg(target_os = "macos")]
const ASKED: (&str, &[&str]) = ("scutil", &["--proxy"]);
#[cfg(windows)]
const ASKED: (&str, &[&str]) = (
    "reg",
    &[
        "query",
        r"HKCU\Software\Microsoft\Windows\CurrentVersion\Internet Settings",
        "/v",
        "AutoConfigURL",
    ],
);
#[cfg(not(any(target_os = "macos", windows)))]
const ASKED: (&str, &[&str]) = ("gsettings", &["list-recursively", "org.gnome.system.proxy"]);

/// What the settings of the system say.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct SystemProxy {
    /// The proxy for https. `None`: there is none.
    pub(super) https: Option<String>,
    /// The proxy for http. `None`: there is none.
    pub(super) http: Option<String>,
    /// Hosts that are reached without it.
    pub(super) past: Vec<String>,
    /// The script that names the proxy. `None`: there is none.
    pub(super) script: Option<String>,
}

/// Asks the system; `None`: it has no such settings, or does not tell them in time.
pub(super) fn ask(patience: Duration) -> Option<SystemProxy> {
    let (program, arguments) = ASKED;
    let text = output_of(Command::new(program).args(arguments), patience)?;
    let read = match program {
        "gsettings" => of_gnome(&text),
        "scutil" => of_macos(&text),
        _ => of_windows(&text),
    };
    Some(read)
}

/// What a program writes; one that takes too long is ended.
#[expect(
    clippy::disallowed_methods,
    reason = "once, before the first connection, and for a second at most"
)]
fn output_of(command: &mut Command, patience: Duration) -> Option<String> {
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt as _;
        /// No console window appears.
        const CREATE_NO_WINDOW: u32 = 0x0800_0000;
        command.creation_flags(CREATE_NO_WINDOW);
    }
    let mut asked = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let started = Instant::now();
    // What is written fits into the pipe.
    while asked.try_wait().ok()?.is_none() {
        if started.elapsed() > patience {
            drop(asked.kill());
            drop(asked.wait());
            return None;
        }
        std::thread::sleep(LOOK_EVERY);
    }
    let mut text = String::new();
    asked.stdout.take()?.read_to_string(&mut text).ok()?;
    Some(text)
}

/// Lines such as `org.gnome.system.proxy.https host 'proxy.example'`.
fn of_gnome(text: &str) -> SystemProxy {
    let value = |schema: &str, key: &str| {
        let begin = format!("org.gnome.system.proxy{schema} {key} ");
        let found = text
            .lines()
            .find_map(|line| line.trim().strip_prefix(&begin));
        found.unwrap_or_default().trim().to_owned()
    };
    let unquoted = |text: String| text.trim_matches(['\'', '"']).to_owned();
    let address = |schema: &str| {
        let host = unquoted(value(schema, "host"));
        let port = value(schema, "port");
        (!host.is_empty() && port.parse::<u16>().is_ok_and(|port| port > 0))
            .then(|| format!("http://{host}:{port}"))
    };
    match unquoted(value("", "mode")).as_str() {
        "manual" => {
            let http = address(".http");
            SystemProxy {
                https: address(".https").or_else(|| http.clone()),
                http,
                past: hosts(&value("", "ignore-hosts")),
                script: None,
            }
        }
        "auto" => {
            let script = unquoted(value("", "autoconfig-url"));
            let found = if script.is_empty() {
                // Without an address, GNOME looks for the script in the network.
                "http://wpad/wpad.dat".to_owned()
            } else {
                script
            };
            SystemProxy {
                script: Some(found),
                ..SystemProxy::default()
            }
        }
        _ => SystemProxy::default(),
    }
}

/// A list such as `['localhost', '*.example.com']`; a name counts with everything below it.
fn hosts(list: &str) -> Vec<String> {
    let inside = list.trim_start_matches("@as").trim();
    let inside = inside.trim_start_matches('[').trim_end_matches(']');
    let names = inside.split(',').map(|name| name.trim().trim_matches('\''));
    let names = names.map(|name| {
        name.strip_prefix('*')
            .filter(|rest| !rest.is_empty())
            .unwrap_or(name)
    });
    let names = names.filter(|name| !name.is_empty());
    names.map(str::to_owned).collect()
}

/// Lines such as `ProxyAutoConfigURLString : http://wpad/wpad.dat`.
fn of_macos(text: &str) -> SystemProxy {
    let value = |key: &str| {
        let pairs = text.lines().filter_map(|line| line.split_once(" : "));
        let mut found = pairs.filter(|(name, _)| name.trim() == key);
        found.next().map(|(_, value)| value.trim().to_owned())
    };
    let is_on = value("ProxyAutoConfigEnable").as_deref() == Some("1");
    SystemProxy {
        script: value("ProxyAutoConfigURLString").filter(|_| is_on),
        ..SystemProxy::default()
    }
}

/// A line such as `AutoConfigURL    REG_SZ    http://wpad/wpad.dat`.
fn of_windows(text: &str) -> SystemProxy {
    let line = text.lines().find_map(|line| {
        let (name, value) = line.split_once("REG_SZ")?;
        (name.trim() == "AutoConfigURL").then(|| value.trim().to_owned())
    });
    SystemProxy {
        script: line.filter(|script| !script.is_empty()),
        ..SystemProxy::default()
    }
}

#[cfg(test)]
mod tests;
