//! A rule from its line.

use std::str::FromStr;

use crate::rule::words::{ParseRuleError, SEVERAL, SOME, Words};
use crate::rule::{
    Allowed, AnyOf, Arrow, Chess, Contains, Copies, CountDistinct, CountingCircles, DoubleArrow, Ends, EndsKind,
    EqualSums, Extremum, FullRank, Global, Indexer, IndexerKind, Killer, Line, LineKind, LittleKiller, Negative,
    NonConsecutive, Outside, Pair, PairKind, Pairwise, Parity, Regex, Rule, RuleError, SameDigits, SpecialCage,
    SpecialCageKind, StateMachine, SumLine, Thermometer, ValueIndexer, View, WeightedSum,
};

impl Rule {
    /// The lines of all rules, each with what it says.
    pub const FORMS: &[(&str, &str)] = &[
        ("killer [15] r1c1 …", "a cage: no digit twice, and if there is a number the digits make it"),
        ("littlekiller 23 r1c2 r2c3 …", "the digits, mostly along a diagonal, make the number; they may repeat"),
        (
            "arrow r1c1 : r1c2 r1c3 …",
            "the digits behind the colon make that in the circle; several cells before it are a pill",
        ),
        ("doublearrow r1c1 … r1c9", "the cells between the two ends make what the ends make"),
        ("thermometer r1c1 r2c1 …", "digits rise from the bulb, the first cell, on"),
        ("slowthermometer r1c1 r2c1 …", "digits do not fall from the bulb on"),
        ("palindrome r1c1 r2c1 …", "the line reads the same from both ends"),
        (
            "whispers 5 r1c1 r2c1 …",
            "neighbours on the line differ by that much at least: 5 for German, 4 for Dutch whispers",
        ),
        ("renban r1c1 r2c1 …", "consecutive digits in any order, none twice"),
        ("nabner r1c1 r2c1 …", "no digit twice on the line, and no two consecutive"),
        ("modular 3 r1c1 r2c1 …", "any so many cells in a row have all residues by the number"),
        ("entropic r1c1 r2c1 …", "any three cells in a row have a low, a middle and a high digit"),
        (
            "zipper r1c1 r2c1 …",
            "cells equally far from the middle make one sum, that of the middle cell if there is one",
        ),
        ("regionsum r1c1 r2c1 …", "the parts that boxes or regions cut the line into make one sum"),
        ("difference 1 r1c1 r1c2", "the two digits differ by the number: 1 is a white dot"),
        ("ratio 2 r1c1 r1c2", "one digit is so many times the other: 2 is a black dot"),
        ("pairsum 10 r1c1 r1c2", "the two digits make the number: 10 is an X, 5 a V"),
        ("less r1c1 r1c2", "the first digit is less than the second"),
        ("copies r1c1 r1c2 : r5c5 r5c6", "the cells have the digits of the others, one by one"),
        ("odd r1c1 …", "odd digits"),
        ("even r1c1 …", "even digits"),
        ("minimum r1c1 …", "each is less than its neighbours above, below and beside it that are not listed"),
        ("maximum r1c1 …", "each is more than its neighbours above, below and beside it that are not listed"),
        ("allowed 1,5,9 r1c1", "the cell has one of the digits"),
        ("antiknight", "no digit twice a knight's move apart"),
        ("antiking", "no digit twice a king's move apart"),
        ("antileaper 1 3", "no digit twice so many rows and columns apart, either way round"),
        ("nonconsecutive", "no two neighbours above, below or beside each other have consecutive digits"),
        ("antitaxicab", "no digit twice as many steps up, down and sideways apart as it says"),
        (
            "negative difference 1 [except r1c1 r1c2 : …]",
            "no two neighbours but the pairs listed have a difference, ratio or pairsum of the number",
        ),
        ("globalentropy", "each square of two by two cells has a low, a middle and a high digit"),
        ("globalmodular 3", "each square of two by two cells has digits of all residues by the number"),
        ("dutchflatmates", "each middle digit has the lowest right above it or the highest right below it"),
        (
            "regionsamedigits",
            "the largest units all have the same digits, where they have fewer cells than there are digits",
        ),
        ("between r1c1 r1c2 … r1c5", "the digits are between those of the two ends, the first and the last cell"),
        (
            "lockout 4 r1c1 r1c2 … r1c5",
            "the digits are lower or higher than both ends, which differ by the number at least",
        ),
        ("sum 10 r1c1 2*r1c2 -1*r1c3 …", "the digits, each times its factor, make the number"),
        ("equalsums r1c1 r1c2 : r2c1 r2c2 : …", "the groups of cells make one sum, whichever it is"),
        ("sumline 10 [loop] r1c1 r1c2 …", "the line is cut into parts each of which makes the number"),
        ("lunchbox 10 r1c1 r1c2 …", "a cage in which the digits between the lowest and the highest make the number"),
        ("rellik 10 r1c1 …", "a cage in which no digits, however many, make the number"),
        ("equality r1c1 …", "a cage with as many odd as even digits, and as many low as high ones"),
        ("contains 1,2,2 r1c1 …", "the digits listed are there, each so often at least: quadruples"),
        ("exactly 2*3,0*4 r1c1 …", "so many of each digit listed, and no more: two 3s and no 4"),
        ("countdistinct r1c1 : r1c2 …", "the cell before the colon says how many different digits are behind it"),
        ("countingcircles r1c1 …", "each digit that is in one of the cells is in as many of them as it says"),
        ("samedigits r1c1 r1c2 : r2c1 r2c2 : …", "the groups have the same digits, each as often, in any order"),
        ("rowindexer r1c1 …", "a cell of row R with digit V: row V of its column has R"),
        (
            "columnindexer r1c1 …",
            "a cell of column C with digit V: column V of its row has C; 159 puzzles have three columns of them",
        ),
        ("boxindexer r1c1 …", "a cell in place P of its box with digit V: place V of the box has P"),
        ("valueindexer r1c1 : r1c2 : r1c3 …", "the second cell says which of those behind has the digit of the first"),
        ("sandwich 12 row 3", "the digits between the lowest and the highest of the row or column make the number"),
        ("xsum 20 row 3 left", "the first digits make the number, as many as the first of them says"),
        ("skyscraper 4 column 2 top", "so many digits are higher than all before them"),
        ("hiddenskyscraper 3 column 2 bottom", "the first digit that is not higher than all before it"),
        ("numberedroom 5 row 3 right", "the digit in the place that the first digit of the line says"),
        ("fullrank 12 row 3 left", "the place of the line among all rows and columns, read as numbers from both ends"),
        (
            "relation abs(a-b)>=5 : r1c1 r1c2 …",
            "neighbours in the list are a and b of the expression: + - * / mod, abs, min, max, comparisons, and, or, not",
        ),
        ("allrelation a+b!=10 : r1c1 r1c2 …", "the same of all pairs of the cells"),
        ("pairs 1-2,2-1 : r1c1 r1c2 …", "neighbours in the list have one of the pairs of digits"),
        ("allpairs 1-2,2-1 : r1c1 r1c2 …", "the same of all pairs of the cells"),
        ("regex (12|3)* : r1c1 r1c2 …", "the digits match the pattern as a whole; A is 10"),
        (
            "automaton 0 2 0/1,2/1 1/3/2 : r1c1 r1c2 …",
            "states to begin and to end in, edges (a state, digits, a state), and the cells that are read",
        ),
        (
            "anyof less r1c1 r1c2 | killer 5 r1c1 r1c2 & odd r1c1",
            "one of the alternatives holds, each one rule or more",
        ),
        (
            "diagonals, unit r1c1 …",
            "units of the board, not rules: each digit once where there are as many cells as digits",
        ),
    ];

