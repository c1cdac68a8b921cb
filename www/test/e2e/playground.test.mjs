import assert from 'node:assert/strict';
import { replyOf, SAMPLES } from '../../demo/playground/samples.js';
import { AXE, passes } from './axe.mjs';
import { HOSTILE, isUnharmed } from './harm.mjs';
import { DESKTOP, PHONE, scene } from './stage.mjs';
import { at, counts, drawn, reads, until } from './user.mjs';

const PLAYGROUND = '?view=playground';
const TINY = { width: 320, height: 640 };

const verdictIs = (page, name) => until(async () => assert.equal(await at(page, 'verdict').getAttribute('data-verdict'), name));

/** JSON in the value area: its lines without the notes beside them. */
const valueOf = async page => JSON.parse(await at(page, 'value').evaluate(value => {
  const copy = /** @type {HTMLElement} */ (value.cloneNode(true));
  for (const note of copy.querySelectorAll('.note')) note.remove();
  return copy.textContent;
}));

const valueIs = (page, value) => until(async () => assert.deepEqual(await valueOf(page), value));

/** Marked pieces of the reply. */
const markedIn = page => page.locator('[data-testid="editor"] mark').allInnerTexts();

scene('a reply is pasted: its value is shown and its repairs are marked', async ({ open }) => {
  const page = await open(`${PLAYGROUND}&contract=none`);
  await at(page, 'reply').fill("Sure! {'a': [1, 2,], b: \"x\"}");
  await valueIs(page, { a: [1, 2], b: 'x' });
  await verdictIs(page, 'mended');
  const marks = await markedIn(page);
  assert.ok(marks.includes(',') && marks.includes('b'), marks.join(' '));
  const kinds = await at(page, 'repair').evaluateAll(chips => chips.map(chip => chip.dataset.kind));
  assert.deepEqual(kinds, ['prose', 'quotes', 'trailing_comma', 'unquoted_key']);
  await at(page, 'reply').fill('{"a": [1, 2], "b": "x"}');
  await verdictIs(page, 'clean');
  await counts(page, 'repair', 0);
  assert.deepEqual(await markedIn(page), []);
});

scene('a repair is explained by pointer, by caret and by keyboard', async ({ open }) => {
  const page = await open(`${PLAYGROUND}&contract=none`);
  await at(page, 'reply').fill('{"a": 1, bee: 2, "c": 3, dee: 4,}');
  const explained = () => at(page, 'explanation').innerText();
  const before = await explained();
  await at(page, 'repair').first().focus();
  await until(async () => assert.match(await explained(), /bee/));
  assert.equal(await page.locator('.mark-active').innerText(), 'bee');
  await page.keyboard.press('Tab');
  await until(async () => assert.equal(await page.locator('.mark-active').innerText(), ','));
  await at(page, 'reply').focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await until(async () => assert.equal(await explained(), before));
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowRight');
  await until(async () => assert.match(await explained(), /bee/));
  await at(page, 'repair').first().click();
  await until(async () => assert.match(await explained(), /dee/));
  const { x, y } = await page.locator('[data-testid="editor"] mark').last().boundingBox();
  await page.mouse.move(x + 2, y + 4);
  await until(async () => assert.equal(await page.locator('.mark-active').innerText(), ','));
});

/** Heights of the text in the box and of its copy, both without a limit. */
const heights = page => page.evaluate(() => {
  const [copy, box] = document.querySelectorAll('.editor > .editor-text');
  for (const { style } of [copy, box]) style.cssText = 'min-height: 0; height: 0; align-self: start';
  const heights = [copy.scrollHeight, box.scrollHeight];
  for (const { style } of [copy, box]) style.cssText = '';
  return heights;
});

