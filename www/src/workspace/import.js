// @ts-check
/** @import { Imported, ImportOptions, Workspace } from './index.js' */
/** @import { Edit, Tx } from './journal.js' */
/** @import { Source } from './sources.js' */
import { assertKnown } from '../checks/assert-option.js';
import { bytesOf, contentOf } from './content.js';
import { change } from './journal.js';
import { LIMITS } from './limits.js';
import { noiseIn } from './noise.js';
import { folderOf, pathOf, tree } from './path.js';
import { sourcesOf } from './sources.js';
import { packed, unpacked } from './zip.js';

/** @typedef {Imported['skipped']} Skipped */

const IMPORT = ['into', 'noise'];

/**
 * Bytes of broken files that are examined in all, and the least that each one counts: a small zip may name a broken file thousands of
 * times.
 */
const [PATIENCE, BROKEN] = [4 * LIMITS.total, 1024 * 1024];

/**
 * Import and export of files.
 * @param {<R>(work: (tx: Tx) => Promise<R>) => Promise<R>} look
 * @param {<R>(work: (tx: Tx) => Promise<{ answer: R, paths: string[] }>) => Promise<R>} alter @param {number} maxBytes
 * @returns {Pick<Workspace, 'importFiles' | 'importZip' | 'exportZip'>}
 */
export function importing(look, alter, maxBytes) {
  /** @param {AsyncIterable<Source> | Iterable<Source>} sources @param {ImportOptions} options */
  const take = async (sources, { into, noise = false }) => {
    const folder = folderOf(into);
    const room = roomIn(await look(tx => tx.all('files')), maxBytes);
    const { edits, skipped } = await read(sources, folder && `${folder}/`, room, noise);
    return alter(async tx => {
      const answer = await put(tx, edits, skipped, maxBytes);
      return { answer, paths: [...answer.added, ...answer.replaced] };
    });
  };
  return {
    importFiles: async (files, options = {}) => {
      assertKnown(options, IMPORT, 'importFiles(files, options): ');
      return take(sourcesOf(files, options.noise), options);
    },
    importZip: async (zip, options = {}) => {
      assertKnown(options, IMPORT, 'importZip(zip, options): ');
      return take(await unpacked(zip), options);
    },
    exportZip: async () => packed(await look(async tx => {
      const files = await tx.all('files');
      return Promise.all(files.map(async ({ path, changedMs }) => ({ path, changedMs, bytes: bytesOf((await tx.get('contents', [path])).content) })));
    })),
  };
}

/**
 * Room that is left for imported files: `refuse` says why a file of this size does not fit, `take` counts it.
 * @param {import('./index.js').FileInfo[]} files @param {number} maxBytes
 */
function roomIn(files, maxBytes) {
  const sizes = new Map(files.map(({ path, size }) => [path, size]));
  let left = files.reduce((left, { size }) => left - size, maxBytes);
  return {
    /** @param {string} path */
    has: path => sizes.has(path),
    /** @param {string} path @param {number} size @returns {Skipped[number]['reason'] | undefined} */
    refuse(path, size) {
      if (!sizes.has(path) && sizes.size >= LIMITS.files) return 'too_many';
      return size - (sizes.get(path) ?? 0) > left ? 'quota' : undefined;
    },
    /** @param {string} path @param {number} size */
    take(path, size) {
      left -= size - (sizes.get(path) ?? 0);
      sizes.set(path, size);
    },
  };
}

/**
 * Reads the files that can be imported, outside the transaction, which would not stay open that long.
 * @param {AsyncIterable<Source> | Iterable<Source>} sources @param {string} folder @param {ReturnType<typeof roomIn>} room @param {boolean}
 * noise
 */
async function read(sources, folder, room, noise) {
  /** @type {Map<string, Edit>} */
  const edits = new Map();
  /** @type {Skipped} */
  const skipped = [];
  const heaps = new Set(); // folders of noise, each reported once
  let patience = PATIENCE;
  for await (const source of sources) {
    const place = placeOf(source.path); // within the chosen folder: the target folder `into` makes no file noise
    const heap = noise || place === undefined ? undefined : noiseIn(place);
    if (heap !== undefined) {
      if (!heaps.has(heap)) skipped.push({ path: heap, reason: 'noise' });
      heaps.add(heap);
      continue;
    }
    const path = place && placeOf(folder + place);
    const reason = path ? source.refused ?? refusal(path, source.size, edits) ?? room.refuse(path, source.size) : 'invalid_path';
    const bytes = reason || patience < 0 ? undefined : await source.bytes().catch(() => undefined);
    if (path && bytes) {
      room.take(path, bytes.length);
      edits.set(path, { path, content: contentOf(bytes), size: bytes.length });
    } else {
      if (!reason) patience -= Math.max(source.size, BROKEN);
      skipped.push({ path: source.path, reason: reason ?? 'broken' });
    }
  }
  return { edits: [...edits.values()], skipped };
}

/** @param {string} path */
function placeOf(path) {
  try {
    return pathOf(path);
  } catch {
    return undefined;
  }
}

/** @param {string} path @param {number} size @param {Map<string, Edit>} edits @returns {Skipped[number]['reason'] | undefined} */
function refusal(path, size, edits) {
  if (edits.has(path)) return 'twice';
  return size > LIMITS.imported ? 'too_large' : undefined;
}

/** @param {Tx} tx @param {Edit[]} edits @param {Skipped} skipped @param {number} maxBytes @returns {Promise<Imported>} */
async function put(tx, edits, skipped, maxBytes) {
  const files = await tx.all('files');
  const [room, grown] = [roomIn(files, maxBytes), tree(files.map(({ path }) => path))];
  const answer = { added: /** @type {string[]} */ ([]), replaced: /** @type {string[]} */ ([]), skipped };
  const taken = edits.filter(({ path, size }) => {
    const reason = grown.clashes(path) ? 'invalid_path' : room.refuse(path, size);
    if (reason) {
      skipped.push({ path, reason });
      return false;
    }
    (room.has(path) ? answer.replaced : answer.added).push(path);
    room.take(path, size);
    grown.add(path);
    return true;
  });
  if (taken.length) await change(tx, { kind: 'imported' }, taken);
  return answer;
}
