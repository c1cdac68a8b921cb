/** Fields of a guide reply that are shown while they grow, by their place in the reply. */
const FIELDS = { '/reply_to_user': 'text', '/thought': 'thought', '/draft_content': 'draft', '/say': 'text', '/speak': 'text' }

const EMPTY = { text: '', thought: '', draft: '', reasoning: '' }

/** @param {typeof EMPTY} live @param {import('../../src/wasm/types.d.ts').Patch} patch */
function patched(live, { path, append, set }) {
  if (path === '') return { ...EMPTY, reasoning: live.reasoning, ...whole(set) }
  const field = FIELDS[path]
  if (!field) return live
  if (append !== undefined) return { ...live, [field]: live[field] + append }
  return { ...live, [field]: typeof set === 'string' ? set : '' }
}

/** The fields of a reply that was replaced as a whole. */
function whole(value) {
  const entries = Object.entries(FIELDS).map(([path, field]) => [field, value?.[path.slice(1)]])
  return Object.fromEntries(entries.filter(([, text]) => typeof text === 'string'))
}

/**
 * What a streamed reply holds after one more piece.
 * @param {typeof EMPTY | null} live
 * @param {{ patches?: import('../../src/wasm/types.d.ts').Patch[], reasoning?: string }} piece
 */
export function streamed(live, { patches = [], reasoning = '' }) {
  const grown = patches.reduce(patched, live ?? EMPTY)
  return reasoning ? { ...grown, reasoning: grown.reasoning + reasoning } : grown
}
