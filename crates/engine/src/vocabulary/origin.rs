//! Where the values in the arguments of a call come from.

use stepgate_json::Json;

/// The origin of one value: the newest place that has it.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
pub struct Origin {
    /// JSON pointer in the arguments.
    pub path: String,
    /// The one who brought the value into the session.
    pub from: CameFrom,
    /// Number of the block that has it: of a message, an answer or a result.
    #[json(optional)]
    pub block: Option<u32>,
    /// The tool whose result has it.
    #[json(optional)]
    pub tool: Option<String>,
    /// Ids, addresses and amounts in a text that stands nowhere as a whole.
    #[json(optional)]
    pub pieces: Vec<Piece>,
}

/// A piece of a text, with its own origin.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
pub struct Piece {
    /// The piece.
    pub text: String,
    /// The one who brought it into the session.
    pub from: CameFrom,
    /// Number of the block that has it.
    #[json(optional)]
    pub block: Option<u32>,
    /// The tool whose result has it.
    #[json(optional)]
    pub tool: Option<String>,
}

/// The one who brought a value into the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum CameFrom {
    /// The user, who wrote it in a message or an answer. It may stand elsewhere, too.
    User,
    /// A tool: it stands in a result, and in no words of the user.
    Result,
    /// The page: it stands in the session's input.
    Input,
    /// The agent: it stands in its instructions or its memory, as the model reads them.
    Agent,
    /// The model: it stands nowhere before.
    Model,
}
