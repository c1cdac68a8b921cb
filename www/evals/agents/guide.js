/** @type {import('../sitting.js').Host} */
export const guide = {
  async world(person) {
    return { input: person.input };
  },
  place: ({ data }) => data.tasks.find(({ id }) => id === data.current_task)?.section ?? '',
  proposal: ({ data }) => data.state === 'DRAFTING' || data.state === 'CONFIRMING',
  done: ({ data }) => data.tasks.length > 0 && data.tasks.every(({ status }) => status === 'completed' || status === 'skipped'),
  good: ({ data }) => data.tasks.some(({ status }) => status === 'completed'),
  statuses: ({ data }) => Object.fromEntries(data.tasks.map(({ id, section, status }) => [`${id} ${section}`, status])),
  writeIn: block => (block.kind === 'note' && block.code === 'resume_updated' ? { what: `the resume, revision ${block.data.revision}` } : undefined),
  async document(session) {
    const { basics, sections } = session.read({ resume: true });
    const text = JSON.stringify({ basics, sections: sections.map(withoutIds) });
    return { text, figures: text };
  },
  /** Names of the resume as it came: no task may lose one. */
  keeps({ input: { resume } }) {
    const items = (resume.sections ?? []).flatMap(({ title, items = [] }) => [title, ...items.flatMap(item => [item.title, item.organization, item.date_start, item.date_end])]);
    return [resume.basics?.name, resume.basics?.email, resume.basics?.phone, ...items].filter(Boolean);
  },
};

const withoutIds = ({ id, items, ...section }) => ({ ...section, ...(items ? { items: items.map(({ id: own, ...item }) => item) } : {}) });
