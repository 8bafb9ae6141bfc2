//! Expressions over named numbers, such as the digits `a` and `b` of two cells: `abs(a-b) >= 5 or a*b mod 3 = 1`.
//!
//! From the loosest to the tightest: `or`, `and`, comparisons (`=`, `!=`, `<`, `<=`, `>`, `>=`, `in`), `+` and `-`, `*`, `/` and
//! `mod`, a sign and `not`. `/` and `mod` are quotient and remainder of Euclidean division, whose remainder is never negative:
//! `-7 / 2` is `-4`, `-7 mod 2` is `1`. `x in (1,3,5)` is true for a number of the list. `abs(x)`, `min(x,y,…)`, `max(x,y,…)`,
//! `count(x,y,…)`, the number of those that are true, and `if(condition,x,y)` are functions. A division by zero makes the whole
//! expression false; an expression that exceeds 64 bits for digits of the board is refused.

/// The deepest nesting of brackets and signs.
const DEEPEST: usize = 64;

/// The most operators of an expression: n operators of one level make a tree of depth n.
const MOST_OPERATORS: usize = 256;

/// A parsed expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Expression {
    Number(i64),
    /// A named number, by the place of its name.
    Variable(usize),
    Unary(Unary, Box<Self>),
    Binary(Binary, Box<[Self; 2]>),
    /// Whether a number is one of a list.
    In(Box<Self>, Vec<Self>),
    /// A condition, the value where it is true, and the value where it is not.
    If(Box<[Self; 3]>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Unary {
    Minus,
    Not,
    Abs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Binary {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
    Plus,
    Minus,
    Times,
    Quotient,
    Remainder,
    Min,
    Max,
}

/// Why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoValue {
    /// A division by zero.
    Division,
    /// A number beyond 64 bits.
    Overflow,
}

/// The values of some names in words: `a is 2 and b is 1`.
pub(super) fn in_words(names: &[&str], values: &[i64]) -> String {
    names.iter().zip(values).map(|(name, value)| format!("{name} is {value}")).collect::<Vec<_>>().join(" and ")
}

/// The operators of each level of binding, the loosest first.
const LEVELS: [&[(&str, Binary)]; 4] = [
    &[("or", Binary::Or)],
    &[("and", Binary::And)],
    &[("+", Binary::Plus), ("-", Binary::Minus)],
    &[("*", Binary::Times), ("/", Binary::Quotient), ("mod", Binary::Remainder)],
];

/// The comparisons; a longer one comes before its own prefix.
const COMPARISONS: [(&str, Binary); 6] = [
    ("<=", Binary::AtMost),
    (">=", Binary::AtLeast),
    ("!=", Binary::Unequal),
    ("<", Binary::Less),
    (">", Binary::More),
    ("=", Binary::Equal),
];

/// The text still to read.
struct Reader<'a> {
    rest: &'a str,
    names: &'a [&'a str],
    depth: usize,
    operators: usize,
}

