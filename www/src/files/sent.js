// @ts-check
/** @import { ContentPart, FilePart, Lang, Message } from '../index.js' */
import { ownLang } from '../checks/lang.js';
import { MOST_SENT, SENT_BYTES } from './limits.js';

/** Words in the place of a file that is not sent. */
const INSTEAD = {
  en: { old: 'was sent here earlier and is left out now: too many files', lost: 'was sent here; its bytes are lost' },
  zh: { old: '之前发过，因文件太多现已略去', lost: '发过，但文件内容已丢失' },
};

/**
 * Messages as a model gets them: each file with its bytes. Where there are too many, the oldest ones are left out, and words say so.
 * @param {Message[]} messages @param {(part: FilePart) => Promise<Uint8Array<ArrayBuffer> | undefined>} bytesOf @param {Lang} lang @returns {Promise<Message[]>}
 */
export async function withBytes(messages, bytesOf, lang) {
  if (messages.every(({ content }) => typeof content === 'string')) return messages;
  const sent = newest(messages);
  const fill = async (/** @type {ContentPart} */ part) => {
    if (part.kind === 'text') return part;
    if (!sent.has(part)) return instead(part, 'old', lang);
    const data = await bytesOf(part);
    return data ? { ...part, data } : instead(part, 'lost', lang);
  };
  return Promise.all(messages.map(async message => (typeof message.content === 'string' ? message : { ...message, content: await Promise.all(message.content.map(fill)) })));
}

/** The newest files that fit into one request. @param {Message[]} messages @returns {Set<ContentPart>} */
function newest(messages) {
  const sent = new Set();
  let bytes = 0;
  for (const part of messages.flatMap(filesIn).reverse()) {
    bytes += part.bytes;
    if (sent.size >= MOST_SENT || bytes > SENT_BYTES) break;
    sent.add(part);
  }
  return sent;
}

/** Files of a message. @param {Message} message @returns {FilePart[]} */
const filesIn = ({ content }) => (typeof content === 'string' ? [] : /** @type {FilePart[]} */ (content.filter(({ kind }) => kind !== 'text')));

/** @param {FilePart} part @param {'old' | 'lost'} why @param {Lang} lang @returns {ContentPart} */
const instead = ({ name, mediaType }, why, lang) => ({ kind: 'text', text: `[${JSON.stringify(name ?? mediaType)} ${INSTEAD[ownLang(lang)][why]}]` });
