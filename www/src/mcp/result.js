// @ts-check
import { FILE_LIMITS } from '../files/limits.js';
import { withParts } from '../files/with-parts.js';
import { bytesOfBase64 } from '../checks/base64.js';

/**
 * The result of a tool: its structured content where it has some, its text where it has nothing else, else a list of its parts; beside it the images and
 * files that go to a model. What does not is named in the place of its bytes.
 * @param {{ structuredContent?: unknown, content?: any[] }} result
 */
export function resultOf(result) {
  const files = filesIn((result.content ?? []).flatMap(blobOf));
  const value = valueOf(result, new Set(files.map(({ from }) => from)));
  return files.length ? withParts(value, files.map(({ file }) => file), { otherwise: valueOf(result) }) : value;
}

/**
 * The contents of a resource, beside them the images and files that go to a model.
 * @param {any[]} contents
 */
export function readOf(contents) {
  const files = filesIn(contents.flatMap(resource => blobOf({ type: 'resource', resource })));
  const sent = new Set(files.map(({ from }) => from));
  const valueWith = (/** @type {Set<any>} */ files) => contents.map(resource => resourceOf(resource, files));
  return files.length ? withParts(valueWith(sent), files.map(({ file }) => file), { otherwise: valueWith(new Set()) }) : valueWith(sent);
}

/** Bytes of a result, and what has them. @typedef {{ from: any, file: File }} Sent */

/** The first of the files that go with one result. @param {{ from: any, mediaType: string, name: string, base64: string }[]} all @returns {Sent[]} */
function filesIn(all) {
  const isTaken = (/** @type {{ mediaType: string, base64: string }} */ { mediaType, base64 }) => FILE_LIMITS.types.includes(mediaType) && bytesIn(base64) <= FILE_LIMITS.bytes;
  const made = all.filter(isTaken).flatMap(({ from, mediaType, name, base64 }) => {
    const bytes = bytesOfBase64(base64);
    return bytes ? [{ from, file: new File([bytes], name, { type: mediaType }) }] : [];
  });
  return made.slice(0, FILE_LIMITS.files);
}

/** Bytes in a part of a result, as base64. @param {any} part */
function blobOf(part) {
  if (part.type === 'image' || part.type === 'audio') return [{ from: part, mediaType: part.mimeType, name: part.type, base64: part.data }];
  const { blob, mimeType, uri } = part.resource ?? {};
  return part.type === 'resource' && typeof blob === 'string' ? [{ from: part.resource, mediaType: mimeType, name: String(uri).split('/').at(-1) || 'file', base64: blob }] : [];
}

/** @param {{ structuredContent?: unknown, content?: any[] }} result @param {Set<any>} [sent] what goes to the model as a file */
function valueOf({ structuredContent, content = [] }, sent = new Set()) {
  if (structuredContent !== undefined) return structuredContent;
  return content.every(({ type }) => type === 'text') ? content.map(({ text }) => text).join('\n\n') : content.map(part => partOf(part, sent));
}

/** The words of a result that is an error. @param {{ content?: any[], structuredContent?: unknown }} result */
export function errorWordsOf(result) {
  const value = valueOf({ content: result.content });
  return typeof value === 'string' && value ? value : JSON.stringify(result.structuredContent ?? value);
}

/** @param {any} part @param {Set<any>} sent */
function partOf(part, sent) {
  if (part.type === 'text') return { text: part.text };
  if (part.type === 'resource') return resourceOf(part.resource, sent);
  if (part.type === 'resource_link') return { link: part.uri, name: part.name, ...(part.description && { description: part.description }) };
  if (sent.has(part)) return { file: part.type };
  return { left_out: part.mimeType ?? part.type, bytes: bytesIn(part.data) };
}

/** A part of a resource. @param {any} resource @param {Set<any>} sent */
function resourceOf(resource, sent) {
  const { uri, mimeType, text, blob } = resource;
  if (sent.has(resource)) return { uri, file: mimeType };
  return text === undefined ? { uri, left_out: mimeType ?? 'bytes', bytes: bytesIn(blob) } : { uri, text };
}

/** Number of bytes that a text in base64 stands for. @param {string} [data] */
const bytesIn = (data = '') => Math.floor(data.replace(/=+$/, '').length * 3 / 4);
