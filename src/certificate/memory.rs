//! A bundle in memory.

use std::collections::BTreeMap;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, PoisonError};

use crate::certificate::store::{BundleReader, BundleWriter, OpenFile};

/// A bundle in memory: the same bytes as in a folder, without a disk.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    files: BTreeMap<String, Bytes>,
}

/// The bytes of a file, shared with their writer.
#[derive(Clone, Debug, Default)]
struct Bytes(Arc<Mutex<Vec<u8>>>);

impl Bytes {
    fn with<T>(&self, work: impl FnOnce(&mut Vec<u8>) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Memory {
    /// A bundle without files.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The names and bytes of the files, ordered by name.
    pub fn files(&self) -> impl Iterator<Item = (&str, Vec<u8>)> {
        self.files.iter().map(|(name, bytes)| (name.as_str(), bytes.with(|bytes| bytes.clone())))
    }

    /// Adds a file, or replaces the file of that name.
    pub fn insert(&mut self, name: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.files.insert(name.into(), Bytes(Arc::new(Mutex::new(bytes.into()))));
    }

    /// Writes all files to another bundle.
    ///
    /// # Errors
    /// If the files cannot be written.
    pub fn write(&self, out: &mut dyn BundleWriter) -> io::Result<()> {
        for (name, bytes) in &self.files {
            let mut file = out.create(name)?;
            bytes.with(|bytes| file.write_all(bytes))?;
            file.flush()?;
        }
        out.finish()
    }
}

impl Write for Bytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.with(|file| file.extend_from_slice(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl BundleWriter for Memory {
    fn create(&mut self, name: &str) -> io::Result<Box<dyn Write + Send>> {
        let bytes = Bytes::default();
        self.files.insert(name.to_owned(), bytes.clone());
        Ok(Box::new(bytes))
    }

    fn remove(&mut self, name: &str) -> io::Result<()> {
        self.files.remove(name);
        Ok(())
    }

    fn so_far(&self) -> Box<dyn BundleReader + '_> {
        // The clone shares the bytes.
        Box::new(self.clone())
    }

    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl BundleReader for Memory {
    fn list(&self) -> io::Result<Vec<String>> {
        Ok(self.files.keys().cloned().collect())
    }

    fn open(&self, name: &str) -> io::Result<Option<OpenFile<'_>>> {
        let bytes = self.files.get(name).ok_or(io::ErrorKind::NotFound)?;
        let reader = Box::new(Reading { bytes, at: 0 });
        Ok(Some(OpenFile { bytes: bytes.with(|bytes| bytes.len() as u64), reader }))
    }
}

/// A file that is being read.
struct Reading<'a> {
    bytes: &'a Bytes,
    at: u64,
}

impl Read for Reading<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let at = usize::try_from(self.at).unwrap_or(usize::MAX);
        let read = self.bytes.with(|bytes| bytes.get(at..).unwrap_or_default().read(out))?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for Reading<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
            SeekFrom::End(by) => self.bytes.with(|bytes| bytes.len() as u64).checked_add_signed(by),
        };
        self.at = at.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}
