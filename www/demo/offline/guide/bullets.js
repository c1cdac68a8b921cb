import { isHan } from './terms.js';

/** Replacements that turn speech into a line of a resume. They change the wording, never the facts, and apply in this order. */
const SPEECH = {
  zh: [
    [/^(?:嗯+|呃|哦|那个|其实|就是说?|基本上|主要是?|然后|后来|另外|还有|而且|首先|其次|最后|当时|我觉得|我记得|应该说)[，,\s]*/, ''],
    [/^(.{2,12}?)(?:把我)?(?:卡了|困扰了?)我?(.{1,6}?)[，,]\s*(?:后来|最后)?我?(.+?)(?:才|就)(?:好|解决|行|通)(?:了|的)*$/, '解决$1的问题（历时$2）：$3'],
    [/^(?:我们?|本人|我自己)(?:自己|主要|还|也|又|都|当时|后来)*/, ''],
    [/^(?:它|这|这个|这个项目|这个网站|这个系统|就)?是(?:一个|个)?(?=.{4,}[的用给])/, ''],
    [/[，,]\s*(?:然后|后来|最后|而且|并且)?我?们?(?:还|也|又)?(?=[^的])/g, '，'],
    [/^(?:大概|好像|可能|应该)是?(?=[用做写改负])/, ''],
    [/^自己从头(?:开始)?[做写搭]的?/, '独立从零完成'],
    [/^最(?:难|麻烦)的?(?:地方|问题|部分|一步)?(?:应该)?是/, '难点：'],
    [/^(?:用了?(?![户途法来时])|使用了?(?!者))\s*(.{1,30}?)\s*来?(?:做|实现)了?(?:一个|个)?/, '使用 $1 实现'],
    [/^(?:用了?|使用了)(?=[^户途法了来])\s*/, '使用 '],
    [/^(独立|单独|自己|牵头|一起)?做了(?:一个|个)?(?=[^过的了法])/, '$1完成'],
    [/^写了(?:一个|个)?/, '编写'],
    [/^[搞弄]了(?:一个|个)?/, '完成'],
    [/^搭了(?:一个|个)?/, '搭建'],
    [/配了/g, '配置'],
    [/^改了/, '修改'],
    [/(接入|完成|实现|优化|设计|开发|编写|搭建|重构|修复|增加|减少|提升|降低|解决|引入|整理|制定|组织|负责|参与)了(?:一个|个)?/g, '$1'],
    [/把(.+?)从(.+?)降到了?/, '将$1从$2降至'],
    [/把(.+?)从(.+?)提[升高]到了?/, '将$1从$2提升至'],
    [/从(.+?)降到了?/g, '从$1降至'],
    [/^把/, '将'],
    [/(?:了|吧|呢|啊|哦|呀|嘛)+$/, ''],
  ],
  en: [
    [/^(?:well|so|um+|basically|actually|mainly|mostly|then|also|and|besides|first|i think|i guess|i believe|to be honest)[,\s]+/i, ''],
    [/^(?:i've|i have|i had|we've|we have|i|we)\s+(?:also |mainly |mostly |basically |actually |just |then )?/i, ''],
    [/(,| and| but)\s+(?:I|we)\s+/g, '$1 '],
    [/^(?:was|were|am) (?:responsible for|in charge of)\s+/i, 'Responsible for '],
    [/^my (?:part|job|task|role) was (?:to )?/i, 'Responsible for '],
    [/^made\s+/i, 'Built '],
    [/^did\s+/i, 'Completed '],
    [/^(?:it|this|that) (?:was|is|has|had) (?:(?:a|an)\s+)?/i, ''],
    [/^the (?:hardest|most difficult|trickiest) (?:part|thing|problem|bit) (?:was|is) (?:that )?/i, 'Challenge: '],
    [/\b(?:on my own|by myself)\b/gi, 'independently'],
    [/\bmy\b/g, 'the'],
  ],
};

/**
 * A sentence of the user as a line of a resume: without the speaker and filler words, a strong verb first, numbers and names
 * unchanged.
 * @param {string} sentence
 */
export function bulletOf(sentence) {
  const rules = isHan(sentence) ? SPEECH.zh : SPEECH.en;
  const plain = rules.reduce((line, [spoken, written]) => line.replace(spoken, written), stripped(sentence));
  return capitalised(stripped(plain));
}

/** A line without list marks before it and punctuation at either end. */
const stripped = line => line.replace(/^[\s，,、:：]+|^[-•*·]\s+|[\s，,、:：。.；;]+$/g, '');

const capitalised = line => (/^[a-z]+(?=[\s,]|$)/.test(line) ? line[0].toUpperCase() + line.slice(1) : line);
