/**
 * Does the actions of `ideal` in their order: `[{ tool_name, params }]`, one step for all of them. An action with `after_no` is done with these
 * members of its params once it was declined. Writes in a row go together where the contract takes a list.
 * @param {any} contract @param {import('./model.js').Scene} scene
 */
export function stepper({ name, schema }, { view, person }) {
  const actions = person.ideal ?? [];
  const tried = (view.data.task?.steps ?? []).flatMap(step => step.actions);
  const done = tried.filter(({ error, tool }) => !error && actions.some(({ tool_name }) => tool_name === tool)).length;
  const reason = done < actions.length ? `${done} of ${actions.length} actions are done.` : 'All actions are done.';
  const next = actions.slice(done).map(action => ({ ...withChange(action, tried.at(-1)), description: reason }));
  if (name === 'plan') return { goal: person.goal, steps: [{ name: person.goal, description: person.goal, expected_output: person.goal }] };
  if (name === 'think') return { thought: reason };
  if (schema.properties?.is_complete) return { reason, thought: reason, is_complete: next.length === 0, add_steps: [], remove_steps: [], action: together(schema.properties.action, next) };
  return next[0] ?? null;
}

/** @param {any} action @param {any} last  the action before it */
function withChange({ after_no: change, ...action }, last) {
  return change && last?.tool === action.tool_name && last.error === 'rejected' ? { ...action, params: { ...action.params, ...change } } : action;
}

/** The next action, or the writes in a row if there are several. @param {any} schema @param {any[]} next */
function together(schema, next) {
  const other = next.findIndex(({ tool_name }) => tool_name !== 'write_file');
  const writes = other < 0 ? next : next.slice(0, other);
  return writes.length > 1 && takesList(schema) ? writes : next[0] ?? null;
}

const takesList = schema => [schema?.type].flat().includes('array') || (schema?.anyOf ?? schema?.oneOf ?? []).some(takesList);
