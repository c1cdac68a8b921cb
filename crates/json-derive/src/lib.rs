//! The derive macros of `stepgate-json`, which re-exports them. Its documentation has the forms; this page has the options.

mod forms;
mod names;
mod options;
mod read;
mod serde;
#[cfg(test)]
mod tests;
mod write;

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::{parse_quote, DeriveInput, Path};

use forms::Type;

/// Gives a type its JSON form, for writing ([`ToJson`]) and reading ([`FromJson`]). Each macro can also be derived alone.
///
/// ```
/// use stepgate_json::{from_text, to_text, Json};
///
/// #[derive(Json)]
/// #[json(optional)]
/// struct Spent {
///     minutes: u32,
/// }
///
/// #[derive(Json)]
/// struct Task {
///     title: String,
///     #[json(optional)]
///     notes: Vec<String>,
///     #[json(optional)]
///     due: Option<u32>,
///     #[json(optional)]
///     spent: Spent,
///     #[json(skip = false)]
///     seen: bool,
/// }
///
/// let task: Task = from_text("", r#"{ "title": "Call Ann", "due": 3 }"#)?;
/// assert!(task.notes.is_empty() && task.spent.minutes == 0 && !task.seen);
/// assert_eq!(to_text(&task), r#"{"title":"Call Ann","due":3}"#);
///
/// let error = from_text::<Task>("/tasks/0", r#"{ "due": 3 }"#).err();
/// assert_eq!(error.map(|error| error.to_string()).as_deref(), Some("/tasks/0/title: is missing"));
/// # Ok::<(), stepgate_json::Error>(())
/// ```
///
/// # Forms
///
/// | type | JSON |
/// | --- | --- |
/// | `struct Point { x: u32, y: u32 }` | an object with a member for each field, in their order: `{ "x": 1, "y": 2 }` |
/// | `struct Day(u32)` | the form of the value: `1` |
/// | an enum without values | the name of the variant: `"in_progress"` for `InProgress` |
/// | an enum with values | the name as the only key: `{ "said": { "text": "Hi" } }` for `Said { text }`, `{ "failed": value }` for `Failed(value)`, `"idle"` for `Idle` |
/// | an enum with values and `tag = "type"` | the name as a member: `{ "type": "said", "text": "Hi" }` |
///
/// A field has its own name in JSON, a variant has its name in snake case. Each member must be there when a value is read, unless
/// its field is an `Option`; unknown members are ignored.
///
/// The [blank](../stepgate_json/trait.FromJson.html#tymethod.blank) value, which stands for a missing member, has blank fields; of
/// an enum it is the variant marked `#[default]`, or else the first.
///
/// ```
/// use stepgate_json::{from_text, to_text, Json};
///
/// #[derive(Debug, PartialEq, Json)]
/// enum State {
///     Said { text: String, #[json(optional)] tags: Vec<String> },
///     Failed(String),
///     Idle,
/// }
///
/// let said = State::Said { text: "Hello".into(), tags: Vec::new() };
/// assert_eq!(to_text(&said), r#"{"said":{"text":"Hello"}}"#);
/// assert_eq!(to_text(&State::Failed("offline".into())), r#"{"failed":"offline"}"#);
/// assert_eq!(from_text::<State>("", r#""idle""#)?, State::Idle);
///
/// let error = from_text::<State>("", r#"{ "said": {} }"#).err();
/// assert_eq!(error.map(|error| error.to_string()).as_deref(), Some("/said/text: is missing"));
/// # Ok::<(), stepgate_json::Error>(())
/// ```
///
/// # Options of a type
///
/// | option | effect |
/// | --- | --- |
/// | `#[json(optional)]` | all fields of the struct are optional, as below, unless they say something else |
/// | `#[json(default)]` | a missing member of the struct has its value from `Default` |
/// | `#[json(rename_all = "camelCase")]` | case of the names of fields, or of an enum's variants; or `"SCREAMING_SNAKE_CASE"` |
/// | `#[json(strict)]` | unknown members are refused |
/// | `#[json(tag = "type")]` | the name of an enum's variant is a member |
/// | `#[json(validate = path)]` | `path`, a `fn(&Self) -> Result<(), Error>`, checks each value that was read |
///
/// ```
/// use stepgate_json::{from_text, to_text, Json};
///
/// #[derive(Debug, PartialEq, Json)]
/// #[json(tag = "type", strict)]
/// enum Event {
///     Said { text: String },
///     Ticked { at_ms: u64, #[json(optional)] late: bool },
/// }
///
/// assert_eq!(to_text(&Event::Ticked { at_ms: 5, late: false }), r#"{"type":"ticked","at_ms":5}"#);
/// assert_eq!(from_text::<Event>("", r#"{ "type": "said", "text": "Hi" }"#)?, Event::Said { text: "Hi".into() });
///
/// let error = from_text::<Event>("", r#"{ "type": "said", "text": "Hi", "at_ms": 5 }"#).err();
/// assert_eq!(error.map(|error| error.to_string()).as_deref(), Some("/at_ms: must be left out; there is type, text"));
/// # Ok::<(), stepgate_json::Error>(())
/// ```
///
/// ```
/// use stepgate_json::{from_text, wanted, Error, Json};
///
/// #[derive(Json)]
/// #[json(validate = Percent::check)]
/// struct Percent(u8);
///
/// impl Percent {
///     fn check(&self) -> Result<(), Error> {
///         if self.0 > 100 { Err(wanted("at most 100")) } else { Ok(()) }
///     }
/// }
///
/// let error = from_text::<Percent>("/done", "101").err();
/// assert_eq!(error.map(|error| error.to_string()).as_deref(), Some("/done: must be at most 100"));
/// ```
///
/// # Options of a field
///
/// | option | effect |
/// | --- | --- |
/// | `#[json(optional)]` | left out where it [is absent](../stepgate_json/trait.ToJson.html#method.is_absent) (`None`, null, false, zero, an empty list, an object without a member); blank where it is missing |
/// | `#[json(default)]` | always written; blank where it is missing |
/// | `#[json(default = value)]` | always written; `value` where it is missing |
/// | `#[json(skip = value)]` | no member; `value` when it is read. With `ToJson` alone, `#[json(skip)]` is enough |
/// | `#[json(read)]` | never written; blank where it is missing: a member of an older form |
/// | `#[json(rename = "name")]` | the name of the member |
///
/// # Options of a variant
///
/// | option | effect |
/// | --- | --- |
/// | `#[json(rename = "name")]` | its name |
/// | `#[json(optional)]` | all its fields are optional |
/// | `#[json(absent)]` | an optional member with this value is left out |
///
/// # Errors
///
/// A wrong option is an error of the compiler at the place of the option:
///
/// ```compile_fail
/// #[derive(stepgate_json::Json)]
/// struct Task {
///     #[json(optinal)] // there is no such option; a field may have `rename`, `optional`, `default`, `read`, `skip`
///     notes: Vec<String>,
/// }
/// ```
///
/// ```compile_fail
/// #[derive(stepgate_json::Json)]
/// #[json(tag = "type")]
/// enum Event {
///     Said(String), // with `tag` a variant has named fields, or none
/// }
/// ```
#[proc_macro_derive(Json, attributes(json))]
pub fn json(input: TokenStream) -> TokenStream {
    expanded(input, |input| both(input, &own_crate()))
}

