/** Hand-made views for every state of the page. */
import en from '../samples/en.json';
import zh from '../samples/zh.json';

const TEXTS = {
  en: {
    sections: ['Work', 'Projects', 'Education', 'Skills'],
    tasks: [
      ['Work - Norrsken Travel', 'The bullets name duties, not results; the login module says nothing of how it was built.', 'Show what was built for the login module, with one number, for a front-end role.'],
      ['Work - Brisk Analytics', '“Helped build” hides your own part.', 'Name your part of the dashboard and what it was used for.'],
      ['Projects - Trailbook', 'No scale and no difficulty is mentioned.', 'Say what was hard and how it was solved.'],
      ['Skills', 'Word and Excel weaken the list for a developer role.', 'Keep what the job asks for, sorted by strength.'],
    ],
    opening: 'The login module stands at the end of your bullets, but for a front-end role it may be your strongest one. **Did you build it on your own, or did you follow an existing design?**',
    answer: 'On my own. I built it with OAuth 2.0, sign-in with Google and Apple, about 3.5 days of work. Support tickets about passwords fell by a third.',
    reply: 'I improved **[Work - Norrsken Travel]**: the login bullet now says what you built and what came of it.\n\n📝 **Draft**: see it beside the conversation.\n\n⚠️ **An interviewer may ask**\n- Why OAuth 2.0 and not your own sessions? → Name the support burden and the standard flow.\n- How did you measure the third? → Tickets tagged “password” before and after.\n\nCan you answer these?',
    draft: 'Built the booking pages in React, used by every customer on the way to payment\nFixed bugs and cut the load time of the search page\nDesigned and built the login module alone with OAuth 2.0 (Google and Apple sign-in) in 3.5 days; password tickets fell by a third',
    confirm: ['Put the new text into Work - Norrsken Travel', 'Your resume changes in this one entry; you can undo it.', 'Confirm', 'Keep editing', 'Skip'],
    thought: 'Detailed answer with a number. One fact is missing for the second bullet, but the draft can stand.',
    move: (amount, to) => `Transfer ${amount} to ${to}`,
    batch: 'Do these 3 things?', batchText: 'I pay the three invoices of this week.',
    approval: ['Transfer 20 to Ada', 'Moves 20 from the account to Ada. This cannot be undone.', 'Approve', 'Decline'],
    failed: 'The model server could not be reached: no network, a wrong address, or it does not allow calls from a web page (CORS).',
    experience: 'Work', projects: 'Projects', education: 'Education', skills: 'Skills', summary: 'Summary',
  },
  zh: {
    tasks: [
      ['工作经历 - 云途旅行', '只写了职责，没有结果；登录模块没有说明做法。', '说明登录模块做了什么，给出一个数字，贴合前端岗位。'],
      ['工作经历 - 清析数据', '“参与” 掩盖了你自己的贡献。', '写清你负责的部分和它的用途。'],
      ['项目经历 - 校园二手书交易平台', '没有规模，也没有难点。', '说明难点以及解决办法。'],
      ['技能', 'Word 和 Excel 对开发岗位没有加分。', '保留岗位需要的技能，按熟练程度排序。'],
    ],
    opening: '登录模块排在最后一条，但对前端岗位来说，它可能是最有分量的一条。**这个模块是你独立完成的，还是按现有方案实现的？**',
    answer: '独立完成。用 OAuth 2.0 做的，支持微信和 Apple 登录，大概用了 3.5 天。密码相关的工单少了三分之一。',
    reply: '我帮你优化了【工作经历 - 云途旅行】的登录模块内容。\n\n📝 **草稿**：见旁边的对比。\n\n⚠️ **面试官可能会问**\n- 为什么选 OAuth 2.0？→ 回答思路：标准流程、减少密码维护。\n- 三分之一是怎么统计的？→ 回答思路：上线前后 “密码” 标签的工单数量。\n\n这些问题你能 hold 住吗？',
    draft: '负责预订页面的 React 开发，覆盖全部用户的下单流程\n修复问题并缩短搜索页加载时间\n独立设计并实现登录模块（OAuth 2.0，支持微信与 Apple 登录），3.5 天上线，密码类工单减少约三分之一',
    confirm: ['把新内容写入“工作经历 - 云途旅行”', '只改动简历中的这一条，之后可以撤销。', '确认执行', '继续修改', '跳过'],
    thought: '回答详细且有数字。第二条还缺一个事实，但草稿可以成立。',
    move: (amount, to) => `转账 ${amount} 给 ${to}`,
    batch: '要执行这 3 项操作吗？', batchText: '付清本周的三张账单。',
    approval: ['转账 20 给 Ada', '从账户向 Ada 转出 20，无法撤销。', '同意', '拒绝'],
    failed: '无法连接模型服务：网络中断、地址有误，或该服务不允许网页直接调用（CORS）。',
    experience: '工作经历', projects: '项目经历', education: '教育经历', skills: '技能', summary: '自我评价',
  },
};

