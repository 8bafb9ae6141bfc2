//! What is known of each external solver: its arguments, its seed, how it tells its version and its answer.
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
//! How Mallob is started is told in [`mallob`].

use std::ffi::OsString;
use std::path::Path;

use crate::backend::program::known::{External, Known, Profile};
use crate::backend::program::mallob;
use crate::backend::{BackendError, OpenOptions, ProofFormat};
use crate::printable::printable;

/// What stands for the formula's file among the arguments of a command.
const FILE: &str = "{}";

/// No solver takes a larger seed.
const MAX_SEED: u64 = 0x7fff_ffff;

/// CaDiCaL's seeds end here.
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
    /// The name that answers and errors are reported under.
    pub(in crate::backend) fn name(&self) -> &str {
        match &self.profile {
            Profile::Known(known) => known.name(),
            Profile::Command(words) => &words[0],
        }
    }

    /// The program's name in `PATH`, or its file.
    pub(in crate::backend) fn program_name(&self) -> &str {
        match (&self.program, &self.profile) {
            (Some(program), _) => program,
            (None, Profile::Known(known)) => known.program(),
            (None, Profile::Command(words)) => &words[0],
        }
    }

    /// The words of a command.
    pub(in crate::backend) fn words(&self) -> Option<&[String]> {
        match &self.profile {
            Profile::Known(_) => None,
            Profile::Command(words) => Some(words),
        }
    }

    /// The environment variable that may name the program, where no option does.
    pub(in crate::backend) fn variable(&self) -> Option<&'static str> {
        match self.profile {
            Profile::Known(known) if self.program.is_none() => Some(known.variable()),
            _ => None,
        }
    }

    /// Whether it is Mallob, which is started through a launcher and in a folder of its own.
    pub(in crate::backend) fn is_mallob(&self) -> bool {
        self.profile == Profile::Known(Known::Mallob)
    }

    /// Whether it writes its answer into a file that it is told.
    pub(in crate::backend) fn has_result_file(&self) -> bool {
        matches!(self.profile, Profile::Known(Known::MiniSat | Known::Mallob))
    }

    /// The argument that makes it tell its version. MiniSat and Mallob have none.
    pub(in crate::backend) fn version_argument(&self) -> Option<&'static str> {
        match self.profile {
            Profile::Known(Known::MiniSat | Known::Mallob) | Profile::Command(_) => None,
            Profile::Known(_) => Some("--version"),
        }
    }

    /// The arguments but for the file.
    pub(in crate::backend) fn arguments(&self, options: &OpenOptions) -> Result<Vec<String>, BackendError> {
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
            // They tell their conflicts unless told to be quiet.
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
    /// The arguments with the formula's file in its place among them, or behind them, and that of the answer or of the
    /// proof, if there is one.
    pub(in crate::backend) fn with_files(
        &self,
        arguments: &[String],
        formula: &Path,
        result: Option<&Path>,
    ) -> Vec<OsString> {
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

/// The version in the first line of what a program says of itself.
pub(in crate::backend) fn version(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    let line = text.lines().next().unwrap_or_default().trim();
    // CryptoMiniSat tells it in a comment and a sentence.
    let version = line.strip_prefix("c ").and_then(|line| line.rsplit(' ').next()).unwrap_or(line);
    printable(version).into_owned()
}
