import assert from 'node:assert/strict';
import { haltAt, mortalScene } from './mortal.mjs';
import { LANGS, scene } from './stage.mjs';
import { at, chosen, counts, downloaded, reads, rests, say, send, until } from './user.mjs';

const LEDGER = '?agent=ledger&model-delay=0';
const SESSIONS = 'stepgate:stepgate-demo';
const ACCOUNT = 'stepgate-ledger';

const banner = (page, name) => page.locator(`[data-banner="${name}"]`);

/** A session that asks whether to deposit 5. */
async function asks(open, lines, query = LEDGER) {
  const page = await open(query);
  await reads(page, 'ledger-balance', /^100$/);
  await say(page, lines.deposit);
  await cardIs(page, 'approval');
  return page;
}

const cardIs = (page, kind) => until(async () => assert.equal(await at(page, 'card').getAttribute('data-kind'), kind));

/** Checks the account, now and after a reload: each run of the tool is a row in the page's own database. */
async function ran(page, balance, times) {
  await rests(page);
  for (const look of [async () => {}, () => page.reload()]) {
    await look();
    await reads(page, 'ledger-balance', new RegExp(`^${balance}$`));
    await counts(page, 'ledger-run', times);
  }
}

/** End of every story: the tool has run once, the session knows it, and no question is open. */
async function ranOnce(page) {
  await counts(page, 'tool', 1);
  await counts(page, 'card', 0);
  await ran(page, 105, 1);
  await counts(page, 'card', 0);
}

/** Answers the doubt like a user who looks at the account. */
async function resolve(page, runs) {
  if (runs === 1) return at(page, 'card-accept').click();
  const title = await page.locator('#card-title').innerText();
  const buttons = await page.locator('.card-row').innerText();
  await at(page, 'card-decline').click();
  await until(async () => assert.notEqual(await page.locator('.card-row').innerText(), buttons, title));
  await at(page, 'card-accept').click();
}

/** Moments of the kill, with the number of runs by then and the question of the restarted page. */
const MOMENTS = [
  { name: 'before the approval is saved', at: { database: SESSIONS, nth: 1, when: 'before' }, runs: 0, asks: 'approval' },
  { name: 'before the tool starts', at: { database: SESSIONS, nth: 1, when: 'after' }, runs: 0, asks: 'doubt' },
  { name: 'while the tool runs, before it writes', at: { database: ACCOUNT, nth: 1, when: 'before' }, runs: 0, asks: 'doubt' },
  { name: 'while the tool runs, after it wrote', at: { database: ACCOUNT, nth: 1, when: 'after' }, runs: 1, asks: 'doubt' },
  { name: 'after the tool returned, before that is saved', at: { database: SESSIONS, nth: 2, when: 'before' }, runs: 1, asks: 'doubt' },
  { name: 'after the result is saved', at: { database: SESSIONS, nth: 2, when: 'after' }, runs: 1 },
];

for (const [index, moment] of MOMENTS.entries()) {
  mortalScene(`killed ${moment.name}: the tool runs once, or the page asks`, async ({ lines, open, restart }) => {
    const killed = await asks(open, lines);
    const { reached } = await haltAt(killed, moment.at);
    at(killed, 'card-accept').click().catch(() => {}); // the page dies before it answers
    await reached;
    const page = await restart(killed);
    await at(page, 'block-user').waitFor();
    await counts(page, 'ledger-run', moment.runs);
    if (moment.asks === 'approval') await at(page, 'card-accept').click();
    if (moment.asks === 'doubt') {
      await cardIs(page, 'doubt');
      await resolve(page, moment.runs);
    }
    await ranOnce(page);
  }, { build: 'test', langs: [LANGS[index % 2]] });
}

scene('an approval pressed twice is used once', async ({ lines, open }) => {
  const page = await asks(open, lines, `${LEDGER}&tool-delay=100`);
  await at(page, 'card-accept').dblclick();
  await ranOnce(page);
}, { build: 'test' });