    /// The word that its line begins with.
    #[must_use]
    pub fn keyword(&self) -> String {
        self.to_string().split(' ').next().unwrap_or_default().to_owned()
    }

    /// What rules with its keyword say, as in [`FORMS`](Self::FORMS); nothing where it is not there.
    #[must_use]
    pub fn meaning(&self) -> &'static str {
        let keyword = self.keyword();
        let of_form = |form: &str| form.split(' ').next() == Some(&keyword);
        Self::FORMS.iter().find(|(form, _)| of_form(form)).map_or("", |(_, meaning)| meaning)
    }
}

impl FromStr for Rule {
    type Err = ParseRuleError;

    fn from_str(line: &str) -> Result<Self, ParseRuleError> {
        Self::read_line(line).map_err(|(_, error)| error)
    }
}

impl Rule {
    /// Reads a line.
    ///
    /// # Errors
    /// What is wrong, and where in the line the word begins that is.
    pub(crate) fn read_line(line: &str) -> Result<Self, (usize, ParseRuleError)> {
        let mut words = Words::of(line);
        let rule = Self::read(&mut words).map_err(|error| (words.at(), error))?;
        match words.next() {
            None => Ok(rule),
            found => Err((words.at(), Words::unlike("the end of the line", found))),
        }
    }

