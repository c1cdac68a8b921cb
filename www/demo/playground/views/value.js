import { html, nothing } from 'lit-html';
import { t } from '../../words/i18n.js';
import { inWords } from '../../chat/badges.js';
import { brief, briefJson } from '../brief.js';
import { notes, reading, rows } from '../reading/reading.js';
import { grown, isComing, touched } from '../reading/streaming.js';
import { lineWindow } from '../window.js';
import { copyButton } from './copy.js';

/** Largest value that is put on the page whole. Of a larger one only the visible lines are. */
const WHOLE = { rows: 400, text: 60_000 };

/** Longest parts of a string that are shown, in UTF-16 units: with wrapped lines, without, and in a note. */
const ROOM = { wrapped: 4000, line: 240, note: 80 };

/** Deepest indentation. Deeper values are shown without further indentation. */
const DEEPEST = 32;

const indent = depth => '  '.repeat(Math.min(depth, DEEPEST));

const key = name => (name === null ? nothing : html`<span class="json-key">${briefJson(name, ROOM.line)}</span>: `);

/** A problem in words. @param {{ found: string, allowed: string }} problem */
export const misfit = ({ found, allowed }) => t('play.found', { found, allowed });

/** Note beside a value: its problem, or its original form. */
function note({ coercion, problem } = {}) {
  if (problem) return html` <span class="note note-bad">${misfit(problem)}</span>`;
  return coercion ? html` <span class="note" title=${inWords('coercion', coercion.kind)}>${t('play.cameAs', { from: briefJson(coercion.from, ROOM.note) })}</span>` : nothing;
}

/** One line of the value. @param {import('../rows.js').Row} row @param {boolean} wraps */
function line(row, wraps) {
  const remark = isComing.value ? undefined : notes.value.get(row.path);
  const text = brief(row.text, wraps ? ROOM.wrapped : ROOM.line);
  return html`${wraps ? nothing : indent(row.depth)}${key(row.key)}<span class="json-${row.kind}">${text}</span>${row.more ? ',' : ''}${note(remark)}`;
}

/** Whether all lines can be laid out at once. @param {readonly import('../rows.js').Row[]} rows */
const isSmall = rows => rows.length <= WHOLE.rows && rows.reduce((sum, { text }) => sum + Math.min(text.length, ROOM.wrapped), 0) <= WHOLE.text;

const isTouched = (row, places) => row.path !== null && places.some(place => place === row.path || (place !== '' && row.path.startsWith(`${place}/`)));

function whole(rows) {
  const places = touched();
  return html`
    <div class="value" data-testid="value" tabindex="0" role="region" aria-label=${t('play.value')}>${rows.map(row => html`
      <div class="value-row ${isTouched(row, places) ? 'row-touched' : ''} ${!isComing.value && notes.value.get(row.path)?.problem ? 'row-bad' : ''}" .style=${`--depth: ${Math.min(row.depth, DEEPEST)}`}>${line(row, true)}</div>`)}</div>`;
}

const lines = lineWindow('value');

const copied = () => JSON.stringify(reading.value.result.value, null, 2);

const written = rows => (isSmall(rows) ? whole(rows) : lines.view(rows.length, index => line(rows[index], false), t('play.value')));

/** The value that was read, or the part that has arrived. */
export function value() {
  const { rows: shown, cut } = isComing.value ? grown.value : rows.value;
  const isEmpty = shown.length === 0;
  return html`
    <div class="play-head"><h2>${t('play.value')}</h2>${!isComing.value && reading.value?.result && !isEmpty ? copyButton('value', copied) : nothing}</div>
    ${isEmpty ? html`<div class="value value-empty" data-testid="value"><p class="empty">${t('play.noValue')}</p></div>` : written(shown)}
    ${cut ? html`<p class="hint">${t('play.valueCut')}</p>` : nothing}`;
}
