/** Reads the messages of the content agent: the golden context, the task, its sources. */

/** Keys for the headings of the system message. */
const HEADINGS = {
  创作者特质: 'traits', 项目意图: 'intent', 目标用户画像: 'audience', 字段索引: 'index', 当前任务: 'task', 参考内容: 'reference',
  目标渠道: 'channel', 字段要求: 'guidance', 用户补充信息: 'notes', 原文: 'original', 输出格式: 'output',
  'Creator traits': 'traits', 'Project intent': 'intent', 'Target personas': 'audience', 'Field index': 'index', 'Current task': 'task', Reference: 'reference',
  'Target channel': 'channel', 'Field guidance': 'guidance', 'Notes from the user': 'notes', 'Original text': 'original', 'Output format': 'output',
};

export const isHan = text => /\p{Script=Han}/u.test(text);

/**
 * Parts of the system message. The first heading of a kind counts, because a text further down may contain the same words.
 * @param {string} system
 */
function partsOf(system) {
  const parts = Object.fromEntries(Object.values(HEADINGS).map(name => [name, '']));
  const seen = new Set(['']);
  let name = '';
  for (const line of system.split('\n')) {
    const heading = HEADINGS[/^# (.+?)\s*$/.exec(line)?.[1]];
    if (heading && !seen.has(heading)) seen.add(name = heading);
    else if (name) parts[name] += `${line}\n`;
  }
  return Object.fromEntries(Object.entries(parts).map(([key, text]) => [key, text.trim()]));
}

/** Texts below headings of the second level. @param {string} text @returns {{ name: string, text: string }[]} */
export const sectionsOf = text => text.split(/^## /m).slice(1).map(part => {
  const [name, ...lines] = part.split('\n');
  return { name: name.trim(), text: lines.join('\n').trim() };
});

/** @param {string} text @param {RegExp} name */
const section = (text, name) => sectionsOf(text).find(one => name.test(one.name))?.text ?? '';

/** @param {string} text */
const itemsOf = text => text.split('\n').map(line => /^\s*(?:[-*•]|\d+[.)、])\s+(.*)$/.exec(line)?.[1].trim()).filter(Boolean);

const HOLE = /^（待补充）$|^\(to be added\)$/;

/** Intent of the project. @param {string} intent */
function intentOf(intent) {
  const part = name => section(intent, name).replace(HOLE, '').trim();
  const [what, audience, action] = [part(/^(做什么|What)$/i), part(/^(给谁看|Audience)$/i), part(/^(期望行动|Desired action)$/i)];
  return { what: what || (sectionsOf(intent).length ? '' : intent.trim()), audience, action };
}

/** Audience of the project. @param {string} text */
function audienceOf(text) {
  const people = text.split(/^### /m).slice(1).map(part => {
    const [name, ...lines] = part.split('\n');
    const said = label => new RegExp(`\\*\\*(?:${label})\\*\\*[:：]\\s*(.+)`).exec(lines.join('\n'))?.[1].trim() ?? '';
    return { name: name.trim(), background: said('背景|Background'), pains: said('痛点|Pain points').split(/,\s|[、;；]\s*/).filter(Boolean) };
  });
  const pains = itemsOf(section(text, /^(核心痛点|Pain points)$/));
  return { people, pains: pains.length ? pains : people.flatMap(one => one.pains), values: itemsOf(section(text, /^(价值主张|Value propositions)$/)) };
}

/** Fields of the project: one line each, with name and state. @param {string} index */
const fieldsOf = index => index.split('\n').map(line => /^-\s*(.+?)\s*\[([^\]]*)\]/.exec(line)).filter(Boolean).map(([, name, status]) => ({ name, status }));

/**
 * Source texts. Each has a heading of its own and may contain other headings.
 * @param {string} reference @param {{ name: string }[]} fields
 */
function sourcesOf(reference, fields) {
  const names = new Set(fields.map(({ name }) => name));
  const found = [];
  for (const one of sectionsOf(reference)) {
    if (found.length === 0 || names.has(one.name) || /^https?:/.test(one.name)) found.push({ ...one });
    else found.at(-1).text += `\n\n## ${one.name}\n${one.text}`;
  }
  return found;
}

const QUOTED = /[“"「【]([^”"」】]+)[”"」】]/;

/** A message without the texts that it quotes. @param {string} text */
const ownWords = text => text.split('\n').filter(line => !line.startsWith('> ') && line !== '>').join('\n').trim();

/**
 * @typedef {ReturnType<typeof readTurn>} Turn
 * @param {{ role: string, content: string }[]} messages
 */
export function readTurn(messages) {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content).join('\n');
  const parts = partsOf(system);
  const fields = fieldsOf(parts.index);
  const said = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  return {
    lang: /** @type {'zh' | 'en'} */ (/用中文写|只输出一个 JSON|输出一个 JSON/.test(system) ? 'zh' : /in English/.test(system) ? 'en' : isHan(parts.task) ? 'zh' : 'en'),
    ...parts, system, words: said.at(-1)?.trim() ?? '', wish: ownWords(said.at(-1) ?? ''), field: QUOTED.exec(parts.task)?.[1] ?? '',
    aim: intentOf(parts.intent), readers: audienceOf(parts.audience), fields, sources: sourcesOf(parts.reference, fields),
  };
}
