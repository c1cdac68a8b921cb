/** The mark before the card's data, in the engine's notice about a card that stays open. The notice is a line before it, and all from there on. */
const CARD = '<data from="card">\n';

const ANSWER = {
  zh: '卡片还开着：上面写着会发生什么。按按钮决定，或者告诉我要改什么。',
  en: 'The card is still open: it says what would happen. Decide by its buttons, or tell me what to change.',
};

/** The notice that a card was answered: a line, and the card's data. */
const ANSWERED = /(?:^|\n)[^\n]*\n<data from="card">\n[^\n]*\n<\/data>\n*/g;

/** The notice that the user's words were written before what they seem to answer. */
const EARLY = /\n*(?:\(The user wrote their last message while you were at work|（用户最后这句话是在你处理的时候写的)[^\n]*/g;

/** The messages without the notice about words that waited. @param {import('./model.js').Message[]} messages */
export const withoutEarly = messages => messages.map(message => (message.role === 'user' ? { ...message, content: message.content.replace(EARLY, '') } : message));

/**
 * The messages without the notices of answers to cards, which the scripts see by what follows from them. A notice alone is no message.
 * @param {import('./model.js').Message[]} messages
 */
export function withoutAnswers(messages) {
  const bare = messages.map(message => (message.role === 'user' ? { ...message, content: message.content.replace(ANSWERED, '') } : message));
  return bare.filter(({ content }, at) => content || !messages[at].content || at === messages.length - 1);
}

/**
 * The messages without the notice about an open card, and the card. The card's call stands as one that was declined, which the scripts know.
 * @param {import('./model.js').Message[]} messages
 */
export function withoutCard(messages) {
  const last = messages.at(-1);
  const place = last?.content.lastIndexOf(CARD) ?? -1;
  if (!last || place < 0) return { messages, card: undefined, words: '' };
  const [words, data] = [last.content.slice(0, place).trimEnd().replace(/\n*[^\n]*$/, ''), last.content.slice(place + CARD.length)];
  const card = JSON.parse(data.slice(0, data.indexOf('\n</data>')));
  const declined = (card.calls ?? []).map(({ tool, args }) => `<data from="${tool}">\n${JSON.stringify({ tool, args, error: { code: 'rejected', text: 'Not run.' } })}\n</data>\n\n`).join('');
  return { messages: [...messages.slice(0, -1), { ...last, content: declined + words }], card, words };
}

const agrees = words => /^\s*(?:ok|okay|yes|sure|好|可以|行|嗯)(?![a-z])/i.test(words);
const isQuestion = words => /[?？]|[吗么呢]\s*$/.test(words);

/**
 * The reply with what becomes of the card: it stays beside a question or a yes, which only its button gives; another call replaces it, anything else
 * drops it.
 * @param {any} value @param {string} words @param {'zh' | 'en'} lang
 */
export function aboutCard(value, words, lang) {
  if (isQuestion(words) || agrees(words)) return { about_card: 'keep', say: ANSWER[lang] };
  return { ...value, about_card: value?.call || value?.tool ? 'replace' : 'drop' };
}
