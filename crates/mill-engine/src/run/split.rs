//! A document that is too long for the model, read in parts: a call a part, then one result for the whole. All calls are
//! the same task's, under the same caps; a part that was paid for before an interruption is not asked again.

mod merge;
pub(crate) mod parts;

use std::fmt::Write as _;

use mill_domain::Record;
use mill_llm::{End, ModelRequest, likely_tokens};
use mill_skills::{CheckedOutput, Skill, check_output, parse_answer, prompt};
use mill_store::TurnRow;
use tokio_util::sync::CancellationToken;

use self::parts::{DocumentPart, Room, cut};
use super::agent::{Desk, ask_for_repair};
use super::call::{Asked, Stop, Unsettled};
use super::drive::Work;
use super::fallback::Next;
use super::question::{self, Source};

/// Exchanges a part may take: the question and one repair.
const TURNS: u32 = 2;

/// Share of a model's window that a part may fill by our estimate, which is a good guess and no count.
const SHARE: (u64, u64) = (3, 4);

/// What an exchange brought.
enum Piece {
    /// An answer that fits, and its call if it was made now.
    Fits(CheckedOutput, Option<Unsettled>),
    /// The task has its outcome, or the next model is asked.
    Ended(Next),
}

/// The parts of a document that is likely too long for a model that reads so many tokens; `None`: it fits, or cannot be
/// cut. `request` is the question without the document.
pub(crate) fn parts_for(
    request: &ModelRequest,
    source: &Source,
    limit: u64,
) -> Option<Vec<DocumentPart>> {
    let Source::Read { text, pictures, .. } = source else {
        return None;
    };
    let size = |text: &str| likely_tokens(&ModelRequest::new("", "", text, 1));
    let mut one = request.clone();
    let before = likely_tokens(request);
    question::add_document(&mut one, source, "");
    if likely_tokens(&one) <= limit {
        return None;
    }
    let picture = match pictures.len() as u64 {
        0 => 0,
        count => (likely_tokens(&one).saturating_sub(before + size(text))) / count,
    };
    let tokens = (limit / SHARE.1 * SHARE.0).saturating_sub(before);
    let room = Room {
        tokens,
        size: &size,
        picture,
    };
    cut(text, pictures, &room)
}

/// The question about one part.
pub(crate) fn ask_part(
    request: &ModelRequest,
    part: &DocumentPart,
    (number, total): (usize, usize),
    fence: &str,
) -> ModelRequest {
    let mut asked = request.clone();
    let note = format!(
        "The document is too long to be read at once. This is part {number} of {total}{}. Answer from this part alone: \
         what it does not say is null, and a list holds what this part holds. The parts are put together afterwards.\n",
        pages_of(part)
    );
    if let Some(mill_llm::Part::Text(text)) = asked
        .messages
        .last_mut()
        .and_then(|message| message.parts.last_mut())
    {
        text.push_str(&note);
    }
    let source = Source::Read {
        text: part.text.clone(),
        pictures: part.pictures.clone(),
        notes: Vec::new(),
    };
    question::add_document(&mut asked, &source, fence);
    asked
}

/// The skill that reads a part.
pub(crate) fn part_skill(skill: &Skill) -> Skill {
    merge::skill_of_a_part(skill)
}

fn pages_of(part: &DocumentPart) -> String {
    match part.pages {
        Some((one, other)) if one == other => format!(" (page {one})"),
        Some((first, last)) => format!(" (pages {first} to {last})"),
        None => String::new(),
    }
}

impl Work {
    /// The parts to read a task's document in; `None`: it is asked about as it is.
    pub(super) fn parts(&self, desk: &Desk) -> Option<Vec<DocumentPart>> {
        if !self.split {
            return None;
        }
        let skill = part_skill(&self.skill);
        parts_for(
            &self.bare(&skill, desk),
            &desk.source,
            self.max_input_tokens?,
        )
    }

    /// Reads every part and ends the task with one result.
    pub(super) async fn read_in_parts(
        &self,
        desk: &Desk,
        parts: &[DocumentPart],
        stop: &CancellationToken,
    ) -> Result<Next, Stop> {
        let earlier = self.engine.store().turns(self.run, desk.task).await?;
        let skill = part_skill(&self.skill);
        let bare = self.bare(&skill, desk);
        let mut read: Vec<Record> = Vec::with_capacity(parts.len());
        let mut last = None;
        for (at, part) in parts.iter().enumerate() {
            let request = ask_part(&bare, part, (at + 1, parts.len()), &self.fence);
            let piece = self
                .exchange(desk, &skill, request, (at, &earlier), stop)
                .await?;
            match piece {
                Piece::Fits(checked, call) => {
                    // What is paid for is stored before the next is asked; the last one can end the task.
                    if at + 1 < parts.len() {
                        self.settle_before(call).await?;
                    } else {
                        last = call;
                    }
                    read.push(checked.record);
                }
                Piece::Ended(next) => return Ok(next),
            }
        }
        let (mut whole, open) = merge::together(&self.skill.outputs, &read);
        if !open.is_empty() {
            self.settle_before(last.take()).await?;
            let skill = merge::skill_of_the_rest(&self.skill, &open);
            let request = self.merge_question(desk, &skill, parts, &read);
            let place = (parts.len(), earlier.as_slice());
            match self.exchange(desk, &skill, request, place, stop).await? {
                Piece::Fits(checked, call) => {
                    last = call;
                    for name in &open {
                        if let Some(value) = checked.record.get(name) {
                            whole.set(name, value.clone());
                        }
                    }
                }
                Piece::Ended(next) => return Ok(next),
            }
        }
        self.end_whole(desk, whole, last.unwrap_or_default()).await
    }

