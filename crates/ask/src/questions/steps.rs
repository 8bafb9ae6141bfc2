//! `hint`, `path` and `rate`: the next step for a person, the whole path, and the rating.

use satdoku::budget::Stopwatch;
use satdoku::grid::format::keys;
use satdoku::logic::{Guide, HintRequest, Marks, Profile, technique_named, tenths_of};
use satdoku::{Candidate, Cell, Options};
use serde_json::{Map, Value, json};

use crate::declared::{Described, Field};
use crate::operation::Operation;
use crate::problem::Problem;
use crate::reader::{OF_A_PUZZLE, Reader};
use crate::schema::{list, names, object, objects, one_of, seconds, text, texts};
use crate::sources::Sources;
use crate::steps;
use crate::work::Work;

const SCALE: Field<Option<Profile>> =
    Field::word("scale", |_| names(Profile::all()), "the order of the techniques and the scale of the ratings");
const NO_UNIQUENESS: Field<bool> =
    Field::flag("no_uniqueness", "use no technique that rests on the puzzle's having one solution");

/// The fields of all questions about steps: see [`guide`].
const REASONING: &[&dyn Described] = &[&SCALE, &NO_UNIQUENESS];

const ALL: Field<bool> = Field::flag("all", "every step at hand instead of the next one");
const TECHNIQUE: Field<Option<String>> =
    Field::text("technique", "only steps by this technique, by a name that `satdoku techniques` lists");
const CELL: Field<Option<Cell>> =
    Field::parsed("cell", "only steps that write or strike out something in this cell, such as r1c1");
const WHY: Field<Option<Candidate>> =
    Field::parsed("why", "the steps that rule out this candidate, such as r4c5=7, none of which can be left out");
const MARKS: Field<Option<Marks>> = Field::parsed(
    "marks",
    "the candidates that are left, of a 9x9 puzzle: 729 characters, nine a cell, . where one is not, or a drawn grid",
);
const STRUCK: Field<Vec<String>> = Field::texts(
    "struck",
    "candidates that are struck out already, such as [\"r1c1=5\"]: what earlier steps have shown",
);

fn answer_hint(mut fields: Reader, work: &Work) -> Result<Value, Problem> {
    let started = Stopwatch::start();
    let puzzle = fields.puzzle()?;
    let mut guide = guide(&mut fields, work)?;
    let named = |name: String| {
        technique_named(&name).ok_or_else(|| Problem::field(TECHNIQUE.name, format!("no technique is called {name:?}")))
    };
    let request = HintRequest::default()
        .with_all_steps(fields.read(&ALL)?)
        .with_technique(fields.read(&TECHNIQUE)?.map(named).transpose()?)
        .with_cell(fields.read(&CELL)?)
        .with_why(fields.read(&WHY)?)
        .with_marks(fields.read(&MARKS)?)
        .with_struck(struck(&mut fields)?);
    fields.end()?;
    if request.why.is_some() && (request.is_all || request.technique.is_some() || request.cell.is_some()) {
        return Err(Problem::question("expected `why` without `all`, `technique` and `cell`, found both"));
    }
    let hinted = guide.hint(&puzzle, &request)?;
    let mut sources = steps::sources_of_position(&hinted);
    request.why.into_iter().for_each(|candidate| sources.add_cell(candidate.cell));
    Ok(whole(with_sources(steps::hint(&hinted), &sources), started))
}

fn struck(fields: &mut Reader) -> Result<Vec<Candidate>, Problem> {
    let parse = |text: String| text.parse().map_err(|error| Problem::field(STRUCK.name, error));
    fields.read(&STRUCK)?.into_iter().map(parse).collect()
}

fn answer_path(mut fields: Reader, work: &Work) -> Result<Value, Problem> {
    let started = Stopwatch::start();
    let puzzle = fields.puzzle()?;
    let mut guide = guide(&mut fields, work)?;
    fields.end()?;
    let path = guide.path(&puzzle)?;
    Ok(whole(with_sources(steps::path(&path), &steps::sources_of_end(&path)), started))
}

const MAX: Field<Option<String>> =
    Field::text("max", "stop at the first step that is harder, such as 7.0, or on the scale hodoku at a higher score");
const TRIAL: Field<bool> = Field::flag("trial", "how deep trial and error must go instead");
const BACKDOOR: Field<bool> = Field::flag("backdoor", "the fewest digits with which singles solve it instead");
const WIDTH: Field<bool> = Field::flag("width", "how many steps are at hand where it is hardest instead");

