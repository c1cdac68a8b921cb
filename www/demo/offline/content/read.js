import { langOf, sectionsOf } from '../prompt.js';

/** Headings of the system message in both languages. */
const HEADINGS = {
  traits: ['创作者特质', 'Creator traits'], intent: ['项目意图', 'Project intent'], audience: ['目标用户画像', 'Target personas'], decisions: ['用户后来的决定', 'Later decisions of the user'], index: ['字段索引', 'Field index'],
  task: ['当前任务', 'Current task'], reference: ['参考内容', 'Reference'], channel: ['目标渠道', 'Target channel'], guidance: ['字段要求', 'Field guidance'],
  notes: ['用户补充信息', 'Notes from the user'], original: ['原文', 'Original text'], output: ['输出格式', 'Output format'],
};
const NAMES = new Set(Object.values(HEADINGS).flat());

const QUOTED = /[“"]([^”"]+)[”"]/;

/** A message without the texts that it quotes. @param {string} text */
const ownWords = text => text.replace(/^>.*$/gm, '').trim();

/**
 * Subject of a turn: the parts of its system message, and the user's words.
 * @typedef {ReturnType<typeof readTurn>} Turn
 * @param {{ role: string, content: string }[]} messages
 */
export function readTurn(messages) {
  const sections = sectionsOf(messages[0].content, '# ', NAMES);
  const part = name => HEADINGS[name].map(heading => sections.get(heading)).find(Boolean) ?? '';
  const task = part('task');
  return {
    lang: langOf(messages), task, field: QUOTED.exec(task)?.[1] ?? '', intent: part('intent'), audience: part('audience'), original: part('original'), guidance: part('guidance'),
    reference: part('reference').replace(/^\| ?/gm, ''), // a mark at each line of a text from the web
    channels: [...sectionsOf(part('channel'), '## ')].map(([name, about]) => ({ name, about })),
    words: ownWords(messages.findLast(({ role }) => role === 'user')?.content ?? ''), said: messages.filter(({ role }) => role === 'assistant').length,
  };
}
