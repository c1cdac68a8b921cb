// @ts-check
import { attribute, walk } from './xml.js';

/**
 * Text of a part of a Word file.
 * `edges`: its headers and footers; `left`: characters that are hidden or deleted, and pictures.
 * @typedef {{ lines: string[], edges: { kind: string, type: string, id: string }[], hasFirst: boolean, left: { hidden: number, deleted: number, pictures: number } }} Body
 */

/** Elements whose content is no text of the document: settings, the codes of fields, and the older form of what stands beside it. */
const ASIDE = new Set(['pPr', 'tabs', 'instrText', 'delInstrText', 'Fallback', 'sectPr', 'tblPr', 'trPr', 'tcPr', 'sdtPr', 'rt']);

/** Elements with text that was taken out, or moved away from here. */
const GONE = new Set(['del', 'moveFrom']);

/** The text that some elements stand for. @type {Record<string, string>} */
const SIGNS = { tab: '\t', ptab: '\t', br: '\n', cr: '\n', noBreakHyphen: '-' };

/** @param {string} attributes */
const isOn = attributes => !/^(?:0|false|off)$/.test(attribute(attributes, 'val'));

/** @param {string} xml @param {Set<string>} hiddenStyles @returns {Body} */
export function bodyOf(xml, hiddenStyles) {
  /** @type {Body} */
  const body = { lines: [], edges: [], hasFirst: false, left: { hidden: 0, deleted: 0, pictures: 0 } };
  /** Paragraphs that are open; one in a text box stands in another one, and follows it. @type {{ parts: string[], boxes: string[] }[]} */
  const open = [];
  /** Runs that are open: whether each is hidden. @type {boolean[]} */
  const runs = [];
  let [aside, gone, words] = [0, 0, 0];
  const put = (/** @type {string} */ text) => {
    if (aside) return;
    if (gone) body.left.deleted += text.length;
    else if (runs.at(-1)) body.left.hidden += text.length;
    else open.at(-1)?.parts.push(text);
  };
  walk(xml, {
    open(name, attributes) {
      if (name === 'headerReference' || name === 'footerReference') body.edges.push({ kind: name.slice(0, 6), type: attribute(attributes, 'type') || 'default', id: attribute(attributes, 'id') });
      if (name === 'titlePg' && isOn(attributes)) body.hasFirst = true;
      if (ASIDE.has(name)) aside += 1;
      if (GONE.has(name)) gone += 1;
      if (aside) return;
      if (name === 'p') open.push({ parts: [], boxes: [] });
      else if (name === 'r') runs.push(false);
      else if ((name === 'vanish' && isOn(attributes)) || (name === 'rStyle' && hiddenStyles.has(attribute(attributes, 'val')))) runs.splice(-1, 1, true);
      else if (name === 't' || name === 'delText') words += 1;
      else if (name === 'pic' || name === 'imagedata') body.left.pictures += 1;
      else if (name === 'sym') put(String.fromCodePoint(Number.parseInt(attribute(attributes, 'char') || '20', 16) || 32));
      else if (SIGNS[name]) put(SIGNS[name]);
    },
    close(name) {
      if (GONE.has(name)) gone -= 1;
      if (ASIDE.has(name)) aside -= 1;
      else if (aside) return;
      else if (name === 'r') runs.pop();
      else if (name === 't' || name === 'delText') words -= 1;
      else if (name === 'p') endParagraph(open, body.lines);
    },
    text(text) { if (words && !aside) put(text); },
  });
  return body;
}

/** @param {{ parts: string[], boxes: string[] }[]} open @param {string[]} lines */
function endParagraph(open, lines) {
  const ended = open.pop();
  if (!ended) return;
  const own = ended.parts.join('');
  const outer = open.at(-1)?.boxes ?? lines;
  if (!ended.boxes.length || own) outer.push(own);
  for (const box of ended.boxes) outer.push(box);
}

/** Targets of a part's relations, by their ids. @param {string} xml @returns {Map<string, string>} */
export function relationsOf(xml) {
  /** @type {Map<string, string>} */
  const targets = new Map();
  walk(xml, { open: (name, attributes) => { if (name === 'Relationship') targets.set(attribute(attributes, 'Id'), attribute(attributes, 'Target').replace(/^\/word\//, '')); }, close() {}, text() {} });
  return targets;
}
