// Types: values that they infer, usages that they refuse with their messages, and texts that an editor shows. types-right.ts and types-wrong.ts have the cases.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const OPTIONS = {
  module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'], types: ['node'], noEmit: true, strict: true, exactOptionalPropertyTypes: true,
};
const here = name => fileURLToPath(new URL(name, import.meta.url));
const [right, wrong] = ['types-right.ts', 'types-wrong.ts'].map(here);
const declarations = readdirSync(here('../src'), { recursive: true }).filter(file => file.endsWith('.d.ts')).map(file => here(`../src/${file}`));

/** A line before a case that must not compile: what TypeScript says stands after the colon. */
const MARK = /^ *\/\/ @ts-expect-error: *(.*)$/;
const texts = new Map([[wrong, readFileSync(wrong, 'utf8').replaceAll('@ts-expect-error:', 'wrong:')]]);
const read = file => texts.get(file) ?? ts.sys.readFile(file);

const host = { ...ts.createCompilerHost(OPTIONS), readFile: read };
const service = ts.createLanguageService({
  ...host,
  getCompilationSettings: () => OPTIONS, getScriptFileNames: () => [right, wrong, ...declarations], getScriptVersion: () => '1',
  getScriptSnapshot: file => (ts.sys.fileExists(file) ? ts.ScriptSnapshot.fromString(read(file)) : undefined),
});
const program = service.getProgram();
const faultsIn = file => [...program.getSyntacticDiagnostics(program.getSourceFile(file)), ...program.getSemanticDiagnostics(program.getSourceFile(file))];
const lineOf = ({ file, start }) => file.getLineAndCharacterOfPosition(start).line;

/** Longest message that somebody reads to its end. */
const READABLE = 200;

/** What a reader of an error looks at: its first line, or, where that is too long, the last one, which names the part; a long type loses its middle. */
function said({ messageText }) {
  const lines = ts.flattenDiagnosticMessageText(messageText, '\n').split('\n').map(line => line.trim());
  const line = lines[0].length > READABLE ? lines.at(-1) : lines[0];
  return line.length > READABLE ? `${line.slice(0, 80)} … ${line.slice(-80)}` : line;
}

test('the declarations of the package are without a fault', () => {
  assert.equal(readFileSync(here('../wasm-engine/types.d.ts'), 'utf8'), readFileSync(here('../../crates/wasm-session/types.d.ts'), 'utf8'), 'copy crates/wasm-session/types.d.ts to www/wasm-engine, as the build does');
  const faults = declarations.flatMap(faultsIn).map(fault => `${fault.file.fileName}:${lineOf(fault) + 1}: ${said(fault)}`);
  assert.deepEqual(faults, []);
});

test('a declaration file exports what it says, and nothing internal', () => {
  const checker = program.getTypeChecker();
  const isSaid = declaration => Boolean(ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Export) || ts.isExportSpecifier(declaration) || ts.isExportAssignment(declaration);
  const found = declarations.flatMap(file => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file));
    const internal = module ? checker.getExportsOfModule(module).filter(({ declarations = [] }) => declarations.length > 0 && !declarations.some(isSaid)) : [];
    return internal.map(({ name }) => `${file}: ${name}`);
  });
  assert.deepEqual(found, []);
});

test('what infers', () => {
  const faults = faultsIn(right).map(fault => `${lineOf(fault) + 1}: ${said(fault)}`);
  assert.deepEqual(faults, []);
  const checks = readFileSync(right, 'utf8').match(/\bis<|\bsatisfies /g).length;
  assert.ok(checks >= 30, `${checks}`);
});

/** The words of a text in one order: TypeScript writes unions in the order in which it met their parts. @param {string} text */
const bag = text => text.split(/\W+/).sort().join(' ');

test('what does not compile, and what is said about it', () => {
  const lines = readFileSync(wrong, 'utf8').split('\n');
  const cases = lines.flatMap((line, at) => (MARK.test(line) ? [[at + 1, MARK.exec(line)[1]]] : []));
  assert.ok(cases.length >= 60, `${cases.length}`);
  const found = new Map();
  for (const fault of faultsIn(wrong)) found.set(lineOf(fault), [...(found.get(lineOf(fault)) ?? []), said(fault)]);
  for (const [at, words] of cases) {
    const told = (found.get(at) ?? ['nothing']).join(' AND ');
    assert.equal(bag(told), bag(words), `${lines[at].trim()}\n${told}`);
    found.delete(at);
  }
  assert.deepEqual([...found], []);
});

/** What an editor shows for a name. @param {string} at the first text that begins with it */
function hover(at) {
  const info = service.getQuickInfoAtPosition(right, read(right).indexOf(at));
  return ts.displayPartsToString(info.displayParts).replaceAll(/\s+/g, ' ');
}

test('an editor shows sessions by the agent, in a line that can be read', () => {
  assert.equal(hover('guided ='), 'const guided: Session<"guide">');
  assert.equal(hover('week ='), 'const week: Session<"schedule">');
  assert.equal(hover('simple ='), 'const simple: Session<OwnAgent<any, ToolAgentData, {}, "turn", never>>');
  assert.equal(hover('trip ='), 'const trip: Session<OwnAgent<{ city: string; }, ToolAgentData, { look: { text: string; }; pay: { euros: number; note?: string | undefined; }; }, "turn", never>>');
  assert.equal(hover('planner ='), hover('trip =').replace('trip: Session<', 'planner: ').replace(/>$/, ''));
});
