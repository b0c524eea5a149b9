//! A suggested rule taken over into a skill's table.

use std::collections::BTreeMap;

use mill_domain::{FieldName, Record};
use mill_skills::learn::Case;
use mill_skills::{
    RuleDecision, RuleOutcome, RuleSheet, RuleTable, SheetPart, Skill, display_value, fold,
};

use super::{RulesTrial, targets};
use crate::{Engine, EngineError, SkillId};

/// A rule a person takes over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRule {
    /// Conditions by input, as cells of the table.
    pub conditions: Vec<(FieldName, String)>,
    /// Outcomes by output, as cells of the table.
    pub then: Vec<(FieldName, String)>,
    /// A note for the next reader.
    pub note: String,
}

/// What a skill's rules would do with further rules among them.
#[derive(Debug, Clone)]
pub struct NewRulesTrial {
    /// The numbers the rules would have, in their order.
    pub numbers: Vec<u32>,
    /// What the table would do.
    pub trial: RulesTrial,
}

impl Engine {
    /// Adds rules to a skill, all as one new version. Each stands above the first rule that decides rows otherwise which
    /// people decided as it does; else below all others, but above rules without conditions.
    /// # Errors
    /// [`EngineError::Skill`] if one is no rule, [`EngineError::RulesChanged`] if the skill became another meanwhile,
    /// [`EngineError::Home`] if it cannot be written.
    pub async fn add_rules(&self, id: &SkillId, rules: &[NewRule]) -> Result<(), EngineError> {
        let skill = self.skill(id)?;
        let (sheet, _) = self.sheet_with_rules(&skill, rules).await?;
        self.save_rules(id, &skill, &sheet)
    }

    /// What [`Engine::add_rules`] would change on the rows of the latest run. Nothing is saved.
    /// # Errors
    /// [`EngineError::Skill`] if one is no rule, [`EngineError::Store`] if the rows cannot be read.
    pub async fn try_new_rules(
        &self,
        id: &SkillId,
        rules: &[NewRule],
    ) -> Result<NewRulesTrial, EngineError> {
        let skill = self.skill(id)?;
        let (sheet, numbers) = self.sheet_with_rules(&skill, rules).await?;
        Ok(NewRulesTrial {
            numbers,
            trial: self.try_rules(&skill, &sheet).await?,
        })
    }

    /// The skill as it would decide with one more rule. Nothing is saved.
    pub(crate) async fn skill_with_rule(
        &self,
        skill: &Skill,
        rule: &NewRule,
    ) -> Result<Skill, EngineError> {
        let (sheet, _) = self
            .sheet_with_rules(skill, std::slice::from_ref(rule))
            .await?;
        let file = RuleSheet::file_of(skill);
        Ok(Skill {
            rules: RuleTable::parse(&file, &sheet.text(), &skill.inputs, &skill.outputs)?,
            ..skill.clone()
        })
    }

    /// The table with the rules in it, and the number each has there.
    async fn sheet_with_rules(
        &self,
        skill: &Skill,
        rules: &[NewRule],
    ) -> Result<(RuleSheet, Vec<u32>), EngineError> {
        let mut runs = self.store().runs().await?;
        runs.retain(|run| run.skill_name == skill.name);
        let decided = self.decided_in(skill, runs).await?;
        let mut sheet = RuleSheet::of(skill)?;
        let mut grown = skill.clone();
        let mut places: Vec<usize> = Vec::new();
        for rule in rules {
            let at = place(&grown, &sheet, rule, &decided.cases)?;
            insert(&mut sheet, rule, at);
            for place in &mut places {
                *place += usize::from(*place >= at);
            }
            places.push(at);
            grown.rules = RuleTable::parse(
                &RuleSheet::file_of(skill),
                &sheet.text(),
                &skill.inputs,
                &skill.outputs,
            )?;
        }
        let number = |place: usize| u32::try_from(place + 1).unwrap_or(u32::MAX);
        Ok((sheet, places.into_iter().map(number).collect()))
    }

