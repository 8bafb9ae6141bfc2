//! German sentences.

use crate::rule::Ink;
use crate::sentences::heading::Heading;
use crate::sentences::kind::SentenceKind;

/// The colour before *Linie* in the dative, or before *Feld* behind an article.
pub(super) fn colour(ink: Ink) -> &'static str {
    match ink {
        Ink::Grey => "grauen",
        Ink::Green => "grünen",
        Ink::Orange => "orangefarbenen",
        Ink::Purple => "violetten",
        Ink::Blue => "blauen",
        Ink::Lilac => "lilafarbenen",
        Ink::Peach => "pfirsichfarbenen",
        Ink::Teal => "türkisfarbenen",
        Ink::Olive => "olivgrünen",
        Ink::Pink => "rosafarbenen",
        Ink::Red => "roten",
        Ink::Yellow => "gelben",
    }
}

/// The words of a book.
pub(super) fn heading(heading: Heading) -> &'static str {
    match heading {
        Heading::Solution => "Lösung",
        Heading::Solutions => "Lösungen",
        Heading::Rules => "Regeln",
        Heading::RulesBehind => "Die Regeln stehen hinter den Rätseln.",
    }
}

/// The sentence for a single mark and for several; the second is empty where both are equal.
#[allow(clippy::too_many_lines, clippy::match_same_arms)] // A sentence for each kind; those of two kinds may be equal.
#[rustfmt::skip]
pub(super) fn forms(kind: SentenceKind) -> [&'static str; 2] {
    match kind {
        SentenceKind::Usual => ["Es gelten die normalen Sudoku-Regeln.", ""],
        SentenceKind::UsualInSquares => ["In jedem der {n}×{n}-Quadrate, die sich überlappen, gelten die normalen Sudoku-Regeln.", ""],
        SentenceKind::FreeLines => ["Ziffern dürfen sich in Zeilen und Spalten wiederholen.", ""],
        SentenceKind::Digits => ["Die Ziffern sind {n} bis {m}.", ""],
        SentenceKind::Squares => ["Das Gitter besteht aus Quadraten, die sich überlappen: {list}.", ""],
        SentenceKind::Diagonal => ["Auf der markierten Diagonale kommt jede Ziffer einmal vor.", ""],
        SentenceKind::BothDiagonals => ["Auf jeder der beiden Diagonalen kommt jede Ziffer einmal vor.", ""],
        SentenceKind::DisjointGroups => ["Ziffern an derselben Stelle verschiedener Blöcke sind verschieden.", ""],
        SentenceKind::TintedUnits => ["In der getönten Fläche kommt jede Ziffer einmal vor.", "In jeder getönten Fläche kommt jede Ziffer einmal vor."],
        SentenceKind::TintedSets => ["In der getönten Fläche wiederholt sich keine Ziffer.", "In einer getönten Fläche wiederholt sich keine Ziffer."],
        SentenceKind::Unit => ["In den Feldern {list} kommt jede Ziffer einmal vor.", ""],
        SentenceKind::Set => ["In den Feldern {list} wiederholt sich keine Ziffer.", ""],
        SentenceKind::KillerTotals => [
            "Die Ziffern im Käfig sind verschieden und ergeben zusammen die Zahl in seiner Ecke.",
            "Die Ziffern in einem Käfig sind verschieden und ergeben zusammen die Zahl in seiner Ecke.",
        ],
        SentenceKind::KillerPlain => ["Die Ziffern im Käfig sind verschieden.", "Die Ziffern in einem Käfig sind verschieden."],
        SentenceKind::KillerMixed => ["", "Die Ziffern in einem Käfig sind verschieden. Hat ein Käfig eine Zahl, so ergeben seine Ziffern zusammen diese Zahl."],
        SentenceKind::KillerRange => [
            "Die Ziffern im Käfig sind verschieden, und ihre Summe liegt in dem Bereich in seiner Ecke.",
            "Die Ziffern in einem Käfig sind verschieden, und ihre Summe liegt in dem Bereich in seiner Ecke.",
        ],
        SentenceKind::KillerLetter => [
            "Die Ziffern im Käfig sind verschieden und ergeben zusammen die Zahl, für die sein Buchstabe steht.",
            "Die Ziffern in einem Käfig sind verschieden und ergeben zusammen die Zahl, für die sein Buchstabe steht. Gleiche Buchstaben sind gleiche Zahlen.",
        ],
        SentenceKind::LittleKiller => [
            "Die Ziffern entlang des Pfeils außerhalb des Gitters ergeben zusammen die Zahl am Pfeil. Sie dürfen sich wiederholen.",
            "Die Ziffern entlang eines Pfeils außerhalb des Gitters ergeben zusammen die Zahl an diesem Pfeil. Sie dürfen sich wiederholen.",
        ],
        SentenceKind::LittleKillerRange => [
            "Die Summe der Ziffern entlang des Pfeils außerhalb des Gitters liegt in dem Bereich am Pfeil. Ziffern dürfen sich wiederholen.",
            "Die Summe der Ziffern entlang eines Pfeils außerhalb des Gitters liegt in dem Bereich an diesem Pfeil. Ziffern dürfen sich wiederholen.",
        ],
        SentenceKind::LittleKillerLetter => [
            "Die Ziffern entlang des Pfeils außerhalb des Gitters ergeben zusammen die Zahl, für die der Buchstabe steht. Sie dürfen sich wiederholen.",
            "Die Ziffern entlang eines Pfeils außerhalb des Gitters ergeben zusammen die Zahl, für die sein Buchstabe steht. Sie dürfen sich wiederholen. Gleiche Buchstaben sind gleiche Zahlen.",
        ],
        SentenceKind::SumCage => [
            "Die Ziffern in der gepunkteten Fläche ergeben zusammen die Zahl in ihrer Ecke. Sie dürfen sich wiederholen.",
            "Die Ziffern in einer gepunkteten Fläche ergeben zusammen die Zahl in ihrer Ecke. Sie dürfen sich wiederholen.",
        ],
        SentenceKind::SumCageRange => [
            "Die Summe der Ziffern in der gepunkteten Fläche liegt in dem Bereich in ihrer Ecke. Ziffern dürfen sich wiederholen.",
            "Die Summe der Ziffern in einer gepunkteten Fläche liegt in dem Bereich in ihrer Ecke. Ziffern dürfen sich wiederholen.",
        ],
        SentenceKind::SumCageLetter => [
            "Die Ziffern in der gepunkteten Fläche ergeben zusammen die Zahl, für die ihr Buchstabe steht. Sie dürfen sich wiederholen.",
            "Die Ziffern in einer gepunkteten Fläche ergeben zusammen die Zahl, für die ihr Buchstabe steht. Sie dürfen sich wiederholen. Gleiche Buchstaben sind gleiche Zahlen.",
        ],
        SentenceKind::Arrow => ["Die Ziffern auf dem Pfeil ergeben zusammen die Ziffer in seinem Kreis.", "Die Ziffern auf einem Pfeil ergeben zusammen die Ziffer in seinem Kreis."],
        SentenceKind::Pill => [
            "Die Ziffern auf dem Pfeil ergeben zusammen die Zahl in seiner Kapsel, gelesen von links nach rechts oder von oben nach unten.",
            "Die Ziffern auf einem Pfeil ergeben zusammen die Zahl in seinem Kreis oder seiner Kapsel. Eine Kapsel wird von links nach rechts oder von oben nach unten gelesen.",
        ],
        SentenceKind::DoubleArrow => [
            "Die Ziffern auf der {ink} Linie ergeben zusammen die Summe der Ziffern in den Kreisen an ihren Enden.",
            "Die Ziffern auf einer {ink} Linie ergeben zusammen die Summe der Ziffern in den Kreisen an ihren Enden.",
        ],
        SentenceKind::Thermometer => ["Auf dem Thermometer steigen die Ziffern von der Kugel an.", "Auf jedem Thermometer steigen die Ziffern von der Kugel an."],
        SentenceKind::SlowThermometer => [
            "Auf dem langsamen Thermometer steigen die Ziffern von der Kugel an oder bleiben gleich.",
            "Auf jedem langsamen Thermometer steigen die Ziffern von der Kugel an oder bleiben gleich.",
        ],
        SentenceKind::Palindrome => ["Die Ziffern auf der {ink} Linie lauten in beiden Richtungen gleich.", "Die Ziffern auf jeder {ink} Linie lauten in beiden Richtungen gleich."],
        SentenceKind::Whispers => ["Auf der {ink} Linie unterscheiden sich benachbarte Ziffern um mindestens {n}.", "Auf jeder {ink} Linie unterscheiden sich benachbarte Ziffern um mindestens {n}."],
        SentenceKind::Renban => [
            "Auf der {ink} Linie stehen verschiedene aufeinanderfolgende Ziffern in beliebiger Reihenfolge.",
            "Auf jeder {ink} Linie stehen verschiedene aufeinanderfolgende Ziffern in beliebiger Reihenfolge.",
        ],
        SentenceKind::Nabner => ["Auf der {ink} Linie sind keine zwei Ziffern gleich oder aufeinanderfolgend.", "Auf jeder {ink} Linie sind keine zwei Ziffern gleich oder aufeinanderfolgend."],
        SentenceKind::Modular => [
            "Je {n} aufeinanderfolgende Ziffern auf der {ink} Linie lassen beim Teilen durch {n} verschiedene Reste.",
            "Je {n} aufeinanderfolgende Ziffern auf einer {ink} Linie lassen beim Teilen durch {n} verschiedene Reste.",
        ],
        SentenceKind::Entropic => [
            "Je drei aufeinanderfolgende Ziffern auf der {ink} Linie stammen aus den drei Gruppen {list}.",
            "Je drei aufeinanderfolgende Ziffern auf einer {ink} Linie stammen aus den drei Gruppen {list}.",
        ],
        SentenceKind::Zipper => [
            "Zwei Ziffern, die von der Mitte der {ink} Linie gleich weit entfernt sind, haben stets dieselbe Summe. Eine Ziffer in der Mitte ist diese Summe.",
            "Zwei Ziffern, die auf einer {ink} Linie von der Mitte gleich weit entfernt sind, haben stets dieselbe Summe. Eine Ziffer in der Mitte ist diese Summe.",
        ],
        SentenceKind::RegionSum => [
            "Die Gebietsgrenzen teilen die Ziffern auf der {ink} Linie in Abschnitte mit gleicher Summe.",
            "Die Gebietsgrenzen teilen die Ziffern auf jeder {ink} Linie in Abschnitte mit gleicher Summe. Verschiedene Linien können verschiedene Summen haben.",
        ],
        SentenceKind::BoxSum => [
            "Die Blockgrenzen teilen die Ziffern auf der {ink} Linie in Abschnitte mit gleicher Summe.",
            "Die Blockgrenzen teilen die Ziffern auf jeder {ink} Linie in Abschnitte mit gleicher Summe. Verschiedene Linien können verschiedene Summen haben.",
        ],
        SentenceKind::Consecutive => ["Die Ziffern zu beiden Seiten des weißen Punkts sind aufeinanderfolgend.", "Ziffern zu beiden Seiten eines weißen Punkts sind aufeinanderfolgend."],
        SentenceKind::Difference => [
            "Die Ziffern zu beiden Seiten des weißen Punkts mit Zahl unterscheiden sich um diese Zahl.",
            "Ziffern zu beiden Seiten eines weißen Punkts mit Zahl unterscheiden sich um diese Zahl.",
        ],
        SentenceKind::Double => [
            "Von den Ziffern zu beiden Seiten des schwarzen Punkts ist eine das Doppelte der anderen.",
            "Von den Ziffern zu beiden Seiten eines schwarzen Punkts ist eine das Doppelte der anderen.",
        ],
        SentenceKind::Ratio => [
            "Von den Ziffern zu beiden Seiten des schwarzen Punkts mit Zahl ist eine das Produkt der anderen mit dieser Zahl.",
            "Von den Ziffern zu beiden Seiten eines schwarzen Punkts mit Zahl ist eine das Produkt der anderen mit dieser Zahl.",
        ],
        SentenceKind::SumX => ["Die Ziffern zu beiden Seiten des X ergeben zusammen 10.", "Ziffern zu beiden Seiten eines X ergeben zusammen 10."],
        SentenceKind::SumV => ["Die Ziffern zu beiden Seiten des V ergeben zusammen 5.", "Ziffern zu beiden Seiten eines V ergeben zusammen 5."],
        SentenceKind::PairSum => ["Die Ziffern zu beiden Seiten der Zahl ergeben zusammen diese Zahl.", "Ziffern zu beiden Seiten einer Zahl ergeben zusammen diese Zahl."],
        SentenceKind::Less => ["Das Ungleichheitszeichen zeigt auf die kleinere der beiden Ziffern.", "Jedes Ungleichheitszeichen zeigt auf die kleinere der beiden Ziffern."],
        SentenceKind::Copies => ["Die beiden grauen Flächen enthalten dieselben Ziffern in derselben Reihenfolge.", "Je zwei graue Flächen enthalten dieselben Ziffern in derselben Reihenfolge."],
        SentenceKind::Odd => ["Das Feld mit grauem Kreis enthält eine ungerade Ziffer.", "Felder mit grauem Kreis enthalten ungerade Ziffern."],
        SentenceKind::Even => ["Das Feld mit grauem Quadrat enthält eine gerade Ziffer.", "Felder mit grauem Quadrat enthalten gerade Ziffern."],
        SentenceKind::Minimum => [
            "Die Ziffer im grauen Feld ist kleiner als die Ziffern daneben, darüber und darunter.",
            "Die Ziffer in einem grauen Feld ist kleiner als jede Ziffer daneben, darüber oder darunter in einem weißen Feld.",
        ],
        SentenceKind::Maximum => [
            "Die Ziffer im grauen Feld ist größer als die Ziffern daneben, darüber und darunter.",
            "Die Ziffer in einem grauen Feld ist größer als jede Ziffer daneben, darüber oder darunter in einem weißen Feld.",
        ],
        SentenceKind::Allowed => ["Das Feld mit kleinen Ziffern enthält eine von ihnen.", "Ein Feld mit kleinen Ziffern enthält eine von ihnen."],
        SentenceKind::AntiKnight => ["Felder im Abstand eines Springerzugs (Schach) enthalten verschiedene Ziffern.", ""],
        SentenceKind::AntiKing => ["Felder, die sich berühren, auch an einer Ecke, enthalten verschiedene Ziffern.", ""],
        SentenceKind::AntiLeaper => ["Felder im Abstand von {n} Schritten in der einen und {m} in der anderen Richtung enthalten verschiedene Ziffern.", ""],
        SentenceKind::NonConsecutive => ["Ziffern in benachbarten Feldern sind nie aufeinanderfolgend.", ""],
        SentenceKind::ToroidalKnight => ["Felder im Abstand eines Springerzugs (Schach), auch über den Rand des Gitters hinweg, enthalten verschiedene Ziffern.", ""],
        SentenceKind::ToroidalKing => ["Felder, die sich berühren, auch an einer Ecke und über den Rand des Gitters hinweg, enthalten verschiedene Ziffern.", ""],
        SentenceKind::ToroidalLeaper => ["Felder im Abstand von {n} Schritten in der einen und {m} in der anderen Richtung, auch über den Rand des Gitters hinweg, enthalten verschiedene Ziffern.", ""],
        SentenceKind::ToroidalNonConsecutive => ["Ziffern in benachbarten Feldern, auch über den Rand des Gitters hinweg, sind nie aufeinanderfolgend.", ""],
        SentenceKind::AntiTaxicab => ["Zwei gleiche Ziffern sind nie so viele Schritte voneinander entfernt, wie die Ziffer angibt; ein Schritt führt in ein Nachbarfeld.", ""],
        SentenceKind::NoConsecutive => ["Ziffern in benachbarten Feldern sind nie aufeinanderfolgend.", ""],
        SentenceKind::NoConsecutiveUnmarked => ["Alle solchen Punkte sind eingezeichnet: Benachbarte Ziffern ohne Punkt sind nicht aufeinanderfolgend.", ""],
        SentenceKind::NoDifference => ["Ziffern in benachbarten Feldern unterscheiden sich nie um {n}.", ""],
        SentenceKind::NoDifferenceUnmarked => ["Alle solchen Punkte sind eingezeichnet: Benachbarte Ziffern ohne Punkt unterscheiden sich nicht um {n}.", ""],
        SentenceKind::NoDouble => ["Von zwei benachbarten Ziffern ist keine das Doppelte der anderen.", ""],
        SentenceKind::NoDoubleUnmarked => ["Alle solchen Punkte sind eingezeichnet: Von zwei benachbarten Ziffern ohne Punkt ist keine das Doppelte der anderen.", ""],
        SentenceKind::NoRatio => ["Von zwei benachbarten Ziffern ist keine das {n}-fache der anderen.", ""],
        SentenceKind::NoRatioUnmarked => ["Alle solchen Punkte sind eingezeichnet: Von zwei benachbarten Ziffern ohne Punkt ist keine das {n}-fache der anderen.", ""],
        SentenceKind::NoSum => ["Ziffern in benachbarten Feldern ergeben zusammen nie {n}.", ""],
        SentenceKind::NoSumUnmarked => ["Alle solchen Zeichen sind eingezeichnet: Benachbarte Ziffern ohne Zeichen ergeben zusammen nicht {n}.", ""],
        SentenceKind::GlobalEntropy => ["Jedes Quadrat aus 2×2 Feldern enthält eine Ziffer aus jeder der Gruppen {list}.", ""],
        SentenceKind::GlobalModular => ["Die Ziffern jedes Quadrats aus 2×2 Feldern lassen beim Teilen durch {n} alle möglichen Reste.", ""],
        SentenceKind::DutchFlatmates => ["Jede {n} hat eine {list} direkt über sich oder eine {m} direkt unter sich.", ""],
        SentenceKind::RegionSameDigits => ["Alle Zeilen, Spalten und Gebiete der größten Größe enthalten dieselben Ziffern.", ""],
        SentenceKind::Between => [
            "Die Ziffern auf der {ink} Linie liegen zwischen den Ziffern in den Kreisen an ihren Enden.",
            "Die Ziffern auf einer {ink} Linie liegen zwischen den Ziffern in den Kreisen an ihren Enden.",
        ],
        SentenceKind::Lockout => [
            "Die Ziffern in den Rauten unterscheiden sich um mindestens {n}, und keine Ziffer auf der Linie ist gleich einer von ihnen oder liegt dazwischen.",
            "Die Ziffern in den Rauten einer Linie unterscheiden sich um mindestens {n}, und keine Ziffer auf der Linie ist gleich einer von ihnen oder liegt dazwischen.",
        ],
        SentenceKind::WeightedSum => ["{list}.", ""],
        SentenceKind::EqualSums => ["Die gepunkteten Flächen mit = haben dieselbe Summe.", "Gepunktete Flächen mit =, die zusammengehören, haben dieselbe Summe."],
        SentenceKind::SumLine => [
            "Die Ziffern auf der {ink} Linie lassen sich in Abschnitte teilen, die jeweils {n} ergeben.",
            "Die Ziffern auf jeder {ink} Linie lassen sich in Abschnitte teilen, die jeweils {n} ergeben.",
        ],
        SentenceKind::Lunchbox => [
            "Die Ziffern in der Brotdose sind verschieden. Die zwischen ihrer kleinsten und ihrer größten ergeben zusammen die Zahl in der Ecke.",
            "Die Ziffern in einer Brotdose sind verschieden. Die zwischen ihrer kleinsten und ihrer größten ergeben zusammen die Zahl in der Ecke.",
        ],
        SentenceKind::Rellik => [
            "Die Ziffern im Käfig mit ≠ sind verschieden, und keine Auswahl von ihnen ergibt die Zahl.",
            "Die Ziffern in einem Käfig mit ≠ sind verschieden, und keine Auswahl von ihnen ergibt die Zahl.",
        ],
        SentenceKind::Equality => [
            "Der Käfig mit = enthält verschiedene Ziffern: gleich viele ungerade wie gerade und gleich viele niedrige wie hohe.",
            "Ein Käfig mit = enthält verschiedene Ziffern: gleich viele ungerade wie gerade und gleich viele niedrige wie hohe.",
        ],
        SentenceKind::Quadruple => ["Die Ziffern im Kreis kommen in den vier Feldern ringsum vor.", "Ziffern in einem Kreis kommen in den vier Feldern ringsum vor."],
        SentenceKind::QuadrupleRepeated => [
            "Die Ziffern im Kreis kommen in den vier Feldern ringsum vor, jede mindestens so oft wie im Kreis.",
            "Ziffern in einem Kreis kommen in den vier Feldern ringsum vor, jede mindestens so oft wie im Kreis.",
        ],
        SentenceKind::Contains => [
            "Die gepunktete Fläche enthält die Ziffern in ihrer Ecke, jede mindestens so oft, wie sie dort steht.",
            "Eine gepunktete Fläche enthält die Ziffern in ihrer Ecke, jede mindestens so oft, wie sie dort steht.",
        ],
        SentenceKind::Exactly => [
            "Die Ecke der gepunkteten Fläche sagt, wie oft Ziffern darin vorkommen: 2×3 heißt genau zwei 3en.",
            "Die Ecke einer gepunkteten Fläche sagt, wie oft Ziffern darin vorkommen: 2×3 heißt genau zwei 3en.",
        ],
        SentenceKind::CountDistinct => [
            "Die Ziffer im Kreis sagt, wie viele verschiedene Ziffern die gepunktete Fläche enthält.",
            "Eine Ziffer im Kreis sagt, wie viele verschiedene Ziffern ihre gepunktete Fläche enthält.",
        ],
        SentenceKind::CountingCircles => ["Eine Ziffer im Kreis sagt, in wie vielen Kreisen sie vorkommt.", ""],
        SentenceKind::SameDigits => ["Die grauen Flächen enthalten dieselben Ziffern in beliebiger Reihenfolge.", "Graue Flächen, die zusammengehören, enthalten dieselben Ziffern in beliebiger Reihenfolge."],
        SentenceKind::RowIndexer => [
            "Die Ziffer in dem {ink} Feld nennt die Zeile, in der seine Spalte die Nummer seiner eigenen Zeile hat.",
            "Die Ziffer in einem {ink} Feld nennt die Zeile, in der seine Spalte die Nummer seiner eigenen Zeile hat.",
        ],
        SentenceKind::ColumnIndexer => [
            "Die Ziffer in dem {ink} Feld nennt die Spalte, in der seine Zeile die Nummer seiner eigenen Spalte hat.",
            "Die Ziffer in einem {ink} Feld nennt die Spalte, in der seine Zeile die Nummer seiner eigenen Spalte hat.",
        ],
        SentenceKind::BoxIndexer => [
            "Die Stellen eines Blocks sind zeilenweise gezählt. Die Ziffer in dem {ink} Feld nennt die Stelle, an der sein Block die Nummer seiner eigenen Stelle hat.",
            "Die Stellen eines Blocks sind zeilenweise gezählt. Die Ziffer in einem {ink} Feld nennt die Stelle, an der sein Block die Nummer seiner eigenen Stelle hat.",
        ],
        SentenceKind::ValueIndexer => ["Drei Angaben, Wert: Verweis, Felder. Der Verweis ist die Stelle des Werts unter den Feldern: {list}.", ""],
        SentenceKind::Sandwich => [
            "Die Zahl außerhalb des Gitters ist die Summe der Ziffern zwischen der {n} und der {m} in ihrer Zeile oder Spalte.",
            "Eine Zahl außerhalb des Gitters ist die Summe der Ziffern zwischen der {n} und der {m} in ihrer Zeile oder Spalte.",
        ],
        SentenceKind::SandwichOfExtremes => [
            "Die Zahl außerhalb des Gitters ist die Summe der Ziffern zwischen der kleinsten und der größten Ziffer ihrer Zeile oder Spalte.",
            "Eine Zahl außerhalb des Gitters ist die Summe der Ziffern zwischen der kleinsten und der größten Ziffer ihrer Zeile oder Spalte.",
        ],
        SentenceKind::XSum => [
            "Die Zahl außerhalb des Gitters ist die Summe der ersten X Ziffern von ihrer Seite aus; X ist die erste davon.",
            "Eine Zahl außerhalb des Gitters ist die Summe der ersten X Ziffern von ihrer Seite aus; X ist die erste davon.",
        ],
        SentenceKind::Skyscraper => [
            "Ziffern sind Häuser dieser Höhe. Die Zahl außerhalb des Gitters sagt, wie viele Häuser von dort zu sehen sind; höhere verdecken niedrigere.",
            "Ziffern sind Häuser dieser Höhe. Eine Zahl außerhalb des Gitters sagt, wie viele Häuser von dort zu sehen sind; höhere verdecken niedrigere.",
        ],
        SentenceKind::HiddenSkyscraper => [
            "Ziffern sind Häuser dieser Höhe; höhere verdecken niedrigere. Die Zahl außerhalb des Gitters ist das erste von dort aus verdeckte Haus.",
            "Ziffern sind Häuser dieser Höhe; höhere verdecken niedrigere. Eine Zahl außerhalb des Gitters ist das erste von dort aus verdeckte Haus.",
        ],
        SentenceKind::NumberedRoom => [
            "Die Zahl außerhalb des Gitters ist die N-te Ziffer von ihrer Seite aus; N ist die erste Ziffer von dort.",
            "Eine Zahl außerhalb des Gitters ist die N-te Ziffer von ihrer Seite aus; N ist die erste Ziffer von dort.",
        ],
        SentenceKind::ClueLetter => ["Ein Buchstabe steht für eine unbekannte Zahl. Gleiche Buchstaben sind gleiche Zahlen.", ""],
        SentenceKind::ClueRange => ["Ein Hinweis, der keine Zahl ist, nennt den Bereich der Zahl; ? ist jede Zahl.", ""],
        SentenceKind::FullRank => [
            "Alle Zeilen und Spalten werden in beiden Richtungen als Zahlen gelesen und von der kleinsten an geordnet. Die Zahl außerhalb des Gitters ist der Rang ihrer Linie, von dort gelesen, und keine andere Linie ist ihr gleich.",
            "Alle Zeilen und Spalten werden in beiden Richtungen als Zahlen gelesen und von der kleinsten an geordnet. Eine Zahl außerhalb des Gitters ist der Rang ihrer Linie, von dort gelesen, und keine andere Linie ist ihr gleich.",
        ],
        SentenceKind::FullRankTies => [
            "Alle Zeilen und Spalten werden in beiden Richtungen als Zahlen gelesen und von der kleinsten an geordnet; gleiche Zahlen teilen den niedrigsten ihrer Ränge. Die Zahl außerhalb des Gitters ist der Rang ihrer Linie, von dort gelesen.",
            "Alle Zeilen und Spalten werden in beiden Richtungen als Zahlen gelesen und von der kleinsten an geordnet; gleiche Zahlen teilen den niedrigsten ihrer Ränge. Eine Zahl außerhalb des Gitters ist der Rang ihrer Linie, von dort gelesen.",
        ],
        SentenceKind::Relation => [
            "Benachbarte Ziffern a, b, c … auf der Linie, von ihrem Kreis an, erfüllen {list}.",
            "Benachbarte Ziffern a, b, c … auf einer Linie, von ihrem Kreis an, erfüllen {list}.",
        ],
        SentenceKind::AllRelation => [
            "Je zwei Ziffern a und b der markierten Felder erfüllen {list}.",
            "Je zwei Ziffern a und b der gemeinsam markierten Felder erfüllen {list}.",
        ],
        SentenceKind::Pattern => [
            "Die Ziffern auf der Linie, von ihrem Kreis an, entsprechen dem Muster {list}.",
            "Die Ziffern auf jeder Linie, von ihrem Kreis an, entsprechen dem Muster {list}.",
        ],
        SentenceKind::Named => [
            "Die Ziffern auf der Linie, von ihrem Kreis an, befolgen die Regel „{list}“.",
            "Die Ziffern auf jeder Linie, von ihrem Kreis an, befolgen die Regel „{list}“.",
        ],
        SentenceKind::NamedSet => ["Die Ziffern der markierten Felder befolgen die Regel „{list}“.", "Die Ziffern gemeinsam markierter Felder befolgen die Regel „{list}“."],
        SentenceKind::Nameless => [
            "Die Ziffern auf der Linie, von ihrem Kreis an, befolgen eine Regel des Autors.",
            "Die Ziffern auf jeder Linie, von ihrem Kreis an, befolgen eine Regel des Autors.",
        ],
        SentenceKind::NamelessSet => ["Die Ziffern der markierten Felder befolgen eine Regel des Autors.", "Die Ziffern gemeinsam markierter Felder befolgen eine Regel des Autors."],
        SentenceKind::Connected => ["Alle Felder mit einer der Ziffern {list} hängen über Kanten zusammen.", ""],
        SentenceKind::ConnectedSize => ["Alle Felder mit einer der Ziffern {list} hängen über Kanten zusammen; es sind {n}.", ""],
        SentenceKind::ConnectedLayer => ["Alle Felder mit {list} hängen über Kanten zusammen.", ""],
        SentenceKind::ConnectedLayerSize => ["Alle Felder mit {list} hängen über Kanten zusammen; es sind {n}.", ""],
        SentenceKind::Chaos => ["Das Gitter ist in Gebiete aus {n} Feldern zu teilen, die über Kanten zusammenhängen. In einem Gebiet wiederholt sich keine Ziffer.", ""],
        SentenceKind::YinYang => ["Einige Felder sind zu schattieren, sodass alle schattierten Felder über Kanten zusammenhängen und alle unschattierten ebenso. Kein Quadrat aus 2×2 Feldern ist ganz schattiert oder ganz unschattiert.", ""],
        SentenceKind::Loop => ["Zu zeichnen ist ein einziger Rundweg durch benachbarte Felder. Er berührt sich selbst nicht an Kanten.", ""],
        SentenceKind::Snake => ["Zu zeichnen ist eine Schlange, ein Weg durch benachbarte Felder. Sie berührt sich selbst nicht an Kanten.", ""],
        SentenceKind::SnakeApart => ["Zu zeichnen ist eine Schlange, ein Weg durch benachbarte Felder. Sie berührt sich selbst nicht, auch nicht an Ecken.", ""],
        SentenceKind::Doublers => ["Jede Zeile, jede Spalte und jeder Block enthält einen Verdoppler, und keine Ziffer wird zweimal verdoppelt. Ein Verdoppler zählt das Doppelte seiner Ziffer.", ""],
        SentenceKind::Stars => ["Setze Sterne so, dass die Zahl der Sterne in jeder Zeile, jeder Spalte und jedem Block {n} ist. Sterne berühren einander nicht, auch nicht an einer Ecke.", ""],
        SentenceKind::Cave => ["Schattiere einige Felder. Die anderen Felder, die Höhle, hängen über Kanten zusammen; schattierte Felder hängen über Kanten mit dem Rand des Gitters zusammen. Eine Ziffer im Kreis liegt in der Höhle und sagt, wie viele Felder der Höhle in ihrer Zeile und Spalte von ihr aus zu sehen sind, sie selbst mitgezählt.", ""],
        SentenceKind::Nurikabe => ["Schattiere einige Felder, das Meer, das über Kanten zusammenhängt und kein Quadrat von 2×2 Feldern enthält. Die anderen Felder sind Inseln, die einander nicht entlang einer Kante berühren, jede mit einem Kreis, dessen Ziffer sagt, wie viele Felder die Insel hat.", ""],
        SentenceKind::Fillomino => ["Zerlege das Gitter in Stücke, die über Kanten zusammenhängen. Stücke aus gleich vielen Feldern berühren einander nicht entlang einer Kante. Eine Ziffer im Kreis sagt, wie viele Felder ihr Stück hat.", ""],
        SentenceKind::Galaxies => ["Zerlege das Gitter in Gebiete, die über Kanten zusammenhängen. Jedes hat einen der markierten Mittelpunkte und sieht nach einer halben Drehung um ihn gleich aus.", ""],
        SentenceKind::Schrodinger => ["Ein Feld jeder Zeile, jeder Spalte und jedes Blocks enthält zwei Ziffern. Keine Ziffer wiederholt sich in einer Zeile, einer Spalte oder einem Block. Der Wert eines solchen Feldes ist die Summe seiner Ziffern.", ""],
        SentenceKind::RunLength => [
            "Die Ziffer im Kreis sagt, wie viele Felder der gepunkteten Arme hintereinander wie das Feld sind, in dem die Arme beginnen; dieses zählt einmal.",
            "Eine Ziffer im Kreis sagt, wie viele Felder ihrer gepunkteten Arme hintereinander wie das Feld sind, in dem die Arme beginnen; dieses zählt einmal.",
        ],
        SentenceKind::RunLengthBeyond => [
            "Die Ziffer im Kreis sagt, wie viele gleiche Felder die gepunkteten Arme hinter dem ersten haben.",
            "Eine Ziffer im Kreis sagt, wie viele gleiche Felder ihre gepunkteten Arme hinter dem ersten haben.",
        ],
        SentenceKind::SameCount => [
            "Die Ziffer im Kreis sagt, wie viele Felder der gepunkteten Fläche wie das erste sind, das mitzählt.",
            "Eine Ziffer im Kreis sagt, wie viele Felder ihrer gepunkteten Fläche wie das erste sind, das mitzählt.",
        ],
        SentenceKind::SameCountBeyond => [
            "Die Ziffer im Kreis sagt, wie viele weitere Felder der gepunkteten Fläche wie das erste sind.",
            "Eine Ziffer im Kreis sagt, wie viele weitere Felder ihrer gepunkteten Fläche wie das erste sind.",
        ],
        SentenceKind::AnyOf => ["Mindestens eines davon gilt: {list}", "Für jede solche Markierung gilt mindestens eines davon: {list}"],
        SentenceKind::ManyAlternatives => ["Mindestens eine von mehreren Bedingungen des Autors gilt.", "Für jede solche Markierung gilt mindestens eine von mehreren Bedingungen des Autors."],
        SentenceKind::NotAll => ["Davon gilt nicht alles: {list}", ""],
        SentenceKind::NotAllOfMany => ["Mehrere Bedingungen des Autors gelten nicht alle.", ""],
        SentenceKind::NoneOf => ["Das gilt nicht: {list}", "Nichts davon gilt: {list}"],
        SentenceKind::NoneOfMany => ["Keine von mehreren Bedingungen des Autors gilt.", ""],
        SentenceKind::AllOf => ["Das alles gilt: {list}", ""],
        SentenceKind::AllOfMany => ["Mehrere Bedingungen des Autors gelten alle.", ""],
        SentenceKind::SomeOf => ["Von diesen {m} Bedingungen gilt genau {n}: {list}", "Von diesen {m} Bedingungen gelten genau {n}: {list}"],
        SentenceKind::SomeOfMany => ["Von {m} Bedingungen des Autors gilt genau {n}.", "Von {m} Bedingungen des Autors gelten genau {n}."],
        SentenceKind::SomeOfRange => ["Von diesen Bedingungen gelten {n} bis {m}: {list}", ""],
        SentenceKind::SomeOfManyRange => ["Von mehreren Bedingungen des Autors gelten {n} bis {m}.", ""],
        SentenceKind::Layer => ["Jedes Feld hat einen weiteren Wert von {n} bis {m}: {list}.", ""],
        SentenceKind::FurtherCells => ["Weitere Felder neben dem Gitter haben Werte von {n} bis {m}: {list}.", ""],
        SentenceKind::Number => ["{list} ist eine gesuchte Zahl von {n} bis {m}.", ""],
        SentenceKind::TintedValues => ["Grau sind die Felder mit {list} 1.", ""],
        SentenceKind::SmallValues => ["Die kleine Ziffer in der Ecke eines Feldes ist {list}.", ""],
        SentenceKind::KnownValues => ["Außerdem gegeben: {list}.", ""],
        SentenceKind::Own => ["{list}.", ""],
        SentenceKind::Except => ["Ausgenommen sind: {list}.", ""],
        SentenceKind::Here => ["Hier: {list}.", ""],
        SentenceKind::Undrawn => ["Nicht im Bild: {list}", ""],
    }
}