/// Gives a type its JSON form for writing only; see [`Json`](macro@Json).
#[proc_macro_derive(ToJson, attributes(json))]
pub fn to_json(input: TokenStream) -> TokenStream {
    expanded(input, |input| to(input, &own_crate()))
}

/// Gives a type its JSON form for reading only; see [`Json`](macro@Json).
#[proc_macro_derive(FromJson, attributes(json))]
pub fn from_json(input: TokenStream) -> TokenStream {
    expanded(input, |input| from(input, &own_crate()))
}

/// Implements serde's `Serialize` for a type with `ToJson`, with the same form.
///
/// ```
/// use stepgate_json::{Deserialize, Json, Serialize};
///
/// #[derive(Json, Serialize, Deserialize)]
/// struct Point { x: u32, y: u32 }
///
/// let point: Point = serde_json::from_str(r#"{ "x": 1, "y": 2 }"#)?;
/// assert_eq!(serde_json::to_string(&point)?, r#"{"x":1,"y":2}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[proc_macro_derive(Serialize)]
pub fn serialize(input: TokenStream) -> TokenStream {
    expanded(input, |input| Ok(serde::serialize(&input, &own_crate())))
}

/// Implements serde's `Deserialize` for a type with `FromJson`, with the same form; see [`Serialize`](macro@Serialize).
#[proc_macro_derive(Deserialize)]
pub fn deserialize(input: TokenStream) -> TokenStream {
    expanded(input, |input| Ok(serde::deserialize(&input, &own_crate())))
}

