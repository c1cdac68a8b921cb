/// Why something could not be looked up or read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The address is not one of http(s), or names a user.
    NotHttp,
    /// No answer: no network, the server forbids calls from web pages, or the host has ended the call. Nothing tells which.
    Unreachable,
    /// The server's status.
    Http(u16),
    /// Another kind of content than was asked for.
    WrongType,
    /// More bytes than are taken.
    TooLarge,
    /// No list of hits where one must be.
    BadAnswer,
}

impl Failure {
    /// The name at the JavaScript boundary.
    pub fn code(self) -> String {
        let code = match self {
            Failure::NotHttp => "not_http",
            Failure::Unreachable => "unreachable",
            Failure::Http(status) => return format!("http_{status}"),
            Failure::WrongType => "wrong_type",
            Failure::TooLarge => "too_large",
            Failure::BadAnswer => "bad_answer",
        };
        code.into()
    }
}
