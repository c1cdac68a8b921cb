/**
 * What a person does next.
 * @typedef {object} Act
 * @property {'opens' | 'say' | 'answer' | 'edit'} kind  `opens`: the session begins
 * @property {string} [text]  words that are said @property {any} [extra]  what goes with them
 * @property {number} [call] @property {any} [answer]  the answer to a card
 * @property {any} [edit]
 * @property {boolean} [agrees]  whether it allows the agent to write what it has shown
 * @property {boolean} [rest]  whether the person has nothing more to tell
 * @property {{ name: string, args: any }[]} [tools]  the calls that were approved @property {string[]} [places]  the places on their card
 */

const WORDS = {
  zh: { agree: ['可以，就这样，确认。', '没问题，确认。', '确认，就用这个。'], rest: ['没有别的了，就按这些来吧。', '我知道的都说了，请继续。', '就这些，继续。', '没有了。'] },
  en: { agree: ['Yes, that is fine, I confirm.', 'No changes, confirmed.', 'Confirmed, use this one.'], rest: ['That is all I have, please go on with it.', 'I have told you everything, please continue.', 'Nothing else, go on.', 'No more.'] },
};

/** The words that a card shows, its arguments and its preview among them. */
export const faceOf = card => [card.title, card.text, ...(card.calls ?? []).map(({ args }) => JSON.stringify(args)), ...[card, ...(card.calls ?? [])].map(({ preview }) => preview && JSON.stringify(preview))].filter(Boolean).join('\n');

/** The calls that a card asks about: one, or a list of writes. @param {any} card */
const callsOn = ({ calls, preview }) => (calls ?? (preview?.writes ?? []).map(({ path, content, replaces }) => ({ name: 'write_file', args: { path, content, ...(replaces && { replaces }) } })));

/** A card is answered by the person's rules, whoever plays the person; one without a button that declines, by words. @param {any} card @param {import('./person.js').Person} person @param {Set<object>} used @param {(card: any) => string[]} [placesOn] @returns {Act} */
export function answerTo(card, { refusals = [] }, used, placesOn) {
  const refusal = refusals.find(one => !used.has(one) && faceOf(card).includes(one.card));
  if (!refusal) return { kind: 'answer', call: card.id, answer: { accept: true }, agrees: true, tools: callsOn(card), ...(placesOn ? { places: placesOn(card) } : {}) };
  used.add(refusal);
  if (!card.buttons.some(({ role }) => role === 'decline')) return { kind: 'say', text: refusal.reason };
  return { kind: 'answer', call: card.id, answer: { accept: false, reason: refusal.reason } };
}

/**
 * A person who speaks by the script: what was asked for, else what belongs here, else agreement.
 * @param {import('./person.js').Person} person @param {'zh' | 'en'} lang
 */
export function scriptedSpeaker(person, lang) {
  /** @type {Set<object>} */
  const told = new Set();
  const words = WORDS[lang];
  let [turn, agreed, rested] = [0, 0, 0];

  /** @param {{ place: string, last: string, proposal: boolean }} scene @returns {Act} */
  function next({ place, last, proposal }) {
    turn += 1;
    if (turn === 1 && person.opening) return { kind: 'say', text: person.opening };
    const one = asideFor(place) ?? factFor(place, last);
    if (one) {
      told.add(one);
      return { kind: 'say', text: one.say };
    }
    if (proposal) return { kind: 'say', text: words.agree[(agreed += 1) % words.agree.length], agrees: true };
    return { kind: 'say', text: words.rest[(rested += 1) % words.rest.length], rest: true };
  }

  const fits = (one, place) => !told.has(one) && (!one.place || place.includes(one.place));
  const asideFor = place => (person.asides ?? []).find(aside => aside.after < turn && fits(aside, place));

  function factFor(place, last) {
    const here = person.facts.filter(fact => fits(fact, place));
    return here.find(({ about = [] }) => about.some(word => last.includes(word))) ?? here[0];
  }

  /** Whether the person has something to tell before a card is answered. @param {string} place */
  const more = place => factFor(place, '') !== undefined || (person.asides ?? []).some(aside => aside.after <= turn && fits(aside, place));
  return { next: async scene => next(scene), more, told: () => person.facts.filter(fact => told.has(fact)) };
}

const ROLE = {
  zh: ({ persona, goal, habits }, facts) => `你扮演一位用户，和一个助手对话。\n你是谁：${persona}\n你想要的：${goal}\n说话习惯：${habits.join('、')}\n你知道的事实（只能说这些，不能编造，尤其不能编数字）：\n${facts}\n\n每次只回一句用户会说的话，不要加引号和说明。助手给出的文本你同意直接采用时，在最前面写 [YES]；要说的都说完、又没有可同意的内容时，让助手继续。`,
  en: ({ persona, goal, habits }, facts) => `You play a user who talks with an assistant.\nWho you are: ${persona}\nWhat you want: ${goal}\nHow you talk: ${habits.join(', ')}\nWhat you know (say only this; invent nothing, above all no numbers):\n${facts}\n\nReply with what the user says next and nothing else, in a sentence or two. Where you accept the text that the assistant shows, begin with [YES]. Where you have said everything and there is nothing to accept, ask the assistant to go on.`,
};

/**
 * A person whose words a model gives.
 * @param {import('./person.js').Person} person @param {'zh' | 'en'} lang @param {(request: any) => Promise<{ text: string }>} model
 */
export function modelSpeaker(person, lang, model) {
  const messages = [{ role: 'system', content: ROLE[lang](person, [...person.facts, ...(person.asides ?? [])].map(({ say }) => `- ${say}`).join('\n')) }];
  let first = true;

  /** @param {{ last: string, proposal: boolean }} scene @returns {Promise<Act>} */
  async function next({ last }) {
    const opening = first ? person.opening : undefined;
    first = false;
    messages.push({ role: 'user', content: last || '…' });
    const text = opening ?? (await model({ messages })).text.trim();
    messages.push({ role: 'assistant', content: text });
    const agrees = /^\[YES\]/i.test(text);
    return { kind: 'say', text: text.replace(/^\[YES\]\s*/i, '') || WORDS[lang].agree[0], ...(agrees ? { agrees } : {}) };
  }
  return { next, more: () => false, told: () => person.facts };
}
