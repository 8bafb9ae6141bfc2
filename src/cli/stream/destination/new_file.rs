//! A file that is written beside its place and renamed when it is complete.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::cli::process::file_name::name;
use crate::cli::process::in_the_making::InTheMaking;
use crate::cli::process::interrupt;
use crate::cli::process::messages::say;
use crate::cli::stream::destination::inputs::Inputs;
use crate::cli::stream::destination::place::Place;

/// What the name of a file ends with while it is written.
const PARTIAL: &str = ".partial";

/// So many of the first lines are held against the puzzles.
const FIRST_LINES: usize = 16;

/// A line that is longer is none of ours.
const LONGEST_LINE: u64 = 1 << 20;

/// What an interrupted run wrote.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    /// Complete lines.
    pub(crate) lines: u64,
    /// The first of them.
    pub(crate) first: Vec<String>,
    /// The name of the file.
    pub(crate) name: String,
}

/// A file in the making, or what can only be written to as it is.
#[derive(Debug)]
pub(crate) struct NewFile {
    file: File,
    /// None where nothing is renamed, or it was.
    unfinished: Option<Unfinished>,
    /// Whether it is one that an interrupted run left.
    was_there: bool,
}

/// All that are not in their place yet.
static UNFINISHED: InTheMaking<Unfinished> = InTheMaking::new();

/// A file that is not in its place yet.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Unfinished {
    partial: PathBuf,
    target: PathBuf,
    fate: Fate,
}

/// What becomes of a file that is not finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Removed,
    /// It has answers of a batch.
    Kept {
        is_resumable: bool,
    },
}

impl NewFile {
    /// Begins a file at a path; none for standard output. It is removed unless it is finished.
    ///
    /// # Errors
    /// A message if it cannot be written, or is one of the inputs.
    pub(crate) fn create(path: &Path, inputs: &Inputs) -> Result<Option<Self>, String> {
        let cannot = |error: io::Error| format!("{}: cannot write: {error}", name(path));
        inputs.check(path)?;
        let (target, old) = match Place::of(path).map_err(cannot)? {
            Place::Stdout => return inputs.check_stdout().map(|()| None),
            Place::Direct(path) => return Self::direct(&path).map(Some).map_err(cannot),
            Place::File { target, old } => (target, old),
        };
        // Ctrl-C is to find the file in the list of what is unfinished, or no file yet.
        interrupt::end_in_time();
        let mut list = UNFINISHED.lock();
        let (file, partial) = create_beside(&target).map_err(cannot)?;
        let unfinished = Unfinished { partial, target, fate: Fate::Removed };
        list.push(unfinished.clone());
        drop(list);
        let new = Self { file, unfinished: Some(unfinished), was_there: false };
        if let Some(old) = old {
            new.file.set_permissions(old.permissions()).map_err(cannot)?;
        }
        Ok(Some(new))
    }

    /// Begins the file of a batch, which is kept as `FILE.partial` when the run is interrupted, or goes on with it.
    ///
    /// # Errors
    /// A message if it cannot be written, is one of the inputs, is being written by another run, or was left by one and is not
    /// to be resumed.
    pub(crate) fn of_batch(
        path: &Path,
        inputs: &Inputs,
        is_resumable: bool,
        is_resumed: bool,
    ) -> Result<Option<(Self, Kept)>, String> {
        let cannot = |error: io::Error| format!("{}: cannot write: {error}", name(path));
        inputs.check(path)?;
        let (target, old) = match Place::of(path).map_err(cannot)? {
            Place::Stdout | Place::Direct(_) if is_resumed => {
                return Err(format!("{}: expected a file for --resume", name(path)));
            }
            Place::Stdout => return inputs.check_stdout().map(|()| None),
            Place::Direct(path) => {
                return Self::direct(&path).map(|new| Some((new, Kept::default()))).map_err(cannot);
            }
            Place::File { target, old } => (target, old),
        };
        let mut partial = OsString::from(&target);
        partial.push(PARTIAL);
        let partial = PathBuf::from(partial);
        inputs.check(&partial)?;
        let cannot = |error: io::Error| format!("{}: cannot write: {error}", name(&partial));
        let was_there = match fs::symlink_metadata(&partial) {
            Ok(_) if !is_resumed => {
                let partial = name(&partial);
                let how = if is_resumable { "go on with it by --resume, or remove it" } else { "move it or remove it" };
                return Err(format!("{partial}: left by an interrupted run: {how}"));
            }
            Ok(about) => Some(about),
            Err(_) => None,
        };
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create_new(was_there.is_none()).open(&partial).map_err(cannot)?;
        if let Some(was_there) = &was_there {
            // A link is not ours and is not followed.
            let opened = file.metadata().map_err(cannot)?;
            if !opened.is_file() || (opened.dev(), opened.ino()) != (was_there.dev(), was_there.ino()) {
                return Err(format!("{}: expected a file that an interrupted run left", name(&partial)));
            }
        }
        if file.try_lock().is_err() {
            return Err(format!("{}: another run is writing it", name(&partial)));
        }
        let unfinished_file =
            Unfinished { partial: partial.clone(), target: target.clone(), fate: Fate::Kept { is_resumable } };
        UNFINISHED.lock().push(unfinished_file.clone());
        let mut kept = Kept::default();
        if is_resumed {
            if let (None, Some(_)) = (&was_there, &old) {
                let mut complete = File::open(&target).map_err(cannot)?;
                io::copy(&mut complete, &mut file).map_err(cannot)?;
            }
            kept = cut_behind_last_line(&mut file).map_err(cannot)?;
            kept.name = name(if was_there.is_some() { &partial } else { path });
        }
        let new = Self { file, unfinished: Some(unfinished_file), was_there: was_there.is_some() };
        if let Some(old) = old {
            new.file.set_permissions(old.permissions()).map_err(cannot)?;
        }
        Ok(Some((new, kept)))
    }

