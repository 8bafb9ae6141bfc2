//! Files and folders as tables.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::common::{Result, plan_err};
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::datasource::file_format::options::ReadOptions;
use datafusion::datasource::listing::{ListingOptions, ListingTable, ListingTableConfig, ListingTableUrl};
use datafusion::prelude::{CsvReadOptions, JsonReadOptions, ParquetReadOptions, SessionContext};

/// What a file holds, by its name.
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
    fn of(path: &Path) -> Option<(Self, FileCompressionType)> {
        let name = path.file_name()?.to_str()?.to_ascii_lowercase();
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

/// A table of a query: its name and its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The name.
    pub name: String,
    /// A file, or a folder all of whose files are of one kind.
    pub path: PathBuf,
}

impl FromStr for Table {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((name, path)) if !name.is_empty() && !path.is_empty() => {
                Ok(Self { name: name.to_owned(), path: path.into() })
            }
            _ => Err(format!("expected NAME=PATH, found {text:?}")),
        }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.path.display())
    }
}

/// No puzzle has these bytes, so that a line is one field, whatever it says.
const NO_DELIMITER: u8 = 0x1e;
const NO_QUOTE: u8 = 0x1f;

impl Table {
    /// The files, in the order of their names. Files whose names begin with a dot or an underscore are no data.
    ///
    /// # Errors
    /// If there are none, or a folder cannot be read.
    pub fn files(&self) -> Result<Vec<PathBuf>> {
        if !self.path.is_dir() {
            return match self.path.metadata() {
                Ok(_) => Ok(vec![self.path.canonicalize()?]),
                Err(error) => plan_err!("{}: {error}", self.path.display()),
            };
        }
        let mut files = Vec::new();
        let mut folders = vec![self.path.canonicalize()?];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder)? {
                let path = entry?.path();
                let is_hidden = path.file_name().is_none_or(|name| name.to_string_lossy().starts_with(['.', '_']));
                if is_hidden {
                    continue;
                }
                if path.is_dir() { folders.push(path) } else { files.push(path) }
            }
        }
        files.sort();
        if files.is_empty() { plan_err!("{}: there are no files", self.path.display()) } else { Ok(files) }
    }

    /// Registers some of the files as the table.
    ///
    /// # Errors
    /// If the files are not all of one kind that is known, or cannot be read.
    pub async fn register(&self, session: &SessionContext, files: &[PathBuf]) -> Result<()> {
        let mut kinds = Vec::new();
        for file in files {
            match Contents::of(file) {
                Some(kind) if kinds.is_empty() || kinds[0] == kind => kinds.push(kind),
                Some(_) => return plan_err!("{}: another kind of file than the first of the table", file.display()),
                None => {
                    return plan_err!(
                        "{}: expected a name that ends in .parquet, .csv, .json, .jsonl or .txt, or in these and .gz, .zst, .xz \
                         or .bz2",
                        file.display()
                    );
                }
            }
        }
        let Some(&(contents, packing)) = kinds.first() else { return plan_err!("{}: no files", self.name) };
        let urls = files.iter().map(|file| url_of(file)).collect::<Result<Vec<_>>>()?;
        let options = options(contents, packing, session).with_file_extension("");
        let config = ListingTableConfig::new_with_multi_paths(urls).with_listing_options(options);
        let config = match contents {
            Contents::Parquet | Contents::Json => config.infer_schema(&session.state()).await?,
            Contents::Csv => {
                let inferred = config.infer_schema(&session.state()).await?;
                let schema = inferred.file_schema.clone().unwrap_or_else(|| Arc::new(Schema::empty()));
                // Sixteen digits are a puzzle, not a number: a column is text whatever it looks like.
                let fields: Vec<_> = schema.fields().iter().map(|field| text_field(field.name())).collect();
                inferred.with_schema(Arc::new(Schema::new(fields)))
            }
            Contents::Text => config.with_schema(Arc::new(Schema::new(vec![text_field("puzzle")]))),
        };
        session.register_table(self.name.as_str(), Arc::new(ListingTable::try_new(config)?))?;
        Ok(())
    }
}

/// The address of a file. A path may have signs that mean something in an address.
fn url_of(file: &Path) -> Result<ListingTableUrl> {
    let Ok(url) = url::Url::from_file_path(file) else {
        return plan_err!("{}: no absolute path", file.display());
    };
    ListingTableUrl::parse(url.as_str())
}

fn text_field(name: &str) -> Field {
    Field::new(name, DataType::Utf8, true)
}

fn options(contents: Contents, packing: FileCompressionType, session: &SessionContext) -> ListingOptions {
    let (config, defaults) = (session.copied_config(), session.copied_table_options());
    match contents {
        Contents::Parquet => ParquetReadOptions::default().to_listing_options(&config, defaults),
        Contents::Csv => CsvReadOptions::new().file_compression_type(packing).to_listing_options(&config, defaults),
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
