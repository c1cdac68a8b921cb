/**
 * Reads the messages of the schedule agent: the dialogue, the records of tools, the state lines.
 *
 * @typedef {{ tool: string, args: string, text: string, failed: boolean }} Record a call with its shown arguments (long ones are cut) and its result
 *
 * @typedef {object} Turn
 * @property {'zh' | 'en'} lang language of the user
 * @property {{ who: 'user' | 'agent', text: string }[]} dialogue
 * @property {string} wish the user's present words; empty if the messages have none
 * @property {Record[]} records
 * @property {Map<string, string>} state state lines by their English labels
 * @property {string} classes the task classes: their numbers, then a line for each
 * @property {((place: { day: number, start: number, end: number }) => boolean)[]} bounds limits on the order, from refusals
 * @property {object[]} refused arguments of writes that were just refused because they would fail
 */

const HEADINGS = {
  dialogue: /^# (?:对话|The conversation)$/,
  records: /^# (?:本次的工具记录|Tools of this request)$/,
  wish: /^# (?:用户这次说的|What the user says now)$/,
  state: /^# (?:当前状态|State)$/,
  classes: /^# (?:任务类|Task classes)$/,
};
const HEADING = /^# (?:对话|The conversation|本次的工具记录|Tools of this request|用户这次说的|What the user says now|当前状态|State|任务类|Task classes|计划|The plan|初稿|The draft|对用户的了解|What is known of the user|以前的请求用过的工具|Tools that earlier requests used|之前的摘要|Summary of what was before)$/;

/** Labels of the state lines, with their keys. */
const LABELS = {
  '窗口（天数/每天节数）': 'window', 'window (days/sections a day)': 'window',
  '已打开的工具': 'open', 'open tools': 'open',
  '当前步骤（只做这一步；完成标准在 | 之后；达到才能 next_plan）': 'step',
  'current step (do this one only; what is to be reached stands after |; next_plan only then)': 'step',
  '上次诊断': 'health', 'last diagnosis': 'health',
  '粗排已完成，只做优化': 'tuning', 'arranged roughly, improvements only': 'tuning',
  '任务类编号': 'ids', 'task class ids': 'ids',
};

export const isHan = text => /\p{Script=Han}/u.test(text);

/** @param {{ role: string, content: string }[]} messages @returns {Turn} */
export function readTurn(messages) {
  const own = messages.findLastIndex(({ content }) => HEADINGS.wish.test(firstLine(content)) || HEADINGS.state.test(firstLine(content)) || /^(现在写收尾的话。|Write the closing words now\.)/m.test(content));
  const blocks = blocksOf(messages.slice(1, own + 1));
  const dialogue = linesOf(blocks.dialogue ?? '');
  const wish = (blocks.wish ?? '').trim();
  const said = wish || dialogue.findLast(({ who }) => who === 'user')?.text || messages[0].content;
  return {
    lang: isHan(said) ? 'zh' : 'en',
    dialogue,
    wish,
    records: recordsOf(blocks.records ?? ''),
    state: stateOf(blocks.state ?? ''),
    classes: blocks.classes ?? '',
    bounds: boundsIn(messages.slice(own + 1)),
    refused: refusedIn(messages.slice(own + 1)),
  };
}

const WOULD_FAIL = /^(?:这次写入不会成功|This write would fail)/;

/** Arguments of writes in the corrected replies, if the write was refused because it would fail. */
function refusedIn(corrections) {
  const would = (_, index) => WOULD_FAIL.test(corrections[index + 1]?.content ?? '');
  return corrections.filter(would).flatMap(({ content }) => jsonOf(/\{[^]*\}/.exec(content)?.[0])?.tool_call?.arguments ?? []);
}

/** Limits on the order from refused writes: a task must start after, or end before, another of its class. */
function boundsIn(corrections) {
  const says = /(?:位于第(\d+)天[^第]*第(\d+)-(\d+)节；|stands on day (\d+) \(\w+\) sections (\d+)-(\d+); )/;
  return corrections.filter(({ role }) => role === 'user').flatMap(({ content }) => {
    const found = says.exec(content);
    if (!found) return [];
    const [day, start, end] = found.slice(1).filter(Boolean).map(Number);
    const isAfter = /必须在那之后|must start after/.test(content);
    return [isAfter ? place => place.day > day || (place.day === day && place.start > end) : place => place.day < day || (place.day === day && place.end < start)];
  });
}

const firstLine = text => text.split('\n', 1)[0];

/** Texts by heading. */
function blocksOf(messages) {
  const blocks = {};
  let name;
  for (const line of messages.flatMap(({ content }) => content.split('\n'))) {
    if (HEADING.test(line)) name = Object.keys(HEADINGS).find(key => HEADINGS[key].test(line));
    else if (name) blocks[name] = name in blocks ? `${blocks[name]}\n${line}` : line;
  }
  return blocks;
}

/** Splits a dialogue by speaker; a text may have several lines. */
function linesOf(text) {
  const said = [];
  for (const line of text.trim().split('\n')) {
    const [, who, words] = /^(用户：|助手：|User: |Assistant: )(.*)$/.exec(line) ?? [];
    if (who) said.push({ who: /用户|User/.test(who) ? 'user' : 'agent', text: words });
    else if (said.length) said.at(-1).text += `\n${line}`;
  }
  return said;
}

function recordsOf(text) {
  return text.split(/\n(?=\d+\. (?:[^\n]*\n)?\w+\(.*\)\n→ )/).flatMap(record => {
    const found = /^(?:\d+\. )(?:[^\n]*\n)??(\w+)\((.*)\)\n→ ([^]*)$/.exec(record.trim());
    if (!found) return [];
    const [, tool, args, observed] = found;
    return [{ tool, args, text: observed.trim(), failed: /^[a-z_]+: /.test(observed) }];
  });
}

function stateOf(text) {
  const lines = text.split('\n').flatMap(line => {
    const label = Object.keys(LABELS).find(label => line.startsWith(`- ${label}: `));
    return label ? [[LABELS[label], line.slice(label.length + 4)]] : [];
  });
  return new Map(lines);
}

/** Ids of the task classes of the request. @param {Turn} turn */
export const idsOf = ({ state }) => (state.get('ids')?.match(/\d+/g) ?? []).map(Number);

/** Parses JSON; undefined for other text. @param {string | undefined} text */
export function jsonOf(text) {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** Arguments in the form of a record, which cuts long ones. @param {object} args */
export function shownArgs(args) {
  const characters = [...JSON.stringify(args)];
  return characters.length > 160 ? `${characters.slice(0, 160).join('')}…[cut]` : characters.join('');
}
