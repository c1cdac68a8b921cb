//! The options in `#[json(…)]`, each checked at its place.

use syn::meta::ParseNestedMeta;
use syn::{Attribute, Expr, LitStr, Token};

/// One option that is being read.
pub(crate) type One<'a> = ParseNestedMeta<'a>;

/// Reads the options of a type, a field or a variant (`whose`): those in `known`, each once.
pub(crate) fn read(
    attributes: &[Attribute],
    whose: &str,
    known: &[&str],
    mut take: impl FnMut(&str, &One) -> syn::Result<()>,
) -> syn::Result<()> {
    let mut seen: Vec<&str> = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("json")) {
        attribute.parse_nested_meta(|one| {
            let name = known.iter().find(|name| one.path.is_ident(name)).ok_or_else(|| unknown(&one, whose, known))?;
            if seen.contains(name) {
                return Err(one.error(format!("`{name}` stands here twice")));
            }
            seen.push(name);
            take(name, &one)
        })?;
    }
    Ok(())
}

fn unknown(one: &One, whose: &str, known: &[&str]) -> syn::Error {
    let names: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    one.error(match names.is_empty() {
        true => format!("{whose} has no options"),
        false => format!("there is no such option; {whose} may have {}", names.join(", ")),
    })
}

/// The text after `=`.
pub(crate) fn text(one: &One) -> syn::Result<LitStr> {
    let text: LitStr = one.value()?.parse()?;
    match text.value().is_empty() {
        true => Err(syn::Error::new(text.span(), "must not be empty")),
        false => Ok(text),
    }
}

/// The expression after `=`, if there is one.
pub(crate) fn value(one: &One) -> syn::Result<Option<Expr>> {
    match one.input.peek(Token![=]) {
        true => one.value()?.parse().map(Some),
        false => Ok(None),
    }
}
