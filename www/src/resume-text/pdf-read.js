// @ts-check
import { ResumeTextError } from './error.js';
import { pageText } from './layout.js';
import { checkStreams } from './pdf-streams.js';

/** @import { ResumeNote } from './index.d.ts' */
/** @import { Piece } from './layout.js' */
/** @typedef {{ cMapUrl?: string, maxPages: number, maxCharacters: number }} Limits */

/** Most pieces of text in a file: a full page has some hundred. */
const MOST_PIECES = 200_000;

/**
 * PDF.js, with its worker's code in this thread, so that no page needs its worker file.
 */
async function library() {
  try {
    const [pdfjs, worker] = await Promise.all([
      import('pdfjs-dist/legacy/build/pdf.mjs'),
      // @ts-expect-error: it has no types
      import('pdfjs-dist/legacy/build/pdf.worker.mjs'),
    ]);
    /** @type {any} */ (globalThis).pdfjsWorker ??= worker;
    return pdfjs;
  } catch (error) {
    throw new ResumeTextError('not_installed', 'PDF files need the package pdfjs-dist', error);
  }
}

/**
 * The text of a PDF. @param {Uint8Array} bytes @param {Limits} limits @param {(done: { page: number, pages: number }) => void} report called before each page; what it throws ends the work
 * @returns {Promise<{ text: string, notes: ResumeNote[] }>}
 */
export async function readPdf(bytes, { cMapUrl, maxPages, maxCharacters }, report) {
  checkStreams(bytes);
  const pdfjs = await library();
  const cMaps = cMapUrl ? { cMapUrl, cMapPacked: true } : {};
  const loading = pdfjs.getDocument({ data: bytes.slice(), isEvalSupported: false, useSystemFonts: false, stopAtErrors: false, verbosity: 0, ...cMaps });
  try {
    const file = await loading.promise;
    if (file.numPages > maxPages) throw new ResumeTextError('too_large', `this PDF has ${file.numPages} pages; allowed are ${maxPages}`);
    const pages = [];
    const left = { pieces: MOST_PIECES, characters: maxCharacters };
    for (let page = 1; page <= file.numPages; page += 1) {
      report({ page, pages: file.numPages });
      pages.push(await textOf(await file.getPage(page), left));
    }
    const blank = pages.filter(text => !text.trim()).length;
    return { text: pages.join('\n'), notes: blank && blank < pages.length ? [{ code: 'pages_without_text', count: blank }] : [] };
  } catch (error) {
    if (error instanceof ResumeTextError) throw error;
    const { name } = /** @type {Error} */ (error);
    if (name === 'AbortError') throw error;
    if (name === 'PasswordException') throw new ResumeTextError('password', 'this PDF asks for a password', error);
    throw new ResumeTextError('unreadable', 'this PDF cannot be read', error);
  } finally {
    await loading.destroy();
  }
}

/** The text of a page, as long as the limits allow. @param {any} page @param {{ pieces: number, characters: number }} left */
async function textOf(page, left) {
  const reader = page.streamTextContent({ disableNormalization: false }).getReader();
  /** @type {any[]} */
  const items = [];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return placed(items);
    for (const item of value.items) {
      left.pieces -= 1;
      left.characters -= item.str?.length ?? 0;
      items.push(item);
    }
    if (left.pieces >= 0 && left.characters >= 0) continue;
    throw new ResumeTextError('too_large', 'this PDF has more text than is read');
  }
}

/** The items in the order of the page; those that are turned come last, as the file draws them. @param {any[]} items */
function placed(items) {
  /** @type {Piece[]} */
  const pieces = [];
  let turned = '';
  items.forEach(({ str = '', transform = [1, 0, 0, 1, 0, 0], width = 0, hasEOL }, order) => {
    const [a, b, c, d, x, y] = transform;
    const isUpright = Math.abs(b) <= 0.01 * Math.abs(a) && a > 0;
    if (!isUpright) turned += str + (hasEOL ? '\n' : '');
    else if (str.trim()) pieces.push({ text: str, x, end: x + width, y, size: Math.hypot(c, d) || 1, order });
  });
  return [pageText(pieces), turned.trim()].filter(Boolean).join('\n');
}
