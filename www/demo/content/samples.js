/** Sample projects, and templates of fields for kinds of content. */

/** @type {Record<'zh' | 'en', import('../../src/content/index.js').ContentInput>} */
export const SAMPLES = {
  en: {
    project_name: 'Role-play training for team leads',
    creator_profile: { name: 'Nora Ellis', description: 'Writes about work and leadership; ten years as a team lead herself.', traits: { Tone: 'warm and direct', Likes: ['real scenes', 'short sentences', 'numbers with a source'], Avoids: ['jargon', 'exclamation marks'] } },
    personas: '### Dana\n**Background**: 34, first-time team lead in a software company, eight people\n**Pain points**: puts off difficult talks, has nobody to practise with\n\n### Marcus\n**Background**: 45, head of operations in logistics, 120 people on shifts\n**Pain points**: no time for courses, fears talks that end in tears',
    channels: [
      { name: 'LinkedIn', platform: 'LinkedIn', description: 'Professionals who scroll between meetings', constraints: { max_length: 900, style: 'personal, one idea, a question at the end' } },
      { name: 'Newsletter', platform: 'E-mail', description: 'Two thousand subscribers, Tuesday morning', constraints: { max_length: 1500, style: 'a subject line, then short paragraphs' } },
    ],
    autonomy_settings: { produce_inner: false },
  },
  zh: {
    project_name: 'AI 对练工具介绍',
    creator_profile: { name: '林岚', description: '长期写职场与管理，自己带过十年团队。', traits: { 语气: '专业、亲和', 偏好: ['真实场景', '短句', '有出处的数字'], 避免: ['行话', '夸张'] } },
    personas: '### 张明\n**背景**: 35岁，互联网公司一线经理，带 8 人团队\n**痛点**: 怕冲突, 没有练习机会\n\n### 王芳\n**背景**: 42岁，连锁零售区域主管，管理 12 家门店\n**痛点**: 没时间参加培训, 谈话容易谈崩',
    channels: [
      { name: '小红书', platform: '小红书', description: '通勤路上刷手机的职场人', constraints: { max_length: 600, style: '口语、有场景、结尾提问' } },
      { name: '公众号', platform: '微信公众号', description: '两千名订阅者，周二早上推送', constraints: { max_length: 1500, style: '标题吸引人，段落短' } },
    ],
    autonomy_settings: { produce_inner: false },
  },
};

/** @type {Record<'zh' | 'en', { id: string, name: string, fields: import('../../src/content/index.js').ContentTemplate[] }[]>} */
export const TEMPLATES = {
  en: [
    { id: 'article', name: 'Article', fields: [
      { name: 'Title', phase: 'produce_inner', ai_prompt: 'One title of at most 12 words that names the reader’s problem.' },
      { name: 'Body', phase: 'produce_inner', field_type: 'richtext', ai_prompt: 'The whole article in Markdown: an opening scene, three sections, an end that leads to the desired action.', depends_on: ['Title'], pre_questions: ['Is there a true story to open with?'] },
      { name: 'Call to action', phase: 'produce_inner', ai_prompt: 'Two sentences that ask for the desired action.', depends_on: ['Body'] },
    ] },
    { id: 'video', name: 'Video script', fields: [
      { name: 'Hook', phase: 'produce_inner', ai_prompt: 'The first five seconds: one sentence.' },
      { name: 'Script', phase: 'produce_inner', field_type: 'richtext', ai_prompt: 'Scenes with picture and spoken words, at most two minutes.', depends_on: ['Hook'], pre_questions: ['Who speaks in the video?'] },
    ] },
  ],
  zh: [
    { id: 'article', name: '文章', fields: [
      { name: '标题', phase: 'produce_inner', ai_prompt: '一个不超过 25 字的标题，点出读者的问题。' },
      { name: '正文', phase: 'produce_inner', field_type: 'richtext', ai_prompt: '完整的 Markdown 正文：开头一个场景，三个小节，结尾引向期望行动。', depends_on: ['标题'], pre_questions: ['有没有真实的故事可以放在开头？'] },
      { name: '行动号召', phase: 'produce_inner', ai_prompt: '两句话，邀请读者采取期望行动。', depends_on: ['正文'] },
    ] },
    { id: 'video', name: '视频脚本', fields: [
      { name: '开场', phase: 'produce_inner', ai_prompt: '前五秒：一句话。' },
      { name: '脚本', phase: 'produce_inner', field_type: 'richtext', ai_prompt: '分镜：画面与台词，不超过两分钟。', depends_on: ['开场'], pre_questions: ['视频里由谁来讲？'] },
    ] },
  ],
};
