//! The best score of caps-only in closed form.

use crate::games::solace2::game::{COLOURS, Colour, Deal, Nest};

/// Best score under the reading caps-only, by a formula instead of a search.
///
/// Without R1 the last full nest of each colour of large keeps its large for ever, and with it the medium and small inside.
/// Let a choice of one nest for each colour hold m mediums and s smalls of colour c; then at most n − max(1, m, s) towers of
/// c are made. The best choice gives the score. That no play exceeds it is proven in `docs/solace2.md`; that play reaches it
/// for every deal is a result of the census.
pub fn caps_only_score(deal: &Deal) -> u8 {
    let of = |colour: Colour| deal.nests().iter().filter(move |nest| nest.large == colour);
    let [a, b, c] = Colour::ALL;
    let choices = of(a).flat_map(|x| of(b).flat_map(move |y| of(c).map(move |z| [*x, *y, *z])));
    choices.map(|stay| towers(deal.stashes(), &stay)).max().unwrap_or(0)
}

/// Towers that are left if these nests stay full, one of each colour of large.
fn towers(stashes: usize, stay: &[Nest; COLOURS]) -> u8 {
    let lost = |colour: Colour| {
        let mediums = stay.iter().filter(|nest| nest.medium == colour).count();
        let smalls = stay.iter().filter(|nest| nest.small == colour).count();
        mediums.max(smalls).max(1)
    };
    Colour::ALL.into_iter().map(|colour| stashes.saturating_sub(lost(colour)) as u8).sum()
}
