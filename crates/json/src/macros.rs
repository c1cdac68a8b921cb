//! The macros that give a type its JSON form from a list of its members (docs/decisions/001-one-json-model.md).

/// Gives a struct its JSON form: an object with a member for each field, named as the field.
///
/// - The fields in braces are always written, and must be there when a value is read; a field of type `Option` may be absent.
/// - The fields after `optional` are left out where they [are absent](crate::ToJson::is_absent): `None`, null, false, zero, an
///   empty list. They may be absent when a value is read, and are then blank.
/// - The fields after `without` have no JSON form. The expression is their value after reading.
///
/// Each field stands in one of the three lists. Unknown members of the JSON object are ignored; `object!(strict …)` refuses them.
/// `object!(write …)` and `object!(read …)` implement only [`ToJson`](crate::ToJson) or [`FromJson`](crate::FromJson). A struct may
/// have one type parameter: `object!(Pair<T> { one, other })`.
///
/// ```
/// use stepgate_json::{from_text, object, to_text};
///
/// struct Task { title: String, notes: Vec<String>, due: Option<u32>, seen: bool }
/// object!(Task { title } optional { notes, due } without { seen: false });
///
/// let task: Task = from_text("", r#"{ "title": "Call Ann", "due": 3 }"#)?;
/// assert!(task.notes.is_empty() && !task.seen);
/// assert_eq!(to_text(&task), r#"{"title":"Call Ann","due":3}"#);
///
/// let error = from_text::<Task>("/tasks/0", r#"{ "due": 3 }"#).err();
/// assert_eq!(error.map(|error| error.to_string()).as_deref(), Some("/tasks/0/title: is missing"));
///
/// struct Point { x: u32, y: u32 }
/// object!(strict Point { x, y });
/// let error = from_text::<Point>("", r#"{ "x": 1, "y": 2, "z": 3 }"#).err();
/// assert_eq!(error.map(|error| error.to_string()).as_deref(), Some("/z: must be left out; there is x, y"));
/// # Ok::<(), stepgate_json::Error>(())
/// ```
#[macro_export]
macro_rules! object {
    (strict $type:ident { $($member:ident),* $(,)? } $(optional { $($optional:ident),* $(,)? })?) => {
        $crate::object!(write $type { $($member),* } $(optional { $($optional),* })?);

        impl $crate::FromJson for $type {
            fn blank() -> Self {
                $type {
                    $($member: $crate::FromJson::blank(),)*
                    $($($optional: $crate::FromJson::blank(),)*)?
                }
            }

            fn take(&mut self, value: &$crate::serde_json::Value) -> Result<(), $crate::Error> {
                let members = $crate::Members::of(value)?;
                $(members.required(stringify!($member), &mut self.$member)?;)*
                $($(members.optional(stringify!($optional), &mut self.$optional)?;)*)?
                members.only(&[$(stringify!($member),)* $($(stringify!($optional)),*)?])
            }
        }
    };
    ($type:ident $(<$stage:ident>)? { $($member:ident),* $(,)? }
        $(optional { $($optional:ident),* $(,)? })? $(without { $($own:ident: $fresh:expr),* $(,)? })?) => {
        $crate::object!(write $type $(<$stage>)? { $($member),* } $(optional { $($optional),* })?);
        $crate::object!(read $type $(<$stage>)? { $($member),* } $(optional { $($optional),* })?
            $(without { $($own: $fresh),* })?);
    };
    (read $type:ident $(<$stage:ident>)? { $($member:ident),* $(,)? }
        $(optional { $($optional:ident),* $(,)? })? $(without { $($own:ident: $fresh:expr),* $(,)? })?) => {
        impl $(<$stage: $crate::FromJson>)? $crate::FromJson for $type $(<$stage>)? {
            fn blank() -> Self {
                $type {
                    $($member: $crate::FromJson::blank(),)*
                    $($($optional: $crate::FromJson::blank(),)*)?
                    $($($own: $fresh,)*)?
                }
            }

            fn take(&mut self, value: &$crate::serde_json::Value) -> Result<(), $crate::Error> {
                let members = $crate::Members::of(value)?;
                $(members.required(stringify!($member), &mut self.$member)?;)*
                $($(members.optional(stringify!($optional), &mut self.$optional)?;)*)?
                Ok(())
            }
        }
    };
    (write $type:ident $(<$stage:ident>)? { $($member:ident),* $(,)? } $(optional { $($optional:ident),* $(,)? })?) => {
        impl $(<$stage: $crate::ToJson>)? $crate::ToJson for $type $(<$stage>)? {
            fn write(&self, out: &mut $crate::Writer) {
                out.begin_object();
                $(out.member(stringify!($member), &self.$member);)*
                $($(out.optional(stringify!($optional), &self.$optional);)*)?
                out.end_object();
            }
        }
    };
}

