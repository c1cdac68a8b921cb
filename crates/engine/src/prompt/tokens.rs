//! Tokens of texts: a rough count, set right by what the last call used.

/// Characters of other writing than the wide ones that mostly make a token.
const A_TOKEN: u64 = 4;

/// Parts of a token in which the scale is counted, and its bounds: a server that counts otherwise is not believed.
const WHOLE: u64 = 1_000;
const LEAST: u64 = 250;
const MOST: u64 = 4_000;

/// Tokens of a text, as a rough count: that of `www/src/session/usage.js`.
pub(crate) fn estimate(text: &str) -> u64 {
    let (wide, others) = text.chars().fold((0, 0), |(wide, others), c| match is_wide(c) {
        true => (wide + 1, others),
        false => (wide, others + 1_u64),
    });
    wide + others.div_ceil(A_TOKEN)
}

/// Whether a character mostly is a token or more: Chinese, Japanese, Korean.
fn is_wide(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}')
}

/// Tokens of the model for a thousand of the rough count; 0: no call has told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scale(pub(crate) u64);

impl Scale {
    /// The scale by a call whose messages have `estimated` tokens by the rough count, and `counted` by the host.
    pub(crate) fn measured(counted: u64, estimated: u64) -> Option<Self> {
        let scale = counted.saturating_mul(WHOLE).checked_div(estimated).filter(|_| counted > 0)?;
        Some(Scale(scale.clamp(LEAST, MOST)))
    }

    /// Tokens of a text.
    pub(crate) fn tokens(self, text: &str) -> u64 {
        let scale = if self.0 == 0 { WHOLE } else { self.0 };
        estimate(text).saturating_mul(scale).div_ceil(WHOLE)
    }
}

#[cfg(test)]
mod tests {
    use super::{estimate, Scale};

    #[test]
    fn counts_as_the_host_does() {
        assert_eq!(estimate(""), 0);
        assert_eq!(estimate("twelve chars"), 3);
        assert_eq!(estimate("一二三四 ab"), 5);
    }

    #[test]
    fn a_call_sets_the_scale_within_bounds() {
        assert_eq!(Scale::measured(150, 100).map(|scale| scale.tokens("twelve chars")), Some(5));
        assert_eq!(Scale::measured(u64::MAX, 1), Some(Scale(4_000)));
        assert_eq!(Scale::measured(1, u64::MAX), Some(Scale(250)));
        assert_eq!(Scale::measured(0, 100), None, "it was not counted");
        assert_eq!(Scale::measured(5, 0), None, "nothing was sent");
    }
}
