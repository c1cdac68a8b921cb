import { random } from '../../demo/offline/random.js';
import { content } from './content.js';
import { fit } from './fit.js';
import { guide } from './guide.js';
import { mistaken } from './mistakes.js';
import { schedule } from './schedule.js';
import { stepper } from './stepper.js';

/**
 * What the scripted model sees beside the contract.
 * @typedef {object} Scene
 * @property {any} view @property {import('../speaker.js').Act} act  the turn's beginning
 * @property {import('../person.js').Person} person @property {'zh' | 'en'} lang
 * @property {import('../person.js').Fact[]} told  facts that the person has said
 * @property {string} place
 * @property {number} calls  number of this call in the turn
 */

/** The wish of each agent for a contract; `fit` makes the reply of it. @type {Record<string, (contract: any, scene: Scene) => any>} */
const WISHES = { guide, content, stepper, schedule };

/**
 * A stand-in that plays a model from the contract and the person's facts, and reads no prompt. No two replies in a row have a mistake.
 * @param {{ agent: string, seed: number, mistakes: number }} options
 * @returns {(look: () => Scene) => (request: any) => Promise<any>}
 */
export function scriptedModel({ agent, seed, mistakes }) {
  const chance = random(seed);
  let before = false;
  return look => async ({ contract }) => {
    const scene = look();
    const value = fit(contract.schema, WISHES[agent](contract, scene));
    before = !before && chance() < mistakes;
    const text = before ? mistaken(value, { schema: contract.schema, lang: scene.lang, chance }) : typeof value === 'string' ? value : JSON.stringify(value);
    return { text, finishReason: 'stop' };
  };
}
