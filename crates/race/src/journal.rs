//! The folder of a race: its description, and its rows as they arrive.
//!
//! A row is a line of `results.jsonl` and a line of `results.csv`. A race resumes from `results.jsonl`: a line left unfinished by a
//! sudden end is cut off, and the table is rewritten from the remaining rows.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{RaceError, Record};

/// The names of the files in the folder.
const ABOUT: &str = "race.json";
const LINES: &str = "results.jsonl";
const TABLE: &str = "results.csv";

/// The folder of a race in progress.
pub(crate) struct Journal {
    folder: PathBuf,
    lines: File,
    table: File,
    records: Vec<Record>,
    keys: HashSet<(String, String, u32)>,
}

impl Journal {
    /// Opens a folder; in a folder that has been used before, `about` must agree with the folder's description.
    ///
    /// # Errors
    /// If the folder cannot be worked in, or holds another race.
    pub(crate) fn open(folder: &Path, about: &Value) -> Result<Self, RaceError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| RaceError::File { path, source }
        };
        fs::create_dir_all(folder).map_err(failed(folder))?;
        let about_path = folder.join(ABOUT);
        match fs::read_to_string(&about_path) {
            Ok(text) => {
                let mut found: Value = serde_json::from_str(&text).unwrap_or_default();
                if let Some(what) = merge(&mut found, about) {
                    return Err(RaceError::AnotherRace { folder: folder.to_owned(), what });
                }
                replace(&about_path, format!("{found:#}\n")).map_err(failed(&about_path))?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                replace(&about_path, format!("{about:#}\n")).map_err(failed(&about_path))?;
            }
            Err(source) => return Err(RaceError::File { path: about_path, source }),
        }
        let lines_path = folder.join(LINES);
        let records = match fs::read(&lines_path) {
            Ok(text) => read(&lines_path, &text)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(failed(&lines_path)(error)),
        };
        let table_path = folder.join(TABLE);
        let lines: String = records.iter().map(Record::to_json).collect();
        let table = Record::csv_head() + &records.iter().map(Record::to_csv).collect::<String>();
        replace(&lines_path, &lines).map_err(failed(&lines_path))?;
        replace(&table_path, &table).map_err(failed(&table_path))?;
        let append = |path: &Path| OpenOptions::new().append(true).open(path).map_err(failed(path));
        let keys = records.iter().map(Record::key).collect();
        Ok(Self { folder: folder.to_owned(), lines: append(&lines_path)?, table: append(&table_path)?, records, keys })
    }

    pub(crate) fn has(&self, digest: &str, entrant: &str, repetition: u32) -> bool {
        self.keys.contains(&(digest.to_owned(), entrant.to_owned(), repetition))
    }

    pub(crate) fn records(&self) -> &[Record] {
        &self.records
    }

    pub(crate) fn into_records(self) -> Vec<Record> {
        self.records
    }

    /// Appends a row.
    ///
    /// # Errors
    /// If the row cannot be written.
    pub(crate) fn add(&mut self, record: Record) -> Result<(), RaceError> {
        let failed = |name: &str| {
            let path = self.folder.join(name);
            move |source| RaceError::File { path, source }
        };
        self.lines.write_all(record.to_json().as_bytes()).map_err(failed(LINES))?;
        self.table.write_all(record.to_csv().as_bytes()).map_err(failed(TABLE))?;
        self.keys.insert(record.key());
        self.records.push(record);
        Ok(())
    }
}

/// Writes a file atomically.
pub(crate) fn replace(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // The permissions of an ordinary file: readable by whomever the user's mask allows.
    let permissions = fs::Permissions::from_mode(0o666);
    let mut file = tempfile::Builder::new().permissions(permissions).tempfile_in(folder)?;
    file.write_all(bytes.as_ref())?;
    file.persist(path).map(drop).map_err(|error| error.error)
}

/// The rows of a file; the last may be unfinished.
fn read(path: &Path, text: &[u8]) -> Result<Vec<Record>, RaceError> {
    let text = String::from_utf8_lossy(text);
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let record = |(at, line): (usize, &str)| {
        Record::from_json(line).ok_or_else(|| RaceError::Row { path: path.to_owned(), line: at + 1 })
    };
    whole.lines().enumerate().map(record).collect()
}

/// Merges the description of a race into the description in the folder; returns the first contradiction in words.
fn merge(there: &mut Value, here: &Value) -> Option<String> {
    let (Value::Object(there), Value::Object(here)) = (there, here) else { return Some("its description".to_owned()) };
    for (name, here) in here {
        match there.get_mut(name) {
            None => drop(there.insert(name.clone(), here.clone())),
            Some(there) if there == here => {}
            Some(there) if there.is_object() => {
                if let Some(what) = merge(there, here) {
                    return Some(what);
                }
            }
            Some(there) => return Some(format!("{name} is {there} there and {here} here")),
        }
    }
    None
}
