// The page of the how-to about images, in Chromium: a photo of a receipt becomes a table, by an imitated model that sees.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf } from '../doc-blocks.js';
import { onPlainPage, servePlain } from './plain-page.mjs';
import { SCENE } from './stage.mjs';
import { until } from './user.mjs';

const { code } = blocksOf('docs/howto/images.md').find(({ name }) => name === 'receipts.js');

/** What a camera writes beside a photo. */
const PLACE = 'GPS 52.5200N 13.4050E, Camera 7';

/** A photo of 400 × 200 pixels, its left half red, that a camera took on its side: upright it is 200 × 400, and its upper half is red. */
async function photo(page) {
  const base64 = await page.evaluate(async place => {
    const canvas = new OffscreenCanvas(400, 200);
    const pen = canvas.getContext('2d');
    [pen.fillStyle = 'red', pen.fillRect(0, 0, 200, 200), pen.fillStyle = 'blue', pen.fillRect(200, 0, 200, 200)];
    const plain = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer());
    const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 2,
      0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, // orientation: turn it to the right
      0x01, 0x0e, 0, 2, 0, 0, 0, place.length + 1, 0, 0, 0, 38, 0, 0, 0, 0, ...new TextEncoder().encode(`${place}\0`)];
    const exif = [...new TextEncoder().encode('Exif\0\0'), ...tiff];
    const bytes = [...plain.subarray(0, 2), 0xff, 0xe1, (exif.length + 2) >> 8, (exif.length + 2) & 255, ...exif, ...plain.subarray(2)];
    return btoa(String.fromCharCode(...bytes));
  }, PLACE);
  return Buffer.from(base64, 'base64');
}

const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

/** Size and colours of an image, top and bottom. */
const seen = (page, url) => page.evaluate(async url => {
  const picture = await createImageBitmap(await (await fetch(url)).blob());
  const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
  pen.drawImage(picture, 0, 0);
  const colour = y => { const [red, , blue] = pen.getImageData(picture.width / 2, y, 1, 1).data; return red > 200 ? 'red' : blue > 200 ? 'blue' : 'other'; };
  return { width: picture.width, height: picture.height, top: colour(10), bottom: colour(picture.height - 10) };
}, url);

test('a photo of a receipt becomes a table; what the camera wrote beside it stays here, and the photo is there after a reload', SCENE, async () => {
  const server = await servePlain();
  try {
    await onPlainPage(server, async page => {
      const images = [];
      await page.route('**/receipts.js', route => route.fulfill({ contentType: 'text/javascript', body: code }));
      await page.route('https://api.example.com/**', async route => {
        if (route.request().method() === 'OPTIONS') return route.fulfill({ headers: CORS });
        const { messages } = route.request().postDataJSON();
        const [image] = messages.at(-1).content;
        images.push(image.image_url.url);
        const { top, bottom } = await seen(page, image.image_url.url);
        const table = `| article | price |\n| --- | --- |\n| ${top} | 3.20 |\n| ${bottom} | 1.30 |\n\nSum: 4.50`;
        await route.fulfill({ headers: CORS, json: { choices: [{ message: { content: JSON.stringify({ say: table }) }, finish_reason: 'stop' }] } });
      });
      const open = () => page.evaluate(async () => {
        const { model, open } = await import('/receipts.js');
        globalThis.session = await open(model);
      });
      await open();
      const taken = await photo(page);
      assert.ok(taken.includes(PLACE));

      await page.setInputFiles('input', { name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(20 * 2 ** 20) });
      await page.click('button');
      await until(async () => assert.match(await page.locator('p').last().innerText(), /At most 10 MB a file: large\.jpg has 20 MB\./));
      await page.setInputFiles('input', { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no image') });
      await page.click('button');
      await until(async () => assert.match(await page.locator('p').last().innerText(), /broken\.png cannot be read as an image\./));
      assert.equal(images.length, 0);

      await page.setInputFiles('input', { name: 'receipt.jpg', mimeType: 'image/jpeg', buffer: taken });
      await page.click('button');
      await until(async () => assert.match(await page.locator('ol').innerText(), /\| red \| 3\.20 \|\s+\| blue \| 1\.30 \|\s+Sum: 4\.50/));
      const sent = Buffer.from(images[0].split(',')[1], 'base64');
      assert.ok(images[0].startsWith('data:image/jpeg;base64,'));
      assert.ok(!sent.includes(PLACE) && !sent.includes('Exif'), 'place, time and device are gone');
      assert.deepEqual(await seen(page, images[0]), { width: 200, height: 400, top: 'red', bottom: 'blue' }, 'it stands upright');

      await page.reload();
      await open();
      await page.waitForFunction(() => document.querySelector('img')?.naturalHeight === 400);
      await page.evaluate(() => session.close());
    });
  } finally {
    server.close();
  }
});

test('a large image is made smaller, and a page without https is told why it sends none', SCENE, async () => {
  const server = await servePlain();
  try {
    await onPlainPage(server, async page => {
      const found = await page.evaluate(async () => {
        const { openSession, toolAgent } = await import('stepgate');
        const session = await openSession({ agent: toolAgent({ name: 'a', instructions: 'Look.' }), id: 'a', lang: 'en', model: async () => ({ text: '{"say":"Seen."}' }) });
        const canvas = new OffscreenCanvas(5000, 1000);
        canvas.getContext('2d');
        const large = new File([await canvas.convertToBlob({ type: 'image/png' })], 'wide.png', { type: 'image/png' });
        const { blocks: [{ parts: [part] }] } = await session.say('', undefined, { parts: [large] });
        const picture = await createImageBitmap(await session.blob(part));
        Object.defineProperty(crypto, 'subtle', { value: undefined });
        const refused = await session.say('Look', undefined, { parts: [large] }).catch(error => `${error.name}: ${error.message}`);
        return { mediaType: part.mediaType, size: [picture.width, picture.height], refused };
      });
      assert.deepEqual(found, {
        mediaType: 'image/png', size: [2048, 410],
        refused: 'TypeError: say(text, extra, { parts }): must be left out on a page without https: the browser has no crypto.subtle there',
      });
    });
  } finally {
    server.close();
  }
});
