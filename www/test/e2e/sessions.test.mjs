import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { scene } from './stage.mjs';
import { ENDLESS, at, begin, chosen, counts, downloaded, reads, reopen, rests, say, send, taskIs, toCard, until } from './user.mjs';

const banner = (page, name) => page.locator(`[data-banner="${name}"]`);

/** Waits until the tab watches the session that another one drives. */
async function watches(page) {
  await banner(page, 'watches').waitFor();
  assert.ok(await at(page, 'input').isDisabled());
}

scene('reload with the card open: it is back, and accepting it works once', async ({ lines, open }) => {
  const page = await open();
  await begin(page, lines);
  await toCard(page, lines);
  const title = await page.locator('#card-title').innerText();
  const turns = await at(page, 'block-user').count();

  await page.reload();
  await at(page, 'card').waitFor();
  assert.equal(await page.locator('#card-title').innerText(), title);
  assert.equal(await at(page, 'block-user').count(), turns);
  await at(page, 'card-accept').dblclick();
  await at(page, 'applied').waitFor();
  await taskIs(page, 1, 'completed');
  await counts(page, 'applied', 1);
  assert.equal((await at(page, 'resume').innerText()).split('OAuth 2.0').length, 2);
});

scene('reload in the middle of a model call: the call is made again, and one reply comes', async ({ lines, open }) => {
  const page = await open();
  await begin(page, lines);
  const said = await at(page, 'block-said').count();
  await reopen(page, '?model-delay=2500');
  await at(page, 'block-said').first().waitFor();
  await send(page, lines.answers[0]);
  await page.locator('[data-testid="live"] .bubble').waitFor();

  await reopen(page, '?model-delay=0');
  await counts(page, 'block-said', said + 1);
  await rests(page);
  await counts(page, 'block-user', 1);
  await counts(page, 'block-said', said + 1);
});

scene('stop in the middle of a model call: the text comes back and can be sent again', async ({ lines, open }) => {
  const page = await open();
  await begin(page, lines);
  await reopen(page, ENDLESS);
  await at(page, 'block-said').first().waitFor();
  await send(page, lines.answers[0]);
  await at(page, 'live').waitFor();
  await at(page, 'stop').click();
  await rests(page);
  assert.equal(await at(page, 'input').inputValue(), lines.answers[0]);
  await reopen(page, '?model-delay=0');
  await at(page, 'block-said').first().waitFor();
  await say(page, lines.answers[0]);
  await counts(page, 'block-said', 2);
});

scene('a session that is pressed twice is opened once, and goes on', async ({ lines, open }) => {
  const page = await open();
  await begin(page, lines);
  const first = page.url();
  await at(page, 'session-new').click();
  await begin(page, lines);
  assert.notEqual(page.url(), first);
  await page.locator('.session-open:enabled').evaluate(button => { button.click(); button.click(); });
  await until(() => assert.equal(page.url(), first));
  await rests(page);
  assert.equal(await banner(page, 'watches').count(), 0);
  await say(page, lines.answers[0]);
  await counts(page, 'block-user', 1);
});

scene('what is typed before the session is there is kept, and sent once it is', async ({ lines, open }) => {
  const page = await open();
  await begin(page, lines);
  await page.addInitScript(() => {
    const { request } = LockManager.prototype;
    LockManager.prototype.request = async function late(...given) {
      await new Promise(resolve => { globalThis.opens = resolve; });
      return request.apply(this, given);
    };
  });
  await page.reload();
  await at(page, 'input').fill(lines.answers[0]);
  assert.ok(await at(page, 'send').isDisabled());
  await page.waitForFunction(() => globalThis.opens);
  assert.equal(await at(page, 'block-said').count(), 0);
  await page.evaluate(() => globalThis.opens());
  await at(page, 'send').click();
  await counts(page, 'block-user', 1);
  assert.equal(await at(page, 'input').inputValue(), '');
});

/** The words of the conversation, without the buttons that only the tab has which may act. */
const conversation = page => at(page, 'log').evaluate(log => {
  const copy = /** @type {Element} */ (log.cloneNode(true));
  copy.querySelectorAll('.quiet-row').forEach(row => row.remove());
  return copy.textContent.replace(/\s+/g, ' ').trim();
});

scene('two tabs: one drives, one watches live, and can take over', async ({ lines, open }) => {
  const first = await open();
  await begin(first, lines);
  const second = await open(new URL(first.url()).search + new URL(first.url()).hash);
  await watches(second);
  await say(first, lines.answers[0]);
  await until(async () => assert.equal(await conversation(second), await conversation(first)));

  await at(second, 'banner-action').click();
  await watches(first);
  await banner(second, 'watches').waitFor({ state: 'detached' });
  await say(second, lines.answers[1]);
  await reads(first, 'log', new RegExp(lines.answers[1].slice(0, 10)));

  await second.close();
  await banner(first, 'watches').waitFor({ state: 'detached' });
  await say(first, lines.answers[2]);
  await at(first, 'draft').waitFor();
  await counts(first, 'block-user', 3);
});

scene('a session that another tab deletes says so, moves no further, and can be exported', async ({ lines, open }) => {
  const first = await open();
  await begin(first, lines);
  const id = new URL(first.url()).hash.slice(1);
  const second = await open();
  await second.locator(`[data-testid="session-${id}"] [data-testid="session-menu"]`).click();
  await at(second, 'session-delete').click();
  await at(second, 'delete-confirm').click();
  await at(second, `session-${id}`).waitFor({ state: 'detached' });

  await send(first, lines.answers[0]);
  await banner(first, 'deleted').waitFor();
  await counts(first, 'banner', 1);
  assert.ok(await at(first, 'input').isDisabled());
  const file = JSON.parse(await downloaded(first, () => at(first, 'banner-action').click()));
  assert.equal(file.id, id);
});

