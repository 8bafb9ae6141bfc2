//! The kinds of sentences: each language has a sentence for each.

/// The kind of a sentence. A comment names the words in braces that a sentence may hold; the sentence itself is in the file of each
/// language.
#[allow(missing_docs)] // The sentences tell the meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SentenceKind {
    /// The rules of every Sudoku.
    Usual,
    /// Overlapping squares of side `{n}`.
    UsualInSquares,
    FreeLines,
    /// The digits of the board, `{n}` to `{m}`.
    Digits,
    /// The positions of overlapping squares, `{list}`.
    Squares,
    Diagonal,
    BothDiagonals,
    DisjointGroups,
    /// Tinted sets of as many cells as digits.
    TintedUnits,
    /// Tinted sets of fewer cells than digits.
    TintedSets,
    /// The untinted set of as many cells as digits, `{list}`.
    Unit,
    /// The untinted set of fewer cells than digits, `{list}`.
    Set,
    KillerTotals,
    KillerPlain,
    KillerMixed,
    KillerRange,
    KillerLetter,
    LittleKiller,
    LittleKillerRange,
    LittleKillerLetter,
    SumCage,
    SumCageRange,
    SumCageLetter,
    Arrow,
    Pill,
    DoubleArrow,
    Thermometer,
    SlowThermometer,
    Palindrome,
    Whispers,
    Renban,
    Nabner,
    Modular,
    /// The thirds of the digits are `{list}`.
    Entropic,
    Zipper,
    RegionSum,
    BoxSum,
    Consecutive,
    Difference,
    Double,
    Ratio,
    SumX,
    SumV,
    PairSum,
    Less,
    Copies,
    Odd,
    Even,
    Minimum,
    Maximum,
    Allowed,
    AntiKnight,
    AntiKing,
    AntiLeaper,
    NonConsecutive,
    ToroidalKnight,
    ToroidalKing,
    ToroidalLeaper,
    ToroidalNonConsecutive,
    AntiTaxicab,
    NoConsecutive,
    NoConsecutiveUnmarked,
    NoDifference,
    NoDifferenceUnmarked,
    NoDouble,
    NoDoubleUnmarked,
    NoRatio,
    NoRatioUnmarked,
    NoSum,
    NoSumUnmarked,
    /// The thirds of the digits are `{list}`.
    GlobalEntropy,
    GlobalModular,
    /// The middle digit is `{n}`, the highest `{m}`, the lowest `{list}`.
    DutchFlatmates,
    RegionSameDigits,
    Between,
    Lockout,
    /// The equation is `{list}`.
    WeightedSum,
    EqualSums,
    SumLine,
    Lunchbox,
    Rellik,
    Equality,
    Quadruple,
    /// Some circle has a digit twice.
    QuadrupleRepeated,
    Contains,
    Exactly,
    CountDistinct,
    CountingCircles,
    SameDigits,
    RowIndexer,
    ColumnIndexer,
    BoxIndexer,
    /// The value, the index and the cells are `{list}`.
    ValueIndexer,
    /// The lowest digit is `{n}`, the highest `{m}`.
    Sandwich,
    /// On lines that need not have every digit.
    SandwichOfExtremes,
    XSum,
    Skyscraper,
    HiddenSkyscraper,
    NumberedRoom,
    /// An unknown number in the place of a clue.
    ClueLetter,
    /// A range in the place of a clue.
    ClueRange,
    FullRank,
    FullRankTies,
    /// The expression is `{list}`.
    Relation,
    /// The expression is `{list}`.
    AllRelation,
    /// The pattern is `{list}`.
    Pattern,
    /// The setter's name of the rule is `{list}`.
    Named,
    NamedSet,
    Nameless,
    NamelessSet,
    /// The digits are `{list}`, the size is `{n}`.
    Connected,
    ConnectedSize,
    /// The layer and its values are `{list}`, the size is `{n}`.
    ConnectedLayer,
    ConnectedLayerSize,
    Chaos,
    YinYang,
    Loop,
    Snake,
    SnakeApart,
    Doublers,
    Stars,
    Cave,
    Nurikabe,
    Fillomino,
    Galaxies,
    Schrodinger,
    RunLength,
    RunLengthBeyond,
    SameCount,
    SameCountBeyond,
    /// The alternatives are `{list}`.
    AnyOf,
    /// Alternatives that are too many for a sentence.
    ManyAlternatives,
    /// The rules are `{list}`.
    NotAll,
    NotAllOfMany,
    /// The rules are `{list}`.
    NoneOf,
    NoneOfMany,
    /// The rules are `{list}`.
    AllOf,
    AllOfMany,
    /// `{n}` of `{m}` alternatives, which are `{list}`.
    SomeOf,
    SomeOfMany,
    /// From `{n}` to `{m}` of the alternatives, which are `{list}`.
    SomeOfRange,
    SomeOfManyRange,
    /// The name is `{list}`, the values are from `{n}` to `{m}`.
    Layer,
    FurtherCells,
    Number,
    /// The layer whose cells with 1 are tinted, `{list}`.
    TintedValues,
    /// The layer whose values are small digits, `{list}`.
    SmallValues,
    /// Values that the picture does not show, `{list}`.
    KnownValues,
    /// A library user's own sentence, `{list}`.
    Own,
    /// The pairs of cells to which a negative rule does not apply, `{list}`.
    Except,
    /// The rules that the picture leaves unclear, `{list}`.
    Here,
    /// A rule that the picture does not show, `{list}`.
    Undrawn,
}
