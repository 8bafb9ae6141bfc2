//! English sentences.

use crate::rule::Ink;
use crate::sentences::heading::Heading;
use crate::sentences::kind::SentenceKind;

/// The colour before *line* or *cell*.
pub(super) fn colour(ink: Ink) -> &'static str {
    match ink {
        Ink::Grey => "grey",
        Ink::Green => "green",
        Ink::Orange => "orange",
        Ink::Purple => "purple",
        Ink::Blue => "blue",
        Ink::Lilac => "lilac",
        Ink::Peach => "peach",
        Ink::Teal => "teal",
        Ink::Olive => "olive",
        Ink::Pink => "pink",
        Ink::Red => "red",
        Ink::Yellow => "yellow",
    }
}

/// The words of a book.
pub(super) fn heading(heading: Heading) -> &'static str {
    match heading {
        Heading::Solution => "Solution",
        Heading::Solutions => "Solutions",
        Heading::Rules => "Rules",
        Heading::RulesBehind => "The rules are behind the puzzles.",
    }
}

/// The sentence for a single mark and for several; the second is empty where both are equal.
#[allow(clippy::too_many_lines, clippy::match_same_arms)] // A sentence for each kind; those of two kinds may be equal.
#[rustfmt::skip]
pub(super) fn forms(kind: SentenceKind) -> [&'static str; 2] {
    match kind {
        SentenceKind::Usual => ["Normal Sudoku rules apply.", ""],
        SentenceKind::UsualInSquares => ["Normal Sudoku rules apply in each of the overlapping {n}×{n} squares.", ""],
        SentenceKind::FreeLines => ["Digits may repeat in rows and columns.", ""],
        SentenceKind::Digits => ["The digits are {n} to {m}.", ""],
        SentenceKind::Squares => ["The grid is made of squares that overlap: {list}.", ""],
        SentenceKind::Diagonal => ["Each digit appears once on the marked diagonal.", ""],
        SentenceKind::BothDiagonals => ["Each digit appears once on each of the two diagonals.", ""],
        SentenceKind::DisjointGroups => ["Digits in the same position of different boxes are different.", ""],
        SentenceKind::TintedUnits => ["Each digit appears once in the tinted area.", "Each digit appears once in each tinted area."],
        SentenceKind::TintedSets => ["Digits do not repeat in the tinted area.", "Digits do not repeat in a tinted area."],
        SentenceKind::Unit => ["Each digit appears once in the cells {list}.", ""],
        SentenceKind::Set => ["Digits do not repeat in the cells {list}.", ""],
        SentenceKind::KillerTotals => [
            "Digits in the cage are different and add up to the number in its corner.",
            "Digits in a cage are different and add up to the number in its corner.",
        ],
        SentenceKind::KillerPlain => ["Digits in the cage are different.", "Digits in a cage are different."],
        SentenceKind::KillerMixed => ["", "Digits in a cage are different. If a cage has a number, its digits add up to that number."],
        SentenceKind::KillerRange => [
            "Digits in the cage are different, and their sum lies in the range in its corner.",
            "Digits in a cage are different, and their sum lies in the range in its corner.",
        ],
        SentenceKind::KillerLetter => [
            "Digits in the cage are different and add up to the number that its letter stands for.",
            "Digits in a cage are different and add up to the number that its letter stands for. The same letter is always the same number.",
        ],
        SentenceKind::LittleKiller => [
            "Digits along the arrow outside the grid add up to the number at the arrow. They may repeat.",
            "Digits along an arrow outside the grid add up to the number at that arrow. They may repeat.",
        ],
        SentenceKind::LittleKillerRange => [
            "The sum of the digits along the arrow outside the grid lies in the range at the arrow. Digits may repeat.",
            "The sum of the digits along an arrow outside the grid lies in the range at that arrow. Digits may repeat.",
        ],
        SentenceKind::LittleKillerLetter => [
            "Digits along the arrow outside the grid add up to the number that the letter stands for. They may repeat.",
            "Digits along an arrow outside the grid add up to the number that its letter stands for. They may repeat. The same letter is always the same number.",
        ],
        SentenceKind::SumCage => [
            "Digits in the dotted area add up to the number in its corner. They may repeat.",
            "Digits in a dotted area add up to the number in its corner. They may repeat.",
        ],
        SentenceKind::SumCageRange => [
            "The sum of the digits in the dotted area lies in the range in its corner. Digits may repeat.",
            "The sum of the digits in a dotted area lies in the range in its corner. Digits may repeat.",
        ],
        SentenceKind::SumCageLetter => [
            "Digits in the dotted area add up to the number that its letter stands for. They may repeat.",
            "Digits in a dotted area add up to the number that its letter stands for. They may repeat. The same letter is always the same number.",
        ],
        SentenceKind::Arrow => ["Digits along the arrow add up to the digit in its circle.", "Digits along an arrow add up to the digit in its circle."],
        SentenceKind::Pill => [
            "Digits along the arrow add up to the number in its pill, read from left to right or from top to bottom.",
            "Digits along an arrow add up to the number in its circle or pill. A pill is read from left to right or from top to bottom.",
        ],
        SentenceKind::DoubleArrow => [
            "Digits along the {ink} line add up to the sum of the digits in the circles at its ends.",
            "Digits along a {ink} line add up to the sum of the digits in the circles at its ends.",
        ],
        SentenceKind::Thermometer => ["Digits increase along the thermometer, from the bulb to the tip.", "Digits increase along each thermometer, from the bulb to the tip."],
        SentenceKind::SlowThermometer => [
            "Digits increase or stay the same along the slow thermometer, from the bulb to the tip.",
            "Digits increase or stay the same along each slow thermometer, from the bulb to the tip.",
        ],
        SentenceKind::Palindrome => ["Digits along the {ink} line read the same in both directions.", "Digits along each {ink} line read the same in both directions."],
        SentenceKind::Whispers => ["Neighbouring digits along the {ink} line differ by at least {n}.", "Neighbouring digits along each {ink} line differ by at least {n}."],
        SentenceKind::Renban => [
            "Digits on the {ink} line are a set of different consecutive digits, in any order.",
            "Digits on each {ink} line are a set of different consecutive digits, in any order.",
        ],
        SentenceKind::Nabner => ["No two digits on the {ink} line are equal or consecutive.", "No two digits on the same {ink} line are equal or consecutive."],
        SentenceKind::Modular => [
            "Any {n} successive digits along the {ink} line leave different remainders when divided by {n}.",
            "Any {n} successive digits along a {ink} line leave different remainders when divided by {n}.",
        ],
        SentenceKind::Entropic => [
            "Any three successive digits along the {ink} line come from the three groups {list}.",
            "Any three successive digits along a {ink} line come from the three groups {list}.",
        ],
        SentenceKind::Zipper => [
            "Two digits equally far from the centre of the {ink} line always have the same sum. A digit in the centre is that sum.",
            "Two digits equally far from the centre of a {ink} line always have the same sum. A digit in the centre is that sum.",
        ],
        SentenceKind::RegionSum => [
            "Region borders divide the {ink} line into segments with the same sum.",
            "Region borders divide each {ink} line into segments with the same sum. Different lines may have different sums.",
        ],
        SentenceKind::BoxSum => [
            "Box borders divide the {ink} line into segments with the same sum.",
            "Box borders divide each {ink} line into segments with the same sum. Different lines may have different sums.",
        ],
        SentenceKind::Consecutive => ["The digits separated by the white dot are consecutive.", "Digits separated by a white dot are consecutive."],
        SentenceKind::Difference => [
            "The digits separated by the white dot with a number differ by that number.",
            "Digits separated by a white dot with a number differ by that number.",
        ],
        SentenceKind::Double => [
            "Of the digits separated by the black dot, one is twice the other.",
            "Of two digits separated by a black dot, one is twice the other.",
        ],
        SentenceKind::Ratio => [
            "Of the digits separated by the black dot with a number, one is that number times the other.",
            "Of two digits separated by a black dot with a number, one is that number times the other.",
        ],
        SentenceKind::SumX => ["The digits separated by the X add up to 10.", "Digits separated by an X add up to 10."],
        SentenceKind::SumV => ["The digits separated by the V add up to 5.", "Digits separated by a V add up to 5."],
        SentenceKind::PairSum => ["The digits separated by the number add up to that number.", "Digits separated by a number add up to that number."],
        SentenceKind::Less => ["The inequality sign points at the smaller of its two digits.", "Each inequality sign points at the smaller of its two digits."],
        SentenceKind::Copies => ["The two grey areas contain the same digits in the same order.", "Pairs of grey areas contain the same digits in the same order."],
        SentenceKind::Odd => ["The cell with a grey circle contains an odd digit.", "Cells with a grey circle contain odd digits."],
        SentenceKind::Even => ["The cell with a grey square contains an even digit.", "Cells with a grey square contain even digits."],
        SentenceKind::Minimum => [
            "The digit in the shaded cell is smaller than the digits beside, above and below the cell.",
            "The digit in a shaded cell is smaller than every digit beside, above or below it in an unshaded cell.",
        ],
        SentenceKind::Maximum => [
            "The digit in the shaded cell is greater than the digits beside, above and below the cell.",
            "The digit in a shaded cell is greater than every digit beside, above or below it in an unshaded cell.",
        ],
        SentenceKind::Allowed => ["The cell with small digits contains one of them.", "A cell with small digits contains one of them."],
        SentenceKind::AntiKnight => ["Cells a knight's move apart (in chess) contain different digits.", ""],
        SentenceKind::AntiKing => ["Cells that touch, even at a corner, contain different digits.", ""],
        SentenceKind::AntiLeaper => ["Cells {n} steps apart in one direction and {m} in the other contain different digits.", ""],
        SentenceKind::NonConsecutive => ["Digits in adjacent cells are never consecutive.", ""],
        SentenceKind::ToroidalKnight => ["Cells a knight's move apart (in chess), also across the edges of the grid, contain different digits.", ""],
        SentenceKind::ToroidalKing => ["Cells that touch, even at a corner and across the edges of the grid, contain different digits.", ""],
        SentenceKind::ToroidalLeaper => ["Cells {n} steps apart in one direction and {m} in the other, also across the edges of the grid, contain different digits.", ""],
        SentenceKind::ToroidalNonConsecutive => ["Digits in adjacent cells, also across the edges of the grid, are never consecutive.", ""],
        SentenceKind::AntiTaxicab => ["Two equal digits are never as many steps apart as the digit says, where a step leads to an adjacent cell.", ""],
        SentenceKind::NoConsecutive => ["Digits in adjacent cells are never consecutive.", ""],
        SentenceKind::NoConsecutiveUnmarked => ["All such dots are given: adjacent digits without a dot are not consecutive.", ""],
        SentenceKind::NoDifference => ["Digits in adjacent cells never differ by {n}.", ""],
        SentenceKind::NoDifferenceUnmarked => ["All such dots are given: adjacent digits without a dot do not differ by {n}.", ""],
        SentenceKind::NoDouble => ["Of two adjacent digits, neither is twice the other.", ""],
        SentenceKind::NoDoubleUnmarked => ["All such dots are given: of two adjacent digits without a dot, neither is twice the other.", ""],
        SentenceKind::NoRatio => ["Of two adjacent digits, neither is {n} times the other.", ""],
        SentenceKind::NoRatioUnmarked => ["All such dots are given: of two adjacent digits without a dot, neither is {n} times the other.", ""],
        SentenceKind::NoSum => ["Digits in adjacent cells never add up to {n}.", ""],
        SentenceKind::NoSumUnmarked => ["All such signs are given: adjacent digits without a sign do not add up to {n}.", ""],
        SentenceKind::GlobalEntropy => ["Every square of 2×2 cells contains a digit of each of the groups {list}.", ""],
        SentenceKind::GlobalModular => ["The digits of every square of 2×2 cells leave all remainders when divided by {n}.", ""],
        SentenceKind::DutchFlatmates => ["Every {n} has a {list} directly above it or a {m} directly below it.", ""],
        SentenceKind::RegionSameDigits => ["All rows, columns and regions of the largest size contain the same set of digits.", ""],
        SentenceKind::Between => [
            "Digits along the {ink} line lie between the digits in the circles at its ends.",
            "Digits along a {ink} line lie between the digits in the circles at its ends.",
        ],
        SentenceKind::Lockout => [
            "The digits in the diamonds differ by at least {n}, and no digit on the line between them equals or lies between the two.",
            "The digits in the diamonds of a line differ by at least {n}, and no digit on the line equals or lies between the two.",
        ],
        SentenceKind::WeightedSum => ["{list}.", ""],
        SentenceKind::EqualSums => ["The dotted areas marked = have the same sum.", "Dotted areas marked = that belong together have the same sum."],
        SentenceKind::SumLine => [
            "The {ink} line can be divided into segments that each add up to {n}.",
            "Each {ink} line can be divided into segments that each add up to {n}.",
        ],
        SentenceKind::Lunchbox => [
            "Digits in the lunchbox are different. Those between its smallest and its largest digit add up to the number in its corner.",
            "Digits in a lunchbox are different. Those between its smallest and its largest digit add up to the number in its corner.",
        ],
        SentenceKind::Rellik => [
            "Digits in the cage marked ≠ are different, and no group of its digits adds up to the number.",
            "Digits in a cage marked ≠ are different, and no group of its digits adds up to the number.",
        ],
        SentenceKind::Equality => [
            "The cage marked = contains different digits: as many odd as even ones, and as many low as high ones.",
            "A cage marked = contains different digits: as many odd as even ones, and as many low as high ones.",
        ],
        SentenceKind::Quadruple => [
            "The digits in the circle appear in the four cells around it.",
            "Digits in a circle appear in the four cells around that circle.",
        ],
        SentenceKind::QuadrupleRepeated => [
            "The digits in the circle appear in the four cells around it, each at least as often as in the circle.",
            "Digits in a circle appear in the four cells around that circle, each at least as often as in the circle.",
        ],
        SentenceKind::Contains => [
            "The dotted area contains the digits in its corner, each at least as often as it stands there.",
            "A dotted area contains the digits in its corner, each at least as often as it stands there.",
        ],
        SentenceKind::Exactly => [
            "The corner of the dotted area says how often digits appear in it: 2×3 means exactly two 3s.",
            "The corner of a dotted area says how often digits appear in it: 2×3 means exactly two 3s.",
        ],
        SentenceKind::CountDistinct => [
            "The digit in the circle says how many different digits the dotted area contains.",
            "A digit in a circle says how many different digits its dotted area contains.",
        ],
        SentenceKind::CountingCircles => ["A digit in a circle says in how many circles that digit appears.", ""],
        SentenceKind::SameDigits => ["The grey areas contain the same digits, in any order.", "Grey areas that belong together contain the same digits, in any order."],
        SentenceKind::RowIndexer => [
            "The digit in the {ink} cell is the row in which its column has the number of the cell's own row.",
            "A digit in a {ink} cell is the row in which its column has the number of the cell's own row.",
        ],
        SentenceKind::ColumnIndexer => [
            "The digit in the {ink} cell is the column in which its row has the number of the cell's own column.",
            "A digit in a {ink} cell is the column in which its row has the number of the cell's own column.",
        ],
        SentenceKind::BoxIndexer => [
            "Positions in a box are numbered row by row. The digit in the {ink} cell is the position at which its box has the number of the cell's own position.",
            "Positions in a box are numbered row by row. A digit in a {ink} cell is the position at which its box has the number of the cell's own position.",
        ],
        SentenceKind::ValueIndexer => ["Three entries, value: index, cells. The index is the position of the value among the cells: {list}.", ""],
        SentenceKind::Sandwich => [
            "The number outside the grid is the sum of the digits between the {n} and the {m} in its row or column.",
            "A number outside the grid is the sum of the digits between the {n} and the {m} in its row or column.",
        ],
        SentenceKind::SandwichOfExtremes => [
            "The number outside the grid is the sum of the digits between the lowest and the highest digit of its row or column.",
            "A number outside the grid is the sum of the digits between the lowest and the highest digit of its row or column.",
        ],
        SentenceKind::XSum => [
            "The number outside the grid is the sum of the first X digits from its side, where X is the first of them.",
            "A number outside the grid is the sum of the first X digits from its side, where X is the first of them.",
        ],
        SentenceKind::Skyscraper => [
            "Digits are buildings of that height. The number outside the grid says how many buildings are seen from there, where higher ones hide lower ones.",
            "Digits are buildings of that height. A number outside the grid says how many buildings are seen from there, where higher ones hide lower ones.",
        ],
        SentenceKind::HiddenSkyscraper => [
            "Digits are buildings of that height, and higher ones hide lower ones. The number outside the grid is the first hidden building seen from there.",
            "Digits are buildings of that height, and higher ones hide lower ones. A number outside the grid is the first hidden building seen from there.",
        ],
        SentenceKind::NumberedRoom => [
            "The number outside the grid is the Nth digit from its side, where N is the first digit from that side.",
            "A number outside the grid is the Nth digit from its side, where N is the first digit from that side.",
        ],
        SentenceKind::ClueLetter => ["A letter stands for an unknown number. The same letter is always the same number.", ""],
        SentenceKind::ClueRange => ["Where the clue is no number, it tells the range of the number; ? is any number.", ""],
        SentenceKind::FullRank => [
            "All rows and columns are read as numbers, in both directions, and ranked from the smallest. The number outside the grid is the rank of its line, read from there, and no other line is equal to that line.",
            "All rows and columns are read as numbers, in both directions, and ranked from the smallest. A number outside the grid is the rank of its line, read from there, and no other line is equal to that line.",
        ],
        SentenceKind::FullRankTies => [
            "All rows and columns are read as numbers, in both directions, and ranked from the smallest; equal numbers share the lowest of their ranks. The number outside the grid is the rank of its line, read from there.",
            "All rows and columns are read as numbers, in both directions, and ranked from the smallest; equal numbers share the lowest of their ranks. A number outside the grid is the rank of its line, read from there.",
        ],
        SentenceKind::Relation => [
            "Neighbouring digits a, b, c … along the line, from its circle on, satisfy {list}.",
            "Neighbouring digits a, b, c … along a line, from its circle on, satisfy {list}.",
        ],
        SentenceKind::AllRelation => [
            "Any two digits a and b of the marked cells satisfy {list}.",
            "Any two digits a and b of the cells that are marked together satisfy {list}.",
        ],
        SentenceKind::Pattern => [
            "The digits along the line, from its circle on, match the pattern {list}.",
            "The digits along each line, from its circle on, match the pattern {list}.",
        ],
        SentenceKind::Named => [
            "The digits along the line, from its circle on, keep the rule “{list}”.",
            "The digits along each line, from its circle on, keep the rule “{list}”.",
        ],
        SentenceKind::NamedSet => ["The digits of the marked cells keep the rule “{list}”.", "The digits of cells that are marked together keep the rule “{list}”."],
        SentenceKind::Nameless => [
            "The digits along the line, from its circle on, keep a rule of the setter.",
            "The digits along each line, from its circle on, keep a rule of the setter.",
        ],
        SentenceKind::NamelessSet => ["The digits of the marked cells keep a rule of the setter.", "The digits of cells that are marked together keep a rule of the setter."],
        SentenceKind::Connected => ["All cells with one of the digits {list} are connected along edges.", ""],
        SentenceKind::ConnectedSize => ["All cells with one of the digits {list} are connected along edges; there are {n} of them.", ""],
        SentenceKind::ConnectedLayer => ["All cells with {list} are connected along edges.", ""],
        SentenceKind::ConnectedLayerSize => ["All cells with {list} are connected along edges; there are {n} of them.", ""],
        SentenceKind::Chaos => ["Divide the grid into regions of {n} cells that are connected along edges. Digits do not repeat in a region.", ""],
        SentenceKind::YinYang => ["Shade some cells so that all shaded cells are connected along edges, and so are all unshaded cells. No square of 2×2 cells is wholly shaded or wholly unshaded.", ""],
        SentenceKind::Loop => ["Draw a single loop through adjacent cells. The loop does not touch itself along an edge.", ""],
        SentenceKind::Snake => ["Draw a snake, a path through adjacent cells. The snake does not touch itself along an edge.", ""],
        SentenceKind::SnakeApart => ["Draw a snake, a path through adjacent cells. The snake does not touch itself, not even at a corner.", ""],
        SentenceKind::Doublers => ["Each row, column and box contains one doubler, and no digit is doubled twice. A doubler counts as twice its digit.", ""],
        SentenceKind::Stars => ["Place stars so that the number of stars in each row, column and box is {n}. Stars do not touch each other, not even at a corner.", ""],
        SentenceKind::Cave => ["Shade some cells. The unshaded cells, the cave, are connected along edges; shaded cells are connected along edges to the border of the grid. A digit in a circle is in the cave, and says how many cells of the cave are seen from it in its row and column, itself among them.", ""],
        SentenceKind::Nurikabe => ["Shade some cells, the sea, which is connected along edges and has no square of 2×2 cells. The other cells are islands that do not touch along edges, each with one circle, whose digit says how many cells the island has.", ""],
        SentenceKind::Fillomino => ["Divide the grid into pieces that are connected along edges. Pieces with equally many cells do not touch along an edge. A digit in a circle says how many cells its piece has.", ""],
        SentenceKind::Galaxies => ["Divide the grid into regions that are connected along edges. Each has one of the marked centres and looks the same after half a turn about it.", ""],
        SentenceKind::Schrodinger => ["One cell of each row, column and box contains two digits. No digit repeats in a row, column or box. The value of such a cell is the sum of its digits.", ""],
        SentenceKind::RunLength => [
            "The digit in the circle says how many cells in a row along the dotted arms are like the cell where the arms begin, which counts once.",
            "A digit in a circle says how many cells in a row along its dotted arms are like the cell where the arms begin, which counts once.",
        ],
        SentenceKind::RunLengthBeyond => [
            "The digit in the circle says how many equal cells the dotted arms have in a row, behind the first.",
            "A digit in a circle says how many equal cells its dotted arms have in a row, behind the first.",
        ],
        SentenceKind::SameCount => [
            "The digit in the circle says how many cells of the dotted area are like the first of them, which counts.",
            "A digit in a circle says how many cells of its dotted area are like the first of them, which counts.",
        ],
        SentenceKind::SameCountBeyond => [
            "The digit in the circle says how many further cells of the dotted area are like the first of them.",
            "A digit in a circle says how many further cells of its dotted area are like the first of them.",
        ],
        SentenceKind::AnyOf => ["At least one of these is true: {list}", "At least one of these is true for each such mark: {list}"],
        SentenceKind::ManyAlternatives => ["At least one of several conditions of the setter is true.", "For each such mark at least one of several conditions of the setter is true."],
        SentenceKind::NotAll => ["These are not all true: {list}", ""],
        SentenceKind::NotAllOfMany => ["Several conditions of the setter are not all true.", ""],
        SentenceKind::NoneOf => ["This is not true: {list}", "None of these is true: {list}"],
        SentenceKind::NoneOfMany => ["None of several conditions of the setter is true.", ""],
        SentenceKind::AllOf => ["All of these are true: {list}", ""],
        SentenceKind::AllOfMany => ["Several conditions of the setter are all true.", ""],
        SentenceKind::SomeOf => ["Of these {m} conditions, exactly {n} holds: {list}", "Of these {m} conditions, exactly {n} hold: {list}"],
        SentenceKind::SomeOfMany => ["Of {m} conditions of the setter, exactly {n} holds.", "Of {m} conditions of the setter, exactly {n} hold."],
        SentenceKind::SomeOfRange => ["Of these conditions, from {n} to {m} hold: {list}", ""],
        SentenceKind::SomeOfManyRange => ["Of several conditions of the setter, from {n} to {m} hold.", ""],
        SentenceKind::Layer => ["Each cell has a further value from {n} to {m}: {list}.", ""],
        SentenceKind::FurtherCells => ["Further cells beside the grid have values from {n} to {m}: {list}.", ""],
        SentenceKind::Number => ["{list} is a number from {n} to {m}, to be found.", ""],
        SentenceKind::TintedValues => ["Grey cells are those with {list} 1.", ""],
        SentenceKind::SmallValues => ["The small digit in the corner of a cell is its {list}.", ""],
        SentenceKind::KnownValues => ["Given as well: {list}.", ""],
        SentenceKind::Own => ["{list}.", ""],
        SentenceKind::Except => ["Exceptions: {list}.", ""],
        SentenceKind::Here => ["Here: {list}.", ""],
        SentenceKind::Undrawn => ["Not in the picture: {list}", ""],
    }
}
