import { sit } from './sitting.js';

/**
 * A recorded session: what the person did and what the model replied, as they came, and what must hold. A file in `tests/recorded`.
 * @typedef {object} Recording
 * @property {string} about  who the person is, what they want, and which model replied
 * @property {string} agent @property {'zh' | 'en'} lang @property {number} seed
 * @property {any} [input]  input of the session @property {Record<string, string>} [files]  files of the workspace (stepper)
 * @property {{ now?: string, planned?: boolean }} [calendar]  the calendar that the session begins with (schedule)
 * @property {Turn[]} turns  the first opens the session
 * @property {{ document: string, statuses: Record<string, string>, writes: number }} ends
 *
 * @typedef {object} Turn
 * @property {Does} does @property {Call[]} calls @property {After} then
 *
 * @typedef {{ opens: true } | { say: string, extra?: any } | { answer: any } | { edit: any }} Does
 * @typedef {{ contract: string, reply: string } | { contract: string, stop: true }} Call  `stop`: the person ended the call
 * @typedef {{ waiting: string, place: string, card: string | null, error: string | null }} After  `card`: its tool, else its kind
 */

/** @param {any} view @param {string} place @returns {After} */
const after = ({ waiting, card, error }, place) => ({ waiting, place, card: card ? card.calls?.[0]?.name ?? card.kind : null, error: error?.code ?? null });

/** @param {import('./speaker.js').Act} act @returns {Does} */
function does({ kind, text = '', extra, answer, edit }) {
  if (kind === 'say') return extra === undefined ? { say: text } : { say: text, extra };
  if (kind === 'answer') return { answer };
  return kind === 'edit' ? { edit } : { opens: true };
}

/** @param {any} turn  a `Does` @returns {import('./speaker.js').Act} */
function actOf({ opens, say, extra, answer, edit }) {
  if (opens) return { kind: 'opens' };
  if (answer) return { kind: 'answer', answer };
  return edit ? { kind: 'edit', edit } : { kind: 'say', text: say, extra };
}

/**
 * The recording of a transcript that has come to its end; a turn that is still under way is left out.
 * @param {any[]} lines @param {string} about @returns {Recording}
 */
export function recordingOf(lines, about) {
  const of = (type, turn) => lines.filter(line => line.type === type && line.turn === turn);
  const { agent, lang, seed, person: { input, files, calendar } } = lines[0];
  const { document, statuses, writes } = lines.findLast(({ type }) => type === 'result');
  const turns = lines.filter(({ type }) => type === 'view').map(view => {
    const replies = lines.filter(({ type, turn }) => turn === view.turn && (type === 'reply' || type === 'failure'));
    const stopped = of('stop', view.turn).length > 0;
    const calls = of('request', view.turn).map(({ contract }, index) => ({ contract: contract?.name ?? 'text', ...answered(replies[index], stopped) }));
    return { does: does(of('act', view.turn)[0]), calls, then: after(view, view.place) };
  });
  return { about, agent, lang, seed, ...(input ? { input } : {}), ...(files ? { files } : {}), ...(calendar ? { calendar } : {}), turns, ends: { document, statuses, writes } };
}

function answered({ type, text, code, message }, stopped) {
  if (type === 'reply') return { reply: text };
  if (stopped) return { stop: true };
  throw new Error(`a session whose model failed cannot be recorded: ${code ?? message}`);
}

/**
 * Plays a recording, and says what is not as it was: a call that is missing or too many, another contract, card, place or end. Stops at the
 * first turn that differs.
 * @param {Recording} recording @param {(request: any) => void} [onRequest]  hears each request to the model @returns {Promise<string[]>}
 */
export async function replay({ agent, lang, seed, input, files, calendar, turns, ends }, onRequest = () => {}, store = undefined) {
  let left = [], strange;
  const sitting = await sit({ agent, lang, seed, setting: { input, files, calendar }, model, store });

  async function model(request, { signal, onText }) {
    onRequest(request);
    const { contract } = request;
    const name = contract?.name ?? 'text', next = left.shift();
    if (!strange && next?.contract !== name) strange = `expected ${next ? `a call of the model for "${next.contract}"` : 'no further call of the model'}, found one for "${name}"`;
    if (strange) throw new Error(strange);
    if (next.stop) {
      await sitting.stop();
      throw signal.reason ?? new Error('stopped');
    }
    onText?.(next.reply);
    return { text: next.reply, finishReason: 'stop' };
  }

  try {
    for (const [index, turn] of turns.entries()) {
      left = [...turn.calls];
      const act = actOf(turn.does);
      const faults = await played(act.kind === 'answer' ? { ...act, call: sitting.view.card?.id } : act, turn);
      if (faults.length > 0) return faults.map(fault => `turn ${index + 1} (${JSON.stringify(turn.does).slice(0, 60)}): ${fault}`);
    }
    return differences(ends, await sitting.state()).map(fault => `at the end: ${fault}`);
  } finally {
    if (sitting.isOpen) await sitting.close();
  }

  async function played(act, { then }) {
    try {
      const view = await sitting.turn(act);
      if (!strange && left.length > 0) strange = `expected a call of the model for "${left[0].contract}", found none`;
      return strange ? [strange] : differences(then, after(view, sitting.host.place(view)));
    } catch (error) {
      return [strange ?? `ended by an error: ${error.name}: ${error.message}`];
    }
  }
}

/** Members that are not as expected. Of long texts, the first line that differs. */
function differences(expected, found) {
  return Object.keys(expected).filter(name => JSON.stringify(expected[name]) !== JSON.stringify(found[name])).map(name => {
    const [wanted, is] = typeof expected[name] === 'string' && typeof found[name] === 'string' ? firstLines(expected[name], found[name]) : [expected[name], found[name]];
    return `${name}: expected ${JSON.stringify(wanted)}, found ${JSON.stringify(is)}`;
  });
}

function firstLines(one, other) {
  const ones = one.split('\n'), others = other.split('\n');
  const at = ones.findIndex((line, index) => line !== others[index]);
  return at < 0 ? [undefined, others[ones.length]] : [ones[at], others[at]];
}
