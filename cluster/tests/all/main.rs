//! The program as its users run it: one process, or a scheduler and executors on this machine.

mod cluster;
mod cubes;
mod functions;
mod processes;
mod query;
mod stores;
