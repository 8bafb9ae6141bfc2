//! Files, folders, objects of stores and numbers as tables.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::common::{DataFusionError, Result, plan_err};
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::datasource::file_format::options::ReadOptions;
use datafusion::datasource::listing::{ListingOptions, ListingTable, ListingTableConfig, ListingTableUrl};
use datafusion::logical_expr::lit;
use datafusion::prelude::{CsvReadOptions, JsonReadOptions, ParquetReadOptions, SessionContext};

use futures::TryStreamExt;
use object_store::{ObjectMeta, ObjectStoreExt};
use url::Url;

use crate::functions::numbers;
use crate::output::PARTIAL;
use crate::stores;

/// The contents of a file, by the ending of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Contents {
    Parquet,
    Csv,
    /// An object a line.
    Json,
    /// A puzzle a line, in the one column `puzzle`.
    Text,
}

impl Contents {
    fn of(name: &str) -> Option<(Self, FileCompressionType)> {
        let name = name.to_ascii_lowercase();
        let packed = [
            (".gz", FileCompressionType::GZIP),
            (".zst", FileCompressionType::ZSTD),
            (".xz", FileCompressionType::XZ),
            (".bz2", FileCompressionType::BZIP2),
        ];
        let found =
            packed.into_iter().find_map(|(ending, packing)| Some((name.strip_suffix(ending)?.to_owned(), packing)));
        let (name, packing) = found.unwrap_or((name, FileCompressionType::UNCOMPRESSED));
        let contents = match name.rsplit_once('.')?.1 {
            "parquet" => Self::Parquet,
            "csv" => Self::Csv,
            "json" | "jsonl" | "ndjson" => Self::Json,
            "txt" | "sdm" | "opensudoku" => Self::Text,
            _ => return None,
        };
        Some((contents, packing))
    }
}

/// A table of a query: its name and the source of its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The name.
    pub name: String,
    /// The source of the rows.
    pub source: Source,
}

/// The source of a table's rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file, or a folder with files of one kind.
    Path(PathBuf),
    /// An object of a store, or the objects below an address, all of one kind.
    Address(Url),
    /// Numbers in the single column `value`, for example the numbers of a recipe's puzzles.
    Numbers {
        /// The first number.
        from: u64,
        /// The end, exclusive.
        to: u64,
        /// The count of numbers in a part.
        part: u64,
    },
}

/// The piece of a table that a part of a query reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A file.
    File(PathBuf),
    /// An object of a store.
    Object {
        /// The address.
        url: Url,
        /// The size in bytes.
        bytes: u64,
        /// The version of the object: its ETag, or the time of the last change.
        state: String,
    },
    /// Numbers from the first to the second, exclusive.
    Numbers(u64, u64),
}

/// The default count of numbers in a part, and the largest, as the numbers travel as a list.
const USUAL_NUMBERS: u64 = 10_000;
const MOST_NUMBERS: u64 = 1_000_000;

/// The largest count of parts of a table of numbers: the manifest has an entry for each part.
const MOST_PARTS: u64 = 10_000;

impl FromStr for Table {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((name, source)) if !name.is_empty() && !source.is_empty() => {
                Ok(Self { name: name.to_owned(), source: source.parse()? })
            }
            _ => Err(format!("expected NAME=PATH or NAME=FROM..TO, found {text:?}")),
        }
    }
}

impl FromStr for Source {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.contains("://") {
            return stores::address(text).map(Self::Address);
        }
        let (range, part) = text.split_once('/').map_or((text, None), |(range, part)| (range, Some(part)));
        let Some((Ok(from), Ok(to))) =
            range.split_once("..").map(|(from, to)| (from.parse::<u64>(), to.parse::<u64>()))
        else {
            return Ok(Self::Path(text.into()));
        };
        let part = match part.map(str::parse) {
            None => USUAL_NUMBERS,
            Some(Ok(part)) if (1..=MOST_NUMBERS).contains(&part) => part,
            Some(_) => return Err(format!("{text}: a part has from 1 to {MOST_NUMBERS} numbers")),
        };
        if from > to || i64::try_from(to).is_err() || (to - from).div_ceil(part) > MOST_PARTS {
            return Err(format!("{text}: expected FROM..TO or FROM..TO/PART with at most {MOST_PARTS} parts"));
        }
        Ok(Self::Numbers { from, to, part })
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.source {
            Source::Path(path) => write!(f, "{}={}", self.name, path.display()),
            Source::Address(url) => write!(f, "{}={url}", self.name),
            Source::Numbers { from, to, part } => write!(f, "{}={from}..{to}/{part}", self.name),
        }
    }
}