    /// Whether the rule is one that its line says: it has the cells that it needs, each once, and its numbers are in range.
    ///
    /// # Errors
    /// What its line lacks.
    pub(in crate::rule) fn check(&self) -> Result<(), RuleError> {
        match self {
            // No line says these.
            Self::Own(_) => return Ok(()),
            Self::AnyOf(any) if any.has_own() => return any.rules().try_for_each(Self::check),
            _ => {}
        }
        match self.to_string().parse::<Self>() {
            Ok(read) if read == *self => Ok(()),
            Ok(read) => Err(RuleError::Unlike(read.to_string())),
            Err(ParseRuleError::Twice(cell)) => Err(RuleError::Twice(cell)),
            Err(ParseRuleError::Cells { expected, found }) => {
                Err(RuleError::Cells { expected: expected.to_owned(), found })
            }
            Err(error) => Err(RuleError::Unread(error)),
        }
    }

    /// Reads one rule from the words of a line.
    pub(in crate::rule) fn read(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let keyword = words.next().unwrap_or_default();
        if let Some(clue) = Outside::read(keyword, words) {
            return clue.map(Self::Outside);
        }
        let line = |words: &mut Words<'_>, kind| {
            Ok::<_, ParseRuleError>(Self::Line(Line { kind, cells: words.cells(2, SEVERAL)? }))
        };
        let pair =
            |words: &mut Words<'_>, kind| Ok::<_, ParseRuleError>(Self::Pair(Pair { kind, cells: words.pair()? }));
        let rule = match keyword {
            "killer" => {
                let has_total = words.peek().is_some_and(|word| !word.starts_with(['r', 'R']));
                let total = if has_total { Some(words.number()?) } else { None };
                Self::Killer(Killer { total, cells: words.cells(1, SOME)? })
            }
            "littlekiller" => {
                let total = words.number()?;
                Self::LittleKiller(LittleKiller { total, cells: words.cells(1, SOME)? })
            }
            "arrow" => {
                let circle = words.cells(1, SOME)?;
                words.colon()?;
                Self::Arrow(Arrow { circle, shaft: words.cells(1, SOME)? })
            }
            "doublearrow" => Self::DoubleArrow(DoubleArrow { cells: words.cells(3, "3 or more")? }),
            "thermometer" | "slowthermometer" => {
                let is_slow = keyword == "slowthermometer";
                Self::Thermometer(Thermometer { is_slow, cells: words.cells(2, SEVERAL)? })
            }
            "palindrome" => line(words, LineKind::Palindrome)?,
            "renban" => line(words, LineKind::Renban)?,
            "nabner" => line(words, LineKind::Nabner)?,
            "entropic" => line(words, LineKind::Entropic)?,
            "zipper" => line(words, LineKind::Zipper)?,
            "regionsum" => line(words, LineKind::RegionSum)?,
            "whispers" => {
                let least = words.number()?;
                line(words, LineKind::Whispers(least))?
            }
            "modular" => {
                let modulus = words.number()?;
                if !(2..=64).contains(&modulus) {
                    let (expected, found) = ("a modulus from 2 to 64", modulus.to_string());
                    return Err(ParseRuleError::Word { expected, found });
                }
                line(words, LineKind::Modular(modulus))?
            }
            "difference" => {
                let by = words.number()?;
                pair(words, PairKind::Difference(by))?
            }
            "ratio" => {
                let of = words.number()?;
                pair(words, PairKind::Ratio(of))?
            }
            "pairsum" => {
                let of = words.number()?;
                pair(words, PairKind::Sum(of))?
            }
            "less" => pair(words, PairKind::Less)?,
            "copies" => {
                let cells = words.cells(1, SOME)?;
                words.colon()?;
                Self::Copies(Copies { cells, of: words.cells(1, SOME)? })
            }
            "odd" | "even" => Self::Parity(Parity { is_odd: keyword == "odd", cells: words.cells(1, SOME)? }),
            "minimum" | "maximum" => {
                Self::Extremum(Extremum { is_minimum: keyword == "minimum", cells: words.cells(1, SOME)? })
            }
            "allowed" => Self::Allowed(Allowed { values: words.values()?, cell: words.cell()? }),
            "antiknight" => Self::Chess(Chess::Leaper([1, 2])),
            "antiking" => Self::Chess(Chess::King),
            "antileaper" => {
                let (a, b) = (words.number()?, words.number()?);
                let (a, b) = (a.min(b), a.max(b));
                if b == 0 || b > 4095 {
                    let expected = "two numbers from 0 to 4095, not both 0";
                    return Err(ParseRuleError::Word { expected, found: format!("{a} {b}") });
                }
                Self::Chess(Chess::Leaper([a, b].map(|step| u16::try_from(step).unwrap_or(u16::MAX))))
            }
            "nonconsecutive" => Self::NonConsecutive(NonConsecutive),
            _ => return Self::read_other(keyword, words),
        };
        Ok(rule)
    }

    /// Reads a rule of the families that look from outside, count, point or are made up.
    fn read_other(keyword: &str, words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let cage = |words: &mut Words<'_>, kind| {
            Ok::<_, ParseRuleError>(Self::SpecialCage(SpecialCage { kind, cells: words.cells(1, SOME)? }))
        };
        let indexer = |words: &mut Words<'_>, kind| {
            Ok::<_, ParseRuleError>(Self::Indexer(Indexer { kind, cells: words.cells(1, SOME)? }))
        };
        Ok(match keyword {
            "between" => Self::Ends(Ends { kind: EndsKind::Between, cells: words.cells(2, SEVERAL)? }),
            "lockout" => {
                let kind = EndsKind::Lockout(words.number()?);
                Self::Ends(Ends { kind, cells: words.cells(2, SEVERAL)? })
            }
            "fullrank" => Self::FullRank(FullRank { clue: words.number()?, view: View::read(words, true)? }),
            "sum" => Self::WeightedSum(WeightedSum::read(words)?),
            "equalsums" => Self::EqualSums(EqualSums { groups: words.groups()? }),
            "sumline" => {
                let (total, is_loop) = (words.number()?, words.skip("loop"));
                Self::SumLine(SumLine { total, is_loop, cells: words.cells(1, SOME)? })
            }
            "lunchbox" => {
                let kind = SpecialCageKind::Lunchbox(words.number()?);
                cage(words, kind)?
            }
            "rellik" => {
                let kind = SpecialCageKind::Rellik(words.number()?);
                cage(words, kind)?
            }
            "equality" => cage(words, SpecialCageKind::Equality)?,
            "contains" => Self::Contains(Contains::read_least(words)?),
            "exactly" => Self::Contains(Contains::read_exact(words)?),
            "countdistinct" => {
                let count = words.cell()?;
                words.colon()?;
                Self::CountDistinct(CountDistinct { count, cells: words.cells(1, SOME)? })
            }
            "countingcircles" => Self::CountingCircles(CountingCircles { cells: words.cells(1, SOME)? }),
            "samedigits" => Self::SameDigits(SameDigits { groups: words.groups()? }),
            "rowindexer" => indexer(words, IndexerKind::Row)?,
            "columnindexer" => indexer(words, IndexerKind::Column)?,
            "boxindexer" => indexer(words, IndexerKind::Box)?,
            "valueindexer" => {
                let value = words.cell()?;
                words.colon()?;
                let index = words.cell()?;
                words.colon()?;
                Self::ValueIndexer(ValueIndexer { value, index, cells: words.cells(1, SOME)? })
            }
            "globalentropy" => Self::Global(Global::Entropy),
            "globalmodular" => Self::Global(Global::Modular(words.number()?)),
            "antitaxicab" => Self::Global(Global::AntiTaxicab),
            "dutchflatmates" => Self::Global(Global::DutchFlatmates),
            "regionsamedigits" => Self::Global(Global::RegionSameDigits),
            "negative" => Self::Negative(Negative::read(words)?),
            "relation" | "allrelation" | "pairs" | "allpairs" => Self::Pairwise(Pairwise::read(keyword, words)?),
            "regex" => Self::Regex(Regex::read(words)?),
            "automaton" => Self::StateMachine(StateMachine::read(words)?),
            "anyof" => Self::AnyOf(AnyOf::read(words)?),
            _ => return Err(ParseRuleError::Keyword(keyword.to_owned())),
        })
    }
}

impl AnyOf {
    fn read(words: &mut Words<'_>) -> Result<Self, ParseRuleError> {
        let mut alternatives = vec![Vec::new()];
        loop {
            if words.peek() == Some("anyof") {
                return Err(Words::unlike("a rule other than anyof", Some("anyof")));
            }
            let rule = Rule::read(words)?;
            if let Some(alternative) = alternatives.last_mut() {
                alternative.push(rule);
            }
            if words.skip("&") {
                continue;
            }
            if !words.skip("|") {
                return Ok(Self { alternatives });
            }
            alternatives.push(Vec::new());
        }
    }
}
