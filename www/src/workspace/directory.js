// @ts-check
import { WorkspaceError } from './error.js';

/** @typedef {{ path: string, folder: boolean, symlink: boolean, encrypted: boolean, method: number, crc: number, size: number, packed: Uint8Array }} Entry */

const [END, ENTRY, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50];
const [END_SIZE, ENTRY_SIZE, LOCAL_SIZE] = [22, 46, 30];
const LONGEST_COMMENT = 0xffff;

/**
 * Encodings of names, in the order of trying them. Names that are not UTF-8 are Chinese in most zips that carry no mark, else Western
 * European.
 */
const LETTERS = ['utf-8', 'gb18030', 'windows-1252'].map(label => new TextDecoder(label, { fatal: true }));

/**
 * The table of contents at the end of a zip, with links and checksums that unpacking alone does not show. Zips of 4 GB and more are not
 * supported.
 * @param {Uint8Array} zip @returns {Entry[]}
 */
export function entriesOf(zip) {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  try {
    const end = endOf(view);
    /** @type {Entry[]} */
    const entries = [];
    let at = view.getUint32(end + 16, true);
    for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
      if (view.getUint32(at, true) !== ENTRY) throw new RangeError('no entry here');
      const [name, extra, comment] = [28, 30, 32].map(field => view.getUint16(at + field, true));
      entries.push(entryAt(zip, view, at, zip.subarray(at + ENTRY_SIZE, at + ENTRY_SIZE + name)));
      at += ENTRY_SIZE + name + extra + comment;
    }
    return entries;
  } catch (error) {
    throw new WorkspaceError('not_zip', { cause: error });
  }
}

/** @param {DataView} view */
function endOf(view) {
  const first = Math.max(0, view.byteLength - END_SIZE - LONGEST_COMMENT);
  for (let at = view.byteLength - END_SIZE; at >= first; at -= 1) {
    if (view.getUint32(at, true) === END) return at;
  }
  throw new RangeError('no end of a directory');
}

/** @param {Uint8Array} zip @param {DataView} view @param {number} at @param {Uint8Array} name @returns {Entry} */
function entryAt(zip, view, at, name) {
  const path = textOf(name);
  const local = view.getUint32(at + 42, true);
  if (view.getUint32(local, true) !== LOCAL) throw new RangeError('no file here');
  const start = local + LOCAL_SIZE + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const mode = view.getUint32(at + 38, true) >>> 16; // Unix file mode, if the zip was made on Unix
  return {
    path,
    folder: /[\\/]$/.test(path),
    symlink: (mode & 0xf000) === 0xa000,
    encrypted: (view.getUint16(at + 8, true) & 1) === 1,
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    size: view.getUint32(at + 24, true),
    packed: zip.subarray(start, start + view.getUint32(at + 20, true)),
  };
}

/** @param {Uint8Array} name */
function textOf(name) {
  for (const letters of LETTERS) {
    try {
      return letters.decode(name);
    } catch {
      // try the next encoding
    }
  }
  return '';
}
