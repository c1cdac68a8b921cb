import { html } from 'lit-html';
import { icon } from '../../views/icons.js';
import { t } from '../../words/i18n.js';
import { linesOf, traitLines, traitsOf } from './lines.js';

/** @typedef {import('../../../src/content/index.js').CreatorProfile} CreatorProfile */
/** @typedef {import('../../../src/content/index.js').ContentChannel} ContentChannel */

/** Controls for the author's profile. @param {CreatorProfile | null | undefined} profile */
export const profileFields = profile => html`
  <label class="field"><span>${t('content.creator')}</span><input name="creator" maxlength="80" data-testid="creator-name" autocomplete="off" .defaultValue=${profile?.name ?? ''}></label>
  <label class="field"><span>${t('content.creatorAbout')}</span><textarea name="about" rows="2" data-testid="creator-about" .defaultValue=${profile?.description ?? ''}></textarea></label>
  <label class="field"><span>${t('content.traits')}</span><textarea name="traits" rows="3" data-testid="creator-traits" .defaultValue=${traitLines(profile?.traits)}></textarea>
    <small>${t('content.traitsHint')}</small></label>`;

/** @param {HTMLFormElement} form @returns {CreatorProfile | null} null if the form is empty */
export function profileOf(form) {
  const { creator, about, traits } = form.elements;
  const profile = { name: creator.value.trim(), description: about.value.trim(), traits: traitsOf(traits.value) };
  return profile.name || profile.description || traits.value.trim() ? profile : null;
}

/** Control for the audience. @param {string} personas */
export const personaField = personas => html`
  <label class="field"><span>${t('content.personas')}</span><textarea name="personas" rows="4" data-testid="personas" .defaultValue=${personas}></textarea>
    <small>${t('content.personasHint')}</small></label>`;

/** Controls of one channel. @param {ContentChannel} channel @param {() => void} remove */
export const channelFields = (channel, remove) => html`
  <fieldset class="channel" data-testid="channel">
    <legend>${channel.name || t('content.newChannel')}</legend>
    <div class="pair">
      <label class="field"><span>${t('content.channelName')}</span><input name="channel_name" maxlength="40" autocomplete="off" .defaultValue=${channel.name}></label>
      <label class="field"><span>${t('content.maxLength')}</span><input name="channel_max" type="number" min="1" step="1" .defaultValue=${String(channel.constraints?.max_length ?? '')}></label>
    </div>
    <label class="field"><span>${t('content.channelAbout')}</span><input name="channel_about" autocomplete="off" .defaultValue=${channel.description ?? ''}></label>
    <label class="field"><span>${t('content.channelStyle')}</span><input name="channel_style" autocomplete="off" .defaultValue=${channel.constraints?.style ?? ''}></label>
    <label class="field"><span>${t('content.channelExamples')}</span><textarea name="channel_examples" rows="2" .defaultValue=${(channel.examples ?? []).join('\n')}></textarea></label>
    <button type="button" class="quiet small" data-testid="channel-remove" @click=${remove}>${icon('cross')}<span>${t('content.removeChannel', { name: channel.name || t('content.newChannel') })}</span></button>
  </fieldset>`;

/**
 * A channel's values. Values without a control stay unchanged.
 * @param {Element} box @param {ContentChannel} old @returns {ContentChannel}
 */
function channelOf(box, old) {
  const value = name => /** @type {HTMLInputElement} */ (box.querySelector(`[name="${name}"]`)).value.trim();
  const { max_length, style, ...others } = old.constraints ?? {};
  const constraints = { ...others, ...(value('channel_max') ? { max_length: Number(value('channel_max')) } : {}), ...(value('channel_style') ? { style: value('channel_style') } : {}) };
  return { ...old, name: value('channel_name'), description: value('channel_about'), constraints, examples: linesOf(value('channel_examples')) };
}

/**
 * The channels of a form that have a name.
 * @param {HTMLFormElement} form @param {ContentChannel[]} channels channels that the form was made from
 */
export const channelsOf = (form, channels) => [...form.querySelectorAll('.channel')].map((box, index) => channelOf(box, channels[index])).filter(({ name }) => name);