/// Bytes that occur in no puzzle; as delimiter and quote they make each line of text one field.
const NO_DELIMITER: u8 = 0x1e;
const NO_QUOTE: u8 = 0x1f;

impl Table {
    /// The files or objects, in the order of their names, or the numbers. Skips files whose names begin with a dot or an
    /// underscore, and files that are being written.
    ///
    /// # Errors
    /// If there are no files or objects, or a folder or a store cannot be read.
    pub async fn pieces(&self, session: &SessionContext) -> Result<Vec<Piece>> {
        match &self.source {
            Source::Path(path) => Ok(files(path)?.into_iter().map(Piece::File).collect()),
            Source::Address(url) => objects(session, url).await,
            &Source::Numbers { from, to, part } => {
                let piece = |number: u64| Piece::Numbers(from + number * part, (from + (number + 1) * part).min(to));
                Ok((0..(to - from).div_ceil(part)).map(piece).collect())
            }
        }
    }

    /// Registers pieces as the table. `travels` says that the session sends its queries to a cluster.
    ///
    /// # Errors
    /// If the files are of an unknown kind or of several kinds, or cannot be read.
    pub async fn register(&self, session: &SessionContext, pieces: &[Piece], travels: bool) -> Result<()> {
        let mut files = Vec::new();
        let mut ranges = Vec::new();
        for piece in pieces {
            match piece {
                Piece::File(file) => files.push(url_of(file)?),
                Piece::Object { url, .. } => files.push(url.clone()),
                &Piece::Numbers(from, to) => ranges.push((from, to)),
            }
        }
        match self.source {
            Source::Path(_) | Source::Address(_) => self.register_files(session, &files).await,
            Source::Numbers { .. } => self.register_numbers(session, &ranges, travels).await,
        }
    }

    async fn register_numbers(&self, session: &SessionContext, ranges: &[(u64, u64)], travels: bool) -> Result<()> {
        let first = ranges.first().map_or(0, |&(from, _)| from);
        let last = ranges.last().map_or(first, |&(_, to)| to);
        let table = if travels {
            // A plan with a lazy range cannot be sent to another process; a plan with a list can.
            let select = |(from, to): &(u64, u64)| format!("SELECT unnest(range({from}, {to})) AS value");
            let mut selects: Vec<String> = ranges.iter().map(select).collect();
            if selects.is_empty() {
                selects.push(select(&(0, 0)));
            }
            session.sql(&selects.join(" UNION ALL ")).await?.into_view()
        } else {
            numbers(&lit(first.cast_signed()), &lit(last.cast_signed()), &session.state())?
        };
        session.register_table(self.name.as_str(), table)?;
        Ok(())
    }

    async fn register_files(&self, session: &SessionContext, files: &[Url]) -> Result<()> {
        let mut kinds = Vec::new();
        for file in files {
            match Contents::of(file.path_segments().and_then(Iterator::last).unwrap_or_default()) {
                Some(kind) if kinds.is_empty() || kinds[0] == kind => kinds.push(kind),
                Some(_) => return plan_err!("{}: another kind of file than the first of the table", shown(file)),
                None => {
                    return plan_err!(
                        "{}: expected a name that ends in .parquet, .csv, .json, .jsonl or .txt, or in these and .gz, .zst, .xz \
                         or .bz2",
                        shown(file)
                    );
                }
            }
        }
        let Some(&(contents, packing)) = kinds.first() else { return plan_err!("{}: no files", self.name) };
        let urls = files.iter().map(ListingTableUrl::parse).collect::<Result<Vec<_>>>()?;
        let options = options(contents, packing, session).with_file_extension("");
        let config = ListingTableConfig::new_with_multi_paths(urls).with_listing_options(options);
        let config = match contents {
            Contents::Parquet | Contents::Json => config.infer_schema(&session.state()).await?,
            Contents::Csv => {
                let inferred = config.infer_schema(&session.state()).await?;
                let schema = inferred.file_schema.clone().unwrap_or_else(|| Arc::new(Schema::empty()));
                // Sixteen digits are a puzzle, not a number, so every column is read as text.
                let fields: Vec<_> = schema.fields().iter().map(|field| text_field(field.name())).collect();
                inferred.with_schema(Arc::new(Schema::new(fields)))
            }
            Contents::Text => config.with_schema(Arc::new(Schema::new(vec![text_field("puzzle")]))),
        };
        session.register_table(self.name.as_str(), Arc::new(ListingTable::try_new(config)?))?;
        Ok(())
    }
}

