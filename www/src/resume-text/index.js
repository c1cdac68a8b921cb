// @ts-check
import { runCallback } from '../page/run-callback.js';
import { assertKnown } from '../checks/assert-option.js';
import { ResumeTextError } from './error.js';
import { kindOf, plainText } from './kind.js';
import { tidied } from './tidy.js';

export { ResumeTextError };

/** @typedef {import('./index.d.ts').ResumeTextOptions} Options */

const DEFAULTS = { maxBytes: 10_000_000, maxPages: 30, maxCharacters: 1_000_000, timeoutMs: 20_000 };

/** @type {typeof import('./index.d.ts').resumeText} */
export async function resumeText(file, options = {}) {
  assertKnown(options, ['onProgress', 'signal', 'worker', 'cMapUrl', ...Object.keys(DEFAULTS)], 'resumeText(file, options): ');
  const limits = { ...DEFAULTS, ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) };
  const size = file instanceof Uint8Array ? file.length : file.size;
  if (size > limits.maxBytes) throw new ResumeTextError('too_large', `this file has ${size} bytes; allowed are ${limits.maxBytes}`);
  const bytes = file instanceof Uint8Array ? file : new Uint8Array(await file.arrayBuffer());
  options.signal?.throwIfAborted();
  const kind = kindOf(bytes);
  const read = await readers[kind](bytes, { ...options, ...limits });
  options.signal?.throwIfAborted();
  if (read.text.length > limits.maxCharacters) throw new ResumeTextError('too_large', `this file has ${read.text.length} characters of text; allowed are ${limits.maxCharacters}`);
  const { text, notes } = tidied(read.text);
  if (!text) throw new ResumeTextError('no_text', 'this file has no text; a scan would have to be recognised first');
  return { text, kind, notes: [...read.notes, ...notes] };
}

/** Reader of each kind; what a kind needs is loaded with it. @type {Record<'pdf' | 'docx' | 'text', (bytes: Uint8Array, options: any) => Promise<{ text: string, notes: import('./index.d.ts').ResumeNote[] }>>} */
const readers = {
  pdf: async (bytes, options) => (await import('./pdf.js')).pdfText(bytes, options),
  async docx(bytes, options) {
    const { docxText } = await import('./docx.js');
    tellOnly(options);
    return docxText(bytes);
  },
  async text(bytes, options) {
    tellOnly(options);
    return { text: plainText(bytes), notes: [] };
  },
};

/** Tells that the only page is read. @param {Options} options */
function tellOnly({ onProgress }) {
  if (onProgress) runCallback(() => onProgress({ page: 1, pages: 1 }));
}
