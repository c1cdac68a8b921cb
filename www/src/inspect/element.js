// @ts-check
/** @import { Step } from '../trace/steps.js' */
/** @import { Inspected } from './source.js' */
import { pageLang } from '../page/page-lang.js';
import { summaryOf } from '../trace/summary.js';
import { curlOf, testOf } from './curl.js';
import { dollars, duration, estimated, eventSection, factsSection, playedSections, promptSection, verdictSection } from './detail.js';
import { el } from './dom.js';
import { chosenSteps, FILTERS } from './filters.js';
import { openSource } from './source.js';
import { ROW, styleSheet } from './style.js';
import { typeWord, word } from './words.js';

/** Rows that are drawn above and below those in sight. */
const BESIDE = 8;

/** Sums of no step yet. @param {any} line */
const noSums = line => ({ at: 0, input: 0, output: 0, nanoUsd: 0, isEstimated: false, corrections: 0, writes: 0, line });

/** In Node, where the entry is only loaded, there are no elements. */
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/** The inspector: a list of steps, and one of them in full. */
export class StepgateInspector extends Base {
  #root; #parts;
  /** @type {any} */
  #source;
  /** @type {{ agent?: any, seq?: number }} */
  #options = {};
  /** @type {Inspected | undefined} */
  #inspected;
  /** Number of the opening; an older one is void. */
  #opening = 0;
  #filter = 'all';
  /** Numbers of the steps in the list. @type {number[]} */
  #listed = [];
  /** The chosen step. @type {number | undefined} */
  #chosen;
  /** Rows that are drawn, by their place in the list. @type {Map<number, any>} */
  #rows = new Map();
  /** Texts that the search looks in. @type {WeakMap<Step, string>} */
  #texts = new WeakMap();
  #isDue = false;

  constructor() {
    super();
    this.#root = this.attachShadow({ mode: 'open' });
    this.#root.adoptedStyleSheets = [styleSheet()];
    this.#parts = this.#draw();
  }

