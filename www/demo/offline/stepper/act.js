import { fileText, specOf } from './code.js';
import { nearest, pathsIn } from './paths.js';
import { doneWith, sourcesIn, wished } from './read.js';
import { summaryOf } from './summary.js';
import { cleaned, foundIn, jsonOf, textOf } from './table.js';
import { WORDS } from './words.js';

/** @typedef {import('./read.js').Situation} Situation */

/** Most files in a question to the user. */
const MOST_CHOICES = 4;

/** The next action, or null if there is none. @param {Situation} situation @returns {object | null} */
export const act = situation => (ACTS[situation.doing.kind] ?? produce)(situation);

const action = ({ lang }, tool_name, params) => ({ tool_name, description: [WORDS[lang].do[tool_name], params.path].filter(Boolean).join(' '), params });

/** Reads a file. A file that could not be read is not read again. @param {Situation} situation @param {string} path */
const reading = (situation, path) => (situation.actions.some(({ tool, error, path: tried }) => tool === 'read_file' && error && tried === path) ? null : action(situation, 'read_file', { path }));

const asking = (situation, question) => (situation.actions.some(({ tool }) => tool === 'ask_user') ? null : action(situation, 'ask_user', { question }));

/** Lists the files and reads the one that is meant. Asks the user if that is not clear. @param {Situation} situation */
function find(situation) {
  const listed = doneWith(situation, 'list_files');
  if (!listed) return action(situation, 'list_files', { dir: '', pattern: '*' });
  const { path } = situation.doing;
  const paths = listed.result.split('\n').filter(Boolean);
  const answer = doneWith(situation, 'ask_user')?.result;
  const named = wished(situation, path);
  const near = named ? [named] : answer ? nearest(answer, paths, 0.05) : nearest(path, paths);
  if (near.length === 1) return reading(situation, near[0]);
  return asking(situation, WORDS[situation.lang].which(path, (near.length ? near : paths).slice(0, MOST_CHOICES)));
}

/** Whether the last write would have replaced a file that the task has not read. @param {Situation} situation */
const isUnread = ({ actions }) => ['unread', 'exists'].includes(actions.at(-1)?.error);

/** Writes the file of a step. A text that is made from a source needs the source first, a file that is there is read before. @param {Situation} situation */
function produce(situation) {
  const { doing: { kind, path, expected }, request, files } = situation;
  const sources = sourcesIn(situation);
  if (isUnread(situation)) return reading(situation, situation.actions.at(-1).path);
  if (!sources.length && (kind !== 'write' || request.kind === 'code')) return reading(situation, wished(situation, path) ?? request.sources[0] ?? path);
  const spec = kind === 'code' || request.kind === 'code' ? specOf(files[sources[0]]) : undefined;
  const target = kind === 'code' ? spec.files[0] : pathsIn(expected)[0] ?? path;
  if (!target) return null;
  const content = spec ? fileText(target, spec, sources[0], situation.lang) : CONTENTS[kind](situation, sources);
  return action(situation, 'write_file', { path: wished(situation, target) ?? target, content });
}

/** Texts by kind of step. @type {Record<string, (situation: Situation, sources: string[]) => string>} */
const CONTENTS = {
  clean: ({ files }, [path]) => textOf(cleaned(files[path])),
  convert: ({ files }, [path]) => jsonOf(cleaned(files[path])),
  report: ({ files, lang }, [path]) => `# ${path}\n\n- ${foundIn(cleaned(files[path]), WORDS[lang])}\n\n${WORDS[lang].report}\n`,
  summarise: ({ files, lang }, sources) => summaryOf(sources.map(path => files[path]), WORDS[lang]),
  write: ({ request, doing }) => `${request.content || doing.path}\n`,
};

const ACTS = {
  find,
  load: situation => reading(situation, wished(situation, situation.doing.path) ?? situation.doing.path),
  /** Removes a file by the page's own tool. */
  remove: situation => action(situation, 'remove_file', { path: situation.doing.path }),
  ask: situation => asking(situation, WORDS[situation.lang].what),
};