/// Gives an enum without values its JSON form: a string for each variant.
///
/// The first variant is the [blank](crate::FromJson::blank) one: the value of an optional member that is absent.
///
/// ```
/// use stepgate_json::{from_text, names, to_text};
///
/// #[derive(Debug, PartialEq)]
/// enum Access { Read, Write }
/// names!(Access { Read "read", Write "write" });
///
/// assert_eq!(to_text(&Access::Write), r#""write""#);
/// assert_eq!(from_text::<Access>("", r#""read""#)?, Access::Read);
///
/// let error = from_text::<Access>("", r#""run""#).err();
/// assert_eq!(error.map(|error| error.to_string()).as_deref(), Some("must be one of read, write"));
/// # Ok::<(), stepgate_json::Error>(())
/// ```
#[macro_export]
macro_rules! names {
    ($type:ident { $first:ident $first_name:literal $(, $variant:ident $name:literal)* $(,)? }) => {
        impl $crate::ToJson for $type {
            fn write(&self, out: &mut $crate::Writer) {
                out.string(match self {
                    $type::$first => $first_name,
                    $($type::$variant => $name,)*
                });
            }
        }

        impl $crate::FromJson for $type {
            fn blank() -> Self {
                $type::$first
            }

            fn take(&mut self, value: &$crate::serde_json::Value) -> Result<(), $crate::Error> {
                *self = match value.as_str() {
                    Some($first_name) => $type::$first,
                    $(Some($name) => $type::$variant,)*
                    _ => return Err($crate::none_of(&[$first_name $(, $name)*])),
                };
                Ok(())
            }
        }
    };
}

/// Gives an enum its JSON form, with the name of the variant as the only key.
///
/// | listed | variant | JSON |
/// | --- | --- | --- |
/// | first | `Said { text }` | `{ "said": { "text": … } }`; `optional` as in [`object!`](crate::object) |
/// | after `values` | `Failed(value)` | `{ "failed": value }` |
/// | after `bare` | `Idle` | `"idle"`; an optional member with such a value is left out |
///
/// The expression after `from` is the [blank](crate::FromJson::blank) value. The enum may have one type parameter.
///
/// ```
/// use stepgate_json::{from_text, to_text, variants};
///
/// #[derive(Debug, PartialEq)]
/// enum State { Said { text: String, tags: Vec<String> }, Failed(String), Idle }
/// variants!(State from State::Idle => {
///     Said "said" { text } optional { tags },
/// } values { Failed "failed" } bare { Idle "idle" });
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
#[macro_export]
macro_rules! variants {
    ($type:ident $(<$stage:ident>)? from $blank:expr => {
        $($variant:ident $name:literal { $($member:ident),* } $(optional { $($optional:ident),* })?),* $(,)?
    } $(values { $($one:ident $one_name:literal),* })? $(bare { $($bare:ident $bare_name:literal),* })?) => {
        impl $(<$stage: $crate::ToJson>)? $crate::ToJson for $type $(<$stage>)? {
            fn write(&self, out: &mut $crate::Writer) {
                match self {
                    $($type::$variant { $($member,)* $($($optional),*)? } => {
                        out.begin_variant($name);
                        $(out.member(stringify!($member), $member);)*
                        $($(out.optional(stringify!($optional), $optional);)*)?
                        out.end_variant();
                    })*
                    $($($type::$one(value) => out.only_member($one_name, value),)*)?
                    $($($type::$bare => out.string($bare_name),)*)?
                }
            }

            $(fn is_absent(&self) -> bool {
                match self {
                    $($type::$bare => true,)*
                    _ => false,
                }
            })?
        }

        impl $(<$stage: $crate::FromJson>)? $crate::FromJson for $type $(<$stage>)? {
            fn blank() -> Self {
                $blank
            }

            fn take(&mut self, value: &$crate::serde_json::Value) -> Result<(), $crate::Error> {
                let variant = $crate::Variant::of(value)?;
                $(if variant.is($name) {
                    *self = $type::$variant {
                        $($member: $crate::FromJson::blank(),)*
                        $($($optional: $crate::FromJson::blank(),)*)?
                    };
                    if let $type::$variant { $($member,)* $($($optional),*)? } = self {
                        let members = variant.members()?;
                        $(members.required(stringify!($member), $member)?;)*
                        $($(members.optional(stringify!($optional), $optional)?;)*)?
                    }
                    return Ok(());
                })*
                $($(if variant.is($one_name) {
                    *self = $type::$one($crate::FromJson::blank());
                    if let $type::$one(value) = self {
                        variant.value(value)?;
                    }
                    return Ok(());
                })*)?
                $($(if variant.is($bare_name) {
                    *self = $type::$bare;
                    return Ok(());
                })*)?
                Err($crate::none_of(&[$($name,)* $($($one_name,)*)? $($($bare_name,)*)?]))
            }
        }
    };
}

