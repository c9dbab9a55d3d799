//! The solved table: values as bytes, and what can be asked of them.

use super::board::{Board, Ended, MAX_AREA};
use super::class::{Layers, Material};
use crate::games::pentamid::game::{Move, MoveList, Position, Rules};

/// The value of a position for the side to move, in the game without history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// It wins after this many plies if both sides play their best.
    Win(u32),
    /// It loses after this many plies if both sides play their best.
    Loss(u32),
    /// Neither side can force a win: the game goes on without end, or is drawn.
    Endless,
}

/// The longest distance that a byte holds.
pub(super) const LONGEST: u32 = 125;
/// The byte of a position that neither side can force.
pub(super) const ENDLESS: u8 = 0;
/// The byte of a slot without a position.
pub(super) const UNUSED: u8 = 255;
/// The byte of a win in 0 plies; a longer one is greater by its plies. Bytes of wins end at 126.
pub(super) const WIN: u8 = 1;
/// The byte of a loss in 0 plies. Bytes of losses end at 253.
pub(super) const LOSS: u8 = 128;

impl Value {
    pub(super) const fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            ENDLESS => Some(Self::Endless),
            WIN..LOSS => Some(Self::Win((byte - WIN) as u32)),
            LOSS..=253 => Some(Self::Loss((byte - LOSS) as u32)),
            _ => None,
        }
    }
}

/// A position that is furthest from its end among the wins or the losses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Longest {
    /// The position, first player to move.
    pub position: Position,
    /// Its value.
    pub value: Value,
}

/// Numbers of positions by value. Positions are counted once for all symmetric ones and for both colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Won for the side to move.
    pub wins: u64,
    /// Lost for the side to move.
    pub losses: u64,
    /// Neither.
    pub endless: u64,
}

/// Values of all positions of a variant.
#[derive(Debug)]
pub struct ValueTable {
    pub(super) layers: Layers,
    /// Materials in the order they were solved, with the values of their slots.
    pub(super) classes: Vec<(Material, Vec<u8>)>,
}

/// Number of slots that the table of a variant needs, a byte each; `None` if the board has more than 25 squares or the number
/// is beyond 64 bits.
pub fn count_positions(rules: &Rules) -> Option<u64> {
    if rules.area() > MAX_AREA || rules.nests() > 8 {
        return None;
    }
    let area = rules.area() as u64;
    let choose = |n: u64, k: u64| (0..k).fold(1_u128, |all, i| all * u128::from(n - i) / u128::from(i + 1));
    let mut total = 0_u128;
    for Material { mine, theirs } in Material::all(rules.nests(), rules.area()) {
        let ways = (0..3).map(|i| {
            let (a, b) = (u64::from(mine[i]), u64::from(theirs[i]));
            choose(area, a) * choose(area - a, b)
        });
        total += ways.product::<u128>();
    }
    u64::try_from(total).ok()
}

impl ValueTable {
    pub(super) fn values(&self, material: Material) -> Option<&[u8]> {
        self.classes.iter().find(|(other, _)| *other == material).map(|(_, values)| values.as_slice())
    }

    /// The rules of the table.
    pub fn rules(&self) -> &Rules {
        &self.layers.board.rules
    }

    /// The value of a position of these rules.
    ///
    /// # Panics
    /// If the position is of another variant, with more nests or a larger board.
    pub fn value(&self, position: &Position) -> Value {
        let stacks = self.layers.board.stacks(position);
        let material = Material::of(&stacks);
        let class = self.layers.class(material);
        let byte = self.values(material).map(|values| values[class.slot(class.ranks(&stacks))]);
        byte.and_then(Value::from_byte).unwrap_or(Value::Endless)
    }

    /// The moves that keep the value: the fastest wins, the longest losses, or those that leave the game endless.
    pub fn best_moves(&self, position: &Position) -> MoveList {
        let reached = |mv: Move| match (self.value(position), self.value(&position.after(mv))) {
            (Value::Win(plies), Value::Loss(left)) | (Value::Loss(plies), Value::Win(left)) => {
                plies == left + 1
            }
            (Value::Endless, Value::Endless) => true,
            _ => false,
        };
        position.moves(self.rules()).into_iter().filter(|&mv| reached(mv)).collect()
    }

    /// A line of best play from a position to the end; empty if the game is endless.
    pub fn line(&self, position: &Position) -> Vec<Move> {
        let mut line = Vec::new();
        let mut position = *position;
        while self.value(&position) != Value::Endless {
            let Some(&mv) = self.best_moves(&position).first() else { break };
            line.push(mv);
            position.play_unchecked(mv);
        }
        line
    }

    /// Bytes of all values.
    pub fn bytes(&self) -> usize {
        self.classes.iter().map(|(_, values)| values.len()).sum()
    }

    /// Counts the positions in which the game is not over, by value.
    pub fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        self.each_open(|value, _, _| match value {
            Value::Win(_) => totals.wins += 1,
            Value::Loss(_) => totals.losses += 1,
            Value::Endless => totals.endless += 1,
        });
        totals
    }

    /// The win that takes longest and the loss that takes longest, each the first in the order of the table.
    pub fn longest(&self) -> (Option<Longest>, Option<Longest>) {
        let mut found: [Option<(u32, usize, usize)>; 2] = [None; 2];
        for (i, (_, values)) in self.classes.iter().enumerate() {
            for (slot, &byte) in values.iter().enumerate() {
                let (place, plies) = match Value::from_byte(byte) {
                    Some(Value::Win(plies)) => (0, plies),
                    Some(Value::Loss(plies)) => (1, plies),
                    _ => continue,
                };
                if found[place].is_none_or(|(longest, _, _)| plies > longest) {
                    found[place] = Some((plies, i, slot));
                }
            }
        }
        let longest = |place: usize| {
            found[place].map(|(plies, i, slot)| Longest {
                position: self.position(i, slot),
                value: if place == 0 { Value::Win(plies) } else { Value::Loss(plies) },
            })
        };
        (longest(0), longest(1))
    }

    /// The position of a slot of a class.
    pub(super) fn position(&self, class: usize, slot: usize) -> Position {
        let stacks = self.layers.class(self.classes[class].0).stacks(slot);
        self.layers.board.position(&stacks)
    }

    /// Calls `visit` with the value of each position in which no line stands, its class and its slot.
    pub(super) fn each_open(&self, mut visit: impl FnMut(Value, usize, usize)) {
        for (i, (material, values)) in self.classes.iter().enumerate() {
            let class = self.layers.class(*material);
            for (slot, &byte) in values.iter().enumerate() {
                if let Some(value) = Value::from_byte(byte)
                    && self.layers.board.ended(&class.stacks(slot)) == Ended::No
                {
                    visit(value, i, slot);
                }
            }
        }
    }

    pub(super) fn empty(rules: &Rules) -> Self {
        Self { layers: Layers::new(Board::new(rules)), classes: Vec::new() }
    }
}
