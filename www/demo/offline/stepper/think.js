import { last } from './known.js';
import { WORDS } from './words.js';

/** State of the step in one sentence. @param {import('./read.js').Situation} situation */
export function think(situation) {
  const { step, lang } = situation;
  const { start, done, failed } = WORDS[lang].think;
  const tried = last(situation);
  if (!tried) return start(step.name, step.expected || step.name);
  return tried.error ? failed(tried.description, tried.error) : done(tried.description, step.expected || step.name);
}
