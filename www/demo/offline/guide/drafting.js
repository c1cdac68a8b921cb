import { ask, finish, goBack, propose, requestConfirm } from './decision.js';
import { present } from './present.js';
import { revise } from './revise.js';
import { isQuestion, isRefusal, isThanks, opinion } from './signals.js';

/** @typedef {import('./read.js').Turn} Turn */

const WORDS = {
  zh: {
    confirm: section => `好的，这就是要写进【${section}】的内容。确认后就会应用到简历。`,
    here: (section, draft) => `这是【${section}】现在的草稿，说“确认”就会应用到简历：\n\n${draft}`,
    done: section => `好的，【${section}】已经按这份草稿更新。`,
    answer: '回答时先说结论，再讲你自己做的那一步，最后说结果，草稿里写到的都要能展开讲。\n\n草稿先保持不变，你还有想补充或修改的地方吗？',
    welcome: '不客气！这部分已经写进简历了。之后想改哪里，随时告诉我。',
    back: section => `好的，我们再改【${section}】。你想改哪一行、改成什么？`,
    after: section => `【${section}】已经更新好了。想再改的话，直接告诉我改哪一行；想改别的板块，说出它的名字就行。`,
    thoughts: {
      approved: '用户认可草稿，请他最后确认', settled: '用户明确说可以直接用', revised: '用户想改，按他的话修改草稿',
      question: '用户只是提问，没有对草稿表态', thanks: '用户表示满意', unhappy: '用户对已应用的内容不满意', talk: '已应用，继续友好地聊',
    },
  },
  en: {
    confirm: section => `Good. This is what goes into [${section}]; once you confirm, it is in your resume.`,
    here: (section, draft) => `This is the draft of [${section}]; say “confirm” and it goes into your resume:\n\n${draft}`,
    done: section => `Done: [${section}] now reads as in this draft.`,
    answer: 'Answer with the conclusion first, then the step you did yourself, then the result; be ready to go into everything '
      + 'the draft says.\n\nThe draft stays as it is. Is there anything you would add or change?',
    welcome: 'You are welcome! This part is in your resume now. Whenever you want another change, just tell me.',
    back: section => `Sure, let us work on [${section}] again. Which line, and what should it say?`,
    after: section => `[${section}] is up to date. To change it again, tell me which line; for another section, just name it.`,
    thoughts: {
      approved: 'The user approves the draft: ask for the final word', settled: 'The user says plainly that it can be used',
      revised: 'The user wants a change: revise the draft as told', question: 'Only a question, no opinion on the draft',
      thanks: 'The user is satisfied', unhappy: 'The user is not happy with what was applied', talk: 'Applied: a friendly word',
    },
  },
};

/** Reply after the user has seen a draft. @param {Turn} turn */
export function reviseDraft(turn) {
  const { said, task, lang, draft } = turn;
  const words = WORDS[lang];
  const { approves, settles, rest } = opinion(said);
  if (settles && !rest) return finish(words.thoughts.settled, words.done(task.section));
  if ((approves && !rest) || isThanks(said)) return requestConfirm(words.thoughts.approved, words.confirm(task.section), draft);
  const { draft: revision, comparison } = revise(turn);
  if (isQuestion(said) && comparison.length === 0) return ask(words.thoughts.question, words.answer);
  return propose(words.thoughts.revised, present(turn, revision, { comparison }), revision);
}

/** Reply when the conversation went on after a draft; an approval returns to the draft. @param {Turn} turn */
export function returnToDraft(turn) {
  const { said, task, lang, draft, offered } = turn;
  const words = WORDS[lang];
  const { approves, rest } = opinion(said);
  if (!approves || rest) return revised(turn);
  if (offered.includes('REQUEST_CONFIRM')) return requestConfirm(words.thoughts.approved, words.confirm(task.section), draft);
  return propose(words.thoughts.approved, words.here(task.section, draft), draft);
}

function revised(turn) {
  const { draft, comparison } = revise(turn);
  return propose(WORDS[turn.lang].thoughts.revised, present(turn, draft, { comparison }), draft);
}

/** Reply when the draft waits for the final approval. @param {Turn} turn */
export function reviseLocked(turn) {
  const { said, task, lang } = turn;
  const { approves, rest } = opinion(said);
  if ((approves && !rest) || isThanks(said)) return finish(WORDS[lang].thoughts.settled, WORDS[lang].done(task.section));
  return revised(turn);
}

/** Reply after the change was applied to the resume. @param {Turn} turn */
export function talkAfterwards(turn) {
  const { said, task, lang } = turn;
  const words = WORDS[lang];
  const { approves, rest } = opinion(said);
  if ((approves && !rest) || isThanks(said)) return ask(words.thoughts.thanks, words.welcome);
  const { draft, comparison } = revise(turn);
  if (comparison.length > 0) return propose(words.thoughts.revised, present(turn, draft, { comparison }), draft);
  return isRefusal(said) ? goBack(words.thoughts.unhappy, words.back(task.section), null) : ask(words.thoughts.talk, words.after(task.section));
}
