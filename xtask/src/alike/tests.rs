#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::alike;
use std::collections::BTreeMap;
use wasm_encoder::{
    CodeSection, EntityType, ExportKind, ExportSection, Function, FunctionSection, GlobalSection, GlobalType,
    ImportSection, Instruction, InstructionSink, MemArg, MemArgTarget, MemorySection, MemoryType, Module, NameMap,
    NameSection, TypeSection, ValType,
};
use wasmparser::{Operator, Parser, Payload, TypeRef};

const I32: ValType = ValType::I32;
const I64: ValType = ValType::I64;
const WORD: MemArg = MemArg { offset: 8, align: 2, target: MemArgTarget::Memory(0), ordering: None };

/// A module of functions that are exported as `export <name>`, all of one type, behind the import `page.log`.
fn module(parameters: &[ValType], functions: &[(&str, Function)]) -> Vec<u8> {
    let (mut types, mut imports, mut own) = (TypeSection::new(), ImportSection::new(), FunctionSection::new());
    let (mut exports, mut code, mut map) = (ExportSection::new(), CodeSection::new(), NameMap::new());
    let (mut memories, mut globals) = (MemorySection::new(), GlobalSection::new());
    types.ty().function(parameters.iter().copied(), []);
    imports.import("page", "log", EntityType::Function(0));
    memories.memory(MemoryType { minimum: 1, maximum: None, memory64: false, shared: false, page_size_log2: None });
    globals.global(GlobalType { val_type: I32, mutable: true, shared: false }, &wasm_encoder::ConstExpr::i32_const(0));
    for ((name, function), index) in functions.iter().zip(1..) {
        own.function(0);
        exports.export(&format!("export {name}"), ExportKind::Func, index);
        map.append(index, name);
        code.function(function);
    }
    let mut names = NameSection::new();
    names.functions(&map);
    let mut module = Module::new();
    module.section(&types).section(&imports).section(&own).section(&memories).section(&globals);
    module.section(&exports).section(&code).section(&names);
    module.finish()
}

fn function(locals: &[ValType], write: impl Fn(&mut InstructionSink<'_>)) -> Function {
    let mut function = Function::new(locals.iter().map(|own_type| (1, *own_type)));
    write(&mut function.instructions());
    function.instruction(&Instruction::End);
    function
}

/// A function as it stands in a wasm.
#[derive(Debug, Clone, PartialEq)]
struct Read {
    name: String,
    locals: Vec<wasmparser::ValType>,
    /// Its instructions; functions by their names.
    steps: Vec<String>,
    bytes: Vec<u8>,
}

/// The functions of a wasm, in their order.
fn functions(wasm: &[u8]) -> Vec<Read> {
    let (mut names, mut read) = (BTreeMap::from([(0, "import".to_owned())]), Vec::new());
    for payload in Parser::new(0).parse_all(wasm) {
        match payload.unwrap() {
            Payload::ImportSection(imports) => {
                assert!(imports.into_imports().all(|import| matches!(import.unwrap().ty, TypeRef::Func(_))));
            }
            Payload::ExportSection(exports) => {
                names.extend(exports.into_iter().map(|export| export.unwrap()).map(|it| (it.index, it.name.into())));
            }
            Payload::CodeSectionEntry(body) => {
                let name = names[&(read.len() as u32 + 1)].clone();
                let mut locals = Vec::new();
                for run in body.get_locals_reader().unwrap() {
                    let (count, own_type) = run.unwrap();
                    locals.extend(std::iter::repeat_n(own_type, count as usize));
                }
                let step = |operator: Operator<'_>| match operator {
                    Operator::Call { function_index } => format!("call {}", names[&function_index]),
                    Operator::I32Load { memarg } => format!("load {}", memarg.offset),
                    other => format!("{other:?}"),
                };
                let steps = body.get_operators_reader().unwrap().into_iter().map(|operator| step(operator.unwrap()));
                read.push(Read { name, locals, steps: steps.collect(), bytes: body.as_bytes().to_vec() });
            }
            _ => {}
        }
    }
    read
}

/// The number of the local in an instruction on one.
fn local(step: &str) -> Option<u32> {
    step.strip_prefix("Local")?.split_once("local_index: ")?.1.strip_suffix(" }")?.parse().ok()
}

