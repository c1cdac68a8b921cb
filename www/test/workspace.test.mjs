import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import 'fake-indexeddb/auto';
import { LIMITS, memoryWorkspace, openWorkspace, workspaceTools } from 'stepgate/workspace';
import { until } from './until.js';
import { run } from './workspace-probe.js';

let databases = 0;
const kinds = {
  memory: options => memoryWorkspace({}, options),
  indexedDB: options => openWorkspace(`files-${databases += 1}`, options),
};
const settle = () => new Promise(resolve => setTimeout(resolve, 30));
/** A tool call in the driver's form. */
const call = (key = 'key', signal = new AbortController().signal) => ({ idempotencyKey: key, signal, call: 1 });
const texts = async workspace => Object.fromEntries(await Promise.all((await workspace.files()).map(async ({ path }) => [path, await workspace.read(path)])));

for (const [kind, open] of Object.entries(kinds)) {
  describe(`a workspace in ${kind}`, () => {
    it('reads what was written, as it was', async () => {
      const workspace = open();
      assert.deepEqual(await workspace.write('src/a.py', 'print("中文")\n'), { path: 'src/a.py', size: 16, created: true, change: 1 });
      assert.equal(await workspace.read('.\\src/a.py'), 'print("中文")\n');
      await workspace.write('empty', '');
      assert.equal(await workspace.read('empty'), '');
      assert.deepEqual(await workspace.size(), { files: 2, bytes: 16 });
      const [first, second] = await workspace.files();
      assert.deepEqual([first.path, second.path, second.size, second.text], ['empty', 'src/a.py', 16, true]);
    });

    it('keeps of bytes only those it was given, as they were then', async () => {
      const workspace = open();
      const large = new Uint8Array(1_000_000);
      await workspace.write('a.bin', large.subarray(0, 3));
      large.fill(7);
      const { length, buffer } = await workspace.readBytes('a.bin');
      assert.deepEqual([length, buffer.byteLength, ...await workspace.readBytes('a.bin')], [3, 3, 0, 0, 0]);
    });

    it('knows no path that leads out, and no file that is a folder', async () => {
      const workspace = open();
      await workspace.write('a/b', 'x');
      for (const path of ['/a', '\\a', 'C:\\a', 'c:a', '../a', 'a/../b', 'a/..', '..', '.', './', 'a\0b', 'a\nb', 'a\ud800', 'a\u202efdp.exe', '\u2066a', 'a\u0085', './C:a', './/a', ' // ', 'x'.repeat(201), 'a', 'a/b/c']) {
        await assert.rejects(workspace.write(path, 'x'), { name: 'WorkspaceError', code: 'invalid_path' }, path);
      }
      for (const path of ['', ' ', undefined, 7, null, {}]) await assert.rejects(workspace.write(path, 'x'), { code: 'invalid_params' });
      await assert.rejects(workspace.write('c', { toString: () => 'x' }), { code: 'invalid_params' });
      for (const folder of ['../x', '/', '\\']) await assert.rejects(workspace.list(folder), { code: 'invalid_path' });
      assert.deepEqual(await workspace.list(), ['a/b']);
      for (const folder of ['', '.', './', '.\\', ' ']) assert.deepEqual(await workspace.list(folder), ['a/b']);
      for (const path of ['__proto__', 'constructor', 'a/__proto__', 'x'.repeat(200), '数'.repeat(200), '...', 'a/b..']) await workspace.write(path, path);
      assert.equal(await workspace.read('__proto__'), '__proto__');
    });

    it('holds to its limits, and then nothing has changed', async () => {
      const workspace = open({ maxBytes: 300_000 });
      await assert.rejects(workspace.write('a', 'x'.repeat(LIMITS.text + 1)), { code: 'too_large', fatal: false });
      await assert.rejects(workspace.write('a', '中'.repeat(90_000)), { code: 'too_large' }); // the limit counts bytes, not characters
      await workspace.write('a', 'x'.repeat(LIMITS.text));
      await assert.rejects(workspace.write('b', 'x'.repeat(40_000)), { code: 'quota', fatal: true });
      await workspace.write('a', 'y'); // replaced by a smaller one
      await workspace.write('b', 'x'.repeat(40_000));
      assert.deepEqual(await workspace.list(), ['a', 'b']);
      assert.equal((await workspace.changes()).length, 3);
      await workspace.remove('b');
      await workspace.write('c', 'x'.repeat(LIMITS.text));
      await assert.rejects(workspace.undo(4), { code: 'quota' }); // the restored file would not fit
      assert.deepEqual(await workspace.list(), ['a', 'c']);
      await workspace.undo();
      assert.equal((await workspace.undo()).id, 4);
      assert.deepEqual(await workspace.list(), ['a', 'b']);
    });

    it('does not read what is no text, or too large', async () => {
      const workspace = open();
      await workspace.importFiles([new File([new Uint8Array([1, 0, 2])], 'a.bin'), new File(['x'.repeat(LIMITS.text + 1)], 'big.txt'), new File([new Uint8Array(LIMITS.text + 1)], 'big.bin')]);
      await assert.rejects(workspace.read('a.bin'), { code: 'not_text' });
      await assert.rejects(workspace.read('big.txt'), { code: 'too_large' });
      await assert.rejects(workspace.read('big.bin'), { code: 'too_large' });
      await assert.rejects(workspace.read('none'), { code: 'not_found' });
      assert.deepEqual([...await workspace.readBytes('a.bin')], [1, 0, 2]);
    });

    it('writes once for a key', async () => {
      const workspace = open();
      const [first, ...others] = await Promise.all(['one', 'two', 'three'].map(text => workspace.write('a', text, { key: 'k' })));
      assert.deepEqual(first, { path: 'a', size: 3, created: true, change: 1 });
      for (const again of others) assert.deepEqual(again, { ...first, already_done: true });
      assert.equal(await workspace.read('a'), 'one');
      assert.deepEqual(await workspace.written('k'), first);
      assert.equal(await workspace.written('other'), undefined);
      await workspace.undo();
      await workspace.write('a', 'one', { key: 'k' }); // an undone write stays undone
      assert.deepEqual(await workspace.list(), []);
    });

    it('takes changes back, also an older one whose files were left alone since', async () => {
      const workspace = open();
      await workspace.write('a', '1');
      await workspace.write('b', '1');
      await workspace.write('a', '2');
      await workspace.remove('b');
      assert.deepEqual(await workspace.compare(3), [{ path: 'a', before: '1', after: '2' }]);
      assert.deepEqual(await workspace.compare(4), [{ path: 'b', before: '1', after: null }]);
      await assert.rejects(workspace.undo(1), { code: 'changed_since' });
      assert.equal((await workspace.undo(3)).id, 3);
      assert.deepEqual(await texts(workspace), { a: '1' });
      assert.equal(await workspace.undo(3), undefined);
      assert.equal((await workspace.undo()).id, 4);
      assert.deepEqual(await texts(workspace), { a: '1', b: '1' });
      assert.equal((await workspace.write('c', '1')).change, 5); // numbers are not reused
      assert.deepEqual((await workspace.changes()).map(({ id }) => id), [1, 2, 5]);
      assert.equal(await workspace.compare(4), undefined);
    });

    it('forgets the oldest changes, not the files', async () => {
      const workspace = open();
      for (let change = 1; change <= LIMITS.changes + 3; change += 1) await workspace.write('a', String(change), { key: String(change) });
      const changes = await workspace.changes();
      assert.deepEqual([changes.length, changes[0].id], [LIMITS.changes, 4]);
      assert.equal((await workspace.write('a', 'again', { key: '1' })).already_done, true); // its key outlasts its images
      while (await workspace.undo()) { /* until nothing is left to undo */ }
      assert.equal(await workspace.read('a'), '3');
    });

    it('keeps no more of what was than it says', async () => {
      const workspace = open();
      const big = () => new File([new Uint8Array(12 * 1024 * 1024)], 'big');
      for (let times = 0; times < 5; times += 1) await workspace.importFiles([big()]);
      const changes = await workspace.changes();
      assert.deepEqual(changes.map(({ id }) => id), [4, 5]);
      assert.ok(changes.reduce((sum, { taken }) => sum + taken, 0) <= LIMITS.taken);
    });

    it('makes again what was undone, until one of its files is changed', async () => {
      const workspace = open();
      const text = path => workspace.read(path).catch(({ code }) => code);
      await workspace.write('a', '1');
      await workspace.write('a', '2');
      await workspace.importFiles([new File(['b'], 'b'), new File(['c'], 'c')]);
      assert.equal((await workspace.undo(1).catch(error => error)).code, 'changed_since');
      await workspace.undo(2);
      await workspace.undo(1);
      assert.deepEqual([await text('a'), (await workspace.undone()).map(({ id }) => id)], ['not_found', [1, 2]]);
      assert.equal((await workspace.redo(2).catch(error => error)).code, 'changed_since', 'what came before it is made again first');
      assert.deepEqual((await workspace.redo()).paths, ['a']);
      assert.equal(await text('a'), '1');
      await workspace.redo();
      assert.deepEqual([await text('a'), await workspace.undone(), (await workspace.changes()).map(({ id }) => id)], ['2', [], [1, 2, 3]]);
      await workspace.undo(3);
      assert.deepEqual([await text('b'), await text('c')], ['not_found', 'not_found']);
      await workspace.redo();
      assert.deepEqual([await text('b'), await text('c')], ['b', 'c']);
      await workspace.undo(3);
      await workspace.write('b', 'mine');
      assert.deepEqual([await workspace.undone(), await workspace.redo()], [[], undefined], 'a file that was changed since is left alone');
      assert.deepEqual([await text('b'), await text('c')], ['mine', 'not_found']);
      assert.equal((await workspace.compare(4))[0].before, null);
    });

    it('tells of changes, until that is ended', async () => {
      const workspace = open();
      const heard = [];
      const end = workspace.subscribe(({ paths }) => heard.push(paths.join()));
      await workspace.write('a', '1', { key: 'k' });
      await workspace.write('a', '1', { key: 'k' });
      await workspace.importFiles([new File(['1'], 'b'), new File(['1'], 'c')]);
      await workspace.undo();
      await workspace.remove('a');
      await assert.rejects(workspace.remove('a'), { code: 'not_found' });
      await workspace.clear();
      await workspace.write('d', '1');
      await workspace.clear();
      end();
      await workspace.write('e', '1');
      assert.deepEqual(heard, ['a', 'b,c', 'b,c', 'a', 'd', 'd']);
      assert.equal((await workspace.changes()).length, 1);
    });

    it('can be for reading only', async () => {
      const workspace = open({ readOnly: true });
      for (const change of [() => workspace.write('a', ''), () => workspace.remove('a'), () => workspace.undo(), () => workspace.redo(), () => workspace.importFiles([]), () => workspace.clear()]) {
        await assert.rejects(change(), { code: 'read_only', fatal: true });
      }
      assert.deepEqual(await workspace.list(), []);
    });

    it('lists what fits a pattern, and a pattern of many stars costs no time', async () => {
      const workspace = open();
      for (const path of ['a.py', 'src/a.py', 'src/b.md', 'src/lib/a.py', 'a'.repeat(180)]) await workspace.write(path, '');
      const listed = async (...given) => (await workspace.list(...given)).filter(path => !path.startsWith('aaa')).join(' ');
      assert.equal(await listed(), 'a.py src/a.py src/b.md src/lib/a.py');
      assert.equal(await listed('', '*.py'), 'a.py src/a.py src/lib/a.py');
      assert.equal(await listed('src', '*.py'), 'src/a.py src/lib/a.py');
      assert.equal(await listed('./src/', '*'), 'src/a.py src/b.md src/lib/a.py');
      assert.equal(await listed('', 'src/*'), 'src/a.py src/b.md');
      assert.equal(await listed('', 'src/**/*.py'), 'src/a.py src/lib/a.py');
      assert.equal(await listed('', '**'), 'a.py src/a.py src/b.md src/lib/a.py');
      assert.equal(await listed('', '?.??'), 'a.py src/a.py src/b.md src/lib/a.py');
      assert.equal(await listed('', '[a].py'), '');
      assert.equal(await listed('none'), '');
      const before = process.cpuUsage();
      await workspace.list('', `${'*a'.repeat(90)}*b`);
      assert.ok(process.cpuUsage(before).user < 10_000_000);
      await assert.rejects(workspace.list('', 7), { code: 'invalid_params' });
    });

    it('a pattern that is longer than any path is read once, not for every file', async () => {
      const workspace = open();
      await workspace.importFiles(Array.from({ length: 300 }, (_, index) => new File([''], `${index}`)));
      const before = process.cpuUsage();
      for (const pattern of ['a*', 'a/', '*', '**/', '?']) assert.equal((await workspace.list('', pattern.repeat(100_000))).length, /^\*/.test(pattern) ? 300 : 0, pattern);
      assert.ok(process.cpuUsage(before).user < 10_000_000);
    });

    it('random work is what a plain model says', async () => {
      for (const seed of [11, 12, 13, 14]) {
        const result = await run({ seed: seed + databases * 100, steps: 60, memory: kind === 'memory' });
        assert.equal(result.wrong, undefined, JSON.stringify(result));
      }
    });

    describe('the host tools', () => {
      it('answer in the language of the session', async () => {
        const { write_file } = workspaceTools(open(), { lang: 'zh' });
        assert.equal(await write_file.execute({ path: 'a.md', content: 'x' }, call('zh')), '已写入文件：a.md');
        assert.deepEqual(await write_file.status({}, call('zh')), { done: true, result: '已写入文件：a.md' });
      });

      it('answer as the stepper expects', async () => {
        const { read_file, write_file, list_files } = workspaceTools(open());
        assert.equal(await list_files.execute({ dir: '', pattern: '*' }, call()), '');
        assert.equal(await write_file.execute({ path: 'b/c.md', content: '' }, call('1')), 'File written: b/c.md');
        assert.equal(await write_file.execute({ path: 'a.md', content: 'x' }, call('2')), 'File written: a.md');
        assert.equal(await read_file.execute({ path: 'a.md' }, call()), 'x');
        assert.equal(await list_files.execute({ dir: '', pattern: '*' }, call()), 'a.md\nb/c.md');
        assert.equal(await list_files.execute({}, call()), 'a.md\nb/c.md');
      });

      it('a file that is there is replaced only by a write that says so', async () => {
        const workspace = open();
        const { write_file } = workspaceTools(workspace);
        await workspace.write('a', 'old');
        await assert.rejects(write_file.execute({ path: 'a', content: 'new' }, call('1')), { code: 'exists', message: 'The file is there already. Read it before it is replaced. (a)', fatal: false });
        assert.equal(await workspace.read('a'), 'old');
        assert.deepEqual(await write_file.status({}, call('1')), { done: false });
        await write_file.execute({ path: 'a', content: 'new', replaces: true }, call('2'));
        assert.equal(await workspace.read('a'), 'new');
        await write_file.execute({ path: 'b', content: 'x' }, call('3'));
        assert.equal(await write_file.execute({ path: 'b', content: 'x' }, call('3')), 'File written: b', 'the same write, asked for again');
      });

      it('a write that nobody heard of again is found by its key', async () => {
        const { write_file } = workspaceTools(open());
        assert.deepEqual(await write_file.status({}, call('k')), { done: false });
        await write_file.execute({ path: 'a', content: 'x' }, call('k'));
        assert.deepEqual(await write_file.status({}, call('k')), { done: true, result: 'File written: a' });
        assert.equal(await write_file.execute({ path: 'a', content: 'y' }, call('k')), 'File written: a');
        assert.equal(write_file.idempotent, true);
      });

      it('fail with the codes of the agent, in the language that was asked for', async () => {
        const zh = workspaceTools(open({ maxBytes: 3 }), { lang: 'zh' });
        await assert.rejects(zh.read_file.execute({ path: 'none' }, call()), { code: 'not_found', message: '没有这个文件。 (none)', fatal: false });
        await assert.rejects(zh.write_file.execute({ path: 'a', content: 'xxxx' }, call()), { code: 'quota', fatal: true });
        const { write_file } = workspaceTools(open({ readOnly: true }));
        await assert.rejects(write_file.execute({ path: 'a', content: '' }, call()), { code: 'read_only', fatal: true, message: 'The workspace is read-only.' });
      });

      it('a call that takes too long or is stopped has written nothing', async () => {
        const workspace = open();
        await workspace.write('a', '1');
        const slow = workspaceTools({ ...workspace, read: () => new Promise(() => {}), write: async (...given) => { await once(given[2].signal, 'abort'); return workspace.write(...given); } }, { timeoutMs: 10 });
        await assert.rejects(slow.read_file.execute({ path: 'a' }, call()), { code: 'timeout' });
        await assert.rejects(slow.write_file.execute({ path: 'a', content: '2', replaces: true }, call('late')), { code: 'timeout' });
        const stopped = new AbortController();
        stopped.abort();
        await assert.rejects(workspaceTools(workspace).write_file.execute({ path: 'a', content: '3', replaces: true }, call('stopped', stopped.signal)), { code: 'cancelled' });
        await settle();
        await settle();
        assert.equal(await workspace.read('a'), '1');
        assert.equal(await workspace.written('late'), undefined);
      });

      it('a write that was over too late to be taken back is told as done', async () => {
        const workspace = open();
        const slow = workspaceTools({
          ...workspace,
          async write(path, content, { key, signal }) {
            await once(signal, 'abort');
            await settle();
            return workspace.write(path, content, { key });
          },
        }, { timeoutMs: 10 });
        assert.equal(await slow.write_file.execute({ path: 'a', content: '2' }, call('late')), 'File written: a');
        assert.equal(await workspace.read('a'), '2');
      });

      it('how long a call may take can be said for each', async () => {
        let timeoutMs = 60_000;
        const { read_file: slow } = workspaceTools({ ...open(), read: async () => { await settle(); return 'late'; } }, { timeoutMs: () => timeoutMs });
        assert.equal(await slow.execute({ path: 'a' }, call()), 'late');
        timeoutMs = 1;
        await assert.rejects(slow.execute({ path: 'a' }, call()), { code: 'timeout' });
      });
    });
  });
}

