//! How much goes into one call: whole results or whole parts, in order, under the model's context.

use mill_domain::ModelRef;

/// Bytes of one call where the model does not say what it reads: local servers often read four thousand tokens.
const USUAL_BYTES: usize = 8_000;

/// More than this is not given to any model at once: what stands in the middle of a long text is overlooked.
const MOST_BYTES: usize = 120_000;

/// Even a model that says less gets so much.
const LEAST_BYTES: usize = 2_000;

/// What a usual model reads: practice asks none, and shows how one would do.
const PRACTICE_TOKENS: u64 = 200_000;

/// What one call may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Room {
    pub(super) pieces: usize,
    pub(super) bytes: usize,
}

impl Room {
    /// The room of a model; `tokens` is what it says it reads at most.
    pub(super) fn of_model(model: &ModelRef, tokens: Option<u64>, pieces: u32) -> Self {
        let practice = model.is_practice().then_some(PRACTICE_TOKENS);
        Self::of(tokens.or(practice), pieces)
    }

    /// The room of a model that reads at most `tokens`. A byte is half a token at most, Chinese included, so that half of
    /// the context stays for instructions and answer.
    fn of(tokens: Option<u64>, pieces: u32) -> Self {
        let bytes = tokens.map_or(USUAL_BYTES, |tokens| {
            usize::try_from(tokens).unwrap_or(MOST_BYTES)
        });
        Self {
            pieces: (pieces as usize).max(1),
            bytes: bytes.clamp(LEAST_BYTES, MOST_BYTES),
        }
    }
}

/// Something that is not taken apart: the text of a result or of a whole part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) text: String,
    pub(super) rows: Vec<u32>,
    /// The task that wrote it; `None`: it is a result.
    pub(super) part: Option<u32>,
}

/// Pieces of one call.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Pack {
    pub(super) text: String,
    pub(super) rows: Vec<u32>,
    pub(super) parts: Vec<u32>,
    pieces: usize,
}

impl Pack {
    fn has_room(&self, piece: &Piece, room: Room) -> bool {
        self.pieces == 0
            || (self.pieces < room.pieces && self.text.len() + 1 + piece.text.len() <= room.bytes)
    }

    fn add(&mut self, piece: Piece) {
        if self.pieces > 0 {
            self.text.push('\n');
        }
        self.text.push_str(&piece.text);
        self.rows.extend(piece.rows);
        self.parts.extend(piece.part);
        self.pieces += 1;
    }
}

/// The same pieces always make the same packs. One that is too large alone has a call of its own.
pub(super) fn pack(pieces: Vec<Piece>, room: Room) -> Vec<Pack> {
    let mut packs: Vec<Pack> = Vec::new();
    for piece in pieces {
        match packs.last_mut() {
            Some(pack) if pack.has_room(&piece, room) => pack.add(piece),
            _ => {
                let mut pack = Pack::default();
                pack.add(piece);
                packs.push(pack);
            }
        }
    }
    for pack in &mut packs {
        pack.rows.sort_unstable();
        pack.rows.dedup();
    }
    packs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(row: u32, bytes: usize) -> Piece {
        Piece {
            text: "x".repeat(bytes),
            rows: vec![row],
            part: None,
        }
    }

    #[test]
    fn pieces_stay_whole_and_in_order_under_both_limits() {
        let room = Room {
            pieces: 3,
            bytes: 100,
        };
        let sizes = [40, 40, 40, 200, 10, 10, 10, 10];
        let pieces = (1..).zip(sizes).map(|(row, bytes)| piece(row, bytes));
        let packs = pack(pieces.collect(), room);
        let rows: Vec<Vec<u32>> = packs.iter().map(|pack| pack.rows.clone()).collect();
        assert_eq!(rows, [vec![1, 2], vec![3], vec![4], vec![5, 6, 7], vec![8]]);
        for pack in packs.iter().filter(|pack| pack.rows != [4]) {
            assert!(pack.text.len() <= room.bytes);
        }
    }

    #[test]
    fn a_model_that_says_nothing_gets_little_and_none_gets_too_much() {
        assert_eq!(Room::of(None, 40).bytes, 8_000);
        assert_eq!(Room::of(Some(1_000_000), 40).bytes, 120_000);
        assert_eq!(Room::of(Some(100), 40).bytes, 2_000);
    }
}
