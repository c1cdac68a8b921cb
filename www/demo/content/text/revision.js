import { html } from 'lit-html';
import { icon } from '../../views/icons.js';
import { t } from '../../words/i18n.js';
import { edit } from '../../session/session.js';
import { diff } from '../../views/diff.js';
import * as state from '../state.js';

/** The changed text that waits for the user, or undefined. @param {import('../state.js').ContentField} field */
export const revisionOf = field => state.data.value.revisions.findLast(one => one.field === field.id);

const button = (key, sign, field) => html`
  <button class=${key === 'keep' ? 'primary small' : 'small'} data-testid="revision-${key}" ?disabled=${!state.mayEdit.value} @click=${() => edit({ [key]: { field: field.id } })}>
    ${icon(sign)}<span>${t(`content.${key}`)}</span></button>`;

/** A changed text beside the present one, with the choice to keep or revert it. @param {import('../state.js').ContentField} field @param {string} text */
export const revision = (field, text) => html`
  <section class="revision" data-testid="revision" aria-label=${t('content.changed')}>
    <div class="card-row">${button('keep', 'check', field)}${button('revert', 'back', field)}</div>
    ${diff(text, revisionOf(field).content, { before: t('content.now'), after: t('content.changed'), numbered: true })}
  </section>`;
