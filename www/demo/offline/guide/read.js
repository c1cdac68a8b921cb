/**
 * Reads the guide's prompts; the only place that knows their headings. It ignores quoted text, so that nothing in a resume or in the
 * user's words can look like a heading or label.
 */
const ANCHORS = {
  zh: {
    task: '任务', section: '板块', strategy: '策略', diagnosis: '诊断', goal: '目标',
    state: '当前状态',
    opening: '开场',
    draft: '当前草稿',
    pace: '节奏提示', tiers: { detailed: '详细', brief: '简短', minimal: '极简' },
    turnAway: '换一个话题',
    draftNow: '现在就用 PROPOSE_DRAFT',
    completed: '已完成的板块',
    skipped: '用户刚刚跳过了',
    trigger: '请开始引导我优化这个部分。',
    wish: '求职意向', resume: '简历（JSON）',
  },
  en: {
    task: 'Task', section: 'Section', strategy: 'Strategy', diagnosis: 'Diagnosis', goal: 'Goal',
    state: 'Current state',
    opening: 'Opening',
    draft: 'Current draft',
    pace: 'Pace hint', tiers: { detailed: 'detailed', brief: 'brief', minimal: 'minimal' },
    turnAway: 'switch to another topic',
    draftNow: 'propose a draft now',
    completed: 'Completed sections',
    skipped: 'The user has just skipped',
    trigger: 'Please start guiding me through improving this section.',
    wish: 'Wished job', resume: 'Resume (JSON)',
  },
};

/**
 * A question and its answer. `asked` is empty if the user spoke first. `sure`: the user confirmed that the answer belongs here.
 * @typedef {{ asked: string, said: string, sure?: boolean }} Exchange
 *
 * @typedef {object} Turn
 * @property {'zh' | 'en'} lang  language of the answer
 * @property {{ section: string, strategy: string, diagnosis: string, goal: string, original: string }} task
 * @property {'DISCOVERY' | 'DRAFTING' | 'CONFIRMING' | 'FINISHED'} state
 * @property {boolean} opening  whether the user has not spoken yet
 * @property {boolean} afterSkip
 * @property {string} draft  empty if there is none
 * @property {'detailed' | 'brief' | 'minimal' | undefined} tier
 * @property {boolean} turnAway  whether the hint asks for another topic
 * @property {boolean} draftNow  whether the hint asks for a draft
 * @property {string[]} completed  finished sections
 * @property {Exchange[]} exchanges  in this task, oldest first
 * @property {string} said  the user's last words
 * @property {string[]} offered  actions of the contract
 */

/** @param {{ role: string, content: string }[]} messages @param {{ schema: any }} contract @returns {Turn} */
export function readTurn(messages, contract) {
  const [system, ...dialogue] = messages;
  const lang = languageOf(system.content);
  const at = ANCHORS[lang];
  const blocks = blocksOf(system.content);
  const exchanges = exchangesOf(dialogue, at.trigger);
  return {
    lang,
    task: taskOf(blocks.get(at.task), at),
    state: stateOf([...blocks.keys()], at),
    opening: blocks.has(at.opening),
    afterSkip: saysAnywhere(blocks, at.skipped),
    draft: blocks.get(at.draft)?.quotes[0] ?? '',
    ...paceOf(blocks.get(at.pace)?.lines ?? [], at),
    completed: listAfter(blocks, at.completed),
    exchanges,
    said: exchanges.at(-1)?.said ?? '',
    offered: contract.schema.properties?.next_action?.enum ?? [],
  };
}

/** The question to the planning agent. @param {{ role: string, content: string }[]} messages */
export function readWish([{ content }]) {
  const lang = languageOf(content);
  const blocks = blocksOf(content);
  return { lang, wish: blocks.get(ANCHORS[lang].wish)?.quotes[0] ?? '', resume: JSON.parse(blocks.get(ANCHORS[lang].resume)?.quotes[0] ?? '{}') };
}

const languageOf = system => (/^# (任务|求职意向)$/m.test(system) ? 'zh' : 'en');

/**
 * Text below each heading, without the quotations between lines of triple quotes.
 * @param {string} system @returns {Map<string, { lines: string[], quotes: string[] }>}
 */
function blocksOf(system) {
  const blocks = new Map();
  let block = { lines: [], quotes: [] };
  let quote;
  for (const line of system.split('\n')) {
    if (quote) {
      if (line === '"""') quote = void block.quotes.push(quote.join('\n'));
      else quote.push(line);
    } else if (line.startsWith('# ')) {
      block = { lines: [], quotes: [] };
      blocks.set(line.slice(2).trim(), block);
    } else if (line.endsWith('"""')) {
      quote = [];
    } else {
      block.lines.push(line);
    }
  }
  return blocks;
}

function taskOf({ lines, quotes } = { lines: [], quotes: [] }, { section, strategy, diagnosis, goal }) {
  const field = label => valueOf(lines, label);
  return { section: field(section), strategy: field(strategy), diagnosis: field(diagnosis), goal: field(goal), original: quotes[0] ?? '' };
}

/** The state, which is part of a heading. */
const stateOf = (headings, { state }) => headings.find(heading => heading.startsWith(state))?.match(/[A-Z]{4,}/)?.[0] ?? 'DISCOVERY';

/** The value of `- label: value`, with either colon. */
function valueOf(lines, label) {
  const line = lines.find(line => line.startsWith(`- ${label}：`) || line.startsWith(`- ${label}: `));
  return line?.slice(label.length + 3).trim() ?? '';
}

const saysAnywhere = (blocks, words) => [...blocks.values()].some(({ lines }) => lines.some(line => line.startsWith(words)));

/** List items after a line that begins with `words`. */
function listAfter(blocks, words) {
  for (const { lines } of blocks.values()) {
    const start = lines.findIndex(line => line.startsWith(words));
    if (start < 0) continue;
    const rest = lines.slice(start + 1);
    const end = rest.findIndex(line => !line.startsWith('- '));
    return rest.slice(0, end < 0 ? undefined : end).map(line => line.slice(2).trim());
  }
  return [];
}

function paceOf(lines, { tiers, turnAway, draftNow }) {
  const text = lines.join('\n');
  const measured = lines.find(line => /[（(]\d+/.test(line)) ?? '';
  return {
    tier: Object.keys(tiers).find(tier => measured.includes(tiers[tier])),
    turnAway: text.includes(turnAway),
    draftNow: text.includes(draftNow),
  };
}

/** @returns {Exchange[]} */
function exchangesOf(dialogue, trigger) {
  const exchanges = [];
  let asked = '';
  for (const { role, content } of dialogue) {
    if (role === 'assistant') asked = content;
    else if (content !== trigger) {
      exchanges.push({ asked, said: content });
      asked = '';
    }
  }
  return exchanges;
}
