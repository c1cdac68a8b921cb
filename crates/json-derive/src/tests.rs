//! The errors of wrong options: their places and texts.

use super::{both, own_crate, to};

/// The errors of `#[derive(Json)]` on a definition, each as `line:column message`. Lines and columns count from 1.
fn errors(definition: &str) -> Vec<String> {
    let input = syn::parse_str(definition).map(|input| both(input, &own_crate()));
    let error = match input {
        Ok(Ok(_)) => return Vec::new(),
        Ok(Err(error)) | Err(error) => error,
    };
    let line = |error: syn::Error| {
        let at = error.span().start();
        format!("{}:{} {error}", at.line, at.column + 1)
    };
    error.into_iter().map(line).collect()
}

macro_rules! wrong {
    ($($name:ident: $definition:literal => $error:literal,)*) => {$(
        #[test]
        fn $name() {
            assert_eq!(errors($definition), [$error]);
        }
    )*};
}

wrong! {
    an_unknown_option_of_a_field: "struct A {\n    #[json(optinal)]\n    b: u32,\n}"
        => "2:12 there is no such option; a field may have `rename`, `optional`, `default`, `read`, `skip`",
    an_unknown_option_of_a_struct: "#[json(tag = \"type\")]\nstruct A { b: u32 }"
        => "1:8 there is no such option; a struct may have `rename_all`, `optional`, `default`, `strict`, `validate`",
    an_unknown_option_of_an_enum: "#[json(optional)]\nenum A { B }"
        => "1:8 there is no such option; an enum may have `rename_all`, `tag`, `strict`, `validate`",
    an_unknown_option_of_a_variant: "enum A { #[json(optional)] B }"
        => "1:17 there is no such option; this variant may have `rename`, `absent`",
    an_option_of_an_only_value: "struct A(#[json(optional)] u32);" => "1:17 the only value has no options",
    an_option_twice: "struct A { #[json(optional, optional)] b: u32 }" => "1:29 `optional` stands here twice",
    two_options_that_exclude_each_other: "struct A { #[json(optional, default = 1)] b: u32 }"
        => "1:29 a field has only one of `optional`, `default`, `read` and `skip`",
    a_name_without_text: "struct A { #[json(rename = \"\")] b: u32 }" => "1:28 must not be empty",
    a_name_that_is_no_text: "struct A { #[json(rename = 5)] b: u32 }" => "1:28 expected string literal",
    an_unknown_case: "#[json(rename_all = \"UPPER\")] enum A { B }"
        => "1:21 must be \"camelCase\" or \"SCREAMING_SNAKE_CASE\"",
    two_members_of_one_name: "struct A { b: u32, #[json(rename = \"b\")] c: u32 }" => "1:36 the name \"b\" stands here twice",
    two_variants_of_one_name: "enum A { InUse, #[json(rename = \"in_use\")] Busy }"
        => "1:33 the name \"in_use\" stands here twice",
    a_member_named_as_the_tag: "#[json(tag = \"kind\")] enum A { B { kind: u32 } }" => "1:36 the name \"kind\" stands here twice",
    a_tag_beside_a_value: "#[json(tag = \"kind\")] enum A { B(u32) }" => "1:34 with `tag` a variant has named fields, or none",
    a_skipped_field_without_a_value: "struct A { #[json(skip)] b: u32 }"
        => "1:26 `skip` needs the value of the field after reading: `skip = value`",
    a_struct_of_two_values: "struct A(u32, u32);" => "1:8 a struct with a JSON form has named fields, or one value",
    a_variant_of_two_values: "enum A { B(u32, u32) }"
        => "1:10 a variant with a JSON form has named fields, one value, or none",
    an_enum_without_variants: "enum A {}" => "1:6 an enum with a JSON form has variants",
    a_union: "union A { b: u32 }" => "1:7 a union has no JSON form",
    options_without_brackets: "#[json] struct A { b: u32 }" => "1:3 expected attribute arguments in parentheses: #[json(...)]",
}

#[test]
fn a_right_definition_has_no_errors() {
    let definition =
        "#[json(rename_all = \"camelCase\", strict)] struct A { first_one: u32, #[json(default = 5)] b: u32 }";
    assert_eq!(errors(definition), [""; 0]);
}

#[test]
fn a_skipped_field_needs_no_value_for_writing() {
    let input = syn::parse_str("struct A { #[json(skip)] b: u32, c: u32 }");
    assert!(input.is_ok_and(|input| to(input, &own_crate()).is_ok()));
}
