import { memoryStore, openSession } from 'stepgate';
import { content } from 'stepgate/content';
import { guide } from 'stepgate/guide';
import { schedule } from 'stepgate/schedule';
import { stepper } from 'stepgate/stepper';
import { content as contentHost } from './agents/content.js';
import { guide as guideHost } from './agents/guide.js';
import { schedule as scheduleHost } from './agents/schedule.js';
import { stepper as stepperHost } from './agents/stepper.js';
import { faceOf } from './speaker.js';

/**
 * Description of an agent for the evaluation.
 * @typedef {object} Host
 * @property {(setting: Setting, lang: 'zh' | 'en') => Promise<any>} world  `input` and `tools` of the session, and what `document` needs
 * @property {(view: any) => string} place  the part of the work that is under way
 * @property {(view: any) => boolean} proposal  whether something waits for agreement
 * @property {(view: any) => boolean} done @property {(view: any) => boolean} good
 * @property {(view: any) => Record<string, string>} statuses  how far each part of the work is
 * @property {(block: any) => Write | Write[] | undefined} writeIn  what a new block has written
 * @property {(view: any) => number} [actions]  actions that were carried out, where the agent works by them
 * @property {(card: any) => string[]} [placesOn]  the places that a card shows, in the words of `writeIn`
 * @property {(session: any, world: any) => Promise<{ text: string, figures: string, against?: (person: import('./person.js').Person) => string[] }>} document
 * @property {(person: import('./person.js').Person, lang: 'zh' | 'en') => string[]} keeps
 *
 * @typedef {{ what: string, tool?: { name: string, args: any }, places?: string[] }} Write
 * @typedef {object} Setting  what a session begins with
 * @property {any} [input] @property {Record<string, string>} [files] @property {{ now?: string, planned?: boolean }} [calendar]
 */

/** @type {Record<string, Host>} */
export const HOSTS = { guide: guideHost, stepper: stepperHost, content: contentHost, schedule: scheduleHost };

export const AGENTS = { guide, stepper, content, schedule };

/**
 * A session that is played turn by turn: a turn is an act of the person with all that comes of it.
 * @param {object} options
 * @param {string} options.agent @param {string} [options.id] @param {'zh' | 'en'} options.lang @param {number} options.seed @param {Setting} options.setting
 * @param {(request: any, context: any) => Promise<any>} options.model @param {(line: object) => void} [options.write]  takes the transcript's lines
 */
export async function sit({ agent, id = 'sitting', lang, seed, setting, model, write = () => {}, store = memoryStore() }) {
  const host = HOSTS[agent];
  const world = await host.world(setting, lang);
  /** @type {import('./checks.js').Turn[]} */
  const turns = [];
  const seen = new Map();
  let session, shown, beside, act = { kind: 'opens' }, calls = 0, chars = 0;

  /** @param {any} request @param {any} context */
  async function counted(request, context) {
    const size = request.messages.reduce((sum, { content: text }) => sum + text.length, 0);
    calls += 1;
    chars += size;
    write({ type: 'request', turn: turns.length + 1, chars: size, ...request });
    try {
      const reply = await model(request, context);
      write({ type: 'reply', turn: turns.length + 1, ...reply });
      return reply;
    } catch (error) {
      write({ type: 'failure', turn: turns.length + 1, code: error.code, message: error.message });
      throw error;
    }
  }

  const openIt = async () => {
    session = await openSession({ agent: AGENTS[agent], id, lang, seed, input: world.input, tools: world.tools, store, lock: false, model: counted, onChange: view => { shown = view; } });
  };

  /** @param {import('./speaker.js').Act} next */
  async function turn(next) {
    act = next;
    [calls, chars] = [0, 0];
    write({ type: 'act', turn: turns.length + 1, ...act });
    await (act.kind === 'opens' ? openIt() : perform(session, act));
    const view = await settled(session);
    const fresh = view.blocks.filter(({ seq, revision }) => seen.get(seq) !== revision);
    for (const { seq, revision } of fresh) seen.set(seq, revision);
    const said = fresh.filter(({ kind }) => kind === 'assistant').map(({ text }) => text);
    const face = view.card && faceOf(view.card);
    const stays = face === beside && view.card?.typed === 'continues'; // the person talks beside a card that is open
    beside = face;
    const questions = [...said.slice(-1), ...(face && !stays ? [face] : [])];
    turns.push({ act, calls, chars, writes: fresh.flatMap(block => host.writeIn(block) ?? []), questions });
    write({ type: 'view', turn: turns.length, waiting: view.waiting, place: host.place(view), blocks: fresh, card: view.card, error: view.error, input: view.input, data: view.data, output: view.output });
    return view;
  }

  /** Ends the model's call that is under way. */
  async function stop() {
    write({ type: 'stop', turn: turns.length + 1 });
    await session.stop();
  }

  /** How things are now: what a recording says of its end. */
  async function state() {
    const { text, figures, against } = await host.document(session, world);
    return { document: text, figures, against, statuses: host.statuses(session.view), writes: turns.reduce((sum, { writes }) => sum + writes.length, 0) };
  }

  return {
    host, turns, turn, stop, state,
    close: () => session.close(),
    get isOpen() { return session !== undefined; },
    get view() { return session?.view ?? shown; },
    get act() { return act; },
    get calls() { return calls; },
  };
}

/** The view in which the person is waited for: an agent that speaks first may still be at work after `openSession`, or after a task. */
async function settled(session) {
  while (session.view.waiting === 'model' || session.view.waiting === 'tool' || (session.view.opening && !session.view.error)) await new Promise(resolve => setTimeout(resolve, 1));
  return session.view;
}

/** @param {any} session @param {import('./speaker.js').Act} act */
function perform(session, { kind, text, extra, call, answer, edit }) {
  if (kind === 'answer') return session.answer(call, answer);
  return kind === 'edit' ? session.edit(edit) : session.say(text, extra);
}
