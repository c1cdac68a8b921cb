import { contactLines } from './contact.js';
import { courseLine } from './courses.js';
import { factsOf } from './facts.js';
import { bulleted, isVague, likeness, linesIn, piecesOf } from './lines.js';
import { revise } from './revise.js';
import { isRefusal } from './signals.js';
import { kindOf } from './task.js';

/** Most lines of an entry. */
const MOST_LINES = 7;
/** Similarity from which the user's words repeat a line of the original. */
const RETOLD = 0.6;
/** Length from which a line of a learning project has a label. */
const LONG = 30;

/** The sections of a learning project in order, with the questions for each. */
const BLOCKS = [
  { topics: ['what', 'origin'], zh: '【项目背景】', en: '[Background] ' },
  { topics: ['part', 'how', 'result', undefined], zh: '【技术实现】', en: '[Implementation] ' },
  { topics: ['hard'], zh: '【项目难点】', en: '[Difficulty] ' },
  { topics: ['learned'], zh: '【技术收获】', en: '[Gain] ' },
];

/**
 * Draft of a story: the user's words in this task, and the useful part of the original. `dropped`: the rest of the original.
 * @param {import('./read.js').Turn} turn @param {boolean} learning whether it was a learning project
 */
export function storyDraft({ task, exchanges, lang }, learning) {
  const said = exchanges.map(({ said }) => said);
  const kind = kindOf(task.section);
  if (kind === 'courses') return { draft: courseLine(task.original, said), dropped: [] };
  if (kind === 'basics') return { draft: contactLines(task.original, said).join('\n'), dropped: [] };
  const facts = toldIn(exchanges, lang);
  const { kept, dropped } = sifted(task.original, facts.map(({ line }) => line));
  const told = learning ? inBlocks(facts, lang) : facts.map(({ line }) => line);
  return { draft: bulleted([...told, ...kept].slice(0, MOST_LINES)), dropped };
}

/** Facts of a dialogue, corrected where the user took something back. */
function toldIn(exchanges, lang) {
  return exchanges.reduce((facts, exchange) => corrected(facts, exchange.said, lang) ?? [...facts, ...factsOf([exchange])], []);
}

/** Facts after a correction; undefined if `said` corrects none of them. */
function corrected(facts, said, lang) {
  if (!isRefusal(said)) return undefined;
  const { comparison } = revise({ draft: facts.map(({ line }) => line).join('\n'), said, lang, exchanges: [] });
  if (comparison.length === 0 || comparison.some(({ before }) => !before)) return undefined;
  return facts.map(fact => ({ ...fact, line: comparison.find(({ before }) => before === fact.line)?.now ?? fact.line })).filter(({ line }) => line);
}

function inBlocks(facts, lang) {
  const labelled = (line, block) => (line.length > LONG ? block[lang] + line : line);
  return BLOCKS.flatMap(block => facts.filter(({ topic }) => block.topics.includes(topic)).map(({ line }) => labelled(line, block)));
}

/** Lines of the original that the user did not repeat: concrete ones, and the others. All of them if the user told nothing. */
function sifted(original, told) {
  const lines = linesIn(original).flatMap(line => line.split(/(?<=[。；])/)).map(line => line.replace(/[。；\s]+$/, '')).flatMap(piecesOf);
  if (told.length === 0) return { kept: lines, dropped: [] };
  const fresh = lines.filter(line => told.every(fact => likeness(line, fact) < RETOLD));
  return { kept: fresh.filter(line => !isVague(line)), dropped: fresh.filter(isVague) };
}