scene('an address that begins a session at once begins none in the place of one that is gone', async ({ open }) => {
  const page = await open('?model-delay=0&agent=desk#desk-gone');
  await banner(page, 'unknown').waitFor();
  await reads(page, 'banner', /desk-gone/);
  assert.equal(await page.locator('.session').count(), 0);
});

scene('a tab takes over in the middle of a model call: one reply comes, in both', async ({ lines, open }) => {
  const first = await open();
  await begin(first, lines);
  await reopen(first, '?model-delay=2500');
  await at(first, 'block-said').first().waitFor();
  const second = await open(`?model-delay=0${new URL(first.url()).hash}`);
  await watches(second);
  await send(first, lines.answers[0]);
  await second.locator('[data-testid="live"] .bubble').waitFor();
  await at(second, 'banner-action').click();
  await watches(first);
  for (const page of [first, second]) {
    await counts(page, 'block-said', 2);
    await counts(page, 'block-user', 1);
  }
});

scene('the start page loads the wasm of its proof alone, and a session that of its agent', async ({ lines, open }) => {
  const page = await open();
  const loaded = [];
  page.on('request', request => { if (request.url().endsWith('.wasm')) loaded.push(new URL(request.url()).pathname); });
  await page.reload();
  await at(page, 'start').waitFor();
  await page.locator('html[data-offline="ready"]').waitFor({ state: 'attached' });
  assert.deepEqual(loaded, ['/stepgate_engine_bg.wasm']);
  await begin(page, lines);
  assert.deepEqual(loaded, ['/stepgate_engine_bg.wasm', '/stepgate_guide_bg.wasm']);
}, { offline: true });

scene('with the network off after the first load, the page and its sessions work', async ({ context, lines, open }) => {
  const page = await open();
  await page.locator('html[data-offline="ready"]').waitFor({ state: 'attached' });
  await context.setOffline(true);
  await page.reload();
  for (const offline of [false, true]) await context.setOffline(offline); // a reload in Chromium 156 forgets it for navigator.onLine
  await banner(page, 'offline').waitFor();
  await begin(page, lines);
  await say(page, lines.answers[0]);
  await page.reload();
  await at(page, 'block-said').nth(1).waitFor();
  await say(page, lines.answers[1]);
  await counts(page, 'block-user', 2);
}, { offline: true });

/**
 * Counts or deletes records of the demo's sessions directly.
 * @param {import('playwright-core').Page} page @param {'count' | 'delete'} what
 */
const entries = (page, what) => page.evaluate(([wanted, id]) => new Promise((resolve, reject) => {
  const opening = indexedDB.open('stepgate:stepgate-demo');
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const db = opening.result;
    const table = db.transaction('entries', 'readwrite').objectStore('entries');
    const done = wanted === 'count' ? table.count() : table.delete([id, 1]);
    done.onsuccess = () => { db.close(); resolve(done.result); };
    done.onerror = () => reject(done.error);
  };
}), [what, decodeURIComponent(new URL(page.url()).hash.slice(1))]);

scene('a record of a session is lost: that is told in words, nothing is written over the rest, and what is there is exported', async ({ lines, open }) => {
  const page = await open();
  await begin(page, lines);
  await say(page, lines.answers[0]);
  const before = await entries(page, 'count');
  await entries(page, 'delete');
  await page.reload();
  await banner(page, 'failure').waitFor();
  assert.match(await banner(page, 'failure').innerText(), /丢失或被改动|lost or was altered/);
  await page.locator('.session-open:enabled').click();
  await banner(page, 'failure').waitFor();
  assert.equal(await entries(page, 'count'), before - 1);

  await at(page, 'session-menu').click();
  const [download] = await Promise.all([page.waitForEvent('download'), at(page, 'session-export').click()]);
  const exported = JSON.parse(await readFile(await download.path(), 'utf8'));
  assert.deepEqual([exported.damaged, exported.snapshot.entries.length], ['/entries/1', before - 1]);
});

const WORDS = {
  en: { second: /developer \(2\)$/i, broken: 'This is not a Stepgate session file: its JSON is broken.', over: /^3,136 characters too many \(limit 8,000\)$/ },
  zh: { second: /工程师（2）$/, broken: '这不是 Stepgate 的会话文件：里面的 JSON 不完整。', over: /^超出 3,136 字（上限 8,000）$/ },
};

scene('each session has a name of its own', async ({ lang, lines, open }) => {
  const page = await open();
  for (let session = 0; session < 2; session += 1) {
    await begin(page, lines);
    await at(page, 'session-new').click();
  }
  await counts(page, 'session-menu', 2);
  const names = await page.locator('.session-name').allInnerTexts();
  assert.equal(new Set(names).size, 2, names.join());
  assert.ok(names.some(name => WORDS[lang].second.test(name)), names.join());
});

scene('a file that is no session is refused in words, without the parser’s', async ({ lang, open }) => {
  const page = await open();
  await chosen(page, 'session-import', '{"a": 1');
  await until(async () => assert.equal(await at(page, 'import-problem').innerText(), WORDS[lang].broken));
});

scene('a message that is too long says by how much, and is not sent', async ({ lang, lines, open }) => {
  const page = await open();
  await begin(page, lines);
  await at(page, 'input').fill('x'.repeat(11_136));
  await until(async () => assert.match(await page.locator('.composer .over').innerText(), WORDS[lang].over));
  assert.ok(await at(page, 'send').isDisabled());
  await at(page, 'input').fill('x');
  await page.locator('.composer .over').waitFor({ state: 'detached' });
  assert.ok(await at(page, 'send').isEnabled());
});