scene('the marks lie where the text is, however it wraps', async ({ open }) => {
  const page = await open(`${PLAYGROUND}&contract=none`);
  const odd = "\n\n{'tab':\t1,\n\n 'emoji': '👩‍👩‍👧 é',   \n'全角'：“，。、！？”,\n'long': 'averyverylongword_without_any_place_to_break_it_0123456789_0123456789'\n, 'raw': 'a\nb\n\n'}\n\n";
  const texts = [odd, ...Object.keys(SAMPLES).filter(name => name !== 'large').flatMap(name => [replyOf(name, 'en'), replyOf(name, 'zh')])];
  for (const text of texts) {
    await at(page, 'reply').fill(text);
    await until(async () => {
      const [copy, box] = await heights(page);
      assert.equal(copy, box, text);
    });
  }
}, { context: { viewport: TINY } });

scene('a contract is broken: problems stand beside the value, and the model is told in either language', async ({ lang, open }) => {
  const page = await open(`${PLAYGROUND}&sample=problems`);
  await verdictIs(page, 'problems');
  const problems = await at(page, 'problem').allInnerTexts();
  for (const path of ['/issued', '/currency', '/items/0/quantity', '/items/1/price', '/items/1/quantity', '/total']) {
    assert.ok(problems.some(text => text.startsWith(path)), path);
  }
  assert.equal(await page.locator('.row-bad').count(), problems.length);
  const words = { en: /must be/, zh: /应为/ };
  await reads(page, 'complaint', words[lang]);
  const other = lang === 'en' ? 'zh' : 'en';
  await at(page, `complaint-${other}`).click();
  await reads(page, 'complaint', words[other]);
});

scene('arguments given as text are decoded where the contract wants an object, and only there', async ({ open }) => {
  const page = await open(`${PLAYGROUND}&sample=arguments`);
  await verdictIs(page, 'mended');
  const { tool, arguments: args } = await valueOf(page);
  assert.equal(tool, 'book_hotel');
  assert.deepEqual([args.nights, args.breakfast], [3, true]);
  await at(page, 'contract').selectOption('none');
  await until(async () => assert.equal(typeof (await valueOf(page)).arguments, 'string'));
});

scene('the reply is streamed: the value grows, waits and is complete', async ({ open }) => {
  const page = await open(`${PLAYGROUND}&sample=quotes`);
  await verdictIs(page, 'mended');
  const whole = await valueOf(page);
  await at(page, 'speed').selectOption('slow');
  await at(page, 'stream').click();
  await verdictIs(page, 'coming');
  await until(async () => assert.ok((await valueOf(page)).thought.length > 3));
  await page.locator('.row-touched').first().waitFor();
  await at(page, 'stream').click();
  await drawn(page);
  const paused = await valueOf(page);
  assert.ok(whole.thought.startsWith(paused.thought), paused.thought);
  await page.waitForTimeout(300);
  assert.deepEqual(await valueOf(page), paused);
  await at(page, 'speed').selectOption('fast');
  await at(page, 'stream').click();
  await verdictIs(page, 'mended');
  assert.deepEqual(await valueOf(page), whole);
  await reads(page, 'patches', /append/);
  await at(page, 'stream-end').click();
  await counts(page, 'patches', 0);
});

scene('a phone shows the value while the reply is streamed, and its end', async ({ open }) => {
  const page = await open(`${PLAYGROUND}&sample=python`);
  await at(page, 'speed').selectOption('fast');
  await at(page, 'stream').click();
  await until(async () => assert.ok(await at(page, 'value').isVisible() && await at(page, 'stream').isVisible()));
  await verdictIs(page, 'mended');
  await at(page, 'speed').selectOption('slow');
  await at(page, 'stream').click();
  await verdictIs(page, 'coming');
  await at(page, 'speed').selectOption('model');
  await until(async () => assert.ok(await at(page, 'value').evaluate(box => box.scrollTop > 0 && box.scrollHeight - box.scrollTop - box.clientHeight < 48)));
}, { context: { viewport: TINY } });

