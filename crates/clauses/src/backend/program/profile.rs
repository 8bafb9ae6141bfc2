//! The profiles of external solvers: arguments, seed, settings, version and answer.
//!
//! | backend | arguments | seed | a setting, a bare one | its answer |
//! | --- | --- | --- | --- | --- |
//! | `kissat` | `--no-binary` for a proof as text | `--seed=N` | `--NAME=VALUE`, `--NAME` | `s` and `v` lines |
//! | `cadical` | the same, `--lrat` for LRAT | `--seed=N` | `--NAME=VALUE`, `--NAME` | `s` and `v` lines |
//! | `minisat` | | `-rnd-seed=N` | `-NAME=VALUE`, `-NAME` | a file of its own |
//! | `cryptominisat` | | `--random=N` | `--NAME=VALUE`, `--NAME` | `s` and `v` lines |
//! | `picosat` | `-v` | `-s N` | `-N VALUE`, or `--NAME` | `s` and `v` lines |
//! | `mallob` | `-q=1 -t=THREADS` | `-seed=N` | `-NAME=VALUE`, `-NAME`; `processes`, `threads` | `s` and `v` lines in a file, status 0 |
//! | `external` | those of the command | none | none | `s` and `v` lines |
//!
//! [`mallob`] describes the start of Mallob.

use std::ffi::OsString;
use std::path::Path;

use satdoku_base::printable::printable;

use crate::backend::program::known::{External, Known, Profile};
use crate::backend::program::mallob;
use crate::backend::{BackendError, OpenOptions, ProofFormat};

/// The placeholder of the formula's file among the arguments of a command.
const FILE: &str = "{}";

/// The largest seed of all solvers.
const MAX_SEED: u64 = 0x7fff_ffff;

/// The largest seed of CaDiCaL.
const MAX_CADICAL_SEED: u64 = 2_000_000_000;

impl Known {
    /// The program's name in `PATH`.
    fn program(self) -> &'static str {
        if self == Self::CryptoMiniSat { "cryptominisat5" } else { self.name() }
    }

    /// The environment variable that may name the program.
    fn variable(self) -> &'static str {
        match self {
            Self::Kissat => "KISSAT",
            Self::CaDiCaL => "CADICAL",
            Self::MiniSat => "MINISAT",
            Self::CryptoMiniSat => "CRYPTOMINISAT",
            Self::PicoSat => "PICOSAT",
            Self::Mallob => "MALLOB",
        }
    }
}

impl External {
    /// The solver's name in answers and errors.
    pub(crate) fn name(&self) -> &str {
        match &self.profile {
            Profile::Known(known) => known.name(),
            Profile::Command(words) => &words[0],
        }
    }

    /// The program's name in `PATH`, or its file.
    pub(crate) fn program_name(&self) -> &str {
        match (&self.program, &self.profile) {
            (Some(program), _) => program,
            (None, Profile::Known(known)) => known.program(),
            (None, Profile::Command(words)) => &words[0],
        }
    }

    /// The words of a command.
    pub(crate) fn words(&self) -> Option<&[String]> {
        match &self.profile {
            Profile::Known(_) => None,
            Profile::Command(words) => Some(words),
        }
    }

