//! `OpenAI`'s way of counting, and its imitators', taken apart into buckets that do not overlap.

use mill_domain::Usage;
use serde_json::Value as Json;

use super::profile::ReasoningCount;

/// Counts of one call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Counted {
    /// In disjoint buckets.
    pub(super) usage: Usage,
    /// False if more tokens were cached and written than there were: the record is kept, and marked as not exact.
    pub(super) consistent: bool,
}

/// The counts of the Responses API. `None`: there are none.
pub(super) fn of_responses(counts: &Json) -> Option<Counted> {
    let details = &counts["input_tokens_details"];
    let written = number(&details["cache_write_tokens"]);
    let long = number(&details["cache_write_tokens_details"]["ttl_12h_tokens"]).min(written);
    let prompt = counts["input_tokens"].as_u64()?;
    let output = number(&counts["output_tokens"]);
    Some(apart(
        prompt,
        number(&details["cached_tokens"]),
        written - long,
        long,
        output,
    ))
}

/// The counts of Chat Completions, `DeepSeek`'s and xAI's own fields included. `None`: there are none.
pub(super) fn of_chat(counts: &Json, reasoning: ReasoningCount) -> Option<Counted> {
    let prompt = counts["prompt_tokens"].as_u64()?;
    let completion = number(&counts["completion_tokens"]);
    let details = &counts["prompt_tokens_details"];
    let read = counts["prompt_cache_hit_tokens"]
        .as_u64()
        .unwrap_or_else(|| number(&details["cached_tokens"]));
    let thought = number(&counts["completion_tokens_details"]["reasoning_tokens"]);
    let beside = match reasoning {
        ReasoningCount::MaybeBeside
            if number(&counts["total_tokens"]) > prompt.saturating_add(completion) =>
        {
            thought
        }
        ReasoningCount::MaybeBeside | ReasoningCount::InCompletion => 0,
    };
    Some(apart(
        prompt,
        read,
        number(&details["cache_write_tokens"]),
        0,
        completion.saturating_add(beside),
    ))
}

/// Cached and written tokens are inside the prompt: they are taken out.
fn apart(prompt: u64, read: u64, short: u64, long: u64, output_tokens: u64) -> Counted {
    let cached = read.saturating_add(short).saturating_add(long);
    let usage = Usage {
        input_tokens: prompt.saturating_sub(cached),
        cache_read_tokens: read,
        cache_write_short_tokens: short,
        cache_write_long_tokens: long,
        output_tokens,
        web_searches: 0,
    };
    Counted {
        usage,
        consistent: cached <= prompt,
    }
}

fn number(value: &Json) -> u64 {
    value.as_u64().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

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
    fn responses_counts_are_taken_apart() {
        let counts = json!({
            "input_tokens": 12_000,
            "input_tokens_details": {
                "cached_tokens": 10_000,
                "cache_write_tokens": 1_500,
                "cache_write_tokens_details": {"ttl_30m_tokens": 500, "ttl_12h_tokens": 1_000}
            },
            "output_tokens": 700,
            "output_tokens_details": {"reasoning_tokens": 300}
        });
        let counted = of_responses(&counts).unwrap();
        assert_eq!(
            (counted.usage, counted.consistent),
            (usage(500, 10_000, 500, 1_000, 700), true)
        );
        assert_eq!(of_responses(&Json::Null), None);
    }

    #[test]
    fn reasoning_beside_the_completion_is_added_only_where_the_total_shows_it() {
        let counts = |total: u64| {
            json!({
                "prompt_tokens": 200_000, "completion_tokens": 1_000, "total_tokens": total,
                "prompt_tokens_details": {"cached_tokens": 150_000},
                "completion_tokens_details": {"reasoning_tokens": 500}
            })
        };
        let output = |total, rule| of_chat(&counts(total), rule).unwrap().usage.output_tokens;
        assert_eq!(output(201_500, ReasoningCount::MaybeBeside), 1_500);
        assert_eq!(output(201_000, ReasoningCount::MaybeBeside), 1_000);
        assert_eq!(output(201_500, ReasoningCount::InCompletion), 1_000);
    }

    #[test]
    fn deepseeks_hits_are_cache_reads() {
        let counts = json!({"prompt_tokens": 50_000, "prompt_cache_hit_tokens": 40_000, "prompt_cache_miss_tokens": 10_000, "completion_tokens": 3_000});
        assert_eq!(
            of_chat(&counts, ReasoningCount::InCompletion)
                .unwrap()
                .usage,
            usage(10_000, 40_000, 0, 0, 3_000)
        );
    }

    #[test]
    fn counts_that_contradict_themselves_are_kept_and_marked() {
        let counts = json!({"prompt_tokens": 100, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 130}});
        let counted = of_chat(&counts, ReasoningCount::InCompletion).unwrap();
        assert_eq!(
            (counted.usage, counted.consistent),
            (usage(0, 130, 0, 0, 5), false)
        );
    }
}
