//! A command as a text and as words, split as in a shell: blanks part words, single quotes keep every character, double quotes
//! every character but backslashes, a backslash the next character. No other character is special, and no shell runs.

/// The words of a command; `None` where a quote or a backslash is left open.
pub(crate) fn split(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (character, quote) {
            (_, Some(open)) if character == open => quote = None,
            ('\'' | '"', None) => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            ('\\', None | Some('"')) => word.get_or_insert_default().push(characters.next()?),
            (_, None) if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

/// A text that splits into these words.
pub(crate) fn join(words: &[String]) -> String {
    let is_plain = |c: char| !c.is_whitespace() && !matches!(c, '\'' | '"' | '\\');
    let quoted = |word: &String| match word.as_str() {
        plain if !plain.is_empty() && plain.chars().all(is_plain) => plain.to_owned(),
        other => format!("'{}'", other.replace('\'', r"'\''")),
    };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_a_shell_does() {
        let cases: &[(&str, Option<&[&str]>)] = &[
            ("", Some(&[])),
            ("kissat", Some(&["kissat"])),
            ("  kissat   -q\t--sat ", Some(&["kissat", "-q", "--sat"])),
            ("'a b' \"c 'd'\" e\\ f", Some(&["a b", "c 'd'", "e f"])),
            (r#"a'b'"c"d '' "" \''"#, None),
            (r#"a'b'"c"d '' "" \'"#, Some(&["abcd", "", "", "'"])),
            (r#"'\' "\"" $HOME *;|"#, Some(&["\\", "\"", "$HOME", "*;|"])),
            ("'open", None),
            ("\"open", None),
            ("open\\", None),
        ];
        for (text, words) in cases {
            let words = words.map(|words| words.iter().map(ToString::to_string).collect::<Vec<_>>());
            assert_eq!(split(text), words, "{text}");
            if let Some(words) = words {
                assert_eq!(split(&join(&words)), Some(words), "{text}");
            }
        }
    }
}
