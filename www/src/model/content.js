// @ts-check
/** @import { ContentPart, FilePart, Message } from '../index.js' */
import { base64Of } from '../checks/base64.js';

/** @typedef {Message['content']} Content */

/** Whether a content is in the form of the package: a text, or a list of words and files. A list in the form of a server is not. @param {any} content @returns {content is Content} */
export const isContent = content => typeof content === 'string' || (Array.isArray(content) && content.every(part => typeof part?.kind === 'string'));

/** The words of a content. @param {Content} content */
export const wordsOf = content => (typeof content === 'string' ? content : content.flatMap(part => (part.kind === 'text' ? [part.text] : [])).join('\n\n'));

/** @param {Content} content @returns {FilePart[]} */
export const filesOf = content => (isContent(content) && typeof content !== 'string' ? /** @type {FilePart[]} */ (content.filter(({ kind }) => kind !== 'text')) : []);

/** Whether messages have images or files. @param {Message[]} messages */
export const hasFiles = messages => messages.some(({ content }) => filesOf(content).length > 0);

/** Contents as one: the files, then the words. @param {Content[]} contents @returns {Content} */
export function joinedContent(contents) {
  const text = contents.map(wordsOf).filter(Boolean).join('\n\n');
  const files = contents.flatMap(filesOf);
  return files.length ? [...files, ...(text ? [/** @type {ContentPart} */ ({ kind: 'text', text })] : [])] : text;
}

/** A content as servers with the interface of OpenAI take it. @param {Content} content */
export const asOpenAi = content => (isContent(content) && typeof content !== 'string' ? content.map(part => (part.kind === 'text' ? { type: 'text', text: part.text } : fileAsOpenAi(part))) : content);

/** @param {FilePart} part */
function fileAsOpenAi({ kind, mediaType, name, data = new Uint8Array() }) {
  const base64 = base64Of(data);
  const url = `data:${mediaType};base64,${base64}`;
  if (kind === 'image') return { type: 'image_url', image_url: { url } };
  if (mediaType.startsWith('audio/')) return { type: 'input_audio', input_audio: { data: base64, format: mediaType === 'audio/wav' ? 'wav' : 'mp3' } };
  return { type: 'file', file: { filename: name ?? 'file.pdf', file_data: url } };
}

/** Names of images and files in a request, and words that say that something is not taken. */
const OF_FILES = /image|vision|multi-?modal|audio|input_file|file_data|\bmedia\b|\bpdf\b|图片|图像|视觉|多模态/i;
const NOT_TAKEN = /not? (a )?(support|multi-?modal|able|accept|capab|vision)|unsupported|does(n't| not)|do(n't| not)|cannot|can't|unknown variant|expected|only (text|support)|no endpoints|invalid (content|type|value)|must be (a )?(string|text)|mmproj|不支持/i;

/** Whether a model refuses a request because it takes no images or files. @param {Message[]} messages @param {{ code: string, detail?: string }} error */
export const isBlind = (messages, { code, detail = '' }) => ['refused', 'server', 'no_model'].includes(code) && hasFiles(messages) && OF_FILES.test(detail) && NOT_TAKEN.test(detail);
