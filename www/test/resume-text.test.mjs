import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build } from 'esbuild';
import { strToU8, zipSync } from 'fflate';
import { ResumeTextError, resumeText } from 'stepgate/resume-text';
import { docx, pdf } from './resume-files.js';

const cMapUrl = new URL('../node_modules/pdfjs-dist/cmaps/', import.meta.url).pathname;
const code = expected => error => error instanceof ResumeTextError && error.code === expected && error.message.length > 0;

test('a PDF becomes text, a line for each of its lines, page by page', async () => {
  const seen = [];
  const file = new Blob([pdf([['Jane Doe', 'Developer (Acme), 2019 - 2022'], ['Led a team of 4']])]);
  const read = await resumeText(file, { onProgress: done => seen.push(done) });
  assert.deepEqual(read, { text: 'Jane Doe\nDeveloper (Acme), 2019 - 2022\nLed a team of 4', kind: 'pdf' });
  assert.deepEqual(seen, [{ page: 1, pages: 2 }, { page: 2, pages: 2 }]);
});

test('a Chinese PDF without a table of its own is read by the tables of cMapUrl', async () => {
  const { text } = await resumeText(pdf([['<D5C5C8FD>', '<CFEEC4BFBEADC0FA>']]), { cMapUrl });
  assert.equal(text, '张三\n项目经历');
});

test('a Word file becomes text, a line for each paragraph and each cell', async () => {
  const read = await resumeText(docx(['张三 & Jane', '', '项目经历', ['在线考试系统', '2021.09'], '• 判卷 <模块>']));
  assert.deepEqual(read, { text: '张三 & Jane\n\n项目经历\n在线考试系统\n2021.09\n• 判卷 <模块>', kind: 'docx' });
});

test('a text file is taken as it is, but for its line ends, control characters and composed letters', async () => {
  const bytes = new TextEncoder().encode('\uFEFFRene\u0301\r\n\u0007one  \r\n\r\n\r\n\r\ntwo\uE000');
  assert.equal((await resumeText(bytes)).text, 'René\none\n\ntwo');
  const wide = new Uint8Array(Buffer.from('\uFEFF张三', 'utf16le'));
  assert.equal((await resumeText(wide)).text, '张三');
});

test('a file without text says why', async () => {
  const damaged = pdf([['x']]).slice(0, 40);
  const odd = docx(['x']).slice(0, 200);
  for (const [file, expected] of [
    [pdf([[]]), 'no_text'],
    [new TextEncoder().encode(' \n'), 'no_text'],
    [damaged, 'unreadable'],
    [odd, 'unreadable'],
    [zipSync({ mimetype: strToU8('application/vnd.oasis.opendocument.text'), 'content.xml': strToU8('<x/>') }), 'format'],
    [zipSync({ 'word/document.xml': strToU8('<x') }), 'unreadable'],
    [new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1]), 'old_word'],
    [new Uint8Array([0xd5, 0xc5, 0xc8, 0xfd]), 'format'],
    [new Uint8Array([1, 0, 2]), 'format'],
  ]) await assert.rejects(resumeText(file), code(expected), expected);
  await assert.rejects(resumeText(pdf([['a'], ['b'], ['c']]), { maxPages: 2 }), code('too_large'));
  await assert.rejects(resumeText(new Blob(['abc']), { maxBytes: 2 }), code('too_large'));
});

test('what onProgress throws is an error of the page, and the file is read all the same', async t => {
  const thrown = [];
  t.mock.method(globalThis, 'queueMicrotask', rethrow => { try { rethrow(); } catch (error) { thrown.push(error.message); } });
  const onProgress = () => { throw new Error('page'); };
  const texts = [];
  for (const file of [pdf([['a'], ['b']]), docx(['a']), new TextEncoder().encode('a')]) texts.push((await resumeText(file, { onProgress })).text);
  assert.deepEqual(texts, ['a\nb', 'a', 'a']);
  assert.deepEqual(thrown, ['page', 'page', 'page', 'page']);
});

test('a signal stops it', async () => {
  const stop = new AbortController();
  const reading = resumeText(pdf([['a'], ['b']]), { signal: stop.signal, onProgress: () => stop.abort() });
  await assert.rejects(reading, { name: 'AbortError' });
});

test('the libraries are bundled apart, and are not loaded before a file needs them', async () => {
  const { outputFiles, warnings } = await build({
    entryPoints: [new URL('../src/resume-text/index.js', import.meta.url).pathname],
    bundle: true, minify: true, format: 'esm', platform: 'browser', splitting: true, outdir: 'out', write: false, logLevel: 'silent',
  });
  assert.deepEqual(warnings, []);
  const entry = outputFiles.find(({ path }) => path.endsWith('/index.js'));
  assert.ok(entry.contents.length < 25_000, `the entry has ${entry.contents.length} bytes`);
});
