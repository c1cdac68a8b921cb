import type { Message, Model } from 'stepgate';

/** A script in the place of a model, for trying the page without a key: it asks fixed questions, and writes down what it is told. */
export const script: Model = async ({ messages }, { signal, onText } = {}) => {
  const text = JSON.stringify(replyTo(wordsOf(messages[0]!), saidLast(messages)));
  for (let at = 0; at < text.length; at += 6) {
    await new Promise(done => { setTimeout(done, 12); });
    signal?.throwIfAborted();
    onText?.(text.slice(at, at + 6));
  }
  return { text, finishReason: 'stop' };
};

/** The user's last words; before anything was said, a line in the user's place asks for the first reply. */
function saidLast(messages: Parameters<Model>[0]['messages']) {
  return messages.length > 2 ? wordsOf(messages.at(-1)!) : undefined;
}

const QUESTIONS = {
  en: ['What did you do, and since when?', 'How big was it, in numbers?', 'What came of it?', 'What else?'],
  zh: ['你做了什么，从什么时候开始？', '规模有多大，用数字说？', '结果怎么样？', '还有什么？'],
};

function replyTo(system: string, said: string | undefined) {
  const zh = /用一个 JSON/.test(system);
  // Words beside an open card: the script understands none, so the card stays.
  if (said?.includes('about_card')) return { say: zh ? '卡片还开着，请按上面的按钮决定。' : 'The card is still open: decide by its buttons.', about_card: 'keep' };
  const known = [...system.matchAll(/^- (.+)$/gm)].map(([, fact]) => fact!);
  if (system.includes('{"text"')) return { text: known.map(fact => fact.replace(/[.。!！]*$/, zh ? '。' : '.')).join(zh ? '' : ' ') };
  const facts = said && !known.includes(said) ? [said.trim().slice(0, 300)] : [];
  const count = known.length + facts.length;
  if (count >= 3) return { say: zh ? '谢谢，我来写。' : 'Thank you, I write it down.', facts, enough: true };
  return { say: QUESTIONS[zh ? 'zh' : 'en'][count], facts, enough: false };
}

/** The words of a message; images and files beside them say nothing to a script. */
export const wordsOf = ({ content }: Message) => (typeof content === 'string' ? content : content.flatMap(part => (part.kind === 'text' ? [part.text] : [])).join('\n'));
