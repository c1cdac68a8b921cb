// @ts-check
/** @import { Step } from '../trace/steps.js' */
/** @import { Detail } from './details.js' */
import { textOf } from '../trace/prompts.js';
import { el, factsOf, pretty, section } from './dom.js';
import { markedRaw } from './raw.js';
import { typeWord, word } from './words.js';

/** Most differences of memory that are listed. */
const MOST = 100;

/** @param {string} lang @returns {(key: string, given?: any) => string} */
const wordsIn = lang => (key, given) => word(lang, key, given);

/** The parts of a step that show at once, without playing the session. @param {Step} step @param {string} lang */
export function factsSection({ at, rev, type, at_ms, ms, tokens, nanoUsd, record, bytes, marks }, lang) {
  const w = wordsIn(lang);
  const { finish, left_out: left } = record.replied ?? {};
  return section(`${at} · ${typeWord(lang, type)}`, factsOf([
    [w('at'), new Date(at_ms).toLocaleString(lang)],
    [w('took'), at ? duration(ms) : undefined],
    [w('tokens'), tokens && estimated(tokensIn(tokens, lang), tokens.isEstimated, lang)],
    [w('cost'), nanoUsd && estimated(dollars(nanoUsd), Boolean(tokens?.isEstimated), lang)],
    [w('finish'), finish],
    [w('leftOut'), left?.join(', ')],
    [w('revision'), rev],
    [w('saved'), w('bytes', { n: bytes })],
    [w('marks'), marks.length ? el('span', {}, ...marks.map(mark => el('span', { class: `chip ${mark}` }, w(mark)))) : undefined],
  ]));
}

/** Tokens in words. @param {NonNullable<Step['tokens']>} tokens @param {string} lang */
function tokensIn({ input, cached, output, reasoning }, lang) {
  const w = wordsIn(lang);
  const part = (/** @type {string} */ key, /** @type {number} */ n) => (n ? w(key, { n }) : '');
  return `${w('sent', { n: input })}${part('cached', cached)} · ${w('received', { n: output })}${part('thought', reasoning)}`;
}

/** The event and the entries that it made. @param {Step} step @param {string} lang */
export function eventSection({ type, record, entries }, lang) {
  const event = record.event ?? record[type];
  const shown = entries.flatMap(({ entry }) => entryParts(entry, lang));
  const { at_ms: _, type: __, call: ___, entry: ____, ...given } = Object(event);
  const isPlain = ['said', 'replied', 'returned'].includes(type) || typeof event !== 'object';
  const more = isPlain || Object.keys(given).length === 0 ? [] : [el('pre', { translate: 'no' }, pretty(given))];
  return section(word(lang, 'event'), ...more, ...shown);
}

/** @param {any} entry @param {string} lang @returns {Node[]} */
function entryParts(entry, lang) {
  const [kind] = Object.keys(entry);
  const make = /** @type {Record<string, (value: any, lang: string) => Node[]>} */ (ENTRIES)[kind];
  return make ? make(entry[kind], lang) : [el('pre', {}, pretty(entry))];
}

/** @type {(lang: string, key: string, given?: any) => Node} */
const label = (lang, key, given) => el('div', { class: 'num' }, word(lang, key, given));
const block = (/** @type {unknown} */ value) => el('pre', { translate: 'no' }, pretty(value));
const folded = (/** @type {string} */ heading, /** @type {unknown} */ value) => el('details', {}, el('summary', {}, heading), block(value));

