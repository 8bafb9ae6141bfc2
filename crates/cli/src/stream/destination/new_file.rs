//! A file written beside its place and renamed when complete.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::process::cleanup_list::CleanupList;
use crate::process::file_name::name;
use crate::process::interrupt;
use crate::process::messages::say;
use crate::stream::destination::inputs::Inputs;
use crate::stream::destination::place::Place;

/// The ending of a file's name while the file is written.
const PARTIAL: &str = ".partial";

/// So many of the first lines are held against the puzzles.
const FIRST_LINES: u64 = 16;

/// So many bytes of a line are held against a puzzle; no answer is longer.
const LONGEST_LINE: u64 = 256 << 20;

/// The output of an interrupted run.
#[derive(Debug, Default)]
pub(crate) struct PartialFile {
    /// Complete lines.
    pub(crate) lines: u64,
    /// The first of these lines.
    pub(crate) first: Vec<String>,
    /// The name of the file.
    pub(crate) name: String,
}

/// A file being written, or a destination that can only be written directly.
#[derive(Debug)]
pub(crate) struct NewFile {
    file: File,
    /// `None` if the destination is written directly, or after the renaming.
    unfinished: Option<Unfinished>,
    /// Whether an interrupted run left the file.
    was_there: bool,
}

/// Files that are not in their place yet.
static UNFINISHED: CleanupList<Unfinished> = CleanupList::new();

/// A file that is not in its place yet.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Unfinished {
    partial: PathBuf,
    target: PathBuf,
    on_drop: OnDrop,
}

/// What happens to an unfinished file when it is dropped or given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OnDrop {
    Remove,
    /// Kept, because the file has answers of a batch.
    Keep {
        is_resumable: bool,
    },
}

impl NewFile {
    /// Begins a file at a path; none for standard output. It is removed unless it is finished.
    ///
    /// # Errors
    /// A message if the file cannot be written, or is one of the inputs.
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
        let unfinished = Unfinished { partial, target, on_drop: OnDrop::Remove };
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
    /// A message if the file cannot be written, is one of the inputs, is being written by another run, or was left by an
    /// interrupted run without `--resume`.
    pub(crate) fn of_batch(
        path: &Path,
        inputs: &Inputs,
        is_resumable: bool,
        is_resumed: bool,
    ) -> Result<Option<(Self, PartialFile)>, String> {
        let cannot = |error: io::Error| format!("{}: cannot write: {error}", name(path));
        inputs.check(path)?;
        let (target, old) = match Place::of(path).map_err(cannot)? {
            Place::Stdout | Place::Direct(_) if is_resumed => {
                return Err(format!("{}: expected a file for --resume", name(path)));
            }
            Place::Stdout => return inputs.check_stdout().map(|()| None),
            Place::Direct(path) => {
                return Self::direct(&path).map(|new| Some((new, PartialFile::default()))).map_err(cannot);
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
            Unfinished { partial: partial.clone(), target: target.clone(), on_drop: OnDrop::Keep { is_resumable } };
        UNFINISHED.lock().push(unfinished_file.clone());
        let mut kept = PartialFile::default();
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

    /// An existing destination that cannot be replaced is never truncated.
    fn direct(path: &Path) -> io::Result<Self> {
        Ok(Self { file: OpenOptions::new().append(true).open(path)?, unfinished: None, was_there: false })
    }

    /// Moves the complete file into its place.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        let Some(this) = self.unfinished.take() else { return Ok(()) };
        let mut list = UNFINISHED.lock();
        let renamed = fs::rename(&this.partial, &this.target);
        list.retain(|other| *other != this);
        drop(list);
        renamed.inspect_err(|_| give_up(&this))
    }

    /// Gives the file up: a batch's file with content is kept and reported, any other file is removed.
    pub(crate) fn give_up(&mut self) {
        let Some(this) = self.unfinished.take() else { return };
        UNFINISHED.lock().retain(|other| *other != this);
        give_up(&this);
    }

    /// Undoes the creation of the file; a file left by an interrupted run stays.
    pub(crate) fn remove(&mut self) {
        let Some(mut this) = self.unfinished.take() else { return };
        UNFINISHED.lock().retain(|other| *other != this);
        if !self.was_there {
            this.on_drop = OnDrop::Remove;
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

/// A new file, with a unique name, in the folder of the target.
fn create_beside(target: &Path) -> io::Result<(File, PathBuf)> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        // The name has a bounded length, however long the target's name is.
        let partial = target.with_file_name(format!(".satdoku-{}-{number}{PARTIAL}", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&partial) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            opened => return Ok((opened?, partial)),
        }
    }
}

/// Truncates a file behind its last complete line, positions the writer there, and returns the lines before.
fn cut_behind_last_line(file: &mut File) -> io::Result<PartialFile> {
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
    file.seek(SeekFrom::Start(0))?;
    let mut head = BufReader::new(&mut *file);
    let mut first = Vec::new();
    for _ in 0..lines.min(FIRST_LINES) {
        let mut line = Vec::new();
        (&mut head).take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        // A truncated line longer than any answer is no answer, and is refused as a wrong one.
        first.push(String::from_utf8_lossy(line.strip_suffix(b"\n").unwrap_or(&line)).into_owned());
    }
    file.seek(SeekFrom::Start(complete))?;
    Ok(PartialFile { lines, first, name: String::new() })
}

/// Gives up the unfinished files.
pub(crate) fn give_up_all() {
    UNFINISHED.give_up_all(|file| give_up(&file));
}

fn give_up(file: &Unfinished) {
    let has_answers = file.partial.metadata().is_ok_and(|about| about.len() > 0);
    match file.on_drop {
        OnDrop::Keep { is_resumable } if has_answers => {
            let how = if is_resumable { "; the same command with --resume goes on with it" } else { "" };
            say(&format!("{}: has the answers so far{how}\n", name(&file.partial)));
        }
        OnDrop::Keep { .. } | OnDrop::Remove => {
            let _ = fs::remove_file(&file.partial);
        }
    }
}
