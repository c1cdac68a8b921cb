import { audienceIn, bare, beginning, sentence, thingIn, topicOf } from './terms.js';

const WORDS = {
  zh: {
    mark: k => `【问题 ${k}/3】`,
    what: '想做什么形式的内容？主题是什么？',
    audience: topic => `关于“${topic}”的内容主要写给谁看？请说说他们的角色、行业，以及一两个痛点。`,
    pains: who => `${who}在这件事上最头疼的一两个问题是什么？`,
    action: who => `看完之后，你最希望${who}做的一件事是什么？`,
    readers: '读者',
  },
  en: {
    mark: k => `[Question ${k}/3] `,
    what: 'What form shall it have, and what is it about?',
    audience: topic => `Who shall read this about ${topic}? Name their role and industry, and one or two of their pains.`,
    pains: who => `What one or two problems trouble ${who} most here?`,
    action: who => `What is the one thing ${who} should do after reading?`,
    readers: 'readers',
  },
};

/** Answers so far, from the task's list: `- question`, then the answer on the next line. @param {string} task */
function answersOf(task) {
  const list = task.split(/^(?:已有问答|问答|Questions and answers(?: so far)?)[:：]\s*$/m)[1] ?? '';
  return list.split(/^- /m).slice(1).map(one => one.split('\n').slice(1).join(' ').trim()).filter(Boolean);
}

/** The next question. A question that an earlier answer covers is skipped. @param {import('./read.js').Turn} turn */
export function question({ task, lang }) {
  const words = WORDS[lang];
  const k = Number(/第\s*(\d)\s*个问题|question (\d) of/i.exec(task)?.slice(1).find(Boolean) ?? 2);
  const [first = '', second = ''] = answersOf(task);
  const who = audienceIn(first) || audienceIn(second) || (second && [...second].length < 24 ? bare(second.split(/[，,；;。.]/)[0]) : '') || words.readers;
  if (k === 1) return { question: words.mark(k) + words.what };
  if (k === 2) return { question: words.mark(k) + (audienceIn(first) ? words.pains(audienceIn(first)) : words.audience(beginning(topicOf(first), 24))) };
  return { question: words.mark(k) + words.action(beginning(who, 30)) };
}

const PRODUCE = /^(?:可以了|就这些|没有了|确定|继续|下一步|直接)?[，,]?\s*(?:直接|开始)?(?:生成|总结|分析一下)?吧?[。.!！]*$|^(?:that'?s all|that is all|go ahead|continue|generate|summari[sz]e)[.! ]*$/i;

/**
 * Report of the user's statements in three parts, without additions.
 * @param {import('./read.js').Turn} turn @param {{ schema: any }} contract
 */
export function report({ task, words, lang }, { schema }) {
  const answers = answersOf(task).filter(answer => !PRODUCE.test(answer));
  const [first = PRODUCE.test(words) ? '' : words, second = '', third = ''] = answers;
  const named = audienceIn(first);
  const what = thingIn(first);
  const audience = [named, named === second ? '' : second].filter(Boolean).map(bare).join(lang === 'zh' ? '，' : '; ');
  const values = [what, audience, third].map(sentence);
  const keys = Object.keys(schema.properties ?? {});
  return Object.fromEntries(keys.slice(0, 3).map((key, at) => [key, values[at] ?? '']));
}
