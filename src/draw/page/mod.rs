//! Pages for the browser: the document, the player of a line, the parts on which one plays, and their scripts, for any game.
//!
//! The scripts of a page know no rules. The library replays the game and writes into the page which pyramids each move takes
//! where.
//!
//! With the Cargo feature `web`, a page carries the library as WebAssembly: one can play on from any move, and ask for hints,
//! solutions and mistakes. The scripts then ask `service` in the page itself for what takes milliseconds, and in workers for
//! searches. Files of `script`, in the order in which a page has them:
//!
//! | file | job |
//! |---|---|
//! | `dom`, `theme` | elements and storage; light and dark |
//! | `board`, `film`, `controls` | the drawn board; a line of moves that is played through; buttons, keys and gestures for that |
//! | `module`, `worker`, `pool` | the library as WebAssembly, in workers, and questions shared out among these |
//! | `notice` | messages over the board |
//! | `game`, `state` | the game under way; its address and what storage keeps of it |
//! | `pick` | squares that can be chosen, and pieces that can be dragged |
//! | `search`, `advice` | questions of the player, and thinking ahead; how answers are shown |
//! | `deal`, `opponent`, `ending`, `takeaway` | another game; the engine's moves; the end; links, pictures, paper |
//! | `app` | the start of such a page |

pub(crate) mod app;
pub(crate) mod player;
pub(crate) mod shell;
pub(crate) mod solver;
pub(crate) mod stage;
mod theme;
