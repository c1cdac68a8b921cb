import { requestOf } from './request.js';
import { doingOf } from './steps.js';

/**
 * State of a task and of its present step, read from the messages.
 * @typedef {object} Situation
 * @property {'zh' | 'en'} lang
 * @property {string} task
 * @property {import('./request.js').Request} request   request of the task, or the user's answer if the task is unclear
 * @property {string[]} hints                           the user's hints for retries
 * @property {{ name: string, description: string, expected: string }} step
 * @property {{ kind: import('./steps.js').Kind, path: string }} doing  kind of the step, and its file
 * @property {Action[]} actions                         actions of this step
 * @property {{ name: string, expected: string }[]} later
 * @property {Record<string, string>} files             texts by path, the last used first
 * @property {Record<string, string>} answers           answers by question
 *
 * @typedef {{ tool: string, params: any, description: string, error: string, result: string }} Action  `error` is empty after a success
 */

/** Keys for the headings of the facts. */
const HEADINGS = {
  '# 任务': 'task', '# The task': 'task', '# 当前步骤': 'step', '# The current step': 'step', '# 已执行的动作': 'actions', '# Actions so far': 'actions',
  '# 数据内容': 'data', '# The data': 'data', '# 后面的步骤': 'later', '# Later steps': 'later', '# 用户的提示': 'hint', '# A hint from the user': 'hint',
  '# 目标': 'goal', '# The goal': 'goal', '# 进度': 'progress', '# Progress': 'progress', '# 已知的数据': 'keys', '# Known data': 'keys',
  '# 刚才的思考': 'thought', '# The thought before': 'thought', '# 步骤判断的理由': 'reason', '# Why the step goes on': 'reason',
  '# 用户的回答': 'answers', '# What the user answered': 'answers',
  '# 还可以调整计划的次数': 'left', '# How often the plan may still change': 'left',
};

/** Marked blocks of text from outside. The reader treats their contents as data only. */
const DATA = /<data from=("(?:[^"\\]|\\.)*")>\n([\s\S]*?)\n<\/data>/g;
const MARK = /\u0000(\d+)\u0000/g;

const langOf = system => (/\p{Script=Han}/u.test(system) ? 'zh' : 'en');

/** Facts by heading, with the data of their blocks. @param {{ role: string, content: string }[]} messages */
function factsIn(messages) {
  const data = [];
  const text = messages.at(-1).content.replace(DATA, (_, from, body) => {
    data.push({ from: JSON.parse(from), text: body });
    return `\u0000${data.length - 1}\u0000`;
  });
  /** @type {Record<string, string>} */
  const facts = {};
  let open = '';
  for (const line of text.split('\n')) {
    const heading = Object.hasOwn(HEADINGS, line) && HEADINGS[line];
    if (heading && !(heading in facts)) facts[(open = heading)] = '';
    else if (open) facts[open] += `${line}\n`;
  }
  return { facts, data, lang: langOf(messages[0].content) };
}

/** The task, before there is a plan. @param {{ role: string, content: string }[]} messages */
export function readTask(messages) {
  const { facts, lang } = factsIn(messages);
  return { lang, task: (facts.task ?? '').trim() };
}

/** @param {{ role: string, content: string }[]} messages @returns {Situation} */
export function readSituation(messages) {
  const { facts, data, lang } = factsIn(messages);
  const known = prefix => Object.fromEntries(data.filter(({ from }) => from.startsWith(prefix)).map(({ from, text }) => [from.slice(prefix.length), text]));
  const task = (facts.task ?? '').trim();
  const answers = answersIn(facts.answers ?? '');
  const situation = {
    lang, task, answers,
    request: requestIn(task, answers),
    hints: facts.hint ? [facts.hint.trim()] : [],
    step: stepIn(facts.step ?? ''),
    actions: actionsIn(facts.actions ?? '', data),
    later: laterIn(facts.later ?? ''),
    files: known('file:'),
  };
  return { ...situation, doing: doingOf(situation) };
}

/** The user's answers by question. This model's questions end with a question mark; a continued line is indented. */
function answersIn(body) {
  const lines = body.split('\n').filter(line => !line.startsWith('  ')).map(line => /^(.*?[?？。.]): (.*)$/.exec(line));
  return Object.fromEntries(lines.flatMap(found => (found ? [[found[1], found[2]]] : [])));
}

/** The request of the task, or of the user's answer if the task does not say what to do. */
function requestIn(task, answers) {
  const request = requestOf(task);
  const said = Object.values(answers).map(requestOf).findLast(({ kind }) => kind !== 'unclear');
  return request.kind === 'unclear' && said ? said : request;
}

function stepIn(body) {
  const [name = '', ...rest] = body.trim().split('\n');
  const expected = /^(?:预期产出：|Expected output: )([\s\S]*)$/m.exec(rest.join('\n'));
  return { name, description: rest.join('\n').slice(0, expected?.index).trim(), expected: expected?.[1].trim() ?? '' };
}

const ACTION = /^\d+\. (\S+) (\{.*\}) \| (.*) \| (\S+)$/;

/** The user's own words about an action: an answer, or the reason of a refusal. */
const USER = /^(?:用户|The user): (.*)$/;

/** The actions with their results. */
function actionsIn(body, data) {
  /** @type {Action[]} */
  const actions = [];
  for (const line of body.split('\n')) {
    const [found, said] = [ACTION.exec(line), USER.exec(line)?.[1]];
    if (said !== undefined) Object.assign(actions.at(-1) ?? {}, { result: said });
    else if (found) actions.push({ tool: found[1], params: parsed(found[2]), description: found[3], error: found[4] === 'ok' ? '' : found[4], result: '' });
    else for (const [, at] of line.matchAll(MARK)) Object.assign(actions.at(-1) ?? {}, { result: data[Number(at)].text });
  }
  return actions;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const laterIn = body => body.split('\n').filter(line => line.startsWith('- ')).map(line => {
  const [name, expected = ''] = line.slice(2).split(' | ');
  return { name, expected };
});
