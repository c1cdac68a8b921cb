import { decision } from './decision.js';
import { isEnough } from './signals.js';
import { hasNumber, isHan, termsOf } from './terms.js';

/** Words to the assistant or the page in place of an answer: orders about its instructions, wishes to go elsewhere. */
const ADDRESSES = {
  zh: [
    /(?:忽略|无视|忘记|忘掉|不要理会|别管|跳出|绕过).{0,12}(?:指令|提示|要求|规则|设定|限制|以上|之前|上面)/,
    /(?:输出|打印|显示|展示|说出|复述|透露|公开|给我看).{0,10}(?:提示词|系统提示|指令|规则|设定)/,
    /^(?:请|麻烦)?(?:你)?(?:现在|从现在(?:开始|起)|接下来)?(?:你)?(?:是|扮演|假装|充当)(?:一[个名位只]|我的)/,
    /^(?:请|麻烦)?(?:你)?(?:给我|帮我|为我)(?:讲|唱|写一?首|画|翻译|查|订|买)/,
    /^(?:请|我[想要]|我们|带我)?(?:回到|返回|退回|跳到|转到|切换到|去)(?:上|下|前|首页|开头|第|那|【|任务|[^，。]{1,12}(?:部分|板块|页|任务|那里)$)/,
    /^(?:请|带我|我想)?(?:回到|返回)(?![^，。]*(?:后|时|期间))[^，。]{1,12}$/,
  ],
  en: [
    /\b(?:ignore|disregard|forget|override|bypass|drop)\b.{0,40}\b(?:instructions?|prompts?|rules|guidelines|previous|above|everything)\b/i,
    /^(?:please |now |and |then |just )*(?:print|show|reveal|repeat|output|display|dump|leak|share)\b.{0,40}\b(?:prompt|instructions|rules|guidelines|system message)\b/i,
    /^(?:please |now |and |then |just |from now on,? )*(?:you are (?:now )?(?:an?|my|the)\b|pretend|act as|behave like|role-?play)/i,
    /^(?:please |now |and |then |just |can you |could you )*(?:tell|give|show|sing|write|send|teach|draw|read|book|buy) me\b/i,
    /^(?:please |now |and |then |just |can (?:you|we) |could (?:you|we) |let'?s |i (?:want|need|would like) to |i'?d like to )*(?:go|get|come|take me|bring me|jump|head|return)\s+(?:back\b|to\b)/i,
  ],
};

/** Small talk. */
const CHATS = {
  zh: /天气|下雨|好饿|饿了|好困|好累|无聊|吃饭|吃什么|火锅|奶茶|电影|唱歌|笑话|打游戏|足球|篮球|小猫|小狗|生日|周末|放假|哈哈|嘿嘿|^(?:你好|您好|在吗|嗨)/,
  en: /\b(?:weather|raining|sunny|hungry|thirsty|tired|bored|sleepy|lunch|dinner|breakfast|pizza|coffee|jokes?|movies?|songs?|football|kittens?|birthday|weekend)\b|^i (?:like|love|hate)\b|^(?:hi|hello|hey|lol|haha)\b/i,
};

/** Signs that a sentence is about work all the same. */
const WORKS = {
  zh: /做|写|开发|设计|负责|实现|完成|参与|优化|搭建|维护|组织|测试|分析|解决|研究|项目|系统|模块|平台|数据|用户|客户|团队|功能|接口|算法|比赛|论文|实习/,
  en: /\b(?!(?:bored|tired|need)\b)\w{3,}ed\b|\b(?:built|wrote|made|led|ran|taught|won|sold|app|site|shop|system|service|project|team|users?|customers?|course|intern\w*|thesis)\b/i,
};

