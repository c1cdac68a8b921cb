// @ts-check
import { inLang } from '../checks/text.js';

/** The inspector's words, in both languages. */
const WORDS = {
  title: ['Session inspector', '会话检查器'],
  steps: ['Steps', '步骤'],
  search: ['Search the steps', '搜索步骤'],
  all: ['All', '全部'], corrections: ['Corrections', '纠正'], writes: ['Writes', '写操作'], slow: ['Slowest tenth', '最慢的十分之一'], costly: ['Costliest tenth', '费用最高的十分之一'],
  filters: ['Show', '显示'],
  save: ['Save as file', '存为文件'],
  close: ['Close', '关闭'], back: ['Back to the steps', '返回步骤'],
  none: ['No step is like this.', '没有这样的步骤。'],
  choose: ['Choose a step to see the prompt, the reply, the verdicts and what was saved.', '选择一个步骤，查看提示词、回复、判定和保存的内容。'],
  loading: ['Opening …', '正在打开……'],
  playing: ['Playing the session to get here: {at} of {of}', '正在重放到这一步：{at} / {of}'],
  sum: ['steps {steps} · tokens {used} · corrections {corrections} · writes {writes}', '步骤 {steps} · token {used} · 纠正 {corrections} · 写操作 {writes}'],
  untraced: ['This file has no trace, so it shows the conversation only. store.export(id) has one.', '这个文件没有 trace，只能显示对话。store.export(id) 导出的文件才有。'],
  unknown: ['The agent of this session is not here: prompts, memory and verdicts need it.', '这里没有这个会话的 agent：提示词、记忆和判定需要它。'],
  unplayable: ['The session cannot be played from here on: {why}', '会话从这里起无法重放：{why}'],
  failed: ['This cannot be opened: {why}', '无法打开：{why}'],

  opened: ['Opened', '开始'], said: ['User', '用户'], queued: ['Queued', '排队'], answered: ['Answer', '回答'], chosen: ['Choice', '选择'], pressed: ['Button', '按钮'], edited: ['Edit', '编辑'],
  replied: ['Model', '模型'], returned: ['Tools', '工具'], failure: ['Failure', '失败'], ticked: ['Time', '时间'], doubted: ['Doubt', '存疑'], stopped: ['Stop', '停止'], late: ['Too late', '太迟'],
  refused: ['Refused', '被拒'], copied: ['Copied', '复制'], renewed: ['Asked anew', '重新询问'], rewound: ['Back', '回退'],

  correction: ['correction', '纠正'], repair: ['repaired', '已修复'], write: ['write', '写入'], card: ['card', '卡片'], summary: ['summary', '概括'], nothing: ['changed nothing', '没有变化'],

  event: ['What happened', '发生了什么'],
  marks: ['Marks', '标记'],
  at: ['Time', '时间'], took: ['Took', '用时'], tokens: ['Tokens', 'token'], cost: ['Cost', '费用'], costs: ['cost {usd}', '费用 {usd}'], about: ['about {text}', '约 {text}'],
  sent: ['{n} sent', '发送 {n}'], cached: [' ({n} cached)', '（缓存 {n}）'], received: ['{n} received', '接收 {n}'], thought: [' ({n} for reasoning)', '（推理 {n}）'],
  finish: ['Ended because', '结束原因'], leftOut: ['Left off for the server', '因服务器而省略'], revision: ['Revision', '修订号'],
  prompt: ['Prompt as sent', '发送的提示词'], fresh: ['new since the last request', '比上次请求新增'], contract: ['Contract', '契约'], sampling: ['Sampling', '采样'], messages: ['{n} messages, {fresh} new', '{n} 条消息，{fresh} 条新增'],
  curl: ['Copy as curl', '复制为 curl'], test: ['Copy as test', '复制为测试'], fileHere: ['Save up to this step', '保存到这一步'], copiedNow: ['Copied', '已复制'], notCopied: ['The browser did not let it be copied', '浏览器不允许复制'],
  raw: ['Raw reply', '原始回复'], reasoning: ['Reasoning', '推理'], repairs: ['Repairs', '修复'], coercions: ['Values changed to fit the contract', '为符合契约而改动的值'],
  complaint: ['Complaint to the model', '给模型的意见'], corrected: ['Replies sent back before: {n}', '之前退回的回复：{n}'],
  lossy: ['may have lost something', '可能有损失'], unsaid: ['Stand nowhere else', '别处没有出现'],
  covers: ['Summary in the place of messages {from} to {to} and of the summary before', '概括：取代第 {from} 到 {to} 条消息和上一份概括'],
  facts: ['Facts', '事实'], wishes: ['Open wishes', '还没办好的事'], decisions: ['Decisions', '决定'], ids: ['Ids', '编号'],
  refusedItems: ['Not taken: an id or a number in them stands in no message', '没有采用：里面的编号或数字不在任何消息里'], leftWithout: ['{n} messages have left the window without a summary', '{n} 条消息没有概括就移出了窗口'],
  verdicts: ['Verdicts of the gates', '各道关口的判定'],
  readGate: ['Reader', '读取'], contractGate: ['Contract', '契约'], ruleGate: ['Rule of {tool}', '{tool} 的规则'], cardGate: ['Card', '卡片'], grantGate: ['Grant', '授权'], brakeGate: ['Turn', '回合'],
  plain: ['plain JSON', '普通 JSON'], nRepairs: ['{n} repairs', '{n} 处修复'], fits: ['fits', '符合'], nCoercions: ['fits after {n} changes of values', '改动 {n} 个值之后符合'], sentBack: ['sent back: {code}', '退回：{code}'],
  run: ['runs', '运行'], ask: ['asks the user', '询问用户'], deny: ['denied', '拒绝'], asks: ['waits for the user: {title}', '等待用户：{title}'], ended: ['ended: {ending}', '结束：{ending}'],
  memory: ['Memory', '记忆'], same: ['unchanged', '没有变化'], before: ['before', '之前'], after: ['after', '之后'], more: ['and {n} more', '还有 {n} 处'],
  saved: ['Saved', '保存'], bytes: ['{n} bytes', '{n} 字节'], entries: ['conversation', '对话'], head: ['state', '状态'],
  effect: ['What it asked for next', '接下来要做的'], callsModel: ['ask the model', '询问模型'], callsTools: ['run {tools}', '运行 {tools}'], waits: ['wait: {what}', '等待：{what}'],
  words: ['Words', '文字'], result: ['Result', '结果'], args: ['Arguments', '参数'], input: ['Input', '输入'], change: ['Change', '改动'], reason: ['Reason', '理由'], detail: ['Server', '服务器'], note: ['Note', '记录'],
  retracted: ['Entries taken back from number {from}', '从第 {from} 条起被收回'],
};

/** A word of the inspector. @param {string} lang @param {string} key @param {Record<string, unknown>} [given] */
export function word(lang, key, given = {}) {
  const [en, zh] = /** @type {Record<string, string[]>} */ (WORDS)[key] ?? [key, key];
  return inLang({ en, zh }, lang).replace(/\{(\w+)\}/g, (/** @type {string} */ _, /** @type {string} */ name) => String(given[name]));
}

/** Name of a kind of step. @param {string} lang @param {string} type */
export const typeWord = (lang, type) => word(lang, type === 'failed' ? 'failure' : type);
