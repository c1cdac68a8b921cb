/** Images and files beside the input box: chosen, pasted, dropped, removed, sent, and shown in the conversation. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { AXE, passes } from './axe.mjs';
import { PHONE, scene } from './stage.mjs';
import { at, begin, counts, reads, reopen, rests, send, until } from './user.mjs';
import { hasRoom } from './width.mjs';

const DESK = '?agent=desk&model-delay=0&tool-delay=0';

const chunk = (type, data) => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

/** A PNG of one colour. */
function png(width, height) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const rows = Buffer.alloc(height * (1 + width * 3), 120);
  for (let row = 0; row < height; row += 1) rows[row * (1 + width * 3)] = 0;
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

const photo = (name = 'receipt.png') => ({ name, mimeType: 'image/png', buffer: png(300, 400) });

/** A session of the desk that waits for words. */
async function desk(open) {
  const page = await open(DESK);
  await until(async () => assert.equal(await at(page, 'input').isEnabled(), true));
  return page;
}

/** Chooses files by the button. */
async function choose(page, files) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), at(page, 'attach').click()]);
  await chooser.setFiles(files);
}

/** Has an element get files by an event, as the browser gives them. */
const give = (page, selector, type, files) => page.evaluate(([place, event, given]) => {
  const data = new DataTransfer();
  for (const { name, mimeType, bytes, text } of given) {
    if (text) data.setData('text/plain', text);
    if (name) data.items.add(new File([Uint8Array.from(bytes)], name, { type: mimeType }));
  }
  const made = event === 'paste' ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }) : new DragEvent(event, { dataTransfer: data, bubbles: true, cancelable: true });
  return document.querySelector(place).dispatchEvent(made);
}, [selector, type, files.map(({ buffer = [], ...file }) => ({ ...file, bytes: [...buffer] }))]);

/** Whether all pictures of a list are drawn. */
const drawn = (page, selector) => until(async () => assert.deepEqual(
  await page.locator(`${selector} img`).evaluateAll(images => images.map(image => image.complete && image.naturalWidth > 0)),
  await page.locator(`${selector} img`).evaluateAll(images => images.map(() => true)),
));

scene('files are chosen, removed by the keyboard, sent, and shown in the conversation, also after a reload', async ({ lang, context, open }) => {
  await context.addInitScript({ path: AXE });
  const page = await desk(open);
  assert.equal(await at(page, 'send').isDisabled(), true);
  await choose(page, [photo('one.png'), photo('two.png'), { name: 'terms.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') }]);
  await counts(page, 'attached', 3);
  assert.match(await at(page, 'attached').first().innerText(), /one\.png[^]*\d KB/);
  await drawn(page, '.attached');
  await passes(page, 'files beside the input box');
  await page.emulateMedia({ colorScheme: 'light' });
  await at(page, 'detach').first().focus();
  await page.keyboard.press('Enter');
  await counts(page, 'attached', 2);
  await until(async () => assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label') ?? ''), /two\.png/)); // the focus goes to the next one
  await send(page, lang === 'zh' ? '看看这个' : 'Look at this');
  await counts(page, 'attached', 0);
  await counts(page, 'sent-file', 2);
  await rests(page);
  await reads(page, 'block-said', lang === 'zh' ? /看不到图片/ : /cannot see pictures/);
  await drawn(page, '.sent-files');
  await passes(page, 'files in the conversation');
  await reopen(page, DESK);
  await counts(page, 'sent-file', 2);
  await drawn(page, '.sent-files');
  await hasRoom(page, 'files in the conversation');
});

scene('a photo needs no words, and one that was removed is not sent', async ({ open }) => {
  const page = await desk(open);
  await choose(page, [photo()]);
  await at(page, 'detach').click();
  await counts(page, 'attached', 0);
  assert.equal(await at(page, 'send').isDisabled(), true);
  await choose(page, [photo()]);
  await at(page, 'send').click();
  await counts(page, 'block-user', 1);
  await counts(page, 'sent-file', 1);
});

scene('files are pasted and dropped; a text with a picture of itself stays a text', async ({ open }) => {
  const page = await desk(open);
  await give(page, '#input', 'paste', [photo('pasted.png')]);
  await counts(page, 'attached', 1);
  const goesOn = await give(page, '#input', 'paste', [photo('of-the-text.png'), { text: 'words' }]);
  assert.equal(goesOn, true, 'the browser pastes the text');
  await counts(page, 'attached', 1);
  assert.equal(await give(page, '.log', 'dragover', [photo()]), false, 'a file may be dropped here');
  await give(page, '.log', 'drop', [photo('dropped.png')]);
  await counts(page, 'attached', 2);
});

