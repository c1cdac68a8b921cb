// The server of the how-to does what its page says, on other ports.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openRemoteSession } from 'stepgate/remote';
import { world } from './restate.js';

/** The files of a page of the docs, by name. @param {string} page */
const filesOf = page => Object.fromEntries([...readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8').matchAll(/^```js \[(?:src\/)?(.*?)\]\n(.*?)^```$/gms)].map(([, name, code]) => [name, code]).reverse());

test('the server of docs/howto/restate.md books a room once', async t => {
  const folder = mkdtempSync(fileURLToPath(new URL('howto-', import.meta.url)));
  const files = { ...filesOf('tutorial.md'), ...filesOf('howto/restate.md') };
  for (const name of ['agent.js', 'model.js']) writeFileSync(join(folder, name), files[name]);
  const there = await world({ script: ({ ingress, admin, endpoint, gateway }) => {
    const ports = { 8080: ingress, 9070: admin, 9080: endpoint, 3000: gateway };
    writeFileSync(join(folder, 'server.js'), files['server.js'].replaceAll(/\b(8080|9070|9080|3000)\b/g, port => String(ports[port])));
    return join(folder, 'server.js');
  } });
  t.after(async () => {
    await there.close();
    rmSync(folder, { recursive: true });
  });
  const page = await openRemoteSession({ base: there.base, agent: 'desk', id: 'desk-1', headers: () => ({ authorization: 'ada' }) });
  const { card } = await page.say('A room for 6');
  const view = await page.answer(card.id, { accept: true });
  assert.equal(view.blocks.findLast(({ kind }) => kind === 'assistant').text, 'Cedar is booked for Friday.');
  await page.close();
});
