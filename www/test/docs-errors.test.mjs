// The page of errors has each code and each place of the source, and none that is not there.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { textOf } from './doc-blocks.js';

const found = (text, form) => [...text.matchAll(form)].flatMap(([, ...groups]) => groups.filter(Boolean));
const all = (folder, ending) => readdirSync(new URL(`../../${folder}`, import.meta.url), { recursive: true })
  .filter(file => file.endsWith(ending)).map(file => textOf(`${folder}/${file}`)).join('\n');

const page = ['session/tools', 'errors', 'session/effects', 'session/runner'].map(file => textOf(`www/src/${file}.js`)).join('\n');
const loading = ['load/loading', 'load/wasm-agent'].map(file => textOf(`www/src/${file}.js`)).join('\n');

/** Codes of the source, by the heading of the page that lists them. */
const CODES = {
  engine: found(all('crates/engine/src', '.rs'), /(?:Refusal|ToolError|Failure)::new\(\s*"(\w+)"|Retract\("(\w+)"|"code": "(\w+)"|^ {8}"(\w+)" => [A-Z_]+,$|(?:AGENT_FAULT|LLM_FAILED): &str = "(\w+)"/gm),
  replies: found(textOf('crates/reply/src/reader/fault.rs') + textOf('crates/engine/src/session/replies.rs'), /(?:=> |cut_off \{ |complaint\)?, )"(\w+)"/g),
  page: found(textOf('www/src/messages.js'), /^ {2}(\w+): \[/gm),
  chats: found(textOf('www/src/ai-sdk/words.js'), /^ {2}(?!taken_back)(\w+): \{ en/gm),
  tools: found(page, /code(?: =|:) '(\w+)'|: '(failed)'/g),
  loading: found(loading, /new LoadError\(\s*'(\w+)'/g),
  mistakes: found(/type MistakeCode = .*/.exec(textOf('www/src/index.d.ts'))[0], /'([a-z]+)'/g),
  explore: found(/kind: 'fault'[^;]*/.exec(textOf('www/src/test/index.d.ts'))[0], /'([a-z ]+)'/g),
};

/** Places in the messages of `must`, with `…` for what a message fills in. */
const places = found(['index', 'model/client', 'model/settings', 'store/store', 'session/driver', 'session/said', 'tabs/broadcast', 'store/indexeddb', 'load/wasm-agent', 'own/define', 'own/tool-stage', 'own/schema'].map(file => textOf(`www/src/${file}.js`).replaceAll('${place}', file === 'own/tool-stage' ? 'toolStage(…)' : '${place}')).join('\n'),
  /(?:must|assertOption)\([^\n]*, ['`](?!one of)([^'`]*(?:\$\{[^}]*\}[^'`]*)*)['`], ['`]/g)
  .map(place => place.replace('${place}: ', 'defineAgent(…): ').replaceAll(/\$\{[^}]*\}/g, '…').replace('(…))', '(…)'));

/** Type of the codes in each section of the page, in the order of the page: its declaration, up to the semicolon. */
const TYPES = [
  ['crates/wasm-session/types.d.ts', 'type TurnErrorCode ='],
  ['www/src/own/index.d.ts', 'type ReplyFault ='],
  ['www/src/index.d.ts', 'type ModelErrorCode ='],
  ['www/src/index.d.ts', 'type StoreErrorCode ='],
  ['www/src/index.d.ts', 'type SessionErrorCode ='],
  ['www/src/index.d.ts', 'type RefusalCode ='],
  ['crates/wasm-session/types.d.ts', 'type ToolErrorCode ='],
  ['www/src/index.d.ts', 'type LoadErrorCode ='],
  ['www/src/index.d.ts', 'type MistakeCode ='],
  undefined, // a TypeError has no code
  ['www/src/test/index.d.ts', '*/\n  kind:'],
];
const typed = ([file, declaration]) => {
  const [, rest] = textOf(file).split(declaration);
  return found(rest.split(';')[0], /'([\w ]+)'/g);
};

test('the comment of `GaveUp` has the codes of a reply that cannot be used', () => {
  const [comment] = /For corrections: .*?\)/s.exec(textOf('crates/engine/src/vocabulary/happened.rs'));
  assert.deepEqual(found(comment, /`(\w+)`/g).sort(), typed(['www/src/own/index.d.ts', 'type ReplyFault =']).sort());
});

for (const document of ['docs/errors.md', 'docs/errors.zh.md']) {
  const tables = textOf(document).split(/^## /m).slice(1).join('');
  const rows = tables.split('\n').filter(line => line.startsWith('| `')).map(line => line.split(' | ')[0]);
  const listed = rows.flatMap(cell => found(cell, /`([^`]+)`/g));
  const mentioned = found(textOf(document), /`([^`]+)`/g);

  test(`${document} has every code of the source`, () => {
    for (const [origin, codes] of Object.entries(CODES)) {
      assert.ok(codes.length > 3, `${origin}: the codes are not found any more`);
      assert.deepEqual(codes.filter(code => !mentioned.includes(code)), [], origin);
    }
    assert.ok(places.length > 10);
    assert.deepEqual(places.filter(place => !listed.includes(place)), [], 'places');
  });

  test(`${document} has the codes of the types, and the types those of the page`, () => {
    const sections = textOf(document).split(/^## /m).slice(1);
    assert.equal(sections.length, TYPES.length);
    for (const [at, type] of TYPES.entries()) {
      if (!type) continue;
      const lines = sections[at].split('\n');
      const cells = lines.filter(line => line.startsWith('| `')).map(line => line.split(' | ')[0]);
      const beneath = lines.slice(lines.findLastIndex(line => line.startsWith('|')) + 1);
      const codes = [...cells, ...beneath].flatMap(line => found(line, /`([a-z_]+(?: [a-z ]+)?)`/g));
      assert.deepEqual(codes.sort(), typed(type).sort(), type.join(': '));
    }
  });

  test(`${document} has no code that is not in the source`, () => {
    const known = [...Object.values(CODES).flat(), ...places];
    const codes = listed.filter(code => /^[a-z_]+( [a-z ]+)?$/.test(code));
    assert.deepEqual(codes.filter(code => !known.includes(code)), []);
  });
}