/** The form in which each kind of entry is shown. */
const ENTRIES = {
  user: (/** @type {any} */ { text, cue, parts = [] }, /** @type {string} */ lang) => [label(lang, 'words'), el('pre', {}, text, ...(cue ? [`\n[${pretty(cue)}]`] : []), ...parts.map((/** @type {any} */ { name, mediaType }) => `\n[${name ?? mediaType}]`))],
  said: (/** @type {any} */ { text }, /** @type {string} */ lang) => [label(lang, 'words'), el('pre', {}, text)],
  reasoning: (/** @type {any} */ { text }, /** @type {string} */ lang) => [folded(word(lang, 'reasoning'), text)],
  decision: replyParts,
  correction: (/** @type {any} */ { raw, complaint, code }, /** @type {string} */ lang) => [label(lang, 'raw'), block(raw), label(lang, 'complaint'), ...(code ? [el('span', { class: 'chip correction' }, code)] : []), el('pre', {}, complaint)],
  tool: (/** @type {any} */ { name, args, result, verdict, grant, edited, parts = [] }, /** @type {string} */ lang) => [
    el('div', {}, el('strong', {}, name), ' ', ...[verdict && word(lang, verdict), grant !== undefined && `${word(lang, 'grantGate')} ${grant}`, edited && word(lang, 'edited')].filter(Boolean).map(text => el('span', { class: 'chip' }, text))),
    folded(word(lang, 'args'), args), label(lang, 'result'), block(result.ok === undefined ? result.error : result.ok), ...parts.map((/** @type {any} */ { name: file, mediaType }) => el('span', { class: 'chip' }, file ?? mediaType)),
  ],
  summary: (/** @type {any} */ { from, to, summary = {}, raw, refused = [], left_out: leftOut, edited }, /** @type {string} */ lang) => [
    el('p', {}, el('strong', {}, word(lang, 'covers', { from, to })), ...(edited ? [el('span', { class: 'chip' }, word(lang, 'edited'))] : [])),
    ...Object.entries(summary).map(([list, items]) => el('div', {}, label(lang, list), el('pre', {}, items.join('\n')))),
    ...(refused.length ? [el('div', {}, label(lang, 'refusedItems'), ...refused.map((/** @type {string} */ text) => el('span', { class: 'chip failure' }, text)))] : []),
    ...(leftOut ? [el('p', {}, word(lang, 'leftWithout', { n: leftOut }))] : []), ...(raw ? [folded(word(lang, 'raw'), raw)] : []),
  ],
  note: (/** @type {any} */ { code, data }, /** @type {string} */ lang) => [folded(`${word(lang, 'note')}: ${code}`, data)],
  asked: (/** @type {any} */ { card }, /** @type {string} */ lang) => [label(lang, 'card'), el('p', {}, el('strong', {}, card.title)), ...(card.text ? [el('p', {}, card.text)] : []), ...(card.calls ?? []).map((/** @type {any} */ { name, args }) => folded(name, args))],
  closed: (/** @type {any} */ { ending, reason, choice }, /** @type {string} */ lang) => [el('p', {}, `${word(lang, 'cardGate')}: ${word(lang, 'ended', { ending })}`, ...[reason, choice].filter(Boolean).map(text => ` · ${text}`))],
  retracted: (/** @type {any} */ { from }, /** @type {string} */ lang) => [el('p', {}, word(lang, 'retracted', { from }))],
};

/** The head of a column. @param {string} text */
const heading = text => el(text ? 'th' : 'td', {}, text);

/** @param {any} decision @param {string} lang @returns {Node[]} */
function replyParts({ raw, repairs = [], more_repairs: more = 0, coercions = [], corrections = 0, unsaid = [] }, lang) {
  const kinds = repairs.map((/** @type {any} */ { kind, lossless }) => el('span', { class: lossless ? 'chip repair' : 'chip failure' }, kind));
  const rows = coercions.map((/** @type {any} */ { kind, path, from, to }) => el('tr', {}, el('td', {}, kind), el('td', {}, path), el('td', {}, pretty(from)), el('td', {}, pretty(to))));
  return [
    label(lang, 'raw'), markedRaw(raw, repairs, word(lang, 'lossy')),
    ...(kinds.length ? [el('div', {}, label(lang, 'repairs'), ...kinds, ...(more ? [word(lang, 'more', { n: more })] : []))] : []),
    ...(rows.length ? [label(lang, 'coercions'), el('table', {}, el('tr', {}, ...['', '', word(lang, 'before'), word(lang, 'after')].map(heading)), ...rows)] : []),
    ...(corrections ? [label(lang, 'corrected', { n: corrections })] : []),
    ...(unsaid.length ? [el('div', {}, label(lang, 'unsaid'), ...unsaid.map((/** @type {string} */ text) => el('span', { class: 'chip failure' }, text)))] : []),
  ];
}

/** The prompt of a reply, message by message. @param {NonNullable<Detail['prompt']>} prompt @param {string} lang */
export function promptSection({ messages, fresh, contract, sampling, corrections }, lang) {
  const shown = messages.map(({ role, content }, index) => {
    const isNew = index >= fresh;
    const text = textOf(content);
    return el('details', { class: isNew ? 'new' : undefined, open: isNew && fresh > 0 }, el('summary', {}, `${role} · ${text.length}${isNew ? ` · ${word(lang, 'fresh')}` : ''}`), el('pre', {}, text));
  });
  return section(word(lang, 'prompt'), el('p', { class: 'num' }, word(lang, 'messages', { n: messages.length, fresh: messages.length - fresh })),
    ...(corrections ? [label(lang, 'corrected', { n: corrections })] : []), ...shown, folded(`${word(lang, 'contract')}: ${contract.name}`, contract.schema), folded(word(lang, 'sampling'), sampling));
}