fn files(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return match path.metadata() {
            Ok(_) => Ok(vec![path.canonicalize()?]),
            Err(error) => plan_err!("{}: {error}", path.display()),
        };
    }
    let mut files = Vec::new();
    let mut folders = vec![path.canonicalize()?];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.file_name().is_none_or(|name| is_no_data(&name.to_string_lossy())) {
                continue;
            }
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    if files.is_empty() { plan_err!("{}: there are no files", path.display()) } else { Ok(files) }
}

fn is_no_data(name: &str) -> bool {
    name.starts_with(['.', '_']) || name.ends_with(PARTIAL)
}

/// The object at an address, or else the objects below the address.
async fn objects(session: &SessionContext, url: &Url) -> Result<Vec<Piece>> {
    let wrong = |error: object_store::Error| DataFusionError::from(error).context(format!("cannot read {url}"));
    let store = session.runtime_env().object_store_registry.get_store(url)?;
    let path = object_store::path::Path::from_url_path(url.path()).map_err(|error| wrong(error.into()))?;
    let found = match store.head(&path).await {
        Ok(object) if !url.path().ends_with('/') => vec![object],
        Ok(_) | Err(object_store::Error::NotFound { .. }) => {
            let is_data = |object: &ObjectMeta| {
                object.size > 0
                    && object
                        .location
                        .prefix_match(&path)
                        .is_some_and(|mut parts| !parts.any(|part| is_no_data(part.as_ref())))
            };
            let all = store.list(Some(&path)).try_filter(|object| std::future::ready(is_data(object)));
            let mut found: Vec<ObjectMeta> = all.try_collect().await.map_err(wrong)?;
            found.sort_by(|a, b| a.location.cmp(&b.location));
            found
        }
        Err(error) => return Err(wrong(error)),
    };
    if found.is_empty() {
        return plan_err!("{url}: there are no objects");
    }
    let piece = |object: ObjectMeta| {
        let mut url = url.clone();
        // `set_path` keeps percent signs as they are, so one in a name is escaped first.
        url.set_path(&object.location.as_ref().replace('%', "%25"));
        let state = object.e_tag.unwrap_or_else(|| object.last_modified.to_rfc3339());
        Piece::Object { url, bytes: object.size, state }
    };
    Ok(found.into_iter().map(piece).collect())
}

/// The address of a file; escapes the characters of the path that have a meaning in addresses.
fn url_of(file: &Path) -> Result<Url> {
    Url::from_file_path(file).or_else(|()| plan_err!("{}: no absolute path", file.display()))
}

/// An address as the user gave it: for a file, its path.
fn shown(url: &Url) -> String {
    let path = if url.scheme() == "file" { url.to_file_path().ok() } else { None };
    path.map_or_else(|| url.to_string(), |path| path.display().to_string())
}

fn text_field(name: &str) -> Field {
    Field::new(name, DataType::Utf8, true)
}

fn options(contents: Contents, packing: FileCompressionType, session: &SessionContext) -> ListingOptions {
    let (config, defaults) = (session.copied_config(), session.copied_table_options());
    match contents {
        Contents::Parquet => ParquetReadOptions::default().to_listing_options(&config, defaults),
        // A quoted puzzle with rules may span several lines.
        Contents::Csv => CsvReadOptions::new()
            .newlines_in_values(true)
            .file_compression_type(packing)
            .to_listing_options(&config, defaults),
        Contents::Json => {
            JsonReadOptions::default().file_compression_type(packing).to_listing_options(&config, defaults)
        }
        Contents::Text => CsvReadOptions::new()
            .has_header(false)
            .delimiter(NO_DELIMITER)
            .quote(NO_QUOTE)
            .comment(b'#')
            .file_compression_type(packing)
            .to_listing_options(&config, defaults),
    }
}
