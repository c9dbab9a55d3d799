//! The moves of a game for one player: those played, those taken back, and those of a solution.

/// Moves of type `M` between positions of type `P`.
///
/// The moves played lead from the first position to the present one; the moves ahead are legal from there.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Timeline<P, M> {
    position: P,
    /// Each move with the position it was played in.
    played: Vec<(P, M)>,
    /// Moves taken back, the next one last. They lead on from the position before the last `detour` moves.
    undone: Vec<M>,
    /// Number of the last moves that were played along a solution, away from the moves taken back.
    detour: usize,
    /// Moves of a solution, the next one last. They take precedence over `undone` for redo.
    advice: Vec<M>,
}

impl<P: Copy, M: Copy + PartialEq> Timeline<P, M> {
    /// A game without moves.
    pub(in crate::cli) const fn new(first: P) -> Self {
        Self { position: first, played: Vec::new(), undone: Vec::new(), detour: 0, advice: Vec::new() }
    }

    pub(in crate::cli) const fn position(&self) -> &P {
        &self.position
    }

    /// Moves played, each with the position it was played in.
    pub(in crate::cli) fn played(&self) -> &[(P, M)] {
        &self.played
    }

    /// Moves to redo, next one first.
    pub(in crate::cli) fn ahead(&self) -> impl ExactSizeIterator<Item = M> + '_ {
        let ahead = if self.advice.is_empty() && self.detour == 0 { &self.undone } else { &self.advice };
        ahead.iter().rev().copied()
    }

    /// Moves taken back that lead on from the present position, next one first.
    pub(in crate::cli) fn taken_back(&self) -> impl ExactSizeIterator<Item = M> + '_ {
        let here = if self.detour == 0 { self.undone.as_slice() } else { &[] };
        here.iter().rev().copied()
    }

    /// Adds a legal move and the position after it. Moves ahead stay if they begin with it. Moves taken back stay as well if a
    /// solution begins with it: undo leads back to them.
    pub(in crate::cli) fn play(&mut self, mv: M, after: P) {
        self.played.push((self.position, mv));
        self.position = after;
        let is_advised = self.advice.last() == Some(&mv);
        if is_advised && (self.detour > 0 || !self.undone.is_empty() && self.undone.last() != Some(&mv)) {
            self.detour += 1;
            self.advice.pop();
            return;
        }
        if self.detour > 0 {
            (self.undone, self.detour) = (Vec::new(), 0);
        }
        for ahead in [&mut self.undone, &mut self.advice] {
            if ahead.pop() != Some(mv) {
                ahead.clear();
            }
        }
    }

    /// Takes the last move back.
    pub(in crate::cli) fn undo(&mut self) -> Option<M> {
        let (before, mv) = self.played.pop()?;
        self.position = before;
        if self.detour > 0 {
            self.detour -= 1;
            self.advice.push(mv);
            return Some(mv);
        }
        self.undone.push(mv);
        if !self.advice.is_empty() {
            self.advice.push(mv);
        }
        Some(mv)
    }

    /// Puts the line of a solution ahead.
    pub(in crate::cli) fn set_advice(&mut self, line: &[M]) {
        self.advice = line.iter().rev().copied().collect();
    }

    /// Drops the solution ahead, so that the moves taken back are ahead again; returns whether there was one.
    pub(in crate::cli) fn drop_advice(&mut self) -> bool {
        let has_advice = !self.advice.is_empty() && self.detour == 0;
        if has_advice {
            self.advice.clear();
        }
        has_advice
    }
}
