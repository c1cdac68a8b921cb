/**
 * Words of requests in both languages: days, parts of the day, weeks, numbers. Each row of a table is a pattern and its meaning.
 */

const ZH_DAYS = '一二三四五六日';
const EN_DAYS = ['mon', 'tues?', 'wed(?:nes)?', 'thu(?:rs?)?', 'fri', 'sat(?:ur)?', 'sun'];
const WORKDAYS = [1, 2, 3, 4, 5];
const WEEKEND = [6, 7];

const ZH_DAY = '(?:周|星期|礼拜)\\s*([一二三四五六日天])';
const EN_DAY = `\\b(${EN_DAYS.map(day => `${day}(?:days?)?`).join('|')})\\b`;

/** Days from the first to the last, across the end of the week if needed. */
function daysFrom(first, last) {
  const days = [first];
  while (days.at(-1) !== last) days.push((days.at(-1) % 7) + 1);
  return days;
}

const zhDay = name => ZH_DAYS.indexOf(name.replace('天', '日')) + 1;
const enDay = name => EN_DAYS.findIndex(day => new RegExp(`^${day}(?:days?)?$`, 'i').test(name)) + 1;

/** Patterns of days with their numbers, longer ones first. @type {[RegExp, (...found: string[]) => number[]][]} */
export const DAYS = [
  [new RegExp(`${ZH_DAY}\\s*(?:到|至|[-~～—])\\s*(?:周|星期|礼拜)?\\s*([一二三四五六日天])`, 'g'), (from, to) => daysFrom(zhDay(from), zhDay(to))],
  [new RegExp(`${EN_DAY}\\s*(?:to|through|until|[-–])\\s*${EN_DAY}`, 'gi'), (from, to) => daysFrom(enDay(from), enDay(to))],
  [new RegExp(ZH_DAY, 'g'), day => [zhDay(day)]],
  [new RegExp(EN_DAY, 'gi'), day => [enDay(day)]],
  [/周末|双休日?|\bweekends?\b/gi, () => WEEKEND],
  [/工作日|平日|\bweekdays?\b|\bwork(?:ing )?days?\b/gi, () => WORKDAYS],
];

/** Parts of the day with their sections. @type {Record<string, [number, number]>} */
export const PARTS = { morning: [1, 4], afternoon: [5, 8], evening: [9, 12] };

/** Patterns of the parts of the day. @type {[RegExp, () => string[]][]} */
export const PART_NAMES = [
  [/上午|早上|早晨|\bmornings?\b/gi, () => ['morning']],
  [/下午|\bafternoons?\b/gi, () => ['afternoon']],
  [/晚上|晚间|夜里|夜间|\bevenings?\b|\bnights?\b/gi, () => ['evening']],
];

const ZH_NUMBERS = { 一: 1, 两: 2, 二: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9, 十: 10, 十一: 11, 十二: 12, 十三: 13, 十四: 14, 十五: 15, 十六: 16 };
const EN_NUMBERS = Object.fromEntries(['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen'].map((name, index) => [name, index + 1]));
const ORDINALS = Object.fromEntries(['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'].map((name, index) => [name, index + 1]));
const NUMBERS = { ...ZH_NUMBERS, ...EN_NUMBERS, ...ORDINALS, a: 1 };

/** Pattern of a number. */
const N = '(\\d{1,3}|[一二两三四五六七八九十]{1,2}|' + Object.keys(EN_NUMBERS).join('|') + ')';
const ORDINAL = `(${Object.keys(ORDINALS).join('|')}|\\d{1,2}(?:st|nd|rd|th))`;

/** Value of a number word. @param {string} word */
export const numberOf = word => NUMBERS[word.toLowerCase()] ?? Number.parseInt(word, 10);

const pattern = text => new RegExp(text.replaceAll('N#', ORDINAL).replaceAll('N', N), 'i');

/** @type {[RegExp, (...numbers: number[]) => { from?: number, to?: number, length?: number }][]} */
export const WEEKS = [
  [pattern('第\\s*N\\s*周?\\s*(?:到|至|[-~～—])\\s*(?:第\\s*)?N\\s*周'), (from, to) => ({ from, to })],
  [pattern('\\bweeks?\\s+N\\s*(?:to|through|until|and|[-–])\\s*N\\b'), (from, to) => ({ from, to })],
  [pattern('从第?\\s*N\\s*周(?:开始|起)'), from => ({ from })],
  [pattern('第\\s*N\\s*周(?:开始|起)'), from => ({ from })],
  [pattern('\\b(?:from|starting (?:in|with|from)) week N\\b'), from => ({ from })],
  [pattern('第\\s*N\\s*周'), week => ({ from: week, to: week })],
  [pattern('\\bweek N\\b'), week => ({ from: week, to: week })],
  [pattern('\\bN# week\\b'), week => ({ from: week, to: week })],
  [/这一?周|本周|\bthis week\b/i, () => ({ length: 1 })],
];

