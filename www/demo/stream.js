/** Fields of a reply that are shown while they grow, by their place in the reply. */
const FIELDS = { '/reply_to_user': 'text', '/thought': 'thought', '/draft_content': 'draft', '/say': 'text', '/speak': 'text', '/question': 'text', '/reply': 'text', '/content': 'content' };

const EMPTY = { call: 0, text: '', thought: '', draft: '', content: '', reasoning: '' };

/** @param {typeof EMPTY} live @param {import('../../src/wasm/types.d.ts').Patch} patch */
function patched(live, { path, append, set }) {
  if (path === '') return { ...EMPTY, call: live.call, reasoning: live.reasoning, ...whole(set) };
  const field = FIELDS[path];
  if (!field) return live;
  if (append !== undefined) return { ...live, [field]: live[field] + append };
  return { ...live, [field]: typeof set === 'string' ? set : '' };
}

/** The fields of a reply that was replaced as a whole. */
function whole(value) {
  const entries = Object.entries(FIELDS).map(([path, field]) => [field, value?.[path.slice(1)]]);
  return Object.fromEntries(entries.filter(([, text]) => typeof text === 'string'));
}

/**
 * What a streamed reply holds after one more piece; a piece of another call begins anew.
 * @param {typeof EMPTY | null} live
 * @param {import('../src/index.js').StreamPiece} piece
 */
export function streamed(live, { call, patches, reasoning }) {
  const grown = patches.reduce(patched, live?.call === call ? live : { ...EMPTY, call });
  return reasoning ? { ...grown, reasoning: grown.reasoning + reasoning } : grown;
}
