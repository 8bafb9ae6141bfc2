//! The picture of the README shows the puzzle of its first example, and the solution that is printed for it.

use super::page;
use crate::run;

/// The value of an attribute in the text of an element.
fn attribute<'a>(element: &'a str, name: &str) -> &'a str {
    let start = format!("{name}=\"");
    let value = element.split(&start).nth(1).unwrap_or_else(|| panic!("{element} has no {name}"));
    value.split('"').next().unwrap()
}

/// The digits of a group that have one of these classes, as a line: each is in the cell at whose place it is drawn.
fn digits(picture: &str, group: &str, classes: &[&str]) -> String {
    let group = picture.split(&format!("<g id=\"{group}\">")).nth(1).unwrap().split("</g>").next().unwrap();
    // The border begins at the upper left corner: M24 24v324…
    let border = group.split("class=\"thick\" d=\"M").nth(1).unwrap();
    let corner: Vec<u32> = border.split([' ', 'v', 'M']).take(3).map(|number| number.parse().unwrap()).collect();
    let [left, top, length] = corner[..] else { panic!("{border}") };
    let place = |at: &str, start: u32| ((at.parse::<u32>().unwrap() - start) * 9 / length) as usize;
    let mut line = [b'.'; 81];
    for element in group.split("<text ").skip(1) {
        let content = element.split('>').nth(1).unwrap().split('<').next().unwrap();
        let columns: Vec<_> = attribute(element, " x").split(' ').collect();
        assert_eq!(columns.len(), content.len(), "{element}");
        let row = place(attribute(element, " y"), top);
        for (x, digit) in columns.into_iter().zip(content.bytes()) {
            if classes.contains(&attribute(element, "class")) {
                line[row * 9 + place(x, left)] = digit;
            }
        }
    }
    String::from_utf8(line.into()).unwrap()
}

#[test]
fn the_picture_shows_the_first_example_and_its_solution() {
    let (readme, picture) = (page("README.md"), page("docs/puzzle.svg").text);
    assert!(readme.text.contains("src=\"docs/puzzle.svg\""));
    let commands = readme.commands();
    let puzzle = commands.iter().find_map(|command| command.text.strip_prefix("satdoku solve ")).unwrap();
    assert_eq!(digits(&picture, "puzzle", &["clue"]), puzzle);
    assert_eq!(digits(&picture, "puzzle", &["clue", "answer"]), puzzle);
    assert_eq!(digits(&picture, "solution", &["clue"]), puzzle);
    let solution = run(&["solve", "--output", "line", puzzle], "").stdout;
    assert_eq!(digits(&picture, "solution", &["clue", "answer"]), solution.trim_end());
    assert!(picture.contains("prefers-color-scheme: dark"));
}
