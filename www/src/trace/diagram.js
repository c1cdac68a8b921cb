// @ts-check
/** @import { Text } from '../index.js' */
import { inLang } from '../checks/text.js';
import { replayed } from './replayed.js';

/**
 * The state diagram of a loaded agent, with the way that sessions took, as text for Mermaid.
 * @param {{ name: string, core: any, stages?: string[], handoffs?: Record<string, Record<string, Text>> }} agent @param {unknown[]} sessions
 */
export function drawn({ name, core: own, stages = [], handoffs = {} }, sessions) {
  const ways = sessions.map(file => wayOf(own, name, file));
  const known = [...new Set([...stages, ...(ways.length > 1 ? ways.flat().sort() : ways.flat())])];
  const begins = ways.map(([first]) => first).concat(stages.slice(0, 1)).slice(0, 1);
  const arrows = [...begins.map(first => `[*] --> ${idOf(first)}`), ...linesOf(handoffs, ways)];
  const here = ways.length === 1 ? ways[0].at(-1) : undefined;
  const names = known.map(stage => (idOf(stage) === stage ? `  ${stage}` : `  state "${stage.replaceAll('"', "'")}" as ${idOf(stage)}`));
  const present = here === undefined ? [] : ['  classDef here stroke-width:4px,font-weight:bold', `  class ${idOf(here)} here`];
  return ['stateDiagram-v2', ...names, ...arrows.map(arrow => `  ${arrow}`), ...present].join('\n');
}

/** The stages that a session went through, one after the other. @param {any} own @param {string} name @param {unknown} file @returns {string[]} */
function wayOf(own, name, file) {
  /** @type {string[]} */
  const way = [];
  const { session } = replayed(own, name, 'diagram', file, ({ rev, session }) => {
    const { stage } = session.view(rev);
    const told = typeof stage === 'string' ? stage : JSON.stringify(stage);
    if (told !== way.at(-1)) way.push(told);
  });
  session.free();
  return way;
}

/**
 * An arrow for each handoff, with its words, and for each move that was seen: of one session with the places of the move in its way.
 * @param {Record<string, Record<string, Text>>} handoffs @param {string[][]} ways
 */
function linesOf(handoffs, ways) {
  /** @type {Map<string, { from: string, to: string, words: string, at: number[] }>} */
  const arrows = new Map();
  const arrow = (/** @type {string} */ from, /** @type {string} */ to) => {
    const key = JSON.stringify([from, to]);
    const known = arrows.get(key) ?? { from, to, words: '', at: [] };
    arrows.set(key, known);
    return known;
  };
  for (const [from, others] of Object.entries(handoffs)) for (const [to, when] of Object.entries(others)) arrow(from, to).words = inLang(when, 'en');
  for (const way of ways) for (const [at, to] of way.entries()) if (at > 0) arrow(way[at - 1], to).at.push(at);
  const drawn = [...arrows.values()];
  if (ways.length > 1) drawn.sort((one, other) => (`${one.from} ${one.to}` < `${other.from} ${other.to}` ? -1 : 1)); // else in the order of the way
  return drawn.map(({ from, to, words, at }) => {
    const seen = ways.length === 1 ? at.join(', ') : '';
    const label = [words.replaceAll(/[:;\n]/g, ' '), seen].filter(Boolean).join(' · ');
    return `${idOf(from)} --> ${idOf(to)}${label && ` : ${label}`}`;
  });
}

/** Words of Mermaid's own, which name no state. */
const WORDS = ['state', 'note', 'end', 'direction', 'class', 'classDef', 'style', 'as'];

/** A name that Mermaid takes. @param {string} stage */
const idOf = stage => (WORDS.includes(stage) ? `${stage}_` : stage.replaceAll(/\W+/g, '_'));
