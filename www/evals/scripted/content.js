const WORDS = {
  zh: { ask: about => `关于${about}，能再说说吗？`, title: '正文' },
  en: { ask: about => `Could you say more about ${about}?`, title: 'Text' },
};

/** Parts of a text that stand or fall together. */
const CLAUSES = /(?<=[。！？；])|(?<=[.!?;])\s+/;

/**
 * Writes what was told into every text, without what was taken back, and asks for the facts that were not told. `ideal.routes` has the route
 * of words that are more than talk, such as `{ intent: 'modify', target: 'Core content' }`; `ideal.report` the parts of the intent report.
 * @param {any} contract @param {import('./model.js').Scene} scene
 */
export function content({ name }, { view, act, person, lang, told }) {
  const words = WORDS[lang];
  const facts = told.map(({ say }) => say);
  const said = view.blocks.filter(({ kind }) => kind === 'user').map(block => block.text);
  const known = [person.opening, ...facts, ...(person.asides ?? []).filter(({ keep, say }) => keep && said.includes(say)).map(({ say }) => say)];
  const routes = person.ideal?.routes ?? {};
  const change = routes[act.text]?.intent === 'modify' && !known.includes(act.text) ? [act.text] : [];
  const text = [`## ${words.title}`, ...known.filter(Boolean).map(one => wanted(one, person)), ...change].join('\n\n');
  const left = person.facts.find(fact => !told.includes(fact));
  switch (name) {
    case 'question': return { question: words.ask(left?.about?.[0] ?? person.goal) };
    case 'intent_report': return { 做什么: person.goal, 给谁看: facts[0], 期望行动: facts[1], what: person.goal, audience: facts[0], action: facts[1], ...person.ideal?.report };
    case 'route': return { reason: act.text, ...(routes[act.text ?? act.answer?.reason] ?? { intent: talk(view, act) }) };
    case 'plan_queries': return { queries: [person.goal] };
    case 'synthesize': case 'quick_research': return { summary: facts.join(' ') || person.goal, pain_points: [], value_propositions: [], personas: [] };
    case 'chat': return { reply: words.ask(person.goal) };
    default: return { content: text, reply: text, text, summary: text, overall: text };
  }
}

/** @param {string} text @param {import('../person.js').Person} person */
const wanted = (text, { expect: { absent = [] } }) => text.split(CLAUSES).filter(clause => !absent.some(word => clause.includes(word))).join(' ');

const talk = (view, act) => (act.agrees || act.rest || !view.data.waiting_for_human ? 'advance_phase' : 'chat');
