import { effect, signal } from '@preact/signals-core';
import { html, nothing, render } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { repeat } from 'lit-html/directives/repeat.js';
import { icon } from '../views/icons.js';
import { number, t } from '../words/i18n.js';
import { inWords } from '../chat/badges.js';
import { marked } from '../chat/marked.js';
import { GROUPS } from './code.js';
import { DAMAGE } from './damage.js';
import { done, seen, sent } from './log.js';
import * as play from './play.js';
import { record } from './record.js';

/** The pane that the code lights, as long as a group of lines is pointed at or focused. */
const lit = signal('');
/** Whether the user has just answered the card with the focus in it, which goes with the card. */
let answered = false;

const blocks = () => play.view.value?.blocks ?? [];
const waiting = () => play.view.value?.waiting;

/** Keeps a pane at its end while it grows. */
const atEnd = element => { if (element) requestAnimationFrame(() => { element.scrollTop = element.scrollHeight; }); };

const pane = (name, body) => html`
  <section class="proof-pane" id="pane-${name}" data-lit=${lit.value === name ? 'yes' : nothing} aria-labelledby="pane-${name}-title">
    <h3 id="pane-${name}-title">${t(`proof.${name}`)}</h3>
    <div class="proof-log" tabindex="0" role="group" aria-labelledby="pane-${name}-title" data-testid="proof-${name}" ${ref(atEnd)}>${body}</div>
  </section>`;

const reply = ({ raw, repairs, refused }) => html`<pre class=${refused ? 'refused' : ''}>${marked(raw, repairs)}</pre>`;

const sentPane = () => pane('sent', html`
  ${repeat(sent(blocks()), ({ seq }) => seq, reply)}
  ${waiting() === 'model' ? html`<pre class="coming" data-testid="proof-coming">${play.incoming.value}<i class="pulse"></i></pre>` : nothing}`);

/** Whether a button is the yes of its card. */
const isYes = ({ role }) => role === 'accept' || role === 'again';

const SIGNS = { repaired: 'check', converted: 'again', refused: 'cross', ran: 'play', held: 'lock', approved: 'unlock', declined: 'cross', resumed: 'check' };

const kindWords = kinds => kinds.map(([kind, count]) => (count > 1 ? `${inWords('repair', kind)} ×${number(count)}` : inWords('repair', kind))).join(t('proof.and'));

/** A conversion with both values, unless it only leaves a field out, or is of the whole reply, which is shown beside it. */
const change = ({ path, from, to, kind }) => html`<li>${path ? html`<code>${path}</code> ` : nothing}${inWords('coercion', kind)}${to === null || !path ? nothing : html`: <code>${JSON.stringify(from)}</code> → <code>${JSON.stringify(to)}</code>`}</li>`;

function what({ kinds, coercions, text }) {
  if (kinds) return html`<small>${kindWords(kinds)}</small>`;
  if (coercions) return html`<ul>${coercions.map(change)}</ul>`;
  return text ? html`<small class="pre">${text}</small>` : nothing;
}

const deed = one => html`
  <li class="deed deed-${one.kind}" data-testid="proof-deed" data-kind=${one.kind}>${icon(SIGNS[one.kind])}
    <div><b>${t(`proof.did.${one.kind}`, { name: one.name ?? '' })}</b>${what(one)}</div></li>`;

const resumed = () => (play.resumedAt.value
  ? html`<li class="deed deed-resumed" data-testid="proof-resumed">${icon('check')}<div><b>${t('proof.resumed', { step: number(play.resumedAt.value) })}</b><small>${t('proof.resumedAbout')}</small></div></li>`
  : nothing);

const didPane = () => pane('did', html`<ol>${repeat(done(blocks()), ({ seq, kind }) => `${seq} ${kind}`, deed)}${resumed()}</ol>`);

const pairs = value => html`<dl class="pairs">${Object.entries(value).map(([key, one]) => html`<div><dt>${key}</dt><dd>${typeof one === 'string' ? one : JSON.stringify(one)}</dd></div>`)}</dl>`;

function answer(card, button) {
  answered = true;
  play.press(card, button);
}

/** The card that waits for the user. */
const cardView = card => html`
  <section class="card card-approval asks" data-testid="proof-card" aria-labelledby="proof-card-title">
    <p class="card-kind">${t('card.approval')} <span class="risk">${t('card.writes')}</span></p>
    <h4 id="proof-card-title">${card.title}</h4>
    ${card.text ? html`<p><small>${t('proof.modelSays')}</small> “${card.text}”</p>` : nothing}
    ${record.value.skips ? html`<p data-testid="proof-not-agreed"><b>${t('proof.notAgreed')}</b></p>` : nothing}
    ${card.calls?.[0] ? pairs(card.calls[0].args) : nothing}
    <div class="card-row">${card.buttons.map((button, index) => html`<button class=${isYes(button) ? 'primary' : ''} data-testid="proof-${button.role}" ?disabled=${play.watches.value} @click=${() => answer(card, index)}>
      ${isYes(button) ? icon('check') : nothing}<span>${button.label}</span></button>`)}</div>
  </section>`;

/** Focuses the receipt of the card that the user has answered. */
const focusReceipt = element => {
  if (!element || !answered) return;
  answered = false;
  queueMicrotask(() => element.focus({ preventScroll: true }));
};

const turn = block => {
  if (block.kind === 'card') return html`<p class="proof-receipt" tabindex="-1" data-testid="proof-receipt" ${ref(focusReceipt)}>${icon(block.ending === 'accepted' ? 'check' : 'cross')}${t(block.ending === 'accepted' ? 'proof.approved' : 'proof.declined', { title: block.card.title })}</p>`;
  return html`<p class="words words-${block.kind}"><span class="sr-only">${t(block.kind === 'user' ? 'chat.you' : 'chat.assistant')}: </span>${block.text}</p>`;
};

