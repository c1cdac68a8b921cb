//! The impl of `ToJson`: calls of the writer, which is not generic.

use proc_macro2::TokenStream as Tokens;
use quote::{format_ident, quote, quote_spanned};
use syn::{parse_quote, Ident, Path};

use crate::forms::{Content, Form, Member, Presence, Type, Variant};

/// The impl of `ToJson` for a type.
pub(crate) fn implement(of: &Type, json: &Path) -> Tokens {
    let Type { name, form, .. } = of;
    let mut generics = of.generics.clone();
    generics.type_params_mut().for_each(|param| param.bounds.push(parse_quote!(#json::ToJson)));
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    let body = body(form, json);
    let is_absent = is_absent(form, json);
    quote! {
        #[automatically_derived]
        impl #impl_generics #json::ToJson for #name #type_generics #where_clause {
            fn write(&self, out: &mut #json::Writer) {
                #body
            }
            #is_absent
        }
    }
}

fn body(form: &Form, json: &Path) -> Tokens {
    match form {
        Form::Value(_) => quote! { #json::ToJson::write(&self.0, out) },
        Form::Object(members) => {
            let written = members.iter().map(|member| {
                let field = &member.field;
                written(member, &quote! { &self.#field })
            });
            quote! { out.begin_object(); #(#written)* out.end_object(); }
        }
        Form::Names(variants) => {
            let (variants, names) = (variants.iter().map(|of| &of.variant), variants.iter().map(|of| &of.name));
            quote! { out.string(match self { #(Self::#variants => #names,)* }); }
        }
        Form::Keyed(variants) => {
            let arms = variants.iter().map(keyed);
            quote! { match self { #(#arms)* } }
        }
        Form::Tagged(tag, variants) => {
            let arms = variants.iter().map(|variant| {
                let (pattern, name, written) = (pattern(variant), &variant.name, bound(variant));
                quote! { #pattern => { out.member(#tag, &#name); #(#written)* } }
            });
            quote! { out.begin_object(); match self { #(#arms)* } out.end_object(); }
        }
    }
}

fn keyed(variant: &Variant) -> Tokens {
    let (pattern, name) = (pattern(variant), &variant.name);
    match &variant.content {
        Content::None => quote! { #pattern => out.string(#name), },
        Content::One(at) => quote_spanned! { *at => #pattern => out.only_member(#name, value), },
        Content::Members(_) => {
            let written = bound(variant);
            quote! { #pattern => { out.begin_variant(#name); #(#written)* out.end_variant(); } }
        }
    }
}

/// The members of a variant, written from the bindings of its [`pattern`].
fn bound(variant: &Variant) -> Vec<Tokens> {
    variant.content.members().iter().map(|member| written(member, &binding(member))).collect()
}

fn written(member: &Member, value: &impl quote::ToTokens) -> Tokens {
    let name = &member.name;
    match member.presence {
        Presence::Required | Presence::Default(_) => {
            quote_spanned! { member.at => out.member(#name, #value); }
        }
        Presence::Optional => quote_spanned! { member.at => out.optional(#name, #value); },
        Presence::Read | Presence::Skip(_) => Tokens::new(),
    }
}

/// The pattern that binds the values of a variant.
pub(crate) fn pattern(variant: &Variant) -> Tokens {
    let name = &variant.variant;
    match &variant.content {
        Content::None => quote! { Self::#name },
        Content::One(_) => quote! { Self::#name(value) },
        Content::Members(members) => {
            let there = members.iter().filter(|member| member.key().is_some());
            let bindings = there.map(|member| {
                let (field, binding) = (&member.field, binding(member));
                quote! { #field: #binding }
            });
            quote! { Self::#name { #(#bindings,)* .. } }
        }
    }
}

/// The variable that a pattern binds a member to; no other variable of the code has such a name.
pub(crate) fn binding(member: &Member) -> Ident {
    format_ident!("the_{}", member.field)
}

fn is_absent(form: &Form, json: &Path) -> Tokens {
    let body = match form {
        Form::Object(members) if members.iter().all(|member| matches!(member.presence, Presence::Optional)) => {
            let fields = members.iter().map(|member| &member.field);
            quote! { true #(&& #json::ToJson::is_absent(&self.#fields))* }
        }
        Form::Object(_) => return Tokens::new(),
        Form::Value(_) => quote! { #json::ToJson::is_absent(&self.0) },
        Form::Names(variants) | Form::Keyed(variants) | Form::Tagged(_, variants) => {
            let absent: Vec<&Ident> = variants.iter().filter(|of| of.absent).map(|of| &of.variant).collect();
            if absent.is_empty() {
                return Tokens::new();
            }
            quote! { matches!(self, #(Self::#absent { .. })|*) }
        }
    };
    quote! { fn is_absent(&self) -> bool { #body } }
}
