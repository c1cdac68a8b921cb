import { ask, propose } from './decision.js';
import { storyDraft } from './draft.js';
import { returnToDraft } from './drafting.js';
import { choiceIn, factsOf, tells } from './facts.js';
import { present } from './present.js';
import { easyQuestion, firstTopic, guess, nextTopic, openQuestion, topicName } from './questions.js';
import { isEnough, isQuestion } from './signals.js';
import { focusOf, isLearning, kindOf, nameOf } from './task.js';
import { isHan, termsOf } from './terms.js';

/** @typedef {import('./read.js').Turn} Turn */

const WORDS = {
  zh: {
    focus: { work: '这份工作', project: '这个项目', learning: '这个项目' },
    light: '没问题，我们接着看下一部分。',
    observed: {
      separator: '、',
      terms: (name, terms) => `我看了“${name}”：提到了 ${terms}，但还看不出你用它具体做成了什么。`,
      short: name => `我看了“${name}”：写得很简短，读的人还看不出你做了什么。`,
      plain: name => `我看了“${name}”：说了有什么，还没说清你是怎么做的。`,
      courses: name => `我看了“${name}”：课程不少，可以只留最有用的几门。`,
    },
    heard: ['好的，记下了。', '明白。', '这个信息很有用。'],
    detailed: '讲得很具体，谢谢。',
    question: '我是按简历的写法来问的：事实越具体，草稿就越好写。',
    graceful: '没关系，那就用现在知道的来写。',
    more: option => `好的：${option}。具体是哪一块、怎么做的？说一两句就够了。`,
    anything: '这里还什么都没有。用一句话说说你做过的一件事，我就能写出第一版。',
    thoughts: {
      opening: '先说观察，再问一个问题', asking: topic => `还不知道：${topic}，接着问`,
      enough: '事实已经够了，写草稿', chosen: '选项只是方向，还要问清具体做了什么', nothing: '问了几次都没有新内容，用已知的信息写',
    },
  },
  en: {
    focus: { work: 'this job', project: 'this project', learning: 'this project' },
    light: 'Sure, let us look at the next part.',
    observed: {
      separator: ', ',
      terms: (name, terms) => `I read “${name}”: it names ${terms}, but not yet what you achieved with it.`,
      short: name => `I read “${name}”: it is so short that a reader cannot see what you did.`,
      plain: name => `I read “${name}”: it says what there was, not yet how you did it.`,
      courses: name => `I read “${name}”: there are quite a few courses; the most useful ones are enough.`,
    },
    heard: ['Got it.', 'I see.', 'That helps.'],
    detailed: 'That is concrete, thank you.',
    question: 'I ask because a resume lives on facts: the more concrete, the better the draft.',
    graceful: 'No problem, then I write with what we have.',
    more: option => `Good: ${option}. What exactly was it, and how did you do it? A sentence or two is enough.`,
    anything: 'There is nothing here yet. Tell me in one sentence one thing you did, and I can write a first version.',
    thoughts: {
      opening: 'One observation, then one question', asking: topic => `Not known yet: ${topic}`,
      enough: 'The facts are enough for a draft', chosen: 'A choice is only a direction: ask what it was', nothing: 'Several rounds without news: draft from what is known',
    },
  },
};

/** Answers without content after which the draft uses what is known, by kind of story; other kinds count as work. */
const EMPTY_ROUNDS = { work: 3, courses: 1, basics: 1 };
/** Answers with content that suffice for a draft, by kind of story; other kinds count as work. */
const ENOUGH_ANSWERS = { work: 3, learning: 4, courses: 1, basics: 1 };

/** The first message about a story. @param {Turn} turn */
export function openStory({ task, lang, afterSkip }) {
  const words = WORDS[lang];
  const kind = kindOfStory(task, '');
  const lines = [afterSkip && words.light, observation(task, kind, words.observed), openQuestion(firstTopic(kind), lang, words.focus[kind])];
  return ask(words.thoughts.opening, lines.filter(Boolean).join('\n\n'));
}

function observation({ section, original }, kind, { terms, short, plain, courses, separator }) {
  const name = nameOf(section);
  if (kind === 'courses') return courses(name);
  if (original.length < (isHan(original) ? 20 : 40)) return short(name);
  const named = termsOf(original).slice(0, 3).join(separator);
  return named ? terms(name, named) : plain(name);
}

/** Asks the next question, or drafts. @param {Turn} turn */
export function discoverStory(turn) {
  const { said, draft, draftNow, exchanges, lang } = turn;
  if (draft) return returnToDraft(turn);
  const words = WORDS[lang];
  const told = exchanges.filter(exchange => factsOf([exchange]).length > 0).length;
  const empty = exchanges.filter(exchange => !tells(exchange) && !choiceIn(exchange)).length;
  const kind = kindOfStory(turn.task, toldIn(turn));
  const isOver = isEnough(said) || draftNow || empty >= (EMPTY_ROUNDS[kind] ?? EMPTY_ROUNDS.work);
  if (isOver) return drafted(turn, told > 0 ? words.thoughts.enough : words.thoughts.nothing);
  const chosen = choiceIn(exchanges.at(-1));
  if (chosen?.option && !tells(exchanges.at(-1))) return ask(words.thoughts.chosen, words.more(chosen.option));
  const topic = nextTopic(kind, exchanges.map(({ asked }) => asked), toldIn(turn));
  if (told >= (ENOUGH_ANSWERS[kind] ?? ENOUGH_ANSWERS.work) || !topic) return drafted(turn, words.thoughts.enough);
  return ask(words.thoughts.asking(topicName(topic, lang)), question(turn, kind, topic, empty));
}

function drafted(turn, thought) {
  const words = WORDS[turn.lang];
  const { draft, dropped } = storyDraft(turn, isLearning(toldIn(turn)));
  if (!draft) return ask(words.thoughts.nothing, words.anything);
  const reply = present(turn, draft, { dropped });
  return propose(thought, thought === words.thoughts.nothing ? `${words.graceful}\n\n${reply}` : reply, draft);
}

const toldIn = ({ task, exchanges }) => [task.original, ...exchanges.map(({ said }) => said)].join('\n');

function kindOfStory({ section }, told) {
  const kind = kindOf(section);
  if (kind === 'courses' || kind === 'basics') return kind;
  if (isLearning(told)) return 'learning';
  return kind === 'project' ? 'project' : 'work';
}

/** One question at the pace of the user's answers. */
function question(turn, kind, topic, empty) {
  const { lang, said, tier, task, turnAway } = turn;
  const words = WORDS[lang];
  const last = turn.exchanges.at(-1);
  if (!tells(last) && !choiceIn(last) && empty > 0 && !isQuestion(said)) return guess(empty, `${task.section}\n${task.original}`, lang);
  const focus = (turnAway ? undefined : focusOf(said)) ?? words.focus[kind];
  const heard = isQuestion(said) ? words.question : tier === 'detailed' ? words.detailed : words.heard[turn.exchanges.length % words.heard.length];
  return `${heard}\n\n${tier === 'brief' ? easyQuestion(topic, lang, focus) : openQuestion(topic, lang, focus)}`;
}
