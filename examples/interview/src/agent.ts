import { defineAgent, inLang } from 'stepgate';
import { z } from 'zod';

interface Memory {
  topic: string;
  facts: { id: number; text: string }[];
  /** Everything that the user has said: no other number may be in a fact or in the text. */
  heard: string;
  /** Change to the text that the user asked for. */
  wish: string | null;
  /** The text on the card, and the one that was accepted or written by hand. */
  draft: string | null;
  text: string | null;
  opened: boolean;
}

export type Change = { open: true } | { write: true } | { topic: string } | { fact: { id: number; text: string } } | { remove: number } | { text: string };

/** Facts before a text can be written. */
const LEAST = 3;

const questions = {
  en: (memory: Memory) => `You interview the user, to write a short text about them later. Topic: ${memory.topic}
Known facts:\n${listed(memory)}
Ask one short question at a time: what, when, how many, with whom, what came of it. Do not ask again what is known.
"facts" lists what the user's last message adds, each as a short sentence in the user's own words and numbers; an empty list if it adds nothing.
"enough" is true once there are ${LEAST} facts or more and the user has nothing to add; then "say" only announces the text.
Answer with a JSON object: {"say": "…", "facts": ["…"], "enough": false}`,
  zh: (memory: Memory) => `你在采访用户，之后要为他写一段短文。主题：${memory.topic}
已知的事实：\n${listed(memory)}
一次只问一个短问题：做了什么、什么时候、多少、和谁一起、结果如何。已经知道的不要再问。
“facts”列出用户上一条消息带来的新事实，每条一个短句，用用户自己的说法和数字；没有就写空列表。
有 ${LEAST} 条以上的事实、用户也没有要补充的，“enough”才是 true；这时“say”只说一句要开始写了。
用一个 JSON 对象回答：{"say": "…", "facts": ["…"], "enough": false}`,
};

const writing = {
  en: ({ wish, ...memory }: Memory) => `Write a text of one paragraph about the user, in the first person. Topic: ${memory.topic}
Use all of these facts and nothing else. Write their numbers in digits, as they stand here:\n${listed(memory)}
${memory.draft && wish ? `The last version:\n${memory.draft}\nThe user wants this changed: ${wish}\n` : ''}Answer with a JSON object: {"text": "…"}`,
  zh: ({ wish, ...memory }: Memory) => `用第一人称为用户写一段短文。主题：${memory.topic}
用上下面所有事实，不加别的内容。数字照写，不要改成汉字：\n${listed(memory)}
${memory.draft && wish ? `上一稿：\n${memory.draft}\n用户想改：${wish}\n` : ''}用一个 JSON 对象回答：{"text": "…"}`,
};

const WORDS = {
  en: {
    use: 'Use this text?', accept: 'Use it', decline: 'Not yet', what: 'What should be different?',
    invented: (numbers: string) => `The user did not say ${numbers}. Write only what they said.`, missing: (numbers: string) => `Missing in the text: ${numbers}.`,
    few: (count: number) => `Facts so far: ${count}. Ask until there are ${LEAST}.`,
    busy: 'Wait for the reply, or stop it.', no_facts: 'There is nothing to write yet.', no_topic: 'A topic is needed.', no_fact: 'A fact needs a text.', unknown_query: 'Ask for { markdown: true }.',
  },
  zh: {
    use: '就用这段文字吗？', accept: '使用', decline: '先不用', what: '想改哪里？',
    invented: (numbers: string) => `用户没有说过 ${numbers}。只写用户说过的。`, missing: (numbers: string) => `文字里缺少：${numbers}。`,
    few: (count: number) => `现在有 ${count} 条事实，问到 ${LEAST} 条为止。`,
    busy: '请等回复结束，或者先停止。', no_facts: '还没有可写的内容。', no_topic: '请写一个主题。', no_fact: '事实不能是空的。', unknown_query: '请查询 { markdown: true }。',
  },
};

