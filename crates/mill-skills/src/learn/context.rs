//! Contexts: what a rule may look at, as numbers.

/// How much of a text a condition looks at, from general to exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Level {
    /// Its first word.
    FirstWord,
    /// Its first two words.
    TwoWords,
    /// All of it.
    Whole,
}

/// Every level, from general to exact.
pub(super) const LEVELS: [Level; 3] = [Level::FirstWord, Level::TwoWords, Level::Whole];

/// A text of an input: which input, how much of the text, which text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct KeyText {
    pub(super) input: u8,
    pub(super) level: Level,
    pub(super) text: u32,
}

/// What a rule may look at together; nothing at all is every row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(super) struct Context {
    /// The text that says most.
    pub(super) key: Option<KeyText>,
    /// A further input and its value.
    pub(super) side: Option<(u8, u32)>,
    /// A number's input and band.
    pub(super) band: Option<(u8, u8)>,
}

/// A text input of one case: its text at each of [`LEVELS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Chain {
    pub(super) input: u8,
    pub(super) texts: [u32; 3],
}

/// A text in all its forms, perhaps a side, perhaps a band.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Triple {
    pub(super) chain: Chain,
    pub(super) side: Option<(u8, u32)>,
    pub(super) band: Option<(u8, u8)>,
}

/// One case as numbers.
#[derive(Debug, Clone, Default)]
pub(super) struct Features {
    pub(super) keys: Vec<Chain>,
    pub(super) sides: Vec<(u8, u32)>,
    pub(super) bands: Vec<(u8, u8)>,
}

impl Chain {
    pub(super) fn levels(self) -> impl Iterator<Item = KeyText> {
        LEVELS
            .into_iter()
            .zip(self.texts)
            .map(move |(level, text)| KeyText {
                input: self.input,
                level,
                text,
            })
    }
}

impl Features {
    /// Everything of this case that is counted.
    pub(super) fn contexts(&self) -> Vec<Context> {
        let sides = with_none(&self.sides);
        let bands = with_none(&self.bands);
        let mut contexts: Vec<Context> = sides
            .iter()
            .map(|side| Context {
                side: *side,
                ..Context::default()
            })
            .collect();
        for key in self.keys.iter().flat_map(|chain| chain.levels()) {
            for side in &sides {
                contexts.extend(bands.iter().map(|band| Context {
                    key: Some(key),
                    side: *side,
                    band: *band,
                }));
            }
        }
        contexts
    }

    /// Text, side and band together, each once: what estimates are made for.
    pub(super) fn triples(&self) -> Vec<Triple> {
        let mut triples = Vec::new();
        for chain in &self.keys {
            for side in with_none(&self.sides) {
                triples.extend(with_none(&self.bands).into_iter().map(|band| Triple {
                    chain: *chain,
                    side,
                    band,
                }));
            }
        }
        triples
    }
}

fn with_none<T: Copy>(values: &[T]) -> Vec<Option<T>> {
    let some = values.iter().copied().map(Some);
    std::iter::once(None).chain(some).collect()
}
