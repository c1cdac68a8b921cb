/**
 * Makes the tool calls of `ideal` in their order: `[{ name, arguments }]`, and is done. An argument `task` names a task; the call has its `task_id`.
 * @param {any} contract @param {import('./model.js').Scene} scene
 */
export function schedule({ name }, { view, person, lang }) {
  const calls = person.ideal ?? [];
  const made = view.blocks.filter(block => block.kind === 'tool' && calls.some(call => call.name === block.name)).length;
  const next = calls[made];
  const speak = next ? (lang === 'zh' ? '我来安排。' : 'I will arrange that.') : (lang === 'zh' ? '已经安排好了。' : 'It is arranged.');
  if (name === 'route') return { speak, intent: 'task', route: 'execute', task_class_ids: [] };
  if (name === 'text') return speak;
  if (name === 'plan') return { speak, action: 'plan_done', plan_steps: [{ content: person.goal, done_when: person.goal }] };
  if (!next) return { speak, action: 'done', reason: 'done', goal_check: person.goal };
  const writes = /^(place|move|batch_move|swap|unplace|spread)/.test(next.name);
  return { speak, action: writes ? 'confirm' : 'continue', reason: next.name, tool_call: { ...next, arguments: withId(next.arguments, view) } };
}

function withId({ task, ...rest }, { blocks }) {
  const loaded = blocks.findLast(({ kind, name }) => kind === 'tool' && name === 'load_schedule');
  const id = loaded?.result.ok.state.tasks.find(({ name }) => name === task)?.state_id;
  return id === undefined ? rest : { task_id: id, ...rest };
}
