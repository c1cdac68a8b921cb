// @ts-check
import { callPage } from '../callback.js';
import { docxText } from './docx.js';
import { ResumeTextError } from './error.js';
import { kindOf, plainText } from './kind.js';
import { pdfText } from './pdf.js';

export { ResumeTextError };

/** @type {typeof import('./index.d.ts').resumeText} */
export async function resumeText(file, { onProgress, signal, cMapUrl, maxBytes = 10_000_000, maxPages = 30 } = {}) {
  const size = file instanceof Uint8Array ? file.length : file.size;
  if (size > maxBytes) throw new ResumeTextError('too_large', `this file has ${size} bytes; allowed are ${maxBytes}`);
  const bytes = file instanceof Uint8Array ? file : new Uint8Array(await file.arrayBuffer());
  signal?.throwIfAborted();
  const kind = kindOf(bytes);
  if (kind !== 'pdf' && onProgress) callPage(() => onProgress({ page: 1, pages: 1 }));
  const text = kind === 'pdf' ? await pdfText(bytes, { onProgress, signal, cMapUrl, maxPages }) : kind === 'docx' ? await docxText(bytes) : plainText(bytes);
  signal?.throwIfAborted();
  const tidied = tidy(text);
  if (!tidied) throw new ResumeTextError('no_text', 'this file has no text; a scan would have to be recognised first');
  return { text: tidied, kind };
}

/** Composed letters, `\n` for line ends, no control characters, no space at the ends of lines, at most one empty line. @param {string} text */
const tidy = text => text
  .normalize('NFC')
  .replace(/\r\n?|\f|\v/g, '\n')
  .replace(/[^\P{Cc}\t\n]|\p{Co}|\uFEFF/gu, '')
  .replace(/[^\S\n]+$/gm, '')
  .replace(/\n{3,}/g, '\n\n')
  .trim();
