import { placeOf } from './people.js';

/** Words of people besides facts. */
const PHRASES = {
  zh: {
    unknown: '不知道', skip: '这个先跳过吧', enough: '就这些，你写吧', approve: '可以', settle: '确认', later: '再改改', short: '写短一点',
    but: (from, to) => `好，但是应该是 ${to}，不是 ${from}`,
    back: section => `刚才的${section}不对，还要改`,
  },
  en: {
    unknown: "I don't know", skip: 'skip this one', enough: "that's all, just write it", approve: 'looks good', settle: 'use it', later: 'not yet',
    short: 'make it shorter',
    but: (from, to) => `ok but it was ${to}, not ${from}`,
    back: section => `go back to ${section}, something is wrong there`,
  },
};

/** Number of turns after which a session counts as lost. */
const MOST_TURNS = 60;

/**
 * Leads one person through a session, up to `goal` finished tasks.
 * @returns {Promise<{ turns: number, resent: number, told: { task: number, kept: string[] }[] }>}
 */
export async function talk(agent, person, goal) {
  const state = { agent, person, say: PHRASES[person.lang], told: new Map(), skipped: false, changed: new Set(), back: false, turns: 0, resent: 0 };
  while (!isOver(state, goal)) {
    state.turns += 1;
    if (state.turns > MOST_TURNS) throw new Error(`no end after ${MOST_TURNS} turns in ${agent.view.data.state}: ${lastWords(agent.view)}`);
    await act(state);
  }
  return { turns: state.turns, resent: state.resent, told: [...state.told].map(([task, { kept }]) => ({ task, kept })) };
}

const tasksOf = ({ agent }) => agent.view.data.tasks;
const finished = state => tasksOf(state).filter(({ status }) => status === 'completed').length;
const isOver = (state, goal) => state.agent.view.data.stage === 'completed' || (finished(state) >= goal && (!wantsBack(state) || state.back));
const wantsBack = ({ person, agent }) => person.voice === 'backtracking' && agent.view.data.tasks.length > 1;
const lastWords = view => view.blocks.findLast(({ kind }) => kind === 'assistant')?.text;

/** Says a text, and says it again if the turn failed. */
async function say(state, text) {
  await state.agent.say(text);
  for (let tries = 0; state.agent.view.input !== undefined && tries < 3; tries += 1) {
    state.resent += 1;
    await state.agent.say(state.agent.view.input ?? text);
  }
}

function act(state) {
  const { state: stage, current_task: id } = state.agent.view.data;
  const task = tasksOf(state).find(task => task.id === id);
  if (stage === 'CONFIRMING') return confirm(state, task);
  if (stage === 'DRAFTING') return review(state, task);
  return answer(state, task);
}

/** Answers during the interview. */
async function answer(state, task) {
  const { person, agent } = state;
  if (wantsSkip(state, task)) {
    await say(state, state.say.skip);
    state.skipped = true;
    return agent.edit({ skip: true });
  }
  const done = tasksOf(state).find(({ status, section }) => status === 'completed' && section !== task.section);
  if (wantsBack(state) && !state.back && done) {
    await say(state, state.say.back(done.section));
    state.back = agent.view.data.current_task === done.id;
    return undefined;
  }
  const facts = factsFor(state, task);
  const quiet = person.voice === 'terse' && person.chance() < 0.4;
  if (quiet) return say(state, /^1\. /m.test(lastWords(agent.view)) ? '1' : state.say.unknown);
  return say(state, unheard(state, facts) ?? facts.lines.shift() ?? state.say.enough);
}

/** A correction that the draft does not contain yet, because its turn may have failed. */
const unheard = ({ agent }, { wish, right }) => (wish && agent.view.data.draft && !agent.view.data.draft.includes(right) ? wish : undefined);

/** Whether to skip this task: one in between, never the last. */
function wantsSkip(state, task) {
  const isLast = !tasksOf(state).some(({ status }) => status === 'pending');
  return state.person.voice === 'skipping' && !state.skipped && !isLast && !state.told.has(task.id);
}

function factsFor({ told, person }, task) {
  if (!told.has(task.id)) told.set(task.id, person.tell(placeOf(task.section, person.words)));
  return told.get(task.id);
}

/** Answers with a draft in sight. */
function review(state, task) {
  const { person, told, changed, agent } = state;
  const facts = factsFor(state, task);
  if (facts.lines.length > 0 && facts.kept.some(word => !agent.view.data.draft.includes(word))) return say(state, facts.lines.shift());
  if (unheard(state, facts)) return say(state, facts.wish);
  const number = facts.kept.find(word => /^\d+$/.test(word));
  if (person.voice === 'changing' && !changed.has(task.id)) {
    changed.add(task.id);
    if (!number) return say(state, state.say.short);
    const right = String(Number(number) + 1);
    const wish = state.say.but(number, right);
    told.set(task.id, { lines: [], kept: facts.kept.map(word => (word === number ? right : word)), wish, right });
    return say(state, wish);
  }
  return say(state, person.chance() < 0.5 ? state.say.approve : state.say.settle);
}

/** Answers an open card. */
async function confirm(state, task) {
  const { person, changed, agent } = state;
  if (person.voice === 'changing' && !changed.has(`card ${task.id}`)) {
    changed.add(`card ${task.id}`);
    return say(state, state.say.later);
  }
  if (person.chance() < 0.5) return say(state, state.say.settle);
  return agent.answer(agent.view.card.id, { accept: true });
}
