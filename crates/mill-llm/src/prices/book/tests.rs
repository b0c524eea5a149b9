use mill_domain::{TokenPrices, Usage, UsdPerToken};

use super::*;
use crate::scale_doubt;

/// Monday, 30 November 2026, at an hour in UTC.
fn monday(hour: i64) -> Timestamp {
    Timestamp::from_millis(1_795_996_800_000 + hour * 3_600_000)
}

fn cost_at(at: Timestamp, model: &str, usage: Usage, words: &[&str]) -> String {
    let model: ModelRef = model.parse().unwrap();
    let book = PriceBook::built_in();
    let variants: Vec<PriceVariant> = words
        .iter()
        .map(|word| book.variant(model.provider(), model.model(), word).unwrap())
        .collect();
    book.lookup(&model, at)
        .unwrap()
        .prices
        .cost(&usage, &variants)
        .to_fixed(6)
}

fn cost(model: &str, usage: Usage, words: &[&str]) -> String {
    cost_at(monday(12), model, usage, words)
}

fn usage(input: u64, read: u64, short: u64, long: u64, output: u64) -> Usage {
    Usage {
        input_tokens: input,
        cache_read_tokens: read,
        cache_write_short_tokens: short,
        cache_write_long_tokens: long,
        output_tokens: output,
        web_searches: 0,
    }
}

#[test]
fn the_clock_of_these_tests_is_right() {
    let moment = jiff::Timestamp::from_millisecond(monday(2).as_millis()).unwrap();
    assert_eq!(moment.to_string(), "2026-11-30T02:00:00Z");
}