fn answer_rate(mut fields: Reader, work: &Work) -> Result<Value, Problem> {
    let started = Stopwatch::start();
    let puzzle = fields.puzzle()?;
    let mut guide = guide(&mut fields, work)?;
    let most = fields.read(&MAX)?;
    let is_trial = fields.read(&TRIAL)?;
    let is_backdoor = fields.read(&BACKDOOR)?;
    let is_width = fields.read(&WIDTH)?;
    fields.end()?;
    let flags = [(TRIAL.name, is_trial), (BACKDOOR.name, is_backdoor), (WIDTH.name, is_width)];
    let asked: Vec<&str> = flags.iter().filter(|(_, is_asked)| *is_asked).map(|(name, _)| *name).collect();
    if let [one, other, ..] = *asked {
        return Err(Problem::question(format!("expected `{one}` or `{other}`, found both")));
    }
    let is_scale_set = most.is_some() || guide.profile != Profile::Se;
    if !asked.is_empty() && (is_scale_set || !is_width && !guide.has_uniqueness) {
        let others = if is_width { "`max` and `scale`" } else { "`max`, `scale` and `no_uniqueness`" };
        return Err(Problem::question(format!("expected `{}` without {others}, found both", asked[0])));
    }
    let instead = match asked.first() {
        Some(&name) if name == TRIAL.name => Some(guide.trial(&puzzle)?),
        Some(&name) if name == BACKDOOR.name => Some(guide.backdoor(&puzzle)?),
        Some(_) => Some(guide.width(&puzzle)?),
        None => None,
    };
    if let Some(rated) = instead {
        return Ok(whole(steps::rating(&rated), started));
    }
    let most =
        most.map(|text| tenths_of(&text).ok_or_else(|| Problem::field(MAX.name, expected(&text)))).transpose()?;
    Ok(whole(steps::rating(&guide.rate(&puzzle, most)?), started))
}

fn expected(text: &str) -> String {
    format!("expected a rating such as 4.5, found {text:?}")
}

/// A guide with the limits of the question.
fn guide(fields: &mut Reader, work: &Work) -> Result<Guide, Problem> {
    let mut guide = Guide::default();
    guide.profile = fields.read(&SCALE)?.unwrap_or(guide.profile);
    guide.has_uniqueness = !fields.read(&NO_UNIQUENESS)?;
    guide.options = Options::default().with_memory(work.memory()).with_budget(work.budget());
    Ok(guide)
}

/// An answer with the cells and the rules that its reason speaks of.
fn with_sources(mut answer: Map<String, Value>, sources: &Sources) -> Map<String, Value> {
    if answer.contains_key(keys::REASON) {
        answer.extend(sources.members().map(|(name, value)| (name.to_owned(), value)));
    }
    answer
}

/// An answer with its duration.
fn whole(mut answer: Map<String, Value>, started: Stopwatch) -> Value {
    answer.insert("seconds".to_owned(), json!(started.elapsed().as_secs_f64()));
    Value::Object(answer)
}

fn described_steps(description: &str) -> Value {
    let description = format!(
        "{description}; each with technique, rating, says, places, removes, units, marks, links, levels (sentences that say more and \
         more) and proof; \
         cells and rules (by number from 0) of the whole step; sentences: the levels, each with its cells and rules; proof_sources: the cells \
         and rules of each line of the proof"
    );
    objects(&description)
}

pub(crate) fn hint() -> Operation {
    Operation::new("hint", "The next step of a person, or every step at hand", answer_hint, hint_members)
        .with_fields(&[OF_A_PUZZLE, REASONING, &[&ALL, &TECHNIQUE, &CELL, &WHY, &MARKS, &STRUCK]])
}

fn hint_members() -> Vec<(&'static str, Value)> {
    vec![
        ("reason", text("what is to be said besides: something is wrong already, or nothing follows")),
        ("cells", texts("the cells that the reason speaks of")),
        ("rules", list("the rules that the reason speaks of, by number from 0")),
        ("hints", described_steps("the steps")),
        ("seconds", seconds()),
    ]
}

pub(crate) fn path() -> Operation {
    Operation::new("path", "All steps by which a person would solve a puzzle", answer_path, path_members)
        .with_fields(&[OF_A_PUZZLE, REASONING])
}

fn path_members() -> Vec<(&'static str, Value)> {
    vec![
        ("verdict", one_of(["solved", "contradiction", "stuck", "unknown"], "how the steps end")),
        ("reason", text("the same in a sentence")),
        ("cells", texts("the cells that the reason speaks of")),
        ("rules", list("the rules that the reason speaks of, by number from 0")),
        ("path", described_steps("the steps")),
        ("seconds", seconds()),
    ]
}

pub(crate) fn rate() -> Operation {
    Operation::new("rate", "How hard a puzzle is for people", answer_rate, rate_members).with_fields(&[
        OF_A_PUZZLE,
        REASONING,
        &[&MAX, &TRIAL, &BACKDOOR, &WIDTH],
    ])
}

fn rate_members() -> Vec<(&'static str, Value)> {
    vec![
        ("rating", object("scale, er, ep, ed, or score and level, steps, hardest, uniqueness; or scale and above")),
        ("trial", object("depth, null above 3, and the length of braids, exact or not")),
        ("backdoor", object("size, and digits such as r1c2=4")),
        ("width", object("count at the narrowest place, er, step and steps")),
        ("verdict", text("why there is no rating")),
        ("reason", text("why that is not known")),
        ("seconds", seconds()),
    ]
}
