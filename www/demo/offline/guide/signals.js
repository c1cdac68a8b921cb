/** Ends of an approving word: the characters that may follow it. */
const WORD_ENDS = '(?=$|[\\s，,。.！!~～、；;了吧啊呀]|但|不过|只是|谢)';

/** Patterns for the beginning of a text, or for any part of it, without regard to case. */
const begins = (words, end = '\\b') => new RegExp(`^(?:${words.join('|')})${end}`, 'i');
const holds = words => new RegExp(words.join('|'), 'i');
const isWhole = (words, end) => new RegExp(`^(?:${words.join('|')})${end}$`, 'i');

/** Words by meaning, zh and en. Both languages are recognised in either language. */
const SIGNALS = {
  approves: {
    zh: begins([
      '好的?', '好[呀啊]', '可以的?', '行', '不错', '挺好的?', '同意', '对的?', '是的', '嗯+', '能', '没意见', '满意', '赞', '都?hold住',
      '(?:这些)?我?都?能(?:hold住|回答|答(?:上来)?)',
    ], WORD_ENDS),
    en: begins([
      'ok(?:ay)?', 'good', 'fine', 'great', 'perfect', 'nice', 'yes', 'yep', 'yeah', 'sure', 'agreed', 'lgtm', 'right', 'i can',
      'looks? (?:good|right|fine|great)', 'that works', 'sounds good',
    ]),
  },
  settles: {
    zh: begins(['确认', '没问题', '就这样', '就用这个', '用这个', '直接用', '直接应用', '应用吧', '定了', '就它了'], WORD_ENDS),
    en: begins([
      'confirm(?:ed)?', 'go ahead', 'use it', 'apply it', 'yes,? (?:go ahead|use it|apply it|please)', 'do it', 'ship it', 'no problem',
      'as it is',
    ]),
  },
  fills: {
    zh: begins(['谢谢', '多谢', '感谢', '辛苦了', '那', '嗯+', '呃', '哦', '啊', '了', '吧', '的', '呀', '你?写吧'], ''),
    en: begins(['thanks?(?: you)?(?: very much| a lot)?', 'please', 'well', 'so', 'and', 'then']),
  },
  objects: {
    zh: begins(['但是?', '不过', '只是', '就是', '另外', '还有', '除了', '然后'], ''),
    en: begins(['but', 'however', 'except', 'only', 'also', 'though', 'although', 'just']),
  },
  thanks: {
    zh: holds(['谢谢', '多谢', '感谢', '辛苦', '太好了', '满意', '完成了']),
    en: holds(['\\bthanks?\\b', 'awesome', 'great job', 'appreciate']),
  },
  wishes: {
    zh: holds(['但', '不过', '再', '加', '改', '换', '去掉', '删', '补充', '不要']),
    en: holds(['\\b(?:but|however|except|add|change|remove|delete|drop|replace|make|shorter|mention)\\b']),
  },
  refuses: {
    zh: holds(['不对', '错了', '搞错', '搞混', '不行', '不满意', '有问题', '再改', '重新来', '重来', '还要改', '还要调整', '不是这样', '不好', '等一下', '先别', '不确认']),
    en: holds([
      '\\bwrong\\b', 'mixed up', '\\bredo\\b', 'not happy', 'not right', 'incorrect', 'not yet', "don't like",
      'needs? (?:a |another )?change', 'change (?:it|that|this|something)', 'still has', '\\bwait\\b', '^no\\b',
    ]),
  },
  knowsNot: {
    zh: isWhole([
      '我?也?不知道', '我?不清楚', '我?也?没有?', '没[啥什么]+', '我?忘了', '我?记不清了?', '我?不记得了?', '我?想不起来', '说不上来',
      '我?不太懂', '我?不懂', '我?不会',
    ], '[了啊吧呢。.！!…\\s]*'),
    en: isWhole([
      "(?:i )?(?:really )?(?:don'?t|do not) know", '(?:i have )?no idea', "(?:i'?m )?not (?:really )?sure", 'nothing', 'none',
      "(?:i )?(?:can'?t|don'?t) remember", 'dunno', 'no', 'nope', 'not really',
    ], '[.!…\\s]*'),
  },
  enough: {
    zh: holds(['就这些了?', '没了', '没有了', '差不多了', '就这么多了?', '(?:请)?直接写吧?', '(?:请)?开始写吧?', '写草稿吧?', '出草稿', '给我草稿', '你写吧', '可以写了']),
    en: holds([
      "that(?:'?s| is) (?:all|it)", 'nothing else', 'no more', '(?:please )?just write(?: it)?(?: now)?',
      '(?:please )?write (?:it|the draft)(?: now| for me)?(?:,? please)?', '(?:please )?draft it', 'show me (?:the|a) draft',
    ]),
  },
  skips: {
    zh: holds(['^[^，。]{0,8}跳过(?:这个|这部分|这一[个条]|它)?[吧了。！]*$', '^(?:先|我想|那就)?跳过', '不需要改', '^不需要', '保持原样', '先不改', '不用改', '不用了', '不想改', '不改了']),
    en: holds([
      "^(?:please |let'?s |can we |i(?:'d like| want) to |just )?skip(?: (?:it|this|that|one|section|part|task|for now|please))*[.!]*$",
      '^leave (?:it|this)(?: one)?(?: as)?', 'not needed', 'keep (?:it|this) as (?:it )?is', '^no need',
    ]),
  },
  asks: {
    zh: holds(['[?？]\\s*$', '^(?:为什么|怎么|什么是|能不能|可不可以|是不是)', '吗[。.]?$']),
    en: holds(['\\?\\s*$', '^(?:what|why|how|can you|could you|should|do you|does|is it)\\b']),
  },
  cannot: {
    zh: holds(['答不上来', '答不出', 'hold不住', '不太会', '说不清', '回答不了']),
    en: holds(["can'?t answer", 'cannot answer', "could ?n'?t answer", 'not able to answer']),
  },
};