/// Compares costs with the worked examples, all at once.
fn agree(cases: &[(&str, String, &str)]) {
    let wrong: Vec<_> = cases
        .iter()
        .filter(|(_, got, expected)| got != expected)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The usage of the first worked example.
fn first() -> Usage {
    usage(100, 20_000, 1_000, 2_000, 500)
}

#[test]
fn anthropics_worked_examples_agree_to_the_sixth_decimal() {
    let haiku = |input| {
        cost(
            "anthropic/claude-haiku-5-5",
            usage(input, 90_000, 0, 5_000, 4_000),
            &[],
        )
    };
    let searching = Usage {
        web_searches: 3,
        ..usage(1_200, 8_000, 0, 0, 900)
    };
    let fast = usage(10_000, 0, 0, 0, 2_000);
    agree(&[
        (
            "1",
            cost("anthropic/claude-opus-5-5", first(), &[]),
            "0.035400",
        ),
        ("2", haiku(20_000), "0.029500"),
        ("2b", haiku(5_000), "0.004400"),
        (
            "9",
            cost("anthropic/claude-sonnet-5-5", searching, &[]),
            "0.042200",
        ),
        (
            "10",
            cost("anthropic/claude-opus-5-5", fast, &["fast", "us"]),
            "0.176000",
        ),
        (
            "11",
            cost("anthropic/claude-fable-5-2", first(), &[]),
            "0.066800",
        ),
        (
            "12",
            cost("anthropic/claude-opus-5-5", first(), &["batch"]),
            "0.017700",
        ),
        (
            "13",
            cost("anthropic/claude-sonnet-5-5", first(), &[]),
            "0.017700",
        ),
        (
            "13 haiku",
            cost("anthropic/claude-haiku-5-5", first(), &[]),
            "0.000985",
        ),
        (
            "stacking",
            cost("anthropic/claude-sonnet-5-5", first(), &["batch"]),
            "0.008850",
        ),
    ]);
}

#[test]
fn openais_worked_examples_agree_to_the_sixth_decimal() {
    let sol = |usage, words: &[&str]| cost("openai/gpt-6.1-sol", usage, words);
    let third = usage(500, 10_000, 1_500, 0, 700);
    let fourth = |input| usage(input, 222_000, 40_000, 0, 2_000);
    agree(&[
        ("3", sol(third, &[]), "0.012750"),
        ("3b priority", sol(third, &["priority"]), "0.025500"),
        ("3b flex", sol(third, &["flex"]), "0.006375"),
        ("3b residency", sol(third, &["residency"]), "0.014025"),
        (
            "3b split",
            sol(usage(500, 10_000, 500, 1_000, 700), &[]),
            "0.015250",
        ),
        (
            "4",
            sol(usage(10_000, 250_000, 40_000, 0, 2_000), &[]),
            "0.320000",
        ),
        ("4b at", sol(fourth(10_000), &[]), "0.162200"),
        ("4b over", sol(fourth(10_001), &[]), "0.314404"),
    ]);
}

#[test]
fn the_others_worked_examples_agree_to_the_sixth_decimal() {
    let fifth = usage(150_000, 100_000, 0, 0, 4_000);
    let deepseek = |at| {
        cost_at(
            at,
            "deepseek/deepseek-v4-pro",
            usage(10_000, 40_000, 0, 0, 3_000),
            &[],
        )
    };
    let grok = |input| cost("xai/grok-4.7", usage(input, 150_000, 0, 0, 1_500), &[]);
    agree(&[
        (
            "5",
            cost("gemini/gemini-3.1-pro-preview", fifth, &[]),
            "0.712000",
        ),
        (
            "5b before",
            cost("gemini/gemini-4-argon", fifth, &[]),
            "0.350000",
        ),
        (
            "5b from",
            cost_at(monday(24), "gemini/gemini-4-argon", fifth, &[]),
            "0.700000",
        ),
        ("6 peak", deepseek(monday(2)), "0.026840"),
        ("6 off", deepseek(monday(12)), "0.013420"),
        ("7", grok(50_000), "0.368000"),
        ("7 under", grok(49_999), "0.183998"),
        (
            "8",
            cost(
                "mistral/mistral-large-4",
                usage(2_000, 8_000, 0, 0, 1_000),
                &[],
            ),
            "0.004060",
        ),
    ]);
}

#[test]
fn weekends_are_off_peak_all_day() {
    let sunday = Timestamp::from_millis(monday(2).as_millis() - 86_400_000);
    assert_eq!(
        cost_at(
            sunday,
            "deepseek/deepseek-v4-pro",
            usage(10_000, 40_000, 0, 0, 3_000),
            &[]
        ),
        "0.013420"
    );
}

#[test]
fn prices_change_on_their_day() {
    let usage = usage(0, 1_000_000, 0, 0, 0);
    let october = |day: i64| Timestamp::from_millis(1_790_812_800_000 + (day - 1) * 86_400_000);
    assert_eq!(
        cost_at(october(6), "anthropic/claude-sonnet-5-5", usage, &[]),
        "0.200000"
    );
    assert_eq!(
        cost_at(october(7), "anthropic/claude-sonnet-5-5", usage, &[]),
        "0.100000"
    );
}

const NOVA: &str = r#"
checked = "2026-11-30"
[providers]
[[model]]
provider = "star"
name = "nova"
aliases = ["nova-latest"]
input = "1"
output = "2"
max_input = 1000
max_output = 100
[[model]]
provider = "star"
name = "nova-mini"
input = "0.1"
output = "0.2"
max_input = 1000
max_output = 100
"#;

#[test]
fn a_look_alike_never_lends_its_price() {
    let book = PriceBook::from_toml(NOVA).unwrap();
    let input_of = |name: &str| {
        let priced = book.lookup(&ModelRef::new("star", name), monday(0))?;
        Some(priced.prices.base.input.to_usd_per_million().to_string())
    };
    for (name, expected) in [
        ("nova", Some("1")),
        ("nova-mini", Some("0.1")),
        ("nova-latest", Some("1")),
        ("nova-20260115", Some("1")),
        ("nova-2026-01-15", Some("1")),
        ("nova-mini-2026-01-15", Some("0.1")),
        ("nova-lite", None),
        ("nova-pro-2026-01-15", None),
        ("nova:thinking", None),
        ("vendor/nova", None),
        ("nova-2026-99-99", None),
        ("ft:nova:acme", None),
        ("NOVA", None),
        ("", None),
    ] {
        assert_eq!(input_of(name).as_deref(), expected, "{name}");
    }
    assert_eq!(book.lookup(&ModelRef::new("moon", "nova"), monday(0)), None);
}

#[test]
fn local_servers_and_practice_are_free_and_ollamas_cloud_is_not() {
    let book = PriceBook::built_in();
    for model in [
        "ollama/qwen3:8b",
        "lmstudio/any",
        "llama_cpp/any",
        "vllm/llama",
        "practice/sample",
    ] {
        let priced = book.lookup(&model.parse().unwrap(), monday(0)).unwrap();
        assert_eq!(
            (priced.prices.is_free(), priced.source),
            (true, PriceSource::Local),
            "{model}"
        );
    }
    for model in ["ollama/gpt-oss:120b-cloud", "custom/anything"] {
        assert_eq!(
            book.lookup(&model.parse().unwrap(), monday(0)),
            None,
            "{model}"
        );
    }
}

#[test]
fn a_persons_price_wins_from_its_day_on() {
    let model: ModelRef = "openai/gpt-6-luna".parse().unwrap();
    let own = Prices {
        base: TokenPrices {
            input: UsdPerToken::from_usd_per_million("7").unwrap(),
            ..Prices::FREE.base
        },
        ..Prices::FREE
    };
    let entry = UserPrice {
        model: model.clone(),
        from: monday(0),
        prices: own.clone(),
    };
    let custom = UserPrice {
        model: "custom/mine".parse().unwrap(),
        from: monday(0),
        prices: Prices::FREE,
    };
    let book = PriceBook::with_user(vec![entry, custom]);
    let before = book.lookup(&model, monday(-1)).unwrap();
    let after = book.lookup(&model, monday(0)).unwrap();
    assert_eq!(before.source, PriceSource::BuiltIn);
    assert_eq!(
        (after.source, after.prices, after.max_output_tokens),
        (PriceSource::User, own, Some(128_000))
    );
    assert!(
        book.lookup(&"custom/mine".parse().unwrap(), monday(0))
            .unwrap()
            .prices
            .is_free()
    );
}

#[test]
fn a_price_off_by_a_thousand_is_doubted() {
    let prices = |input: &str, output: &str| {
        let price = |text: &str| UsdPerToken::from_usd_per_million(text).unwrap();
        Prices {
            base: TokenPrices {
                input: price(input),
                output: price(output),
                ..Prices::FREE.base
            },
            ..Prices::FREE
        }
    };
    let doubt = |model: &str, input: &str, output: &str| {
        scale_doubt(&model.parse().unwrap(), &prices(input, output), monday(0))
    };
    let known = "anthropic/claude-haiku-4-5";
    assert_eq!(doubt(known, "1", "5"), None);
    assert_eq!(doubt(known, "0.3", "20"), None, "a discount, a surcharge");
    for (model, input, output) in [
        (known, "0.000001", "0.000005"),
        (known, "0.001", "0.005"),
        (known, "1", "0.005"),
        (known, "1000", "5000"),
        ("anthropic/claude-unheard-of", "0.000003", "0.000015"),
        ("anthropic/claude-unheard-of", "3000", "15000"),
        ("custom/house", "0.000001", "0.000002"),
    ] {
        assert!(
            doubt(model, input, output).is_some(),
            "{model} {input} {output}"
        );
    }
    assert_eq!(doubt("custom/house", "0", "0"), None, "free is meant");
    assert_eq!(doubt("custom/house", "0.2", "0.8"), None);
    let said = doubt(known, "0.001", "0.005").unwrap();
    assert_eq!(
        (said.entered.as_str(), said.known.as_str(), said.of.as_str()),
        ("0.001", "1", known)
    );
}

#[test]
fn the_history_has_every_price_and_says_which_one_holds() {
    let model: ModelRef = "anthropic/claude-haiku-4-5".parse().unwrap();
    let own = |day: i64| UserPrice {
        model: model.clone(),
        from: monday(day),
        prices: Prices::FREE,
    };
    let book = PriceBook::with_user(vec![own(-7), own(7)]);
    let history = book.history(monday(0));
    let of_model: Vec<(PriceSource, bool)> = history
        .iter()
        .filter(|(priced, _)| priced.model == model)
        .map(|(priced, in_force)| (priced.source, *in_force))
        .collect();
    assert_eq!(
        of_model,
        [
            (PriceSource::User, true),
            (PriceSource::User, false),
            (PriceSource::BuiltIn, false)
        ]
    );
    let in_force = history.iter().filter(|(_, in_force)| *in_force).count();
    assert_eq!(in_force, book.all(monday(0)).len(), "one a model");
}

#[test]
fn only_the_practice_model_there_is_costs_nothing() {
    let book = PriceBook::built_in();
    assert!(
        book.lookup(&ModelRef::new("practice", "sample"), monday(0))
            .is_some()
    );
    assert_eq!(
        book.lookup(&ModelRef::new("practice", "anything"), monday(0)),
        None
    );
}

#[test]
fn the_built_in_list_is_whole() {
    let book = PriceBook::built_in();
    let all = book.all(monday(0));
    assert_eq!(book.checked(), "2026-11-30");
    assert_eq!(all.len(), 77 - 1, "every model of the list, argon once");
    let unpriced: Vec<_> = all
        .iter()
        .filter(|model| {
            model.prices.base.input.as_pico() == 0 || model.prices.base.output.as_pico() == 0
        })
        .collect();
    assert_eq!(unpriced, Vec::<&PricedModel>::new());
    let odd: Vec<_> = all
        .iter()
        .filter(|model| model.prices.base.cache_read > Some(model.prices.base.input))
        .collect();
    assert_eq!(odd, Vec::<&PricedModel>::new());
}
