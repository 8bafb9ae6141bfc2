//! `/api/hint`, `/api/path` and `/api/rate`: the next step of a person, all of them, and how hard they are.

use satdoku::budget::Stopwatch;

use satdoku::logic::{Asking, Guide, GuideError, Marks, Profile, technique_named, tenths_of};
use satdoku::{Options, protocol};
use serde_json::{Map, Value, json};

use crate::serve::App;
use crate::serve::fields::Fields;
use crate::serve::jobs::Work;
use crate::serve::problem::Problem;
use crate::serve::questions::SOLVER_MEMORY;
use crate::serve::respond::Question;

pub(crate) struct Hint;

impl Question for Hint {
    fn answer(mut fields: Fields, _app: &App, work: &Work) -> Result<Value, Problem> {
        let started = Stopwatch::start();
        let puzzle = fields.puzzle()?;
        let mut guide = guide(&mut fields, work)?;
        let named = |name: String| {
            technique_named(&name)
                .ok_or_else(|| Problem::field("technique", format!("no technique is called {name:?}")))
        };
        let asking = Asking {
            is_all: fields.flag("all")?,
            technique: fields.text("technique")?.map(named).transpose()?,
            cell: fields.word("cell")?,
            why: fields.word("why")?,
            marks: fields.word::<Marks>("marks")?,
        };
        fields.end()?;
        if asking.why.is_some() && (asking.is_all || asking.technique.is_some() || asking.cell.is_some()) {
            return Err(Problem::question("expected `why` without `all`, `technique` and `cell`, found both"));
        }
        let hinted = guide.hint(&puzzle, &asking)?;
        Ok(whole(protocol::hint(&hinted), started))
    }
}

pub(crate) struct Path;

impl Question for Path {
    fn answer(mut fields: Fields, _app: &App, work: &Work) -> Result<Value, Problem> {
        let started = Stopwatch::start();
        let puzzle = fields.puzzle()?;
        let mut guide = guide(&mut fields, work)?;
        fields.end()?;
        Ok(whole(protocol::path(&guide.path(&puzzle)?), started))
    }
}

pub(crate) struct Rate;

impl Question for Rate {
    fn answer(mut fields: Fields, _app: &App, work: &Work) -> Result<Value, Problem> {
        let started = Stopwatch::start();
        let puzzle = fields.puzzle()?;
        let mut guide = guide(&mut fields, work)?;
        let most = fields.text("max")?;
        let is_trial = fields.flag("trial")?;
        let is_backdoor = fields.flag("backdoor")?;
        let is_width = fields.flag("width")?;
        fields.end()?;
        let flags = [("trial", is_trial), ("backdoor", is_backdoor), ("width", is_width)];
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
            Some(&"trial") => Some(guide.trial(&puzzle)?),
            Some(&"backdoor") => Some(guide.backdoor(&puzzle)?),
            Some(_) => Some(guide.width(&puzzle)?),
            None => None,
        };
        if let Some(rated) = instead {
            return Ok(whole(protocol::rating(&rated), started));
        }
        let most =
            most.map(|text| tenths_of(&text).ok_or_else(|| Problem::field("max", expected(&text)))).transpose()?;
        Ok(whole(protocol::rating(&guide.rate(&puzzle, most)?), started))
    }
}

fn expected(text: &str) -> String {
    format!("expected a rating such as 4.5, found {text:?}")
}

/// A guide with the limits of the question.
fn guide(fields: &mut Fields, work: &Work) -> Result<Guide, Problem> {
    let mut guide = Guide::default();
    guide.profile = fields.word("scale")?.unwrap_or(guide.profile);
    guide.has_uniqueness = !fields.flag("no_uniqueness")?;
    guide.options = Options { memory: Some(SOLVER_MEMORY), budget: work.budget(), ..Options::default() };
    Ok(guide)
}

/// An answer and what it took.
fn whole(mut answer: Map<String, Value>, started: Stopwatch) -> Value {
    answer.insert("seconds".to_owned(), json!(started.elapsed().as_secs_f64()));
    Value::Object(answer)
}

impl From<GuideError> for Problem {
    fn from(error: GuideError) -> Self {
        match error {
            GuideError::Solver(error) => error.into(),
            refused => Self::question(refused.to_string()),
        }
    }
}
