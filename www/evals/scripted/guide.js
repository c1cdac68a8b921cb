import { allowed } from './fit.js';

const WORDS = {
  zh: {
    diagnosis: '写得太笼统，看不出做了什么、结果如何。', goal: '写清楚具体的做法和结果。',
    asked: words => `你问“${words}”：这是为了让招聘的人看得更清楚。`,
    ask: about => `关于“${about}”，你能说说具体做了什么吗？`, open: place => `我们来看${place}，请先说说你做了什么。`,
    draft: place => `这是${place}的草稿，请看一看，可以的话请确认。`, check: place => `请确认${place}的草稿。`,
  },
  en: {
    diagnosis: 'It is vague: what was done and what came of it is missing.', goal: 'Say what was done and what came of it.',
    asked: words => `You ask "${words}": it helps the reader of the resume. `,
    ask: about => `About "${about}": what did you do there?`, open: place => `Let us look at ${place}. What did you do there?`,
    draft: place => `Here is the draft of ${place}. Please read it and confirm if it is right.`, check: place => `Please confirm the draft of ${place}.`,
  },
};

/**
 * Asks, drafts, and has it confirmed. `ideal.adds` names the sections that the resume lacks; `ideal.replies` has more members of the decision by
 * the words that it answers: `entry`, or `goes_back_to` with words of a task's section.
 * @param {any} contract @param {import('./model.js').Scene} scene
 */
export function guide({ name, schema }, scene) {
  return name === 'plan' ? { tasks: tasksOf(scene) } : decide(schema, scene);
}

/** A task for each entry that the person knows something about. */
function tasksOf({ person, lang }) {
  const { sections } = person.input.resume;
  const places = sections.flatMap(({ title, content, items }) => (items
    ? items.map(item => ({ section: `${title} - ${item.title}`, item_id: item.id, original_text: (item.highlights ?? [item.description ?? '']).join('\n') }))
    : [{ section: title, item_id: null, original_text: content }]));
  const added = (person.ideal?.adds ?? []).map(section => ({ section, adds: true, item_id: null, original_text: '' }));
  const known = [...places, ...added].filter(({ section }) => person.facts.some(({ place }) => place && section.includes(place)));
  const { diagnosis, goal } = WORDS[lang];
  return known.map((one, index) => ({ id: index + 1, strategy: 'STAR_STORYTELLING', diagnosis, goal, ...one }));
}

/** Asks for what the person has not told yet, then drafts, then has it confirmed. */
function decide(schema, scene) {
  const { view, act, person, lang, told: facts, place } = scene;
  const told = [...facts, ...asidesSaid(view, person)];
  const words = WORDS[lang];
  const here = fact => !fact.place || place.includes(fact.place);
  const left = person.facts.filter(fact => here(fact) && !told.includes(fact));
  const { entry = null, goes_back_to: back } = person.ideal?.replies?.[act.text] ?? {};
  const drafted = view.data.draft;
  const asked = /[?？]$/.test(act.text ?? '') ? words.asked(act.text) : '';
  const step = (names, reply, draft = null) => ({ thought: reply, intent: 'CONTINUE', next_action: allowed(schema, 'next_action', names), reply_to_user: reply, entry, draft_content: draft });

  const target = back && view.data.tasks.find(({ section }) => section.includes(back));
  if (target && target.id !== view.data.current_task) return { ...step(['CONTINUE_ASKING'], words.open(back)), intent: 'BACKTRACK', target_task: String(target.id) };
  if (act.agrees && drafted) return step(view.data.state === 'CONFIRMING' ? ['CONFIRM_FINISH'] : ['REQUEST_CONFIRM'], words.check(place), drafted);
  if (act.kind !== 'say' || !told.some(here)) return step(['CONTINUE_ASKING'], words.open(place));
  if (left.length > 0 && !act.rest) return step(['CONTINUE_ASKING'], asked + words.ask(left[0].about?.[0] ?? place));
  const draft = draftOf(view, told.filter(here));
  return draft === drafted ? step(['REQUEST_CONFIRM', 'PROPOSE_DRAFT'], words.check(place), draft) : step(['PROPOSE_DRAFT', 'REQUEST_CONFIRM'], words.draft(place), draft);
}

/** Wishes said beside the facts. */
const asidesSaid = (view, { asides = [] }) => asides.filter(({ keep, say }) => keep && view.blocks.some(({ kind, text }) => kind === 'user' && text === say));

/** The text as it was, and a line for each fact. */
function draftOf({ data }, facts) {
  const { original_text = '' } = data.tasks.find(({ id }) => id === data.current_task) ?? {};
  return [...original_text.split('\n'), ...facts.map(({ say }) => say)].filter(Boolean).join('\n');
}
