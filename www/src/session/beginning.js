// @ts-check
/** @import { Json, SessionOptions, Start } from '../index.js' */
import { lossIn, within } from '../checks/lossless.js';
import { StepgateError, StoreError } from '../errors.js';
import { wrong } from '../options.js';
import { pageLang } from '../page/page-lang.js';

/**
 * Begins a session in the WebAssembly: as it was saved, or anew.
 * @param {SessionOptions & { agent: string }} options
 * @param {Pick<ReturnType<typeof import('./session.js').liveSession>, 'begin' | 'ask'>} session
 * @param {Pick<ReturnType<typeof import('./saving.js').saving>, 'load' | 'records'>} saving
 */
export function beginning(options, session, saving) {
  /** Begins from saved data. Damage that the engine finds is reported like damage that the store finds. @param {Start} start */
  const fromSaved = start => {
    try {
      session.begin(start);
    } catch (error) {
      const { name, code, place, message } = /** @type {any} */ (error);
      if (name !== 'StepgateError' || code !== 'malformed') throw error;
      throw new StoreError('damaged', { place, detail: message, cause: error });
    }
  };

  /** Goes back in a fork, before it is saved for the first time. @param {number} before */
  const goBack = async before => {
    const records = await saving.records() ?? [];
    session.ask(live => live.handle(live.wayBack({ before }, records, Date.now()).event));
  };

  return {
    /**
     * Begins as saved. Gives whether the session is in the store, and what the browser has lost of it.
     * @returns {Promise<{ isThere: boolean, loss?: StoreError }>}
     */
    async load() {
      /** @type {StoreError | undefined} */
      let loss;
      const saved = await saving.load().catch(error => {
        if (error.code !== 'erased') throw error;
        loss = error; // a session that the browser has lost is not there, and that is told
      });
      if (!saved) return { isThere: false, loss };
      const { snapshot, started, copied, before, setBack } = saved;
      if (snapshot.agent !== options.agent) wrong('agent', `"${snapshot.agent}", which this session was begun with`);
      fromSaved(copied
        ? { copy: { snapshot, seed: randomSeed(), nonce: randomNonce(), at_ms: Date.now(), ...(started !== undefined && { started }) } }
        : { resume: snapshot });
      if (copied && before !== undefined) await goBack(before);
      return { isThere: true, loss: setBack ? new StoreError('set_back') : undefined };
    },

    /** Begins anew. */
    create() {
      const { input, lang = pageLang(), seed = randomSeed() } = options;
      if (input !== undefined) assertWhole(input);
      session.begin({ open: { input: /** @type {Json} */ (input ?? null), seed, nonce: randomNonce(), at_ms: Date.now(), lang } });
    },
  };
}

/** Place of the input in errors. */
const INPUT = '/start/open/input';

/** Throws for an input that JSON would change: a Map would come as {}, a Date as a text. What JSON cannot hold at all the session refuses itself. @param {unknown} input */
function assertWhole(input) {
  try {
    JSON.stringify(input);
  } catch {
    return;
  }
  const loss = within(INPUT, lossIn(input, true, INPUT.split('/').length));
  if (loss && !loss.half) throw new StepgateError('malformed', `${loss.place.slice(0, 200)}: must be JSON, not ${loss.why}`, { place: loss.place });
}

const randomSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];
/** 96 random bits: no two sessions share them, whatever their seeds are. */
const randomNonce = () => Array.from(crypto.getRandomValues(new Uint32Array(3)), part => part.toString(16).padStart(8, '0')).join('');
