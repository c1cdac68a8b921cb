//! The impls of serde's traits for a type with a JSON form, with the same form.

use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::{parse_quote, DeriveInput, Path};

/// The impl of `Serialize` for a type with `ToJson`.
pub(crate) fn serialize(of: &DeriveInput, json: &Path) -> Tokens {
    let name = &of.ident;
    let mut generics = of.generics.clone();
    generics.type_params_mut().for_each(|param| param.bounds.push(parse_quote!(#json::ToJson)));
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impl_generics #json::serde::Serialize for #name #type_generics #where_clause {
            fn serialize<__S: #json::serde::Serializer>(
                &self,
                serializer: __S,
            ) -> ::core::result::Result<__S::Ok, __S::Error> {
                #json::serde::Serialize::serialize(&#json::to_value(self), serializer)
            }
        }
    }
}

/// The impl of `Deserialize` for a type with `FromJson`.
pub(crate) fn deserialize(of: &DeriveInput, json: &Path) -> Tokens {
    let name = &of.ident;
    let mut generics = of.generics.clone();
    generics.type_params_mut().for_each(|param| param.bounds.push(parse_quote!(#json::FromJson)));
    let (_, type_generics, where_clause) = generics.split_for_impl();
    let mut with_lifetime = generics.clone();
    with_lifetime.params.insert(0, parse_quote!('de));
    let (impl_generics, ..) = with_lifetime.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impl_generics #json::serde::Deserialize<'de> for #name #type_generics #where_clause {
            fn deserialize<__D: #json::serde::Deserializer<'de>>(
                deserializer: __D,
            ) -> ::core::result::Result<Self, __D::Error> {
                let value = <#json::serde_json::Value as #json::serde::Deserialize>::deserialize(deserializer)?;
                #json::read(&value).map_err(#json::serde::de::Error::custom)
            }
        }
    }
}
