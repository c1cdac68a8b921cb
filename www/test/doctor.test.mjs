import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { examine, summaryOf } from '../src/doctor/index.js';
import { QUESTIONS } from '../src/doctor/questions.js';
import { FINDINGS, TITLES } from '../src/doctor/words.js';
import { imitated } from './servers/imitated.js';

const WANTED = {
  local: {
    with: { model: 'qwen3' },
    reachable: 'reached', models: 'listed', cors: 'noCors', answer: 'answered', stream: 'streamed', schema: 'kept', json: 'kept', usage: 'counted',
    roles: 'turnsOnly', limit: 'limited', temperature: 'accepted', errors: 'notAsked',
  },
  provider: {
    with: { model: 'small', apiKey: 'k', long: true },
    reachable: 'reached', models: 'listed', cors: 'cors', answer: 'answered', stream: 'streamed', schema: 'kept', json: 'kept', usage: 'counted',
    roles: 'anyOrder', limit: 'limited', temperature: 'refused', errors: 'tooLong',
  },
  plain: {
    with: { model: 'gemma-2' },
    reachable: 'reached', models: 'listed', cors: 'cors', answer: 'answered', stream: 'streamed', schema: 'kept', json: 'kept', usage: 'counted',
    roles: 'noSystem', limit: 'limited', temperature: 'accepted', errors: 'notAsked',
  },
  single: {
    with: { model: 'one' },
    reachable: 'reached', models: 'listed', cors: 'cors', answer: 'answered', stream: 'streamed', schema: 'kept', json: 'kept', usage: 'counted',
    roles: 'refused', limit: 'limited', temperature: 'accepted', errors: 'notAsked',
  },
  gateway: {
    with: { model: 'any', long: true },
    reachable: 'reached', models: 'unlisted', cors: 'cors', answer: 'answered', stream: 'atOnce', schema: 'refused', json: 'ignored', usage: 'counted',
    roles: 'anyOrder', limit: 'unlimited', temperature: 'accepted', errors: 'cutInSilence',
  },
};

for (const [name, { with: options, ...wanted }] of Object.entries(WANTED)) {
  test(`the doctor's findings of an imitated server: ${name}`, async t => {
    const server = await imitated(name);
    t.after(server.close);
    const findings = await examine({ baseUrl: server.baseUrl, ...options });
    assert.deepEqual(Object.fromEntries(Object.entries(findings).map(([question, { says }]) => [question, says])), wanted);
  });
}

test('a wrong key and a server that is not there end it early', async t => {
  const server = await imitated('provider');
  t.after(server.close);
  const wrong = await examine({ baseUrl: server.baseUrl, model: 'small', apiKey: 'x' });
  assert.deepEqual([Object.keys(wrong).at(-1), wrong.answer.with.code], ['answer', 'unauthorized']);
  const nobody = await examine({ baseUrl: 'http://127.0.0.1:9/v1', model: 'm' });
  assert.deepEqual(Object.keys(nobody), ['reachable']);
});

test('the summary says what the findings say: a server without the role system is of use, one that takes no conversation is not', async t => {
  const summary = async name => {
    const server = await imitated(name);
    t.after(server.close);
    return summaryOf(await examine({ baseUrl: server.baseUrl, ...WANTED[name].with }), server.baseUrl, 'en');
  };
  assert.match(await summary('plain'), /^Stepgate can use this server\./);
  assert.match(await summary('single'), /^Stepgate cannot use this server: it refuses a conversation/);
});

test('the command explains itself', async () => {
  const file = fileURLToPath(new URL('../src/doctor/run.js', import.meta.url));
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [file, '--help']);
  assert.match(stdout, /^npx stepgate-doctor --base-url/);
  for (const option of ['--key', '--origin', '--lang', '--long', '--help']) assert.ok(stdout.includes(option), option);
  assert.equal(stderr, '');
});

test('every question and every finding has its words in both languages', () => {
  assert.deepEqual(Object.keys(TITLES), QUESTIONS.map(({ name }) => name));
  for (const { en, zh } of [...Object.values(TITLES), ...Object.values(FINDINGS)]) assert.ok(en && zh && en !== zh);
});

test('the command prints a line a question, in the language asked for, and names a wrong option', async t => {
  const server = await imitated('local');
  t.after(server.close);
  const run = promisify(execFile);
  const file = fileURLToPath(new URL('../src/doctor/run.js', import.meta.url));
  const at = ['--base-url', server.baseUrl, '--model', 'qwen3'];
  const { stdout: en } = await run(process.execPath, [file, ...at]);
  assert.match(en, /✗ May a web page call it \(CORS\)\? No \(status 403/);
  assert.match(en, /\n\nStepgate can use this server from Node/);
  const { stdout: zh } = await run(process.execPath, [file, ...at, '--lang', 'zh']);
  assert.match(zh, /✓ 会回答吗？ 会：“hello”。/);
  for (const [args, words] of [[[], /--base-url: must be/], [['--base-url', server.baseUrl], /--model: must be/], [[...at, '--lang', 'fr'], /--lang: must be en or zh/], [[...at, '--modle'], /--modle/]]) {
    await assert.rejects(run(process.execPath, [file, ...args]), error => error.code === 2 && words.test(error.stderr));
  }
});