/** The sample resume in the form of the session. */
function resumeOf(source, words) {
  const work = source.work.map((one, index) => ({ id: `w${index}`, title: one.position, organization: one.name, date_start: one.startDate, date_end: one.endDate, location: one.location, highlights: one.highlights }));
  const projects = source.projects.map((one, index) => ({ id: `p${index}`, title: one.name, organization: one.description, date_start: one.startDate, date_end: one.endDate, highlights: one.highlights }));
  return {
    basics: { name: source.basics.name, label: source.basics.label, email: source.basics.email, phone: source.basics.phone, links: [source.basics.url, source.basics.profiles[0].url] },
    sections: [
      { id: 's0', title: words.summary, type: 'text', content: source.basics.summary },
      { id: 's1', title: words.experience, type: 'experience', items: work },
      { id: 's2', title: words.projects, type: 'experience', items: projects },
      { id: 's3', title: words.education, type: 'generic', items: source.education.map((one, index) => ({ id: `e${index}`, title: one.institution, subtitle: `${one.area} · ${one.studyType}`, date: one.endDate, description: one.courses.join(', ') })) },
      { id: 's4', title: words.skills, type: 'generic', items: source.skills.map((one, index) => ({ id: `k${index}`, title: `${one.name}: ${one.keywords.join(', ')}` })) },
    ],
  };
}

const CAN = { open: false, confirm: false, reject: false, skip: true, backtrack: false, undo: false, redo: false, plan: true };

