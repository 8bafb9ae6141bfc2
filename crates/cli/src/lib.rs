//! The command line over the public API.
//!
//! | room | what it is | may use |
//! | --- | --- | --- |
//! | `process` | messages, colours, signals, memory, exit statuses | – |
//! | `show` | how answers look to a person | `process` |
//! | `stream` | from files to answers, millions of puzzles | `show`, `process` |
//! | `args` | the options that subcommands share | the above |
//! | `commands` | the subcommands, one file each | the above |
//!
//! The board in the browser and its API are the crate `satdoku-serve`.

#![warn(missing_debug_implementations)]

mod args;
mod commands;
mod first_words;
mod process;
mod show;
mod stream;
mod usage;

use std::ffi::OsString;

use clap::{Arg, Args, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};

#[cfg(feature = "pictures")]
use crate::commands::book;
use crate::commands::{
    ask, backends, candidates, check, completions, convert, count, cover, decode, draw, encode, explain, generate,
    hint, man, page, path, rate, rules, sample, sat, solve, techniques,
};
#[cfg(feature = "serve")]
use crate::commands::{connect, serve};
use crate::commands::{prove, verify};
#[cfg(feature = "race")]
use crate::commands::{race, race_worker};
pub(crate) use crate::process::failure::Failure;
use crate::process::memory::Memory;
use crate::process::status::{self, Status};
use crate::process::unfinished_folder;
use crate::process::{color, interrupt, messages};
use crate::stream::destination;

/// Sudoku of any size through SAT: solve, count, explain, generate, prove, encode.
#[derive(Parser, Debug)]
#[command(
    name = NAME,
    version,
    max_term_width = 100,
    after_help = status::help()
)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    common: Common,
}

/// The name of the program.
const NAME: &str = "satdoku";

/// The heading of the options common to all subcommands.
const EVERYWHERE: &str = "Options of every subcommand";

/// What every subcommand takes.
#[derive(Args, Debug)]
struct Common {
    /// Print details on standard error where there are any: how each input is read, which solver auto chooses
    #[arg(short, long, global = true, conflicts_with = "quiet", help_heading = EVERYWHERE)]
    verbose: bool,

    /// Print no progress, no hints and no messages about single puzzles on standard error
    #[arg(short, long, global = true, help_heading = EVERYWHERE)]
    quiet: bool,

    /// Choose when to use colours; auto: on a terminal, unless the variable `NO_COLOR` is set
    #[arg(long, global = true, help_heading = EVERYWHERE, value_name = "WHEN", default_value = "auto", hide_default_value = true)]
    color: ColorChoice,
}

#[derive(Subcommand, Debug)]
enum Command {
    Solve(solve::Solve),
    Count(count::Counting),
    Sample(sample::Sample),
    Check(check::Check),
    Explain(explain::Explain),
    Candidates(candidates::CandidatesOf),
    Hint(hint::Hint),
    Path(path::Path),
    Rate(rate::Rate),
    Convert(convert::Convert),
    Draw(draw::Draw),
    #[cfg(feature = "pictures")]
    Book(book::MakeBook),
    Encode(encode::Encode),
    Decode(decode::Decode),
    Sat(sat::Sat),
    Cover(cover::Cover),
    Generate(generate::Generate),
    Prove(prove::Prove),
    Verify(verify::Verify),
    #[cfg(feature = "race")]
    Race(race::Race),
    #[cfg(feature = "race")]
    RunOne(race_worker::RunOne),
    #[cfg(feature = "serve")]
    Serve(serve::Serve),
    #[cfg(feature = "serve")]
    Connect(connect::Connect),
    Page(page::Page),
    Ask(ask::Ask),
    Backends(backends::Backends),
    Rules(rules::Rules),
    Techniques(techniques::Techniques),
    Completions(completions::Completions),
    Man(man::Man),
}

/// Removes incomplete output, or says where it is kept.
fn give_up_unfinished() {
    destination::give_up_all();
    unfinished_folder::give_up_all();
}

