// @ts-check
/** @import { Source } from './sources.js' */
import { entriesOf } from './directory.js';
import { must } from '../checks/assert-option.js';
import { WorkspaceError } from './error.js';
import { LIMITS } from './limits.js';

/** Packed bytes that are unpacked at a time: their contents fit into memory, whatever the zip claims. */
const PIECE = 4_096;
const [STORED, DEFLATED] = [0, 8];
/** Largest zip in bytes. */
const MOST = LIMITS.total * 2;

/** The files of a zip, each unpacked on demand. @param {Uint8Array | ArrayBuffer | Blob} zip @returns {Promise<Source[]>} */
export async function unpacked(zip) {
  must(zip instanceof Blob || zip instanceof ArrayBuffer || zip instanceof Uint8Array, 'importZip(zip)', 'a Blob or bytes');
  if ((zip instanceof Blob ? zip.size : zip.byteLength) > MOST) throw new WorkspaceError('quota');
  const bytes = new Uint8Array(zip instanceof Blob ? await zip.arrayBuffer() : zip);
  const fflate = await import('fflate');
  return entriesOf(bytes).filter(({ folder }) => !folder).map(entry => ({
    path: entry.path,
    size: entry.size,
    refused: refusal(entry),
    bytes: async () => unpack(fflate, entry),
  }));
}

/** @param {import('./directory.js').Entry} entry */
function refusal({ symlink, encrypted, method }) {
  if (symlink) return 'symlink';
  if (encrypted) return 'encrypted';
  return method === STORED || method === DEFLATED ? undefined : 'unsupported';
}

/**
 * Unpacks a file, and stops as soon as there is more than its entry says: a small zip may unpack to more than any memory holds.
 * @param {typeof import('fflate')} fflate @param {import('./directory.js').Entry} entry
 */
function unpack(fflate, { packed, method, size, crc }) {
  const out = method === STORED ? packed : new Uint8Array(size);
  let length = method === STORED ? packed.length : 0;
  if (method === DEFLATED) {
    const inflate = new fflate.Inflate(piece => {
      if (length + piece.length > size) throw new RangeError('more than was said');
      out.set(piece, length);
      length += piece.length;
    });
    for (let at = 0; at === 0 || at < packed.length; at += PIECE) inflate.push(packed.subarray(at, at + PIECE), at + PIECE >= packed.length);
  }
  if (length !== size || sumOf(fflate, out) !== crc) throw new RangeError('not what was packed');
  return out;
}

/** @param {typeof import('fflate')} fflate @param {Uint8Array} bytes */
function sumOf(fflate, bytes) {
  const pass = new fflate.ZipPassThrough('');
  pass.ondata = () => {};
  pass.push(bytes, true);
  return pass.crc >>> 0;
}

/** @param {{ path: string, changedMs: number, bytes: Uint8Array }[]} files @returns {Promise<Uint8Array>} */
export async function packed(files) {
  const { Zip, ZipDeflate } = await import('fflate');
  /** @type {BlobPart[]} */
  const pieces = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(/** @type {BlobPart} */ (piece));
  });
  for (const { path, changedMs, bytes } of files) {
    const file = new ZipDeflate(path, { level: 6 });
    file.mtime = changedMs;
    zip.add(file);
    file.push(bytes, true);
  }
  zip.end();
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