  /** The thing that is inspected: see `inspect`. */
  get source() { return this.#source; }
  set source(source) {
    this.#source = source;
    if (this.isConnected) this.#open();
  }

  /** The session's agent, for a file or another tab. */
  get agent() { return this.#options.agent; }
  set agent(agent) {
    this.#options = { ...this.#options, agent };
    if (this.isConnected) this.#open();
  }

  /** `seq` of the block whose step is shown first. */
  get seq() { return this.#options.seq; }
  set seq(seq) {
    this.#options = { ...this.#options, seq };
    this.#showFirst();
  }

  connectedCallback() {
    if (!this.hasAttribute('role')) this.setAttribute('role', 'region');
    if (!this.hasAttribute('aria-label')) this.setAttribute('aria-label', this.#w('title'));
    if (this.#inspected) return;
    this.#parts = this.#draw();
    this.#open();
  }

  disconnectedCallback() {
    queueMicrotask(() => { if (!this.isConnected) this.#end(); });
  }

  get #lang() { return this.lang || pageLang(); }

  /** @type {(key: string, given?: any) => string} */
  #w = (key, given) => word(this.#lang, key, given);

  #draw() {
    const w = this.#w;
    const sum = el('p', { class: 'sum', 'data-part': 'sum' });
    const search = el('input', { type: 'search', 'aria-label': w('search'), placeholder: w('search'), oninput: () => this.#relist() });
    const filters = FILTERS.map(name => el('button', { 'aria-pressed': String(name === this.#filter), 'data-filter': name, onclick: () => this.#show(name) }, w(name)));
    const space = el('div', { class: 'space', role: 'presentation' });
    const list = el('div', { class: 'list', role: 'listbox', tabindex: 0, 'aria-label': w('steps'), onscroll: () => this.#due(), onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event) }, space);
    const detail = el('div', { class: 'detail', tabindex: 0, role: 'region', 'aria-label': w('event') });
    const save = el('button', { 'data-part': 'save', onclick: () => this.#save() }, w('save'));
    const close = el('button', { 'data-part': 'close', onclick: () => this.#close() }, w('close'));
    const back = el('button', { class: 'back', 'data-part': 'back', onclick: () => this.#back() }, w('back'));
    const all = el('div', { class: 'all', lang: this.#lang }, el('div', { class: 'head' }, back, el('h2', { class: 'title' }, w('title')), sum, save, close), el('div', { class: 'tools', role: 'search' }, search, el('span', { class: 'group', role: 'group', 'aria-label': w('filters') }, ...filters)), list, detail);
    all.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => this.#shortcut(event));
    this.#root.replaceChildren(all);
    this.#resized?.disconnect();
    if (globalThis.ResizeObserver) {
      this.#resized = new ResizeObserver(() => this.#due());
      this.#resized.observe(list);
    }
    return { all, sum, search, filters, space, list, detail };
  }

  /** @type {ResizeObserver | undefined} */
  #resized;

  async #open() {
    const opening = this.#opening += 1;
    this.#end();
    if (!this.#source) return;
    this.#parts.sum.textContent = this.#w('loading');
    try {
      const inspected = await openSource(this.#source, this.#options, () => this.#grown());
      if (opening !== this.#opening || !this.isConnected) return inspected.end();
      this.#inspected = inspected;
      this.#relist();
      this.#tellNone();
      this.#showFirst();
      this.dispatchEvent(new CustomEvent('open'));
    } catch (error) {
      if (opening === this.#opening) this.#parts.sum.textContent = this.#w('failed', { why: /** @type {Error} */ (error).message });
    }
  }

  /** Shows the step that made the wanted block, if there is one. */
  #showFirst() {
    const { seq } = this.#options;
    const step = seq === undefined ? undefined : this.#steps.find(({ entries }) => entries.some(entry => entry.seq === seq));
    if (!step) return;
    this.#choose(step.at);
    const place = this.#listed.indexOf(step.at);
    if (place >= 0) this.#reveal(place);
  }

  #end() {
    this.#inspected?.end();
    this.#inspected = undefined;
    this.#chosen = undefined;
    this.#listed = [];
    this.#rows.clear();
    this.#parts.space.replaceChildren();
  }

  get #steps() { return this.#inspected?.line.steps ?? []; }

  /** Text of a step for the search. @param {Step} step */
  #textOf = step => {
    const known = this.#texts.get(step) ?? `${step.type} ${JSON.stringify(step.record)} ${JSON.stringify(step.entries)} ${summaryOf(step)}`.toLowerCase();
    this.#texts.set(step, known);
    return known;
  };

  // ---- the list ----

  /** @param {string} name */
  #show(name) {
    this.#filter = name;
    for (const button of this.#parts.filters) button.setAttribute('aria-pressed', String(button.dataset.filter === name));
    this.#relist();
  }

  #relist() {
    this.#listed = chosenSteps(this.#steps, this.#filter, this.#parts.search.value, this.#textOf);
    for (const row of this.#rows.values()) row.remove();
    this.#rows.clear();
    this.#parts.list.scrollTop = Math.min(this.#parts.list.scrollTop, this.#listed.length * ROW);
    this.#tellSum();
    this.#due();
  }

  /** Takes in steps that were added; one who reads at the end stays there. */
  #grown() {
    const { list } = this.#parts;
    const isAtEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - ROW;
    if (this.#filter === 'all' && !this.#parts.search.value && this.#listed.length <= this.#steps.length) {
      for (let at = this.#listed.length; at < this.#steps.length; at += 1) this.#listed.push(at);
      this.#tellSum();
      this.#paint();
    } else {
      this.#relist();
    }
    if (isAtEnd) list.scrollTop = list.scrollHeight;
  }

  /** Sums are kept, so that a step more costs one addition. */
  #sums = noSums(undefined);

  #tellSum() {
    const steps = this.#steps;
    if (this.#sums.line !== steps) this.#sums = noSums(steps);
    for (const { tokens, nanoUsd = 0, marks } of steps.slice(this.#sums.at)) {
      this.#sums.input += tokens?.input ?? 0;
      this.#sums.output += tokens?.output ?? 0;
      this.#sums.nanoUsd += nanoUsd;
      this.#sums.isEstimated ||= Boolean(tokens?.isEstimated);
      this.#sums.corrections += Number(marks.includes('correction'));
      this.#sums.writes += Number(marks.includes('write'));
    }
    this.#sums.at = steps.length;
    const { input, output, nanoUsd, isEstimated } = this.#sums;
    const parts = [estimated(`${input} + ${output}`, isEstimated, this.#lang), nanoUsd && this.#w('costs', { usd: estimated(dollars(nanoUsd), isEstimated, this.#lang) })];
    this.#parts.sum.textContent = this.#w('sum', { ...this.#sums, steps: steps.length, used: parts.filter(Boolean).join(' · ') });
  }

  #due() {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#paint();
    });
  }

  /** Draws the rows in sight. */
  #paint() {
    const { list, space } = this.#parts;
    const from = Math.max(0, Math.floor(list.scrollTop / ROW) - BESIDE);
    const to = Math.min(this.#listed.length, Math.ceil((list.scrollTop + (list.clientHeight || 600)) / ROW) + BESIDE);
    space.style.height = `${Math.max(1, this.#listed.length) * ROW}px`;
    for (const [place, row] of this.#rows) {
      if (place >= from && place < to) continue;
      row.remove();
      this.#rows.delete(place);
    }
    for (let place = from; place < to; place += 1) if (!this.#rows.has(place)) this.#rows.set(place, this.#row(place));
    this.#parts.space.querySelector('.empty')?.remove();
    if (this.#inspected && this.#listed.length === 0) space.append(el('p', { class: 'empty', role: 'option', 'aria-disabled': 'true', 'aria-selected': 'false' }, this.#w('none')));
    const chosen = this.#listed.indexOf(/** @type {number} */ (this.#chosen), from);
    if (this.#rows.has(chosen)) list.setAttribute('aria-activedescendant', `row-${this.#chosen}`);
    else list.removeAttribute('aria-activedescendant');
  }

  /** @param {number} place */
  #row(place) {
    const step = this.#steps[this.#listed[place]];
    const { at, type, marks, ms, tokens, nanoUsd } = step;
    const count = tokens && `${tokens.isEstimated ? '≈' : ''}${tokens.input}+${tokens.output}`;
    const facts = [at ? `+${duration(ms)}` : '', nanoUsd && dollars(nanoUsd)].filter(Boolean).join(' · ');
    const row = el('div', { class: 'row', role: 'option', id: `row-${at}`, 'aria-selected': String(at === this.#chosen), 'aria-setsize': this.#listed.length, 'aria-posinset': place + 1, 'data-step': at, onclick: () => this.#choose(at) },
      el('span', { class: 'num' }, at), el('span', { class: `type ${type}` }, typeWord(this.#lang, type)),
      el('span', {}, ...marks.map(mark => el('span', { class: `chip ${mark}` }, this.#w(mark))), summaryOf(step)), el('span', { class: 'ms' }, ...(count ? [el('span', { class: 'count' }, `${count} · `)] : []), facts));
    row.style.top = `${place * ROW}px`;
    this.#parts.space.append(row);
    return row;
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const page = Math.max(1, Math.floor(this.#parts.list.clientHeight / ROW) - 1);
    const now = this.#listed.indexOf(/** @type {number} */ (this.#chosen));
    const moves = /** @type {Record<string, number>} */ ({ ArrowDown: now + 1, ArrowUp: now - 1, PageDown: now + page, PageUp: now - page, Home: 0, End: this.#listed.length - 1 });
    if (event.key === 'Enter' && now >= 0) return void this.#parts.detail.focus();
    if (!(event.key in moves) || this.#listed.length === 0) return;
    event.preventDefault();
    const place = Math.min(this.#listed.length - 1, Math.max(0, moves[event.key]));
    this.#choose(this.#listed[place], true);
    this.#reveal(place);
  }

  /** Keys of the whole inspector: `/` begins a search, Escape goes back, then closes. @param {KeyboardEvent} event */
  #shortcut(event) {
    const isInSearch = this.#root.activeElement === this.#parts.search;
    if (event.key === '/' && !isInSearch) {
      event.preventDefault();
      this.#parts.search.focus();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      if (isInSearch && this.#parts.search.value) {
        this.#parts.search.value = '';
        this.#relist();
      } else if (this.#chosen !== undefined) this.#back();
      else this.#close();
    }
  }

  /** @param {number} place */
  #reveal(place) {
    const { list } = this.#parts;
    const top = place * ROW;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + ROW > list.scrollTop + list.clientHeight) list.scrollTop = top + ROW - list.clientHeight;
    this.#paint();
  }

  // ---- one step ----

  /** @param {number} at @param {boolean} [staysInList] */
  #choose(at, staysInList = false) {
    this.#chosen = at;
    for (const row of this.#rows.values()) row.setAttribute('aria-selected', String(row.dataset.step === String(at)));
    this.#parts.all.classList.toggle('chosen', true);
    this.#paint();
    this.#tell(at);
    if (!staysInList) this.#parts.list.focus({ preventScroll: true });
  }

  #back() {
    this.#chosen = undefined;
    this.#parts.all.classList.toggle('chosen', false);
    for (const row of this.#rows.values()) row.setAttribute('aria-selected', 'false');
    this.#tellNone();
    this.#parts.list.focus();
    this.#due();
  }

  #tellNone() {
    const { hasTrace, details } = this.#inspected ?? {};
    const note = hasTrace === false ? 'untraced' : hasTrace && !details ? 'unknown' : undefined;
    this.#parts.detail.replaceChildren(el('p', { class: 'empty' }, this.#w('choose')), ...(note ? [el('p', { class: 'empty', 'data-part': 'note' }, this.#w(note))] : []));
  }

  /** Shows a step: at once what the file says, and then what playing tells. @param {number} at */
  async #tell(at) {
    const [step, lang, inspected] = [this.#steps[at], this.#lang, this.#inspected];
    const { detail } = this.#parts;
    const status = el('p', { class: 'empty', 'data-part': 'playing' });
    const acts = el('div', { class: 'acts' });
    const isOf = () => this.#chosen === at && this.#inspected === inspected;
    detail.replaceChildren(factsSection(step, lang), eventSection(step, lang), ...[verdictSection(step, undefined, lang)].filter(part => part !== undefined), status);
    detail.scrollTop = 0;
    const { details } = inspected ?? {};
    if (!details) return void (status.textContent = this.#w(inspected?.hasTrace ? 'unknown' : 'untraced'));
    const told = setInterval(() => { status.textContent = this.#w('playing', { at: details.progress, of: at }); }, 100);
    const played = await details.of(step).finally(() => clearInterval(told));
    if (!isOf()) return;
    status.textContent = details.fault ? this.#w('unplayable', { why: details.fault.message }) : '';
    if (!played) return;
    acts.append(...(played.prompt ? [this.#copier('curl', () => curlOf(/** @type {any} */ (played.prompt)))] : []), this.#copier('test', () => testOf(inspected?.agent ?? '', `${inspected?.id}.recorded.json`)), el('button', { 'data-part': 'fileHere', onclick: () => this.#saveAfter(step) }, this.#w('fileHere')));
    detail.replaceChildren(factsSection(step, lang), acts, eventSection(step, lang), ...[verdictSection(step, played, lang), played.prompt && promptSection(played.prompt, lang)].filter(part => part !== undefined), ...playedSections(step, played, lang));
    this.dispatchEvent(new CustomEvent('step', { detail: { at } }));
  }

  /** A button that copies a text. @param {string} name @param {() => string} text */
  #copier(name, text) {
    const button = el('button', {
      'data-part': name, onclick: async () => {
        button.textContent = this.#w(await isCopied(text()) ? 'copiedNow' : 'notCopied');
        setTimeout(() => { button.textContent = this.#w(name); }, 1500);
      },
    }, this.#w(name));
    return button;
  }

  async #save() {
    if (this.#inspected) handDown(`${this.#inspected.id}.recorded.json`, await this.#inspected.file());
  }

  /** @param {Step} step */
  async #saveAfter(step) {
    const inspected = this.#inspected;
    if (!inspected?.details) return;
    const { blobs, started, ...file } = await inspected.file();
    handDown(`${inspected.id}-${step.at}.recorded.json`, { ...file, snapshot: inspected.details.fileAfter(step), trace: file.trace.slice(0, step.at + 1) });
  }

  #close() {
    if (this.dispatchEvent(new CustomEvent('close', { cancelable: true }))) this.remove();
  }
}

/** Copies a text, also in a page without https. Gives whether it could. @param {string} text @returns {Promise<boolean>} */
async function isCopied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = el('textarea', { readonly: true });
    area.value = text;
    document.body.append(area);
    area.select();
    const isDone = document.execCommand('copy');
    area.remove();
    return isDone;
  }
}

/** Gives the user a file. @param {string} name @param {unknown} value */
function handDown(name, value) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(value)], { type: 'application/json' }));
  const link = el('a', { href: url, download: name.replaceAll(/[\\/:*?"<>|]/g, '-') });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
