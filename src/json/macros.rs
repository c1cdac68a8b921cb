//! The lists of members from which types are written and read.

/// The JSON form of a struct. Members are always written and must be there, those after `optional` are left out where
/// they are empty, those after `without` are no part of it and begin as given.
macro_rules! object {
    ($type:ident $(<$stage:ident>)? { $($member:ident),* $(,)? }
        $(optional { $($optional:ident),* $(,)? })? $(without { $($own:ident: $fresh:expr),* $(,)? })?) => {
        $crate::json::object!(write $type $(<$stage>)? { $($member),* } $(optional { $($optional),* })?);

        impl $(<$stage: $crate::json::FromJson>)? $crate::json::FromJson for $type $(<$stage>)? {
            fn read(value: &serde_json::Value) -> Result<Self, $crate::Error> {
                let members = $crate::json::Members::of(value)?;
                Ok($type {
                    $($member: members.required(stringify!($member))?,)*
                    $($($optional: members.optional(stringify!($optional))?,)*)?
                    $($($own: $fresh,)*)?
                })
            }
        }
    };
    (write $type:ident $(<$stage:ident>)? { $($member:ident),* $(,)? } $(optional { $($optional:ident),* $(,)? })?) => {
        impl $(<$stage: $crate::json::ToJson>)? $crate::json::ToJson for $type $(<$stage>)? {
            fn write(&self, out: &mut $crate::json::Writer) {
                out.object(|out| {
                    $(out.member(stringify!($member), &self.$member);)*
                    $($(out.optional(stringify!($optional), &self.$optional);)*)?
                });
            }
        }
    };
}

/// The JSON form of an enum without values: one name for each variant.
macro_rules! names {
    ($type:ident { $($variant:ident $name:literal),* $(,)? }) => {
        impl $crate::json::ToJson for $type {
            fn write(&self, out: &mut $crate::json::Writer) {
                out.string(match self { $($type::$variant => $name,)* });
            }
        }

        impl $crate::json::FromJson for $type {
            fn read(value: &serde_json::Value) -> Result<Self, $crate::Error> {
                let name = value.as_str();
                $(if name == Some($name) {
                    return Ok($type::$variant);
                })*
                Err($crate::json::none_of(&[$($name),*]))
            }
        }
    };
}

/// The JSON form of an enum: `{ "name": { members } }`; `{ "name": value }` for variants of one value, and `"name"` for
/// those of none.
macro_rules! variants {
    ($type:ident $(<$stage:ident>)? {
        $($variant:ident $name:literal { $($member:ident),* } $(optional { $($optional:ident),* })?),* $(,)?
    } $(values { $($one:ident $one_name:literal),* })? $(bare { $($bare:ident $bare_name:literal),* })?) => {
        impl $(<$stage: $crate::json::ToJson>)? $crate::json::ToJson for $type $(<$stage>)? {
            fn write(&self, out: &mut $crate::json::Writer) {
                match self {
                    $($type::$variant { $($member,)* $($($optional),*)? } => out.variant($name, |out| {
                        $(out.member(stringify!($member), $member);)*
                        $($(out.optional(stringify!($optional), $optional);)*)?
                    }),)*
                    $($($type::$one(value) => out.object(|out| out.member($one_name, value)),)*)?
                    $($($type::$bare => out.string($bare_name),)*)?
                }
            }
        }

        impl $(<$stage: $crate::json::FromJson>)? $crate::json::FromJson for $type $(<$stage>)? {
            fn read(value: &serde_json::Value) -> Result<Self, $crate::Error> {
                let variant = $crate::json::Variant::of(value)?;
                $(if variant.is($name) {
                    return variant.members(|members| Ok($type::$variant {
                        $($member: members.required(stringify!($member))?,)*
                        $($($optional: members.optional(stringify!($optional))?,)*)?
                    }));
                })*
                $($(if variant.is($one_name) {
                    return variant.value().map($type::$one);
                })*)?
                $($(if variant.is($bare_name) {
                    return Ok($type::$bare);
                })*)?
                Err($crate::json::none_of(&[$($name,)* $($($one_name,)*)? $($($bare_name,)*)?]))
            }
        }
    };
}

/// The JSON form of an enum whose variants are told apart by the member `type`. No other members are allowed.
macro_rules! tagged {
    ($type:ident {
        $($variant:ident $name:literal { $($member:ident),* } $(optional { $($optional:ident),* })?),* $(,)?
    }) => {
        impl $crate::json::ToJson for $type {
            fn write(&self, out: &mut $crate::json::Writer) {
                out.object(|out| match self {
                    $($type::$variant { $($member,)* $($($optional),*)? } => {
                        out.member("type", &$name);
                        $(out.member(stringify!($member), $member);)*
                        $($(out.optional(stringify!($optional), $optional);)*)?
                    })*
                });
            }
        }

        impl $crate::json::FromJson for $type {
            fn read(value: &serde_json::Value) -> Result<Self, $crate::Error> {
                let members = $crate::json::Members::of(value)?;
                let name: String = members.required("type")?;
                $(if name == $name {
                    members.only(&["type", $(stringify!($member),)* $($(stringify!($optional)),*)?])?;
                    return Ok($type::$variant {
                        $($member: members.required(stringify!($member))?,)*
                        $($($optional: members.optional(stringify!($optional))?,)*)?
                    });
                })*
                Err($crate::json::none_of(&[$($name),*]).within("type"))
            }
        }
    };
}

/// The same JSON form for serde's traits.
macro_rules! serde_form {
    ($type:ty) => {
        $crate::json::serde_form!(write $type);

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = serde_json::Value::deserialize(deserializer)?;
                $crate::json::FromJson::read(&value).map_err(serde::de::Error::custom)
            }
        }
    };
    (write $type:ty) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::json::to_value(self).serialize(serializer)
            }
        }
    };
}

pub(crate) use {names, object, serde_form, tagged, variants};