/// [`Json`](macro@Json) for a crate that depends on `stepgate` alone.
#[doc(hidden)]
#[proc_macro_derive(JsonOfStepgate, attributes(json))]
pub fn json_of_stepgate(input: TokenStream) -> TokenStream {
    expanded(input, |input| both(input, &facade()))
}

/// [`ToJson`](macro@ToJson) for a crate that depends on `stepgate` alone.
#[doc(hidden)]
#[proc_macro_derive(ToJsonOfStepgate, attributes(json))]
pub fn to_json_of_stepgate(input: TokenStream) -> TokenStream {
    expanded(input, |input| to(input, &facade()))
}

/// [`FromJson`](macro@FromJson) for a crate that depends on `stepgate` alone.
#[doc(hidden)]
#[proc_macro_derive(FromJsonOfStepgate, attributes(json))]
pub fn from_json_of_stepgate(input: TokenStream) -> TokenStream {
    expanded(input, |input| from(input, &facade()))
}

/// [`Serialize`](macro@Serialize) for a crate that depends on `stepgate` alone.
#[doc(hidden)]
#[proc_macro_derive(SerializeOfStepgate)]
pub fn serialize_of_stepgate(input: TokenStream) -> TokenStream {
    expanded(input, |input| Ok(serde::serialize(&input, &facade())))
}

/// [`Deserialize`](macro@Deserialize) for a crate that depends on `stepgate` alone.
#[doc(hidden)]
#[proc_macro_derive(DeserializeOfStepgate)]
pub fn deserialize_of_stepgate(input: TokenStream) -> TokenStream {
    expanded(input, |input| Ok(serde::deserialize(&input, &facade())))
}

/// The crate with the traits, as its direct dependents name it.
fn own_crate() -> Path {
    parse_quote!(::stepgate_json)
}

/// The same, as the dependents of `stepgate` name it.
fn facade() -> Path {
    parse_quote!(::stepgate::json)
}

fn expanded(input: TokenStream, expand: impl FnOnce(DeriveInput) -> syn::Result<Tokens>) -> TokenStream {
    syn::parse(input).and_then(expand).unwrap_or_else(syn::Error::into_compile_error).into()
}

fn to(input: DeriveInput, json: &Path) -> syn::Result<Tokens> {
    Ok(write::implement(&Type::new(input)?, json))
}

fn from(input: DeriveInput, json: &Path) -> syn::Result<Tokens> {
    read::implement(&Type::new(input)?, json)
}

fn both(input: DeriveInput, json: &Path) -> syn::Result<Tokens> {
    let of = Type::new(input)?;
    let (write, read) = (write::implement(&of, json), read::implement(&of, json)?);
    Ok(quote! { #write #read })
}
