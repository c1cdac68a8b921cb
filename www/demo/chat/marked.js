import { html } from 'lit-html';

/** @typedef {import('../../../crates/wasm-session/types.d.ts').Repair} Repair */

/** The raw reply with every repair marked. @param {string} raw @param {Pick<Repair, 'offset' | 'length'>[]} repairs */
export function marked(raw, repairs) {
  const parts = [];
  let at = 0;
  for (const { offset, length } of [...repairs].sort((a, b) => a.offset - b.offset)) {
    if (offset < at) continue;
    parts.push(raw.slice(at, offset), html`<mark>${raw.slice(offset, offset + length) || '‸'}</mark>`);
    at = offset + length;
  }
  return [...parts, raw.slice(at)];
}
