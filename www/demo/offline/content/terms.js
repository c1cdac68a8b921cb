import { isHan } from './read.js';

const STOPS = /^(?:[。．.!！?？;；,，:：、\s]+)|(?:[。．.!！?？;；,，:：、\s]+)$/g;

/** A text without punctuation at its ends. @param {string} text */
export const bare = text => text.replace(STOPS, '').trim();

/** A text as a sentence, with its full stop. @param {string} text */
export const sentence = text => (bare(text) ? `${bare(text)}${isHan(text) ? '。' : '.'}` : '');

/** @param {string} text */
export const sentencesOf = text => (text.match(/[^。！？!?\n.]+(?:\.(?=\d)[^。！？!?\n.]+)*[。！？!?.]?/g) ?? []).map(one => one.trim()).filter(one => bare(one).length > 3);

/** The beginning of a text in whole words. @param {string} text @param {number} most longest result in characters */
export function beginning(text, most) {
  const characters = [...text];
  if (characters.length <= most) return text;
  const cut = characters.slice(0, most - 1).join('');
  return `${bare(isHan(text) ? cut : cut.replace(/\s+\S*$/, ''))}…`;
}

/** Words that ask to make something and do not say what. */
const ASKING = {
  zh: /^(?:我)?(?:想要?|要|打算|准备|希望|计划|请|帮我|帮忙|麻烦)*(?:你)?(?:先)?(?:做|写|生成|创作|制作|策划|出|来)?(?:一|1)?(?:篇|个|份|条|段|部|组|些|套|本|则|期|集|场)?(?:关于)?/,
  en: /^(?:(?:please|i(?:'d| would)? (?:want|like|need|plan)|we (?:want|need)|help me|let(?:'s| us)|can you|could you)\s*(?:to)?\s*)*(?:(?:write|create|make|produce|generate|do|draft)\s+)?(?:(?:an?|the|some)\s+)?/i,
};

const FOR = { zh: /[，,。]?\s*(?:写|做)?给\s*([^，。,.；;！!？?]{2,24}?)\s*(?:看的?|读的?|用的?|写的?)?(?=$|[，。,.；;！!？?])/, en: /[,.]?\s+(?:written )?(?:for|aimed at)\s+((?!example\b)[^,.;!?]{3,60}?)(?=$|[,.;!?]|\s+(?:about|who should|so that|to make)\b)/i };

/** The audience that a text names. @param {string} text */
export const audienceIn = text => FOR[isHan(text) ? 'zh' : 'en'].exec(text)?.[1].trim() ?? '';

/** The thing that a text asks for, without its audience. @param {string} text */
export function thingIn(text) {
  const lang = isHan(text) ? 'zh' : 'en';
  return bare(bare(text).replace(FOR[lang], '').replace(ASKING[lang], '')) || bare(text);
}

const KINDS = {
  zh: /(?:视频脚本|短视频|产品介绍|宣传文案|推广文案|公众号文章|介绍文章|软文|文章|文案|脚本|课程大纲|课程|指南|手册|教程|报告|邮件|通讯|演讲稿|故事|播客|海报|方案|介绍)/,
  en: /\b(?:video script|product introduction|landing page|blog post|white paper|articles?|posts?|scripts?|videos?|guides?|handbook|manual|tutorial|courses?|newsletters?|e-?mails?|speech|stor(?:y|ies)|podcast|poster|essay|introduction)\b/i,
};

const LEFT_OVER = { zh: /^[的：:，,\s]+|(?:的|：|:)$|^(?:关于|介绍|讲|讲述|说明|面向)|^一(?:篇|个|份|条)/g, en: /^(?:about|on|of|that|which|introducing|explaining|describing|called)\s+|\s+(?:about|on|of|for)$/gi };

/** Form of the content at the end of a Chinese text, or at the beginning of an English one. */
const FORM = { zh: new RegExp(`(?:的)?(?:${KINDS.zh.source})$`), en: new RegExp(`^(?:${KINDS.en.source})`, 'i') };

/** Topic in few words, without the form of the content. @param {string} text */
export function topicOf(text) {
  const lang = isHan(text) ? 'zh' : 'en';
  let topic = thingIn(text).split(/[。.!！?？；;\n]/)[0];
  topic = (FORM[lang].test(bare(topic)) ? bare(topic).replace(FORM[lang], '') : topic.replace(KINDS[lang], ' ')).replace(/\s+/g, lang === 'zh' ? '' : ' ').trim();
  for (let before = ''; before !== topic;) [before, topic] = [topic, topic.replace(LEFT_OVER[lang], '').trim()];
  return bare(topic) || bare(thingIn(text));
}
