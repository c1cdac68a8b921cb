import { isHan } from './terms.js'

/** How speech becomes a line of a resume: only how a thing is said changes, never what. Applied in this order. */
const SPEECH = {
  zh: [
    [/^(?:嗯+|呃|哦|那个|其实|就是说?|基本上|主要是?|然后|后来|另外|还有|而且|首先|其次|最后|当时|我觉得|我记得|应该说)[，,\s]*/, ''],
    [/^(?:我们?|本人|我自己)(?:自己|主要|还|也|又|是|都|当时|后来)*/, ''],
    [/[，,]\s*(?:然后|后来|而且|并且)?我们?(?:还|也|又)?(?=[^的])/g, '，'],
    [/^(?:用了?(?![户途法来时])|使用了?(?!者))\s*(.{1,30}?)\s*来?(?:做|实现)了?(?:一个|个)?/, '使用 $1 实现'],
    [/^(?:用了?|使用了)(?=[^户途法了来])\s*/, '使用 '],
    [/^做了?(?:一个|个)?(?=[^过的了法])/, '完成'],
    [/^写了(?:一个|个)?/, '编写'],
    [/^[搞弄]了(?:一个|个)?/, '完成'],
    [/^搭了(?:一个|个)?/, '搭建'],
    [/^改了/, '修改'],
    [/^管(?=[^理])/, '管理'],
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
    [/^(?:it|this|that) (?:was|is) (?:a|an)\s+/i, ''],
    [/\bmy\b/g, 'the'],
  ],
}

/**
 * A sentence of the user's as a line of a resume: without the speaker and filling words, a strong verb first, numbers and names
 * as they are.
 * @param {string} sentence
 */
export function bulletOf(sentence) {
  const rules = isHan(sentence) ? SPEECH.zh : SPEECH.en
  const plain = rules.reduce((line, [spoken, written]) => line.replace(spoken, written), stripped(sentence))
  return capitalised(stripped(plain))
}

/** Without list marks before and punctuation at either end. */
const stripped = line => line.replace(/^[\s，,、:：]+|^[-•*·]\s+|[\s，,、:：。.；;]+$/g, '')

const capitalised = line => (/^[a-z]+(?=[\s,]|$)/.test(line) ? line[0].toUpperCase() + line.slice(1) : line)
