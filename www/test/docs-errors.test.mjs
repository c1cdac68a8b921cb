// The page of errors has each code and each place of the source, and none that is not there.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { textOf } from './doc-blocks.js';

const found = (text, form) => [...text.matchAll(form)].flatMap(([, ...groups]) => groups.filter(Boolean));
const all = (folder, ending) => readdirSync(new URL(`../../${folder}`, import.meta.url), { recursive: true })
  .filter(file => file.endsWith(ending)).map(file => textOf(`${folder}/${file}`)).join('\n');

const page = ['tools', 'errors', 'effects', 'runner'].map(file => textOf(`www/src/${file}.js`)).join('\n');
const loading = ['loading', 'wasm-agent'].map(file => textOf(`www/src/${file}.js`)).join('\n');

/** Codes of the source, by the heading of the page that lists them. */
const CODES = {
  engine: found(all('crates/engine/src', '.rs'), /(?:Refusal|ToolError)::new\(\s*"(\w+)"|Retract\("(\w+)"|"code": "(\w+)"|^ {8}"(\w+)" => [A-Z_]+,$|(?:AGENT_FAULT|LLM_FAILED): &str = "(\w+)"/gm),
  page: found(textOf('www/src/words.js'), /^ {2}(\w+): \[/gm),
  tools: found(page, /code: '(\w+)'|: '(failed)'/g),
  loading: found(loading, /new LoadError\(\s*'(\w+)'/g),
  kinds: found(/interface StepgateError.*/.exec(textOf('crates/wasm-session/types.d.ts'))[0], /'([a-z]+)'(?=[^;]*; place)/g),
  explore: found(/kind: 'fault'[^;]*/.exec(textOf('www/src/test/index.d.ts'))[0], /'([a-z ]+)'/g),
};

/** Places in the messages of `must`, with `…` for what a message fills in. */
const places = found(['index', 'model', 'store', 'driver', 'news', 'indexeddb', 'wasm-agent', 'own/define', 'own/tool-agent', 'own/schema'].map(file => textOf(`www/src/${file}.js`)).join('\n'),
  /must(?:Be)?\([^\n]*, ['`](?!one of)([^'`]*(?:\$\{[^}]*\}[^'`]*)*)['`], ['`]/g)
  .map(place => place.replace('${place}: ', 'defineAgent(…): ').replaceAll(/\$\{[^}]*\}/g, '…').replace('(…))', '(…)'));

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

  test(`${document} has no code that is not in the source`, () => {
    const known = [...Object.values(CODES).flat(), ...places];
    const codes = listed.filter(code => /^[a-z_]+( [a-z ]+)?$/.test(code));
    assert.deepEqual(codes.filter(code => !known.includes(code)), []);
  });
}
