import { openAiCompatible } from 'stepgate';
import { casesOf } from './cases.js';
import { ggufModel } from './gguf.js';
import { play } from './play.js';
import { scriptedModel } from './scripted/model.js';
import { modelSpeaker, scriptedSpeaker } from './speaker.js';

/**
 * Plays the chosen cases one after the other.
 * @param {import('./options.js').Options} options
 * @param {object} [watch]
 * @param {(one: import('./cases.js').Case) => (line: object) => void} [watch.transcript]  opens the transcript of a case
 * @param {(result: any) => void} [watch.ended]
 */
export async function evaluate(options, { transcript = () => () => {}, ended = () => {} } = {}) {
  const cases = await casesOf(options);
  const { model, user, close } = options.scripted ? {} : await realModels(options);
  const results = [];
  try {
    for (const [index, one] of cases.entries()) {
      const seed = options.seed + index;
      const modelFor = model ? () => model : scriptedModel({ agent: one.agent, seed, mistakes: options.mistakes });
      const speaker = user ? modelSpeaker(one.person, one.lang, user) : scriptedSpeaker(one.person, one.lang);
      const result = await play(one, { modelFor, speaker, seed, write: transcript(one) });
      results.push(result);
      ended(result);
    }
  } finally {
    await close?.();
  }
  return results;
}

/** The model that drives, and the one that plays the people, where there is one. The key stays in the request's header. */
async function realModels({ gguf, grammar, seed, baseUrl, model, userModel, apiKeyEnv }) {
  if (gguf) return ggufModel(gguf, { grammar, seed });
  const server = { baseUrl, ...(apiKeyEnv ? { apiKey: process.env[apiKeyEnv] } : {}) };
  return { model: openAiCompatible({ ...server, model }), user: userModel ? openAiCompatible({ ...server, model: userModel }) : undefined };
}
