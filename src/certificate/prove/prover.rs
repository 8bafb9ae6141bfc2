//! From a puzzle to a bundle that its own check has accepted.

use std::cell::OnceCell;
use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::backend::propagator::ReasonSink;
use crate::backend::{Availability, Backend, BackendError, OpenOptions, ProofFormat, ProofSink};
use crate::budget::{Budget, Running, StopReason, Stopwatch};
use crate::certificate::claim::Claim;
use crate::certificate::digest::Digesting;
use crate::certificate::lemma::Lemmas;
use crate::certificate::manifest::{FileEntry, Manifest, SolverName};
use crate::certificate::manifest::{board_in_words, proof_file};
use crate::certificate::names;
use crate::certificate::prove::notes::{Notes, cannot_write};
use crate::certificate::prove::options::ProveOptions;
use crate::certificate::prove::outcome::{FalseClaim, ProveError, Proved};
use crate::certificate::statement::{Statement, Written, meaning};
use crate::certificate::store::BundleWriter;
use crate::certificate::verify::{Verification, VerifyOptions, verify};
use crate::cnf::LimitedError;
use crate::cnf::dimacs::write_model;
use crate::constraint::Constraint;
use crate::error::{Error, WrongAnswer};
use crate::grid::{Grid, Solution};
use crate::propagators::RulePropagator;
use crate::rule::{Grounds, Rule};
use crate::sat::Instance;
use crate::solver::auto::{finder, is_eager, proves_as_it_finds};
use crate::solver::{Options, Portfolio, Session};
use crate::verdict::Verdict;

/// Makes certificates, one after another.
pub struct Prover {
    options: ProveOptions,
    proof: ProofFormat,
    /// The backend's name, and its version, asked of a program only when it is needed.
    name: String,
    version: OnceCell<String>,
    /// Finds solutions, kept from puzzle to puzzle on the same board.
    session: Option<Session>,
    /// How long the last bundle took to verify.
    verifying: Duration,
}

impl fmt::Debug for Prover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prover").field("options", &self.options).finish_non_exhaustive()
    }
}

/// The constraints that the proving solver propagates, whose reasons are lemmas, with what each rests on; none where all rules have
/// clauses.
type Propagated = [(Grounds, Constraint)];

/// A solver that writes a proof into a bundle.
struct Refutation {
    instance: Instance,
    reasons: ReasonSink,
    out: Arc<Mutex<Digesting<Box<dyn Write + Send>>>>,
    is_refuted: bool,
}

/// What became of a refutation.
enum Refuted {
    /// The clauses have no model: the statement, with the lemmas that the proof takes for granted.
    Yes(Box<Statement>),
    /// They have a model.
    No(Solution),
    Unknown(StopReason),
}

impl Prover {
    /// A prover.
    ///
    /// # Errors
    /// If the backend is not in this build or not on this machine, or writes no proofs.
    pub fn new(options: ProveOptions) -> Result<Self, BackendError> {
        let backend = &options.backend;
        // What keeps it from being opened is reported before any work is done.
        let probe = ProofSink::new(Arc::new(Mutex::new(io::sink())));
        let opened = backend.open(
            &OpenOptions::default()
                .with_proof(probe)
                .with_proof_format(options.format)
                .with_seed(options.seed)
                .with_settings(options.settings.clone()),
        )?;
        let no_proof = || BackendError::NoProof { backend: backend.to_string() };
        let proof = options.format.or(backend.proof_format()).ok_or_else(no_proof)?;
        let name = brief(opened.name());
        Ok(Self { options, proof, name, version: OnceCell::new(), session: None, verifying: Duration::ZERO })
    }

    /// Writes a bundle that shows a claim, or whichever claim is true: *unsatisfiable*, *unique*, or else *solved*.
    ///
    /// The bundle is [verified](crate::certificate::verify) before it is finished, within the budget; where the claim is not certified
    /// it is not finished, and what was written of it is of no use.
    ///
    /// # Errors
    /// If a solver fails, its proof is refused, or a file cannot be written.
    pub fn prove(
        &mut self,
        puzzle: &Grid,
        claim: Option<Claim>,
        bundle: &mut dyn BundleWriter,
    ) -> Result<Proved, ProveError> {
        span!("prove", board = puzzle.geometry());
        // A rule of a program has no line from which others could make it again.
        if let Some(rule) = puzzle.rules().as_slice().iter().find(|rule| matches!(rule, Rule::UserRule(_))) {
            return Err(Error::NoRules { what: "a certificate", rule: Some(rule.beginning()) }.into());
        }
        self.verifying = Duration::ZERO;
        match self.prove_within(puzzle, claim, bundle, &self.options.budget.start()) {
            Err(ProveError::Solver(Error::Stopped(reason))) => Ok(Proved::Unknown(reason)),
            proved => proved,
        }
    }

