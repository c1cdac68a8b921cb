const WORDS = {
  zh: { ask: about => `关于${about}，能再说说吗？`, title: '正文' },
  en: { ask: about => `Could you say more about ${about}?`, title: 'Text' },
};

/** Writes every fact that was told into every text, and asks for the ones that were not. @param {any} contract @param {import('./model.js').Scene} scene */
export function content({ name }, { view, act, person, lang, told }) {
  const words = WORDS[lang];
  const facts = told.map(({ say }) => say);
  const text = [`## ${words.title}`, person.opening, ...facts].join('\n\n');
  const left = person.facts.find(fact => !told.includes(fact));
  switch (name) {
    case 'question': return { question: words.ask(left?.about?.[0] ?? person.goal) };
    case 'intent_report': return { 做什么: person.goal, 给谁看: facts[0], 期望行动: facts[1], what: person.goal, for_whom: facts[0], action: facts[1], ...person.ideal };
    case 'route': return { intent: act.agrees || act.rest ? 'advance_phase' : view.data.waiting_for_human ? 'chat' : 'advance_phase', reason: act.text };
    case 'plan_queries': return { queries: [person.goal] };
    case 'synthesize': case 'quick_research': return { summary: facts.join(' ') || person.goal, pain_points: [], value_propositions: [], personas: [] };
    case 'chat': return { reply: words.ask(person.goal) };
    default: return { content: text, reply: text, text, summary: text, overall: text };
  }
}
