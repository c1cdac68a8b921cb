import { html, svg } from 'lit-html';
import { icon } from '../views/icons.js';
import { t } from '../words/i18n.js';
import { choose, settings } from '../settings.js';
import * as state from '../state.js';
import { run, starting } from './tour.js';

const bar = (x, y, width, kind = '') => svg`<rect class=${kind} x=${x} y=${y} width=${width} height="6" rx="3"/>`;
const box = (x, y, width, height, kind) => svg`<rect class=${kind} x=${x} y=${y} width=${width} height=${height} rx="4"/>`;

/** Pictures of the work of each agent, in the colours of the theme. */
const PICTURES = {
  guide: svg`${box(12, 10, 176, 80, 'page')}${bar(24, 22, 64, 'strong')}${bar(24, 38, 72)}${bar(24, 50, 60)}${bar(24, 62, 68)}${bar(24, 74, 44)}
    ${box(108, 20, 68, 24, 'del')}${bar(116, 29, 48, 'del-text')}${box(108, 50, 68, 30, 'ins')}${bar(116, 57, 52, 'ins-text')}${bar(116, 67, 38, 'ins-text')}`,
  schedule: svg`${box(12, 10, 176, 80, 'page')}${[47, 82, 117, 152].map(x => svg`<path class="rule" d="M${x} 10v80"/>`)}
    ${box(16, 20, 27, 22, 'task')}${box(51, 48, 27, 16, 'task')}${box(121, 20, 27, 30, 'task')}${box(156, 56, 27, 22, 'task')}${box(86, 30, 27, 22, 'ghost')}${box(86, 60, 27, 22, 'ghost')}`,
  content: svg`${box(12, 10, 48, 80, 'page')}${[22, 38, 54, 70].map((y, index) => svg`<circle class=${index < 2 ? 'done' : 'open'} cx="24" cy=${y + 3} r="4"/>${bar(34, y, 18)}`)}
    ${box(68, 10, 120, 80, 'page')}${bar(80, 22, 56, 'strong')}${bar(80, 38, 96)}${bar(80, 50, 88)}${box(78, 60, 74, 14, 'ins')}${bar(82, 64, 62, 'ins-text')}`,
  stepper: svg`${box(12, 10, 84, 80, 'page')}${[22, 40, 58, 74].map((y, index) => svg`<path class=${index < 2 ? 'tick' : 'todo'} d="m22 ${y + 3} 3 3 6-6"/>${bar(38, y, index === 2 ? 34 : 46)}`)}
    ${box(104, 10, 84, 80, 'page')}${bar(114, 22, 38, 'strong')}${bar(114, 38, 56, 'ins-text')}${bar(122, 50, 48, 'ins-text')}${bar(122, 62, 34, 'ins-text')}${bar(114, 74, 20, 'ins-text')}`,
};

const tile = name => html`
  <li class="tile">
    <svg class="picture" viewBox="0 0 200 100" aria-hidden="true" focusable="false">${PICTURES[name]}</svg>
    <h3>${t(`tiles.${name}`)}</h3>
    <p>${t(`tiles.${name}About`)}</p>
    <button class="primary" data-testid="run-${name}" aria-label=${t('tiles.runOf', { name: t(`tiles.${name}`) })} ?disabled=${starting.value !== ''} @click=${() => run(name)}>${icon('play')}<span>${t('tiles.run')}</span></button>
  </li>`;

/** The four agents, each with a picture and a tour. */
export const tiles = () => html`
  <section class="start-part" aria-labelledby="tiles-title">
    <h2 id="tiles-title">${t('tiles.title')}</h2>
    <p class="hint">${t('tiles.about')}</p>
    <ul class="tiles">${Object.keys(PICTURES).map(tile)}</ul>
  </section>`;

const THIRD = 33;

/** Ways on: the playground, an agent of this page, the marks on replies, a real model. */
export const strip = () => html`
  <ul class="strip">
    <li><b><a href="?view=playground" data-testid="start-playground">${t('strip.playground')}</a></b><span>${t('strip.playgroundAbout')}</span></li>
    <li><b><a href="?agent=desk" data-testid="start-desk">${t('strip.desk')}</a></b><span>${t('strip.deskAbout')}</span></li>
    <li><b>${t('strip.inspector')}</b><span>${t('strip.inspectorAbout')}</span>
      <button class="small" data-testid="start-broken" aria-pressed=${settings.value.broken ? 'true' : 'false'} @click=${() => choose({ broken: settings.value.broken ? 0 : THIRD })}>${t(settings.value.broken ? 'strip.inspectorOn' : 'strip.inspectorOpen')}</button></li>
    <li><b>${t('strip.model')}</b><span>${t('strip.modelAbout')}</span>
      <button class="small" data-testid="start-model" @click=${() => { state.dialog.value = { kind: 'settings' }; }}>${t('strip.modelOpen')}</button></li>
  </ul>`;
