//! Where the values in the arguments of a call come from.

use stepgate_json::Json;

/// The origin of one value: the first place that had it.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
#[json(rename_all = "camelCase")]
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
    /// Whether the user wrote it, too, after the result had it.
    #[json(optional)]
    pub also_user: bool,
    /// Ids, addresses and amounts in a text that stands nowhere as a whole.
    #[json(optional)]
    pub pieces: Vec<Piece>,
}

/// A piece of a text, with its own origin.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
#[json(rename_all = "camelCase")]
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
    /// Whether the user wrote it, too, after the result had it.
    #[json(optional)]
    pub also_user: bool,
}

/// The one who brought a value into the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum CameFrom {
    /// The user, who wrote it in a message or an answer before any result had it.
    User,
    /// A tool: it stood in a result before the user wrote it, if they ever did.
    Result,
    /// The page: it stands in the session's input.
    Input,
    /// The agent: it stands in its instructions or its memory, as the model reads them.
    Agent,
    /// The model: it stands nowhere before.
    Model,
}