/** An agent that asks, writes what it was told and nothing else, and has the text confirmed. */
export const interview = defineAgent({
  name: 'interview',
  version: 2,
  memory: (input: { topic: string }, { refuse }): Memory | ReturnType<typeof refuse> => (
    input?.topic?.trim() ? { topic: input.topic.trim(), facts: [], heard: input.topic, wish: null, draft: null, text: null, opened: false } : refuse('/topic', 'must be a text')
  ),
  opening: 'open',
  opens: ({ memory }) => !memory.opened,
  stages: {
    ask: {
      prompt: ({ memory, lang }) => inLang(questions, lang)(memory),
      reply: z.object({ say: z.string().trim().min(1), facts: z.array(z.string().trim().min(1)).max(6), enough: z.boolean() }),
      live: { say: '/say' },
      decide({ memory, reply, lang, say, complain, to }) {
        const invented = numbersIn(reply.facts.join('\n')).filter(number => !numbersIn(memory.heard).includes(number));
        if (invented.length) return complain(inLang(WORDS, lang).invented(invented.join(', ')));
        for (const text of reply.facts) if (!memory.facts.some(fact => fact.text === text)) memory.facts.push({ id: nextId(memory), text });
        if (reply.enough && memory.facts.length < LEAST) return complain(inLang(WORDS, lang).few(memory.facts.length));
        say(reply.say);
        return reply.enough ? to.think('write') : to.listen();
      },
    },
    write: {
      prompt: ({ memory, lang }) => ({ system: inLang(writing, lang)(memory), window: 0 }),
      reply: z.object({ text: z.string().trim().min(1) }),
      live: { draft: '/text' },
      decide({ memory, reply, lang, complain, to }) {
        const [given, written] = [numbersIn(memory.facts.map(({ text }) => text).join('\n')), numbersIn(reply.text)];
        const missing = memory.wish ? [] : given.filter(number => !written.includes(number));
        const invented = written.filter(number => !given.includes(number) && !numbersIn(memory.heard).includes(number));
        if (missing.length) return complain(inLang(WORDS, lang).missing(missing.join(', ')));
        if (invented.length) return complain(inLang(WORDS, lang).invented(invented.join(', ')));
        memory.draft = reply.text;
        const { use: title, accept, decline } = inLang(WORDS, lang);
        return to.confirm({ title, accept, decline, preview: reply.text }, { yes: to.finish({ text: reply.text }, 'ask'), no: to.listen('ask') });
      },
    },
  },
  on: {
    said({ text, memory, stage }) {
      memory.heard += `\n${text}`;
      if (stage === 'write') memory.wish = text; // words at the card, beside which the model answers
    },
    answered({ accept, reason, memory, lang, say, to }) {
      if (accept) {
        [memory.text, memory.wish] = [memory.draft, null];
        return;
      }
      if (reason) {
        memory.heard += `\n${reason}`;
        memory.wish = reason;
        return to.think('write');
      }
      say(inLang(WORDS, lang).what);
      return to.listen('ask');
    },
    edited({ change, memory, busy, lang, to, refuse: object }) {
      const refuse = (code: 'busy' | 'no_facts' | 'no_topic' | 'no_fact') => object(code, inLang(WORDS, lang)[code]);
      const edit: Partial<Record<'open' | 'write', true> & { topic: string; fact: { id: number; text: string }; remove: number; text: string }> = change;
      if (busy) return refuse('busy');
      if (edit.open) {
        memory.opened = true;
        return to.think('ask');
      }
      if (edit.write) {
        if (!memory.facts.length) return refuse('no_facts');
        memory.wish = null;
        return to.think('write');
      }
      if (edit.topic !== undefined) {
        if (!edit.topic.trim()) return refuse('no_topic');
        memory.topic = edit.topic.trim();
      } else if (edit.fact) {
        const fact = memory.facts.find(({ id }) => id === edit.fact!.id);
        if (!fact || !edit.fact.text.trim()) return refuse('no_fact');
        fact.text = edit.fact.text.trim();
        memory.heard += `\n${fact.text}`;
      } else if (edit.remove !== undefined) {
        memory.facts = memory.facts.filter(({ id }) => id !== edit.remove);
      } else if (edit.text !== undefined) {
        memory.text = edit.text.trim() || null;
      } else return; // none of ours, such as { lang }
      return to.stay();
    },
  },
  view: ({ memory: { topic, facts, text } }) => ({ topic, facts, text }),
  read: ({ memory: { topic, text }, query, lang, refuse }) => {
    if (!query.markdown) return refuse('unknown_query', inLang(WORDS, lang).unknown_query);
    return text && `# ${topic}\n\n${text}\n`;
  },
  migrate: { 1: (old: { topic: string; facts: string[]; text: string | null }): Memory => ({
    ...old, facts: old.facts.map((text, id) => ({ id, text })), heard: [old.topic, ...old.facts].join('\n'), wish: null, draft: null, opened: true,
  }) },
});

const listed = ({ facts }: Pick<Memory, 'facts'>) => facts.map(({ text }) => `- ${text}`).join('\n') || '-';
const nextId = ({ facts }: Memory) => Math.max(-1, ...facts.map(({ id }) => id)) + 1;
const numbersIn = (text: string): string[] => [...new Set(text.match(/\d+(?:[.,:]\d+)*/g))];

