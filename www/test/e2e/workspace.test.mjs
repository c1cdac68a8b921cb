/** A workspace in the browser's own IndexedDB: random work, two tabs, a folder and a zip from the disk. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { probe } from './probe.mjs';
import { scene } from './stage.mjs';
import { until } from './user.mjs';

const script = await probe('workspace-probe.js');
const ONE = { langs: /** @type {const} */ (['en']) };

/** A tab in which `files` is the workspace `name`. */
async function tab(context, open, name) {
  await context.route('**/workspace-probe.js', script);
  const page = await open();
  await page.evaluate(async workspace => {
    const probe = await import(new URL('workspace-probe.js', document.baseURI).href);
    Object.assign(globalThis, { probe, files: probe.openWorkspace(workspace), heard: [] });
    globalThis.files.subscribe(({ paths }) => globalThis.heard.push(paths.join()));
  }, name);
  return page;
}

scene('random work on a workspace is what a plain model says', async ({ context, open }) => {
  const page = await tab(context, open, 'none');
  for (const seed of [21, 22]) {
    const result = await page.evaluate(of => globalThis.probe.run({ seed: of, steps: 100 }), seed);
    assert.equal(result.wrong, undefined, JSON.stringify(result));
  }
}, ONE);

scene('two tabs have the same files, and one key writes once', async ({ context, open }) => {
  const [first, second] = [await tab(context, open, 'tabs'), await tab(context, open, 'tabs')];
  const written = await Promise.all([first, second].map((page, index) => page.evaluate(text => globalThis.files.write('a.md', text, { key: 'k' }), `tab ${index}`)));
  assert.equal(written.filter(({ already_done }) => already_done).length, 1);
  const texts = await Promise.all([first, second].map(page => page.evaluate(() => globalThis.files.read('a.md'))));
  assert.equal(texts[0], texts[1]);
  for (const page of [first, second]) await until(async () => assert.deepEqual(await page.evaluate(() => globalThis.heard), ['a.md']));
  await first.reload();
  const again = await tab(context, open, 'tabs');
  assert.equal(await again.evaluate(() => globalThis.files.read('a.md')), texts[0]);
  await again.evaluate(() => globalThis.files.undo());
  await until(async () => assert.deepEqual(await second.evaluate(() => globalThis.heard), ['a.md', 'a.md']));
  assert.deepEqual(await second.evaluate(() => globalThis.files.list()), []);
}, ONE);

scene('a folder from the disk goes in, and out as a zip', async ({ context, open }) => {
  const page = await tab(context, open, 'disk');
  const folder = await mkdtemp(join(tmpdir(), 'stepgate-folder-'));
  const given = { 'read.md': '# 读我', 'src/main.py': 'print(1)\n', '.git/HEAD': 'ref', 'data.bin': Buffer.from([0, 255]) };
  for (const [path, content] of Object.entries(given)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  await page.evaluate(() => document.body.append(Object.assign(document.createElement('input'), { type: 'file', id: 'folder', webkitdirectory: true })));
  await page.setInputFiles('#folder', folder);
  const { added, skipped } = await page.evaluate(() => globalThis.files.importFiles(document.querySelector('#folder').files));
  assert.deepEqual([added.sort(), skipped], [['data.bin', 'read.md', 'src/main.py'], [{ path: '.git', reason: 'noise' }]]);
  const zip = Uint8Array.from(await page.evaluate(async () => [...await globalThis.files.exportZip()]));
  const unpacked = unzipSync(zip);
  for (const path of added) assert.deepEqual(Buffer.from(unpacked[path]), Buffer.from(given[path]), path);
  const packed = [...zipSync({ '../out': new Uint8Array(), 'new/a.md': new Uint8Array([65]) })];
  const imported = await page.evaluate(bytes => globalThis.files.importZip(new Blob([Uint8Array.from(bytes)]), { into: 'zip' }), packed);
  assert.deepEqual(imported, { added: ['zip/new/a.md'], replaced: [], skipped: [{ path: '../out', reason: 'invalid_path' }] });
  await rm(folder, { recursive: true });
}, ONE);

scene('a folder that was opened goes in', async ({ context, open }) => {
  const page = await tab(context, open, 'opened');
  const { added, skipped } = await page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('chosen', { create: true });
    const write = async (into, name, text) => {
      const stream = await (await into.getFileHandle(name, { create: true })).createWritable();
      await stream.write(text);
      await stream.close();
    };
    await write(folder, 'a.md', '# 标题');
    await write(await folder.getDirectoryHandle('src', { create: true }), 'b.py', 'print(2)');
    await write(await folder.getDirectoryHandle('node_modules', { create: true }), 'c.js', '');
    return globalThis.files.importFiles(folder, { into: 'in' });
  });
  assert.deepEqual([added.sort(), skipped], [['in/a.md', 'in/src/b.py'], [{ path: 'node_modules', reason: 'noise' }]]);
  assert.equal(await page.evaluate(() => globalThis.files.read('in/a.md')), '# 标题');
}, ONE);
