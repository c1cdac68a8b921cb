/** @typedef {{ name: string, status: string, change?: '+' | '~' | '-' }} PlanStep */

/**
 * Rebuilds a session's decisions from the conversation: each reply with its consequences and the plan at that time.
 * @param {any[]} blocks blocks of the view @param {any[]} records of the agent, newest last
 * @returns {{ record: any, came: any[], plan: PlanStep[] }[]}
 */
export function decisionsOf(blocks, records) {
  const recorded = new Map(records.map(record => [record.entry, record]));
  let plan = [];
  return segmentsOf(blocks).map(({ seq, came }) => {
    plan = came.reduce(planAfter, plan.filter(({ change }) => change !== '-').map(({ name, status }) => ({ name, status })));
    return { record: recorded.get(seq), came, plan };
  }).filter(({ record }) => record);
}

/** Splits the blocks at the decisions. A reply that could not be used is a segment of its own. */
function segmentsOf(blocks) {
  const segments = [];
  for (const block of blocks) {
    if (block.kind === 'correction' || (block.kind === 'note' && block.code === 'decided')) segments.push({ seq: block.seq, came: [] });
    else segments.at(-1)?.came.push(block);
  }
  return segments;
}

/** The plan after one more block. @param {PlanStep[]} plan @param {any} block @returns {PlanStep[]} */
function planAfter(plan, { kind, code, data }) {
  if (kind !== 'note') return plan;
  if (code === 'plan') return (data.names ?? []).map(name => ({ name, status: 'pending' }));
  if (code === 'plan_adjusted') return adjusted(plan, data);
  if (code === 'step') return plan.map(step => (step.name === data.name ? { ...step, status: data.status } : step));
  if (code === 'task' && data.status === 'cancelled') return plan.map(step => (step.status === 'in_progress' ? { ...step, status: 'pending' } : step));
  return plan;
}

/** The plan's present names, with a sign on new and changed ones; removed ones come last. */
function adjusted(plan, { modified = [], names = [] }) {
  const known = new Map(plan.map(({ name, status }) => [name, status]));
  const now = names.map(name => {
    if (!known.has(name)) return { name, status: 'pending', change: /** @type {const} */ ('+') };
    return { name, status: known.get(name), ...(modified.includes(name) ? { change: /** @type {const} */ ('~') } : {}) };
  });
  const gone = plan.filter(({ name }) => !names.includes(name)).map(step => ({ ...step, change: /** @type {const} */ ('-') }));
  return [...now, ...gone];
}
