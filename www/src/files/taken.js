// @ts-check
/** @import { FilePart, Lang } from '../index.js' */
import { Refusal } from '../errors.js';
import { sizeText } from '../checks/limits.js';
import { sha256Of } from '../checks/sha256.js';
import { inLang } from '../checks/text.js';
import { words } from '../messages.js';
import { FILE_LIMITS, IMAGES, LONGEST_SIDE, OTHERS } from './limits.js';

/**
 * Files that a caller gives, as references and bytes. A reference of the session itself stays as it is.
 * @param {readonly (Blob | FilePart)[]} given @param {Lang} lang
 * @returns {Promise<{ parts: FilePart[], blobs: Record<string, Uint8Array<ArrayBuffer>> }>}
 */
export async function filesOf(given, lang) {
  if (given.length > FILE_LIMITS.files) throw refusal('too_many_files', lang, { limit: String(FILE_LIMITS.files), found: String(given.length) });
  /** @type {Record<string, Uint8Array<ArrayBuffer>>} */
  const blobs = {};
  /** @type {FilePart[]} */
  const parts = [];
  for (const one of given) {
    if (!(one instanceof Blob)) {
      parts.push(one);
      continue;
    }
    const { part, bytes } = await fileOf(one, lang);
    parts.push(part);
    blobs[part.sha256] = bytes;
  }
  return { parts, blobs };
}

/** @param {Blob} blob @param {Lang} lang @returns {Promise<{ part: FilePart, bytes: Uint8Array<ArrayBuffer> }>} */
async function fileOf(blob, lang) {
  const name = /** @type {Partial<File>} */ (blob).name || undefined;
  const about = { name: name ?? blob.type, limit: sizeText(FILE_LIMITS.bytes), found: sizeText(blob.size), type: blob.type || '?' };
  if (blob.size > FILE_LIMITS.bytes) throw refusal('file_too_large', lang, about);
  const isImage = blob.type.startsWith('image/');
  if (!isImage && !OTHERS.includes(blob.type)) throw refusal('file_type', lang, { ...about, limit: FILE_LIMITS.types.join(', ') });
  const kept = isImage ? await withoutFacts(blob).catch(cause => { throw refusal('bad_image', lang, about, cause); }) : blob;
  if (isImage && !IMAGES.includes(kept.type)) throw refusal('file_type', lang, { ...about, limit: FILE_LIMITS.types.join(', ') });
  const bytes = new Uint8Array(await kept.arrayBuffer());
  /** @type {FilePart} */
  const part = { kind: isImage ? 'image' : 'file', sha256: await sha256Of(bytes), mediaType: kept.type, ...(name && { name }), bytes: bytes.length };
  return { part, bytes };
}

/**
 * The image drawn anew, upright and no larger than models look at: what a camera writes beside it (place, time, device) is gone. Where there is no
 * canvas, as on a server, it stays as it is.
 * @param {Blob} blob @returns {Promise<Blob>}
 */
async function withoutFacts(blob) {
  if (typeof OffscreenCanvas === 'undefined' || typeof createImageBitmap === 'undefined') return blob;
  const picture = await createImageBitmap(blob);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width, picture.height].map(side => Math.max(1, Math.round(side * scale)));
  const canvas = new OffscreenCanvas(width, height);
  /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d')).drawImage(picture, 0, 0, width, height);
  picture.close();
  const type = blob.type === 'image/jpeg' || !IMAGES.includes(blob.type) ? 'image/jpeg' : 'image/png';
  return canvas.convertToBlob({ type, quality: 0.9 });
}

/** @param {string} code @param {Lang} lang @param {Record<string, string>} about @param {unknown} [cause] */
const refusal = (code, lang, about, cause) => Object.assign(new Refusal(code, inLang(words(code, about), lang)), cause ? { cause } : {});
