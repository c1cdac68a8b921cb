//! The two languages Stepgate speaks.

use serde::{Deserialize, Serialize};

/// The language of prompts, complaints and texts for the user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// Chinese.
    #[default]
    Zh,
    /// English.
    En,
}
