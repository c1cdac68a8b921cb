/** The start page: its first view without a script, the live proof, the ways to break it, a reload in the middle, the tours. */
import assert from 'node:assert/strict';
import { PHONE, scene } from './stage.mjs';
import { at, counts, drawn, reads, rests, until } from './user.mjs';

const WORDS = {
  en: { notAgreed: /You have not agreed/, title: /Stepgate stops it/, size: /\d+ kB of WebAssembly and \d+ kB of JavaScript/, resumed: /Resumed at step \d+/, paused: 'Paused.', asks: /Lisbon/, copied: 'Copied', install: /^Not on npm yet.* stepgate-0\.1\.0\.tgz /, docs: 'docs/' },
  zh: { notAgreed: /你没有同意过/, title: /替你拦住/, size: /WebAssembly \d+ kB，JavaScript \d+ kB/, resumed: /已从第 \d+ 步继续/, paused: '已暂停。', asks: /里斯本/, copied: '已复制', install: /^尚未发布到 npm.* stepgate-0\.1\.0\.tgz/, docs: 'docs/zh/' },
};

const atCard = page => at(page, 'proof-card').waitFor();
const runs = (page, count) => reads(page, 'proof-runs', new RegExp(`^${count}$`));
const deeds = page => at(page, 'proof-deed').evaluateAll(all => all.map(deed => deed.dataset.kind));
const shows = (page, kind) => until(async () => assert.ok((await deeds(page)).includes(kind), kind));
const raw = page => at(page, 'proof-sent').innerText();

/** Approves the booking, and waits for the end of the trip. */
async function approve(page) {
  await at(page, 'proof-accept').click();
  await at(page, 'proof-receipt').waitFor();
  await runs(page, 1);
  await shows(page, 'approved');
}

scene('the first view needs no script', async ({ lang, open }) => {
  const page = await open();
  await at(page, 'start').waitFor({ state: 'detached' });
  assert.match(await page.locator('h1').innerText(), WORDS.en.title, lang);
  assert.match(await at(page, 'hero-size').innerText(), WORDS.en.size);
}, { langs: ['en'], context: { javaScriptEnabled: false } });

scene('the first view speaks the language, tells the size, and copies the command', async ({ lang, context, open }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await open();
  await at(page, 'start').waitFor();
  assert.match(await page.locator('h1').innerText(), WORDS[lang].title);
  assert.match(await at(page, 'hero-size').innerText(), WORDS[lang].size);
  assert.deepEqual(await page.locator('.hero-links a:visible').evaluateAll(links => links.map(link => link.getAttribute('href'))), [WORDS[lang].docs, 'README.txt']);
  await at(page, 'copy-install').click();
  await reads(page, 'copy-install', new RegExp(WORDS[lang].copied));
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'cargo xtask build && npm pack ./www');
  assert.match(await at(page, 'hero-install').innerText(), WORDS[lang].install);
});

scene('the proof plays by itself to the card; approved, the booking is made once', async ({ lang, open }) => {
  const page = await open();
  await atCard(page);
  assert.deepEqual(await deeds(page), ['repaired', 'converted', 'ran', 'refused', 'repaired', 'converted', 'held']);
  assert.match(await at(page, 'proof-sees').innerText(), WORDS[lang].asks);
  await runs(page, 0);
  await approve(page);
  assert.ok(await at(page, 'proof-receipt').evaluate(receipt => receipt === document.activeElement), 'the receipt has the focus');
  await page.reload();
  await at(page, 'proof-receipt').waitFor();
  await runs(page, 1);
  await at(page, 'proof-again').click();
  await atCard(page);
  await runs(page, 0);
  await at(page, 'proof-decline').click();
  await shows(page, 'declined');
  await runs(page, 0);
});

scene('the README says itself that it is UTF-8, for servers that do not', async ({ open }) => {
  const page = await open();
  const bytes = await page.evaluate(async () => [...new Uint8Array(await (await fetch('README.txt')).arrayBuffer()).slice(0, 3)]);
  assert.deepEqual(bytes, [0xEF, 0xBB, 0xBF]);
}, { langs: ['en'] });