    fn prove_within(
        &mut self,
        puzzle: &Grid,
        claim: Option<Claim>,
        bundle: &mut dyn BundleWriter,
        running: &Running,
    ) -> Result<Proved, ProveError> {
        let propagated = &self.propagated(puzzle, running);
        let written = if propagated.is_empty() { Written::All } else { Written::BesideLemmas };
        let statement = Statement::new(puzzle, written, running)?;
        let mut notes = Notes { bundle, files: Vec::new() };
        let (found, begun) = match claim {
            Some(Claim::Unsatisfiable) => (Verdict::Unsatisfiable, None),
            None | Some(Claim::Unique) if proves_as_it_finds(&self.options.backend, puzzle.geometry()) => {
                self.find_with_proof(puzzle, &statement, propagated, &mut notes, running)?
            }
            _ => (self.find(puzzle, running)?, None),
        };
        match (found, claim) {
            (Verdict::Unknown(reason), _) => Ok(Proved::Unknown(reason)),
            (Verdict::Unsatisfiable, Some(Claim::Solved | Claim::Unique)) => Ok(Proved::False(FalseClaim::NoSolution)),
            (Verdict::Unsatisfiable, None | Some(Claim::Unsatisfiable)) => {
                match self.refute(statement, begun, puzzle, propagated, &mut notes, running)? {
                    Refuted::Yes(statement) => {
                        self.write(Claim::Unsatisfiable, puzzle, &statement, None, notes, running)
                    }
                    Refuted::No(solution) if claim.is_none() => Err(self.denied(puzzle, solution)),
                    Refuted::No(solution) => Ok(Proved::False(FalseClaim::Solution(solution))),
                    Refuted::Unknown(reason) => Ok(Proved::Unknown(reason)),
                }
            }
            (Verdict::Satisfiable(solution), Some(Claim::Solved)) => {
                let statement = Statement::new(puzzle, Written::All, running)?;
                self.write(Claim::Solved, puzzle, &statement, Some(&solution), notes, running)
            }
            (Verdict::Satisfiable(solution), _) => {
                let excluding = Statement::new(puzzle, written, running)?.excluding(&solution);
                match self.refute(excluding, begun, puzzle, propagated, &mut notes, running)? {
                    Refuted::Yes(excluding) => {
                        self.write(Claim::Unique, puzzle, &excluding, Some(&solution), notes, running)
                    }
                    Refuted::No(other) if claim.is_some() => {
                        Ok(Proved::False(FalseClaim::TwoSolutions(solution, other)))
                    }
                    Refuted::No(_) => {
                        let file = proof_file(self.proof);
                        notes.bundle.remove(file).map_err(cannot_write(file))?;
                        notes.files.clear();
                        let statement = Statement::new(puzzle, Written::All, running)?;
                        self.write(Claim::Solved, puzzle, &statement, Some(&solution), notes, running)
                    }
                    Refuted::Unknown(reason) => Ok(Proved::Unknown(reason)),
                }
            }
        }
    }

    /// How long it took to verify the bundle that was made last, a part of the time that it took to prove.
    #[must_use]
    pub fn verifying(&self) -> Duration {
        self.verifying
    }

    /// Who looked for a solution denied one.
    fn denied(&self, puzzle: &Grid, solution: Solution) -> ProveError {
        WrongAnswer::Denied(Box::new(solution)).of(finder(&self.options.backend, puzzle.geometry()).to_string()).into()
    }

    /// The budget with what is left of its time.
    fn budget_left(&self, running: &Running) -> Budget {
        let budget = self.options.budget.clone();
        match running.time_left() {
            Some(left) => budget.with_time(left),
            None => budget,
        }
    }

    /// A solution, by whatever finds it soonest.
    fn find(&mut self, puzzle: &Grid, running: &Running) -> Result<Verdict<Solution>, Error> {
        let budget = self.budget_left(running);
        let kept = self.session.take_if(|session| session.geometry() == puzzle.geometry());
        let session = if let Some(session) = kept {
            session
        } else {
            let portfolio = self.portfolio();
            let (seed, memory) = (self.options.seed, self.options.memory);
            let options = Options { budget: budget.clone(), seed, memory, portfolio, ..Options::default() };
            let finder = finder(&self.options.backend, puzzle.geometry());
            finder.session(puzzle.geometry(), &options.seeding_at_most(&finder))?
        };
        let session = self.session.insert(session);
        session.set_budget(budget);
        session.solve(puzzle)
    }

