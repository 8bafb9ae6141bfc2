//! Values with the keys that lead to them, so that an error can say where it is.

use std::fmt::Write;
use std::rc::Rc;

use super::write::push_start;
use super::{Item, Value};
use crate::grid::exchange::error::{ExchangeError, ExchangeProblem, short};

/// The way to a value.
#[derive(Debug)]
enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

#[derive(Debug)]
struct Way<'a> {
    before: Option<Rc<Way<'a>>>,
    step: Step<'a>,
}

/// A value with the way to it.
#[derive(Clone, Debug)]
pub(crate) struct Node<'a> {
    item: &'a Item,
    way: Option<Rc<Way<'a>>>,
}

impl<'a> Node<'a> {
    pub(crate) fn root(item: &'a Item) -> Self {
        Self { item, way: None }
    }

    fn below(&self, step: Step<'a>, item: &'a Item) -> Self {
        Self { item, way: Some(Rc::new(Way { before: self.way.clone(), step })) }
    }

    pub(crate) fn value(&self) -> &'a Value {
        &self.item.value
    }

    /// The way as it is printed: `killercage[3].value`.
    pub(crate) fn path(&self) -> String {
        let mut steps = Vec::new();
        let mut way = self.way.as_ref();
        while let Some(at) = way {
            steps.push(&at.step);
            way = at.before.as_ref();
        }
        let mut path = String::new();
        for step in steps.into_iter().rev() {
            let _ = match step {
                Step::Index(index) => write!(path, "[{index}]"),
                Step::Key(key) => write!(path, "{}{}", if path.is_empty() { "" } else { "." }, short(key)),
            };
        }
        path
    }

    pub(crate) fn error(&self, problem: impl Into<ExchangeProblem>) -> ExchangeError {
        ExchangeError { path: self.path(), at: self.item.at, problem: problem.into() }
    }

    pub(crate) fn expected(&self, expected: impl Into<String>) -> ExchangeError {
        let mut found = String::new();
        push_start(&self.item.value, &mut found);
        self.error(ExchangeProblem::expected(expected, found))
    }

    /// Whether the value says nothing: absent, false, empty.
    pub(crate) fn is_nothing(&self) -> bool {
        self.item.value.is_nothing()
    }

    /// The entries of an object.
    pub(crate) fn entries(&self) -> Result<Vec<(&'a str, Self)>, ExchangeError> {
        match &self.item.value {
            Value::Object(entries) => {
                Ok(entries.iter().map(|(key, item)| (key.as_str(), self.below(Step::Key(key), item))).collect())
            }
            _ => Err(self.expected("an object")),
        }
    }

    /// The value of a key of an object; none where it is absent or null.
    pub(crate) fn get(&self, key: &str) -> Option<Self> {
        let Value::Object(entries) = &self.item.value else { return None };
        let (key, item) = entries.iter().find(|(name, _)| name == key)?;
        (item.value != Value::Null).then(|| self.below(Step::Key(key), item))
    }

    /// The values of a list.
    pub(crate) fn items(&self) -> Result<Vec<Self>, ExchangeError> {
        match &self.item.value {
            Value::List(items) => {
                Ok(items.iter().enumerate().map(|(index, item)| self.below(Step::Index(index), item)).collect())
            }
            _ => Err(self.expected("a list")),
        }
    }

    pub(crate) fn text(&self) -> Option<&'a str> {
        match &self.item.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A whole number, or a text that is one.
    pub(crate) fn number(&self) -> Option<i64> {
        let (Value::Number(text) | Value::Text(text)) = &self.item.value else { return None };
        let text = text.trim();
        text.parse().ok().or_else(|| {
            // 15.0 and 1e1 are whole as well.
            let number: f64 = text.parse().ok().filter(|_| matches!(self.item.value, Value::Number(_)))?;
            (number.fract() == 0.0 && number.abs() < 1e15).then_some(number as i64)
        })
    }
}
