import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { memoryWorkspace } from 'stepgate/workspace';

const LINK = { os: 3, attrs: (0o120777 << 16) >>> 0 };
/** A zip of these files. A name may occur more than once. */
const zipped = files => zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, Array.isArray(content) ? [typeof content[0] === 'string' ? strToU8(content[0]) : content[0], content[1]] : typeof content === 'string' ? strToU8(content) : content])));

/** Start of the `index`th entry in the table of contents. */
function entryAt(zip, index) {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  let at = view.getUint32(zip.length - 6, true);
  for (; index > 0; index -= 1) at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  return { view, at };
}

const imported = async (zip, options) => {
  const workspace = memoryWorkspace({}, options);
  const { added, skipped } = await workspace.importZip(zip);
  return { workspace, added, skipped: skipped.map(({ path, reason }) => `${path} ${reason}`) };
};

describe('a zip', () => {
  it('comes back as it went, whatever the names', async () => {
    const files = { 'a.md': 'text', 'empty': '', '数据/é.csv': '1,2\n', '__proto__': 'x', 'deep/er/file': 'y'.repeat(100_000), 'b.bin': new Uint8Array([0, 255, 7]) };
    const zip = await memoryWorkspace(files).exportZip();
    assert.deepEqual(Object.keys(unzipSync(zip)).sort(), Object.keys(files).filter(name => name !== '__proto__').sort()); // fflate's own reader loses that name
    const { workspace, added, skipped } = await imported(new Blob([zip]));
    assert.deepEqual([added.sort(), skipped], [Object.keys(files).sort(), []]);
    for (const [path, content] of Object.entries(files)) assert.deepEqual(Buffer.from(await workspace.readBytes(path)), Buffer.from(content), path);
  });

  it('holds what is noise elsewhere, and gives it back to who asks for all', async () => {
    const files = { 'app.js': 'x', 'node_modules/left-pad/index.js': 'y', '.git/HEAD': 'ref', 'a/.DS_Store': 'z' };
    const zip = await memoryWorkspace(files).exportZip();
    const usual = await imported(zip);
    assert.deepEqual([usual.added, usual.skipped], [['app.js'], ['node_modules noise', '.git noise', 'a/.DS_Store noise']]);
    const whole = memoryWorkspace();
    const { added, skipped } = await whole.importZip(zip, { noise: true });
    assert.deepEqual([added.sort(), skipped], [Object.keys(files).sort(), []]);
    assert.equal(await whole.read('node_modules/left-pad/index.js'), 'y');
  });

  it('of other programs: folders, stored files, Chinese names without a mark, a comment, into a folder', async () => {
    const zip = zipped({ 'folder/': '', 'folder/a': ['x', { level: 0 }], 'win\\b': 'y' });
    const { added, skipped } = await imported(zip);
    assert.deepEqual([added, skipped], [['folder/a', 'win/b'], []]);
    const chinese = zipped({ xxxx: 'z' });
    const { view, at } = entryAt(chinese, 0);
    [0xce, 0xc4, 0xbc, 0xfe].forEach((byte, index) => view.setUint8(at + 46 + index, byte)); // GB 18030
    assert.deepEqual((await imported(chinese)).added, ['文件']);
    const commented = new Uint8Array([...zip, ...strToU8('a comment')]);
    commented[zip.length - 2] = 9;
    assert.deepEqual((await imported(commented)).added, ['folder/a', 'win/b']);
    assert.deepEqual((await memoryWorkspace().importZip(zip, { into: 'docs' })).added, ['docs/folder/a', 'docs/win/b']);
  });

  it('puts nothing outside, follows no link, and says what it left out', async () => {
    const { workspace, added, skipped } = await imported(zipped({
      '../up': 'x', '/etc/passwd': 'x', 'C:\\win': 'x', 'a/../../b': 'x', '..\\c': 'x', 'link': ['/etc/passwd', LINK], 'ok': 'x', './ok': 'y', '__MACOSX/a': 'x',
    }));
    assert.deepEqual(added, ['ok']);
    assert.deepEqual(skipped, ['../up invalid_path', '/etc/passwd invalid_path', 'C:\\win invalid_path', 'a/../../b invalid_path', '..\\c invalid_path', 'link symlink', './ok twice', '__MACOSX noise']);
    assert.equal(await workspace.read('ok'), 'x');
  });

  it('that is locked, packed in another way or broken', async () => {
    const zip = zipped({ locked: 'x', other: 'y', sum: 'zzzz', size: 'long enough', fine: 'w' });
    entryAt(zip, 0).view.setUint16(entryAt(zip, 0).at + 8, 1, true);
    entryAt(zip, 1).view.setUint16(entryAt(zip, 1).at + 10, 14, true);
    entryAt(zip, 2).view.setUint32(entryAt(zip, 2).at + 16, 7, true);
    entryAt(zip, 3).view.setUint32(entryAt(zip, 3).at + 24, 4, true);
    const { added, skipped } = await imported(zip);
    assert.deepEqual([added, skipped], [['fine'], ['locked encrypted', 'other unsupported', 'sum broken', 'size broken']]);
  });

  it('that would be larger than there is room for, and one that lies about it', async () => {
    const zeros = new Uint8Array(1_000_000);
    const bomb = zipped({ 1: zeros, 2: zeros, 3: zeros, 4: zeros, 5: zeros, huge: new Uint8Array(17 * 1024 * 1024) });
    const honest = await imported(bomb, { maxBytes: 4_500_000 });
    assert.deepEqual([honest.added, honest.skipped], [['1', '2', '3', '4'], ['5 quota', 'huge too_large']]);
    for (let index = 0; index < 6; index += 1) entryAt(bomb, index).view.setUint32(entryAt(bomb, index).at + 24, 100, true);
    const before = process.cpuUsage();
    const lying = await imported(bomb);
    assert.equal(lying.skipped.length, 6);
    assert.ok(lying.skipped.every(skip => skip.endsWith('broken')));
    assert.ok(process.cpuUsage(before).user < 10_000_000);
  });

  it('that names one broken file again and again is not looked at for long, and what it names is told', async () => {
    const zip = zipped({ fine: 'x', huge: new Uint8Array(16 * 1024 * 1024) });
    const { view, at } = entryAt(zip, 1);
    view.setUint32(at + 16, 7, true); // a wrong checksum
    const [head, entry, end] = [zip.subarray(0, at), zip.subarray(at, zip.length - 22), zip.slice(-22)];
    new DataView(end.buffer).setUint16(10, 5_001, true);
    const before = process.cpuUsage();
    const { added, skipped } = await imported(new Blob([head, ...Array.from({ length: 5_000 }, () => entry), end]));
    assert.deepEqual([added, skipped.length, new Set(skipped)], [['fine'], 5_000, new Set(['huge broken'])]);
    assert.ok(process.cpuUsage(before).user < 10_000_000);
  });

  it('keeps of what it holds only the files', async () => {
    const { workspace } = await imported(zipped({ 'a.bin': [new Uint8Array([0, 255]), { level: 0 }], 'b.bin': new Uint8Array(1_000_000).map((_, at) => at * 7) }));
    assert.equal((await workspace.readBytes('a.bin')).buffer.byteLength, 2);
  });

  it('that is too long is not read at all', async () => {
    const huge = Object.assign(new Blob([]), { arrayBuffer: () => assert.fail('it was read') });
    Object.defineProperty(huge, 'size', { value: 4e9 });
    await assert.rejects(memoryWorkspace().importZip(huge), { code: 'quota' });
  });

  it('is told from what is none, and damage never does more than be told', async () => {
    for (const bytes of [new Uint8Array(), strToU8('no zip at all'), zipped({ a: 'x' }).subarray(0, 40)]) {
      await assert.rejects(memoryWorkspace().importZip(bytes), { code: 'not_zip' });
    }
    const zip = zipped({ 'a.txt': 'hello hello hello', 'b/c': 'x', '../d': 'y' });
    let state = 7;
    const next = below => {
      state ^= state << 13; state ^= state >>> 17; state ^= state << 5;
      return (state >>> 0) % below;
    };
    for (let round = 0; round < 400; round += 1) {
      const damaged = zip.slice();
      for (let times = 0; times <= next(3); times += 1) damaged[next(damaged.length)] = next(256);
      const workspace = memoryWorkspace();
      const error = await workspace.importZip(damaged).then(() => undefined, reason => reason);
      assert.ok(error === undefined || error.code === 'not_zip', String(error));
      assert.ok((await workspace.list()).every(path => !/^\/|(^|\/)\.\.(\/|$)/.test(path)));
    }
  });
});
