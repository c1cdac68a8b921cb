//! Puts a wasm's functions in the order of their names, so that copies of one generic function stand side by side: what is alike
//! is found by a compressor that looks back 32 kB only. (wasm-bindgen leaves them in the order of their sizes.)

use anyhow::{anyhow, Result};
use std::convert::Infallible;
use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{
    CodeSectionReader, CustomSectionReader, FunctionBody, FunctionSectionReader, KnownCustom, Name, Parser, Payload,
};

/// `wasm`, which has its names, with its functions in the order of these, and without them.
pub fn ordered(wasm: &[u8]) -> Result<Vec<u8>> {
    let mut order = Order::read(wasm)?;
    let mut module = Module::new();
    order
        .parse_core_module(&mut module, Parser::new(0), wasm)
        .map_err(|error| anyhow!("cannot order the functions: {error}"))?;
    Ok(module.finish())
}

/// Where each function goes.
struct Order {
    imported: u32,
    /// The new place of each function of its own.
    places: Vec<u32>,
}

impl Order {
    fn read(wasm: &[u8]) -> Result<Order> {
        let (mut imported, mut functions, mut names) = (0, Vec::new(), Vec::new());
        for payload in Parser::new(0).parse_all(wasm) {
            match payload? {
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        imported += u32::from(matches!(import?.ty, wasmparser::TypeRef::Func(_)));
                    }
                }
                Payload::CodeSectionEntry(body) => functions.push(body.as_bytes()),
                Payload::CustomSection(section) => names.extend(function_names(&section)?),
                _ => {}
            }
        }
        let mut keys = functions.iter().map(|body| ("", *body)).zip(0..).collect::<Vec<_>>();
        for (index, name) in names {
            let at = index.checked_sub(imported).and_then(|own| keys.get_mut(own as usize));
            if let Some(((key, _), _)) = at {
                *key = unhashed(name);
            }
        }
        keys.sort_unstable();
        let mut places: Vec<(u32, u32)> = keys.into_iter().map(|(_, function)| function).zip(0..).collect();
        places.sort_unstable();
        Ok(Order { imported, places: places.into_iter().map(|(_, place)| place).collect() })
    }

    /// `items`, one for each function, in the new order.
    fn sorted<T>(&self, items: Vec<T>) -> Vec<T> {
        let mut sorted: Vec<(u32, T)> = self.places.iter().copied().zip(items).collect();
        sorted.sort_unstable_by_key(|(place, _)| *place);
        sorted.into_iter().map(|(_, item)| item).collect()
    }
}

/// A name without the hash of its symbol, which differs between machines and hides what is alike.
fn unhashed(name: &str) -> &str {
    name.rsplit_once("::h").filter(|(_, hash)| hash.len() == 16).map_or(name, |(path, _)| path)
}

/// The functions that a section names: all in the name section, none elsewhere.
fn function_names<'w>(section: &CustomSectionReader<'w>) -> Result<Vec<(u32, &'w str)>> {
    let mut names = Vec::new();
    if let KnownCustom::Name(subsections) = section.as_known() {
        for subsection in subsections {
            if let Name::Function(functions) = subsection? {
                for naming in functions {
                    let naming = naming?;
                    names.push((naming.index, naming.name));
                }
            }
        }
    }
    Ok(names)
}

impl Reencode for Order {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        let place = function.checked_sub(self.imported).and_then(|own| self.places.get(own as usize));
        Ok(place.map_or(function, |place| self.imported + place))
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let types = section.into_iter().collect::<Result<Vec<u32>, _>>()?;
        for function in self.sorted(types) {
            functions.function(self.type_index(function)?);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let bodies = section.into_iter().collect::<Result<Vec<FunctionBody<'_>>, _>>()?;
        for body in self.sorted(bodies) {
            self.parse_function_body(code, body)?;
        }
        Ok(())
    }

    /// Names and notes on tools stay behind.
    fn parse_custom_section(&mut self, _: &mut Module, _: CustomSectionReader<'_>) -> Result<(), Error<Infallible>> {
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use wasm_encoder::{
        EntityType, ExportKind, ExportSection, Function, ImportSection, NameMap, NameSection, TypeSection,
    };
    use wasmparser::{Operator, TypeRef};

    /// One import and the functions `names`, each of which calls the one after it, the last one the import.
    fn module(names: &[&str]) -> Vec<u8> {
        let (mut types, mut imports, mut functions) =
            (TypeSection::new(), ImportSection::new(), FunctionSection::new());
        let (mut exports, mut code, mut map) = (ExportSection::new(), CodeSection::new(), NameMap::new());
        types.ty().function([], []);
        imports.import("page", "log", EntityType::Function(0));
        for (name, index) in names.iter().zip(1..) {
            functions.function(0);
            exports.export(&format!("export {name}"), ExportKind::Func, index);
            map.append(index, name);
            let mut body = Function::new([]);
            body.instructions().call((index + 1) % (names.len() as u32 + 1)).end();
            code.function(&body);
        }
        let mut section = NameSection::new();
        section.functions(&map);
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions).section(&exports).section(&code).section(&section);
        module.finish()
    }

    /// What each export calls: an export by its name, or the import.
    fn calls(wasm: &[u8]) -> Vec<(String, String)> {
        let (mut exports, mut called) = (vec![(0, "import".to_owned())], Vec::new());
        for payload in Parser::new(0).parse_all(wasm) {
            match payload.unwrap() {
                Payload::ImportSection(imports) => {
                    assert!(imports.into_imports().all(|import| matches!(import.unwrap().ty, TypeRef::Func(_))));
                }
                Payload::ExportSection(section) => {
                    exports
                        .extend(section.into_iter().map(|export| export.unwrap()).map(|it| (it.index, it.name.into())));
                }
                Payload::CodeSectionEntry(body) => {
                    let Operator::Call { function_index } = body.get_operators_reader().unwrap().read().unwrap() else {
                        continue;
                    };
                    called.push(function_index);
                }
                Payload::CustomSection(section) => assert_ne!(section.name(), "name"),
                _ => {}
            }
        }
        let name = |index: u32| exports.iter().find(|(own, _)| *own == index).unwrap().1.clone();
        called.into_iter().zip(1..).map(|(called, index)| (name(index), name(called))).collect()
    }

    #[test]
    fn functions_stand_in_the_order_of_their_names_and_call_what_they_called() {
        let hash = "::h0123456789abcdef";
        let names = [&["list<B>::push", hash].concat(), "parse", &["list<A>::push", hash].concat(), "list<A>::pop"];
        let ordered = calls(&ordered(&module(&names)).unwrap());
        let expected = [
            ("export list<A>::pop", "import"),
            ("export list<A>::push::h0123456789abcdef", "export list<A>::pop"),
            ("export list<B>::push::h0123456789abcdef", "export parse"),
            ("export parse", "export list<A>::push::h0123456789abcdef"),
        ];
        assert_eq!(ordered, expected.map(|(own, called)| (own.to_owned(), called.to_owned())));
    }

    #[test]
    fn what_is_no_wasm_is_an_error() {
        assert!(ordered(b"no wasm").is_err());
    }
}
