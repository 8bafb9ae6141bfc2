//! gzip, Zstandard and xz: read by their first bytes; the first two are written by the name of the file.

use std::error::Error;
use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, sync_channel};

use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use lzma_rust2::XzReader;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use ruzstd::encoding::{CompressionLevel, compress};

use crate::process::file_name::name;

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compression {
    Gzip,
    Zstd,
}

/// The compression of an input, including a form that is not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Packing {
    Gzip,
    Zstd,
    Xz,
}

impl Packing {
    fn of_text(start: &[u8]) -> Option<Self> {
        match start {
            [0x1f, 0x8b, ..] => Some(Self::Gzip),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(Self::Zstd),
            [0xfd, b'7', b'z', b'X', ..] => Some(Self::Xz),
            _ => None,
        }
    }
}

impl Compression {
    /// The compression implied by a file's extension.
    pub(crate) fn of_name(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "gz" => Some(Self::Gzip),
            "zst" => Some(Self::Zstd),
            _ => None,
        }
    }

    /// The compression of a file to be written; read-only forms are refused.
    pub(crate) fn of_new(path: &Path) -> Result<Option<Self>, String> {
        if path.extension().is_some_and(|ending| ending == "xz") {
            return Err(format!("{}: .xz is read only; expected a name that ends in .gz, .zst or neither", name(path)));
        }
        Ok(Self::of_name(path))
    }
}

/// No file packed with `xz -9` needs more memory to unpack: 64 MiB for the dictionary, and a little beside it.
const XZ_KIB: u32 = 65 << 10;

/// Unpacks concatenated xz streams, and words errors like our own.
struct Xz<R: Read>(XzReader<R>);

impl<R: Read> Read for Xz<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.0.read(out).map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => error,
            io::ErrorKind::OutOfMemory => {
                io::Error::other("the .xz file has a dictionary of more than 64 MiB; unpack it with xz -d first")
            }
            io::ErrorKind::UnexpectedEof => io::Error::other("the .xz file ends too early"),
            _ => io::Error::other(format!("the .xz file is damaged: {error}")),
        })
    }
}

/// Number of bytes unpacked at once.
const PIECE: usize = 64 << 10;

/// Number of pieces unpacked ahead.
const PIECES_AHEAD: usize = 4;

/// The unpacked text, unpacked by a separate thread if compressed, and whether it was compressed.
pub(crate) fn unpacked(mut reader: Box<dyn BufRead + Send>) -> io::Result<(Box<dyn BufRead + Send>, bool)> {
    let ahead_of_us = reader.fill_buf()?;
    if ahead_of_us.len() >= 4 && Packing::of_text(ahead_of_us).is_none() {
        // The usual case: the buffer has more than the four bytes that decide.
        return Ok((reader, false));
    }
    let mut start = Vec::new();
    (&mut reader).take(4).read_to_end(&mut start)?;
    let packing = Packing::of_text(&start);
    if start.len() < 4 && packing.is_none() {
        return Ok((Box::new(Cursor::new(start)), false));
    }
    let whole = Cursor::new(start).chain(reader);
    let reader: Box<dyn BufRead + Send> = match packing {
        None => Box::new(whole),
        Some(Packing::Gzip) => ahead(MultiGzDecoder::new(whole)),
        Some(Packing::Xz) => ahead(Xz(XzReader::new_mem_limit(whole, true, XZ_KIB))),
        Some(Packing::Zstd) => ahead(ZstdReader { source: whole, decoder: FrameDecoder::new(), is_in_frame: false }),
    };
    Ok((reader, packing.is_some()))
}

/// Reads ahead on a second thread, which ends when the reader is dropped.
fn ahead(mut reader: impl Read + Send + 'static) -> Box<dyn BufRead + Send> {
    let (sender, pieces) = sync_channel(PIECES_AHEAD);
    std::thread::spawn(move || {
        loop {
            let mut piece = Vec::with_capacity(PIECE);
            let read = (&mut reader).take(PIECE as u64).read_to_end(&mut piece);
            let is_over = read.is_err() || piece.is_empty();
            // The bytes before an error are valid.
            if !piece.is_empty() && sender.send(Ok(piece)).is_err() {
                return;
            }
            if let Err(error) = read {
                let _ = sender.send(Err(error));
            }
            if is_over {
                return;
            }
        }
    });
    Box::new(BufReader::with_capacity(PIECE, Pieces { pieces, piece: Cursor::default() }))
}

/// The reader of the second thread's pieces.
struct Pieces {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: Cursor<Vec<u8>>,
}