scene('what does not fit is named with its limit, and the rest is added', async ({ lang, open }) => {
  const page = await desk(open);
  const zh = lang === 'zh';
  await choose(page, [{ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(12 * 2 ** 20) }, { name: 'setup.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') }, photo('fits.png')]);
  await counts(page, 'attached', 1);
  await reads(page, 'attach-problem', zh ? /large\.png[^]*12 MB[^]*10 MB[^]*setup\.exe[^]*PDF/ : /large\.png[^]*12 MB[^]*10 MB[^]*setup\.exe[^]*PDF/);
  await choose(page, Array.from({ length: 10 }, (_, at) => photo(`${at}.png`)));
  await counts(page, 'attached', 10);
  await reads(page, 'attach-problem', /9\.png[^]*10/);
  await hasRoom(page, 'ten files', [320, 390, 1280]);
});

scene('a file that is no image is refused by its name, and stays beside the words', async ({ lang, open }) => {
  const page = await desk(open);
  await choose(page, [{ name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no image') }]);
  await send(page, 'x');
  await reads(page, 'failure', lang === 'zh' ? /broken\.png/ : /broken\.png cannot be read as an image/);
  await counts(page, 'attached', 1);
  assert.equal(await at(page, 'input').inputValue(), 'x');
  await counts(page, 'block-user', 0);
});

scene('unsent files stay with their session, and a reload names those that are to be chosen again', async ({ lang, open }) => {
  const page = await desk(open);
  await choose(page, [photo('kept.png')]);
  await at(page, 'input').fill('half a sentence');
  await page.locator('button.brand').click();
  await at(page, 'start').waitFor();
  await page.goBack();
  await counts(page, 'attached', 1);
  await page.reload();
  await reads(page, 'attach-problem', lang === 'zh' ? /重新选择[^]*kept\.png/ : /choose them once more: kept\.png/);
  await counts(page, 'attached', 0);
  assert.equal(await at(page, 'input').inputValue(), 'half a sentence');
});

const blind = createServer((request, response) => {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', '*, authorization');
  if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  request.resume().on('end', () => response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${JSON.stringify({ error: { message: 'this model does not support image input', code: 400 } })}\n\n`));
});
await new Promise(ready => blind.listen(0, '127.0.0.1', ready));
after(() => { blind.closeAllConnections(); blind.close(); });

for (const lang of /** @type {const} */ (['en', 'zh'])) {
  scene('a model without eyes is said in a sentence, and the photo comes back', async ({ context, open }) => {
    const page = await desk(open);
    await choose(page, [photo()]);
    await send(page, 'What is this?');
    await reads(page, 'turn-error', lang === 'zh' ? /图/ : /image/);
    await counts(page, 'attached', 1);
    await drawn(page, '.attached');
    assert.equal(await at(page, 'input').inputValue(), 'What is this?');
    await page.reload();
    await counts(page, 'attached', 1);
    await counts(page, 'attach-problem', 0);
    await at(page, 'retry').click();
    await counts(page, 'attached', 1);
  }, { langs: [lang], settings: { lang, provider: 'openai', baseUrl: `http://127.0.0.1:${blind.address().port}/v1`, model: 'm' } });
}

scene('on a phone the files and their names fit beside the input box', async ({ context, open }) => {
  await context.addInitScript({ path: AXE });
  const page = await desk(open);
  await choose(page, [photo('a-photo-with-a-very-long-name-as-phones-give-them-2026-11-30-at-15.20.png'), photo()]);
  await counts(page, 'attached', 2);
  await passes(page, 'files on a phone');
  await hasRoom(page, 'files on a phone', [320, 390]);
}, { context: { viewport: PHONE, hasTouch: true, isMobile: true } });

scene('the guide takes a photo and keeps its question; an agent that takes words alone has no button', async ({ lang, lines, open }) => {
  const page = await open();
  await begin(page, lines);
  await choose(page, [photo('resume.png')]);
  await at(page, 'send').click();
  await counts(page, 'sent-file', 1);
  await rests(page);
  await until(async () => assert.match(await at(page, 'block-said').last().innerText(), lang === 'zh' ? /看不到图片[^]*？/ : /cannot see pictures[^]*\?/));
  const other = await open();
  await at(other, 'start-schedule').click();
  await at(other, 'input').waitFor();
  await counts(other, 'attach', 0);
});
