import { html, nothing } from 'lit-html';
import { icon } from '../views/icons.js';
import { resumeDate, t } from '../words/i18n.js';
import { safeLink } from '../markdown.js';
import { edit } from '../session/session.js';
import * as state from '../state.js';
import { draftPanel } from './draft.js';
import { RESUME_EXPORTS, exportMenu } from '../views/export.js';

/** @typedef {import('../../src/guide/index.js').Section} Section */

const fold = text => text.trim().toLowerCase();

/** Whether a place names this section. Places use the title in the plan's own spelling. */
const isAt = (title, place) => Boolean(place) && (fold(title) === fold(place) || fold(place).startsWith(fold(title)) || fold(title).includes(fold(place)));

const RANGE = /\s+[–—-]\s+/;

/** One or two dates; a generic entry may have both in one text. */
const period = (...dates) => dates.filter(Boolean).flatMap(date => date.split(RANGE)).map(resumeDate).join(' – ');

/** Period of an entry; without an end it is still going on. */
const since = ({ date_start: start, date_end: end }) => period(start, end ?? (start ? t('resume.present') : ''));

function link(text) {
  const href = safeLink(text);
  return href ? html`<a href=${href} target="_blank" rel="noopener noreferrer">${text.replace(/^https?:\/\//, '')}</a>` : text;
}

const basics = ({ name, label, email, phone, links }) => html`
  <header class="basics">
    <h2>${name}</h2>
    ${label ? html`<p class="label">${label}</p>` : nothing}
    <p class="contact">${[email, phone].filter(Boolean).map(one => html`<span>${one}</span>`)}${links.map(one => html`<span>${link(one)}</span>`)}</p>
  </header>`;

/** Whether an entry is the one being worked on: by its id, else by the plan's name for it. */
function isItem(item, here) {
  if (!here) return false;
  if (here.id) return item.id === here.id;
  return Boolean(here.title) && [item.title, item.organization].some(name => name && fold(name).includes(fold(here.title)));
}

const experience = (item, here) => html`
  <li class="item ${isItem(item, here) ? 'item-here' : ''}" data-item=${item.id}>
    <div class="item-head"><h4>${item.title}</h4><span class="date">${since(item)}</span></div>
    <p class="org">${[item.organization, item.location].filter(Boolean).join(' · ')}</p>
    <ul class="highlights">${item.highlights.map(one => html`<li>${one}</li>`)}</ul>
  </li>`;

const generic = (item, here) => html`
  <li class="item ${isItem(item, here) ? 'item-here' : ''}" data-item=${item.id}>
    <div class="item-head"><h4>${item.title}</h4><span class="date">${period(item.date)}</span></div>
    ${item.subtitle ? html`<p class="org">${item.subtitle}</p>` : nothing}
    ${item.description ? html`<p class="pre">${item.description}</p>` : nothing}
  </li>`;

/** @param {Section} section */
function body(section, here) {
  if (section.type === 'text') return html`<p class="pre">${section.content}</p>`;
  if (!section.items.length) return html`<p class="empty">${t('resume.noneInSection')}</p>`;
  const row = section.type === 'experience' ? experience : generic;
  return html`<ul class="items">${section.items.map(item => row(item, here))}</ul>`;
}

function section(one, data) {
  const current = data?.tasks.find(task => task.id === data.current_task);
  const here = data?.stage !== 'completed' && isAt(one.title, data?.location?.section);
  const item = here ? { id: data.document?.item_id ?? current?.item_id, title: data.location.item_title } : null;
  const changed = isAt(one.title, state.changed.value);
  return html`
    <section class="part ${here ? 'part-here' : ''} ${changed ? 'part-changed' : ''}" data-testid="resume-section" aria-current=${here ? 'true' : nothing}>
      <h3>${one.title}${here ? html`<span class="tag">${t('resume.here')}</span>` : nothing}${changed ? html`<span class="tag tag-changed">${t('resume.changed')}</span>` : nothing}</h3>
      ${body(one, item)}
    </section>`;
}

const tools = data => html`
  <div class="section-head work-head"><h2>${t('resume.title')}</h2>
    <div class="work-tools">
      ${state.mayAct.value && data?.can.undo ? html`<button class="small" data-testid="resume-undo" @click=${() => edit({ undo: true })}>${icon('back')}<span>${t('resume.undo')}</span></button>` : nothing}
      ${state.mayAct.value && data?.can.redo ? html`<button class="small" data-testid="resume-redo" @click=${() => edit({ redo: true })}>${icon('again')}<span>${t('resume.redo')}</span></button>` : nothing}
      ${exportMenu(RESUME_EXPORTS)}
    </div>
  </div>`;

/** The resume, with the draft at the place being worked on. */
export function resumeArea() {
  const resume = state.resume.value;
  const data = state.guide.value;
  if (data?.stage === 'reading') return html`<p class="empty">${t('read.none')}</p>`;
  if (!resume) return html`<p class="empty">${t('resume.none')}</p>`;
  return html`
    ${tools(data)}
    ${draftPanel()}
    <article class="paper" data-testid="resume">
      ${basics(resume.basics)}
      ${resume.sections.map(one => section(one, data))}
    </article>`;
}