    /// Saves a rules table, as a new version of its skill. `skill` is what the table was made from.
    /// # Errors
    /// [`EngineError::RulesChanged`] if the skill is another by now, [`EngineError::Skill`] naming the first cell that
    /// cannot be used, [`EngineError::Home`] if it cannot be written. Nothing has changed then.
    pub fn save_rules(
        &self,
        id: &SkillId,
        skill: &Skill,
        sheet: &RuleSheet,
    ) -> Result<(), EngineError> {
        self.refuse_changed(id, &skill.content_hash)?;
        let file = RuleSheet::file_of(skill);
        let text = sheet.text();
        RuleTable::parse(&file, &text, &skill.inputs, &skill.outputs)?;
        let mut files = BTreeMap::new();
        let mut draft = mill_skills::SkillDraft::of(skill);
        if draft.rules_table.is_empty() {
            draft.rules_table.clone_from(&file);
            let written = mill_skills::draft_files(
                &draft,
                &mill_skills::DraftKept::of(skill),
                &skill.version,
            );
            files.extend(
                written
                    .into_iter()
                    .filter(|(name, _)| name == "stampmill.toml"),
            );
        }
        files.insert(file, Some(text));
        self.save_skill_files(id, &files)
    }

    /// Refuses if a skill is not the one with this hash any more: saved in another window, or changed on the disk.
    /// # Errors
    /// [`EngineError::RulesChanged`], or why the skill cannot be read.
    pub fn refuse_changed(&self, id: &SkillId, content_hash: &str) -> Result<(), EngineError> {
        let now = self.skill(id)?;
        if now.content_hash == content_hash {
            return Ok(());
        }
        Err(EngineError::RulesChanged {
            skill: now.name,
            version: now.version,
        })
    }
}

/// Where the rule goes, as a place among the rows.
fn place(
    skill: &Skill,
    sheet: &RuleSheet,
    rule: &NewRule,
    cases: &[Case],
) -> Result<usize, EngineError> {
    let alone = alone(skill, rule)?;
    let wanted = alone.rules().first().map(|rule| &rule.then);
    let Some(RuleOutcome::Decide(outputs)) = wanted else {
        return Ok(sheet.rows.len());
    };
    let contradicts = |case: &Case| -> Option<u32> {
        if alone.matching(&case.inputs).is_empty() || !agrees(skill, outputs, case) {
            return None;
        }
        match skill.rules.decide(&case.inputs) {
            RuleDecision::Decided {
                rule_number,
                outputs: others,
                ..
            } => (others != *outputs).then_some(rule_number),
            RuleDecision::AskModel { rule_number } | RuleDecision::AskPerson { rule_number } => {
                Some(rule_number)
            }
            RuleDecision::Undecided => None,
        }
    };
    let above = cases.iter().filter_map(contradicts).min();
    let always = skill
        .rules
        .rules()
        .iter()
        .find(|rule| rule.when == "always");
    let number = above.or_else(|| always.map(|rule| rule.number));
    // Rules are numbered from 1 in the order of the rows.
    Ok(number.map_or(sheet.rows.len(), |number| number as usize - 1))
}

/// True if a person decided a row as the one rule of a table does.
pub(super) fn agrees_with(skill: &Skill, alone: &RuleTable, case: &Case) -> bool {
    match alone.rules().first().map(|rule| &rule.then) {
        Some(RuleOutcome::Decide(outputs)) => agrees(skill, outputs, case),
        _ => false,
    }
}

fn agrees(skill: &Skill, outputs: &Record, case: &Case) -> bool {
    targets(skill)
        .iter()
        .zip(&case.label)
        .all(|(field, chose)| {
            let decided = outputs
                .get(&field.name)
                .map_or_else(String::new, |value| display_value(&field.field_type, value));
            fold(&decided) == fold(chose)
        })
}

/// The rule as a table of its own.
pub(super) fn alone(skill: &Skill, rule: &NewRule) -> Result<RuleTable, EngineError> {
    let mut sheet = RuleSheet::of(skill)?;
    sheet.rows.clear();
    insert(&mut sheet, rule, 0);
    Ok(RuleTable::parse(
        &RuleSheet::file_of(skill),
        &sheet.text(),
        &skill.inputs,
        &skill.outputs,
    )?)
}

fn insert(sheet: &mut RuleSheet, rule: &NewRule, at: usize) {
    let cells = rule
        .conditions
        .iter()
        .map(|(field, cell)| (SheetPart::If, Some(field), cell))
        .chain(
            rule.then
                .iter()
                .map(|(field, cell)| (SheetPart::Then, Some(field), cell)),
        )
        .chain((!rule.note.is_empty()).then_some((SheetPart::Note, None, &rule.note)));
    let cells: Vec<_> = cells.collect();
    // Columns first: adding one later would move those found before.
    for (part, field, _) in &cells {
        sheet.column_for(*part, *field);
    }
    let mut row = vec![String::new(); sheet.columns.len()];
    for (part, field, cell) in cells {
        let column = sheet.column_for(part, field);
        if let Some(place) = row.get_mut(column) {
            place.clone_from(cell);
        }
    }
    sheet.rows.insert(at.min(sheet.rows.len()), row);
}
