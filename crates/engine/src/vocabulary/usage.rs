//! Tokens, time and money of calls of the model, and the limits on them.

use serde_json::Value;

use stepgate_json::{Json, ToJson, Writer};

/// Parts of a dollar in which money is counted: whole numbers, so that sums are exact.
pub(crate) const PER_DOLLAR: f64 = 1e9;

/// Tokens, time and money of one model call, or of several. A server or a forged head may report any number, so a sum stops at the greatest one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
#[json(optional)]
pub struct Usage {
    /// Tokens of the messages sent.
    #[json(rename = "inputTokens")]
    pub input: u64,
    /// Those of them that the server had read before.
    #[json(rename = "cachedTokens")]
    pub cached: u64,
    /// Tokens of the reply.
    #[json(rename = "outputTokens")]
    pub output: u64,
    /// Those of them that are reasoning.
    #[json(rename = "reasoningTokens")]
    pub reasoning: u64,
    /// Time from the request to the end of the reply, in milliseconds.
    pub ms: u64,
    /// Cost in billionths of a dollar, by the host's prices.
    #[json(rename = "nanoUsd")]
    pub nano_usd: u64,
    /// Calls whose tokens the host estimated, since the server did not count them: of one call 1 or 0.
    pub estimated: u32,
}

impl Usage {
    /// The sum of both.
    #[must_use]
    pub(crate) fn plus(self, other: Usage) -> Usage {
        Usage {
            input: self.input.saturating_add(other.input),
            cached: self.cached.saturating_add(other.cached),
            output: self.output.saturating_add(other.output),
            reasoning: self.reasoning.saturating_add(other.reasoning),
            ms: self.ms.saturating_add(other.ms),
            nano_usd: self.nano_usd.saturating_add(other.nano_usd),
            estimated: self.estimated.saturating_add(other.estimated),
        }
    }

    /// The difference to an earlier sum.
    #[must_use]
    pub(crate) fn since(self, before: Usage) -> Usage {
        Usage {
            input: self.input.saturating_sub(before.input),
            cached: self.cached.saturating_sub(before.cached),
            output: self.output.saturating_sub(before.output),
            reasoning: self.reasoning.saturating_sub(before.reasoning),
            ms: self.ms.saturating_sub(before.ms),
            nano_usd: self.nano_usd.saturating_sub(before.nano_usd),
            estimated: self.estimated.saturating_sub(before.estimated),
        }
    }

    /// Tokens sent and received.
    pub(crate) fn tokens(self) -> u64 {
        self.input.saturating_add(self.output)
    }

    /// Writes the members as a page reads them: `usd` in dollars, and what is 0 left out, but for the tokens sent and received.
    pub(crate) fn write_members(self, out: &mut Writer) {
        out.member("inputTokens", &self.input);
        out.optional("cachedTokens", &self.cached);
        out.member("outputTokens", &self.output);
        out.optional("reasoningTokens", &self.reasoning);
        out.optional("ms", &self.ms);
        out.optional("estimated", &self.estimated);
        if self.nano_usd > 0 {
            out.member("usd", &dollars(self.nano_usd));
        }
    }
}

/// Billionths of a dollar as dollars.
pub(crate) fn dollars(nano_usd: u64) -> f64 {
    nano_usd as f64 / PER_DOLLAR
}

/// Limits of a session, at which the user is asked. None: without a limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
#[json(optional)]
pub(crate) struct Limited {
    /// Billionths of a dollar.
    #[json(rename = "nanoUsd")]
    pub(crate) nano_usd: Option<u64>,
    /// Tokens sent and received.
    pub(crate) tokens: Option<u64>,
    /// Calls of the model.
    pub(crate) calls: Option<u64>,
}

impl Limited {
    /// Reads `{ usd?, tokens?, calls? }`. None: it is of another form.
    pub(crate) fn read(given: &Value) -> Option<Limited> {
        let members = given.as_object()?;
        let mut limited = Limited::default();
        for (name, value) in members {
            match name.as_str() {
                "usd" => limited.nano_usd = Some(nano(value)?),
                "tokens" => limited.tokens = Some(value.as_u64()?),
                "calls" => limited.calls = Some(value.as_u64()?),
                _ => return None,
            }
        }
        Some(limited)
    }
}

fn nano(value: &Value) -> Option<u64> {
    let usd = value.as_f64().filter(|usd| (0.0..1e9).contains(usd))?;
    Some((usd * PER_DOLLAR).round() as u64)
}

/// The limits as a page shows them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimitsView(pub(crate) Limited);

impl ToJson for LimitsView {
    fn write(&self, out: &mut Writer) {
        let Limited { nano_usd, tokens, calls } = self.0;
        out.begin_object();
        out.optional("usd", &nano_usd.map(dollars));
        out.optional("tokens", &tokens);
        out.optional("calls", &calls);
        out.end_object();
    }
}
