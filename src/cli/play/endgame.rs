//! `play --endgame`: the endgames of `data/endgames.csv`, by their numbers.

use crate::dealer::Source;
use crate::game::Move;
use crate::games::port::{Game as _, Played};
use crate::games::solomids::Solomids;
use crate::start::Start;

use super::{Endgame, Player, search};
use crate::analysis::DealFilter;
use crate::cli::pentamid::play as pentamid;
use crate::cli::{CommandResult, SearchSettings, Terminal, refuse, session};

const LIST: &str = include_str!("../../../data/endgames.csv");

pub(super) fn run(number: u64, settings: &SearchSettings, terminal: Terminal) -> CommandResult {
    let is_wanted = |row: &Vec<&str>| row[1].parse() == Ok(number);
    let rows = || LIST.lines().skip(1).map(|row| row.split(',').collect::<Vec<_>>());
    let Some(row) = rows().find(is_wanted) else {
        return refuse(
            format!("there is no endgame {number}"),
            format!("they have the numbers 1 to {}", rows().count()),
        );
    };
    let [game, _, _, seed, index, moves, _, point, ..] = row[..] else {
        anyhow::bail!("a row of endgames is short")
    };
    if game != Solomids::NAME {
        let plies = point.rsplit('-').next().unwrap_or_default().parse()?;
        return pentamid::endgame(moves, (number, plies), settings, terminal);
    }
    let mut played = Played::<Solomids>::new(Start::of_source(Source::Seed {
        seed: seed.parse()?,
        index: index.parse()?,
    })?);
    let moves: Result<Vec<Move>, _> = moves.split(' ').map(str::parse).collect();
    played.play_all(&moves?)?;
    // It begins here: what was played before cannot be taken back.
    let (position, palette) = (played.position, played.start.palette);
    let player = Player {
        endgame: Some(Endgame { number, position, tries: 1 }),
        ..Player::new(DealFilter::default())
    };
    settings.start_threads()?;
    let start = Start::of_position(position, palette);
    session::run((player, true), Played::new(start), terminal, search::work(settings.config.clone()))
}
