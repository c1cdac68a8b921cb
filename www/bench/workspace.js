// Measurements in the browser: files of a workspace in IndexedDB and in the origin's private file system.
import { openDB } from 'idb';
import { openWorkspace } from '../src/workspace/index.js';

/** Many small files, and few large ones. */
const LOADS = { small: { files: 500, bytes: 2_000 }, big: { files: 8, bytes: 2_000_000 } };

const textOf = bytes => 'x'.repeat(bytes - 10) + Math.random().toString(36).slice(2, 12).padEnd(10, '.');
const time = async work => {
  const start = performance.now();
  const result = await work();
  return { ms: performance.now() - start, result };
};

/** IndexedDB: texts by path; `whole`: all in one transaction. */
async function indexedDb() {
  const name = `bench-${Math.random()}`;
  const db = await openDB(name, 1, { upgrade: db => db.createObjectStore('files') });
  return {
    write: async (path, text) => {
      const tx = db.transaction('files', 'readwrite', { durability: 'strict' });
      tx.store.put(text, path);
      await tx.done;
    },
    async whole(files) {
      const tx = db.transaction('files', 'readwrite', { durability: 'strict' });
      for (const [path, text] of files) tx.store.put(text, path);
      await tx.done;
    },
    read: path => db.get('files', path),
    list: () => db.getAllKeys('files'),
    async end() {
      db.close();
      indexedDB.deleteDatabase(name);
    },
  };
}

/** The private file system from the page: a stream for each file. */
async function opfsStreams() {
  const root = await navigator.storage.getDirectory();
  const name = `bench-${Math.random()}`;
  const folder = await root.getDirectoryHandle(name, { create: true });
  const write = async (path, text) => {
    const stream = await (await folder.getFileHandle(path, { create: true })).createWritable();
    await stream.write(text);
    await stream.close();
  };
  return {
    write,
    whole: files => Promise.all(files.map(([path, text]) => write(path, text))),
    read: async path => (await (await folder.getFileHandle(path)).getFile()).text(),
    async list() {
      const names = [];
      for await (const entry of folder.keys()) names.push(entry);
      return names;
    },
    end: () => root.removeEntry(name, { recursive: true }),
  };
}

/** A worker's work on a file: open, write or read, flush, close. */
const WORKER = `
  const encoder = new TextEncoder(), decoder = new TextDecoder();
  const root = await navigator.storage.getDirectory();
  const handle = async (folder, path, work) => {
    const access = await (await (await root.getDirectoryHandle(folder, { create: true })).getFileHandle(path, { create: true })).createSyncAccessHandle();
    try { return work(access); } finally { access.close(); }
  };
  const write = (folder, [path, text]) => handle(folder, path, access => { const bytes = encoder.encode(text); access.truncate(0); access.write(bytes, { at: 0 }); access.flush(); });
  const acts = {
    write, whole: async (folder, files) => { for (const file of files) await write(folder, file); },
    read: (folder, path) => handle(folder, path, access => { const bytes = new Uint8Array(access.getSize()); access.read(bytes, { at: 0 }); return decoder.decode(bytes); }),
    list: async folder => { const names = []; for await (const name of (await root.getDirectoryHandle(folder)).keys()) names.push(name); return names; },
    end: folder => root.removeEntry(folder, { recursive: true }),
  };
  onmessage = async ({ data: [id, act, folder, given] }) => postMessage([id, await acts[act](folder, given)]);
  postMessage('ready');`;

/** The private file system from a worker, the only place to write without a stream. */
async function opfsWorker() {
  const worker = new Worker(URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' })), { type: 'module' });
  await new Promise(ready => { worker.onmessage = ready; });
  const name = `bench-${Math.random()}`;
  const waiting = new Map();
  worker.onmessage = ({ data: [id, result] }) => {
    waiting.get(id)(result);
    waiting.delete(id);
  };
  let calls = 0;
  const ask = (act, given) => new Promise(resolve => {
    waiting.set(calls += 1, resolve);
    worker.postMessage([calls, act, name, given]);
  });
  return {
    write: (path, text) => ask('write', [path, text]),
    whole: files => ask('whole', files),
    read: path => ask('read', path),
    list: () => ask('list'),
    async end() {
      await ask('end');
      worker.terminate();
    },
  };
}

const STORES = { IndexedDB: indexedDb, 'OPFS, streams': opfsStreams, 'OPFS, worker': opfsWorker };

/** Milliseconds a file for each way to write and to read; `list` in milliseconds for all files. */
async function measure(open, { files, bytes }) {
  const store = await open();
  const named = Array.from({ length: files }, (_, index) => [`file-${index}.txt`, textOf(bytes)]);
  const write = await time(async () => { for (const [path, text] of named) await store.write(path, text); });
  const rewrite = await time(async () => { for (const [path, text] of named) await store.write(path, text); });
  const whole = await time(() => store.whole(named));
  const read = await time(async () => {
    for (const [path, text] of named) if (await store.read(path) !== text) throw new Error(`${path} is not what was written`);
  });
  const together = await time(() => Promise.all(named.map(([path]) => store.read(path))));
  const list = await time(() => store.list());
  await store.end();
  return { write: write.ms / files, rewrite: rewrite.ms / files, whole: whole.ms / files, read: read.ms / files, together: together.ms / files, list: list.ms };
}

/** The workspace itself, with its journal. */
async function workspace({ files, bytes }) {
  const name = `bench-${Math.random()}`;
  const space = openWorkspace(name);
  const given = Array.from({ length: files }, (_, index) => new File([textOf(bytes)], `file-${index}.txt`));
  const whole = await time(() => space.importFiles(given));
  const small = textOf(Math.min(bytes, 200_000));
  const write = await time(async () => { for (let index = 0; index < 50; index += 1) await space.write(`file-${index % files}.txt`, small, { key: `${index}` }); });
  const read = await time(async () => { for (let index = 0; index < files; index += 1) await space.readBytes(`file-${index}.txt`); });
  const list = await time(() => space.list('', '*.txt'));
  const undo = await time(async () => { for (let index = 0; index < 50; index += 1) await space.undo(); });
  indexedDB.deleteDatabase(`stepgate-workspace:${name}`);
  return { write: write.ms / 50, undo: undo.ms / 50, whole: whole.ms / files, read: read.ms / files, list: list.ms };
}

/** The best of several rounds, for each number. */
async function best(rounds, work) {
  const rows = [];
  for (let round = 0; round < rounds; round += 1) rows.push(await work());
  return Object.fromEntries(Object.keys(rows[0]).map(name => [name, Math.min(...rows.map(row => row[name]))]));
}

globalThis.bench = {
  loads: LOADS,
  stores: Object.keys(STORES),
  store: (name, load) => best(3, () => measure(STORES[name], LOADS[load])),
  workspace: load => best(3, () => workspace(LOADS[load])),
};