/** Words after an approval that add nothing. */
const TRAILS = /^(?:it|that|this|is|as|all|answer|these|them|both|fine|now|for me|to me|就行|就好|[\s,.!，。！])+$/i;

const heard = ({ zh, en }, text) => zh.test(text.trim()) || en.test(text.trim());

export const isRefusal = text => heard(SIGNALS.refuses, text);
export const isThanks = text => heard(SIGNALS.thanks, text) && !heard(SIGNALS.wishes, text) && !isRefusal(text);
export const isUnknown = text => heard(SIGNALS.knowsNot, text);
export const isEnough = text => heard(SIGNALS.enough, text);
export const isSkip = text => text.trim().length <= 40 && heard(SIGNALS.skips, text);
export const isQuestion = text => heard(SIGNALS.asks, text);
export const cannotAnswer = text => heard(SIGNALS.cannot, text);

/** A text without the words that ask for the draft. @param {string} text */
export const withoutEnough = text => Object.values(SIGNALS.enough).reduce((rest, words) => rest.replace(new RegExp(words, 'gi'), ''), text);

/**
 * Opinion at the beginning of a reply: whether it approves, whether it settles the matter, and the rest.
 * @param {string} text @returns {{ approves: boolean, settles: boolean, rest: string }}
 */
export function opinion(text) {
  const found = { approves: false, settles: false, rest: text.trim() };
  for (let shorter = found.rest; shorter !== undefined; shorter = shortened(found)) found.rest = shorter;
  if (found.approves && TRAILS.test(found.rest)) found.rest = '';
  return found;
}

/** The rest without its first approving words, which are noted; undefined if it begins with other words. */
function shortened(found) {
  for (const signal of found.approves ? ['settles', 'approves', 'fills', 'objects'] : ['settles', 'approves']) {
    const rest = behind(SIGNALS[signal], found.rest);
    if (rest === undefined) continue;
    found.settles ||= signal === 'settles';
    found.approves = true;
    return rest;
  }
  return undefined;
}

/** The rest of a text after the words of a signal at its beginning; undefined if it begins with other words. */
function behind({ zh, en }, text) {
  const words = zh.exec(text) ?? en.exec(text);
  return words ? text.slice(words[0].length).replace(/^[\s，,。.！!~～、；;：:]+/, '') : undefined;
}
