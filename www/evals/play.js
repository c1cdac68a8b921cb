import { judge } from './checks.js';
import { BOUNDS } from './person.js';
import { sit } from './sitting.js';
import { answerTo } from './speaker.js';

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
  const known = [JSON.stringify(person.input ?? {}), ...Object.entries(person.files ?? {}).flat(), person.opening ?? ''];
  const refused = new Set(), further = [...person.then ?? []];
  let broken, handedBack = 0, idle = 0;
  write({ type: 'case', agent, lang, seed, person });
  const model = modelFor(() => ({ view: sitting.view, act: sitting.act, calls: sitting.calls, person, lang, told: speaker.told(), place: sitting.view ? host.place(sitting.view) : '' }));
  const sitting = await sit({ agent, id: person.id, lang, seed, setting: person, model, write });
  const { host, turns } = sitting;

  /** The next act, or none where the person gives up. */
  async function chooseNext() {
    const { view, act } = sitting;
    const again = view.error || view.input;
    handedBack = again ? handedBack + 1 : 0;
    idle = act.rest ? idle + 1 : 0;
    if (handedBack > PATIENCE || idle > PATIENCE) return undefined;
    const mayTalk = view.waiting === 'user';
    if (view.input && (mayTalk || !view.card)) return { ...act, kind: 'say', text: view.input };
    if (view.card && !(mayTalk && speaker.more(host.place(view)))) return answerTo(view.card, person, refused, host.placesOn);
    if (again && view.data.can?.retry === true && agent === 'guide') return { kind: 'edit', edit: { retry: true } };
    if (host.done(view)) return { kind: 'say', text: further.shift() };
    const last = view.blocks.filter(({ kind }) => kind === 'assistant').at(-1)?.text ?? '';
    return speaker.next({ place: host.place(view), last: view.data.question && typeof view.data.question === 'string' ? view.data.question : last, proposal: host.proposal(view) });
  }

  try {
    await sitting.turn({ kind: 'opens' });
    while (!host.done(sitting.view) || sitting.view.card || further.length > 0) {
      if (turns.length > (person.expect.turns ?? BOUNDS.turns)) break;
      const next = await chooseNext();
      if (!next) break;
      known.push(next.text ?? next.answer?.reason ?? '');
      await sitting.turn(next);
    }
  } catch (error) {
    broken = `${error.name}: ${error.message}`;
    write({ type: 'error', name: error.name, code: error.code, message: error.message });
  }
  if (!sitting.isOpen) throw new Error(`${agent} ${lang} ${person.id}: the session was not opened: ${broken}`);

  const { view } = sitting;
  const end = await sitting.state();
  const played = {
    person, document: end.document, figures: end.figures, keeps: host.keeps(person, lang).filter(text => !person.expect.absent?.includes(text)), known, turns, broken,
    heard: view.blocks.filter(({ kind }) => kind === 'user').map(block => block.text), waiting: view.input ? [view.input] : [],
    done: host.done(view), good: host.good(view), against: end.against?.(person),
  };
  await sitting.close();
  const faults = judge(played);
  const sizes = sizesOf(turns, view.usage?.corrections ?? 0, host.actions?.(view));
  write({ type: 'result', faults, ...sizes, ...end });
  return { agent, lang, id: person.id, faults, ...sizes };
}

const sum = list => list.reduce((total, number) => total + number, 0);

/** Figures that the table counts; `chars` are those of each turn that called the model. */
function sizesOf(turns, corrections, actions) {
  return { turns: turns.length, calls: sum(turns.map(turn => turn.calls)), corrections, chars: turns.filter(turn => turn.calls > 0).map(turn => turn.chars), ...(actions === undefined ? {} : { actions }) };
}
