//! Acceptance samples: a person looks at some results so that they may speak for the rest.

mod order;
mod population;
mod standing;

use mill_domain::{RunId, TaskNumber};
use mill_statistics::{Strata, pick, sizes, strata};
use mill_store::{NewSample, SampleMember, SampleRow};

use crate::engine::new_uuid;
use crate::{Engine, EngineError};
use population::Member;

pub use order::{SampleOrder, SampleScope};
pub use standing::{AtMost, SampleEvidence, SampleStanding, SampleStratum};

/// Results a stratum must have for each one that is looked at: smaller ones are put together with others, so that
/// rounding up in each does not make the sample much larger.
const ROWS_A_LOOK: u64 = 4;

/// What drawing a sample would come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SamplePlan {
    /// Results it would stand for.
    pub population: u64,
    /// Results a person would look at.
    pub look_at: u64,
    /// The strata with their traits, results, and how many of them a person would look at.
    pub strata: Vec<SampleStratum>,
}

/// A sample before it is stored.
struct Drawing {
    members: Vec<Member>,
    strata: Strata,
    wanted: Vec<u64>,
}

impl Engine {
    /// What drawing a sample would come to; nothing is drawn.
    /// # Errors
    /// [`EngineError::BadValue`] for a goal that makes no sense, or nothing to draw from.
    pub async fn plan_sample(
        &self,
        run: RunId,
        order: &SampleOrder,
    ) -> Result<SamplePlan, EngineError> {
        let drawing = self.drawing(run, order).await?;
        Ok(SamplePlan {
            population: drawing.members.len() as u64,
            look_at: drawing.wanted.iter().sum(),
            strata: drawing.described(),
        })
    }

    /// Draws a sample and stores its seed and rows.
    /// # Errors
    /// [`EngineError::BadValue`] for a goal that makes no sense, or nothing to draw from.
    pub async fn draw_sample(
        &self,
        run: RunId,
        order: &SampleOrder,
    ) -> Result<SampleStanding, EngineError> {
        self.refuse_opinions(run).await?;
        let drawing = self.drawing(run, order).await?;
        let seed = order.seed.unwrap_or_else(fresh_seed);
        let picked = pick(&drawing.strata.of, &drawing.wanted, seed);
        let mut members: Vec<SampleMember> = drawing
            .members
            .iter()
            .zip(&drawing.strata.of)
            .map(|(member, stratum)| SampleMember {
                task: member.task,
                stratum: u32::try_from(*stratum).unwrap_or(u32::MAX),
                picked: false,
                version: member.version,
                version_now: member.version,
                verdict: None,
                by_sample: None,
            })
            .collect();
        for at in picked {
            if let Some(member) = members.get_mut(at) {
                member.picked = true;
            }
        }
        let sample = NewSample {
            run,
            seed,
            tolerable: order.tolerable,
            confidence: order.confidence,
            scope: order.scope.as_str().to_owned(),
            strata: serde_json::to_string(&drawing.strata.keys)?,
            reviewer: self.settings().await?.reviewer,
            at: self.now(),
            members,
        };
        let number = self.store().insert_sample(sample).await?;
        self.tell_judged(run);
        self.sample(run, number).await
    }

    /// A run's samples and how they stand, oldest first.
    /// # Errors
    /// [`EngineError::Store`] if they cannot be read.
    pub async fn samples(&self, run: RunId) -> Result<Vec<SampleStanding>, EngineError> {
        let mut standing = Vec::new();
        for row in self.store().samples(run).await? {
            standing.push(self.standing(run, row).await?);
        }
        Ok(standing)
    }

    /// One sample of a run.
    /// # Errors
    /// [`EngineError::BadValue`] if there is none with this number.
    pub async fn sample(&self, run: RunId, number: u32) -> Result<SampleStanding, EngineError> {
        let rows = self.store().samples(run).await?;
        let row = rows.into_iter().find(|row| row.number == number);
        let row = row.ok_or_else(|| EngineError::BadValue {
            what: "sample",
            value: number.to_string(),
            expected: "draw it first".to_owned(),
        })?;
        self.standing(run, row).await
    }

    /// Accepts everything the sample stands for and nobody judged, with one undo for all; the tasks.
    /// # Errors
    /// [`EngineError::BadValue`] if the sample was not looked at as a whole, or says too little for its goal.
    pub async fn accept_rest(
        &self,
        run: RunId,
        number: u32,
    ) -> Result<Vec<TaskNumber>, EngineError> {
        let standing = self.sample(run, number).await?;
        if !standing.is_finished() {
            return Err(EngineError::SampleOpen {
                left: standing.drawn - standing.looked,
            });
        }
        if !standing.reached {
            return Err(EngineError::SampleFailed {
                wrong: standing.wrong,
                looked: standing.looked,
            });
        }
        let evidence = serde_json::to_string(&standing.evidence())?;
        let reviewer = self.settings().await?.reviewer;
        let tasks = self
            .store()
            .accept_by_sample(run, number, reviewer, evidence, self.now())
            .await?;
        self.tell_judged(run);
        Ok(tasks)
    }

    async fn standing(&self, run: RunId, row: SampleRow) -> Result<SampleStanding, EngineError> {
        let members = self.store().sample_members(run, row.number).await?;
        let uncovered = self.store().sample_uncovered(run, row.number).await?;
        SampleStanding::of(row, &members, uncovered)
    }

    async fn drawing(&self, run: RunId, order: &SampleOrder) -> Result<Drawing, EngineError> {
        let goal = order.goal()?;
        let members = self.sample_population(run, order.scope).await?;
        if members.is_empty() {
            return Err(EngineError::SampleEmpty);
        }
        let population = members.len() as u64;
        let looked = sizes(&[population], &goal).iter().sum::<u64>().max(1);
        let traits: Vec<Vec<String>> = members.iter().map(|member| member.traits.clone()).collect();
        let strata = strata(&traits, (population * ROWS_A_LOOK).div_ceil(looked));
        let wanted = sizes(&strata.sizes(), &goal);
        Ok(Drawing {
            members,
            strata,
            wanted,
        })
    }
}

impl Drawing {
    fn described(&self) -> Vec<SampleStratum> {
        let sizes = self.strata.sizes();
        let parts = self.strata.keys.iter().zip(sizes).zip(&self.wanted);
        parts
            .map(|((traits, size), drawn)| SampleStratum {
                traits: traits.clone(),
                size,
                drawn: *drawn,
                looked: 0,
                wrong: 0,
            })
            .collect()
    }
}

/// A number nobody chose.
fn fresh_seed() -> u64 {
    let (high, low) = new_uuid().as_u64_pair();
    high ^ low
}