impl Read for Pieces {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.piece.fill_buf()?.is_empty() {
            match self.pieces.recv() {
                Ok(piece) => self.piece = Cursor::new(piece?),
                Err(_) => return Ok(0),
            }
        }
        self.piece.read(out)
    }
}

/// An error of a Zstandard file in our words; the decoder's messages print internal values.
fn in_our_words(error: &FrameDecoderError) -> io::Error {
    let causes = std::iter::successors(error.source(), |&cause| cause.source());
    let mut read_errors = causes.filter_map(|cause| cause.downcast_ref::<io::Error>());
    match (error, read_errors.next()) {
        (_, Some(cause)) if cause.kind() == io::ErrorKind::UnexpectedEof => {
            io::Error::other("the .zst file ends too early")
        }
        (_, Some(cause)) => io::Error::new(cause.kind(), cause.to_string()),
        (FrameDecoderError::WindowSizeTooBig { .. }, _) => {
            io::Error::other("the .zst file needs too much memory to unpack; unpack it with zstd -d --long=31 first")
        }
        (FrameDecoderError::DictNotProvided { .. }, _) => {
            io::Error::other("the .zst file needs a dictionary; unpack it with zstd -d -D first")
        }
        _ => io::Error::other("the .zst file is damaged"),
    }
}

/// The frames of a Zstandard file in sequence.
struct ZstdReader<R> {
    source: R,
    decoder: FrameDecoder,
    is_in_frame: bool,
}

impl<R: BufRead> ZstdReader<R> {
    /// Begins the next frame; false at the end of the file.
    fn begin_frame(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.source) {
                Ok(()) => {
                    self.is_in_frame = true;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                    io::copy(&mut (&mut self.source).take(length.into()), &mut io::sink())?;
                }
                Err(error) => return Err(in_our_words(&error)),
            }
        }
        Ok(false)
    }

    fn end_frame(&mut self) -> io::Result<()> {
        self.is_in_frame = false;
        match (self.decoder.get_checksum_from_data(), self.decoder.get_calculated_checksum()) {
            (Some(expected), Some(found)) if expected != found => {
                Err(io::Error::other("the checksum of a frame is wrong"))
            }
            _ => Ok(()),
        }
    }
}

impl<R: BufRead> Read for ZstdReader<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.is_in_frame {
                let read = self.decoder.read(out)?;
                if read > 0 || out.is_empty() {
                    return Ok(read);
                }
                if self.decoder.is_finished() {
                    self.end_frame()?;
                } else {
                    let strategy = BlockDecodingStrategy::UptoBytes(PIECE);
                    self.decoder.decode_blocks(&mut self.source, strategy).map_err(|error| in_our_words(&error))?;
                }
            } else if !self.begin_frame()? {
                return Ok(0);
            }
        }
    }
}

/// A writer that compresses.
pub(crate) enum Packer<W: Write> {
    Gzip(GzEncoder<W>),
    /// Frames of [`FRAME`] bytes.
    Zstd(W, Vec<u8>),
}

/// Size of a Zstandard frame.
const FRAME: usize = 1 << 20;

impl<W: Write> Packer<W> {
    pub(crate) fn new(compression: Compression, out: W) -> Self {
        match compression {
            Compression::Gzip => Self::Gzip(GzEncoder::new(out, flate2::Compression::default())),
            Compression::Zstd => Self::Zstd(out, Vec::new()),
        }
    }

    /// Where the packed bytes go.
    pub(crate) fn get_mut(&mut self) -> &mut W {
        match self {
            Self::Gzip(encoder) => encoder.get_mut(),
            Self::Zstd(out, _) => out,
        }
    }

    /// Writes the end of the compressed data; later writes are forbidden.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        match self {
            Self::Gzip(encoder) => {
                encoder.try_finish()?;
                encoder.get_mut().flush()
            }
            Self::Zstd(out, frame) => {
                write_frame(out, frame)?;
                out.flush()
            }
        }
    }
}

fn write_frame(out: &mut impl Write, frame: &mut Vec<u8>) -> io::Result<()> {
    if frame.is_empty() {
        return Ok(());
    }
    let mut packed = Vec::new();
    compress(frame.as_slice(), &mut packed, CompressionLevel::Fastest);
    frame.clear();
    out.write_all(&packed)
}

impl<W: Write> Write for Packer<W> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        match self {
            Self::Gzip(encoder) => encoder.write(text),
            Self::Zstd(out, frame) => {
                frame.extend_from_slice(text);
                if frame.len() >= FRAME {
                    write_frame(out, frame)?;
                }
                Ok(text.len())
            }
        }
    }

    /// Does nothing, because frequent flushing compresses badly.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
