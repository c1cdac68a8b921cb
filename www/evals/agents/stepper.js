import { memoryWorkspace, workspaceTools } from 'stepgate/workspace';

const ENDED = ['completed', 'failed', 'cancelled'];

/** @type {import('../sitting.js').Host} */
export const stepper = {
  async world({ input, files = {} }, lang) {
    const workspace = memoryWorkspace(files);
    return { input: input ?? {}, workspace, tools: workspaceTools(workspace, { lang }) };
  },
  place: ({ data }) => data.task?.steps[data.task.current_step_index]?.name ?? '',
  proposal: () => false,
  done: ({ data }) => ENDED.includes(data.task?.status),
  good: ({ data }) => data.task?.status === 'completed',
  statuses: ({ data }) => Object.fromEntries([['task', data.task?.status ?? 'none'], ...(data.task?.steps ?? []).map(({ name, status }, index) => [`${index + 1} ${name}`, status])]),
  actions: ({ data }) => (data.task?.steps ?? []).reduce((sum, { actions }) => sum + actions.length, 0),
  writeIn: block => (block.kind === 'tool' && block.name === 'write_file' && !block.result?.error ? { what: String(block.args.path), tool: { name: block.name, args: block.args } } : undefined),
  async document(session, { workspace }) {
    const paths = (await workspace.list()).map(file => file.path ?? file);
    const files = await Promise.all(paths.map(async path => ({ path, text: textOf(await workspace.read(path)) })));
    const prose = files.filter(({ path }) => /\.(md|txt|csv)$/.test(path));
    return { text: files.map(({ path, text }) => `${path}\n${text}`).join('\n\n'), figures: prose.map(({ text }) => text).join('\n') };
  },
  /** The files that came with the person: none may vanish. */
  keeps: ({ files = {} }) => Object.keys(files),
};

const textOf = file => (typeof file === 'string' ? file : file?.text ?? '');
