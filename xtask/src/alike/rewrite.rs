//! Writes a wasm anew, with its functions in another order and with other numbers of their locals.

use super::function::Function;
use super::Module;
use anyhow::{anyhow, Result};
use std::collections::HashMap;
use std::convert::Infallible;
use wasm_encoder::reencode::{utils, Error, Reencode};
use wasm_encoder::{CodeSection, FunctionSection, Instruction, MemArg, ValType};
use wasmparser::{CodeSectionReader, CustomSectionReader, FunctionSectionReader, Parser};

/// `wasm` with the functions of `module` in `order`; of those that do the same there is the first, by `firsts`.
pub fn rewrite(wasm: &[u8], module: &Module<'_>, order: &[usize], firsts: &[usize]) -> Result<Vec<u8>> {
    let own: HashMap<usize, u32> = order.iter().copied().zip(0..).collect();
    let places = firsts.iter().filter_map(|first| own.get(first).copied()).collect();
    let mut written = wasm_encoder::Module::new();
    Rewrite { module, order, places }
        .parse_core_module(&mut written, Parser::new(0), wasm)
        .map_err(|error| anyhow!("cannot write the functions anew: {error}"))?;
    Ok(written.finish())
}

struct Rewrite<'m, 'w> {
    module: &'m Module<'w>,
    order: &'m [usize],
    /// The new place of each function.
    places: Vec<u32>,
}

type Done<T> = Result<T, Error<Infallible>>;

impl Rewrite<'_, '_> {
    fn function(&mut self, function: &Function<'_>) -> Done<wasm_encoder::Function> {
        let mut declared: Vec<(u32, ValType)> = Vec::new();
        for own_type in &function.declared {
            let own_type = self.val_type(*own_type)?;
            match declared.last_mut() {
                Some((count, last)) if *last == own_type => *count += 1,
                _ => declared.push((1, own_type)),
            }
        }
        let mut written = wasm_encoder::Function::new(declared);
        for operator in function.body.get_operators_reader()? {
            let mut instruction = self.instruction(operator?)?;
            if let Instruction::LocalGet(local) | Instruction::LocalSet(local) | Instruction::LocalTee(local) =
                &mut instruction
            {
                *local = function.local(*local);
            }
            written.instruction(&instruction);
        }
        Ok(written)
    }
}

impl Reencode for Rewrite<'_, '_> {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Done<u32> {
        let place = function.checked_sub(self.module.imported).and_then(|own| self.places.get(own as usize));
        Ok(place.map_or(function, |place| self.module.imported + place))
    }

    /// How a place in memory is aligned is a hint that no engine needs, and says nothing here: it is left out.
    fn mem_arg(&mut self, argument: wasmparser::MemArg) -> Done<MemArg> {
        Ok(MemArg { align: 0, ..utils::mem_arg(self, argument)? })
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Done<()> {
        let types = section.into_iter().collect::<Result<Vec<u32>, _>>()?;
        for own in self.order {
            if let Some(own_type) = types.get(*own) {
                functions.function(self.type_index(*own_type)?);
            }
        }
        Ok(())
    }

    fn parse_code_section(&mut self, code: &mut CodeSection, _: CodeSectionReader<'_>) -> Done<()> {
        let module = self.module;
        for own in self.order {
            if let Some(function) = module.functions.get(*own) {
                code.function(&self.function(function)?);
            }
        }
        Ok(())
    }

    /// Names and notes on tools stay behind.
    fn parse_custom_section(&mut self, _: &mut wasm_encoder::Module, _: CustomSectionReader<'_>) -> Done<()> {
        Ok(())
    }
}
