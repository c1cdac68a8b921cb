//! The ends of chains of iterators, in little code.
//!
//! `collect` holds the chain twice, for the first item and for the rest, and asks how many will come.

/// What becomes of the items.
pub(crate) trait List: Iterator + Sized {
    /// All of them, in a list.
    fn list(self) -> Vec<Self::Item> {
        let mut list = Vec::new();
        for item in self {
            list.push(item);
        }
        list
    }

    /// One text of all, with `between` between them.
    fn joined(self, between: &str) -> String
    where
        Self::Item: AsRef<str>,
    {
        let mut text = String::new();
        let mut follows = false;
        for item in self {
            if follows {
                text.push_str(between);
            }
            text.push_str(item.as_ref());
            follows = true;
        }
        text
    }
}

impl<I: Iterator> List for I {}
