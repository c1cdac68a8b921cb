// @ts-check
import { unzipSync } from 'fflate';
import { ResumeTextError } from './error.js';

/** Most bytes that the parts of a file may unpack to. */
const MAX_UNPACKED = 100_000_000;

/** Name of the part with the text. Some programs write `document2.xml`. */
const DOCUMENT = /^word\/document\d*\.xml$/;

async function library() {
  try {
    const { default: mammoth } = await import('mammoth');
    return mammoth;
  } catch (error) {
    throw new ResumeTextError('not_installed', 'Word files need the package mammoth', error);
  }
}

/** Refuses an archive that is no Word file, or would unpack to too much: by the names and sizes that it states. @param {Uint8Array} bytes */
function checkParts(bytes) {
  /** @type {string[]} */
  const names = [];
  let size = 0;
  unzipSync(bytes, { filter: ({ name, originalSize }) => { names.push(name); size += originalSize; return false; } });
  if (!names.some(name => DOCUMENT.test(name))) throw new ResumeTextError('format', 'this file is a zip archive, but not a .docx file');
  if (size > MAX_UNPACKED) throw new ResumeTextError('too_large', 'this Word file unpacks to more than 100 MB');
}

/** @param {Uint8Array} bytes */
export async function docxText(bytes) {
  try {
    checkParts(bytes);
    const mammoth = await library();
    const arrayBuffer = /** @type {ArrayBuffer} */ (bytes.slice().buffer);
    // Mammoth reads `buffer` in Node and `arrayBuffer` in a browser.
    const { value } = await mammoth.extractRawText(/** @type {any} */ ({ arrayBuffer, buffer: arrayBuffer }));
    return value.replace(/\n{2}/g, '\n');
  } catch (error) {
    if (error instanceof ResumeTextError) throw error;
    throw new ResumeTextError('unreadable', 'this Word file cannot be read', error);
  }
}
