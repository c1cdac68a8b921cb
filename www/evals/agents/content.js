/** Phase after which a project counts as finished: its text is written. */
const LAST = 'produce_inner';

/** @type {import('../play.js').Host} */
export const content = {
  async world({ input }) {
    const nothing = async () => [];
    return { input, tools: { web_search: nothing, read_page: nothing } };
  },
  place: ({ data }) => data.current_phase,
  proposal: ({ data }) => data.waiting_for_human,
  done: ({ data }) => data.phase_status[LAST] === 'completed' || data.finished,
  good: ({ data }) => data.phase_status[LAST] === 'completed',
  writeIn: () => undefined,
  async document(session) {
    const { fields } = session.view.data;
    const texts = fields.map(({ id }) => session.read({ field: id }).content);
    return { text: session.read({ export: 'markdown' }), figures: texts.join('\n') };
  },
  keeps: ({ input }) => [input?.project_name].filter(Boolean),
};
