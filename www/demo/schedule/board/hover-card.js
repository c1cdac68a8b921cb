import { effect } from '@preact/signals-core';
import { html, render } from 'lit-html';
import { entryFacts } from '../entry-facts.js';
import * as state from '../state.js';

/** @import { Entry } from '../entries.js' */

/** Milliseconds that the mouse rests on an entry before its card comes, and that it may take from the entry to the card. */
const REST = 300;

/** Pixels between an entry and its card, and between the card and the edge of the window. */
const GAP = 4;

/** Left and top edge of a card: beside its entry if there is room, else below or above it. @param {DOMRect} entry @param {DOMRect} card @returns {[left: number, top: number]} */
function beside(entry, card) {
  const [width, height] = [document.documentElement.clientWidth, document.documentElement.clientHeight];
  const within = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ room) => Math.max(GAP, Math.min(at, room - size - GAP));
  if (entry.right + GAP + card.width < width) return [entry.right + GAP, within(entry.top, card.height, height)];
  if (entry.left - GAP - card.width > 0) return [entry.left - GAP - card.width, within(entry.top, card.height, height)];
  const isRoomBelow = entry.bottom + GAP + card.height < height;
  return [within(entry.left, card.width, width), isRoomBelow ? entry.bottom + GAP : within(entry.top - GAP - card.height, card.height, height)];
}

/**
 * Shows the whole text of an entry on a card, while the mouse rests on the entry or the keyboard is there: the entry itself has room for little.
 * Escape hides it. Screen readers hear the same words in the entry. Gives a function that removes the card.
 * @param {HTMLElement} container @param {(element: EventTarget | null) => Entry | undefined} entryOf
 */
export function hoverCard(container, entryOf) {
  const card = document.createElement('div');
  Object.assign(card, { className: 'entry-card', popover: 'manual', ariaHidden: 'true' });
  card.dataset.testid = 'entry-card';
  container.append(card);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const soon = (/** @type {() => void} */ work) => { clearTimeout(timer); timer = setTimeout(work, REST); };
  const hide = () => { clearTimeout(timer); if (card.matches(':popover-open')) card.hidePopover(); };
  const show = (/** @type {Element} */ element) => {
    const entry = element.isConnected && !state.sheet.value && !state.target.value ? entryOf(element) : undefined;
    if (!entry) return hide();
    clearTimeout(timer);
    render(html`<b>${entry.name}</b>${entryFacts(entry)}`, card);
    card.showPopover();
    const [left, top] = beside(element.getBoundingClientRect(), card.getBoundingClientRect());
    Object.assign(card.style, { left: `${left}px`, top: `${top}px` });
  };
  const elementOf = (/** @type {any} */ target) => target?.closest?.('.ec-event');
  const on = {
    pointerover: event => {
      if (event.pointerType !== 'mouse' || event.buttons) return;
      const element = elementOf(event.target);
      if (element) soon(() => show(element));
      else if (card.contains(event.target)) clearTimeout(timer);
      else soon(hide);
    },
    pointerleave: event => { if (event.pointerType === 'mouse') soon(hide); },
    pointerdown: hide,
    focusin: event => { if (event.target.matches(':focus-visible') && elementOf(event.target)) show(elementOf(event.target)); },
    focusout: hide,
  };
  for (const [name, listener] of Object.entries(on)) container.addEventListener(name, listener);
  const onEscape = (/** @type {KeyboardEvent} */ { key }) => { if (key === 'Escape') hide(); };
  addEventListener('keydown', onEscape, { capture: true });
  addEventListener('scroll', hide, { capture: true, passive: true });
  const stop = effect(() => { if (state.sheet.value || state.target.value) hide(); });
  return () => {
    stop();
    hide();
    removeEventListener('keydown', onEscape, { capture: true });
    removeEventListener('scroll', hide, { capture: true });
    for (const [name, listener] of Object.entries(on)) container.removeEventListener(name, listener);
    card.remove();
  };
}