/// That `after` is `before` with its locals, but not its `parameters`, numbered anew.
fn is_renumbered(before: &Read, after: &Read, parameters: u32) {
    let mut numbers = BTreeMap::new();
    assert_eq!(before.steps.len(), after.steps.len());
    for (old, new) in before.steps.iter().zip(&after.steps) {
        let (Some(old_local), Some(new_local)) = (local(old), local(new)) else {
            assert_eq!(old, new);
            continue;
        };
        assert_eq!(old.split(' ').next(), new.split(' ').next());
        assert_eq!(*numbers.entry(old_local).or_insert(new_local), new_local, "{old_local} has two numbers");
    }
    let mut taken: Vec<u32> = numbers.values().copied().collect();
    taken.sort_unstable();
    taken.dedup();
    assert_eq!(taken.len(), numbers.len(), "two locals have one number");
    for (old, new) in numbers {
        match old.checked_sub(parameters) {
            Some(own) => assert_eq!(before.locals[own as usize], after.locals[(new - parameters) as usize]),
            None => assert_eq!(old, new),
        }
    }
}

/// Takes a stack frame of `size` into the first of four locals and works on the others.
fn framed(sink: &mut InstructionSink<'_>, size: i32, [frame, one, other, long]: [u32; 4]) {
    sink.global_get(0).i32_const(size).i32_sub().local_tee(frame).global_set(0);
    sink.local_get(frame).i32_load(WORD).local_set(one);
    sink.local_get(one).i64_extend_i32_u().local_set(long);
    sink.local_get(frame).i32_load(WORD).local_get(one).i32_add().local_tee(other).call(0);
    sink.local_get(long).i32_wrap_i64().local_get(other).i32_add().call(0);
    sink.local_get(frame).i32_const(size).i32_add().global_set(0);
}

#[test]
fn functions_that_are_like_no_other_stand_in_the_order_of_their_names_and_call_what_they_called() {
    let hash = "::h0123456789abcdef";
    let names = [&["list<B>::push", hash].concat(), "parse", &["list<A>::push", hash].concat(), "list<A>::pop"];
    let calls = |index: u32| function(&[], |sink| _ = sink.call(index % 5));
    let written: Vec<(&str, Function)> = names.into_iter().zip((2..).map(calls)).collect();
    let ordered = alike(&module(&[], &written)).unwrap();
    assert!(!ordered.windows(4).any(|bytes| bytes == b"name"), "the names are left out");
    let order: Vec<(String, String)> =
        functions(&ordered).into_iter().map(|function| (function.name, function.steps[0].clone())).collect();
    let expected = [
        ("export list<A>::pop", "call import"),
        ("export list<A>::push::h0123456789abcdef", "call export list<A>::pop"),
        ("export list<B>::push::h0123456789abcdef", "call export parse"),
        ("export parse", "call export list<A>::push::h0123456789abcdef"),
    ];
    assert_eq!(order, expected.map(|(own, called)| (own.to_owned(), called.to_owned())));
}

#[test]
fn like_functions_follow_each_other_and_are_numbered_alike() {
    let odd = function(&[I32], |sink| _ = sink.local_get(0).i32_eqz().local_set(1).local_get(1).call(0));
    let wasm = module(
        &[I32],
        &[
            ("a", function(&[I32, I32, I32, I64], |sink| framed(sink, 16, [1, 2, 3, 4]))),
            ("b", odd),
            ("c", function(&[I64, I32, I32, I32], |sink| framed(sink, 32, [4, 3, 2, 1]))),
        ],
    );
    let (before, after) = (functions(&wasm), functions(&alike(&wasm).unwrap()));
    let names: Vec<&str> = after.iter().map(|function| function.name.as_str()).collect();
    assert_eq!(names, ["export a", "export c", "export b"]);
    let differences = after[0].bytes.iter().zip(&after[1].bytes).filter(|(one, other)| one != other).count();
    assert_eq!((after[0].bytes.len(), differences), (after[1].bytes.len(), 2), "the sizes of the frames");
    assert_eq!(local(&after[0].steps[3]), Some(9), "the frame has its own number");
    for function in &after {
        is_renumbered(before.iter().find(|old| old.name == function.name).unwrap(), function, 1);
    }
}