/** Beginnings of a report about past work, which is no order. */
const TELLS = /^我们?(?:负责|做|写|用|参与|实现|开发|设计|把|给|在|主导)|^(?:I|we)(?:'ve| have| had)? (?:\w+ed|built|wrote|made|led|ran|went|got)\b/i;

/** Whether a sentence is an order to the assistant, or a wish to go elsewhere. @param {string} sentence */
export function addresses(sentence) {
  const text = sentence.trim();
  return !TELLS.test(text) && !isEnough(text) && [...ADDRESSES.zh, ...ADDRESSES.en].some(words => words.test(text));
}

/** Whether the words of a sentence have nothing to do with work. @param {string} sentence */
function chats(sentence) {
  const lang = isHan(sentence) ? 'zh' : 'en';
  return CHATS[lang].test(sentence.trim()) && !WORKS[lang].test(sentence) && !hasNumber(sentence) && termsOf(sentence).length === 0;
}

/** Whether a sentence is no fact for a resume. @param {string} sentence */
export const strays = sentence => addresses(sentence) || chats(sentence);

const sentencesIn = text => text.split(/[。！!；;\n]+|(?<=[?？])|\.(?=\s|$)/).map(sentence => sentence.trim()).filter(Boolean);

/** Whether all of a text is off the subject. @param {string} text */
const isAstray = text => sentencesIn(text).length > 0 && sentencesIn(text).every(strays);

/** A text without its sentences that are off the subject. @param {string} text */
const withoutStrays = text => sentencesIn(text).filter(strays).reduce((rest, stray) => rest.replace(stray, ''), text).trim() || text;

const WORDS = {
  zh: {
    order: '这句话不是简历的内容，我没有写进去。', back: '现在还没有可以返回的板块。我们先把这一部分写好。', out: '好的，这句话不写进简历。',
    where: (text, section) => `“${text}”看起来和【${section}】无关。它该写在哪里？`,
    yes: section => `写进【${section}】`, no: '不写进简历',
    thoughts: { order: '用户的话不是回答，不采用', where: '看不出这句话属于哪里，先问清楚', out: '用户不要写这一句' },
  },
  en: {
    order: 'That is nothing for a resume, so I left it out.', back: 'There is no finished section to go back to yet. Let us finish this one first.',
    out: 'Fine, I leave it out.',
    where: (text, section) => `“${text}” does not seem to be about [${section}]. Where does it belong?`,
    yes: section => `It belongs to [${section}]`, no: 'Leave it out of the resume',
    thoughts: { order: 'Not an answer: it is not used', where: 'Not clear where this belongs: ask', out: 'The user does not want this line' },
  },
};

/** The words in question, quoted from a question about where they belong. */
const ASKED_WHERE = /“([^”]*)”(?: does not seem to be about \[|看起来和【)/;
const YES = /^(?:1|一|yes|yep|是|对|好)\b|^(?:1|一|是的?|对|写进去?)[\s.。!！]*$|It belongs to \[|写进【/i;
const NO = /^(?:2|二|no|nope|不)\b|^(?:2|二|不用?写?|不是)[\s.。!！]*$|Leave it out|不写进简历/i;

/** @param {import('./read.js').Exchange} exchange @returns {{ about: string, answer: 'yes' | 'no' | undefined } | undefined} */
function whereIn({ asked, said }) {
  const [, about] = ASKED_WHERE.exec(asked) ?? [];
  return about === undefined ? undefined : { about, answer: NO.test(said.trim()) ? 'no' : YES.test(said.trim()) ? 'yes' : undefined };
}

/**
 * The exchanges on the subject. Words that the user confirmed count, whatever they are.
 * @param {import('./read.js').Exchange[]} exchanges @returns {import('./read.js').Exchange[]}
 */
export const toThePoint = exchanges => exchanges.flatMap(exchange => {
  const where = whereIn(exchange);
  if (where?.answer === 'yes') return [{ asked: '', said: where.about, sure: true }];
  return where?.answer === 'no' || isAstray(exchange.said) ? [] : [{ ...exchange, said: withoutStrays(exchange.said) }];
});

/** The last open question, without the words before it. */
function openQuestion(exchanges) {
  const before = exchanges.findLast(({ asked }) => asked && !ASKED_WHERE.test(asked));
  return before?.asked.trimEnd().split('\n\n').at(-1) ?? '';
}

const shortened = text => ([...text].length > 80 ? `${[...text].slice(0, 80).join('')}…` : text).replace(/[“”\n]/g, ' ').trim();

/**
 * Reply to words that are off the subject: an order is ignored, and the reply says so; for other words, it asks where they belong.
 * @param {import('./read.js').Turn} turn
 */
export function astray({ opening, said, exchanges, task, lang, draft, state }) {
  if (opening || exchanges.length === 0) return undefined;
  const words = WORDS[lang];
  const open = openQuestion(exchanges);
  // A draft that waits for approval stays.
  const keeps = state === 'DRAFTING' || state === 'CONFIRMING' ? { action: 'PROPOSE_DRAFT', draft } : {};
  const answer = (thought, ...parts) => decision({ thought, reply: parts.filter(Boolean).join('\n\n'), ...keeps });
  if (whereIn(exchanges.at(-1))?.answer === 'no') return answer(words.thoughts.out, words.out, open);
  if (!isAstray(said)) return undefined;
  if (sentencesIn(said).some(addresses)) return answer(words.thoughts.order, /back|回/i.test(said) ? words.back : words.order, open);
  const options = [words.yes(task.section), words.no].map((option, index) => `${index + 1}. ${option}`);
  return answer(words.thoughts.where, [words.where(shortened(said), task.section), ...options].join('\n'));
}
