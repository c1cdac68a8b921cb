/// The reason why a search or a page failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The address is not one of http or https, or contains a user name.
    NotHttp,
    /// No answer came: there is no network, the server forbids calls from web pages, or the host ended the call. The browser does not say
    /// which.
    Unreachable,
    /// The server answered with this HTTP status.
    Http(u16),
    /// The content type is not one of those requested.
    WrongType,
    /// The answer has more bytes than allowed.
    TooLarge,
    /// The answer has no list of hits in the place that the endpoint names.
    BadAnswer,
}

impl Failure {
    /// The code in JavaScript.
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
