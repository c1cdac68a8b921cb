/** Words that tell what a user means: a pair for each meaning, zh and en. Both are listened for in either language. */
const APPROVES = [/^(好的?|好呀|好啊|可以的?|行|不错|挺好的?|同意|对的?|是的|嗯+|能|没意见|满意|(这些)?我?都?能(hold住|回答|答(上来)?)|都?hold住|赞)(?=$|[\s，,。.！!~～、；;了吧啊呀]|但|不过|只是|谢)/, /^(ok(ay)?|good|fine|great|perfect|nice|yes|yep|yeah|sure|agreed|lgtm|i can|looks? (good|right|fine|great)|that works|sounds good|right)\b/i]
const SETTLES = [/^(确认|没问题|就这样|就用这个|直接用|直接应用|应用吧|定了|就它了|用这个)(?=$|[\s，,。.！!~～、；;了吧啊呀]|但|不过|只是|谢)/, /^(confirm(ed)?|go ahead|use it|apply it|yes,? (go ahead|use it|apply it|please)|do it|ship it|no problem|as it is)\b/i]
const FILLS = [/^(谢谢|多谢|感谢|辛苦了|那|嗯+|呃|哦|啊|了|吧|的|呀|你写吧|写吧)/, /^(thanks?( you)?( very much| a lot)?|please|well|so|and|then)\b/i]
/** What may follow an approval without saying anything. */
const TRAILS = /^(?:it|that|this|is|as|all|answer|these|them|both|fine|now|for me|to me|就行|就好|[\s,.!，。！])+$/i
const THANKS = [/谢谢|多谢|感谢|辛苦|太好了|满意|完成了/, /\bthanks?\b|thank you|awesome|great job|appreciate/i]
const BUT = [/^(但是?|不过|只是|就是|另外|还有|除了|然后)/, /^(but|however|except|only|also|though|although|just)\b/i]
const REFUSES = [/不对|错了|搞错|搞混|不行|不满意|有问题|再改|重新来|重来|还要改|还要调整|不是这样|不好|等一下|先别|不确认/, /\bwrong\b|mixed up|\bredo\b|not happy|not right|incorrect|not yet|don't like|needs? (a |another )?change|change (it|that|this|something)|still has|\bwait\b|^no\b/i]
const KNOWS_NOT = [/^(我?也?)?(不知道|不清楚|没有|没啥|没什么|没|忘了|记不清了?|不记得了?|想不起来|说不上来|不太懂|不懂|不会)[了啊吧呢。.！!…\s]*$/, /^(i )?(really )?(don'?t know|do not know|no idea|not sure|nothing|none|can'?t remember|don'?t remember|dunno|no|nope|not really)[.!…\s]*$/i]
const ENOUGH = [/就这些了?|没了|没有了|差不多了|就这么多了?|直接写吧?|开始写吧?|写草稿吧?|出草稿|给我草稿|你写吧|可以写了/, /that'?s (all|it)|nothing else|no more|just write( it)?( now)?|write (it|the draft)( now| for me)?|draft it|show me (the|a) draft/i]
const SKIPS = [
  /^[^，。]{0,8}跳过(这个|这部分|这一[个条]|它)?[吧了。！]*$|^(先|我想|那就)?跳过|不需要改|^不需要|保持原样|先不改|不用改|不用了|不想改|不改了/,
  /^(please |let'?s |can we |i('d like| want) to |just )?skip( (it|this|that|one|section|part|task|for now|please))*[.!]*$|^leave (it|this)( one)?( as)?|not needed|keep (it|this) as (it )?is|^no need/i,
]
const ASKS = [/[?？]\s*$|^(为什么|怎么|什么是|能不能|可不可以|是不是)|吗[。.]?$/, /\?\s*$|^(what|why|how|can you|could you|should|do you|does|is it)\b/i]
const CANNOT = [/答不上来|答不出|hold不住|不太会|说不清|回答不了/, /can'?t answer|could ?n'?t answer|cannot answer|not able to answer/i]

const heard = (pair, text) => pair.some(pattern => pattern.test(text.trim()))

export const isThanks = text => heard(THANKS, text) && !heard(REFUSES, text)
export const isRefusal = text => heard(REFUSES, text)
export const isUnknown = text => heard(KNOWS_NOT, text)
export const isEnough = text => heard(ENOUGH, text)
export const isSkip = text => heard(SKIPS, text) && text.trim().length <= 40
export const isQuestion = text => heard(ASKS, text)
export const cannotAnswer = text => heard(CANNOT, text)

/**
 * How a reply begins: whether it approves, whether it settles the matter, and what it says beyond that.
 * @param {string} text @returns {{ approves: boolean, settles: boolean, rest: string }}
 */
export function opinion(text) {
  let rest = text.trim()
  let approves = false
  let settles = false
  for (;;) {
    const settled = strip(SETTLES, rest)
    const approved = strip(APPROVES, rest)
    const shorter = settled ?? approved ?? (approves || settles ? strip(FILLS, rest) ?? strip(BUT, rest) : undefined)
    if (shorter === undefined) return { approves: approves || settles, settles, rest: (approves || settles) && TRAILS.test(rest) ? '' : rest }
    settles ||= settled !== undefined
    approves ||= approved !== undefined
    rest = shorter
  }
}

/** What is left behind the words of a pair that `text` begins with; undefined where it begins with something else. */
function strip(pair, text) {
  const found = pair.map(pattern => pattern.exec(text)).find(Boolean)
  return found ? text.slice(found[0].length).replace(/^[\s，,。.！!~～、；;：:]+/, '') : undefined
}

/** A text without the words by which a user asks for the draft. @param {string} text */
export const withoutEnough = text => ENOUGH.reduce((rest, pattern) => rest.replace(new RegExp(pattern, pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`), ''), text)
