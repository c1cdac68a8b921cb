/**
 * Does the actions of `ideal` in their order: `[{ tool_name, params }]`, one step for all of them.
 * @param {any} contract @param {import('./model.js').Scene} scene
 */
export function stepper({ name }, { view, person }) {
  const actions = person.ideal ?? [];
  const done = (view.data.task?.steps ?? []).flatMap(step => step.actions).filter(({ error, tool }) => !error && actions.some(({ tool_name }) => tool_name === tool)).length;
  const next = actions[done];
  if (name === 'plan') return { goal: person.goal, steps: [{ name: person.goal, description: person.goal, expected_output: person.goal }] };
  if (name === 'think') return { thought: next ? `${next.tool_name} comes next.` : 'Everything is done.' };
  const reason = next ? `${done} of ${actions.length} actions are done.` : 'All actions are done.';
  if (name === 'step') return { reason, thought: reason, is_complete: !next, add_steps: [], remove_steps: [] };
  return next ? { ...next, description: reason } : null;
}