scene('on a phone the page ends where its text ends, and a choice shows the panes that it changes', async ({ open }) => {
  const page = await open();
  await atCard(page);
  const beyond = () => page.evaluate(() => { scrollTo(0, 9_999); return scrollY; });
  assert.equal(await beyond(), 0, 'only the start page scrolls');
  for (const id of ['break-prose', 'break-skips']) {
    await at(page, id).click();
    await until(async () => assert.ok(await page.locator('#pane-sent').evaluate(pane => {
      const { top, bottom } = pane.getBoundingClientRect();
      return top < innerHeight && bottom > 0;
    }), 'the pane is in view'));
    await atCard(page);
    assert.equal(await beyond(), 0);
  }
}, { context: { viewport: PHONE } });

scene('each way to break the reply is repaired or refused', async ({ open }) => {
  const page = await open();
  await atCard(page);
  for (const kind of ['comma', 'quotes', 'types', 'brace']) {
    await at(page, `break-${kind}`).click();
    await at(page, `break-${kind}`).and(page.locator('[aria-pressed="false"]')).waitFor();
    await atCard(page);
  }
  assert.deepEqual(await deeds(page), ['ran', 'refused', 'held'], 'nothing is repaired in whole replies');
  for (const [kind, deed, count] of [['prose', 'repaired', 4], ['cut', 'refused', 5]]) {
    const before = await raw(page);
    await at(page, `break-${kind}`).click();
    await until(async () => assert.equal((await deeds(page)).at(-1), 'held'));
    await until(async () => assert.notEqual(await raw(page), before));
    await shows(page, deed);
    await until(async () => assert.ok((await deeds(page)).length >= count));
  }
});

scene('a model that calls the tool twice books once, and one that claims the approval books nothing', async ({ lang, open }) => {
  const page = await open();
  await atCard(page);
  await at(page, 'break-twice').click();
  await until(async () => assert.match(await raw(page), /book[\s\S]*book[\s\S]*book/));
  await atCard(page);
  await shows(page, 'refused');
  await approve(page);
  await at(page, 'break-skips').click();
  await until(async () => assert.match(await raw(page), /approved/));
  await atCard(page);
  await reads(page, 'proof-not-agreed', WORDS[lang].notAgreed);
  await runs(page, 0);
  await approve(page);
});

scene('a reload goes on at the same step, and the booking stays one', async ({ lang, open }) => {
  const page = await open('?model-delay=300');
  await at(page, 'proof-coming').waitFor();
  await at(page, 'break-reload').click();
  await at(page, 'proof-resumed').or(at(page, 'proof-coming')).first().waitFor();
  await atCard(page);
  await at(page, 'break-reload').click();
  await reads(page, 'proof-resumed', WORDS[lang].resumed);
  await atCard(page);
  await until(async () => assert.ok(await page.locator('#proof').evaluate(proof => Math.abs(proof.getBoundingClientRect().top) < 200), 'the proof is in view'));
  await runs(page, 0);
  await approve(page);
  await at(page, 'break-reload').click();
  await reads(page, 'proof-resumed', WORDS[lang].resumed);
  await runs(page, 1);
  assert.equal(await at(page, 'proof-card').count(), 0);
});

scene('the proof can be paused, and does not move by itself if the user wants no motion', async ({ lang, open }) => {
  const page = await open('?model-delay=1000');
  await at(page, 'proof-coming').waitFor();
  await at(page, 'proof-play').click();
  await until(async () => assert.equal(await at(page, 'proof-status').innerText(), WORDS[lang].paused));
  const before = await raw(page);
  await page.waitForTimeout(1000);
  assert.equal(await raw(page), before);
  await at(page, 'proof-play').click();
  await atCard(page);

  const calm = await open();
  await calm.emulateMedia({ reducedMotion: 'reduce' });
  await calm.evaluate(() => localStorage.removeItem('stepgate-start'));
  await calm.reload();
  await at(calm, 'proof-play').waitFor();
  assert.equal((await at(calm, 'proof-sees').innerText()).trim(), '');
  await at(calm, 'proof-play').click();
  await atCard(calm);
});