scene('both tabs press Approve, with nothing but the store between them', async ({ context, lines, open }) => {
  await context.addInitScript(() => { Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined }); });
  const first = await asks(open, lines, `${LEDGER}&tool-delay=100`);
  const second = await open(LEDGER + new URL(first.url()).hash);
  await cardIs(second, 'approval');
  await Promise.all([first, second].map(page => at(page, 'card-accept').click()));
  await Promise.all([first, second].map(rests));
  await ranOnce(first);
  await ranOnce(second);
}, { build: 'test' });

scene('only the tab that drives can approve', async ({ lines, open }) => {
  const first = await asks(open, lines);
  const second = await open(LEDGER + new URL(first.url()).hash);
  await cardIs(second, 'approval');
  assert.ok(await at(second, 'card-accept').isDisabled());
  await at(second, 'banner-action').click();
  await until(async () => assert.ok(await at(first, 'card-accept').isDisabled()));
  await at(second, 'card-accept').click();
  await ranOnce(second);
}, { build: 'test' });

scene('a tab takes over while the tool runs: it waits, says so, and takes the result', async ({ lang, lines, open }) => {
  const first = await asks(open, lines, `${LEDGER}&tool-delay=3000`);
  const second = await open(LEDGER + new URL(first.url()).hash);
  await cardIs(second, 'approval');
  await at(first, 'card-accept').click();
  await until(async () => assert.equal(await at(first, 'stop').isEnabled(), true));
  await at(second, 'banner-action').click();
  await banner(second, 'warning').waitFor();
  assert.match(await banner(second, 'warning').innerText(), { en: /still running a tool/, zh: /仍在执行/ }[lang]);
  assert.equal(await banner(second, 'warning').locator('button').count(), 0, 'there is nothing to export');
  await banner(second, 'warning').waitFor({ state: 'detached' });
  await ranOnce(second);
}, { build: 'test' });

mortalScene('a copy of a session whose tool was started asks too', async ({ lines, open, restart }) => {
  const killed = await asks(open, lines);
  const { reached } = await haltAt(killed, MOMENTS[3].at);
  at(killed, 'card-accept').click().catch(() => {});
  await reached;
  const page = await restart(killed);
  await cardIs(page, 'doubt');
  const copy = await downloaded(page, async () => {
    await at(page, 'session-menu').first().click();
    await at(page, 'session-export').first().click();
  });
  await chosen(page, 'session-import', copy);
  await counts(page, 'session-menu', 2);
  await page.locator('.session-open:enabled').click();
  await cardIs(page, 'doubt');
  await resolve(page, 1);
  await ranOnce(page);
}, { build: 'test' });

scene('arguments edited before approving are checked again, and are what runs', async ({ lines, open }) => {
  const page = await asks(open, lines);
  await at(page, 'card-edit-args').click();
  const amount = page.locator('.card [name=amount]');
  await amount.fill('-7');
  await at(page, 'card-accept').click();
  await at(page, 'failure').waitFor();
  await counts(page, 'ledger-run', 0);
  await amount.fill('7');
  await at(page, 'card-accept').click();
  await ran(page, 107, 1);
  assert.equal(await at(page, 'answered').getAttribute('data-ending'), 'changed');
  assert.match(await at(page, 'tool').locator('pre').first().textContent(), /"amount": 7/);
}, { build: 'test' });

scene('declined with a reason: nothing runs, and the session goes on', async ({ lines, open }) => {
  const page = await asks(open, lines);
  await at(page, 'card-reason-open').click();
  await at(page, 'card-reason').fill('<b>too much</b>');
  await at(page, 'card-decline').click();
  await counts(page, 'card', 0);
  await ran(page, 100, 0);
  await send(page, lines.deposit);
  await cardIs(page, 'approval');
}, { build: 'test' });