/** @param {'en' | 'zh'} lang */
export function scenes(lang) {
  const words = TEXTS[lang];
  const resume = resumeOf(lang === 'zh' ? zh : en, words);
  const tasks = words.tasks.map(([section, diagnosis, goal], index) => ({ id: index + 1, section, diagnosis, goal, original_text: index ? '' : resume.sections[1].items[0].highlights.join('\n'), status: index ? 'pending' : 'in_progress', strategy: index === 3 ? 'KEYWORD_FILTER' : 'STAR_STORYTELLING', item_id: index ? null : 'w0' }));
  const before = resume.sections[1].items[0].highlights.join('\n');
  const [section, item_title] = words.tasks[0][0].split(' - ');
  const location = { section, item_title };
  const data = { stage: 'guiding', state: 'DISCOVERY', current_task: 1, tasks, draft: null, location, document: null, before, resume_revision: 1, progress: { completed: 0, skipped: 0, total: 4 }, can: CAN };

  const numbered = blocks => blocks.map((block, index) => ({ seq: index + 1, revision: index + 1, thread: 1, atMs: Date.now(), ...block }));
  const opening = [{ kind: 'note', code: 'task_started', data: { id: 1 } }, { kind: 'assistant', text: words.opening }];
  const told = [...opening, { kind: 'user', text: words.answer }];
  const drafted = [...told, { kind: 'note', code: 'think', data: { text: words.thought } }, { kind: 'assistant', text: words.reply }, { kind: 'note', code: 'draft', data: { text: words.draft, location } }];
  const view = (blocks, change = {}, more = {}) => ({
    revision: blocks.length + 3, agent: 'guide', lang, waiting: 'user', stage: null, blocks: numbered(blocks), retracted: [],
    turn: { writes: [] }, usage: { inputTokens: 3120, outputTokens: 640, calls: 3, corrections: 0 }, budget: { steps: 1, maxSteps: 8 }, data: { ...data, ...change }, ...more,
  });
  const scene = (shown, more = {}) => ({ view: shown, reply: words.reply, resume, ...more });

  const drafting = { state: 'DRAFTING', draft: words.draft, can: { ...CAN, confirm: true } };
  const document = { task_id: 1, section_title: words.tasks[0][0], item_id: 'w0', operation: 'update_experience', changes: {}, new_content_preview: words.draft, reason: '' };
  const [title, text, yes, no, skip] = words.confirm;
  const preview = { before, after: words.draft, location, document: null };
  const draftCard = { kind: 'confirm', title, yes: [], preview, buttons: [{ role: 'accept', label: yes, edit: { confirm: true } }, { role: 'edit', label: skip, edit: { skip: true } }] };
  const confirmCard = { id: 7, kind: 'confirm', title, text, yes: [], buttons: [{ role: 'accept', label: yes }, { role: 'decline', label: no }, { role: 'edit', label: skip, edit: { skip: true } }], preview };
  const appliedTasks = tasks.map(task => ({ ...task, status: task.id === 1 ? 'completed' : task.id === 2 ? 'in_progress' : 'pending' }));
  const appliedResume = structuredClone(resume);
  appliedResume.sections[1].items[0].highlights = words.draft.split('\n');
  const applied = [...drafted, { kind: 'note', code: 'resume_updated', data: { revision: 2 } }, { kind: 'note', code: 'task_status', data: { id: 1, status: 'completed' } }, { kind: 'note', code: 'task_started', data: { id: 2 } }, { kind: 'assistant', text: words.opening }];
  const repairs = [{ kind: 'code_fence', offset: 0, length: 8, lossless: true }, { kind: 'missing_comma', offset: 41, length: 0, lossless: true }];
  const raw = '```json\n{"thought": "ok", "intent": "CONTINUE" "next_action": "propose draft", "reply_to_user": "…"}\n```';
  const [moveTitle, moveText, approve, decline] = words.approval;
  const transfer = (to, amount, preview) => ({ name: 'transfer', title: words.move(amount, to), about: '', args: { to, amount }, schema: { type: 'object', required: ['to', 'amount'], properties: { to: { type: 'string' }, amount: { type: 'integer' } } }, ...(preview && { preview }) });
  const approvalCard = {
    id: 4, kind: 'approval', title: moveTitle, text: moveText, yes: [], buttons: [{ role: 'accept', label: approve }, { role: 'decline', label: decline }],
    calls: [transfer('Ada', 20, { before: '100', after: '80' })],
  };
  const batchCard = { ...approvalCard, title: words.batch, text: words.batchText, calls: [transfer('Ada', 20, { before: '100', after: '80' }), transfer('Bob', 5), transfer('Cid', 12)] };
  return {
    planning: scene(view([], { stage: 'planning', tasks: [], current_task: null, location: null, progress: { completed: 0, skipped: 0, total: 0 } }, { waiting: 'model' })),
    discovery: scene(view(opening)),
    streaming: scene(view(opening)),
    drafting: scene(view(drafted, drafting, { card: draftCard })),
    confirming: scene(view(drafted, { ...drafting, state: 'CONFIRMING', stage: 'confirming', document }, { card: confirmCard, waiting: 'card', call: 7 })),
    watches: scene(view(drafted, { ...drafting, state: 'CONFIRMING', stage: 'confirming', document }, { card: confirmCard, waiting: 'card', call: 7 })),
    applied: scene(view(applied, { tasks: appliedTasks, current_task: 2, resume_revision: 2, progress: { completed: 1, skipped: 0, total: 4 }, location: { section, item_title: words.tasks[1][0].split(' - ')[1] }, can: { ...CAN, undo: true, backtrack: true } }), { resume: appliedResume }),
    done: scene(view([...applied, { kind: 'note', code: 'all_done', data: {} }], { stage: 'completed', tasks: tasks.map(task => ({ ...task, status: 'completed' })), progress: { completed: 4, skipped: 0, total: 4 }, can: { ...CAN, skip: false, undo: true, backtrack: true } }), { resume: appliedResume }),
    error: scene(view(opening, {}, { error: { code: 'llm_failed', text: words.failed }, input: words.answer })),
    badges: scene(view([...told, { kind: 'correction', raw: '{"reply": 1}', complaint: '$.reply_to_user: missing; a non-empty string is needed' }, { kind: 'assistant', text: words.reply, raw, repairs, coercions: [{ kind: 'enum', path: '/next_action', from: 'propose draft', to: 'PROPOSE_DRAFT' }], corrections: 1 }, { kind: 'note', code: 'notice', data: { code: 'unseen_draft', text: lang === 'zh' ? '内容有改动，请再看一遍。' : 'The text changed: please look at it again.' } }], drafting)),
    approval: scene({ ...view([{ kind: 'user', text: moveTitle }], {}, { card: approvalCard, waiting: 'approval', call: 4 }), agent: 'ledger', data: {} }, { accepted: [{ kind: 'tool', name: 'transfer', args: { to: 'Ada', amount: 20 }, result: { ok: { balance: 80 } }, call: 4 }] }),
    batch: scene({ ...view([{ kind: 'user', text: moveTitle }], {}, { card: batchCard, waiting: 'approval', call: 4 }), agent: 'ledger', data: {} }),
    failed: scene(view(opening)),
  };
}
