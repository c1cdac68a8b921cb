/** Patterns for the eight routes of a request. The first match counts. */
const ROUTES = [
  ['modify', /[改换]|调整|缩短|加长|扩写|精简|润色|补充|删|去掉|加上|加入|加一|添加|替换|短一[点些]|长一[点些]|简洁|(?:语气|口吻).*(?:更|一点|些)|\b(?:change|modify|adjust|revise|edit|rewrite|rephrase|shorten|lengthen|expand|replace|remove|delete|cut|add|insert|polish|improve|fix)\b|\bmake\b.*\b(?:\w+er|more|less)\b|\b(?:shorter|longer|warmer|friendlier|clearer|simpler)\b/i],
  ['query', /^@|^(?:请|帮我)?(?:看看|看一下|查看|显示|打开|给我看|读一下|念)|是什么内容|写了什么|^(?:show|display|open|read)\b|\bwhat (?:does|is in)\b.*\bsay\b|^let me see/i],
  ['simulate', /模拟|试读|测试(?:一下)?效果|\bsimulat|\btest (?:the|its) effect|\bhow would .+ react/i],
  ['evaluate', /评估|评价|打分|评分|挑毛病|\bevaluat|\bscore|\brate\b|\bassess|\bweakness/i],
  ['research', /调研|研究一下|分析(?:一下)?(?:用户|市场|受众|消费者|竞品)|\bresearch|\banaly[sz]e (?:the )?(?:users?|market|audience|consumers?|competitors?)/i],
  ['generate', /生成|再写|重写|撰写|产出|起草|写(?:一|个|篇|份|出|下)|\b(?:generate|write|create|draft|produce|regenerate)\b/i],
  ['advance_phase', /继续|下一(?:步|阶段)|进入|往下走|推进|\b(?:continue|proceed|next (?:phase|step)|move on|go on|go ahead)\b/i],
];

const ASKS = /^(?:为什么|为何|怎么|如何|什么|哪|谁|是不是|有没有|多少)|(?:吗|呢|么)[?？]?$|^(?:why|how|what|which|who|when|where|is|are|does|do|did|should)\b/i;
const POLITE = /^(?:可以|能不能|能否|能|麻烦)|^(?:can|could|would|will) you\b|^please\b/i;

const QUOTED = /[“"「『]([^”"」』]{1,60})[”"」』]/;

/**
 * Field that a request means: named after an @, by its name, or new in quotes.
 * @param {import('./read.js').Turn} turn @param {string} route
 */
function targetOf({ words, fields }, route) {
  const named = fields.map(({ name }) => name).filter(name => words.toLowerCase().includes(name.toLowerCase())).sort((a, b) => b.length - a.length)[0];
  if (named || route !== 'generate') return named ?? null;
  return QUOTED.exec(words)?.[1] ?? /@([\w\p{Script=Han}]+)/u.exec(words)?.[1] ?? null;
}

/** Route of a request. @param {import('./read.js').Turn} turn */
export function route(turn) {
  const text = turn.words;
  const asks = ASKS.test(text) && !POLITE.test(text);
  const found = ROUTES.find(([, fits]) => fits.test(text))?.[0] ?? 'chat';
  const intent = asks && found !== 'query' ? 'chat' : found;
  return { intent, target: targetOf(turn, intent), reason: intent };
}
