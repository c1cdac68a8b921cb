/** Phase after which a project counts as finished: its text is written. */
const LAST = 'produce_inner';

/** Phases whose texts are what the person takes away. */
const PRODUCED = ['produce_inner', 'produce_outer'];

/** @type {import('../sitting.js').Host} */
export const content = {
  async world({ input }) {
    const nothing = async () => [];
    return { input, tools: { web_search: nothing, read_page: nothing } };
  },
  place: ({ data }) => data.current_phase,
  proposal: ({ data }) => data.waiting_for_human,
  done: ({ data }) => data.phase_status[LAST] === 'completed' || data.finished,
  good: ({ data }) => data.phase_status[LAST] === 'completed',
  statuses: ({ data }) => data.phase_status,
  /** A phase that is entered stores the one before: that needs the person's word. */
  writeIn: ({ kind, code, data }) => (kind === 'note' && code === 'enter' && data.phase !== 'intent' ? { what: `the phase before ${data.phase}` } : undefined),
  async document(session) {
    const { fields, project } = session.view.data;
    const written = fields.filter(({ phase, characters }) => PRODUCED.includes(phase) && characters > 0).map(({ id, name }) => ({ name, text: session.read({ field: id }).content }));
    return { text: [project.name, ...written.map(({ name, text }) => `${name}\n${text}`)].join('\n\n'), figures: written.map(({ text }) => text).join('\n') };
  },
  keeps: ({ input }) => [input?.project_name].filter(Boolean),
};
