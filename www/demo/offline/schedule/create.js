import { ask, done, opening, propose } from './decision.js';
import { KINDS, numberOf, SOON } from './grammar.js';
import { isHan } from './read.js';
import { WORDS } from './words.js';

const QUOTED = /[“"「『《]([^”"」』》\n]{1,40})[”"」』》]/;
const NAMED = /任务[类组](?:叫|名为|名叫)?\s*[：:，,]?\s*([^\s：:，,。、;；（(]{1,20})|\b(?:class|group)\b(?:\s+(?:called|named|for))?\s*[:,]?\s+([\p{L}][\p{L}\p{N} -]{0,39}?)(?=\s*(?:[:,.;(]|\bwith\b|\bfrom\b|\bof\b|$))/iu;
const DATE = /\b\d{4}-\d{2}-\d{2}\b/g;
const LIST = /(?:包括|包含|内容(?:是|有|为)?|任务(?:是|有|为)|分为|\bwith(?! \d)(?: the)?(?: tasks| items)?|\bitems|\btasks)\s*[：:]?\s*([^\n。.]+)/i;
const BEHIND_COLON = /[：:]\s*([^\n。]+)$/;
const COUNT = [/(\d{1,2}|[一二两三四五六七八九十]{1,2})\s*(?:个任务(?!类)|项|章|节|个单元|篇|个部分)/, /\b(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)\s+(?:tasks?|items?|parts?|chapters?|units?|lessons?)\b/i];
const BETWEEN = /[、，,；;]\s*(?:and\s+|以及|和)?|\s+and\s+|以及/;

const SUBJECTS = { quantitative: /计算|公式|数学|理科|推导|calcul|math|quantitative|formula/i, memory: /背|记忆|单词|词汇|memor|vocabular|by heart/i, reading: /阅读|文献|读书|\bread/i };
const LEVELS = { high: /很难|困难|难度高|高强度|\bhard\b|difficult|demanding/i, low: /简单|容易|轻松|\beasy\b|\blight\b/i };

const meaning = (table, text, usual) => Object.keys(table).find(key => table[key].test(text)) ?? usual;

/**
 * The next round of making a new task class. Asks for missing information.
 * @param {import('./read.js').Turn} turn @param {import('./goal.js').Goal} goal
 */
export function create(turn, goal) {
  const words = WORDS[turn.lang];
  const tried = turn.records.filter(({ tool }) => tool === 'upsert_task_class');
  const wanted = classOf(goal, words);
  if (tried.some(({ failed }) => !failed)) return done(words.created(wanted.name), goal.more);
  if (goal.stopped || tried.length > goal.later.length) return done(words.given, goal.more);
  const missing = [!wanted.name && words.missingName, !wanted.items.length && words.missingItems, !wanted.dates && words.missingDates].filter(Boolean);
  if (missing.length) return ask(words.missing(missing));
  return opening(turn, [], 'taskclass') ?? propose('upsert_task_class', { task_class: formOf(wanted), source: 'chat' }, words.create(wanted.name, wanted.items.length));
}

/** Known settings of the class: from the request, then from later answers, of which the last counts first. */
function classOf({ request, later }, words) {
  const [asked] = request.text.split('\n');
  const said = [...later].reverse().concat(asked);
  const first = read => said.map(read).find(Boolean);
  const dates = first(text => text.match(DATE)?.length === 2 && [...text.match(DATE)].sort());
  const name = first(nameIn) ?? (later.length && nameless(asked) ? later[0].split(/[，,：:]/)[0].trim() : '');
  return { name, dates, items: first(text => itemsIn(text, name)) ?? first(text => countedIn(text, words)) ?? [], request };
}

const nameless = asked => !nameIn(asked);

function nameIn(text) {
  const [, quoted] = QUOTED.exec(text) ?? [];
  if (quoted) return quoted.trim();
  const [, han, latin] = NAMED.exec(text) ?? [];
  const name = (han ?? latin ?? '').trim();
  return KINDS[0][1].test(text) && !/^(?:从|包括|包含)/.test(name) ? name : '';
}

/** The tasks listed in a text. @param {string} text @param {string} name name of the class, which is no task */
function itemsIn(text, name) {
  const rest = text.replace(QUOTED, ' ').replace(DATE, ' ');
  const list = (LIST.exec(rest) ?? BEHIND_COLON.exec(rest))?.[1] ?? '';
  const items = list.split(BETWEEN).map(item => item.replace(/^[\s：:]+|[\s。.]+$/g, '')).filter(item => item && item !== name && item.length <= 60 && !isClause(item));
  return items.length > 1 ? items : undefined;
}

/** Whether a part of a sentence says how, not what. */
const isClause = item => [...Object.values(LEVELS), SOON, /^(?:从|到|不要|不在|from|until|to|not)\b|^(?:从|到|不要)/i, ...COUNT].some(words => words.test(item) && item.length < (isHan(item) ? 10 : 24) && !/^(?:第|unit|chapter|part)/i.test(item));

function countedIn(text, words) {
  const [, count] = COUNT.map(pattern => pattern.exec(text)).find(Boolean) ?? [];
  return count && Array.from({ length: numberOf(count) }, (_, index) => words.part(index + 1));
}

function formOf({ name, dates: [start_date, end_date], items, request }) {
  const text = `${name} ${request.text}`;
  const level = meaning(LEVELS, request.text, 'medium');
  return {
    name, mode: 'auto', start_date, end_date,
    subject_type: meaning(SUBJECTS, text, 'mixed'), difficulty_level: level, cognitive_intensity: level,
    config: {
      total_slots: 2 * items.length, strategy: request.soon ? 'rapid' : 'steady', allow_filler_course: false, excluded_slots: [],
      excluded_days_of_week: request.never.flatMap(({ days, sections }) => (sections.length ? [] : days)),
    },
    items: items.map((content, index) => ({ order: index + 1, content })),
  };
}
