//! The library through its public API.

mod agreement;
mod at_most_one;
mod backends;
mod candidate_counts;
mod canonical;
#[cfg(all(feature = "certificate", feature = "varisat"))]
mod certificate;
#[cfg(feature = "varisat")]
mod certified;
mod chaos;
mod combinations;
mod common;
mod connected;
mod corpus;
mod counting;
mod cubes;
mod dimacs;
mod draw;
mod encodings;
mod estimates;
mod exact_cover;
mod exact_cover_text;
mod exchange;
mod explain;
mod explain_rules;
#[cfg(feature = "external")]
mod external;
mod formats;
mod frontier;
mod generate;
mod generate_rules;
mod generate_wishes;
mod geometry;
mod helper_cells;
mod hinted_proofs;
mod layering;
mod liars;
mod logic;
mod model_counts;
mod nine;
mod nine_solver;
mod own_backend;
mod own_encoding;
mod own_rules;
mod own_search;
#[cfg(feature = "parallel")]
mod parallel;
mod peers;
mod plain_words;
mod portfolio;
mod puzzle_files;
mod readings;
mod rules;
mod rules_mean;
mod sampling;
#[cfg(feature = "varisat")]
mod sat_road;
mod send_session;
#[cfg(feature = "serde")]
mod serde;
mod shadings;
mod sudokupad;
mod variants;
