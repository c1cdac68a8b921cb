import { html } from 'lit-html';
import { icon } from '../views/icons.js';
import { revoke } from '../session/session.js';
import { t } from '../words/i18n.js';
import * as state from '../state.js';
import { toolName } from './toolname.js';

/** @typedef {import('../../../crates/wasm-session/types.d.ts').Grant} Grant */

/** The calls that a grant covers: the tool, and the condition on its arguments. @param {Grant} grant */
const covered = ({ tool, where = {} }) => [toolName(tool), ...Object.entries(where).map(([place, value]) => `${place} ${typeof value === 'string' ? value : JSON.stringify(value)}`)].join(', ');

/** The leave that the user has given for further calls, each with a button that takes it back. */
export const grants = () => (state.view.value?.grants ?? []).map(grant => html`
  <p class="line queued" data-testid="grant">${icon('check')}<span>${t(`grant.${grant.changed ? 'changed' : grant.until}`, { tool: covered(grant) })}</span>
    <button type="button" class="quiet small" data-testid="revoke" ?disabled=${state.role.value !== 'drives'} @click=${() => revoke(grant)}>${t('grant.revoke')}</button></p>`);
