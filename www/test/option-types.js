// Members of every object that a caller gives, read from the package's types.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const entries = Object.entries(JSON.parse(readFileSync(`${root}package.json`, 'utf8')).exports)
  .filter(([, { types }]) => types && !types.includes('wasm-file') && types !== './src/cdn.d.ts') // the bundle for CDNs has the same
  .map(([name, { types }]) => [name, `${root}${types}`]);
const program = ts.createProgram(entries.map(([, file]) => file), {
  strict: true, skipLibCheck: true, noEmit: true, lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'], types: [],
  target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext,
});
const checker = program.getTypeChecker();

const isOurs = symbol => symbol.declarations?.some(part => part.getSourceFile().fileName.startsWith(root) && !part.getSourceFile().fileName.includes('node_modules'));

/** The objects with members of ours that a type allows. */
function objectsIn(type) {
  if (type.isUnion()) return type.types.flatMap(objectsIn);
  const isObject = type.isIntersection() || type.flags & ts.TypeFlags.Object;
  if (!isObject || type.getCallSignatures().length || type.getConstructSignatures().length) return [];
  if (checker.isArrayType(type) || checker.isTupleType(type) || checker.getIndexTypeOfType(type, ts.IndexKind.String)) return [];
  const members = type.getProperties();
  return members.length && members.every(isOurs) ? [type] : [];
}

const namesIn = type => [...new Set(objectsIn(checker.getApparentType(checker.getNonNullableType(type))).flatMap(one => one.getProperties().map(({ name }) => name)))];

/** Parameters that are objects: `entry function(parameter)`, with the members that it may have. @returns {Map<string, string[]>} */
export function parameters() {
  const found = new Map();
  for (const [entry, file] of entries) {
    const source = program.getSourceFile(file);
    const note = (name, type) => type.getCallSignatures().flatMap(signature => signature.getParameters()).forEach(parameter => {
      const names = namesIn(checker.getTypeOfSymbolAtLocation(parameter, source));
      if (names.length) found.set(`${entry.slice(1) || '/'} ${name}(${parameter.name})`, names);
    });
    for (const exported of checker.getExportsOfModule(checker.getSymbolAtLocation(source))) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      const typeOf = part => checker.getTypeOfSymbolAtLocation(part, source);
      if (symbol.flags & ts.SymbolFlags.Function) note(exported.name, typeOf(symbol));
      if (symbol.flags & ts.SymbolFlags.Interface) checker.getDeclaredTypeOfSymbol(symbol).getProperties().forEach(method => note(`${exported.name}.${method.name}`, typeOf(method)));
    }
  }
  return found;
}

/** Members of an exported type, or of one of its members. @param {string} entry @param {string} name @param {string} [member] */
export function membersOf(entry, name, member) {
  const source = program.getSourceFile(entries.find(([other]) => other === entry)[1]);
  const symbol = checker.getExportsOfModule(checker.getSymbolAtLocation(source)).find(one => one.name === name);
  const type = checker.getDeclaredTypeOfSymbol(symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);
  if (!member) return namesIn(type);
  const owner = objectsIn(type).find(one => one.getProperty(member));
  return namesIn(checker.getTypeOfSymbolAtLocation(owner.getProperty(member), source));
}
