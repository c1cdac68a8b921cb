// TypeScript accepts the snippets of the documents, strictly. Names that the reader has to provide have their types in doc-names.ts.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { tool } from 'stepgate';
import { PROFILES } from '../src/model/profiles.js';
import { blocksOf, guides, textOf } from './doc-blocks.js';

const DOCUMENTS = ['README.md', 'docs/agent.md', 'docs/host.md', 'docs/own-agents.md', 'www/README.md', 'examples/shopping/README.md',
  ...['', 'react/', 'worker/', 'json/', 'workspace/', 'calendar/', 'ics/', 'research/', 'remote/', 'chunks/', 'host/', 'ai-sdk/', 'mcp/', 'webmcp/', 'ag-ui/', 'in-page/', 'resume-text/', 'inspect/', 'telemetry/'].map(entry => `www/src/${entry}index.d.ts`)];

/** Codes of "implicitly has an 'any' type", for parameters: JavaScript cannot say their types. */
const UNTYPED_PARAMETERS = [7006, 7031];

const ROOT = new URL('../../', import.meta.url);
const OPTIONS = {
  module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, target: ts.ScriptTarget.ES2022, lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  paths: { '@stepgate/restate': [fileURLToPath(new URL('packages/restate/src/index.d.ts', ROOT))], '@stepgate/server': [fileURLToPath(new URL('packages/server/src/index.d.ts', ROOT))], '@stepgate/server/postgres': [fileURLToPath(new URL('packages/server/src/postgres.d.ts', ROOT))] },
  types: ['node'], jsx: ts.JsxEmit.ReactJSX, noEmit: true, skipLibCheck: true, strict: true,
};
const here = name => fileURLToPath(new URL(name, import.meta.url));

/** Names that a file declares or imports at its top. @param {string} code */
function namesIn(code) {
  const named = ({ name }) => (ts.isIdentifier(name) ? [name.text] : name.elements.flatMap(named));
  return ts.createSourceFile('names.tsx', code, ts.ScriptTarget.ES2022).statements.flatMap(statement => {
    if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.flatMap(named);
    if (ts.isImportDeclaration(statement)) {
      const { namedBindings } = statement.importClause;
      return (namedBindings.elements ?? [namedBindings]).flatMap(named);
    }
    return statement.name ? named(statement) : [];
  });
}

/** Snippets of a document as files in this folder; each goes on with the names of those before it. @param {string} document */
function snippetsOf(document) {
  const isTypes = document.endsWith('.d.ts');
  const text = textOf(document);
  const from = new Map(isTypes ? [...text.matchAll(/^export (?:declare )?(?:class|function|const) (\w+)/gm)].map(([, name]) => [name, here(`../../${document}`).replace('.d.ts', '.js')]) : []);
  // In type declarations the snippets are in comments.
  const blocks = [...text.replaceAll(/^ +\* ?/gm, '').matchAll(/^```(?:js|jsx|ts)\n(.*?)^```/gms)];
  return blocks.map(([, code], at) => {
    const path = here(`${document.replaceAll(/[/.]/g, '-')}-${at}.tsx`);
    const own = namesIn(code);
    const earlier = [...from].filter(([name]) => !own.includes(name) && new RegExp(`\\b${name}\\b`).test(code));
    const exported = own.filter(name => !new RegExp(`^export .*\\b${name}\\b`, 'm').test(code));
    const around = [...earlier.map(([name, file]) => `import { ${name} } from '${file}';`), `export { ${exported} };`];
    for (const name of own) from.set(name, path.replace('.tsx', '.js'));
    return [path, { document, code: `${code}\n${around.join('\n')}\n` }];
  });
}
const snippets = new Map(DOCUMENTS.flatMap(snippetsOf));

/** What the snippets refer to. */
const around = [
  ['doc-names.ts', textOf('www/test/doc-names.ts')],
  ['agent.worker.ts', 'const served = planner; export { served as planner };'],
  ['pkg/shopping.ts', 'export const agents = () => [];'],
].map(([name, code]) => [here(name), { document: name, code }]);

/** Complaints of TypeScript about files that are only in this map. @param {Map<string, { code: string }>} files @param {ts.CompilerOptions} options */
function wrongIn(files, options) {
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile, directoryExists } = host;
  host.fileExists = file => files.has(file) || fileExists(file);
  host.directoryExists = folder => [...files.keys()].some(file => file.startsWith(`${folder}/`)) || directoryExists(folder);
  host.readFile = file => files.get(file)?.code ?? readFile(file);
  host.getSourceFile = (file, target) => (files.has(file) ? ts.createSourceFile(file, files.get(file).code, target) : getSourceFile.call(host, file, target));
  return ts.getPreEmitDiagnostics(ts.createProgram([...files.keys()], options, host));
}

test('the snippets of the documents can be run as they stand', () => {
  assert.ok(snippets.size > 10);
  const wrong = wrongIn(new Map([...snippets, ...around]), OPTIONS).filter(({ code }) => !UNTYPED_PARAMETERS.includes(code));
  const faults = wrong.map(fault => told(fault));
  assert.deepEqual(faults, [], faults.join('\n'));
});