/** The verdict of each gate that the step went through. @param {Step} step @param {Detail | undefined} detail @param {string} lang */
export function verdictSection({ entries }, detail, lang) {
  const w = wordsIn(lang);
  /** @type {[string, string][]} */
  const verdicts = [];
  for (const { entry: { decision, correction, tool, asked, closed } } of entries) {
    if (correction) verdicts.push([w('contractGate'), w('sentBack', { code: correction.code ?? '' })]);
    if (decision) {
      const [repairs, coercions] = [(decision.repairs?.length ?? 0) + (decision.more_repairs ?? 0), decision.coercions?.length ?? 0];
      verdicts.push([w('readGate'), repairs ? w('nRepairs', { n: repairs }) : w('plain')], [w('contractGate'), coercions ? w('nCoercions', { n: coercions }) : w('fits')]);
    }
    if (tool?.verdict) verdicts.push([w('ruleGate', { tool: tool.name }), w(tool.verdict)]);
    if (tool?.grant !== undefined) verdicts.push([w('grantGate'), `${tool.name}: ${tool.grant}`]);
    if (asked) {
      verdicts.push([w('cardGate'), w('asks', { title: asked.card.title })]);
      for (const { name } of asked.card.then ?? []) verdicts.push([w('ruleGate', { tool: name }), w('run')]);
      for (const { name, text } of asked.card.denied ?? []) verdicts.push([w('ruleGate', { tool: name }), `${w('deny')}: ${text}`]);
    }
    if (closed) verdicts.push([w('cardGate'), w('ended', { ending: closed.ending })]);
  }
  for (const { name, verdict } of detail?.view.running ?? []) if (verdict) verdicts.push([w('ruleGate', { tool: name }), w(verdict)]);
  return verdicts.length ? section(w('verdicts'), factsOf(verdicts)) : undefined;
}

/** The parts of a step that only playing tells: memory, what was saved, and what the session asked for. @param {Step} step @param {Detail} detail @param {string} lang */
export function playedSections({ bytes }, { memory, saved, effect, view }, lang) {
  const w = wordsIn(lang);
  const rows = memory.slice(0, MOST).map(({ path, before, after }) => el('tr', {}, el('td', {}, path || '/'), el('td', {}, before === undefined ? '–' : pretty(before)), el('td', {}, after === undefined ? '–' : pretty(after))));
  const changes = rows.length ? el('table', {}, el('tr', {}, ...['', w('before'), w('after')].map(heading)), ...rows) : w('same');
  const next = effect?.type === 'call_model' ? w('callsModel') : effect ? w('callsTools', { tools: effect.tools.map(({ name }) => name).join(', ') }) : w('waits', { what: view.waiting });
  return [
    section(w('memory'), changes, ...(memory.length > MOST ? [el('p', {}, w('more', { n: memory.length - MOST }))] : [])),
    section(w('saved'), factsOf([[w('entries'), w('bytes', { n: bytes })], [w('head'), w('bytes', { n: saved.head })], ...Object.entries(saved.parts).map(([part, n]) => /** @type {[string, string]} */ ([part, w('bytes', { n })]))])),
    section(w('effect'), el('p', {}, next), ...(effect?.type === 'call_tool' ? effect.tools.map(({ name, args, access }) => folded(`${name} · ${access}`, args)) : [])),
  ];
}

/** A number that may be an estimate, which is said. @param {string} text @param {boolean} isEstimated @param {string} lang */
export const estimated = (text, isEstimated, lang) => (isEstimated ? word(lang, 'about', { text }) : text);

/** Money, with as many places as tell something. @param {number} nanoUsd billionths of a dollar */
export function dollars(nanoUsd) {
  const usd = nanoUsd / 1e9;
  const places = usd < 0.01 ? { maximumSignificantDigits: 2 } : { minimumFractionDigits: 2, maximumFractionDigits: usd < 1 ? 4 : 2 };
  return `$${new Intl.NumberFormat('en', places).format(usd)}`;
}

/** A time that something took. @param {number} ms */
export const duration = ms => (ms < 1000 ? `${Math.round(ms)} ms` : ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : ms < 3_600_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`);
