//! Types: the data of a session, and the texts that users read.

pub(crate) mod about_card;
pub(crate) mod assent;
pub(crate) mod block;
pub(crate) mod card;
pub(crate) mod choice;
pub(crate) mod cue;
pub(crate) mod effect;
pub(crate) mod entry;
pub(crate) mod event;
pub(crate) mod glob;
pub(crate) mod grant;
pub(crate) mod happened;
pub(crate) mod lang_tag;
pub(crate) mod later;
pub(crate) mod opening;
pub(crate) mod origin;
pub(crate) mod pack;
pub(crate) mod plain;
pub(crate) mod step;
pub(crate) mod stored;
pub(crate) mod texts;
pub(crate) mod tool;
pub(crate) mod unusual;
pub(crate) mod verdict;
pub(crate) mod view;
pub(crate) mod wait;