impl Expression {
    /// Reads an expression over numbers with some names. `expected` says what is expected of a text that is none.
    ///
    /// # Errors
    /// The expectation, if the text is not an expression.
    pub(super) fn read(text: &str, names: &[&str], expected: &'static str) -> Result<Self, &'static str> {
        let mut reader = Reader { rest: text, names, depth: 0, operators: 0 };
        let expression = reader.level(0).filter(|_| reader.rest.trim_start().is_empty());
        expression.ok_or(if reader.operators > MOST_OPERATORS {
            "an expression with at most 256 operators"
        } else {
            expected
        })
    }

    /// The number of names up to the last that occurs.
    pub(super) fn names(&self) -> usize {
        let most = |of: &[Self]| of.iter().map(Self::names).max().unwrap_or(0);
        match self {
            Self::Number(_) => 0,
            Self::Variable(place) => place + 1,
            Self::Unary(_, of) => of.names(),
            Self::Binary(_, of) => most(&of[..]),
            Self::In(of, list) => of.names().max(most(list)),
            Self::If(of) => most(&of[..]),
        }
    }

    /// Whether the expression is true for the values of its names.
    pub(super) fn is_true(&self, values: &[i64]) -> bool {
        self.value(values).is_ok_and(|value| value != 0)
    }

    /// Whether a number in the expression exceeds 64 bits.
    pub(crate) fn overflows(&self, values: &[i64]) -> bool {
        self.value(values) == Err(NoValue::Overflow)
    }

    /// The value of the expression; true is 1.
    pub(super) fn value(&self, values: &[i64]) -> Result<i64, NoValue> {
        let within = |value: Option<i64>| value.ok_or(NoValue::Overflow);
        let truth = |is_true| Ok(i64::from(is_true));
        match self {
            Self::Number(number) => Ok(*number),
            Self::Variable(place) => Ok(values[*place]),
            Self::In(of, list) => {
                let of = of.value(values)?;
                let is_it =
                    list.iter().map(|other| Ok(other.value(values)? == of)).collect::<Result<Vec<bool>, _>>()?;
                truth(is_it.contains(&true))
            }
            Self::If(of) => of[if of[0].value(values)? != 0 { 1 } else { 2 }].value(values),
            Self::Unary(operator, of) => {
                let value = of.value(values)?;
                match operator {
                    Unary::Minus => within(value.checked_neg()),
                    Unary::Not => truth(value == 0),
                    Unary::Abs => within(value.checked_abs()),
                }
            }
            Self::Binary(operator, of) => {
                let (one, other) = (of[0].value(values)?, of[1].value(values)?);
                match operator {
                    Binary::Or => truth(one != 0 || other != 0),
                    Binary::And => truth(one != 0 && other != 0),
                    Binary::Equal => truth(one == other),
                    Binary::Unequal => truth(one != other),
                    Binary::Less => truth(one < other),
                    Binary::AtMost => truth(one <= other),
                    Binary::More => truth(one > other),
                    Binary::AtLeast => truth(one >= other),
                    Binary::Plus => within(one.checked_add(other)),
                    Binary::Minus => within(one.checked_sub(other)),
                    Binary::Times => within(one.checked_mul(other)),
                    Binary::Quotient | Binary::Remainder if other == 0 => Err(NoValue::Division),
                    Binary::Quotient => within(one.checked_div_euclid(other)),
                    // The remainder of a division by -1 is 0, though its quotient may overflow.
                    Binary::Remainder => Ok(one.checked_rem_euclid(other).unwrap_or(0)),
                    Binary::Min => Ok(one.min(other)),
                    Binary::Max => Ok(one.max(other)),
                }
            }
        }
    }
}

impl Reader<'_> {
    /// Skips a word, with blanks before it.
    fn skip(&mut self, word: &str) -> bool {
        self.rest.trim_start().strip_prefix(word).map(|rest| self.rest = rest).is_some()
    }

    /// Operands of a level with operators between, from left to right; comparisons stand between the second and the third level.
    fn level(&mut self, level: usize) -> Option<Expression> {
        let mut one = self.operand(level)?;
        while let Some((_, operator)) = LEVELS[level].iter().find(|(word, _)| self.skip(word)) {
            let other = self.another(|reader| reader.operand(level))?;
            one = Expression::Binary(*operator, Box::new([one, other]));
        }
        Some(one)
    }

    /// The operand after an operator, unless the expression has too many operators.
    fn another(&mut self, read: impl FnOnce(&mut Self) -> Option<Expression>) -> Option<Expression> {
        self.operators += 1;
        if self.operators > MOST_OPERATORS { None } else { read(self) }
    }

    fn operand(&mut self, level: usize) -> Option<Expression> {
        match level {
            1 => self.comparison(),
            3 => self.signed(),
            _ => self.level(level + 1),
        }
    }

    fn comparison(&mut self) -> Option<Expression> {
        let one = self.level(2)?;
        if self.skip("in") {
            let list = if self.skip("(") { self.list()? } else { return None };
            return Some(Expression::In(Box::new(one), list));
        }
        let Some((_, operator)) = COMPARISONS.iter().find(|(word, _)| self.skip(word)) else { return Some(one) };
        let other = self.another(|reader| reader.level(2))?;
        Some(Expression::Binary(*operator, Box::new([one, other])))
    }

