import { html, nothing } from 'lit-html';
import { icon } from '../views/icons.js';
import { t } from '../words/i18n.js';
import * as session from '../state.js';
import { data } from './state.js';

/** Title of a card: a changed text, or a checkpoint. */
export const checkpointTitle = () => (data.value ? t(data.value.revisions.length ? 'content.changed' : 'content.checkpoint') : undefined);

/** Button to ask for a change in the user's own words. @param {boolean} stale */
export const askChange = stale => (data.value ? html`
  <button type="button" data-testid="ask-change" ?disabled=${stale} @click=${() => document.getElementById('input')?.focus()}>${icon('pen')}<span>${t('content.askChange')}</span></button>` : nothing);

/** Placeholder while a checkpoint or a changed text is open. */
export const changeWords = () => (data.value && session.view.value?.card ? t('content.changePlaceholder') : undefined);
