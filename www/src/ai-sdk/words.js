// @ts-check
import { Refusal } from '../errors.js';
import { inLang } from '../checks/text.js';

/** Sentences for the user about what a session cannot do for a chat, by code. */
const WORDS = {
  cannot_regenerate: { en: 'This answer cannot be given anew. Say what should be different.', zh: '这个回答不能重新生成。请直接说希望怎么改。' },
  cannot_edit: { en: 'These words cannot be changed here. Say what should be different.', zh: '这些话不能在这里改写。请直接说希望怎么改。' },
  no_files_here: { en: 'Words, and files with their content, can be sent here; nothing else.', zh: '这里只能发送文字和带有内容的文件。' },
  empty_input: { en: 'There is nothing to send.', zh: '没有可发送的内容。' },
  undecided: { en: 'The card asks about several things. Approve or decline each of them.', zh: '卡片上有多项，请逐项批准或拒绝。' },
  answer_first: { en: 'Words do not approve the card that is open. Press its button.', zh: '文字不能代替卡片上的按钮，请按按钮。' },
  card_changed: { en: 'This question is not open any more. Nothing was approved.', zh: '这个问题已经不在等待回答，没有批准任何操作。' },
  taken_back: { en: 'The conversation has changed since. Load it anew.', zh: '对话已有变化，请重新加载。' },
};

/** @param {keyof typeof WORDS} code @param {string} lang */
export const sentence = (code, lang) => inLang(WORDS[code], lang);

/** @param {keyof typeof WORDS} code @param {string} lang @returns {never} */
export function refuse(code, lang) {
  throw new Refusal(code, sentence(code, lang));
}
