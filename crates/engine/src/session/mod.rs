//! The session: its wait, its turn, and the rules by which events move it.
//!
//! To follow an event, begin with `handle`, where what happens to it is numbered. Each file uses only files further down in this list:
//! - `way_back`: the state of an earlier time
//! - `replay`, `open`: a session of a known agent, opened, resumed, copied or replayed
//! - `handle`: events
//! - `rewind`: going back to an earlier time
//! - `begin`, `resume`, `copy`: the beginning of a session
//! - `queued`: words that wait until the turn ends
//! - `wishes`: what the user asked for and the model has put off
//! - `moves`, `results`, `replies`: the events of the user, of the host, of the model
//! - `renew`: what waits for a tool that is defined otherwise since
//! - `view`, `effect`: what a page shows and what the host does
//! - `reopen`: a dropped card that the user brings back
//! - `go`, `propose`, `run`, `calls`, `brake`, `packs`: steps, decisions, runs of tools, checks of calls, packs of tools
//! - `choices`: a choice by the user or the model
//! - `allowance`, `at_limit`: limits of what the session uses, and the card at one
//! - `judging`: whether a call runs, asks or is denied, by the rule of its tool and the grants of the user
//! - `standing`: a card that stays open while the model answers words that were said at it
//! - `elsewhere`: writes that were done on another branch
//! - `summaries`: summaries of messages that leave the window
//! - `records`: what the records tell: the writes of a turn, figures that stand nowhere, where values come from
//! - `saving`, `react`, `asks`: what every rule above needs
//! - `differences`: what a card has changed that stands in another one's place
//! - `any`: the session, composed of its owners
//! - `waiting`, `turn`, `again`, `counters`, `clock`, `grants`, `verdicts`, `queue`, `wish`, `dropped`, `left`, `head`, `mark`, `cards`: the owners and their data

mod again;
mod allowance;
pub(crate) mod any;
mod asks;
mod at_limit;
mod begin;
mod brake;
mod calls;
mod cards;
mod choices;
mod clock;
mod copy;
mod counters;
mod differences;
mod dropped;
mod effect;
mod elsewhere;
mod go;
mod grants;
mod handle;
mod head;
mod host_result;
mod judging;
mod left;
mod mark;
mod moves;
pub(crate) mod open;
mod packs;
mod propose;
mod queue;
mod queued;
mod react;
mod records;
mod renew;
mod reopen;
pub(crate) mod replay;
mod replies;
mod results;
mod resume;
mod rewind;
mod run;
mod saving;
mod standing;
mod summaries;
mod turn;
mod unrun;
mod verdicts;
mod view;
mod waiting;
pub(crate) mod way_back;
mod wish;
mod wishes;
