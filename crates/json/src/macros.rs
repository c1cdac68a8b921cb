//! The lists of members from which types are written and read.

/// The JSON form of a struct. Members are always written and must be there, those after `optional` are left out where
/// they are empty, those after `without` are no part of it and begin as given.
#[macro_export]
macro_rules! object {
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

/// The JSON form of an enum without values: one name for each variant. The first is the blank one.
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

/// The JSON form of an enum: `{ "name": { members } }`; `{ "name": value }` for variants of one value, and `"name"` for
/// those of none, which as an optional member are left out. Reading begins with the value after `from`.
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

/// The JSON form of an enum whose variants are told apart by the member `type`. No other members are allowed.
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

/// A JSON object of the members that are given.
#[macro_export]
macro_rules! value {
    ($($key:literal: $value:expr),* $(,)?) => {{
        #[allow(unused_mut)]
        let mut out = $crate::Writer::object();
        $(out.member($key, &$value);)*
        out.object_value()
    }};
}

/// The same JSON form for serde's traits.
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
