//! Entries of a layer and their numbers.

use crate::games::solomids::solver::search::candidate::{EntryId, EntryState, Origin};
use crate::games::solomids::solver::search::parameters::SHARDS;

/// A board of a layer, without the board itself: that is stored apart, and dropped once its layer was left. The origin
/// suffices to generate it again.
#[derive(Clone, Copy)]
pub(crate) struct LayerEntry {
    /// How the board was generated.
    pub(crate) origin: Origin,
    /// What has been done with the board.
    pub(crate) state: EntryState,
    /// Trees of the board, banked or standing.
    pub(crate) trees: u8,
}

/// Greatest number of entries in a shard: their numbers must fit into an [`EntryId`].
pub(super) const MAX_ENTRIES: usize = u32::MAX as usize / SHARDS;

/// The number of an entry in its layer, from its shard and its index there.
pub(super) const fn entry_id(shard: usize, index: u32) -> EntryId {
    index * SHARDS as u32 + shard as u32
}

/// The shard of an entry, and its index there.
pub(super) const fn locate(id: EntryId) -> (usize, usize) {
    (id as usize % SHARDS, id as usize / SHARDS)
}