test('the files of the tutorial and the how-tos have the right types, and every name in them is known', () => {
  const files = new Map();
  for (const document of guides('en')) {
    for (const [from, into] of [['docs/tutorial.md', ''], ...(document === 'docs/tutorial.md' ? [] : [[document, 'src/']])]) {
      for (const [at, { name, code }] of blocksOf(from).filter(({ lang }) => ['js', 'jsx'].includes(lang)).entries()) {
        const path = fileURLToPath(new URL(`guides/${posix.basename(document, '.md')}/${into}${name}`, import.meta.url));
        files.set(files.has(path) && !into ? path.replace('.js', `-${at}.js`) : path, { document, code });
      }
    }
  }
  assert.ok(files.size > 40);
  const wrong = wrongIn(files, { ...OPTIONS, exactOptionalPropertyTypes: true, allowJs: true, checkJs: true, noImplicitAny: false, lib: [...OPTIONS.lib, 'lib.dom.asynciterable.d.ts'] });
  const faults = wrong.map(fault => told(fault, files));
  assert.deepEqual(faults, [], faults.join('\n'));
});

/** Code without its comments, which are in the language of the page. @param {string} code */
const bare = code => code.replaceAll(/ *(?<!:)\/\/.*$|\/\*\*.*?\*\//gm, '');

test('a document has the same code in both languages, but for the comments', () => {
  const code = document => blocksOf(document).map(block => ({ ...block, code: bare(block.code) }));
  for (const document of [...guides('en'), 'docs/own-agents.md', 'docs/errors.md', 'docs/README.md']) assert.deepEqual(code(document.replace('.md', '.zh.md')), code(document), document);
});

test('the links of the documents lead to files and headings that are there', () => {
  const documents = readdirSync(new URL('docs/', ROOT), { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.md') && !file.startsWith('site/')).map(file => `docs/${file}`);
  const anchors = document => [...textOf(document).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-'));
  const broken = documents.flatMap(document => [...textOf(document).replaceAll(/^```.*?^```$/gms, '').matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link]) => {
    if (/^https?:/.test(link)) return [];
    const [path, anchor] = link.split('#');
    const target = path ? posix.join(posix.dirname(document), path) : document;
    return existsSync(new URL(target, ROOT)) && (!anchor || anchors(target).includes(anchor)) ? [] : [`${document}: ${link}`];
  }));
  assert.deepEqual(broken, []);
});

const ARCHITECTURE = 'docs/architecture.md';

/** Files that a text names in code marks. A name without a folder stands in the folder of the name before it. @param {string} text */
function filesNamedIn(text) {
  let folder = '';
  return [...text.matchAll(/`([\w./-]+\.(?:rs|js))`/g)].map(([, name]) => {
    if (name.includes('/')) folder = posix.dirname(name);
    return name.includes('/') ? name : posix.join(folder, name);
  });
}

/** Sections of a document under these headings, with what is below them. @param {string} document @param {RegExp} headings */
const sectionsOf = (document, headings) => textOf(document).split(/^(?=## )/m).filter(section => headings.test(section)).join('');

test('the walks of the architecture name files that are there, and each file of a session', () => {
  const named = filesNamedIn(sectionsOf(ARCHITECTURE, /^## The walk of /));
  assert.ok(named.length > 80);
  assert.deepEqual(named.filter(file => !existsSync(new URL(file, ROOT))), []);
  const files = ['www/src/session', 'crates/engine/src/session'].flatMap(folder => readdirSync(new URL(folder, ROOT)).map(file => `${folder}/${file}`));
  assert.ok(files.length > 40);
  assert.deepEqual(files.filter(file => !named.includes(file)), []);
});

/** Files of a folder and of those in it. @param {string} folder @param {string} ending */
const filesIn = (folder, ending) => readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith(ending) && !file.includes('node_modules')).map(file => `${folder}${file}`);
/** Names of the folders in a folder. @param {string} folder */
const foldersIn = folder => readdirSync(new URL(folder, ROOT), { withFileTypes: true }).filter(entry => entry.isDirectory()).map(({ name }) => name);
const MARKDOWN = ['README.md', 'CONTRIBUTING.md', 'www/README.md', ...filesIn('docs/', '.md').filter(file => !file.startsWith('docs/site/'))];

test('the maps have every folder of the package and every crate', () => {
  const rooms = sectionsOf(ARCHITECTURE, /^## Code map/);
  assert.deepEqual(foldersIn('www/src/').filter(name => !rooms.includes(`\`${name}/\``)), []);
  const map = sectionsOf('README.md', /^## The map/);
  assert.deepEqual(foldersIn('crates/').filter(name => !map.includes(`\`crates/${name}\``)), []);
});

test('the kinds of blocks that documents name are those of the types', () => {
  const block = /export type Block<.*?\n\);\n/s.exec(textOf('crates/wasm-session/types.d.ts'))[0];
  const kinds = [...block.matchAll(/^ +kind: '(\w+)';/gm)].map(([, kind]) => kind);
  assert.ok(kinds.length > 5);
  const showing = /^\*\*Showing a session\.\*\*.*?\n\n/ms.exec(textOf('www/README.md'))[0];
  assert.deepEqual(kinds.filter(kind => !showing.includes(`\`${kind}\``)), [], 'www/README.md');
  const named = MARKDOWN.flatMap(document => [...textOf(document).matchAll(/blocks? of kind `(\w+)`(?: (?:and|or) `(\w+)`)?|`(\w+)` 类型的 block|\bblock\.kind === '(\w+)'/g)]
    .flatMap(([, ...names]) => names.filter(Boolean).map(name => ({ document, name }))));
  assert.ok(named.length > 10);
  assert.deepEqual(named.filter(({ name }) => !kinds.includes(name)), []);
});

test('the recipes name what is in the code', () => {
  const sources = ['crates/', 'agents/', 'examples/shopping/'].flatMap(folder => filesIn(folder, '.rs')).map(textOf).join('\n');
  const members = new Set([...filesIn('crates/engine/src/prompt/', '.rs').map(textOf).join('\n').matchAll(/^ +pub (\w+):/gm)].map(([, name]) => name));
  for (const document of ['CONTRIBUTING.md', 'docs/agent.md']) {
    const code = [...textOf(document).matchAll(/`[^`\n]+`/g)].map(([text]) => text).join('\n');
    const variants = [...code.matchAll(/\b[A-Z]\w+::[A-Z]\w+/g)].map(([name]) => name).filter(name => name !== 'Stage::New'); // the stage that the reader adds
    assert.deepEqual(variants.filter(name => !sources.includes(name)), [], document);
    const asked = [...code.matchAll(/\bprompt((?:\.\w+)+)(?![\w/(])/g)].flatMap(([, names]) => names.slice(1).split('.'));
    assert.deepEqual(asked.filter(name => !members.has(name)), [], document);
  }
});

test('a document says of esbuild what the test with the packed package does', () => {
  const used = /'esbuild\/main\.js', (.*?)'--outdir/.exec(textOf('www/test/fixtures/fixtures.test.mjs'))[1];
  const flags = ['--splitting', '--format=esm', '--loader:.wasm=file'];
  for (const flag of flags) assert.ok(used.includes(`'${flag}'`), flag);
  for (const document of ['www/README.md', 'docs/howto/loading.md', 'docs/howto/loading.zh.md']) {
    const [row] = /^\| esbuild \|.*$/m.exec(textOf(document));
    assert.ok(row.includes(flags.join(' ')) && row.includes('load'), `${document}: ${row}`);
  }
});

/** Members of a request that a row of the table of profiles may name, with what they say. */
const PARTICULAR = {
  max_completion_tokens: ({ limit }) => limit === 'max_completion_tokens',
  stream_options: ({ usage }) => !usage,
  strict: ({ strict }) => !strict,
};

test('the types name each profile', () => {
  const [, union] = /^export type ServerProfile =\n([^;]+);/m.exec(textOf('www/src/index.d.ts'));
  assert.deepEqual([...union.matchAll(/'([^']+)'/g)].map(([, name]) => name).sort(), PROFILES.map(({ name }) => name).sort());
});

test('the table of profiles says what each of them asks for', () => {
  for (const document of ['docs/howto/model.md', 'docs/howto/model.zh.md']) {
    const [, table] = /^\| profile \|.*\n.*\n((?:\|.*\n)+)/m.exec(textOf(document));
    const rows = table.trim().split('\n').map(row => row.split('|').slice(1, 4).map(cell => [...cell.matchAll(/`([\w.-]+)`/g)].map(([, name]) => name)));
    assert.deepEqual(rows.flatMap(([names]) => names).sort(), PROFILES.map(({ name }) => name).filter(name => name !== 'in-page').sort());
    for (const profile of PROFILES.filter(({ name }) => name !== 'in-page')) {
      const [, formats, others] = rows.find(([names]) => names.includes(profile.name));
      assert.deepEqual([...formats, 'none'], profile.formats, `${document}: ${profile.name}`);
      for (const [name, holds] of Object.entries(PARTICULAR)) assert.equal(others.includes(name), holds(profile), `${document}: ${profile.name}: ${name}`);
    }
  }
});

test('the error about a member that is not there reads as the documents quote it', () => {
  for (const document of ['docs/own-agents.md', 'docs/own-agents.zh.md']) {
    const [, quoted] = /`(tool: needsApproval: [^`]*)`/.exec(textOf(document));
    const [begin, end] = quoted.split(', …');
    assert.throws(() => tool(/** @type {any} */ ({ description: '', execute() {}, needsApproval: true })), ({ message }) => message.startsWith(begin) && message.endsWith(end), document);
  }
});

/** @param {ts.Diagnostic} wrong @param {Map<string, { document: string, code: string }>} [files] */
function told({ file, start, messageText }, files = snippets) {
  const { document, code } = files.get(file?.fileName) ?? { document: file?.fileName, code: '' };
  return `${document}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}: ${code.slice(start).split('\n', 1)[0]}`;
}