    fn signed(&mut self) -> Option<Expression> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let signed = if self.skip("-") {
            Expression::Unary(Unary::Minus, Box::new(self.signed()?))
        } else if self.skip("not") {
            Expression::Unary(Unary::Not, Box::new(self.signed()?))
        } else {
            self.atom()?
        };
        self.depth -= 1;
        Some(signed)
    }

    /// Expressions with commas between, up to the closing bracket.
    fn list(&mut self) -> Option<Vec<Expression>> {
        let mut list = vec![self.level(0)?];
        while self.skip(",") {
            list.push(self.another(|reader| reader.level(0))?);
        }
        self.skip(")").then_some(list)
    }

    fn atom(&mut self) -> Option<Expression> {
        if self.skip("abs(") {
            let of = self.level(0)?;
            return self.skip(")").then(|| Expression::Unary(Unary::Abs, Box::new(of)));
        }
        for (word, operator) in [("min(", Binary::Min), ("max(", Binary::Max)] {
            if self.skip(word) {
                let list = self.list().filter(|list| list.len() > 1)?;
                return folded(list, operator, |of| of);
            }
        }
        if self.skip("count(") {
            // The truth of an expression is 1 or 0.
            let not = |of| Expression::Unary(Unary::Not, Box::new(of));
            let list = self.list()?;
            return folded(list, Binary::Plus, |of| not(not(of)));
        }
        if self.skip("if(") {
            return self.list()?.try_into().ok().map(|of| Expression::If(Box::new(of)));
        }
        if self.skip("(") {
            let of = self.level(0)?;
            return self.skip(")").then_some(of);
        }
        if let Some(place) = self.names.iter().position(|name| self.rest.trim_start().starts_with(name)) {
            self.skip(self.names[place]);
            return Some(Expression::Variable(place));
        }
        self.rest = self.rest.trim_start();
        let digits = self.rest.len() - self.rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let number = self.rest[..digits].parse().ok()?;
        self.rest = &self.rest[digits..];
        Some(Expression::Number(number))
    }
}

/// The expressions of a list, each made into another, with an operator between.
fn folded(list: Vec<Expression>, operator: Binary, make: impl Fn(Expression) -> Expression) -> Option<Expression> {
    list.into_iter().map(make).reduce(|one, other| Expression::Binary(operator, Box::new([one, other])))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Expression, &'static str> {
        Expression::read(text, &["a", "b"], "an expression")
    }

    #[test]
    fn operators_bind_as_is_usual() {
        for (text, a, b, expected) in [
            ("a+b*2=7", 1, 3, true),
            ("a - b - 1 = 0", 5, 4, true),
            ("abs(a-b) >= 5", 1, 6, true),
            ("abs(a-b) >= 5", 1, 5, false),
            ("a=1 or b=1 and a=2", 1, 9, true),
            ("a=1 or b=1 and a=2", 2, 1, true),
            ("not (a=1)", 1, 1, false),
            ("not(a=1)", 2, 1, true),
            ("a mod 3 != b mod 3", 1, 4, false),
            ("-a mod 3 = 1", 2, 0, true),
            ("a/b=2", 5, 2, true),
            ("a/(b-b)=2 or 1=1", 5, 2, false),
            ("min(a,b) = max(2, 1)", 2, 3, true),
            ("a<b", 1, 2, true),
            ("max(a,b,4) = 4 and min(1,a,b) = 1", 2, 3, true),
            ("a in (1,3,b+1)", 5, 4, true),
            ("not (a in (1,3))", 3, 4, false),
            ("count(a=1, b=1, a+b) = 2", 1, 2, true),
            ("if(a>b, a, b/0) = 3", 3, 1, true),
            ("if(a>b, a, b/0) = 3", 1, 3, false),
            ("a<=b", 3, 2, false),
        ] {
            assert_eq!(read(text).unwrap().is_true(&[a, b]), expected, "{text}");
        }
        let deep = ["(".repeat(100), "-".repeat(1000)];
        let wrong = [
            "",
            "a+",
            "a=b=1",
            "(a",
            "c",
            "a b",
            "min(a)",
            "a not",
            "a in 1",
            "a in ()",
            "if(a,b)",
            "count()",
            "99999999999999999999",
        ];
        for text in wrong.into_iter().chain(deep.iter().map(String::as_str)) {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn quotient_and_remainder_are_those_of_one_division() {
        let division = read("(a / b) * b + a mod b = a and a mod b >= 0 and a mod b < abs(b)").unwrap();
        for (a, b) in (-20..=20).flat_map(|a| (-6..=6).map(move |b| (a, b))) {
            assert_eq!(division.is_true(&[a, b]), b != 0, "{a} {b}");
        }
        let overflows = |text| read(text).unwrap().overflows(&[3, 4]);
        assert!(overflows("a*9223372036854775807>0 or 1=1") && overflows("-9223372036854775807-a<0"));
        assert!(!overflows("a/(b-4)=1 or a*b>0") && !overflows("a*3074457345618258602>0"));
    }

    #[test]
    fn operators_are_counted() {
        assert!(read(&format!("a{}=1", "+a".repeat(MOST_OPERATORS - 1))).is_ok());
        for operator in ["+a", "*a", " and a", " or a=b"] {
            let expected = read(&format!("a{}=1", operator.repeat(400_000))).unwrap_err();
            assert_eq!(expected, format!("an expression with at most {MOST_OPERATORS} operators"), "{operator}");
        }
    }
}
