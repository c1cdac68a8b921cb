//! Makes a wasm more alike within itself: a compressor finds what was there before, byte by byte, in the last 32 kB. What a function
//! does stays as it is; where it stands, what its locals are numbered, and the
//! hints on alignment are free to choose; and what two functions do alike, one does for both.

mod function;
mod likeness;
mod rewrite;
mod twins;

use anyhow::Result;
use function::{Codes, Function};
use wasmparser::{CompositeInnerType, CustomSectionReader, FunctionBody, KnownCustom, Name, Parser, Payload, TypeRef};

/// `wasm`, which has its names, made alike, and without them.
pub fn alike(wasm: &[u8]) -> Result<Vec<u8>> {
    let mut module = Module::read(wasm)?;
    let firsts = twins::twins(&module.functions, module.imported);
    let named = module.named_order().into_iter().filter(|own| firsts.get(*own) == Some(own)).collect();
    let order = likeness::order(&module.functions, named);
    likeness::adapt(&mut module.functions, &order);
    rewrite::rewrite(wasm, &module, &order, &firsts)
}

/// The functions of a wasm.
struct Module<'w> {
    imported: u32,
    functions: Vec<Function<'w>>,
    /// The names of all functions, the imported ones too, by their index.
    names: Vec<(u32, &'w str)>,
}

impl<'w> Module<'w> {
    fn read(wasm: &'w [u8]) -> Result<Module<'w>> {
        let mut module = Module { imported: 0, functions: Vec::new(), names: Vec::new() };
        let (mut types, mut bodies) = (Types::default(), Vec::new());
        for payload in Parser::new(0).parse_all(wasm) {
            match &payload? {
                Payload::ImportSection(imports) => {
                    for import in imports.clone().into_imports() {
                        module.imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                    }
                }
                Payload::CodeSectionEntry(body) => bodies.push(body.clone()),
                Payload::CustomSection(section) => module.names.extend(function_names(section)?),
                payload => types.note(payload)?,
            }
        }
        module.functions = types.functions(wasm, bodies)?;
        Ok(module)
    }

    /// The functions in the order of their names: copies of one generic function stand side by side.
    fn named_order(&self) -> Vec<usize> {
        let mut keys: Vec<(&str, usize)> = (0..self.functions.len()).map(|function| ("", function)).collect();
        for (index, name) in &self.names {
            let own = index.checked_sub(self.imported).and_then(|own| keys.get_mut(own as usize));
            if let Some((key, _)) = own {
                *key = unhashed(name);
            }
        }
        keys.sort_unstable();
        keys.into_iter().map(|(_, function)| function).collect()
    }
}

/// How many parameters types have, and of which types functions are.
#[derive(Default)]
struct Types {
    parameters: Vec<u32>,
    /// The index of each function's type, and how many parameters it has.
    of_functions: Vec<(u32, u32)>,
}

impl Types {
    fn note(&mut self, payload: &Payload<'_>) -> Result<()> {
        match payload {
            Payload::TypeSection(groups) => {
                for group in groups.clone() {
                    for sub_type in group?.into_types() {
                        let CompositeInnerType::Func(function) = sub_type.composite_type.inner else { continue };
                        self.parameters.push(function.params().len() as u32);
                    }
                }
            }
            Payload::FunctionSection(types) => {
                for index in types.clone() {
                    let index = index?;
                    self.of_functions.extend(self.parameters.get(index as usize).map(|count| (index, *count)));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn functions<'w>(&self, wasm: &'w [u8], bodies: Vec<FunctionBody<'w>>) -> Result<Vec<Function<'w>>> {
        let mut codes = Codes::new();
        let functions = bodies.into_iter().zip(&self.of_functions);
        functions.map(|(body, of_type)| Function::read(wasm, body, *of_type, &mut codes)).collect()
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

#[cfg(test)]
mod tests;
