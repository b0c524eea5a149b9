//! Which results a person looks at.

use rand::SeedableRng as _;
use rand::seq::index::sample;
use rand_chacha::ChaCha20Rng;

/// Draws as many of each stratum as wanted, without replacement, every choice as likely as any other; positions from 0
/// within `of`, which holds the stratum of each result. The same seed draws the same again.
pub fn pick(of: &[usize], wanted: &[u64], seed: u64) -> Vec<usize> {
    let mut random = ChaCha20Rng::seed_from_u64(seed);
    let mut picked = Vec::new();
    for (stratum, wanted) in wanted.iter().enumerate() {
        let members: Vec<usize> = (0..of.len()).filter(|at| of[*at] == stratum).collect();
        let wanted = usize::try_from(*wanted)
            .unwrap_or(members.len())
            .min(members.len());
        let drawn = sample(&mut random, members.len(), wanted);
        picked.extend(drawn.into_iter().map(|at| members[at]));
    }
    picked.sort_unstable();
    picked
}
