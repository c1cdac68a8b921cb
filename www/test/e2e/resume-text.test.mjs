/** A resume as people have it: as a PDF, as a Word file, as pasted text; and on paper. */
import assert from 'node:assert/strict';
import { docx, pdf } from '../resume-files.js';
import { RESUMES } from '../resume-lines.js';
import { DESKTOP, PHONE, scene } from './stage.mjs';
import { at, counts, reads, rests, until } from './user.mjs';

async function choose(page, file) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), at(page, 'import-file').click()]);
  await chooser.setFiles({ mimeType: '', ...file, buffer: Buffer.from(file.buffer) });
}

/** From the form to the card that asks whether the text was read right. */
async function toReading(page, wish) {
  await at(page, 'wish').fill(wish);
  await at(page, 'begin').click();
  await at(page, 'read').waitFor();
}

/** Confirms the card: the resume stands on the page, and its first task begins. */
async function confirm(page, highlights) {
  await at(page, 'card-accept').click();
  await at(page, 'task-1').waitFor({ state: 'attached' });
  await rests(page);
  for (const line of highlights) await until(async () => assert.ok((await at(page, 'resume').textContent()).includes(line), line));
}

scene('a PDF becomes a resume after its card, and prints alone', async ({ open }) => {
  const { text, wish, highlights, leftOut } = RESUMES.en;
  const lines = text.replaceAll('•', '-').split('\n');
  const page = await open();
  await choose(page, { name: 'resume.pdf', buffer: pdf([lines]) });
  await reads(page, 'start-for', /Ada Byron/);
  await toReading(page, wish);
  await reads(page, 'read-left-out', new RegExp(leftOut[0]));
  await counts(page, 'read-section', 2);
  await confirm(page, highlights);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 660, height: 900 }); // the width of a sheet of paper
  assert.ok(await at(page, 'resume').isVisible());
  for (const hidden of ['log', 'export', 'settings']) assert.equal(await at(page, hidden).isVisible(), false, hidden);
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize(DESKTOP);
  await page.evaluate(() => { globalThis.print = () => { globalThis.printed = true; }; });
  await at(page, 'export').click();
  await at(page, 'export-print').click();
  assert.equal(await page.evaluate(() => globalThis.printed), true);
});

scene('a Word file becomes a resume after its card', async ({ lang, open }) => {
  const { text, wish, highlights } = RESUMES[lang];
  const page = await open();
  await choose(page, { name: 'resume.docx', buffer: docx(text.split('\n')) });
  await toReading(page, wish);
  await confirm(page, highlights);
});

scene('a pasted text: declining changes nothing, and another reading is offered', async ({ lang, open }) => {
  const { text, wish, highlights, leftOut } = RESUMES[lang];
  const page = await open();
  await at(page, 'paste-open').click();
  await at(page, 'paste').fill(text);
  await at(page, 'paste-use').click();
  await toReading(page, wish);
  await reads(page, 'read-left-out', new RegExp(leftOut[0]));
  await at(page, 'card-decline').click();
  await counts(page, 'card', 0);
  await page.reload();
  await at(page, 'read-retry').click();
  await at(page, 'read').waitFor();
  await at(page, 'card-accept').click();
  await at(page, 'tab-work').click();
  for (const line of highlights) await until(async () => assert.ok((await at(page, 'resume').textContent()).includes(line), line));
}, { context: { viewport: PHONE } });

scene('a text in brackets is a resume, and what was put right in it is kept', async ({ open }) => {
  const page = await open();
  await at(page, 'paste-open').click();
  await at(page, 'paste').fill('[Ada Byron]\nDeveloper');
  await at(page, 'paste-use').click();
  await reads(page, 'start-for', /\[Ada Byron\]/);
  await at(page, 'text-open').click();
  await at(page, 'text').fill('Ada Lovelace\nDeveloper');
  await reads(page, 'start-for', /Ada Lovelace/);
  await at(page, 'form-back').click();
  await at(page, 'sample').waitFor();
  await page.goBack();
  await at(page, 'text-open').click();
  assert.equal(await at(page, 'text').inputValue(), 'Ada Lovelace\nDeveloper');
});

scene('a file that is read too late takes over no other form', async ({ open }) => {
  const page = await open();
  await page.evaluate(() => {
    const read = Blob.prototype.arrayBuffer;
    Blob.prototype.arrayBuffer = async function late() {
      await new Promise(resolve => { globalThis.release = resolve; });
      const bytes = await read.call(this);
      setTimeout(() => { globalThis.release = null; }); // when the page has taken it
      return bytes;
    };
  });
  for (const buffer of [Buffer.from('Ada Byron'), [0xd0, 0xcf, 0x11, 0xe0]]) {
    await choose(page, { name: 'resume', buffer });
    await page.waitForFunction(() => globalThis.release);
    await at(page, 'content-own').click();
    await at(page, 'project-name').waitFor();
    await page.evaluate(() => globalThis.release());
    await page.waitForFunction(() => !globalThis.release);
    assert.ok(await at(page, 'project-name').isVisible());
    await page.goBack();
    await at(page, 'sample').waitFor();
    await counts(page, 'file-progress', 0);
    await counts(page, 'start-problem', 0);
  }
});

scene('a file without text, and a text that is too long, are refused beside the form', async ({ lang, open }) => {
  const page = await open();
  for (const [name, buffer, words] of [
    ['scan.pdf', pdf([[]]), { en: /no text/, zh: /没有文字/ }],
    ['old.doc', [0xd0, 0xcf, 0x11, 0xe0], { en: /old Word/, zh: /旧版 Word/ }],
    ['broken.pdf', pdf([['x']]).slice(0, 60), { en: /damaged/, zh: /已损坏/ }],
  ]) {
    await choose(page, { name, buffer });
    await reads(page, 'start-problem', words[lang]);
  }
  await choose(page, { name: 'long.txt', buffer: Buffer.from('x '.repeat(11_000)) });
  await at(page, 'wish').fill('x');
  await at(page, 'begin').click();
  await reads(page, 'start-problem', /20,000/);
  await counts(page, 'session-menu', 0);
});
