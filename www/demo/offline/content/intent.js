import { withoutAsking } from './facts.js';

/** Questions by number. */
const QUESTIONS = {
  zh: { 1: '想做什么形式的内容？主题是什么？', 2: '主要写给谁看？他们是做什么的，为什么事发愁？', 3: '读者看完以后，最希望他们做哪一件事？' },
  en: { 1: 'What form shall it have, and what is it about?', 2: 'Who are the readers, and what troubles them?', 3: 'What is the one thing they should do afterwards?' },
};

/** The next question, with its mark. @param {import('./read.js').Turn} turn */
export function question({ task, lang }) {
  const [mark = '', number = '1'] = /(?:【\D*|\[\D*)(\d)\/3(?:】|\] )/.exec(task) ?? [];
  return { question: mark + QUESTIONS[lang][number] };
}

/** The user's answers in the members of the contract, in their order. @param {import('./read.js').Turn} turn @param {{ schema: any }} contract */
export function report({ task, words }, { schema }) {
  const listed = [...task.matchAll(/^- .*\n((?: {2}.*(?:\n|$))+)/gm)].map(([, answer]) => answer.replace(/^ +/gm, '').trim());
  const answers = listed.length ? listed : [words];
  return Object.fromEntries(Object.keys(schema.properties).map((name, at) => [name, withoutAsking(answers[at] ?? '')]));
}
