import { signal } from '@preact/signals-core';
import { html } from 'lit-html';
import { createRef, ref } from 'lit-html/directives/ref.js';

/** Height of a line, in CSS pixels, as the style sheet has it. */
const LINE = 20;

/** Lines in the page at once, and by how many of them they move on. */
const ROOM = 75;
const STEP = 25;

/**
 * A long list of lines of which only those around the view are in the page.
 * @param {string} name  for tests
 */
export function lineWindow(name) {
  const first = signal(0);
  const box = createRef();
  const follow = () => { first.value = Math.max(0, Math.floor(box.value.scrollTop / LINE / STEP) * STEP - STEP); };
  return {
    /** Scrolls a line to the middle, unless it is in view. @param {number} index */
    show(index) {
      const { scrollTop, clientHeight } = box.value;
      if (index * LINE >= scrollTop && (index + 1) * LINE <= scrollTop + clientHeight) return;
      box.value.scrollTop = (index + 0.5) * LINE - clientHeight / 2;
      follow();
    },
    /** @param {number} count @param {(index: number) => unknown} line @param {string} label */
    view(count, line, label) {
      const from = Math.min(first.value, Math.max(0, count - ROOM));
      const shown = Array.from({ length: Math.min(ROOM, count - from) }, (_, index) => html`<div class="line-row">${line(from + index)}</div>`);
      return html`
        <div class="lines" data-testid=${name} tabindex="0" role="region" aria-label=${label} @scroll=${follow} ${ref(box)}>
          <div class="lines-space" .style=${`height: ${count * LINE}px`}><div class="lines-shown" .style=${`transform: translateY(${from * LINE}px)`}>${shown}</div></div>
        </div>`;
    },
  };
}