    /// What is there already and cannot be replaced is never cut.
    fn direct(path: &Path) -> io::Result<Self> {
        Ok(Self { file: OpenOptions::new().append(true).open(path)?, unfinished: None, was_there: false })
    }

    /// Puts the complete file in its place.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        let Some(this) = self.unfinished.take() else { return Ok(()) };
        let mut list = UNFINISHED.lock();
        let renamed = fs::rename(&this.partial, &this.target);
        list.retain(|other| *other != this);
        drop(list);
        renamed.inspect_err(|_| give_up(&this))
    }

    /// Gives the file up: one of a batch is kept and told, if there is anything in it; any other is removed.
    pub(crate) fn give_up(&mut self) {
        let Some(this) = self.unfinished.take() else { return };
        UNFINISHED.lock().retain(|other| *other != this);
        give_up(&this);
    }

    /// Takes the file back as if it had not been begun: one that an interrupted run left stays.
    pub(crate) fn remove(&mut self) {
        let Some(mut this) = self.unfinished.take() else { return };
        UNFINISHED.lock().retain(|other| *other != this);
        if !self.was_there {
            this.fate = Fate::Removed;
            give_up(&this);
        }
    }
}

impl Write for NewFile {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.file.write(text)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        self.give_up();
    }
}

/// An empty file in the folder of another, with a name that no other has.
fn create_beside(target: &Path) -> io::Result<(File, PathBuf)> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        // Whatever the length of the other's name, this one is no longer than a system takes.
        let partial = target.with_file_name(format!(".satdoku-{}-{number}{PARTIAL}", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&partial) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            opened => return Ok((opened?, partial)),
        }
    }
}

/// Cuts a file behind its last complete line, where it goes on, and tells what is before that.
fn cut_behind_last_line(file: &mut File) -> io::Result<Kept> {
    file.seek(SeekFrom::Start(0))?;
    let (mut lines, mut complete, mut length) = (0, 0, 0);
    let mut piece = vec![0; 64 << 10];
    loop {
        let read = file.read(&mut piece)?;
        if read == 0 {
            break;
        }
        let text = &piece[..read];
        lines += text.iter().filter(|&&byte| byte == b'\n').count() as u64;
        if let Some(end) = text.iter().rposition(|&byte| byte == b'\n') {
            complete = length + end as u64 + 1;
        }
        length += read as u64;
    }
    file.set_len(complete)?;
    let mut head = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    (&mut *file).take(LONGEST_LINE).read_to_end(&mut head)?;
    let head = String::from_utf8_lossy(&head);
    let first = head.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
    let first = first.take(FIRST_LINES).map(str::to_owned).collect();
    file.seek(SeekFrom::Start(complete))?;
    Ok(Kept { lines, first, name: String::new() })
}

/// Gives up all files that are not finished.
pub(crate) fn give_up_all() {
    UNFINISHED.give_up_all(|file| give_up(&file));
}

fn give_up(file: &Unfinished) {
    let has_answers = file.partial.metadata().is_ok_and(|about| about.len() > 0);
    match file.fate {
        Fate::Kept { is_resumable } if has_answers => {
            let how = if is_resumable { "; the same command with --resume goes on with it" } else { "" };
            say(&format!("{}: has the answers so far{how}\n", name(&file.partial)));
        }
        Fate::Kept { .. } | Fate::Removed => {
            let _ = fs::remove_file(&file.partial);
        }
    }
}
