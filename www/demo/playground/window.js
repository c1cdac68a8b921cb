import { signal } from '@preact/signals-core';
import { html } from 'lit-html';
import { createRef, ref } from 'lit-html/directives/ref.js';

/** Height of a line in CSS pixels, the same as in the style sheet. */
const LINE = 20;

/** Number of lines on the page at once, and the number of lines by which they move. */
const ROOM = 75;
const STEP = 25;

/**
 * A long list of which only the lines around the visible part are on the page.
 * @param {string} name  name for tests
 */
export function lineWindow(name) {
  const first = signal(0);
  const box = createRef();
  const follow = () => { first.value = Math.max(0, Math.floor(box.value.scrollTop / LINE / STEP) * STEP - STEP); };
  return {
    /** Scrolls a line to the middle, unless it is visible. @param {number} index */
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
