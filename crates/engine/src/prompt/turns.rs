//! Messages in the order that every chat template accepts.

use crate::prompt::{Message, Role};
use crate::vocabulary::texts;
use stepgate_reply::Lang;

/// Messages of a request: one system message, then user and assistant in turn, from the user to the user.
///
/// Neighbours of one role are joined, a system message further down is joined to the first one, and a message with neither text nor files is left out.
pub(crate) struct Turns {
    lang: Lang,
    system: Message,
    said: Vec<Message>,
}

impl Turns {
    pub(crate) fn new(system: &str, lang: Lang) -> Self {
        Turns { lang, system: Message::new(Role::System, system), said: Vec::new() }
    }

    pub(crate) fn extend(&mut self, messages: Vec<Message>) {
        messages.into_iter().for_each(|message| self.push(message));
    }

    pub(crate) fn push(&mut self, message: Message) {
        if message.is_blank() {
            return;
        }
        if message.role == Role::System {
            return join(&mut self.system, &message);
        }
        if self.said.is_empty() && message.role == Role::Assistant {
            self.said.push(Message::new(Role::User, texts::CONVERSATION.in_lang(self.lang)));
        }
        match self.said.last_mut() {
            Some(last) if last.role == message.role => join(last, &message),
            _ => self.said.push(message),
        }
    }

    /// Gives the turn to the model: a line in the user's place asks for the reply if the last message is not the user's.
    pub(crate) fn hand_over(&mut self) {
        if self.said.last().is_none_or(|last| last.role != Role::User) {
            self.push(Message::new(Role::User, texts::YOUR_TURN.in_lang(self.lang)));
        }
    }

    pub(crate) fn into_messages(self) -> Vec<Message> {
        std::iter::once(self.system).chain(self.said).collect()
    }
}

fn join(message: &mut Message, next: &Message) {
    if !message.content.is_empty() && !next.content.is_empty() {
        message.content.push_str("\n\n");
    }
    message.content.push_str(&next.content);
    message.parts.extend_from_slice(&next.parts);
}

#[cfg(test)]
mod tests {
    use super::Turns;
    use crate::prompt::Message;
    use crate::prompt::Role::{self, Assistant as A, System as S, User as U};
    use stepgate_reply::Lang;

    fn in_turn(messages: &[(Role, &str)], lang: Lang) -> Vec<(Role, String)> {
        let mut turns = Turns::new("first", lang);
        turns.extend(messages.iter().map(|(role, text)| Message::new(*role, *text)).collect());
        turns.hand_over();
        turns.into_messages().into_iter().map(|Message { role, content, .. }| (role, content)).collect()
    }

    fn check(given: &[(Role, &str)], lang: Lang, expected: &[(Role, &str)]) {
        let expected: Vec<_> = expected.iter().map(|(role, text)| (*role, (*text).to_owned())).collect();
        assert_eq!(in_turn(given, lang), expected, "{given:?}");
    }

    #[test]
    fn messages_are_in_turn_from_the_user_to_the_user() {
        let (first, talk, ask) =
            ((S, "first"), (U, "(The conversation follows.)"), (U, "Reply as the system message asks."));
        check(&[(U, "hi")], Lang::En, &[first, (U, "hi")]);
        check(&[(U, "1"), (A, "2"), (U, "3"), (U, "4")], Lang::En, &[first, (U, "1"), (A, "2"), (U, "3\n\n4")]);
        check(&[(U, "1"), (A, "2"), (A, "3"), (U, "4")], Lang::En, &[first, (U, "1"), (A, "2\n\n3"), (U, "4")]);
        check(&[(U, "1"), (S, "2"), (U, "3"), (S, "4")], Lang::En, &[(S, "first\n\n2\n\n4"), (U, "1\n\n3")]);
        check(&[(A, "1"), (U, "2")], Lang::En, &[first, talk, (A, "1"), (U, "2")]);
        check(&[(U, "1"), (A, "2")], Lang::En, &[first, (U, "1"), (A, "2"), ask]);
        check(&[(U, ""), (A, " \n")], Lang::En, &[first, ask]);
        check(&[(A, "1")], Lang::Zh, &[first, (U, "（以下是对话。）"), (A, "1"), (U, "请按系统消息的要求回复。")]);
    }
}