/// Runs the command named by the arguments (without the program's name) and returns the exit status.
///
/// The function assumes that it owns the process: it handles signals and may end the process.
#[must_use]
pub fn run(arguments: Vec<OsString>) -> u8 {
    let memory = Memory::now();
    if let Some(status) = first_words::answer(&arguments) {
        return status.code();
    }
    let cli = parse(arguments);
    messages::set_talk(cli.common.verbose, cli.common.quiet);
    color::set_color(cli.common.color);
    interrupt::before_exit(give_up_unfinished);
    let result = match cli.command {
        Command::Solve(solve) => solve.run(memory),
        Command::Count(counting) => counting.run(),
        Command::Sample(sample) => sample.run(),
        Command::Check(check) => check.run(),
        Command::Explain(explain) => explain.run(),
        Command::Candidates(candidates) => candidates.run(),
        Command::Hint(hint) => hint.run(),
        Command::Path(path) => path.run(),
        Command::Rate(rate) => rate.run(),
        Command::Convert(convert) => convert.run(),
        Command::Draw(draw) => draw.run(),
        #[cfg(feature = "pictures")]
        Command::Book(book) => book.run(),
        Command::Encode(encode) => encode.run(memory),
        Command::Decode(decode) => decode.run(),
        Command::Sat(sat) => return sat.run(),
        Command::Cover(cover) => cover.run(),
        Command::Generate(generate) => generate.run(),
        Command::Prove(prove) => prove.run(),
        Command::Verify(verify) => verify.run(),
        #[cfg(feature = "race")]
        Command::Race(race) => race.run(),
        #[cfg(feature = "race")]
        Command::RunOne(run_one) => run_one.run(),
        #[cfg(feature = "serve")]
        Command::Serve(serve) => serve.run(),
        #[cfg(feature = "serve")]
        Command::Connect(connect) => connect.run(),
        Command::Page(page) => page.run(),
        Command::Ask(ask) => ask.run(),
        Command::Backends(backends) => backends.run(),
        Command::Rules(rules) => rules.run(),
        Command::Techniques(techniques) => techniques.run(),
        Command::Completions(completions) => completions.run(),
        Command::Man(man) => man.run(),
    };
    messages::say_rest();
    exit_code(result)
}

/// Reads the arguments. The most frequent subcommands are first parsed with a description of their own arguments alone, which saves
/// pages of memory and half of the time; everything else, help and errors included, goes to the full description.
fn parse(arguments: Vec<OsString>) -> Cli {
    let plain = match arguments.first().and_then(|name| name.to_str()) {
        Some("solve") => parse_one(&arguments, Command::Solve),
        Some("count") => parse_one(&arguments, Command::Count),
        Some("check") => parse_one(&arguments, Command::Check),
        Some("convert") => parse_one(&arguments, Command::Convert),
        Some("encode") => parse_one(&arguments, Command::Encode),
        _ => None,
    };
    plain.unwrap_or_else(|| {
        // The parser's own `help` subcommand accepts no options, though it lists some.
        let is_help = |word: &OsString| word == "--help" || word == "-h";
        let arguments = match &arguments[..] {
            [help, option] if help == "help" && is_help(option) => vec![help.clone(); 2],
            _ => arguments,
        };
        let in_any_case = |arg: Arg| if arg.get_action().takes_values() { arg.ignore_case(true) } else { arg };
        let any_case = |command: clap::Command| command.mut_args(in_any_case);
        let command = any_case(Cli::command()).mut_subcommands(any_case).color(color_of(&arguments));
        let with_name = std::iter::once(NAME.into()).chain(arguments);
        let cli =
            command.try_get_matches_from(with_name).and_then(|mut matches| Cli::from_arg_matches_mut(&mut matches));
        cli.unwrap_or_else(|error| usage::in_our_words(error).exit())
    })
}

/// The colours that are asked for, as far as that can be told before the arguments are read: errors have colours too.
fn color_of(arguments: &[OsString]) -> ColorChoice {
    let words: Vec<_> = arguments.iter().filter_map(|word| word.to_str()).collect();
    let joined = words.iter().find_map(|word| word.strip_prefix("--color="));
    let split = || words.windows(2).find(|pair| pair[0] == "--color").map(|pair| pair[1]);
    joined.or_else(split).and_then(|word| word.parse().ok()).unwrap_or_default()
}

/// The arguments of a single subcommand, with its name first, if they are valid.
fn parse_one<A: Args>(arguments: &[OsString], command: fn(A) -> Command) -> Option<Cli> {
    let description = A::augment_args(Common::augment_args(clap::Command::new(NAME)));
    let mut matches = description.try_get_matches_from(arguments).ok()?;
    let common = Common::from_arg_matches_mut(&mut matches).ok()?;
    Some(Cli { command: command(A::from_arg_matches_mut(&mut matches).ok()?), common })
}

/// Prints the message of a result and returns its exit status.
fn exit_code(result: Result<Status, Failure>) -> u8 {
    result.unwrap_or_else(|failure| failure.report()).code()
}
