//! Simulated games as a series of rows.

use std::sync::atomic::Ordering;

use serde::{Deserialize, Serialize};

use super::simulate::{Played, Simulation};
use super::view::Sight;
use crate::games::solace2::SEARCH_REVISION;
use crate::games::solace2::dealer::deal;
use crate::games::solace2::game::{Palette, RULES, parse_deal};
use crate::games::solace2::solver::Solver;
use crate::series::{
    self, End, Error, Event, IndexRange, Made, Part, RowFile, RunOptions, SearchLimits, Series, Sidecar,
    Task, csv_fields, csv_line,
};

/// Names of the columns.
const COLUMNS: [&str; 7] = ["index", "deal", "player", "reading", "score", "moves", "best"];

/// What decides the rows of a simulation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SimulationIdentity {
    game: String,
    version: String,
    search_revision: Option<u32>,
    rules: String,
    player: String,
    reading: String,
    /// Letter of the colour that shows what is under it.
    clear: Option<char>,
    seed: u64,
    /// Whether the deals are solved as well.
    best: bool,
    /// Limits of the search for the best score.
    limits: SearchLimits,
}

/// The rows of a simulation.
#[derive(Clone, Debug)]
pub struct SimulationRows {
    simulation: Simulation,
    sidecar: Sidecar<SimulationIdentity>,
}

impl SimulationRows {
    /// The rows of some games; `limits` are those of their searches as the user gave them. `None` if the indices go
    /// beyond 2^64 − 1 in number.
    pub fn new(simulation: Simulation, limits: SearchLimits) -> Option<Self> {
        let identity = SimulationIdentity {
            game: "solace2".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            search_revision: Some(SEARCH_REVISION),
            rules: RULES.into(),
            player: simulation.kind.name().into(),
            reading: simulation.reading.name(),
            clear: match simulation.sight {
                Sight::Opaque => None,
                Sight::Through(colour) => Some(Palette::default().letter(colour)),
            },
            seed: simulation.seed,
            best: simulation.limits.is_some(),
            limits: simulation.limits.as_ref().map(|_| limits).unwrap_or_default(),
        };
        let (first, last) = simulation.indices.clone().into_inner();
        let range = IndexRange::new(first, last.checked_sub(first)?.checked_add(1)?)?;
        Some(Self { simulation, sidecar: Sidecar::new(identity, Part::new(range, None, None)) })
    }

    /// The simulation.
    pub const fn simulation(&self) -> &Simulation {
        &self.simulation
    }
}

impl Series for SimulationRows {
    type Row = Played;
    type Identity = SimulationIdentity;

    const KIND: &'static str = "simulation";

    fn sidecar(&self) -> &Sidecar<SimulationIdentity> {
        &self.sidecar
    }

    fn header(&self) -> String {
        csv_line(COLUMNS)
    }

    fn line(&self, row: &Played) -> String {
        let Played { index, deal, score, moves, best } = row;
        let SimulationIdentity { player, reading, .. } = &self.sidecar.identity;
        let best = best.map_or_else(String::new, |best| best.to_string());
        format!("{index},{},{player},{reading},{score},{moves},{best}\n", Palette::default().deal(deal))
    }

    fn parse(&self, line: &str) -> Result<(u64, Played), String> {
        let fields = csv_fields(line);
        let parse = || {
            let [index, deal, _, _, score, moves, best] = &fields[..] else { return None };
            Some(Played {
                index: index.parse().ok()?,
                deal: parse_deal(deal).ok()?.deal,
                score: score.parse().ok()?,
                moves: moves.parse().ok()?,
                best: if best.is_empty() { None } else { Some(best.parse().ok()?) },
            })
        };
        let row = parse().ok_or("is no row of a simulation")?;
        let SimulationIdentity { player, reading, .. } = &self.sidecar.identity;
        if fields[2] != *player || fields[3] != *reading {
            return Err("has another player or reading".into());
        }
        Ok((row.index, row))
    }

    fn check(&self, row: &Played) -> Result<(), String> {
        if row.deal != deal(self.simulation.seed, row.index) {
            return Err(format!("does not have the deal with index {}", row.index));
        }
        let most = row.best.map_or(row.deal.nests().len(), usize::from);
        if usize::from(row.score) > most || most > row.deal.nests().len() {
            return Err("has scores that no game has".into());
        }
        if row.best.is_some() && !self.sidecar.identity.best {
            return Err("has a best score, which is not asked for".into());
        }
        Ok(())
    }

    fn covers(&self, smaller: &SimulationIdentity) -> bool {
        self.sidecar.identity.limits.cover(&smaller.limits)
    }

    fn keeps(&self, row: &Played, _smaller: &SimulationIdentity) -> bool {
        row.best.is_some()
    }
}

/// Plays the games whose rows a file does not have: [`series::run()`].
///
/// # Errors
/// Those of [`series::run()`].
pub fn run(
    file: &mut RowFile<'_, SimulationRows>,
    options: &RunOptions,
    observer: &mut dyn FnMut(Event<'_, Played>),
) -> Result<End, Error> {
    let simulation = &file.series().simulation;
    let first = *simulation.indices.start();
    let optimum = simulation.optimum();
    let make = |solver: &mut Solver, Task { place, halt, .. }: Task<'_>| {
        let played = simulation.play(solver, optimum.as_ref(), first + place, Some(halt));
        // The search of the deal may have ended early.
        if halt.load(Ordering::Relaxed) { Made::Interrupted } else { Made::Row(played, None) }
    };
    series::run(file, options, &Solver::default, &make, observer)
}
