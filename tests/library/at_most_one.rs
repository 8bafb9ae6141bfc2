//! The forms of at-most-one: what they allow, how they propagate, and how large they are.

use satdoku::cnf::{AtMostOne, VarPool};
use satdoku::names::UnknownName;
use satdoku::{Cnf, Lit, Model, Var};

fn lits(count: usize) -> Vec<Lit> {
    // Negations among them, so that no form relies on a sign.
    (0..count).map(|index| Var::new(index).lit(index % 3 != 1)).collect()
}

fn write(form: AtMostOne, lits: &[Lit]) -> Cnf {
    let mut pool = VarPool::new();
    pool.fresh_block(lits.len() as u64).unwrap();
    let first = pool.fresh_block(form.auxiliaries(lits.len())).unwrap();
    let mut cnf = Cnf::new();
    cnf.declare_variables(pool.len());
    let Ok(()) = form.write(lits, first, &mut cnf);
    cnf
}

#[test]
fn exactly_the_assignments_with_at_most_one_true_extend_to_models() {
    for &form in AtMostOne::all() {
        for count in 0..=10 {
            let lits = lits(count);
            let cnf = write(form, &lits);
            let auxiliaries = cnf.variables() - count;
            for chosen in 0..1_usize << count {
                let chosen_lits =
                    lits.iter().enumerate().map(|(i, &lit)| if chosen >> i & 1 == 1 { lit } else { !lit });
                let base: Model = chosen_lits.collect();
                let has_model = (0..1_usize << auxiliaries).any(|bits| {
                    let mut model = base.clone();
                    (0..auxiliaries).for_each(|i| model.assign(Var::new(count + i).lit(bits >> i & 1 == 1)));
                    cnf.first_falsified(&model).is_none()
                });
                assert_eq!(has_model, chosen.count_ones() <= 1, "{form}: {chosen:b} of {count}");
            }
        }
    }
}

/// What follows from a literal by unit propagation; `None` at a conflict.
fn propagated(cnf: &Cnf, lit: Lit) -> Option<Model> {
    let mut model = Model::new();
    model.assign(lit);
    loop {
        let mut unit = None;
        for clause in cnf.clauses() {
            if clause.iter().any(|&lit| model.is_true(lit)) {
                continue;
            }
            let open: Vec<Lit> = clause.iter().copied().filter(|lit| model.value(lit.var()).is_none()).collect();
            match open[..] {
                [] => return None,
                [lit] => unit = Some(lit),
                _ => {}
            }
        }
        match unit {
            Some(lit) => model.assign(lit),
            None => return Some(model),
        }
    }
}

#[test]
fn a_true_literal_makes_the_others_false_by_unit_propagation() {
    for &form in AtMostOne::all() {
        for count in [1, 2, 5, 6, 7, 8, 9, 16, 17, 23] {
            let lits = lits(count);
            let cnf = write(form, &lits);
            for &lit in &lits {
                let model = propagated(&cnf, lit).unwrap();
                assert!(lits.iter().all(|&other| other == lit || model.is_true(!other)), "{form} {count} {lit}");
            }
        }
    }
}

#[test]
fn the_sizes_are_those_of_the_tables() {
    let pairs = |n: u64| n * n.saturating_sub(1) / 2;
    for &form in AtMostOne::all() {
        for count in 0..=150 {
            let cnf = write(form, &lits(count));
            let (clauses, auxiliaries) = (form.clauses(count), form.auxiliaries(count));
            assert_eq!(cnf.len() as u64, clauses, "{form} {count}");
            assert_eq!(cnf.variables() as u64, count as u64 + auxiliaries, "{form} {count}");
            assert!(clauses <= pairs(count as u64), "{form} {count}");
            // Every auxiliary variable occurs.
            let used: std::collections::HashSet<Var> = cnf.clauses().flatten().map(|lit| lit.var()).collect();
            assert!((count..cnf.variables()).all(|index| used.contains(&Var::new(index))), "{form} {count}");
        }
    }
    let size = |form: AtMostOne, count| (form.clauses(count), form.auxiliaries(count));
    assert_eq!(size(AtMostOne::Pairwise, 100), (4950, 0));
    assert_eq!((size(AtMostOne::Product, 16), size(AtMostOne::Product, 100)), ((44, 8), (258, 34)));
    assert_eq!((size(AtMostOne::Sequential, 6), size(AtMostOne::Sequential, 100)), ((14, 5), (296, 99)));
    assert_eq!((size(AtMostOne::Commander, 9), size(AtMostOne::Commander, 27)), ((21, 3), (75, 12)));
    assert_eq!((size(AtMostOne::Bimander, 16), size(AtMostOne::Bimander, 100)), ((56, 2), (850, 4)));
    assert_eq!((size(AtMostOne::Binary, 16), size(AtMostOne::Binary, 100)), ((64, 4), (700, 7)));
    // Few literals are pairs in every form.
    assert!(AtMostOne::all().iter().all(|form| size(*form, 4) == (6, 0)));
    assert_eq!(AtMostOne::Auto.for_size(AtMostOne::PAIRS_UP_TO), AtMostOne::Pairwise);
    assert_eq!(AtMostOne::Auto.for_size(AtMostOne::PAIRS_UP_TO + 1), AtMostOne::Product);
}

#[test]
fn names_read_back_and_others_are_refused() {
    for &form in AtMostOne::all() {
        assert_eq!(form.to_string().parse(), Ok(form));
    }
    let error: UnknownName = "pairs".parse::<AtMostOne>().unwrap_err();
    let expected = "expected one of pairwise, product, sequential, commander, bimander, binary, auto, found \"pairs\"";
    assert_eq!(error.to_string(), expected);
}
