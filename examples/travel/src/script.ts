import type { Message, Model } from 'stepgate';
import { WORDS } from './words';
import { CITIES, CODES, priceOf, type City, type Flight, type Hotel } from './server';

type Reply = { say: string; tool?: object | object[]; about_card?: 'keep' };
type Told = { tool: string; result?: any; error?: { code: string; text: string } };

/** A script in the place of a model, for trying the page without a key: it looks for cities, a date and numbers in what is typed. */
export const script: Model = async ({ messages }, { signal, onText } = {}) => {
  const reply = JSON.stringify(replyTo(messages.slice(1).map(message => ({ role: message.role, content: wordsOf(message) }))));
  for (let at = 0; at < reply.length; at += 6) {
    await new Promise(done => { setTimeout(done, 12); });
    signal?.throwIfAborted();
    onText?.(reply.slice(at, at + 6));
  }
  return { text: reply, finishReason: 'stop' };
};

/** The user's words and the results of tools in a message; each result is JSON between marks. */
const partsOf = (content: string) => content.split(/\n*<data from="[^"]*">\n|\n<\/data>\n*/).filter(Boolean);

function replyTo(messages: { role: string; content: string }[]): Reply {
  const heard = messages.filter(({ role }) => role === 'user').flatMap(({ content }) => partsOf(content));
  const words = heard.filter(content => !content.startsWith('{"tool"'));
  const zh = /[\u4e00-\u9fff]/.test(words.at(-1) ?? '');
  const say = (en: string, chinese: string) => (zh ? chinese : en);
  // Words beside an open card: the script understands none, so the card stays.
  if (messages.at(-1)?.content.includes('about_card')) return { say: say('The card is still open: decide by its buttons.', '卡片还开着，请按上面的按钮决定。'), about_card: 'keep' };
  const told = heard.filter(content => content.startsWith('{"tool"')).map(content => JSON.parse(content) as Told);
  const fresh = told.slice(told.length - (heard.length - 1 - heard.findLastIndex(content => !content.startsWith('{"tool"'))));
  const last = fresh.at(-1);
  const error = last?.error ?? (last?.tool === 'book' ? undefined : fresh.find(({ error }) => error)?.error);
  const trip = tripIn(words);

  const rejected = (text = '') => text.includes('"code":"rejected"');
  if (rejected(heard.at(-1)) || (!last && rejected(heard.at(-2)))) return { say: say('Nothing is booked. What should I change?', '没有预订。要改什么？') };
  if (error) return { say: say(`That did not work: ${error.text} Shall I try again?`, `没有成功：${WORDS.zh.errors[error.code] ?? error.text}要再试一次吗？`) };
  if (last?.tool === 'book') {
    const { number, travellers, total } = last.result;
    return { say: say(`Booked for ${travellers}: ${number}, ${total} euros in all. Have a good trip!`, `已预订，${travellers} 人：${number}，共 ${total} 欧元。旅途愉快！`) };
  }

  const flights = told.flatMap(({ tool, result }) => (tool === 'flights' ? (result as Flight[] | undefined) ?? [] : []));
  const hotels = told.flatMap(({ tool, result }) => (tool === 'hotels' ? (result as Hotel[] | undefined) ?? [] : []));
  const chosen = flights.find(({ id }) => words.at(-1)?.includes(id)) ?? (last && flights.find(flight => flight.to === trip.to && flight.from === trip.from && flight.day === trip.day && flight.seats >= trip.travellers));
  if (chosen) {
    const hotel = trip.nights ? hotels.find(({ city }) => city === chosen.to) : undefined;
    const total = priceOf(trip.travellers, chosen, hotel, trip.nights);
    const order = { flight: chosen.id, travellers: trip.travellers, hotel: hotel ? { id: hotel.id, nights: trip.nights } : null, total };
    const name = `${chosen.name}${hotel ? ` + ${hotel.name}` : ''}`;
    return { say: say(`${name}: ${total} euros. Look at the card.`, `${name}：${total} 欧元，请看卡片。`), tool: { name: 'book', args: order } };
  }
  if (last) return { say: say('No flight has enough seats on that day. Another day?', '那天没有足够的座位。换一天？') };
  if (!trip.from || !trip.to) return { say: say('From where to where? For example: from Berlin to Lisbon.', '从哪里到哪里？例如：从柏林到里斯本。') };
  if (!trip.day) return { say: say('On which day? For example 2027-05-12, or tomorrow.', '哪一天？例如 2027-05-12，或者明天。') };
  const searches = [{ name: 'flights', args: { from: trip.from, to: trip.to, day: trip.day } }, ...(trip.nights ? [{ name: 'hotels', args: { city: trip.to, day: trip.day } }] : [])];
  return { say: say('I am looking.', '我查一下。'), tool: searches };
}

/** The trip that the user has asked for so far; the newest mention counts. */
function tripIn(words: string[]) {
  const text = words.join('\n').toLowerCase();
  const found = CODES.flatMap(code => [code, CITIES[code].en, CITIES[code].zh].map(name => ({ code, at: text.lastIndexOf(name.toLowerCase()) })).filter(({ at }) => at >= 0))
    .sort((a, b) => a.at - b.at).map(({ code }) => code).filter((code, at, all) => all.indexOf(code) === at) as City[];
  const [from, to] = found.slice(-2);
  const tomorrow = /tomorrow|明天/.test(text) ? new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) : undefined;
  const number = (pattern: RegExp) => Number([...text.matchAll(pattern)].at(-1)?.[1] ?? 0);
  return {
    from, to, day: text.match(/\d{4}-\d\d-\d\d(?!-)/g)?.at(-1) ?? tomorrow,
    travellers: Math.min(6, number(/(\d+) ?(?:people|persons?|travell?ers?|人|位)/g) || 1),
    nights: Math.min(30, number(/(\d+) ?(?:nights?|晚|夜)/g)),
  };
}

/** The words of a message; images and files beside them say nothing to a script. */
export const wordsOf = ({ content }: Message) => (typeof content === 'string' ? content : content.flatMap(part => (part.kind === 'text' ? [part.text] : [])).join('\n'));
