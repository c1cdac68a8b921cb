// @ts-check
/** @import { Outcome, serverOf } from './server.js' */
import { HELLO, reasonOf } from './server.js';

/**
 * An answer: whether it works (`undefined`: not asked, or no matter), and the name of the sentence that says so, with what it is filled in by.
 * @typedef {{ works?: boolean | undefined, says: string, with?: Record<string, unknown> }} Finding
 * @typedef {{ name: string, ask: (server: ReturnType<typeof serverOf>, options: { long: boolean, origin: string }) => Promise<Finding> }} Question
 */

const SHAPE = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'], additionalProperties: false };
const AS_JSON = [{ role: 'user', content: 'Answer with the JSON object {"ok": true} and nothing else.' }];

/** Members of a request to a model with a long reply. */
const LONG = { messages: [{ role: 'user', content: 'Count from 1 to 200 in words.' }] };

/** A text that is longer than any context of today: about two million tokens. */
const TOO_LONG = 'word '.repeat(2_000_000);

/** @param {Outcome} outcome @returns {Finding} */
const refused = ({ error }) => ({ works: false, says: 'refused', with: { code: error?.code ?? '', status: error?.status ?? '', detail: error?.detail ?? error?.text.en ?? '' } });

/** @param {Outcome} outcome @param {Finding} finding what holds if a reply came */
const orRefused = (outcome, finding) => (outcome.error ? refused(outcome) : finding);

/** @param {string} text */
function isShaped(text) {
  try {
    return typeof JSON.parse(text).ok === 'boolean';
  } catch {
    return false;
  }
}

/** @param {Outcome} outcome */
const shaped = outcome => orRefused(outcome, isShaped(outcome.reply?.text ?? '') ? { works: true, says: 'kept' } : { works: false, says: 'ignored', with: { text: (outcome.reply?.text ?? '').slice(0, 60) } });

/** In the order of asking. @type {Question[]} */
export const QUESTIONS = [
  {
    name: 'reachable',
    async ask(server) {
      const start = performance.now();
      return server.get('/models').then(
        ({ status }) => ({ works: true, says: 'reached', with: { status, ms: Math.round(performance.now() - start) } }),
        error => ({ works: false, says: 'unreachable', with: { detail: reasonOf(error) } }),
      );
    },
  },
  {
    name: 'models',
    async ask(server) {
      const list = await server.get('/models').then(response => response.json()).catch(() => undefined);
      const names = /** @type {string[]} */ ((list?.data ?? list?.models ?? []).map((/** @type {any} */ { id, name }) => id ?? name)).filter(Boolean);
      if (names.length === 0) return { says: 'unlisted' };
      return names.includes(server.model) ? { works: true, says: 'listed', with: { count: names.length } } : { works: false, says: 'missing', with: { names: names.slice(0, 8).join(', ') } };
    },
  },
  {
    name: 'cors',
    async ask(server, { origin }) {
      const headers = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': server.headers.join(',') };
      const answer = await server.send('/chat/completions', { method: 'OPTIONS', headers }).catch(() => undefined);
      const allowed = answer?.headers.get('access-control-allow-origin') ?? '';
      if (!answer?.ok || !['*', origin].includes(allowed)) return { works: false, says: 'noCors', with: { status: answer?.status ?? '', allowed: allowed || '-' } };
      const named = (answer.headers.get('access-control-allow-headers') ?? '').toLowerCase();
      const missing = server.headers.filter(name => !named.includes(name) && (named !== '*' || name === 'authorization'));
      return missing.length ? { works: false, says: 'noHeaders', with: { missing: missing.join(', ') } } : { works: true, says: 'cors', with: { allowed } };
    },
  },
  {
    name: 'answer',
    async ask(server) {
      const outcome = await server.ask();
      return orRefused(outcome, outcome.reply?.text ? { works: true, says: 'answered', with: { text: outcome.reply.text.trim().slice(0, 60) } } : { works: false, says: 'empty' });
    },
  },
  {
    name: 'stream',
    async ask(server) {
      const outcome = await server.ask({ stream: true });
      return orRefused(outcome, outcome.pieces > 1 ? { works: true, says: 'streamed', with: { count: outcome.pieces } } : { says: 'atOnce', with: { type: outcome.type } });
    },
  },
  {
    name: 'schema',
    ask: async server => shaped(await server.ask({ messages: AS_JSON, response_format: { type: 'json_schema', json_schema: { name: 'ping', strict: true, schema: SHAPE } } })),
  },
  { name: 'json', ask: async server => shaped(await server.ask({ messages: AS_JSON, response_format: { type: 'json_object' } })) },
  {
    name: 'usage',
    async ask(server) {
      const outcome = await server.ask({ stream: true, stream_options: { include_usage: true } });
      return orRefused(outcome, outcome.reply?.usage ? { works: true, says: 'counted', with: { ...outcome.reply.usage } } : { works: false, says: 'uncounted' });
    },
  },
  {
    name: 'roles',
    async ask(server) {
      const talk = [...HELLO, { role: 'assistant', content: 'hello' }, { role: 'user', content: 'Again, please.' }];
      const strict = await server.ask({ messages: [{ role: 'system', content: 'Be brief.' }, ...talk] });
      if (strict.error) {
        const without = await server.ask({ messages: talk });
        return without.error ? refused(without) : { works: true, says: 'noSystem', with: { detail: strict.error.detail ?? '' } };
      }
      const loose = await server.ask({ messages: [...HELLO, ...HELLO, { role: 'assistant', content: 'hello' }, { role: 'system', content: 'Answer in capital letters.' }] });
      return loose.error ? { works: true, says: 'turnsOnly', with: { detail: loose.error.detail ?? '' } } : { works: true, says: 'anyOrder' };
    },
  },
  {
    name: 'limit',
    async ask(server) {
      for (const name of ['max_tokens', 'max_completion_tokens']) {
        const outcome = await server.ask({ ...LONG, [name]: 16 });
        if (!outcome.error) return { works: outcome.reply?.finishReason === 'length', says: outcome.reply?.finishReason === 'length' ? 'limited' : 'unlimited', with: { name, finish: outcome.reply?.finishReason ?? '-' } };
      }
      return { works: false, says: 'noLimit' };
    },
  },
  { name: 'temperature', ask: async server => orRefused(await server.ask({ temperature: 0.2 }), { works: true, says: 'accepted' }) },
  {
    name: 'errors',
    async ask(server, { long }) {
      if (!long) return { says: 'notAsked' };
      const { error } = await server.ask({ messages: [{ role: 'user', content: TOO_LONG }] });
      if (!error) return { works: false, says: 'cutInSilence' };
      return { works: error.code === 'context', says: error.code === 'context' ? 'tooLong' : 'otherError', with: { code: error.code, detail: error.detail ?? '' } };
    },
  },
];