scene('a contract of one’s own: what is wrong with it is said, with the place', async ({ lang, open }) => {
  const page = await open(`${PLAYGROUND}&contract=own`);
  await at(page, 'reply').fill('{"age": "7", "name": "x"}');
  await at(page, 'schema').fill('{"type": "object",\n "properties": {]}');
  await verdictIs(page, 'contract');
  await reads(page, 'schema-problem', lang === 'en' ? /line 2, column 17/ : /第 2 行第 17 列/);
  await at(page, 'schema').fill('{"type": "object", "properties": {"age": {"type": "integre"}}}');
  await reads(page, 'schema-problem', /\/properties\/age\/type/);
  await at(page, 'schema').fill('{"type": "object", "properties": {"age": {"type": "integer", "minimum": 8}}, "required": ["age"]}');
  await verdictIs(page, 'problems');
  await reads(page, 'problem', /\/age/);
});

scene('the contract is exported in three forms', async ({ open }) => {
  const page = await open(`${PLAYGROUND}&sample=arguments`);
  for (const [form, pattern] of [['strict', /"additionalProperties": false/], ['gbnf', /root\s*::=/], ['typescript', /nights: number/]]) {
    await at(page, `form-${form}`).click();
    await reads(page, 'export', pattern);
  }
});

scene('a policy refuses what it does not allow, and the place is marked', async ({ open }) => {
  const page = await open(`${PLAYGROUND}&contract=none&preset=strict`);
  await at(page, 'reply').fill('{"a": 1,}');
  await verdictIs(page, 'refused');
  await reads(page, 'refusal', /8/);
  await counts(page, 'repair', 0);
  assert.equal((await markedIn(page)).length, 1);
  await at(page, 'preset').selectOption('stepgate');
  await valueIs(page, { a: 1 });
});

scene('the address names the sample, the contract and the policy; a pasted text is not in it', async ({ open }) => {
  const page = await open(PLAYGROUND);
  await at(page, 'sample-cut').click();
  await verdictIs(page, 'lossy');
  await at(page, 'contract').selectOption('none');
  await at(page, 'preset').selectOption('partial');
  const { searchParams } = new URL(page.url());
  assert.deepEqual(Object.fromEntries(searchParams), { view: 'playground', sample: 'cut', contract: 'none', preset: 'partial' });
  await page.reload();
  await at(page, 'sample-cut').and(page.locator('[aria-pressed="true"]')).waitFor();
  assert.equal(await at(page, 'preset').inputValue(), 'partial');
  assert.equal(await at(page, 'contract').inputValue(), 'none');
  await at(page, 'reply').fill('secret');
  await until(() => assert.ok(!new URL(page.url()).search.match(/cut|secret/)));
});

scene('hostile text is text: nothing runs, and 320 px are enough', async ({ open }) => {
  const page = await open(`${PLAYGROUND}&contract=own`);
  const reply = JSON.stringify({ [HOSTILE]: HOSTILE, list: [HOSTILE], age: HOSTILE });
  await at(page, 'reply').fill(`${HOSTILE} ${reply.slice(0, -1)},}`);
  await at(page, 'repair').first().focus();
  await isUnharmed(page);
  await at(page, 'tab-contract').click();
  await at(page, 'schema').fill(JSON.stringify({ type: 'object', properties: { age: { enum: [HOSTILE.slice(0, 80)] } }, required: [HOSTILE.slice(0, 40)] }));
  await at(page, 'form-typescript').click();
  await isUnharmed(page);
  await at(page, 'tab-result').click();
  await reads(page, 'value', /<script>globalThis/);
  await isUnharmed(page);
  await at(page, 'tab-reply').click();
  await at(page, 'speed').selectOption('instant');
  await at(page, 'stream').click();
  await at(page, 'tab-result').click();
  await reads(page, 'patches', /./);
  await isUnharmed(page);
}, { context: { viewport: TINY } });

