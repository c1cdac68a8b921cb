/**
 * Whether the step that a block belongs to goes on: what was said of its work while it ran is not shown once it has ended.
 * @param {{ seq: number }} block @param {any[]} blocks
 */
export const isRunning = ({ seq }, blocks) => {
  const next = blocks.find(other => other.seq > seq && other.kind === 'note' && (other.code === 'step' || other.code === 'task'));
  return next === undefined || next.code === 'task' && next.data.status === 'paused';
};

/** Whether an action of a step is under way. @param {{ status: string }} step @param {{ result: string | null, error: string | null }} action */
export const isUnderWay = (step, { result, error }) => step.status === 'in_progress' && result === null && !error;