describe('a workspace in the browser', () => {
  it('is there again, and another tab hears of changes', async () => {
    const [here, there] = [openWorkspace('tabs'), openWorkspace('tabs')];
    const heard = [];
    there.subscribe(({ paths }) => heard.push(paths.join()));
    await here.write('a', '1', { key: 'k' });
    await until(() => assert.deepEqual(heard, ['a']));
    assert.equal(await there.read('a'), '1');
    assert.equal((await there.write('a', '2', { key: 'k' })).already_done, true);
    await Promise.all([here.write('b', '1'), there.write('b', '2'), here.undo(), there.write('c', '3')]);
    assert.ok((await here.changes()).length >= 2);
    assert.deepEqual(await here.files(), await there.files());
  });

  it('is closed, so that its database can be deleted, and opened by the next use', async () => {
    const workspace = openWorkspace('closed');
    const heard = [];
    workspace.subscribe(({ paths }) => heard.push(paths.join()));
    await workspace.write('a', '1');
    workspace.close();
    await new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase('stepgate-workspace:closed');
      Object.assign(request, { onsuccess: resolve, onerror: reject, onblocked: () => reject(new Error('still open')) });
    });
    await workspace.write('b', '1');
    assert.deepEqual(await workspace.list(), ['b']);
    assert.deepEqual(heard, ['a']);
  });

  it('a browser without room is a full workspace', async () => {
    const { transaction } = IDBDatabase.prototype;
    const workspace = openWorkspace('full');
    await workspace.write('a', '1');
    IDBDatabase.prototype.transaction = () => { throw new DOMException('no room', 'QuotaExceededError'); };
    try {
      await assert.rejects(workspace.write('a', '2'), { name: 'WorkspaceError', code: 'quota', fatal: true });
    } finally {
      IDBDatabase.prototype.transaction = transaction;
    }
    assert.equal(await workspace.read('a'), '1');
  });
});

