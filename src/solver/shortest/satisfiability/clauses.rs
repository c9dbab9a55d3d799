//! Clauses: what a timetable must satisfy, for a solver of satisfiability.

/// A variable, or minus the variable for its opposite.
pub(super) type Lit = i32;

/// What always holds.
pub(super) const TRUE: Lit = 1;
/// What never does.
pub(super) const FALSE: Lit = -TRUE;

/// A set of clauses: in each of them one literal holds at least.
pub(super) struct Clauses {
    variables: Lit,
    /// One after the other, each with a nought behind it.
    literals: Vec<Lit>,
}

impl Clauses {
    pub(super) fn new() -> Self {
        Self { variables: TRUE, literals: vec![TRUE, 0] }
    }

    pub(super) const fn variable(&mut self) -> Lit {
        self.variables += 1;
        self.variables
    }

    pub(super) fn variables(&mut self, count: usize) -> Vec<Lit> {
        (0..count).map(|_| self.variable()).collect()
    }

    /// The greatest variable.
    pub(super) const fn most(&self) -> Lit {
        self.variables
    }

    /// One of these holds at least.
    pub(super) fn any(&mut self, literals: impl IntoIterator<Item = Lit>) {
        let start = self.literals.len();
        for literal in literals {
            if literal == TRUE {
                self.literals.truncate(start);
                return;
            }
            if literal != FALSE {
                self.literals.push(literal);
            }
        }
        if self.literals.len() == start {
            self.literals.push(FALSE);
        }
        self.literals.push(0);
    }

    /// Where all of these hold, one of those does.
    pub(super) fn implies<const N: usize>(&mut self, all: [Lit; N], any: impl IntoIterator<Item = Lit>) {
        self.any(all.into_iter().map(|literal| -literal).chain(any));
    }

    /// Two of these never hold together.
    pub(super) fn at_most_one(&mut self, literals: &[Lit]) {
        for (i, &a) in literals.iter().enumerate() {
            for &b in &literals[i + 1..] {
                self.any([-a, -b]);
            }
        }
    }

    /// One of these holds, and no other, if the condition does; else none.
    pub(super) fn exactly_one_if(&mut self, condition: Lit, literals: &[Lit]) {
        self.implies([condition], literals.iter().copied());
        for &literal in literals {
            self.implies([literal], [condition]);
        }
        self.at_most_one(literals);
    }

    /// The sum of two numbers. A number is a list of literals of which as many hold, first ones first; what is beyond
    /// `most` counts as one more than that.
    pub(super) fn sum(&mut self, a: &[Lit], b: &[Lit], most: usize) -> Vec<Lit> {
        let at_least = |number: &[Lit], i: usize| match i {
            0 => TRUE,
            _ => number.get(i - 1).copied().unwrap_or(FALSE),
        };
        let sum = self.variables((a.len() + b.len()).min(most + 1));
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                if i + j > 0 {
                    let reached = sum[(i + j).min(sum.len()) - 1];
                    self.implies([at_least(a, i), at_least(b, j)], [reached]);
                }
                if i + j < sum.len() {
                    self.any([at_least(a, i + 1), at_least(b, j + 1), -sum[i + j]]);
                }
            }
        }
        self.chain(&sum);
        sum
    }

    /// Each of these holds only if the one before it does.
    pub(super) fn chain(&mut self, literals: &[Lit]) {
        for pair in literals.windows(2) {
            self.implies([pair[1]], [pair[0]]);
        }
    }

    /// The clauses.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[Lit]> {
        self.literals.split(|&literal| literal == 0).filter(|clause| !clause.is_empty())
    }

    /// Memory in use, about.
    pub(super) fn bytes(&self) -> usize {
        self.literals.capacity() * size_of::<Lit>()
    }
}
