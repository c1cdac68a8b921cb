// @ts-check
import { callPage } from '../callback.js';
import { ResumeTextError } from './error.js';

/** @import { ResumeTextOptions } from './index.d.ts' */

/**
 * PDF.js, with its worker's code in this thread: a resume is short, and no page needs a worker file or a rule for one in its
 * Content-Security-Policy.
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

/** @param {Uint8Array} bytes @param {ResumeTextOptions & { maxPages: number }} options */
export async function pdfText(bytes, { onProgress, signal, cMapUrl, maxPages }) {
  const pdfjs = await library();
  const cMaps = cMapUrl ? { cMapUrl, cMapPacked: true } : {};
  const loading = pdfjs.getDocument({ data: bytes.slice(), isEvalSupported: false, useSystemFonts: false, stopAtErrors: false, verbosity: 0, ...cMaps });
  try {
    const file = await loading.promise;
    if (file.numPages > maxPages) throw new ResumeTextError('too_large', `this PDF has ${file.numPages} pages; allowed are ${maxPages}`);
    const pages = [];
    for (let page = 1; page <= file.numPages; page += 1) {
      signal?.throwIfAborted();
      if (onProgress) callPage(() => onProgress({ page, pages: file.numPages }));
      pages.push(lines((await (await file.getPage(page)).getTextContent()).items));
    }
    return pages.join('\n');
  } catch (error) {
    if (error instanceof ResumeTextError || signal?.aborted) throw error;
    const { name } = /** @type {Error} */ (error);
    if (name === 'PasswordException') throw new ResumeTextError('password', 'this PDF asks for a password', error);
    throw new ResumeTextError('unreadable', 'this PDF cannot be read', error);
  } finally {
    await loading.destroy();
  }
}

/** The lines of a page, in the order in which the file draws them. @param {any[]} items */
const lines = items => items.map(({ str = '', hasEOL }) => str + (hasEOL ? '\n' : '')).join('');