const counter = () => html`<p class="runs">${t('proof.runs')} <output data-testid="proof-runs">${number(record.value.runs.length)}</output></p>`;

const seesPane = () => html`
  <section class="proof-pane" id="pane-sees" data-lit=${lit.value === 'sees' ? 'yes' : nothing} aria-labelledby="pane-sees-title">
    <h3 id="pane-sees-title">${t('proof.sees')}</h3>
    <div class="proof-log" tabindex="0" role="group" aria-labelledby="pane-sees-title" data-testid="proof-sees" ${ref(atEnd)}>
      ${repeat(seen(blocks()), ({ seq }) => seq, turn)}
      ${play.view.value?.card ? cardView(play.view.value.card) : nothing}
      ${play.view.value?.error ? html`<p class="field-problem">${play.view.value.error.text}</p>` : nothing}
    </div>
    ${counter()}
  </section>`;

/** State of the proof in words. */
function status() {
  if (play.watches.value) return t('proof.watches');
  if (!play.view.value) return t(record.value.id || play.plays.value ? 'proof.loading' : 'proof.ready');
  if (play.view.value.card) return t('proof.yours');
  if (isOver()) return t('proof.over');
  return t(play.plays.value ? 'proof.playing' : 'proof.paused');
}

const isOver = () => Boolean(play.view.value?.card) || (waiting() === 'user' && blocks().length > 0);

function mainButton() {
  if (play.watches.value) return html`<button class="small" data-testid="proof-take" @click=${play.takeOver}>${t('app.takeOver')}</button>`;
  if (isOver()) return html`<button class="small" data-testid="proof-again" @click=${() => play.restart()}>${icon('again')}<span>${t('proof.again')}</span></button>`;
  const going = play.plays.value && record.value.id;
  return html`<button class="small" data-testid="proof-play" @click=${play.toggle}>${icon(going ? 'pause' : 'play')}<span>${t(going ? 'proof.pause' : 'proof.play')}</span></button>`;
}

function toggleDamage(kind) {
  const { damage } = record.value;
  play.restart({ damage: damage.includes(kind) ? damage.filter(one => one !== kind) : [...damage, kind] });
}

/** Plays anew with other damage, where the user sees it: on a phone the panes stand above the buttons. */
const shown = press => () => {
  press();
  document.getElementById('pane-sent')?.scrollIntoView({ block: 'nearest' });
};

const chip = (id, label, pressed, press) => html`<button class="chip-button" data-testid="break-${id}" aria-pressed=${pressed ? 'true' : 'false'} ?disabled=${play.watches.value} @click=${shown(press)}>${label}</button>`;

const controls = () => html`
  <div class="break">
    <h3>${t('break.title')}</h3>
    <p class="hint">${t('break.about')}</p>
    <div class="break-group" role="group" aria-labelledby="break-damage"><span id="break-damage">${t('break.damage')}</span>
      ${DAMAGE.map(kind => chip(kind, t(`break.${kind}`), record.value.damage.includes(kind), () => toggleDamage(kind)))}</div>
    <div class="break-group" role="group" aria-labelledby="break-steps"><span id="break-steps">${t('break.steps')}</span>
      ${chip('twice', t('break.twice'), record.value.twice, () => play.restart({ twice: !record.value.twice }))}
      ${chip('skips', t('break.skips'), record.value.skips, () => play.restart({ skips: !record.value.skips }))}</div>
    <div class="break-group" role="group" aria-labelledby="break-page"><span id="break-page">${t('break.page')}</span>
      <button class="chip-button" data-testid="break-reload" ?disabled=${!record.value.id} @click=${play.reload}>${icon('again')}<span>${t('break.reload')}</span></button>
      <small>${t('break.reloadAbout')}</small></div>
  </div>`;

const light = name => () => { lit.value = name; };

/** Lights the pane of a group of lines, and brings it into view. */
function showPane(name) {
  lit.value = name;
  document.getElementById(`pane-${name}`)?.scrollIntoView({ block: 'nearest' });
}

const group = ({ pane: name, text }) => (name
  ? html`<button class="code-group" data-testid="code-${name}" data-lit=${lit.value === name ? 'yes' : nothing} aria-describedby="code-${name}" @pointerenter=${light(name)} @pointerleave=${light('')} @focus=${light(name)} @blur=${light('')} @click=${() => showPane(name)}><code>${text}</code></button>`
  : html`<code>${text}</code>`);

const code = () => html`
  <div class="proof-code">
    <h3>${t('code.title')}</h3>
    <p class="hint">${t('code.about')}</p>
    <div class="code-text" translate="no">${GROUPS.map(group)}</div>
    ${['sent', 'did', 'sees'].map(name => html`<p class="code-note" id="code-${name}" data-lit=${lit.value === name ? 'yes' : nothing}>${t(`code.${name}`)}</p>`)}
  </div>`;

const proof = () => html`
  <div class="proof-head"><h2 id="proof-title">${t('proof.title')}</h2>
    <p class="hint" role="status" data-testid="proof-status">${status()}</p>${mainButton()}</div>
  ${play.problem.value ? html`<p class="field-problem" role="alert">${play.problem.value}</p>` : nothing}
  <div class="proof-panes">${sentPane()}${didPane()}${seesPane()}</div>
  <div class="proof-more">${controls()}${code()}</div>`;

/** Draws the proof into an element after each change, at most once a frame. @param {HTMLElement} root */
export function draw(root) {
  let next = null;
  root.replaceChildren();
  effect(() => {
    const template = proof();
    if (next === null) requestAnimationFrame(() => { const now = next; next = null; render(now, root); });
    next = template;
  });
}
