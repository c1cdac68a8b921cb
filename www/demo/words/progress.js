import { number, t } from './i18n.js';

/** Progress in words. Skipped tasks are not counted as done. @param {{ done: number, total: number, skipped?: number }} progress */
export function progressWords({ done, total, skipped = 0 }) {
  const key = skipped === 0 ? 'tasks.progress' : done + skipped < total ? 'tasks.progressSkipped' : 'tasks.settled';
  return t(key, { done: number(done), total: number(total), skipped: number(skipped) });
}
