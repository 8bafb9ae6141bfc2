//! The order of decisions: the variable with the highest score first, in a binary heap that knows the place of each variable.

/// A variable that is not in the heap.
const OUT: u32 = u32::MAX;

/// The score above which all scores are scaled down.
const HIGHEST: f64 = 1e150;

/// The factor by which old scores lose weight at each conflict.
const DECAY: f64 = 0.95;

/// Variables by score.
#[derive(Clone)]
pub(super) struct DecisionOrder {
    heap: Vec<u32>,
    /// Where in the heap each variable is.
    places: Vec<u32>,
    scores: Vec<f64>,
    /// The amount of a bump; it grows, so that recent bumps count most.
    step: f64,
}

impl DecisionOrder {
    pub(super) fn new() -> Self {
        Self { heap: Vec::new(), places: Vec::new(), scores: Vec::new(), step: 1.0 }
    }

    /// None, but with the tables in place.
    pub(super) fn cleared(mut self) -> Self {
        self.heap.clear();
        self.places.clear();
        self.scores.clear();
        Self { step: 1.0, ..self }
    }

    /// Makes room for `variables` variables; `score` gives a variable's first score.
    pub(super) fn grow(&mut self, variables: usize, mut score: impl FnMut() -> f64) {
        for variable in self.places.len()..variables {
            self.places.push(OUT);
            self.scores.push(score());
            self.insert(variable);
        }
    }

    #[inline]
    pub(super) fn insert(&mut self, variable: usize) {
        if self.places[variable] == OUT {
            self.heap.push(variable as u32);
            self.move_up(self.heap.len() - 1);
        }
    }

    /// The variable with the highest score.
    pub(super) fn first(&self) -> Option<usize> {
        self.heap.first().map(|&variable| variable as usize)
    }

    /// The variables with the highest scores, at most `most` of them.
    pub(super) fn highest(&self, mut variables: Vec<usize>, most: usize) -> Vec<usize> {
        variables.sort_by(|&one, &other| self.scores[other].total_cmp(&self.scores[one]));
        variables.truncate(most);
        variables
    }

    /// Removes the variable with the highest score.
    pub(super) fn remove_first(&mut self) {
        let Some(last) = self.heap.pop() else { return };
        if let Some(first) = self.heap.first_mut() {
            self.places[*first as usize] = OUT;
            *first = last;
            self.move_down();
        } else {
            self.places[last as usize] = OUT;
        }
    }

    /// Bumps the score of a variable.
    pub(super) fn bump(&mut self, variable: usize) {
        self.scores[variable] += self.step;
        if self.scores[variable] > HIGHEST {
            self.scores.iter_mut().for_each(|score| *score /= HIGHEST);
            self.step /= HIGHEST;
        }
        if self.places[variable] != OUT {
            self.move_up(self.places[variable] as usize);
        }
    }

    /// Makes past bumps count less than bumps to come.
    pub(super) fn decay(&mut self) {
        self.step /= DECAY;
    }

    fn score_at(&self, place: usize) -> f64 {
        self.scores[self.heap[place] as usize]
    }

    fn put(&mut self, place: usize, variable: u32) {
        self.heap[place] = variable;
        self.places[variable as usize] = place as u32;
    }

    fn move_up(&mut self, mut place: usize) {
        let variable = self.heap[place];
        let score = self.scores[variable as usize];
        while place > 0 {
            let parent = (place - 1) / 2;
            if self.score_at(parent) >= score {
                break;
            }
            self.put(place, self.heap[parent]);
            place = parent;
        }
        self.put(place, variable);
    }

    fn move_down(&mut self) {
        let (mut place, variable) = (0, self.heap[0]);
        let score = self.scores[variable as usize];
        loop {
            let mut child = 2 * place + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.score_at(child + 1) > self.score_at(child) {
                child += 1;
            }
            if self.score_at(child) <= score {
                break;
            }
            self.put(place, self.heap[child]);
            place = child;
        }
        self.put(place, variable);
    }
}
