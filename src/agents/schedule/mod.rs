//! The schedule agent: a student's timetable, arranged in conversation.

pub mod state;
pub mod tools;