scene('the code lights its pane: pointer and keyboard', async ({ open }) => {
  const page = await open();
  await atCard(page);
  for (const name of ['sent', 'did', 'sees']) {
    await at(page, `code-${name}`).hover();
    await page.locator(`#pane-${name}[data-lit]`).waitFor();
    await page.mouse.move(0, 0);
    await page.locator('[data-lit]').first().waitFor({ state: 'detached' });
    await at(page, `code-${name}`).focus();
    await page.locator(`#pane-${name}[data-lit]`).waitFor();
    assert.ok(await page.locator(`#code-${name}`).isVisible());
  }
});

scene('another language plays the trip in that language', async ({ lang, open }) => {
  const page = await open();
  await atCard(page);
  await at(page, 'lang').click();
  const other = WORDS[lang === 'en' ? 'zh' : 'en'];
  await reads(page, 'proof-sees', other.asks);
  await atCard(page);
  assert.match(await page.locator('h1').innerText(), other.title);
});

scene('a second tab watches the trip, and may take it over', async ({ open }) => {
  const page = await open();
  await atCard(page);
  const second = await open();
  await at(second, 'proof-take').waitFor();
  assert.ok(await at(second, 'proof-accept').isDisabled());
  await at(second, 'proof-take').click();
  await approve(second);
  await runs(page, 1);
  await at(second, 'proof-again').click();
  await runs(page, 0);
  await atCard(page);
  await approve(second);
  await runs(page, 1);
});

scene('the way back: a session, a form and the start page, each with its title and the focus', async ({ open }) => {
  const page = await open();
  await atCard(page);
  const home = await page.title();
  await at(page, 'start-stepper').click();
  await page.locator('.start > form :focus, .start h1:focus').first().waitFor();
  await until(async () => assert.notEqual(await page.title(), home));
  await page.goBack();
  await page.locator('#hero h1:focus').waitFor();
  await until(async () => assert.equal(await page.title(), home));
  await at(page, 'proof-resumed').waitFor();
});

for (const agent of ['guide', 'schedule', 'content', 'stepper']) {
  scene(`the tour of an agent goes by itself to a card that the user decides: ${agent}`, async ({ open }) => {
    const page = await open();
    await at(page, `run-${agent}`).click();
    await at(page, 'tour').waitFor();
    await at(page, 'card').waitFor({ state: 'attached' });
    await counts(page, 'tour-line', 0);
    await rests(page);
    await drawn(page);
    await at(page, 'tour').waitFor(); // it says that the card is the user's
    await at(page, 'card-accept').click();
    await counts(page, 'tour', 0);
  });
}

scene('a tour by hand: its answers are pressed, and words of the user pause it', async ({ open }) => {
  const page = await open('?model-delay=100');
  await at(page, 'run-content').click();
  await at(page, 'tour-play').waitFor();
  await at(page, 'input').fill('a');
  await page.locator('[data-testid="tour-line"]:enabled').waitFor();
  await at(page, 'input').fill('');
  const lines = await at(page, 'tour-line').count();
  await page.locator('[data-testid="tour-line"]:enabled').click();
  await counts(page, 'tour-line', lines - 1);
  await at(page, 'tour-end').click();
  await counts(page, 'tour', 0);
});

scene('a tour outlives a reload', async ({ open }) => {
  const page = await open('?model-delay=100');
  await at(page, 'run-content').click();
  await at(page, 'tour-line').first().waitFor();
  await at(page, 'input').fill('a');
  await until(async () => assert.equal(await at(page, 'stop').isDisabled(), true));
  const lines = await at(page, 'tour-line').allInnerTexts();
  await page.reload();
  await until(async () => assert.deepEqual(await at(page, 'tour-line').allInnerTexts(), lines));
});

scene('with the network off the proof plays all the same', async ({ context, open }) => {
  const page = await open();
  await page.locator('html[data-offline="ready"]').waitFor({ state: 'attached' });
  await context.setOffline(true);
  await page.reload();
  await atCard(page);
  await at(page, 'break-twice').click();
  await until(async () => assert.match(await raw(page), /book[\s\S]*book[\s\S]*book/));
  await atCard(page);
  await approve(page);
}, { offline: true });
