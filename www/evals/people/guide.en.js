/** People who improve an English resume. @type {import('../person.js').Person[]} */
export default [
  {
    id: 'terse-tester',
    persona: 'A test engineer who answers in as few words as possible.',
    habits: ['terse'],
    goal: 'A job entry that says what came of the work',
    input: {
      user_intent: 'QA engineer',
      resume: {
        basics: { name: 'Maja Lind', email: 'maja@example.com', links: [] },
        sections: [{ id: 's1', type: 'experience', title: 'Work Experience', items: [{ id: 'e1', title: 'Test engineer', organization: 'Harbour Bank', date_start: '2022-02', highlights: ['Wrote some tests'] }] }],
      },
    },
    facts: [
      { place: 'Test engineer', about: ['tools', 'how'], say: '140 Playwright cases, nightly', keep: ['140', 'Playwright'] },
      { place: 'Test engineer', about: ['result', 'came of', 'impact'], say: 'release check: 2 days to 3 hours', keep: ['2 days', '3 hours'] },
    ],
    expect: { turns: 15, calls: 40 },
  },
  {
    id: 'teacher-changes-career',
    persona: 'A school teacher who moves into learning design, talks a lot, and takes things back.',
    habits: ['talkative', 'changes_mind'],
    goal: 'A resume that a learning designer would send',
    input: {
      user_intent: 'Learning designer at a software company',
      resume: {
        basics: { name: 'Tom Okafor', phone: '+44 20 7946 0000', links: [] },
        sections: [
          { id: 's1', type: 'experience', title: 'Work', items: [{ id: 'e1', title: 'Physics teacher', organization: 'Fell Grammar School', date_start: '2017-09', highlights: ['Taught physics', 'Helped colleagues with IT'] }] },
          { id: 's2', type: 'text', title: 'Profile', content: 'Motivated teacher who likes technology.' },
        ],
      },
    },
    facts: [
      { place: 'Physics teacher', about: ['course', 'online', 'colleagues'], say: 'I built an online course on electricity in Moodle that 9 schools in the county now use', keep: ['Moodle', '9 schools'] },
      { place: 'Physics teacher', about: ['result', 'impact'], say: 'The pass rate of my groups rose from 71% to 84% over two years', keep: ['71', '84'] },
      { place: 'Profile', say: 'I hold a certificate in instructional design from 2024', keep: ['instructional design', '2024'] },
    ],
    asides: [{ after: 3, say: 'Actually, please keep the tone modest, I do not like boasting.' }],
    expect: { turns: 20, calls: 60 },
  },
  {
    id: 'curious-developer',
    persona: 'A front-end developer who answers questions with questions.',
    habits: ['asks_back'],
    goal: 'Two entries with concrete results',
    input: {
      user_intent: 'Front-end developer',
      resume: {
        basics: { name: 'Ines Roca', email: 'ines@example.com', links: [] },
        sections: [{ id: 's1', type: 'experience', title: 'Experience', items: [
          { id: 'e1', title: 'Front-end developer', organization: 'Norrsken Travel', date_start: '2021-01', highlights: ['Worked on pages in Vue'] },
          { id: 'e2', title: 'Web intern', organization: 'Brisk Analytics', date_start: '2020-06', date_end: '2020-09', highlights: ['Fixed bugs'] },
        ] }],
      },
    },
    facts: [
      { place: 'Front-end developer', about: ['speed', 'performance'], say: 'I split the bundle, and the booking page went from 4.1 s to 1.6 s on a phone', keep: ['4.1 s', '1.6 s'] },
      { place: 'Front-end developer', about: ['accessib', 'users'], say: 'I made the date picker work with a screen reader', keep: ['screen reader'] },
      { place: 'Web intern', say: 'I closed 38 tickets in the charts module', keep: ['38'] },
    ],
    asides: [{ after: 1, say: 'Why do you need that? Do recruiters read so much?' }],
    expect: { turns: 22, calls: 60 },
  },
  {
    id: 'refuses-first-card',
    persona: 'A nurse who always wants one more change before anything is stored.',
    habits: ['refuses', 'impatient'],
    goal: 'A clear entry about the ward, and skills in order',
    input: {
      user_intent: 'Head nurse',
      resume: {
        basics: { name: 'Aoife Byrne', links: [] },
        sections: [
          { id: 's1', type: 'experience', title: 'Employment', items: [{ id: 'e1', title: 'Ward nurse', organization: 'St Brigid Hospital', date_start: '2018-04', highlights: ['Patient care'] }] },
          { id: 's2', type: 'generic', title: 'Skills', items: [{ id: 'g1', title: 'Clinical', description: 'Triage, wound care' }] },
        ],
      },
    },
    facts: [
      { place: 'Ward nurse', about: ['team', 'lead'], say: 'I lead the night shift of 6 nurses for 28 beds', keep: ['6 nurses', '28 beds'] },
      { place: 'Ward nurse', about: ['improve', 'result'], say: 'I wrote the handover sheet that the whole hospital uses', keep: ['handover sheet'] },
      { place: 'Clinical', say: 'Also advanced life support', keep: ['life support'] },
    ],
    refusals: [{ card: '28 beds', reason: 'Not yet, put the handover sheet first' }],
    expect: { turns: 24, calls: 60 },
  },
];