    /// A solution by the solver that proves; with it that solver, if its proof can go on behind the solution or is there already.
    fn find_with_proof(
        &self,
        puzzle: &Grid,
        statement: &Statement,
        propagated: &Propagated,
        notes: &mut Notes<'_>,
        running: &Running,
    ) -> Result<(Verdict<Solution>, Option<Refutation>), ProveError> {
        let mut begun = self.begin(puzzle, statement, propagated, notes, running)?;
        let goes_on = begun.instance.keep_place_for_clause();
        let found = begun.instance.solve(puzzle, [], running)?;
        begun.is_refuted = found.is_unsatisfiable();
        Ok((found, Some(begun).filter(|begun| goes_on || begun.is_refuted)))
    }

    fn portfolio(&self) -> Portfolio {
        Portfolio { threads: self.options.threads, ..Portfolio::default() }
    }

    /// The backend's settings; on several threads, if it can work so.
    fn settings(&self) -> Vec<(String, String)> {
        let ProveOptions { backend, settings, .. } = &self.options;
        let is_free = *backend == Backend::Cdcl && settings.is_empty();
        if is_free { self.portfolio().settings() } else { settings.clone() }
    }

    /// What the proving solver propagates, if it takes a propagator.
    fn propagated(&self, puzzle: &Grid, running: &Running) -> Vec<(Grounds, Constraint)> {
        if self.options.backend != Backend::Cdcl {
            return Vec::new();
        }
        puzzle.rules().propagated(puzzle.geometry(), |constraint| !is_eager(constraint), running)
    }

    /// A solver with the clauses that writes its proof into the bundle.
    fn begin(
        &self,
        puzzle: &Grid,
        statement: &Statement,
        propagated: &Propagated,
        notes: &mut Notes<'_>,
        running: &Running,
    ) -> Result<Refutation, ProveError> {
        let file = proof_file(self.proof);
        let out = notes.bundle.create(file).map_err(cannot_write(file))?;
        let out = Arc::new(Mutex::new(Digesting::new(out)));
        let reasons = ReasonSink::default();
        let options = OpenOptions::default()
            .with_stoppable(true)
            .with_proof(ProofSink::new(Arc::clone(&out)))
            .with_proof_format(self.proof)
            .with_simplified(true)
            .with_seed(self.options.seed)
            .with_settings(self.settings())
            .with_memory(self.options.memory);
        // A proof without lemmas keeps no numbers for them.
        let options = if propagated.is_empty() { options } else { options.with_reasons(Arc::clone(&reasons)) };
        let formula = statement.formula().clone();
        let mut instance = Instance::open(&self.options.backend, &options, formula, statement.excluded(), running)?;
        let constraints = propagated.iter().map(|(_, constraint)| constraint);
        instance.propagate(RulePropagator::new(puzzle.geometry(), statement.formula().map(), constraints))?;
        Ok(Refutation { instance, reasons, out, is_refuted: false })
    }

    /// Has the clauses refuted, the proof written into the bundle; by the solver that found the solution which they exclude, if one has
    /// begun a proof so. A model that is found is a solution, checked.
    fn refute(
        &self,
        statement: Statement,
        begun: Option<Refutation>,
        puzzle: &Grid,
        propagated: &Propagated,
        notes: &mut Notes<'_>,
        running: &Running,
    ) -> Result<Refuted, ProveError> {
        // A proof that was begun before kept the number of a clause that excludes a solution. If none is excluded, the first lemma takes
        // that number, and stands twice.
        let has_free_number = begun.is_some() && statement.excluded().is_empty();
        let mut refutation = if let Some(mut begun) = begun {
            for clause in statement.excluded() {
                begun.instance.add_clause(clause)?;
            }
            begun
        } else {
            self.begin(puzzle, &statement, propagated, notes, running)?
        };
        if !refutation.is_refuted {
            match refutation.instance.solve(puzzle, [], running)? {
                Verdict::Unsatisfiable => {}
                Verdict::Satisfiable(solution) => return Ok(Refuted::No(solution)),
                Verdict::Unknown(reason) => return Ok(Refuted::Unknown(reason)),
            }
        }
        let mut out = refutation.out.lock().unwrap_or_else(PoisonError::into_inner);
        if out.result().0 == 0 {
            // A solver says nothing of an empty clause that was given; a file of a bundle is never empty.
            let step = self.proof.no_steps_but_the_last();
            if step.is_empty() {
                return Err(BackendError::NoProof { backend: self.name.clone() }.into());
            }
            out.write_all(step).and_then(|()| out.flush()).map_err(cannot_write(proof_file(self.proof)))?;
        }
        let (bytes, sha256) = out.result();
        notes.files.push(FileEntry { name: proof_file(self.proof).to_owned(), bytes, sha256 });
        if propagated.is_empty() {
            return Ok(Refuted::Yes(Box::new(statement)));
        }
        let reasons = refutation.reasons.lock().unwrap_or_else(PoisonError::into_inner);
        let lemmas = Lemmas::of(propagated, &reasons, has_free_number);
        Ok(Refuted::Yes(Box::new(statement.with_lemmas(lemmas))))
    }

