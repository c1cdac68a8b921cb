//! Values of numbers in words: Chinese numerals and English number words.
//!
//! [`chinese`] and [`english`] read single words and runs; [`written`] finds those of a running text that count something: 三 of 三明治 does not.

mod single;
mod written;

pub use single::{chinese, chinese_digit, english, is_chinese};
pub use written::{written, Written};
