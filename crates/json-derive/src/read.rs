//! The impl of `FromJson`: calls of the readers, which are not generic.

use proc_macro2::TokenStream as Tokens;
use quote::{quote, quote_spanned};
use syn::{parse_quote, LitStr, Path};

use crate::forms::{Content, Form, Member, Presence, Type, Variant};
use crate::write::{binding, pattern};

/// The impl of `FromJson` for a type.
pub(crate) fn implement(of: &Type, json: &Path) -> syn::Result<Tokens> {
    if !of.default {
        of.form.members().try_for_each(has_value)?;
    }
    let mut generics = of.generics.clone();
    generics.type_params_mut().for_each(|param| param.bounds.push(parse_quote!(#json::FromJson)));
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    let (name, blank, take) = (&of.name, blank(of, json), Reading { of, json }.take());
    let is_optional = match of.form {
        Form::Value(_) => quote! { fn is_optional(&self) -> bool { #json::FromJson::is_optional(&self.0) } },
        _ => Tokens::new(),
    };
    Ok(quote! {
        #[automatically_derived]
        impl #impl_generics #json::FromJson for #name #type_generics #where_clause {
            fn blank() -> Self {
                #blank
            }

            #[allow(irrefutable_let_patterns)] // an enum of one variant
            fn take(&mut self, value: &#json::serde_json::Value) -> ::core::result::Result<(), #json::Error> {
                #take
            }

            #is_optional
        }
    })
}

/// Checks that a field without a member says its value.
fn has_value(member: &Member) -> syn::Result<()> {
    match member.presence {
        Presence::Skip(None) => Err(syn::Error::new(
            member.field.span(),
            "`skip` needs the value of the field after reading: `skip = value`",
        )),
        _ => Ok(()),
    }
}

/// The blank value of a type.
fn blank(of: &Type, json: &Path) -> Tokens {
    match &of.form {
        _ if of.default => quote! { ::core::default::Default::default() },
        Form::Value(at) => quote_spanned! { *at => Self(#json::FromJson::blank()) },
        Form::Object(members) => {
            let fields = blank_fields(members, json);
            quote! { Self { #fields } }
        }
        Form::Names(variants) | Form::Keyed(variants) | Form::Tagged(_, variants) => {
            let marked = variants.iter().find(|variant| variant.default).or(variants.first());
            marked.iter().map(|variant| blank_variant(variant, json)).collect()
        }
    }
}

/// A variant with blank values.
fn blank_variant(variant: &Variant, json: &Path) -> Tokens {
    let name = &variant.variant;
    match &variant.content {
        Content::None => quote! { Self::#name },
        Content::One(at) => quote_spanned! { *at => Self::#name(#json::FromJson::blank()) },
        Content::Members(members) => {
            let fields = blank_fields(members, json);
            quote! { Self::#name { #fields } }
        }
    }
}

fn blank_fields(members: &[Member], json: &Path) -> Tokens {
    let fields = members.iter().map(|member| {
        let field = &member.field;
        match &member.presence {
            Presence::Default(Some(value)) | Presence::Skip(Some(value)) => quote! { #field: #value, },
            _ => quote_spanned! { member.at => #field: #json::FromJson::blank(), },
        }
    });
    fields.collect()
}

/// The statements that read members into places.
fn taken<'m>(members: &'m [Member], place: impl Fn(&'m Member) -> Tokens) -> Tokens {
    let statements = members.iter().map(|member| {
        let (name, place) = (&member.name, place(member));
        match member.presence {
            Presence::Required => quote_spanned! { member.at => members.required(#name, #place)?; },
            Presence::Optional | Presence::Default(_) | Presence::Read => {
                quote_spanned! { member.at => members.optional(#name, #place)?; }
            }
            Presence::Skip(_) => Tokens::new(),
        }
    });
    statements.collect()
}

/// The code of `take`.
struct Reading<'a> {
    of: &'a Type,
    json: &'a Path,
}

impl Reading<'_> {
    fn take(&self) -> Tokens {
        let json = self.json;
        match &self.of.form {
            Form::Value(at) => {
                let end = self.end(None);
                quote_spanned! { *at => #json::FromJson::take(&mut self.0, value)?; #end }
            }
            Form::Object(members) => {
                let taken = taken(members, |member| {
                    let field = &member.field;
                    quote! { &mut self.#field }
                });
                let end = self.end(self.only(None, members));
                quote! { let members = #json::Members::of(value)?; #taken #end }
            }
            Form::Names(variants) => self.name(variants),
            Form::Keyed(variants) => self.keyed(variants),
            Form::Tagged(tag, variants) => self.tagged(tag, variants),
        }
    }

    fn name(&self, variants: &[Variant]) -> Tokens {
        let (none, end) = (self.none_of(variants), self.end(None));
        let (variants, names) = (variants.iter().map(|of| &of.variant), variants.iter().map(|of| &of.name));
        quote! {
            *self = match value.as_str() {
                #(::core::option::Option::Some(#names) => Self::#variants,)*
                _ => return ::core::result::Result::Err(#none),
            };
            #end
        }
    }

    fn keyed(&self, variants: &[Variant]) -> Tokens {
        let (json, none) = (self.json, self.none_of(variants));
        let arms = variants.iter().map(|of| {
            let (name, filled) = (&of.name, self.keyed_content(of));
            quote! { if variant.is(#name) { #filled } }
        });
        quote! {
            let variant = #json::Variant::of(value)?;
            #(#arms)*
            ::core::result::Result::Err(#none)
        }
    }

    fn keyed_content(&self, variant: &Variant) -> Tokens {
        match &variant.content {
            Content::None => self.filled(variant, &Tokens::new(), None),
            Content::One(at) => self.filled(variant, &quote_spanned! { *at => variant.value(value)?; }, None),
            Content::Members(members) => {
                let filled = self.filled(variant, &taken(members, bound), self.only(None, members));
                quote! { let members = variant.members()?; #filled }
            }
        }
    }

    fn tagged(&self, tag: &LitStr, variants: &[Variant]) -> Tokens {
        let (json, none) = (self.json, self.none_of(variants));
        let arms = variants.iter().map(|of| {
            let members = of.content.members();
            let filled = self.filled(of, &taken(members, bound), self.only(Some(tag), members));
            let name = &of.name;
            quote! { if name == #name { #filled } }
        });
        quote! {
            let members = #json::Members::of(value)?;
            let mut name = ::std::string::String::new();
            members.required(#tag, &mut name)?;
            #(#arms)*
            ::core::result::Result::Err(#none.within(#tag))
        }
    }

    /// Makes the value a variant, fills it in by the statements `taken`, and returns.
    fn filled(&self, variant: &Variant, taken: &Tokens, only: Option<Tokens>) -> Tokens {
        let (pattern, blank, end) = (pattern(variant), blank_variant(variant, self.json), self.end(only));
        let taken = match taken.is_empty() {
            true => Tokens::new(),
            false => quote! { if let #pattern = self { #taken } },
        };
        quote! { *self = #blank; #taken return #end; }
    }

    /// The error for a name that no variant has.
    fn none_of(&self, variants: &[Variant]) -> Tokens {
        let (json, names) = (self.json, variants.iter().map(|of| &of.name));
        quote! { #json::none_of(&[#(#names),*]) }
    }

    /// The check that there are no other members than these and the tag; None if there may be others.
    fn only(&self, tag: Option<&LitStr>, members: &[Member]) -> Option<Tokens> {
        let names = tag.into_iter().chain(members.iter().filter_map(Member::key));
        self.of.strict.then(|| quote! { members.only(&[#(#names),*]) })
    }

    /// The last checks, as the result of `take`.
    fn end(&self, only: Option<Tokens>) -> Tokens {
        match (only, &self.of.validate) {
            (None, None) => quote! { ::core::result::Result::Ok(()) },
            (Some(only), None) => only,
            (None, Some(validate)) => quote! { #validate(self) },
            (Some(only), Some(validate)) => quote! { #only.and_then(|()| #validate(self)) },
        }
    }
}

/// The place of a member that a pattern has bound.
fn bound(member: &Member) -> Tokens {
    let binding = binding(member);
    quote! { #binding }
}
