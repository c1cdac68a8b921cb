import { html } from 'lit-html';
import { repairs } from '../reading/reading.js';
import * as state from '../state.js';

function classes(index, isGap) {
  const { kind, lossless = false } = repairs.value[index] ?? {};
  const look = kind === 'prose' ? 'mark-prose' : lossless ? 'mark-lossless' : 'mark-lossy';
  return `${look} ${isGap ? 'mark-gap' : ''} ${index === state.active.value ? 'mark-active' : ''}`;
}

/**
 * A repair's mark in the text; for a missing character, a mark without width.
 * @param {number} index index of the repair @param {string} text
 */
export const mark = (index, text) => html`<mark class=${classes(index, text === '')} data-repair=${index}>${text}</mark>`;