/// Gives an enum its JSON form, with the name of the variant in the member `type`: `{ "type": "said", "text": … }`.
///
/// Members are listed as in [`object!`](crate::object), but members that are not listed are refused. The expression after `from`
/// is the [blank](crate::FromJson::blank) value.
///
/// ```
/// use stepgate_json::{from_text, tagged, to_text};
///
/// #[derive(Debug, PartialEq)]
/// enum Event { Said { text: String }, Ticked { at_ms: u64, late: bool } }
/// tagged!(Event from Event::Said { text: String::new() } => {
///     Said "said" { text },
///     Ticked "ticked" { at_ms } optional { late },
/// });
///
/// assert_eq!(to_text(&Event::Ticked { at_ms: 5, late: false }), r#"{"type":"ticked","at_ms":5}"#);
/// assert_eq!(from_text::<Event>("", r#"{ "type": "said", "text": "Hi" }"#)?, Event::Said { text: "Hi".into() });
///
/// let error = from_text::<Event>("", r#"{ "type": "said", "text": "Hi", "at_ms": 5 }"#).err();
/// assert_eq!(error.map(|error| error.to_string()).as_deref(), Some("/at_ms: must be left out; there is type, text"));
/// # Ok::<(), stepgate_json::Error>(())
/// ```
#[macro_export]
macro_rules! tagged {
    ($type:ident from $blank:expr => {
        $($variant:ident $name:literal { $($member:ident),* } $(optional { $($optional:ident),* })?),* $(,)?
    }) => {
        impl $crate::ToJson for $type {
            fn write(&self, out: &mut $crate::Writer) {
                out.begin_object();
                match self {
                    $($type::$variant { $($member,)* $($($optional),*)? } => {
                        out.member("type", &$name);
                        $(out.member(stringify!($member), $member);)*
                        $($(out.optional(stringify!($optional), $optional);)*)?
                    })*
                }
                out.end_object();
            }
        }

        impl $crate::FromJson for $type {
            fn blank() -> Self {
                $blank
            }

            fn take(&mut self, value: &$crate::serde_json::Value) -> Result<(), $crate::Error> {
                let members = $crate::Members::of(value)?;
                let mut name = String::new();
                members.required("type", &mut name)?;
                $(if name == $name {
                    *self = $type::$variant {
                        $($member: $crate::FromJson::blank(),)*
                        $($($optional: $crate::FromJson::blank(),)*)?
                    };
                    if let $type::$variant { $($member,)* $($($optional),*)? } = self {
                        $(members.required(stringify!($member), $member)?;)*
                        $($(members.optional(stringify!($optional), $optional)?;)*)?
                    }
                    return members.only(&["type", $(stringify!($member),)* $($(stringify!($optional)),*)?]);
                })*
                Err($crate::none_of(&[$($name),*]).within("type"))
            }
        }
    };
}

/// Makes a JSON object, a `serde_json::Value`, of keys and values. A value is anything that implements
/// [`ToJson`](crate::ToJson).
///
/// ```
/// use stepgate_json::value;
///
/// let made = value! { "title": "Call Ann", "due": 3u32, "tags": vec!["phone".to_owned()] };
/// assert_eq!(made, serde_json::json!({ "title": "Call Ann", "due": 3, "tags": ["phone"] }));
/// ```
#[macro_export]
macro_rules! value {
    ($($key:literal: $value:expr),* $(,)?) => {{
        #[allow(unused_mut)]
        let mut out = $crate::Writer::object();
        $(out.member($key, &$value);)*
        out.object_value()
    }};
}

/// Implements serde's `Serialize` and `Deserialize` for a type that has a JSON form, with the same form.
/// `serde_form!(write Type)` implements `Serialize` only.
///
/// ```
/// use stepgate_json::{object, serde_form};
///
/// struct Point { x: u32, y: u32 }
/// object!(Point { x, y });
/// serde_form!(Point);
///
/// let point: Point = serde_json::from_str(r#"{ "x": 1, "y": 2 }"#)?;
/// assert_eq!(serde_json::to_string(&point)?, r#"{"x":1,"y":2}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! serde_form {
    ($type:ty) => {
        $crate::serde_form!(write $type);

        impl<'de> $crate::serde::Deserialize<'de> for $type {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = $crate::serde_json::Value::deserialize(deserializer)?;
                $crate::read(&value).map_err($crate::serde::de::Error::custom)
            }
        }
    };
    (write $type:ty) => {
        impl $crate::serde::Serialize for $type {
            fn serialize<S: $crate::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::to_value(self).serialize(serializer)
            }
        }
    };
}