    /// The whole result is held to every check of the skill, against the whole text.
    async fn end_whole(&self, desk: &Desk, whole: Record, call: Unsettled) -> Result<Next, Stop> {
        let mut checked = check_output(
            &self.skill,
            &desk.inputs,
            whole.into_json(),
            desk.source_text.as_deref(),
        );
        if !checked.is_valid() {
            return self.end_invalid(desk, checked, call).await;
        }
        checked.findings.extend(self.not_seconded_in_parts());
        self.settle_soon(call, self.done_ending(desk, checked))
            .await?;
        Ok(Next::Ended)
    }

    /// One question and at most one repair. `place` is the number of the question in this task, from 0, and what was
    /// asked before an interruption.
    async fn exchange(
        &self,
        desk: &Desk,
        skill: &Skill,
        mut request: ModelRequest,
        (place, earlier): (usize, &[TurnRow]),
        stop: &CancellationToken,
    ) -> Result<Piece, Stop> {
        let first = u32::try_from(place).unwrap_or(u32::MAX / 4) * TURNS + 1;
        for turn in first..first + TURNS {
            let (text, call) = match self.answered(&request, turn, earlier) {
                Some(text) => (text, None),
                None => match self.ask(desk, &request, (turn, turn == 1), stop).await? {
                    Asked {
                        end: End::Answer { text },
                        call,
                    } => (text, Some(call)),
                    Asked { end, call } => {
                        return Ok(Piece::Ended(
                            self.end_without_answer(desk, end, call).await?,
                        ));
                    }
                },
            };
            let checked = checked(skill, desk, &text);
            if checked.is_valid() {
                return Ok(Piece::Fits(checked, call));
            }
            if turn + 1 == first + TURNS {
                let next = self
                    .end_invalid(desk, checked, call.unwrap_or_default())
                    .await?;
                return Ok(Piece::Ended(next));
            }
            self.settle_before(call).await?;
            ask_for_repair(&mut request, &text, &checked);
        }
        Ok(Piece::Ended(Next::Ended))
    }

    /// The answer that was paid for before an interruption, if the very same was asked.
    fn answered(&self, request: &ModelRequest, turn: u32, earlier: &[TurnRow]) -> Option<String> {
        let asked = without_codes(&request.last_user_text());
        let model = self.model.to_string();
        let same = |row: &&TurnRow| {
            row.turn == turn
                && row.second == 0
                && row.model == model
                && row.end == "answered"
                && without_codes(&row.prompt) == asked
        };
        earlier.iter().rev().find(same).map(|row| row.reply.clone())
    }

    async fn settle_before(&self, call: Option<Unsettled>) -> Result<(), Stop> {
        match call {
            Some(call) => self.settle(call, None).await,
            None => Ok(()),
        }
    }

    /// The question without its document.
    fn bare(&self, skill: &Skill, desk: &Desk) -> ModelRequest {
        let user = prompt::task(skill, &desk.inputs, &self.fence);
        let system = prompt::system(skill);
        let request = question::request(&self.model, skill, &system, &user, self.output_tokens);
        self.timed(self.asked_here(&request))
    }

    /// The fields the parts do not agree on, decided from what each part said of them.
    fn merge_question(
        &self,
        desk: &Desk,
        skill: &Skill,
        parts: &[DocumentPart],
        read: &[Record],
    ) -> ModelRequest {
        let mut said = String::new();
        for (number, (part, record)) in (1..).zip(parts.iter().zip(read)) {
            let mut known = Record::new();
            for field in &skill.outputs {
                if let Some(value) = record.get(&field.name) {
                    known.set(&field.name, value.clone());
                }
            }
            // Writing to a String cannot fail.
            let _never = writeln!(
                said,
                "Part {number}{}: {}",
                pages_of(part),
                known.into_json()
            );
        }
        let mut request = self.bare(skill, desk);
        let note = "The document was too long to be read at once. Below is what its parts gave, in order. Give the one \
                    answer for the whole document.\n";
        if let Some(mill_llm::Part::Text(text)) = request
            .messages
            .last_mut()
            .and_then(|message| message.parts.last_mut())
        {
            text.push_str(note);
            text.push_str(&prompt::document(&said, &self.fence));
        }
        request
    }
}

fn checked(skill: &Skill, desk: &Desk, text: &str) -> CheckedOutput {
    match parse_answer(text) {
        Ok(answer) => check_output(skill, &desk.inputs, answer, None),
        Err(error) => {
            let text = mill_domain::Value::String(text.to_owned());
            let mut checked = check_output(skill, &desk.inputs, text, None);
            if let Some(first) = checked.findings.first_mut() {
                first.message = error.to_string();
            }
            checked
        }
    }
}

/// The text without the random codes of the run's stretch: 32 hexadecimal digits in a row.
fn without_codes(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut run = String::new();
    for letter in text.chars().chain(['\n']) {
        if letter.is_ascii_hexdigit() {
            run.push(letter);
            continue;
        }
        if run.len() != 32 {
            kept.push_str(&run);
        }
        run.clear();
        kept.push(letter);
    }
    kept
}