#[test]
fn what_does_the_same_is_there_once_and_called_by_every_name() {
    let calls = |callees: &'static [u32]| function(&[], |sink| callees.iter().for_each(|index| _ = sink.call(*index)));
    let swapped = |one: u32, other: u32| {
        function(&[I32, I32], |sink| _ = sink.i32_const(1).local_set(one).local_get(one).drop().local_get(other).drop())
    };
    let written = [
        ("a", swapped(0, 1)),
        ("b", swapped(1, 0)),
        ("calls a", calls(&[1])),
        ("calls b", calls(&[2])),
        ("calls both", calls(&[3, 4])),
        ("calls a twice", calls(&[1, 1])),
    ];
    let after = functions(&alike(&module(&[], &written)).unwrap());
    let named = |name: &str| after.iter().find(|function| function.name == name).map(|function| function.steps.clone());
    assert_eq!(after.len(), 4);
    assert_eq!(named("export calls b"), Some(vec!["call export b".into(), "End".into()]));
    let twice = |name: &str| Some(vec![format!("call export {name}"), format!("call export {name}"), "End".into()]);
    assert_eq!(named("export calls both"), twice("calls b"));
    assert_eq!(named("export calls a twice"), twice("b"));
}

#[test]
fn locals_of_any_number_and_of_all_types_keep_their_types_and_stay_apart() {
    let all = [I32, I64, ValType::F64, ValType::F32, ValType::FUNCREF];
    for (parameters, count) in [(0, 0), (0, 1), (1, 12), (3, 30), (8, 3), (9, 5), (10, 5), (14, 25)] {
        let locals: Vec<ValType> = (0..count).map(|index| all[index % all.len()]).collect();
        let frame = parameters + 5;
        let uses = |sink: &mut InstructionSink<'_>| {
            if count > 5 {
                sink.global_get(0).i32_const(16).i32_sub().local_tee(frame).drop();
            }
            for index in 0..parameters + count as u32 {
                for _ in 0..=index * 7 % 5 {
                    sink.local_get(index).drop();
                }
            }
        };
        let wasm = module(
            &vec![I32; parameters as usize],
            &[("one", function(&locals, uses)), ("other", function(&locals, uses))],
        );
        for (before, after) in functions(&wasm).iter().zip(&functions(&alike(&wasm).unwrap())) {
            is_renumbered(before, after, parameters);
        }
    }
}

/// Functions that do nearly the same with locals in other orders: their numbers are swapped again and again.
#[test]
fn functions_that_are_nearly_alike_stay_what_they_were_and_come_out_the_same_each_time() {
    let mut seed = 1u32;
    let mut roll = |sides: u32| {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        seed % sides
    };
    let types = [I32, I32, I32, I64, I64, ValType::F64, I32, I64, ValType::F64, I32];
    let story: Vec<(u32, u32)> = (0..60).map(|_| (roll(3), roll(types.len() as u32))).collect();
    for parameters in [0, 2, 11] {
        let mut written = Vec::new();
        for _ in 0..25 {
            // Where the locals of the story stand in this function, and how often it tells something else.
            let mut places: Vec<usize> = (0..types.len()).collect();
            (0..types.len()).for_each(|at| places.swap(at, roll(types.len() as u32) as usize));
            let mut locals = types;
            places.iter().zip(types).for_each(|(place, own_type)| locals[*place] = own_type);
            let steps: Vec<(u32, u32)> = (story.iter())
                .map(|step| if roll(9) == 0 { (roll(3), roll(types.len() as u32)) } else { *step })
                .collect();
            written.push(function(&locals, |sink| {
                for (action, own) in &steps {
                    let local = parameters + places[*own as usize] as u32;
                    match action {
                        0 => sink.local_get(local).drop(),
                        1 => sink.local_get(local).local_set(local),
                        _ => sink.local_get(local).local_tee(local).drop(),
                    };
                }
            }));
        }
        let names: Vec<String> = (0..written.len()).map(|index| format!("f{index}")).collect();
        let named: Vec<(&str, Function)> = names.iter().map(String::as_str).zip(written).collect();
        let wasm = module(&vec![I32; parameters as usize], &named);
        let alike_wasm = alike(&wasm).unwrap();
        assert_eq!(alike(&wasm).unwrap(), alike_wasm);
        let (before, after) = (functions(&wasm), functions(&alike_wasm));
        assert_eq!(before.len(), after.len());
        for function in &after {
            is_renumbered(before.iter().find(|old| old.name == function.name).unwrap(), function, parameters);
        }
    }
}

#[test]
fn what_is_no_wasm_is_an_error() {
    assert!(alike(b"no wasm").is_err());
}