for (const [name, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  scene(`axe finds nothing in the playground: ${name}`, async ({ context, open }) => {
    await context.addInitScript({ path: AXE });
    const page = await open(PLAYGROUND);
    const area = async one => { if (name === 'phone') await at(page, `tab-${one}`).click(); };
    await verdictIs(page, 'mended');
    await at(page, 'repair').first().focus();
    await passes(page, 'reply');
    await area('result');
    await passes(page, 'result');
    await area('reply');
    await at(page, 'sample-problems').click();
    await area('result');
    await passes(page, 'problems');
    await area('contract');
    await at(page, 'schema').fill('{');
    await passes(page, 'broken schema');
    await area('reply');
    await at(page, 'sample-cut').click();
    await at(page, 'speed').selectOption('slow');
    await at(page, 'stream').click();
    await at(page, 'stream').click();
    await passes(page, 'stream');
    await area('contract');
    await at(page, 'form-strict').click();
    await passes(page, 'export');
    if (name === 'phone') return;
    await at(page, 'sample-large').click();
    await at(page, 'large').waitFor();
    await passes(page, 'one megabyte');
  }, { context: { viewport } });
}

/** Longest time between two frames during `act`, in milliseconds. */
async function longestFrame(page, act) {
  await page.evaluate(() => {
    const frames = { longest: 0, last: performance.now(), going: true };
    globalThis.frames_ = frames;
    const frame = now => {
      frames.longest = Math.max(frames.longest, now - frames.last);
      frames.last = now;
      if (frames.going) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await act();
  return page.evaluate(() => { globalThis.frames_.going = false; return globalThis.frames_.longest; });
}

/** Factor by which the machine is slower than usual now, at least 1. Limits on frames are multiplied by it. */
const slowness = page => page.evaluate(() => {
  const began = performance.now();
  let sum = 0;
  for (let n = 0; n < 1e8; n += 1) sum = (sum * 31 + n) | 0;
  return sum === 0 ? 1 : Math.max(1, (performance.now() - began) / 500);
});

/** Pastes a text like a browser. */
const paste = (page, text) => at(page, 'reply').evaluate((box, text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}, text);

scene('a megabyte with damage in every line stays in hand', async ({ open }) => {
  const page = await open(`${PLAYGROUND}&contract=none`);
  await at(page, 'clear').click();
  const items = Array.from({ length: 16_000 }, (_, at) => `{'task': 'Item ${at}: compare the order with the invoice', n: ${at},}`);
  const longest = await longestFrame(page, async () => {
    await paste(page, `[${items.join(',\n')}]`);
    await verdictIs(page, 'mended');
    for (let turn = 0; turn < 10; turn += 1) {
      await at(page, 'value').hover();
      await page.mouse.wheel(0, 40_000);
      await page.waitForTimeout(30);
    }
  });
  assert.ok(longest < 1500 * await slowness(page), `a frame took ${Math.round(longest)} ms`);
  assert.ok(await page.locator('main *').count() < 3000, 'all of it is in the page');
  await page.locator('[data-testid="repair"][data-kind="trailing_comma"]').click();
  await reads(page, 'explanation', /\/0\b/);
  await page.locator('[data-testid="large"] .mark-active').waitFor();
  await at(page, 'large').evaluate(box => { box.scrollTop = box.scrollHeight; });
  await reads(page, 'large', /Item 15999/);
  assert.ok(await page.locator('[data-testid="large"] mark').count() > 0);
  await at(page, 'clear').click();
  await at(page, 'reply').fill('{"a": 1}');
  await valueIs(page, { a: 1 });
});

const NOTHING = { en: /Nothing here can be read as JSON/, zh: /没有能读成 JSON 的内容/ };

scene('a text without JSON is called so on both sides', async ({ lang, open }) => {
  const page = await open(PLAYGROUND);
  await at(page, 'reply').fill('hello');
  await verdictIs(page, 'none');
  await reads(page, 'explanation', NOTHING[lang]);
});

scene('the way there and back, and with the network off', async ({ context, open }) => {
  const page = await open();
  await at(page, 'start-playground').click();
  await at(page, 'playground').waitFor();
  await page.locator('html[data-offline="ready"]').waitFor({ state: 'attached' });
  await context.setOffline(true);
  await page.reload();
  await verdictIs(page, 'mended');
  await at(page, 'to-demo').click();
  await at(page, 'start').waitFor();
  await at(page, 'to-playground').click();
  await at(page, 'playground').waitFor();
}, { offline: true });
