//! A type as its JSON form sees it: members and variants, with their options.

use std::collections::BTreeSet;

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Expr, Fields, Generics, Ident, LitStr, Path};

use crate::names::Case;
use crate::options::{self, One};

/// A type with its options.
pub(crate) struct Type {
    pub(crate) name: Ident,
    pub(crate) generics: Generics,
    pub(crate) form: Form,
    /// Whether unknown members are refused.
    pub(crate) strict: bool,
    /// The function that checks a value after reading.
    pub(crate) validate: Option<Path>,
    /// Whether the blank value is that of `Default`.
    pub(crate) default: bool,
}

/// The kind of a type's form.
pub(crate) enum Form {
    /// An object.
    Object(Vec<Member>),
    /// The form of the only value, whose type stands here.
    Value(Span),
    /// A string for each variant.
    Names(Vec<Variant>),
    /// An object with the name of the variant as its only key; a string for a variant without values.
    Keyed(Vec<Variant>),
    /// An object with the name of the variant in a member.
    Tagged(LitStr, Vec<Variant>),
}

/// One field.
pub(crate) struct Member {
    pub(crate) field: Ident,
    /// The place of its type, for errors of the compiler.
    pub(crate) at: Span,
    pub(crate) name: LitStr,
    pub(crate) presence: Presence,
}

/// When a member is there.
#[derive(Clone)]
pub(crate) enum Presence {
    /// Always.
    Required,
    /// Where it is not absent.
    Optional,
    /// Always in what is written. A missing one is read as the value, or as blank.
    Default(Option<Expr>),
    /// Never in what is written. One of an older form is read.
    Read,
    /// Never. The value of the field after reading.
    Skip(Option<Expr>),
}

/// One variant.
pub(crate) struct Variant {
    pub(crate) variant: Ident,
    pub(crate) name: LitStr,
    pub(crate) content: Content,
    /// Whether an optional member with this value is left out.
    pub(crate) absent: bool,
    /// Whether it is marked as the default value.
    pub(crate) default: bool,
}

/// The values of a variant.
pub(crate) enum Content {
    None,
    /// One, whose type stands here.
    One(Span),
    Members(Vec<Member>),
}

impl Type {
    /// Reads the definition of a type.
    pub(crate) fn new(input: DeriveInput) -> syn::Result<Self> {
        let DeriveInput { ident: name, attrs, generics, data, .. } = input;
        let mut options = Options::read(&attrs, &data)?;
        let form = match data {
            Data::Struct(data) => of_struct(&name, data.fields, &options)?,
            Data::Enum(data) => of_enum(&name, data.variants, options.tag.take(), options.case)?,
            Data::Union(_) => return Err(syn::Error::new(name.span(), "a union has no JSON form")),
        };
        let Options { strict, validate, default, .. } = options;
        Ok(Type { name, generics, form, strict, validate, default })
    }
}

/// The options of a type.
#[derive(Default)]
struct Options {
    optional: bool,
    default: bool,
    case: Option<Case>,
    strict: bool,
    tag: Option<LitStr>,
    validate: Option<Path>,
}

impl Options {
    fn read(attributes: &[Attribute], data: &Data) -> syn::Result<Self> {
        let (whose, known): (_, &[&str]) = match data {
            Data::Struct(data) if matches!(data.fields, Fields::Unnamed(_)) => {
                ("a struct without names of fields", &["validate"])
            }
            Data::Enum(_) => ("an enum", &["rename_all", "tag", "strict", "validate"]),
            _ => ("a struct", &["rename_all", "optional", "default", "strict", "validate"]),
        };
        let mut read = Options::default();
        options::read(attributes, whose, known, |name, one| read.take(name, one))?;
        Ok(read)
    }

    fn take(&mut self, name: &str, one: &One) -> syn::Result<()> {
        match name {
            "rename_all" => self.case = Some(Case::read(&options::text(one)?)?),
            "optional" => self.optional = true,
            "strict" => self.strict = true,
            "tag" => self.tag = Some(options::text(one)?),
            "default" => self.default = true,
            _ => self.validate = Some(one.value()?.parse()?),
        }
        Ok(())
    }

    /// The presence of a member whose field says nothing.
    fn usual(&self) -> Presence {
        match (self.optional, self.default) {
            (true, _) => Presence::Optional,
            (false, true) => Presence::Default(None),
            (false, false) => Presence::Required,
        }
    }
}

fn of_struct(name: &Ident, fields: Fields, options: &Options) -> syn::Result<Form> {
    match fields {
        Fields::Named(_) => members(fields, &options.usual(), options.case).map(Form::Object),
        fields => match only_value(fields)? {
            Some(value) => Ok(Form::Value(value)),
            None => Err(syn::Error::new(name.span(), "a struct with a JSON form has named fields, or one value")),
        },
    }
}

fn of_enum(
    name: &Ident,
    listed: impl IntoIterator<Item = syn::Variant>,
    tag: Option<LitStr>,
    case: Option<Case>,
) -> syn::Result<Form> {
    let case = case.unwrap_or(Case::Snake);
    let variants = listed.into_iter().map(|listed| Variant::new(listed, case)).collect::<syn::Result<Vec<_>>>()?;
    distinct(variants.iter().map(|variant| &variant.name))?;
    if variants.is_empty() {
        return Err(syn::Error::new(name.span(), "an enum with a JSON form has variants"));
    }
    match tag {
        Some(tag) => {
            variants.iter().try_for_each(|variant| variant.fits_beside(&tag))?;
            Ok(Form::Tagged(tag, variants))
        }
        None if variants.iter().all(|variant| matches!(variant.content, Content::None)) => Ok(Form::Names(variants)),
        None => Ok(Form::Keyed(variants)),
    }
}

