import { langOf, sectionsOf } from '../prompt.js';
import { nearest, pathsIn } from './paths.js';
import { requestOf } from './request.js';
import { doingOf } from './steps.js';

/**
 * State of a task and of its present step, read from the messages.
 * @typedef {object} Situation
 * @property {'zh' | 'en'} lang
 * @property {import('./request.js').Request} request  request of the task, or of the user's answer if the task is unclear
 * @property {{ kind: import('./steps.js').Kind, path: string, expected: string }} doing  the step
 * @property {Action[]} actions                        actions of this step
 * @property {string[]} later                          names of later steps
 * @property {Record<string, string>} files            texts by path
 * @property {string} said                             the user's words about this step
 *
 * @typedef {{ tool: string, path: string, error: string, result: string }} Action  `error` is empty after a success
 */

/** Marked blocks of text from outside: data only. */
const DATA = /<data from=("(?:[^"\\]|\\.)*")>\n([\s\S]*?)\n<\/data>/g;

/** @param {{ role: string, content: string }[]} messages @returns {Situation} */
export function readSituation(messages) {
  const data = {};
  const text = messages.at(-1).content.replace(DATA, (_, from, body) => {
    data[JSON.parse(from)] = body;
    return '';
  });
  const sections = sectionsOf(text, '# ');
  const part = (en, zh) => sections.get(en) ?? sections.get(zh) ?? '';
  const answers = part('What the user answered', '用户的回答').replace(/^.*?[?？。.]: /gm, '');
  const actions = actionsIn(part('Actions so far', '已执行的动作'), data, answers);
  const told = actions.filter(({ tool, error }) => error === 'rejected' || (tool === 'ask_user' && !error)).map(({ result }) => result);
  const requests = [part('The task', '任务'), answers].map(requestOf);
  const request = requests.find(({ kind }) => kind !== 'unclear') ?? requests[0];
  return {
    lang: langOf(messages), request, actions,
    doing: doingOf(part('The current step', '当前步骤'), request),
    later: part('Later steps', '后面的步骤').split('\n').filter(line => line.startsWith('- ')).map(line => line.replace(/^- | \|.*$/g, '')),
    files: Object.fromEntries(Object.entries(data).filter(([from]) => from.startsWith('file:')).map(([from, body]) => [from.slice(5), body])),
    said: [...told, part('What the user said since', '用户后来说的话'), part('A hint from the user', '用户的提示')].join('\n'),
  };
}

const ACTION = /^(\d+)\. (\S+) (\{.*\}) \| .* \| (\S+)$/;

/** The actions with their results: a block of data, or the user's own words about the action. Answers stand in a part of their own. */
function actionsIn(body, data, answers) {
  /** @type {Action[]} */
  const actions = [];
  for (const line of body.split('\n')) {
    const [found, said] = [ACTION.exec(line), /^(?:用户回答|The user answered): (.*)$/.exec(line)?.[1]];
    if (said !== undefined && actions.length) actions.at(-1).result = said;
    if (found) actions.push({ tool: found[2], path: pathIn(found[3]), error: found[4] === 'ok' ? '' : found[4], result: data[`action ${found[1]}`] ?? (found[2] === 'ask_user' ? answers : '') });
  }
  return actions;
}

const pathIn = params => JSON.parse(/"path":("(?:[^"\\]|\\.)*")/.exec(params)?.[1] ?? '""');

/** Last successful action of this step with a tool. @param {Situation} situation @param {string} tool */
export const doneWith = ({ actions }, tool) => actions.findLast(action => action.tool === tool && !action.error);

/** Another file name in the user's words: a hint, an answer, the reason of a refusal. @param {Situation} situation @param {string} path */
export const wished = ({ said }, path) => pathsIn(said).findLast(other => other !== path);

/** The source files of the task that are known, in the task's order. @param {Situation} situation @returns {string[]} */
export function sourcesIn({ files, request: { sources, topic, target } }) {
  const known = Object.keys(files).filter(path => path !== target);
  const named = sources.filter(path => path in files);
  return named.length ? named : nearest(sources[0] ?? topic, known, 0).slice(0, 1);
}
