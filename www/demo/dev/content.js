/** Hand-made views of the content page. */
import { generate } from '../offline/content/content.js';
import { SAMPLES } from '../content/samples.js';

const ORDER = ['intent', 'research', 'design_inner', 'produce_inner', 'design_outer', 'produce_outer', 'simulate', 'evaluate'];
const NAMES = {
  en: ['Project intent', 'Consumer research report', 'Core content design', 'Core content'],
  zh: ['项目意图', '消费者调研报告', '核心内容设计方案', '核心内容'],
};
const INTENT = {
  en: '## What\nAn article about role-play training for difficult talks\n\n## Audience\nTeam leads in software companies; they put off difficult talks\n\n## Desired action\ntry one talk in five minutes',
  zh: '## 做什么\n介绍 AI 对练工具的文章\n\n## 给谁看\n互联网公司的一线经理，没有练习机会\n\n## 期望行动\n预约一次试用',
};

const all = value => Object.fromEntries(ORDER.map(phase => [phase, value(phase)]));

/** @param {'zh' | 'en'} lang */
export function contentScenes(lang) {
  const sample = SAMPLES[lang];
  const system = lang === 'zh'
    ? `# 项目意图\n${INTENT.zh}\n\n# 目标用户画像\n${sample.personas}\n\n# 当前任务\n你是创作者。写“核心内容”。\n\n用中文写`
    : `# Project intent\n${INTENT.en}\n\n# Target personas\n${sample.personas}\n\n# Current task\nYou are a creator. Write "Core content".\n\nWrite everything in English`;
  const article = generate([{ role: 'system', content: system }, { role: 'user', content: 'x' }]).content;
  const texts = [INTENT[lang], sample.personas, article, article];
  const fields = NAMES[lang].map((name, at) => ({
    id: `f${at}`, name, phase: ORDER[at], field_type: 'text', status: 'completed', version: at + 1, stale: at === 3, characters: texts[at].length, is_default: true, ai_prompt: '',
    depends_on: at > 1 ? [`f${at - 1}`] : [], dependency_type: 'all', need_review: false, channel: null, unmet: [], questions: at === 3 ? [{ question: 'A true story?', answer: '' }] : [], history: at,
  }));
  const scores = lang === 'zh' ? { 理解难度: 8, 价值感知: 7, 愿意照做: 6 } : { Clarity: 8, Value: 7, 'Will to act': 6 };
  const data = {
    project: { id: 'p', name: sample.project_name, version: 2, parent: 'q', note: 'x' }, current_phase: 'produce_inner', phase_order: ORDER,
    phase_status: all(phase => (ORDER.indexOf(phase) < 4 ? 'completed' : 'pending')), waiting_for_human: true, finished: false, autonomy_settings: all(phase => phase !== 'produce_inner'),
    revisions: [], editions: [], asking: null, use_deep_research: true, intent_round: { asked: 0, question: null, answers: [] }, golden_context: { creator_profile: sample.creator_profile.name, intent: INTENT[lang], consumer_personas: sample.personas },
    creator_profile: sample.creator_profile, channels: sample.channels, fields, work: null,
    proposals: [1, 2, 3].map(n => ({ id: `d${n}`, name: `${n}`, description: article.slice(0, 120), fields: [{ name: 'A', phase: 'produce_inner', ai_prompt: 'x', depends_on: [] }], chosen: n === 2 })),
    simulations: [{ persona: 'Dana', interaction_type: 'dialogue', scores, comments: {}, overall: article.slice(0, 90), extra: { would_continue: true, friction_points: ['a', 'b'] }, log: [{ role: 'consumer', text: '?' }, { role: 'service', text: '!' }] }],
    evaluation: { overall: 7.25, sections: [{ id: 's', name: 'Quality', weight: 2, scores, comments: {}, summary: 'ok' }] },
    suggestions: [{ id: 'g', section_id: 's', content: article.slice(0, 60), priority: 'high', actionable: true, accepted: false }],
    can: { approve: true, batch: true, regenerate_stale: true, propose: true, simulate: true, evaluate: true },
  };
  const numbered = blocks => blocks.map((block, index) => ({ seq: index + 1, revision: index + 1, thread: 1, atMs: Date.now(), ...block }));
  const blocks = numbered([{ kind: 'user', text: lang === 'zh' ? '继续' : 'continue' }, { kind: 'note', code: 'enter', data: { phase: 'produce_inner' } }, { kind: 'note', code: 'field', data: { name: NAMES[lang][3], version: 1 } }, { kind: 'assistant', text: '✅' }]);
  const card = { kind: 'confirm', title: lang === 'zh' ? '核心内容撰写完成' : 'Core content is done', text: '', yes: [], buttons: [{ role: 'accept', label: lang === 'zh' ? '继续' : 'Continue', edit: { approve: true } }] };
  const view = { revision: 9, agent: 'content', lang, waiting: 'user', stage: null, blocks, retracted: [], card, usage: { inputTokens: 0, outputTokens: 0, calls: 3, corrections: 0 }, budget: { steps: 1, maxSteps: 8 }, data };
  const working = { ...view, waiting: 'model', card: undefined, data: { ...data, work: { kind: 'batch', purpose: 'generate', phase: 'produce_inner', field: NAMES[lang][3], done: 2, total: 5 } } };
  const read = query => ('field' in query ? { content: texts[Number(query.field.slice(1))] } : 'history' in query ? [{ version: 1, content: article.slice(0, 200) }] : article);
  return { content: { view, reply: article, read }, contentWorking: { view: working, reply: article, read } };
}
