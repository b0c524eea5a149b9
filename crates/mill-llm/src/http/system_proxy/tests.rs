use super::*;

const GNOME: &str = "\
org.gnome.system.proxy autoconfig-url 'http://proxy.example/office.pac'
org.gnome.system.proxy ignore-hosts ['localhost', '127.0.0.0/8', '*.example.com']
org.gnome.system.proxy mode 'MODE'
org.gnome.system.proxy.ftp host ''
org.gnome.system.proxy.ftp port 0
org.gnome.system.proxy.http host 'proxy.example'
org.gnome.system.proxy.http port 3128
org.gnome.system.proxy.https host ''
org.gnome.system.proxy.https port 0
";

#[test]
fn gnome_tells_its_proxy_its_script_or_none() {
    let read = |mode: &str| of_gnome(&GNOME.replace("MODE", mode));
    let proxy = Some("http://proxy.example:3128".to_owned());
    assert_eq!(
        read("manual"),
        SystemProxy {
            https: proxy.clone(),
            http: proxy,
            past: ["localhost", "127.0.0.0/8", ".example.com"]
                .map(str::to_owned)
                .to_vec(),
            script: None,
        }
    );
    assert_eq!(
        read("auto").script.as_deref(),
        Some("http://proxy.example/office.pac")
    );
    assert_eq!(read("none"), SystemProxy::default());
    assert_eq!(of_gnome(""), SystemProxy::default());
}

#[test]
fn macos_and_windows_tell_their_scripts() {
    let macos = "<dictionary> {\n  ProxyAutoConfigEnable : 1\n  ProxyAutoConfigURLString : http://wpad/wpad.dat\n}";
    assert_eq!(
        of_macos(macos).script.as_deref(),
        Some("http://wpad/wpad.dat")
    );
    assert_eq!(of_macos(&macos.replace(": 1", ": 0")).script, None);
    let windows = "\r\nHKEY_CURRENT_USER\\Software\r\n    AutoConfigURL    REG_SZ    http://wpad/wpad.dat\r\n\r\n";
    assert_eq!(
        of_windows(windows).script.as_deref(),
        Some("http://wpad/wpad.dat")
    );
    assert_eq!(of_windows("ERROR: not found"), SystemProxy::default());
}

#[test]
fn a_program_that_says_nothing_is_not_waited_for() {
    let started = Instant::now();
    let slow = output_of(Command::new("sleep").arg("30"), Duration::from_millis(50));
    assert_eq!(slow, None);
    assert!(started.elapsed() < Duration::from_secs(10));
    assert_eq!(ask_nobody(), None);
}

fn ask_nobody() -> Option<String> {
    output_of(
        &mut Command::new("a-program-that-is-not-there"),
        Duration::from_secs(1),
    )
}
