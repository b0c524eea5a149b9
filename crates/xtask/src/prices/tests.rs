//! A small book and a small public file.

use super::*;

const BOOK_TEXT: &str = r#"# The price book.
checked = "2026-01-01"

# Anthropic.

[[model]]
provider = "anthropic"
name = "claude-old"
input = "3"
output = "15"
cache_read = "0.30"
max_input = 200000
max_output = 64000

[[model]]
provider = "anthropic"
name = "claude-same"
input = "1"
output = "5"
max_input = 200000
max_output = 64000

[[model]]
provider = "gemini"
name = "gemini-tiered"
input = "1.25"
output = "10"
long_context = { above = 200000, input = "2.5", output = "15" }
max_input = 1000000
max_output = 64000
"#;

const PUBLIC: &str = r#"{
  "sample_spec": { "input_cost_per_token": 0, "litellm_provider": "one of the list" },
  "claude-old": {
    "litellm_provider": "anthropic", "input_cost_per_token": 2e-06, "output_cost_per_token": 1e-05,
    "cache_read_input_token_cost": 3e-07, "cache_creation_input_token_cost": 2.5e-06
  },
  "claude-same": {
    "litellm_provider": "bedrock", "input_cost_per_token": 9e-06, "output_cost_per_token": 9e-06
  },
  "anthropic/claude-same": {
    "litellm_provider": "anthropic", "input_cost_per_token": 1e-06, "output_cost_per_token": 5e-06
  },
  "gemini/gemini-tiered": {
    "litellm_provider": "gemini", "input_cost_per_token": 1.25e-06, "output_cost_per_token": 1e-05,
    "input_cost_per_token_above_200k_tokens": 2.5e-06, "output_cost_per_token_above_200k_tokens": 1.8e-05
  },
  "gpt-new": {
    "litellm_provider": "openai", "input_cost_per_token": 5e-07, "output_cost_per_token": 4e-06,
    "max_input_tokens": 400000, "max_output_tokens": 128000
  }
}"#;

fn order(words: &[&str]) -> Order {
    let words = ["file.json", "--from", "2026-12-01"].iter().chain(words);
    Order::read(words.map(|word| (*word).to_owned())).unwrap()
}

#[test]
fn a_changed_price_is_a_new_entry_from_a_day_on_and_nothing_else_moves() {
    let compared = compare(BOOK_TEXT, PUBLIC, &order(&[])).unwrap();
    assert_eq!(
        compared.lines,
        [
            "~ anthropic/claude-old: cache_write_short none -> 2.5",
            "~ anthropic/claude-old: input 3 -> 2",
            "~ anthropic/claude-old: output 15 -> 10",
            "~ gemini/gemini-tiered: above 200000 output 15 -> 18",
        ]
    );
    assert!(compared.refused.is_empty());
    assert_eq!((compared.known, compared.changed), (3, 2));
    let kept = BOOK_TEXT.replace("2026-01-01", "2026-12-01");
    let added = compared
        .text
        .strip_prefix(&kept)
        .expect("what was there stays");
    assert_eq!(
        added,
        r#"
[[model]]
provider = "anthropic"
name = "claude-old"
input = "2"
output = "10"
cache_read = "0.30"
max_input = 200000
max_output = 64000
cache_write_short = "2.5"
from = "2026-12-01"

[[model]]
provider = "gemini"
name = "gemini-tiered"
input = "1.25"
output = "10"
long_context = { above = 200000, input = "2.5", output = "18" }
max_input = 1000000
max_output = 64000
from = "2026-12-01"
"#
    );
    let again = compare(&compared.text, PUBLIC, &order(&[])).unwrap();
    assert_eq!(
        (again.changed, again.text),
        (0, compared.text),
        "once is enough"
    );
}

#[test]
fn a_model_that_is_named_comes_in_and_one_the_file_lacks_is_said() {
    let compared = compare(BOOK_TEXT, PUBLIC, &order(&["openai/gpt-new"])).unwrap();
    assert!(
        compared
            .lines
            .contains(&"+ openai/gpt-new: input 0.5, output 4".to_owned())
    );
    assert!(compared.text.ends_with(
        "\n[[model]]\nprovider = \"openai\"\nname = \"gpt-new\"\ninput = \"0.5\"\noutput = \"4\"\nmax_input = 400000\nmax_output = 128000\n"
    ));
    let missing = compare(BOOK_TEXT, PUBLIC, &order(&["openai/gpt-nobody"])).unwrap_err();
    assert_eq!(missing.to_string(), "the file has no openai/gpt-nobody");
}

#[test]
fn more_than_tenfold_is_refused_and_never_written_without_a_word() {
    let per_thousand = PUBLIC.replace("2e-06", "2e-03");
    let compared = compare(BOOK_TEXT, &per_thousand, &order(&[])).unwrap();
    assert_eq!(
        compared.refused,
        ["~ anthropic/claude-old: input 3 -> 2000"]
    );

    let root = tempfile::tempdir().unwrap();
    let book = root.path().join(BOOK);
    std::fs::create_dir_all(book.parent().unwrap()).unwrap();
    std::fs::write(&book, BOOK_TEXT).unwrap();
    let mut order = order(&[]);
    order.file = root.path().join("public.json");
    std::fs::write(&order.file, per_thousand).unwrap();
    assert!(!refresh(root.path(), &order).unwrap());
    assert_eq!(std::fs::read_to_string(&book).unwrap(), BOOK_TEXT);
    order.accept = true;
    assert!(refresh(root.path(), &order).unwrap());
    assert!(
        std::fs::read_to_string(&book)
            .unwrap()
            .contains("input = \"2000\"")
    );
}

#[test]
fn without_a_day_nothing_is_done() {
    for words in [
        vec!["file.json"],
        vec![],
        vec!["file.json", "--from", "tomorrow"],
    ] {
        let words = words.into_iter().map(str::to_owned);
        assert!(
            Order::read(words)
                .unwrap_err()
                .to_string()
                .starts_with("usage")
        );
    }
}
