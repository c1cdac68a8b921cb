/** People who have a text written, in English. @type {import('../person.js').Person[]} */
export default [
  {
    id: 'garden-organiser',
    persona: 'Runs a community garden, speaks plainly, dislikes advertising.',
    habits: ['terse'],
    goal: 'A leaflet about the community garden',
    input: { project_name: 'Community garden' },
    opening: 'Please write a leaflet about our community garden',
    facts: [
      { about: ['whom', 'reader', 'audience'], say: 'It is for retired neighbours who lack company', keep: ['retired neighbours'] },
      { about: ['action', 'want them'], say: 'They should come and look on Saturday at 9', keep: ['Saturday', '9'] },
    ],
    expect: { turns: 25, calls: 60 },
  },
];
