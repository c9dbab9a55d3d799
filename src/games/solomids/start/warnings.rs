//! Warnings of doubtful deals and seeds.

use super::Start;
use crate::games::solomids::dealer::Source;
use crate::games::solomids::game::Deal;

/// Warning of blanks at the ends of a web seed, which are pasted by mistake more often than intended.
pub(super) fn blanks_warning(source: &Source) -> Option<String> {
    let Source::WebSeed { seed } = source else { return None };
    let bare = seed.trim();
    (bare != seed).then(|| format!("blanks are part of the seed {seed:?}; {bare:?} is another one"))
}

/// Warning of a share string whose seed looks like other text pasted before the seed.
fn long_seed_warning(source: &Source) -> Option<String> {
    let Source::WebSeed { seed } = source else { return None };
    let is_more = seed.contains(['\n', '\r', '>', '#', '/', ':']);
    is_more.then(|| format!("the seed of a share string is all that is before the last `_`, here {seed:?}"))
}

/// Warning of a seed that the web page cuts short where a share string is played back.
fn mark_warning(source: &Source) -> Option<String> {
    let Source::WebSeed { seed } = source else { return None };
    let (page, _) = seed.split_once('_')?;
    Some(format!(
        "the seed {seed:?} has a `_`, where the web page ends it: played back there, a share string goes with the deal of {page:?}"
    ))
}

impl Start {
    /// Warnings of a doubtful web seed. One that was typed as a seed, not read from a share string, is `intended`.
    pub fn seed_warnings(&self, intended: bool) -> Vec<String> {
        let long = || long_seed_warning(&self.source).filter(|_| !intended);
        let first = blanks_warning(&self.source).or_else(long);
        first.into_iter().chain(mark_warning(&self.source)).collect()
    }

    /// Warnings of a doubtful web seed, and of a typed deal that breaks the setup rules.
    pub fn warnings(&self, intended: bool) -> Vec<String> {
        let mut warnings = self.seed_warnings(intended);
        if self.source != Source::Text {
            return warnings;
        }
        let Some(deal) = Deal::new(self.position) else { return warnings };
        let faults = deal.setup_faults();
        if let [first, others @ ..] = faults.as_slice() {
            let more = match others.len() {
                0 => String::new(),
                n => format!(" ({n} more such)"),
            };
            let fault = first.describe(&deal, &self.palette);
            warnings.push(format!("not a deal by the setup rules, but playable: {fault}{more}"));
        }
        warnings
    }
}