    /// The environment variable that may name the program, unless an option does.
    pub(crate) fn variable(&self) -> Option<&'static str> {
        match self.profile {
            Profile::Known(known) if self.program.is_none() => Some(known.variable()),
            _ => None,
        }
    }

    /// Whether the program is Mallob, which needs a launcher and a folder of its own.
    pub(crate) fn is_mallob(&self) -> bool {
        self.profile == Profile::Known(Known::Mallob)
    }

    /// Whether the program writes its answer into a given file.
    pub(crate) fn has_result_file(&self) -> bool {
        matches!(self.profile, Profile::Known(Known::MiniSat | Known::Mallob))
    }

    /// The argument that prints the program's version, unknown for MiniSat and Mallob.
    pub(crate) fn version_argument(&self) -> Option<&'static str> {
        match self.profile {
            Profile::Known(Known::MiniSat | Known::Mallob) | Profile::Command(_) => None,
            Profile::Known(_) => Some("--version"),
        }
    }

    /// The arguments but for the file.
    pub(crate) fn arguments(&self, options: &OpenOptions) -> Result<Vec<String>, BackendError> {
        let known = match &self.profile {
            Profile::Known(known) => *known,
            Profile::Command(words) => {
                return match options.settings.first() {
                    None => Ok(words[1..].to_vec()),
                    Some((name, _)) => {
                        Err(BackendError::UnknownSetting { backend: self.name().to_owned(), setting: name.clone() })
                    }
                };
            }
        };
        let mut arguments: Vec<String> = match known {
            Known::PicoSat => vec!["-v".to_owned()],
            // These programs print their conflicts unless told to be quiet.
            Known::Kissat | Known::CaDiCaL | Known::MiniSat | Known::CryptoMiniSat => Vec::new(),
            Known::Mallob => vec!["-q=1".to_owned()],
        };
        if options.proof.is_some() {
            let words: &[&str] = match options.proof_format.unwrap_or(ProofFormat::Drat) {
                ProofFormat::Lrat => &["--lrat", "--no-binary"],
                ProofFormat::BinaryLrat => &["--lrat"],
                ProofFormat::BinaryDrat => &[],
                ProofFormat::Drat | ProofFormat::Varisat => &["--no-binary"],
            };
            arguments.extend(words.iter().map(ToString::to_string));
        }
        if let Some(seed) = options.seed {
            let seed = seed & MAX_SEED;
            match known {
                Known::Kissat => arguments.push(format!("--seed={seed}")),
                Known::CaDiCaL => arguments.push(format!("--seed={}", seed.min(MAX_CADICAL_SEED))),
                // It wants a number above 0.
                Known::MiniSat => arguments.push(format!("-rnd-seed={}", seed.max(1))),
                Known::CryptoMiniSat => arguments.push(format!("--random={seed}")),
                Known::PicoSat => arguments.extend(["-s".to_owned(), seed.to_string()]),
                Known::Mallob => arguments.push(format!("-seed={seed}")),
            }
        }
        for (name, value) in &options.settings {
            if known == Known::Mallob && mallob::is_of_launch(name) {
                continue;
            }
            let dashes = match known {
                Known::MiniSat | Known::Mallob => "-",
                Known::PicoSat if name.len() == 1 => "-",
                _ => "--",
            };
            let option = format!("{dashes}{name}");
            match value.as_str() {
                "" => arguments.push(option),
                value if known == Known::PicoSat => arguments.extend([option, value.to_owned()]),
                value => arguments.push(format!("{option}={value}")),
            }
        }
        Ok(arguments)
    }
}

impl External {
    /// The arguments with the formula's file in its place or behind them, and with the file of the answer or the proof, if any.
    pub(crate) fn with_files(&self, arguments: &[String], formula: &Path, result: Option<&Path>) -> Vec<OsString> {
        let place = |word: &String| if word == FILE { formula.into() } else { word.into() };
        let mut words: Vec<OsString> = arguments.iter().map(place).collect();
        if self.is_mallob() {
            words.push(joined("-mono=", formula));
            words.extend(result.map(|result| joined("-s2f=", result)));
            return words;
        }
        if !arguments.iter().any(|word| word == FILE) {
            words.push(formula.into());
        }
        words.extend(result.map(Into::into));
        words
    }
}

fn joined(option: &str, path: &Path) -> OsString {
    let mut word = OsString::from(option);
    word.push(path);
    word
}

/// The version in the first line of a program's output.
pub(crate) fn version(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    let line = text.lines().next().unwrap_or_default().trim();
    // CryptoMiniSat prints its version at the end of a sentence in a comment.
    let version = line.strip_prefix("c ").and_then(|line| line.rsplit(' ').next()).unwrap_or(line);
    printable(version).into_owned()
}
