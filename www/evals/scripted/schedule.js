const WORDS = { zh: { next: '我来安排。', done: '已经安排好了。' }, en: { next: 'I will arrange that.', done: 'It is arranged.' } };

/**
 * Does what stands in `ideal` in its order, and is done: `{ name, arguments }` is a call of a tool, where an argument `task` (`tasks` for two) names a
 * task and becomes its id; `{ ask }` a question to the person; `{ reply }` an answer without work; `{ done }` the closing words of a request that another follows.
 * @param {any} contract @param {import('./model.js').Scene} scene
 */
export function schedule({ name }, { view, person, lang }) {
  const ideal = person.ideal ?? [];
  const next = nextOf(ideal, view.blocks);
  const say = wordsOf(next) ?? WORDS[lang][next ? 'next' : 'done'];
  if (name === 'text') return say;
  if (next?.reply) return { say };
  if (!next || next.done) return { say, action: 'done', goal_check: person.goal };
  if (next.ask) return { say, action: 'ask_user' };
  return { say, calls: [{ name: next.name, arguments: withIds(next.arguments, view) }] };
}

/** The first that is not done: a tool by the number of its blocks, words by having been said. */
function nextOf(ideal, blocks) {
  let ran = blocks.filter(({ kind, name }) => kind === 'tool' && ideal.some(call => call.name === name)).length;
  return ideal.find(one => {
    if (wordsOf(one)) return !blocks.some(({ kind, text }) => kind === 'assistant' && text.includes(wordsOf(one)));
    ran -= 1;
    return ran < 0;
  });
}

const wordsOf = one => one?.ask ?? one?.reply ?? one?.done;

/** Names of tasks become their ids. @param {any} args @param {any} view */
function withIds({ task, tasks, moves, ...rest }, { blocks }) {
  const loaded = blocks.findLast(({ kind, name }) => kind === 'tool' && name === 'load_schedule');
  const id = one => loaded?.result.ok.state.tasks.find(({ name }) => name === one)?.state_id ?? null;
  return {
    ...(task === undefined ? {} : { task_id: id(task) }), ...(tasks === undefined ? {} : { task_a: id(tasks[0]), task_b: id(tasks[1]) }),
    ...(moves === undefined ? {} : { moves: moves.map(({ task: one, ...where }) => ({ task_id: id(one), ...where })) }), ...rest,
  };
}
