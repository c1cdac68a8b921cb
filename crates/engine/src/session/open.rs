//! Sessions of a known agent.

use std::ops::{Deref, DerefMut};

use crate::actor::Acting;
use crate::agent::{Agent, State};
use crate::archive::snapshot::{Copying, Snapshot};
use crate::session::any::AnySession;
use crate::vocabulary::opening::Opening;
use stepgate_reply::Error;

/// A session of an agent whose type is known: an [`AnySession`] with access to the agent's state.
pub struct Session<A: Agent>(AnySession<Acting<A>>);

impl<A: Agent> Session<A> {
    /// A session that has neither begun nor been loaded.
    pub(super) fn blank(agent: A) -> Self {
        Session(AnySession::blank(agent))
    }

    /// Opens a fresh session.
    ///
    /// # Errors
    /// The input does not have the form that the agent documents.
    pub fn open(agent: A, opening: Opening) -> Result<Self, Error> {
        let mut session = Session::blank(agent);
        session.begin(opening)?;
        Ok(session)
    }

    /// Continues a saved session, of this version or an older one.
    ///
    /// # Errors
    /// [`Kind::Version`](crate::Kind::Version) for a newer format or agent, [`Kind::Unknown`](crate::Kind::Unknown) for another agent's
    /// snapshot, [`Kind::Malformed`](crate::Kind::Malformed) for a snapshot that cannot be read. The caller's saved data does not change.
    pub fn resume(agent: A, snapshot: Snapshot) -> Result<Self, Error> {
        let mut session = Session::blank(agent);
        session.load(snapshot)?;
        Ok(session)
    }

    /// Opens a copy of a session, or a session from a file. The result is a new session without permissions, in which nothing runs before
    /// the user has confirmed it.
    ///
    /// # Errors
    /// As [`Session::resume`].
    pub fn copy(agent: A, copying: Copying) -> Result<Self, Error> {
        let mut session = Session::blank(agent);
        session.begin_copy(copying)?;
        Ok(session)
    }

    /// The agent's state.
    pub fn state(&self) -> &State<A> {
        &self.0.actor.state
    }

    /// The agent.
    pub fn agent(&self) -> &A {
        &self.0.actor.agent
    }
}

impl<A: Agent> Deref for Session<A> {
    type Target = AnySession;

    fn deref(&self) -> &AnySession {
        &self.0
    }
}

impl<A: Agent> DerefMut for Session<A> {
    fn deref_mut(&mut self) -> &mut AnySession {
        &mut self.0
    }
}
