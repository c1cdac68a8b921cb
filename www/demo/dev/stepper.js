/** Hand-made views for every state of the stepper's page. */

const TEXTS = {
  en: {
    task: 'Generate the code described in spec/bookshelf.md', goal: 'Code as the specification says',
    steps: ['Read spec/bookshelf.md and write the main file', 'Write settings.json', 'Write README.md'], removed: 'Write tests', reason: 'bookshelf.py is written',
    thought: 'The specification asks for three files; the first one comes now.', title: 'Write the file', question: 'Which file is meant: a.md or b.md?', buttons: ['Approve', 'Decline'],
  },
  zh: {
    task: '根据 规格/书架.md 生成代码', goal: '按规格生成代码', steps: ['读取 规格/书架.md 并生成主文件', '生成 settings.json', '生成 README.md'], removed: '编写测试', reason: 'bookshelf.py 已写入',
    thought: '规格要求三个文件，先写第一个。', title: '写入文件', question: '指的是哪个文件？a.md 还是 b.md？', buttons: ['同意', '拒绝'],
  },
};

const CODE = 'class Book:\n    title: str\n    author: str\n';

/** @param {'en' | 'zh'} lang */
export function stepperScenes(lang) {
  const words = TEXTS[lang];
  const action = (tool, description, error = null, result = 'ok') => ({ tool, description, params: { path: 'spec/bookshelf.md' }, result, characters: 900, error });
  const step = (index, status, origin, actions = []) => ({ id: `s${index}`, name: words.steps[index], description: words.steps[index], expected_output: 'bookshelf.py', status, origin, reason: status === 'completed' ? words.reason : null, actions });
  const acts = [action('read_file', 'spec/bookshelf.md', 'not_found', null), action('read_file', 'spec/bookshelf.md', null, '# Bookshelf\n'), action('think', words.thought)];
  const steps = [step(0, 'completed', 'planned', acts), step(1, 'in_progress', 'inserted', [action('list_files', 'list_files')]), step(2, 'pending', 'modified')];
  const task = { description: words.task, goal: words.goal, status: 'executing', error: null, current_step_index: 1, adjustments: 1, total_actions: 4, steps, removed: [{ name: words.removed, reason: words.reason }] };
  const data = {
    task, state: 'executing', question: null, auto: false, counters: { actions: 1, failures: 0, repeats: 0, stalls: 0, step_ms: 61_000, task_ms: 95_000 },
    limits: { actions: 10, total_actions: 50, adjustments: 10, step_ms: 300_000, task_ms: 1_800_000 }, cache_hits: 0, files: [], decisions: 4, can: { cancel: true, retry: false },
  };
  const blocks = [
    { kind: 'user', text: words.task }, { kind: 'note', code: 'plan', data: { steps: 1 } }, { kind: 'note', code: 'step', data: { name: words.steps[0], status: 'in_progress' } },
    { kind: 'assistant', text: words.thought }, { kind: 'note', code: 'thought', data: null }, { kind: 'note', code: 'verdict', data: { verdict: 'continue', reason: words.reason } },
    { kind: 'note', code: 'plan_adjusted', data: { modified: [words.steps[2]], removed: [words.removed], inserted: [words.steps[1]], names: words.steps } },
    { kind: 'tool', name: 'read_file', args: { path: 'spec/bookshelf.md' }, result: { error: { code: 'not_found', text: 'There is no such file.' } }, call: 3 },
    { kind: 'note', code: 'notice', data: { code: 'duplicate_step', name: words.steps[0] } },
  ].map((block, index) => ({ seq: index + 1, revision: index + 1, thread: 1, atMs: Date.now(), ...block }));
  const view = (change = {}, more = {}) => ({
    revision: 20, agent: 'stepper', lang, waiting: 'model', stage: null, blocks, retracted: [], turn: { writes: [] }, usage: { inputTokens: 9120, outputTokens: 1640, calls: 9, corrections: 0 }, budget: { steps: 4, maxSteps: 150 },
    data: { ...data, ...change }, ...more,
  });
  const [accept, decline] = words.buttons.map((label, index) => ({ role: index ? 'decline' : 'accept', label }));
  const card = { id: 9, kind: 'approval', title: words.title, yes: [], buttons: [accept, decline], calls: [{ name: 'write_file', title: words.title, about: '', args: { path: 'bookshelf.py', content: CODE }, schema: { type: 'object', required: ['path', 'content'], properties: { path: { type: 'string' }, content: { type: 'string' } } } }] };
  const over = status => ({ ...task, status, error: status === 'failed' ? 'max_actions' : null, steps: [steps[0], { ...steps[1], status }, steps[2]] });
  return {
    stepper: { view: view({}, { waiting: 'approval', call: 9, card }), reply: words.thought },
    running: { view: view({ state: 'thinking' }), reply: words.thought },
    failed_step: { view: view({ task: over('failed'), state: 'failed', can: { cancel: false, retry: true } }, { waiting: 'nothing' }), reply: words.thought },
    asking: { view: view({ state: 'asking', question: words.question }, { waiting: 'user', blocks: [...blocks, { kind: 'note', code: 'ask_user', data: null, seq: 90, revision: 12 }, { kind: 'assistant', text: words.question, seq: 91, revision: 12 }] }), reply: words.thought },
  };
}