impl Form {
    /// All members of an object or of an enum's variants.
    pub(crate) fn members(&self) -> impl Iterator<Item = &Member> {
        let (members, variants): (&[Member], &[Variant]) = match self {
            Form::Object(members) => (members, &[]),
            Form::Value(_) => (&[], &[]),
            Form::Names(variants) | Form::Keyed(variants) | Form::Tagged(_, variants) => (&[], variants),
        };
        members.iter().chain(variants.iter().flat_map(|variant| variant.content.members()))
    }
}

impl Content {
    /// The named values of a variant.
    pub(crate) fn members(&self) -> &[Member] {
        match self {
            Content::Members(members) => members,
            Content::None | Content::One(_) => &[],
        }
    }
}

impl Variant {
    fn new(listed: syn::Variant, case: Case) -> syn::Result<Self> {
        let known: &[&str] = match listed.fields {
            Fields::Named(_) => &["rename", "optional", "absent"],
            _ => &["rename", "absent"],
        };
        let (mut rename, mut usual, mut absent) = (None, Presence::Required, false);
        options::read(&listed.attrs, "this variant", known, |name, one| {
            match name {
                "rename" => rename = Some(options::text(one)?),
                "optional" => usual = Presence::Optional,
                _ => absent = true,
            }
            Ok(())
        })?;
        let default = listed.attrs.iter().any(|attribute| attribute.path().is_ident("default"));
        let span = listed.ident.span();
        let content = match listed.fields {
            Fields::Unit => Content::None,
            fields @ Fields::Named(_) => Content::Members(members(fields, &usual, None)?),
            fields => Content::One(only_value(fields)?.ok_or_else(|| {
                syn::Error::new(span, "a variant with a JSON form has named fields, one value, or none")
            })?),
        };
        let name = rename.unwrap_or_else(|| named(&listed.ident, Some(case)));
        Ok(Variant { variant: listed.ident, name, content, absent, default })
    }

    /// Checks that the name of the variant can stand in the member `tag` beside the variant's own.
    fn fits_beside(&self, tag: &LitStr) -> syn::Result<()> {
        match &self.content {
            Content::None => Ok(()),
            Content::Members(members) => distinct([tag].into_iter().chain(members.iter().filter_map(Member::key))),
            Content::One(at) => Err(syn::Error::new(*at, "with `tag` a variant has named fields, or none")),
        }
    }
}

impl Member {
    /// The name of the member, unless it is never there.
    pub(crate) fn key(&self) -> Option<&LitStr> {
        match self.presence {
            Presence::Skip(_) => None,
            _ => Some(&self.name),
        }
    }

    fn new(field: syn::Field, name: Ident, usual: &Presence, case: Option<Case>) -> syn::Result<Self> {
        let (mut rename, mut presence) = (None, None);
        options::read(&field.attrs, "a field", &["rename", "optional", "default", "read", "skip"], |option, one| {
            if option == "rename" {
                rename = Some(options::text(one)?);
                return Ok(());
            }
            let new = match option {
                "optional" => Presence::Optional,
                "default" => Presence::Default(options::value(one)?),
                "read" => Presence::Read,
                _ => Presence::Skip(options::value(one)?),
            };
            match presence.replace(new) {
                None => Ok(()),
                Some(_) => Err(one.error("a field has only one of `optional`, `default`, `read` and `skip`")),
            }
        })?;
        let key = rename.unwrap_or_else(|| named(&name, case));
        Ok(Member { field: name, at: field.ty.span(), name: key, presence: presence.unwrap_or_else(|| usual.clone()) })
    }
}

fn members(fields: Fields, usual: &Presence, case: Option<Case>) -> syn::Result<Vec<Member>> {
    let named = fields.into_iter().filter_map(|mut field| Some((field.ident.take()?, field)));
    let members = named.map(|(name, field)| Member::new(field, name, usual, case)).collect::<syn::Result<Vec<_>>>()?;
    distinct(members.iter().filter_map(Member::key))?;
    Ok(members)
}

/// The place of the type of the only value of a struct or a variant without names of fields; None if there is not exactly one.
fn only_value(fields: Fields) -> syn::Result<Option<Span>> {
    let mut fields = fields.into_iter();
    let (Some(field), None) = (fields.next(), fields.next()) else { return Ok(None) };
    options::read(&field.attrs, "the only value", &[], |_, _| Ok(()))?;
    Ok(Some(field.ty.span()))
}

/// The name of a field or a variant in JSON.
fn named(name: &Ident, case: Option<Case>) -> LitStr {
    let own = name.unraw().to_string();
    LitStr::new(&case.map_or_else(|| own.clone(), |case| case.of(&own)), name.span())
}

/// Checks that no name stands there twice.
fn distinct<'a>(names: impl IntoIterator<Item = &'a LitStr>) -> syn::Result<()> {
    let mut seen = BTreeSet::new();
    for name in names {
        if !seen.insert(name.value()) {
            return Err(syn::Error::new(name.span(), format!("the name \"{}\" stands here twice", name.value())));
        }
    }
    Ok(())
}
