//! How answers look to a person: drawings, sentences, progress, summaries.

pub(crate) mod digit_alphabet;
pub(crate) mod drawing;
pub(crate) mod output_format;
pub(crate) mod printer;
pub(crate) mod progress;
pub(crate) mod sentences;
pub(crate) mod step_drawing;
pub(crate) mod step_page;
pub(crate) mod summary;
pub(crate) mod terminal;