/** Patterns of a duration without its weeks: it begins with the first week. */
export const LENGTHS = [
  pattern('(?:前|头|未来|接下来|最近|这)\\s*N\\s*个?(?:周|星期|礼拜)'),
  pattern('N\\s*个?(?:周|星期|礼拜)(?:内|之内|里|以内|中)?'),
  pattern('\\b(?:first|next|coming) N weeks\\b'),
  pattern('\\b(?:over|in|within|across|for|during|into)(?: the)?(?: first| next)? N weeks?\\b'),
];

/**
 * Patterns that select tasks: the first few, or one by its number.
 * @type {[RegExp, (number: number) => { first?: number, nth?: number }][]}
 */
export const CHOICES = [
  [pattern('前\\s*N\\s*(?:个|项|篇|节|章)'), first => ({ first })],
  [pattern('\\bfirst N\\b(?! weeks?\\b)'), first => ({ first })],
  [pattern('第\\s*N\\s*(?:个|项|篇)(?!单元)'), nth => ({ nth })],
  [pattern('\\bN# (?:[a-z]+ ){0,2}task\\b'), nth => ({ nth })],
  [pattern('\\bN (?:[a-z]+ ){0,2}tasks?\\b'), first => ({ first })],
  [pattern('N\\s*[个项篇](?!星期|礼拜|周|月)'), first => ({ first })],
];

/** Patterns of the most tasks a day. */
export const A_DAY = [pattern('每天(?:最多|只|至多|不超过)?(?:排|放|安排|学|做)?\\s*N\\s*[个项次]'), pattern('(?:at most |no more than |only )?N (?:tasks? )?(?:a|per|each|every) day\\b')];

/** Patterns of sections by their numbers. */
export const SECTIONS = [pattern('第?\\s*N\\s*(?:到|至|[-~～—])\\s*N\\s*节'), pattern('\\b(?:sections?|periods?) N\\s*(?:to|and|[-–])\\s*N\\b')];

/** Pattern of the place to move tasks away from. */
export const SOURCE = /从(.+?)(?=挪|移|调|改|换|搬)|\bfrom (.+?) (?=to\b)/i;
export const SPREAD = /分散|均匀|平均|摊开|分布|分摊|铺开|\bspread\b|\bevenly\b|\bdistribut/i;
export const SOON = /尽快|尽早|越早越好|\bas soon as possible\b|\basap\b|\bas early as possible\b/i;
export const ALSO = /也可以|也行|都可以|都行|\balso\b|\btoo\b|\bas well\b/i;

/** Words after which the days in the same clause are to be avoided. */
export const NOT = /不要|不能|不想|不排|不放|不在|别|避开|避免|除了|除去|不许|\bnot\b|\bnever\b|\bexcept\b|\bavoid\b|\bno\b|\bwithout\b|\bout of\b|\boff\b|\baway from\b|移走|挪走|移开|挪开|\bdon[’']?t\b/i;
/** End of a clause. */
export const CLAUSE = /[，,。；;！!\n]|\.\s|\bbut\b|但是?|而且|并且/;

/** Kinds of requests by their verbs. The first match counts. @type {[string, RegExp][]} */
export const KINDS = [
  ['create', /(?:新建|新增|创建|建立|建一?个|添加|加一?个)[^，。,]{0,4}任务[类组]|\b(?:create|make|set up)\b[^.]*?\b(?:class|group)\b|\badd (?:a|an|another) (?:new )?(?:task )?(?:class|group)\b|^new (?:task )?(?:class|group)\b/i],
  ['swap', /交换|对调|互换|\bswap\b|\bexchange\b|\bswitch\b/i],
  ['unplace', /取消|撤下|拿掉|取出|移出|\bunplace\b|\btake\b.*\b(?:out|off)\b|\bremove\b|\bcancel\b|\bclear\b/i],
  ['improve', /优化|改进|改善|诊断|体检|\bimprove\b|\boptimi[sz]e\b|\bdiagnos/i],
  ['look', /有哪些空|有空|空闲|哪天|哪些|有什么|看看|看一下|查看|多少|什么时候|\bfree\b|\bwhat\b|\bwhen\b|\bshow\b|\blist\b|\bhow (?:many|much|full|busy)\b/i],
  ['move', /移到|挪到|挪|移|调到|改到|调整|换到|推迟|提前|\bmove\b|\bshift\b|\breschedule\b|\bpostpone\b/i],
  ['put', /安排|排到|排进|排在|排|放到|放进|放在|放|分散|摊|铺|分布|分摊|学|复习|\barrange\b|\bput\b|\bplace\b|\bschedule\b|\bplan\b|\bspread\b|\bfit\b|\bdistribute\b|\bset\b|\badd\b/i],
];