describe('taking files in', () => {
  const file = (path, content = path) => Object.defineProperty(new File([content], path.split('/').at(-1)), 'webkitRelativePath', { value: `chosen/${path}` });

  it('a chosen folder, without what nobody means to bring', async () => {
    const workspace = memoryWorkspace({ 'a.md': 'old', 'x/y': 'old' });
    const files = ['a.md', 'b/c.md', '.git/HEAD', '.git/objects/1', 'node_modules/p/index.js', 'b/.DS_Store', 'x', 'b/c.md', 'n'.repeat(220)].map(path => file(path));
    const { added, replaced, skipped } = await workspace.importFiles(files);
    assert.deepEqual([added, replaced], [['b/c.md'], ['a.md']]);
    assert.deepEqual(skipped.map(({ path, reason }) => `${path.slice(0, 20)} ${reason}`), [
      '.git noise', 'node_modules noise', 'b/.DS_Store noise', 'b/c.md twice', `${'n'.repeat(20)} invalid_path`, 'x invalid_path',
    ]);
    const changes = await workspace.changes();
    assert.deepEqual(changes.map(({ kind, paths }) => [kind, ...paths]), [['imported', 'a.md', 'b/c.md']]);
    await workspace.undo();
    assert.deepEqual(await texts(workspace), { 'a.md': 'old', 'x/y': 'old' });
  });

  it('into a folder, and single files by their name', async () => {
    const workspace = memoryWorkspace();
    assert.deepEqual((await workspace.importFiles([new File(['1'], 'a.md')], { into: './docs\\new/' })).added, ['docs/new/a.md']);
    await assert.rejects(workspace.importFiles([new File(['1'], 'a.md')], { into: '../docs' }), { code: 'invalid_path' });
  });

  it('what is noise is so in whatever case, and by its place in what was chosen', async () => {
    const workspace = memoryWorkspace();
    const files = ['.GIT/HEAD', 'Node_Modules/p/a.js', 'b/THUMBS.DB', 'c\\node_modules\\d', 'c/node_modules/e', 'node_modules.md', '.github/f'].map(path => file(path));
    const { added, skipped } = await workspace.importFiles(files, { into: 'node_modules/x' });
    assert.deepEqual(added, ['node_modules/x/node_modules.md', 'node_modules/x/.github/f']);
    assert.deepEqual(skipped, ['.GIT', 'Node_Modules', 'b/THUMBS.DB', 'c/node_modules'].map(path => ({ path, reason: 'noise' })));
    const { skipped: out } = await workspace.importFiles(['/etc/x', 'C:\\x', '../x'].map(path => file(path)), { into: 'docs' });
    assert.deepEqual(out.map(({ reason }) => reason), ['invalid_path', 'invalid_path', 'invalid_path']);
  });

  it('a folder that was opened', async () => {
    const folder = entries => ({ kind: 'directory', async* entries() { yield* Object.entries(entries); } });
    const opened = name => ({ kind: 'file', getFile: async () => new File([name], name) });
    const broken = { kind: 'file', getFile: async () => Object.assign(new File([''], 'c'), { arrayBuffer: async () => { throw new Error('gone'); } }) };
    const gone = { kind: 'file', getFile: async () => { throw new DOMException('gone', 'NotFoundError'); } };
    const { added, skipped } = await memoryWorkspace().importFiles(folder({ a: opened('a'), '.Git': folder({ HEAD: opened('HEAD') }), b: folder({ c: opened('c'), d: broken, e: gone }), f: opened('f') }));
    assert.deepEqual(added, ['a', 'b/c', 'f']);
    assert.deepEqual(skipped, [{ path: '.Git', reason: 'noise' }, { path: 'b/d', reason: 'broken' }, { path: 'b/e', reason: 'broken' }]);
  });

  it('a folder of more than anybody looks at: each file is either in or told, and the first that was not looked at', async () => {
    const entry = { kind: 'file', getFile: async () => new File([''], 'x') };
    const many = LIMITS.files * 10;
    const folder = { kind: 'directory', async* entries() { for (let index = 0; index < many + 5; index += 1) yield [`${index}`, entry]; } };
    const { added, skipped } = await memoryWorkspace().importFiles(folder);
    assert.equal(new Set([...added, ...skipped.map(({ path }) => path)]).size, added.length + skipped.length);
    assert.deepEqual([added.length + skipped.length, skipped.at(-1)], [many + 1, { path: `${many}`, reason: 'too_many' }]);
  });

  it('as many and as much as there is room for; the rest is told', async () => {
    const small = memoryWorkspace({ z: '12345' }, { maxBytes: 12 });
    assert.deepEqual(await small.importFiles([file('a', '123456'), file('b', '123456'), file('c', '1'), file('d', 'x'.repeat(13))]), {
      added: ['a', 'c'], replaced: [], skipped: [{ path: 'b', reason: 'quota' }, { path: 'd', reason: 'quota' }],
    });
    const many = await memoryWorkspace().importFiles(Array.from({ length: LIMITS.files + 2 }, (_, index) => file(`${index}`)));
    assert.deepEqual([many.added.length, many.skipped.map(({ reason }) => reason)], [LIMITS.files, ['too_many', 'too_many']]);
    const { skipped } = await memoryWorkspace().importFiles([{ name: 'a', webkitRelativePath: '', size: LIMITS.imported + 1 }]);
    assert.deepEqual(skipped, [{ path: 'a', reason: 'too_large' }]);
  });
});

