//! The cases of names in JSON.

use syn::LitStr;

/// Case of the names of a type's members or variants.
#[derive(Clone, Copy)]
pub(crate) enum Case {
    Snake,
    Camel,
    ScreamingSnake,
}

impl Case {
    /// The case that `name` shows.
    pub(crate) fn read(name: &LitStr) -> syn::Result<Self> {
        match name.value().as_str() {
            "camelCase" => Ok(Case::Camel),
            "SCREAMING_SNAKE_CASE" => Ok(Case::ScreamingSnake),
            _ => Err(syn::Error::new(name.span(), "must be \"camelCase\" or \"SCREAMING_SNAKE_CASE\"")),
        }
    }

    /// The name of a field or a variant in this case.
    pub(crate) fn of(self, name: &str) -> String {
        let words = words(name);
        match self {
            Case::Snake => words.join("_"),
            Case::ScreamingSnake => words.join("_").to_uppercase(),
            Case::Camel => {
                let (first, others) = words.split_at(words.len().min(1));
                first.iter().cloned().chain(others.iter().map(|word| capitalised(word))).collect()
            }
        }
    }
}

/// The words of a name, in lower case. A capital or an underscore begins a new one.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for character in name.chars() {
        if character == '_' || character.is_uppercase() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| character != '_') {
            word.extend(character.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn capitalised(word: &str) -> String {
    let mut characters = word.chars();
    characters.next().into_iter().flat_map(char::to_uppercase).chain(characters).collect()
}
