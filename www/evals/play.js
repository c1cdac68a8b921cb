import { memoryStore, open } from 'stepgate';
import { content } from './agents/content.js';
import { guide } from './agents/guide.js';
import { schedule } from './agents/schedule.js';
import { stepper } from './agents/stepper.js';
import { judge } from './checks.js';
import { BOUNDS } from './person.js';
import { answerTo, faceOf } from './speaker.js';

/**
 * What the evaluation must know of an agent.
 * @typedef {object} Host
 * @property {(person: import('./person.js').Person, lang: 'zh' | 'en') => Promise<any>} world  `input` and `tools` of the session, and what `document` needs
 * @property {(view: any) => string} place  the part of the work that is under way
 * @property {(view: any) => boolean} proposal  whether something waits for agreement
 * @property {(view: any) => boolean} done @property {(view: any) => boolean} good
 * @property {(block: any) => { what: string, tool?: { name: string, args: any } } | undefined} writeIn  what a new block has written
 * @property {(session: any, world: any) => Promise<{ text: string, figures: string }>} document
 * @property {(person: import('./person.js').Person) => string[]} keeps
 */

/** @type {Record<string, Host>} */
export const HOSTS = { guide, stepper, content, schedule };

/** Times that a person repeats words that were handed back, or has nothing to say in a row, before giving up. */
const PATIENCE = 4;

/**
 * Plays a case to its end and judges it.
 * @param {import('./cases.js').Case} one
 * @param {object} means
 * @param {(look: () => any) => (request: any, context: any) => Promise<any>} means.modelFor  makes the model; a scripted one looks at the scene
 * @param {any} means.speaker @param {number} means.seed @param {(line: object) => void} [means.write]  takes the transcript's lines
 */
export async function play({ agent, lang, person }, { modelFor, speaker, seed, write = () => {} }) {
  const host = HOSTS[agent];
  const world = await host.world(person, lang);
  const known = [JSON.stringify(person.input ?? {}), ...Object.entries(person.files ?? {}).flat(), person.opening ?? ''];
  const turns = [], seen = new Map(), refused = new Set();
  let session, shown, broken, act = { kind: 'opens' }, calls = 0, chars = 0, handedBack = 0, idle = 0;
  write({ type: 'case', agent, lang, seed, person });

  const model = modelFor(() => ({ view: shown, act, person, lang, told: speaker.told(), place: shown ? host.place(shown) : '', calls }));
  /** @param {any} request @param {any} context */
  async function counted(request, context) {
    const size = request.messages.reduce((sum, { content: text }) => sum + text.length, 0);
    calls += 1;
    chars += size;
    write({ type: 'request', turn: turns.length + 1, chars: size, ...request });
    const reply = await model(request, context);
    write({ type: 'reply', turn: turns.length + 1, ...reply });
    return reply;
  }

  /** One act of the person, with what came of it. */
  async function turn(next, run) {
    act = next;
    [calls, chars] = [0, 0];
    write({ type: 'act', turn: turns.length + 1, ...act });
    await run();
    const view = await settled(session);
    const fresh = view.blocks.filter(({ seq, revision }) => seen.get(seq) !== revision);
    for (const { seq, revision } of fresh) seen.set(seq, revision);
    const said = fresh.filter(({ kind }) => kind === 'said').map(({ text }) => text);
    const questions = [...said.slice(-1), ...(view.card ? [faceOf(view.card)] : [])];
    turns.push({ act, calls, chars, writes: fresh.map(host.writeIn).filter(Boolean), questions });
    write({ type: 'view', turn: turns.length, waiting: view.waiting, blocks: fresh, card: view.card, error: view.error, input: view.input, data: view.data, outcome: view.outcome });
  }

  /** The next act, or none where the person gives up. */
  async function chooseNext() {
    const { view } = session;
    const again = view.error || view.input;
    handedBack = again ? handedBack + 1 : 0;
    idle = act.rest ? idle + 1 : 0;
    if (handedBack > PATIENCE || idle > PATIENCE) return undefined;
    const talksOn = view.waiting === 'user' && speaker.more(host.place(view));
    if (view.card && !talksOn) return answerTo(view.card, person, refused);
    if (view.input) return { ...act, kind: 'say', text: view.input };
    if (again && view.data.can?.retry === true && agent === 'guide') return { kind: 'edit', edit: { retry: true } };
    const last = view.blocks.filter(({ kind }) => kind === 'said').at(-1)?.text ?? '';
    return speaker.next({ place: host.place(view), last: view.data.question && typeof view.data.question === 'string' ? view.data.question : last, proposal: host.proposal(view) });
  }

  try {
    await turn(act, async () => {
      session = await open({ agent, id: person.id, lang, seed, input: world.input, tools: world.tools, store: memoryStore(), lock: false, model: counted, onChange: view => { shown = view; } });
    });
    while (!host.done(session.view) || session.view.card) {
      if (turns.length > (person.expect.turns ?? BOUNDS.turns)) break;
      const next = await chooseNext();
      if (!next) break;
      known.push(next.text ?? next.answer?.reason ?? '');
      await turn(next, () => perform(session, next));
    }
  } catch (error) {
    broken = `${error.name}: ${error.message}`;
    write({ type: 'error', name: error.name, code: error.code, message: error.message });
  }
  if (!session) throw new Error(`${agent} ${lang} ${person.id}: the session was not opened: ${broken}`);

  const { view } = session;
  const { text, figures } = await host.document(session, world);
  const played = {
    person, document: text, figures, keeps: host.keeps(person, lang), known, turns, broken,
    heard: view.blocks.filter(({ kind }) => kind === 'user').map(block => block.text), waiting: view.input ? [view.input] : [],
    done: host.done(view), good: host.good(view),
  };
  await session.close();
  const faults = judge(played);
  const sizes = sizesOf(turns, view.usage);
  write({ type: 'result', faults, ...sizes, document: text });
  return { agent, lang, id: person.id, faults, ...sizes };
}

/** The view in which the person is waited for: an agent that speaks first may still be at work after `open`, or after a task. */
async function settled(session) {
  while (session.view.waiting === 'model' || session.view.waiting === 'tool' || (session.view.opening && !session.view.error)) await new Promise(resolve => setTimeout(resolve, 1));
  return session.view;
}

/** @param {any} session @param {import('./speaker.js').Act} act */
function perform(session, { kind, text, call, answer, edit }) {
  if (kind === 'answer') return session.answer(call, answer);
  return kind === 'edit' ? session.edit(edit) : session.say(text);
}

const sum = list => list.reduce((total, number) => total + number, 0);

function sizesOf(turns, usage) {
  const calls = sum(turns.map(turn => turn.calls)), chars = sum(turns.map(turn => turn.chars));
  return { turns: turns.length, calls, chars, corrections: usage?.corrections ?? 0, chars_a_turn: Math.round(chars / Math.max(turns.length, 1)), chars_a_call: Math.round(chars / Math.max(calls, 1)) };
}
