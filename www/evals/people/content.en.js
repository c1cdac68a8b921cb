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
  {
    id: 'runner-changes-mind',
    persona: 'Heads a running club and shifts the focus halfway.',
    habits: ['changes_mind'],
    goal: 'A guide to running for beginners',
    input: { project_name: 'Running' },
    opening: 'I want to write a guide to running for beginners',
    facts: [
      { about: ['whom', 'reader', 'audience'], say: 'It is for office workers who fear injuries', keep: ['office workers'] },
      { about: ['action', 'want them'], say: 'They should walk for 10 minutes tonight', keep: ['10 minutes'] },
    ],
    asides: [{ after: 3, say: 'The focus should be on not getting hurt' }],
    expect: { turns: 25, calls: 60 },
  },
];