describe('a look before the card of a write', () => {
  const single = (path, before, replaces = before !== null) => ({ calls: [{ name: 'write_file', preview: { path, before, replaces } }] });
  const look = (workspace, card) => workspaceTools(workspace).write_file.beforeCard(card);

  it('tells of a file that the session has never met, or that was changed by hand', async () => {
    const workspace = memoryWorkspace({ 'a.md': 'by hand' });
    assert.deepEqual(await look(workspace, single('a.md', null, false)), { found: ['a.md'] });
    assert.deepEqual(await look(workspace, single('a.md', 'old')), { found: ['a.md'] });
    assert.equal(await look(workspace, single('a.md', 'by hand')), undefined);
    assert.equal(await look(workspace, single('new.md', null, false)), undefined);
    assert.equal(await look(workspace, single('gone.md', 'old')), undefined, 'what was deleted is not replaced');
    assert.equal(await look(workspace, single('a.md', null, true)), undefined, 'the card says that it does not know the text');
  });

  it('looks at each of several writes, and at no other card', async () => {
    const workspace = memoryWorkspace({ 'a.md': 'A', 'b.md': 'by hand', 'c.bin': new Uint8Array([0]) });
    const writes = [['a.md', 'A'], ['b.md', 'B'], ['c.bin', null], ['d.md', null]].map(([path, before]) => ({ path, before, replaces: before !== null }));
    assert.deepEqual(await look(workspace, { tool: null, preview: { writes } }), { found: ['b.md', 'c.bin'] });
    for (const preview of [null, { steps: [] }]) assert.equal(await look(workspace, { tool: null, preview }), undefined);
    assert.equal(await look(workspace, { tool: { name: 'remove_file' }, preview: null }), undefined);
  });
});
