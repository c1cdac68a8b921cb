// @ts-check
/** @import { Step } from './steps.js' */

/** Longest summary, in characters. */
const MOST = 160;

/** One line about what happened in a step, in the words of the session: no sentence of ours. @param {Step} step */
export function summaryOf({ type, record, entries }) {
  const of = (/** @type {string} */ kind) => entries.map(({ entry }) => entry[kind]).filter(Boolean);
  const [event] = [record.event ?? record[type] ?? {}];
  const [text] = [
    ...of('correction').map(({ code, complaint }) => [code, complaint].filter(Boolean).join(': ')),
    ...of('decision').map(saidIn),
    ...of('summary').map(({ from, to, summary = {} }) => `${from}–${to}: ${Object.values(summary).flat().join(' · ')}`),
    ...(type === 'said' ? of('user').map(({ text }) => text) : []),
    ...(type === 'returned' ? [of('tool').map(({ name, result }) => (result.error ? `${name}: ${result.error.code}` : name)).join(', ')] : []),
    ...(type === 'answered' ? [event.accept ? 'accept' : `decline${event.reason ? `: ${event.reason}` : ''}`] : []),
    ...[event.text, event.code, event.choice, event.change, event.input, event.event].filter(part => part !== undefined && part !== null),
  ];
  return oneLine(typeof text === 'string' ? text : text === undefined ? '' : JSON.stringify(text));
}

/** The words for the user in a reply, or the reply. @param {{ raw: string, read?: string, said?: string | [number, number] }} decision */
function saidIn({ raw, read, said }) {
  if (typeof said === 'string') return said;
  if (!said) return read ?? raw;
  const bytes = new TextEncoder().encode(raw).slice(said[0], said[0] + said[1]);
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) || raw;
  } catch {
    return raw;
  }
}

/** @param {string} text */
const oneLine = text => {
  const line = text.slice(0, MOST * 2).replaceAll(/\s+/g, ' ').trim();
  return line.length > MOST ? `${line.slice(0, MOST - 1)}…` : line;
};
