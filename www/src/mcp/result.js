// @ts-check

/**
 * The value of a result: its structured content where it has some, its text where it has nothing else, else a list of its parts. What a model of text cannot take is
 * named in the place of its bytes.
 * @param {{ structuredContent?: unknown, content?: any[] }} result
 */
export function valueOf({ structuredContent, content = [] }) {
  if (structuredContent !== undefined) return structuredContent;
  return content.every(({ type }) => type === 'text') ? content.map(({ text }) => text).join('\n\n') : content.map(partOf);
}

/** The words of a result that is an error. @param {{ content?: any[], structuredContent?: unknown }} result */
export function errorWordsOf(result) {
  const value = valueOf({ content: result.content });
  return typeof value === 'string' && value ? value : JSON.stringify(result.structuredContent ?? value);
}

/** @param {any} part */
function partOf(part) {
  if (part.type === 'text') return { text: part.text };
  if (part.type === 'resource') return resourceOf(part.resource);
  if (part.type === 'resource_link') return { link: part.uri, name: part.name, ...(part.description && { description: part.description }) };
  return { left_out: part.mimeType ?? part.type, bytes: bytesIn(part.data) };
}

/** A part of a resource. @param {any} resource */
export function resourceOf({ uri, mimeType, text, blob }) {
  return text === undefined ? { uri, left_out: mimeType ?? 'bytes', bytes: bytesIn(blob) } : { uri, text };
}

/** Number of bytes that a text in base64 stands for. @param {string} [data] */
const bytesIn = (data = '') => Math.floor(data.replace(/=+$/, '').length * 3 / 4);
