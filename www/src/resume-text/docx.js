// @ts-check
import { Unzip, UnzipInflate, unzipSync } from 'fflate';
import { ResumeTextError } from './error.js';
import { bodyOf, relationsOf } from './word.js';

/** @typedef {import('./index.d.ts').ResumeNote} ResumeNote */

/** Most bytes that the parts with text may unpack to. They are counted while they are unpacked: what the archive states is not believed. */
const MOST_UNPACKED = 10_000_000;

/** Most parts of an archive. */
const MOST_PARTS = 5_000;

/** Bytes that are unpacked at once: at most a thousand times as many come out. */
const STEP = 1_024;

/** Name of the part with the text. Some programs write `document2.xml`. */
const DOCUMENT = /^word\/document\d*\.xml$/;

/** Parts that are read. */
const PART = /^word\/(?:_rels\/document\d*\.xml\.rels|(?:document|header|footer|footnotes|endnotes|comments|settings|styles)\d*\.xml)$/;

/** Name of the document part, by the archive's list. @param {Uint8Array} bytes */
function documentIn(bytes) {
  /** @type {string[]} */
  const names = [];
  unzipSync(bytes, { filter: ({ name }) => { names.push(name); return false; } });
  if (names.length > MOST_PARTS) throw new ResumeTextError('too_large', `this file has ${names.length} parts; allowed are ${MOST_PARTS}`);
  const name = names.find(one => DOCUMENT.test(one));
  if (!name) throw new ResumeTextError('format', 'this file is a zip archive, but not a .docx file');
  return name;
}

/** The parts with text, unpacked. @param {Uint8Array} bytes @returns {Map<string, string>} */
function partsOf(bytes) {
  /** @type {Map<string, string>} */
  const parts = new Map();
  let size = 0;
  const unzip = new Unzip(file => {
    if (!PART.test(file.name) || parts.has(file.name)) return;
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let text = '';
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      size += chunk.length;
      if (size > MOST_UNPACKED) throw new ResumeTextError('too_large', `this Word file unpacks to more than ${MOST_UNPACKED} bytes`);
      text += decoder.decode(chunk, { stream: !isLast });
      if (isLast) parts.set(file.name, text);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < bytes.length; at += STEP) unzip.push(bytes.subarray(at, at + STEP), at + STEP >= bytes.length);
  return parts;
}

/** @param {Uint8Array} bytes @returns {{ text: string, notes: ResumeNote[] }} */
export function docxText(bytes) {
  try {
    return read(bytes);
  } catch (error) {
    if (error instanceof ResumeTextError) throw error;
    throw new ResumeTextError('unreadable', 'this Word file cannot be read', error);
  }
}

/** The headers, the text, the notes at its end, and the footers. @param {Uint8Array} bytes */
function read(bytes) {
  const name = documentIn(bytes);
  const parts = partsOf(bytes);
  const document = parts.get(name);
  if (document === undefined) throw new Error('the part with the text is missing or broken');
  const hidden = hiddenStyles(parts.get('word/styles.xml') ?? '');
  const body = bodyOf(document, hidden);
  const targets = relationsOf(parts.get(name.replace('word/', 'word/_rels/').concat('.rels')) ?? '');
  const isShown = (/** @type {string} */ type) => type === 'default' || (type === 'first' ? body.hasFirst : /<\w*:?evenAndOddHeaders\b/.test(parts.get('word/settings.xml') ?? ''));
  const shown = body.edges.filter(({ type }) => isShown(type));
  const edge = (/** @type {string} */ kind) => [...new Set(shown.filter(one => one.kind === kind).map(({ id }) => `word/${targets.get(id)}`))];
  const others = [...edge('header'), name, 'word/footnotes.xml', 'word/endnotes.xml', ...edge('footer')].flatMap(part => {
    const xml = parts.get(part);
    return xml === undefined ? [] : [part === name ? body : bodyOf(xml, hidden)];
  });
  const texts = others.map(({ lines }) => lines.join('\n')).filter(text => text.trim());
  const comments = bodyOf(parts.get('word/comments.xml') ?? '', hidden).lines.filter(line => line.trim()).length;
  return { text: [...new Set(texts)].join('\n'), notes: notesOf(others, comments) };
}

/** Names of the styles whose text is hidden. @param {string} xml */
const hiddenStyles = xml => new Set(xml.split('</w:style>').flatMap(style => (/<w:vanish\s*\/>/.test(style) ? /w:styleId="([^"]*)"/.exec(style)?.[1] ?? [] : [])));

/** Notes about all parts that are left out. @param {ReturnType<typeof bodyOf>[]} bodies @param {number} comments @returns {ResumeNote[]} */
function notesOf(bodies, comments) {
  const sum = (/** @type {'hidden' | 'deleted' | 'pictures'} */ name) => bodies.reduce((total, body) => total + body.left[name], 0);
  const counts = /** @type {const} */ ([['hidden', sum('hidden')], ['deleted', sum('deleted')], ['pictures', sum('pictures')], ['comments', comments]]);
  return counts.flatMap(([code, count]) => (count ? [{ code, count }] : []));
}
