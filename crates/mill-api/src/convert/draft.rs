//! Drafts of skills, from the window and to it.

use mill_engine::{
    DraftCheck, DraftFault, DraftField, DraftSample, DraftTable, FileDiff, LineChange, SkillDraft,
};

use crate::view::studio::{
    DiffLineView, DraftCheckView, DraftFaultView, DraftFieldView, DraftSampleView, DraftTableView,
    FileDiffView, SkillDraftView,
};

/// Writes both directions of a type whose fields have the same names; `=` fields move, `*` lists are converted.
macro_rules! both_ways {
    ($inner:ident, $view:ident, [$($same:ident),*], [$($list:ident),*]) => {
        impl From<$view> for $inner {
            fn from(view: $view) -> Self {
                Self {
                    $($same: view.$same,)*
                    $($list: view.$list.into_iter().map(Into::into).collect(),)*
                }
            }
        }

        impl From<$inner> for $view {
            fn from(inner: $inner) -> Self {
                Self {
                    $($same: inner.$same,)*
                    $($list: inner.$list.into_iter().map(Into::into).collect(),)*
                }
            }
        }
    };
}

both_ways!(
    SkillDraft,
    SkillDraftView,
    [
        name,
        description,
        instructions,
        rules_table,
        undecided,
        model,
        max_output_tokens,
        agents,
        budget_usd
    ],
    [inputs, outputs, checks, samples, tables]
);
both_ways!(
    DraftField,
    DraftFieldView,
    [
        name,
        label,
        kind,
        required,
        from_model,
        choices,
        choices_file,
        max_chars
    ],
    [fields]
);
both_ways!(
    DraftCheck,
    DraftCheckView,
    [
        kind,
        field,
        min,
        max,
        pattern,
        of,
        tolerance,
        table,
        column,
        model,
        instruction,
        warning
    ],
    []
);
both_ways!(
    DraftSample,
    DraftSampleView,
    [id, inputs, expected, note, shown],
    []
);
both_ways!(DraftTable, DraftTableView, [file, text], []);

impl From<DraftFault> for DraftFaultView {
    fn from(fault: DraftFault) -> Self {
        Self {
            at: fault.at,
            code: fault.code.to_owned(),
            params: fault
                .params
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
        }
    }
}

impl From<FileDiff> for FileDiffView {
    fn from(diff: FileDiff) -> Self {
        let line = |line: mill_engine::DiffLine| DiffLineView {
            change: match line.change {
                LineChange::Same => "same",
                LineChange::Added => "added",
                LineChange::Removed => "removed",
            }
            .to_owned(),
            old: line.old,
            new: line.new,
            text: line.text,
        };
        Self {
            file: diff.file,
            hunks: diff
                .hunks
                .into_iter()
                .map(|hunk| hunk.into_iter().map(line).collect())
                .collect(),
        }
    }
}
