#![doc = include_str!("../README.md")]

mod boundary;

pub use boundary::{Boundary, OutsideBoundary};
