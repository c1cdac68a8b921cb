import { ask, done, propose } from './decision.js';
import { WORDS } from './words.js';

const QUOTED = /[“"「《]([^”"」》\n]{1,40})[”"」》]/;
const DATE = /\b\d{4}-\d{2}-\d{2}\b/g;
const LIST = /(?:包括|\bwith)\s*[：:]?\s*([^\n。.]+)/i;
const BETWEEN = /[、，,；;]\s*(?:and\s+)?|\s+and\s+/;

/**
 * The next round of making a task class. Asks for what is missing.
 * @param {import('./read.js').Turn} turn @param {any} goal
 */
export function create(turn, goal) {
  const words = WORDS[turn.lang];
  const tried = turn.records.filter(({ tool }) => tool === 'upsert_task_class');
  const said = goal.request.text.replace(/[，,]?[^，,]*(?:不要|\bnot\b)[^，,\n]*/gi, '');
  const [, name] = QUOTED.exec(said) ?? [], dates = [...(said.match(DATE) ?? [])].sort();
  const items = (LIST.exec(said)?.[1] ?? '').split(BETWEEN).map(item => item.trim()).filter(Boolean);
  if (tried.some(({ failed }) => !failed)) return done(words.created(name), goal.more);
  if (goal.stopped || tried.length > goal.later.length) return done(words.given, goal.more);
  if (!name || dates.length !== 2 || !items.length) return ask(words.missing);
  const form = {
    name, mode: 'auto', start_date: dates[0], end_date: dates[1], subject_type: 'mixed', difficulty_level: 'medium', cognitive_intensity: 'medium',
    config: { total_slots: 2 * items.length, strategy: 'steady', allow_filler_course: false, excluded_slots: [], excluded_days_of_week: goal.request.notDays },
    items: items.map((content, index) => ({ order: index + 1, content })),
  };
  return propose('upsert_task_class', { task_class: form, source: 'chat' }, words.create(name, items.length));
}