    /// The solver named in the manifest. Without a proof the name is satdoku's: solutions are checked, so their finder does not
    /// matter.
    fn solver(&self, claim: Claim) -> SolverName {
        if !claim.has_proof() {
            return SolverName { name: "satdoku".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() };
        }
        let version = self.version.get_or_init(|| match self.options.backend.availability() {
            Availability::Ready(version) => brief(&version),
            Availability::Missing(_) => String::from("version unknown"),
        });
        SolverName { name: self.name.clone(), version: version.clone() }
    }

    /// Writes everything but the proof, the manifest last, and finishes the bundle if it shows what it claims.
    fn write(
        &mut self,
        claim: Claim,
        puzzle: &Grid,
        statement: &Statement,
        solution: Option<&Solution>,
        mut notes: Notes<'_>,
        running: &Running,
    ) -> Result<Proved, ProveError> {
        notes.grid(names::PUZZLE, puzzle)?;
        if let Some(solution) = solution {
            notes.grid(names::SOLUTION, solution)?;
        }
        if let Some(lemmas) = statement.lemmas() {
            notes.file(names::LEMMAS, |out| lemmas.write(out).map_err(LimitedError::Sink))?;
        }
        notes.file(names::FORMULA, |out| statement.write_dimacs(out, running))?;
        if let (Some(solution), Claim::Solved) = (solution, claim) {
            let model = statement.model(solution, running).map_err(Error::Stopped)?;
            notes.file(names::MODEL, |out| write_model(model.lits(), out).map_err(LimitedError::Sink))?;
        }
        let proof = claim.has_proof().then_some(self.proof);
        let expected = Manifest::expected_files(claim, proof, statement.lemmas().is_some());
        notes.files.sort_by_key(|file| expected.iter().position(|name| *name == file.name));
        let solver = self.solver(claim);
        // A program that is asked for its version may take seconds; what is cancelled meanwhile is not to appear.
        if let Err(reason @ StopReason::Cancelled) = running.check() {
            return Ok(Proved::Unknown(reason));
        }
        let (geometry, size) = (puzzle.geometry(), statement.size());
        let manifest = Manifest {
            claim,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            cells: geometry.cell_count(),
            digits: geometry.digit_count(),
            board: board_in_words(puzzle),
            variables: size.variables,
            meaning: meaning(puzzle),
            clauses: size.clauses,
            lemmas: statement.lemmas().map(|lemmas| lemmas.clauses().len() as u64),
            solver,
            proof,
            files: notes.files,
        };
        let cannot = |source| ProveError::Write { file: names::MANIFEST, source };
        let mut out = notes.bundle.create(names::MANIFEST).map_err(cannot)?;
        out.write_all(manifest.text().as_bytes()).and_then(|()| out.flush()).map_err(cannot)?;
        drop(out);
        let watch = Stopwatch::start();
        let memory = self.options.memory.unwrap_or(OpenOptions::DEFAULT_MEMORY);
        let verified = verify(&*notes.bundle.so_far(), &VerifyOptions { budget: self.budget_left(running), memory });
        self.verifying = watch.elapsed();
        match verified? {
            Verification::Valid(_) => {
                notes.bundle.finish().map_err(cannot)?;
                Ok(Proved::Certified(manifest))
            }
            Verification::Invalid(defect) => {
                Err(ProveError::Rejected { backend: self.name.clone(), defect: Box::new(defect) })
            }
            Verification::Unknown(reason) => Ok(Proved::Unknown(reason)),
        }
    }
}

/// No name or version of a solver is longer in a manifest.
const MAX_NAME: usize = 100;

fn brief(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(MAX_NAME).collect()
}
