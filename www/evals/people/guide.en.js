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
  {
    id: 'student-without-numbers',
    persona: 'A student who has measured nothing, and says so when asked for numbers.',
    habits: ['terse'],
    goal: 'A course project that reads well, with no invented numbers',
    input: {
      user_intent: 'Java internship',
      resume: {
        basics: { name: 'Sam Reed', email: 'sam@example.com', links: [] },
        sections: [{ id: 's1', type: 'experience', title: 'Projects', items: [{ id: 'e1', title: 'Book exchange', organization: 'Course work', highlights: ['Did the login'] }] }],
      },
    },
    facts: [
      { place: 'Book exchange', about: ['many', 'users', 'number'], say: 'No idea, I never counted' },
      { place: 'Book exchange', about: ['how', 'technolog'], say: 'The login uses JWT and salted passwords', keep: ['JWT', 'salted'] },
    ],
    expect: { absent: ['%'], turns: 15, calls: 40 },
  },
  {
    id: 'corrects-a-number',
    persona: 'A community manager who gives a number and corrects it in the same breath.',
    habits: ['changes_mind'],
    goal: 'Campaign results that are right',
    input: {
      user_intent: 'Community manager',
      resume: {
        basics: { name: 'Nadia Haddad', links: [] },
        sections: [{ id: 's1', type: 'experience', title: 'Work', items: [{ id: 'e1', title: 'Community assistant', organization: 'Fell Logistics', date_start: '2023-05', highlights: ['Ran campaigns'] }] }],
      },
    },
    facts: [
      { place: 'Community assistant', about: ['campaign'], say: 'I planned the spring campaign alone, texts and posters included', keep: ['spring campaign'] },
      { place: 'Community assistant', about: ['members', 'grow'], say: 'The forum grew from 300 members to 2,100; no, sorry, to 1,900', keep: ['1,900'] },
    ],
    expect: { turns: 15, calls: 40 },
  },
  {
    id: 'store-manager-long-story',
    persona: 'A store manager of many years who answers in long stories.',
    habits: ['talkative'],
    goal: 'To become an area manager',
    input: {
      user_intent: 'Area manager in retail',
      resume: {
        basics: { name: 'Greg Walsh', phone: '+353 1 555 0100', links: [] },
        sections: [
          { id: 's1', type: 'experience', title: 'Employment', items: [
            { id: 'e1', title: 'Store manager', organization: 'Corner Foods', date_start: '2014-03', highlights: ['Managed the store'] },
            { id: 'e2', title: 'Shop assistant', organization: 'Corner Foods', date_start: '2012-06', date_end: '2014-02', highlights: ['Tills and shelves'] },
          ] },
          { id: 's2', type: 'text', title: 'Profile', content: 'Hard-working.' },
        ],
      },
    },
    facts: [
      { place: 'Store manager', about: ['waste', 'cost'], say: 'When I took over we threw away 9% of the fresh food, so I ordered twice a day and had every shift count the fridge, and half a year later it was 4.5%', keep: ['9%', '4.5%'] },
      { place: 'Store manager', about: ['team', 'people'], say: 'I plan the shifts of 14 people and trained all of them, and 3 of them run stores of their own now', keep: ['14 people'] },
      { place: 'Profile', say: 'I have run 2 stores at the same time', keep: ['2 stores'] },
    ],
    expect: { turns: 20, calls: 50 },
  },
  {
    id: 'skills-only',
    persona: 'A tester who cares only about the list of skills.',
    habits: ['impatient'],
    goal: 'Skills in the order of the job',
    input: {
      user_intent: 'Test automation engineer',
      resume: {
        basics: { name: 'Ravi Menon', links: [] },
        sections: [
          { id: 's1', type: 'generic', title: 'Skills', items: [{ id: 'g1', title: 'Testing', description: 'Selenium, Postman, Word' }, { id: 'g2', title: 'Languages', description: 'Python' }] },
          { id: 's2', type: 'generic', title: 'Education', items: [{ id: 'g3', title: 'Chalmers', subtitle: 'Software Engineering', date: '2018-2022' }] },
        ],
      },
    },
    facts: [
      { place: 'Testing', say: 'JMeter too, for load tests', keep: ['JMeter'] },
      { place: 'Languages', say: 'some Java', keep: ['Java'] },
    ],
    expect: { keep: ['Chalmers', 'Software Engineering'], turns: 14, calls: 40 },
  },
  {
    id: 'asks-what-it-is-for',
    persona: 'A young accountant who first asks why.',
    habits: ['asks_back'],
    goal: 'A clear internship entry',
    input: {
      user_intent: 'General ledger accountant',
      resume: {
        basics: { name: 'Elin Strand', email: 'elin@example.com', links: [] },
        sections: [{ id: 's1', type: 'experience', title: 'Internships', items: [{ id: 'e1', title: 'Accounting intern', organization: 'Berg Audit', date_start: '2024-01', date_end: '2024-04', highlights: ['Sorted vouchers'] }] }],
      },
    },
    facts: [
      { place: 'Accounting intern', about: ['vouchers', 'many'], say: 'I checked 600 vouchers a month and found 8 that had been paid twice', keep: ['600', '8'] },
      { place: 'Accounting intern', about: ['software', 'tool'], say: 'We used Visma', keep: ['Visma'] },
    ],
    asides: [{ after: 1, say: 'How is that different from what I have?' }, { after: 2, say: 'What does a draft mean here?' }],
    expect: { turns: 18, calls: 40 },
  },
  {
    id: 'speaks-two-languages',
    persona: 'A designer from Spain who slips into Spanish.',
    habits: ['mixed_language', 'changes_mind'],
    goal: 'The design system must stand out',
    input: {
      user_intent: 'Senior UI designer',
      resume: {
        basics: { name: 'Lucía Vega', links: ['https://example.com/lucia'] },
        sections: [{ id: 's1', type: 'experience', title: 'Experience', items: [{ id: 'e1', title: 'UI designer', organization: 'Norrsken Travel', date_start: '2020-08', highlights: ['Designed app screens'] }] }],
      },
    },
    facts: [
      { place: 'UI designer', about: ['system', 'components'], say: 'I built the design system desde cero, 46 components in Figma', keep: ['46', 'Figma'] },
      { place: 'UI designer', about: ['result', 'time'], say: 'The handoff takes 2 days now, antes 5 days', keep: ['2 days', '5 days'] },
    ],
    asides: [{ after: 2, say: 'A bit more formal, por favor' }],
    expect: { turns: 16, calls: 40 },
  },
  {
    id: 'refuses-to-lose-a-line',
    persona: 'A mechanical engineer who guards the old wording.',
    habits: ['refuses'],
    goal: 'The savings stand there, and the old line stays',
    input: {
      user_intent: 'Structural engineer',
      resume: {
        basics: { name: 'Piotr Zając', phone: '+48 22 555 01 00', links: [] },
        sections: [{ id: 's1', type: 'experience', title: 'Work', items: [{ id: 'e1', title: 'Mechanical engineer', organization: 'Baltic Heavy', date_start: '2019-07', highlights: ['Designed fixtures'] }] }],
      },
    },
    facts: [{ place: 'Mechanical engineer', about: ['fixtures', 'cost'], say: 'I merged 17 fixtures into 5 and halved the changeover time', keep: ['17', 'changeover'] }],
    refusals: [{ card: '17 fixtures', reason: 'Not yet: "Designed fixtures" has to stay' }],
    expect: { turns: 16, calls: 40 },
  },
  {
    id: 'two-entries-same-title',
    persona: 'Was a product assistant in two companies and fears that they are mixed up.',
    habits: ['terse', 'asks_back'],
    goal: 'Two entries, each with its own facts',
    input: {
      user_intent: 'Product manager',
      resume: {
        basics: { name: 'Hana Sato', links: [] },
        sections: [
          { id: 's1', type: 'experience', title: 'Work', items: [{ id: 'e1', title: 'Product assistant', organization: 'Brisk Analytics', date_start: '2023-03', highlights: ['Wrote specifications'] }] },
          { id: 's2', type: 'experience', title: 'Internships', items: [{ id: 'e2', title: 'Product assistant', organization: 'Harbour Bank', date_start: '2022-07', date_end: '2022-12', highlights: ['Compared competitors'] }] },
        ],
      },
    },
    facts: [
      { place: 'Work', about: ['specification'], say: 'I took 3 releases of the reports through, and support tickets fell by 40%', keep: ['3 releases', '40%'] },
      { place: 'Internships', about: ['compet'], say: 'I compared the transfer flow of 6 banking apps', keep: ['6 banking apps'] },
    ],
    asides: [{ after: 2, say: 'Which of the two are we changing now?' }],
    expect: { turns: 18, calls: 45 },
  },
  {
    id: 'hi-and-a-new-section',
    persona: 'A paramedic who greets politely and has a certificate that the resume does not mention.',
    habits: ['greets', 'terse'],
    goal: 'The certificates in a section of their own',
    input: {
      user_intent: 'Emergency nurse',
      resume: {
        basics: { name: 'Noor Haddad', email: 'noor@example.com', links: [] },
        sections: [{ id: 's1', type: 'experience', title: 'Work Experience', items: [{ id: 'e1', title: 'Paramedic', organization: 'City Rescue', date_start: '2019-04', highlights: ['Emergency calls'] }] }],
      },
    },
    facts: [
      { place: 'Paramedic', about: ['calls', 'day'], say: 'Hi! About 900 calls a year, nights mostly', keep: ['900'] },
      { place: 'Certificates', about: ['certificate'], say: 'ACLS, renewed in 2025', keep: ['ACLS', '2025'] },
    ],
    expect: { keep: ['Certificates', 'Emergency calls'], turns: 18, calls: 50 },
    ideal: { adds: ['Certificates'] },
  },
  {
    id: 'job-title-was-wrong',
    persona: 'A cook who was promoted and reads the dates as clock times.',
    habits: ['clock_times', 'changes_mind'],
    goal: 'The right title and start of the job',
    input: {
      user_intent: 'Head of a hospital kitchen',
      resume: {
        basics: { name: 'Pavel Novak', phone: '+420 555 0101', links: [] },
        sections: [{ id: 's1', type: 'experience', title: 'Work Experience', items: [{ id: 'e1', title: 'Cook', organization: 'Hotel Meridian', date_start: '2020-05', highlights: ['Warm dishes'] }] }],
      },
    },
    facts: [
      { place: 'Cook', about: ['dishes', 'day'], say: 'From 5:30 in the morning I run breakfast for 220 guests', keep: ['5:30', '220'] },
      { place: 'Cook', about: ['role', 'title'], say: 'And I am Sous-chef since last year, put that as the title', keep: ['Sous-chef'] },
    ],
    expect: { keep: ['Hotel Meridian', 'Warm dishes'], absent: ['Cook'], turns: 18, calls: 50 },
    ideal: { replies: { 'And I am Sous-chef since last year, put that as the title': { entry: { title: 'Sous-chef' } } } },
  },
  {
    id: 'back-to-the-first-job',
    persona: 'A project assistant who pastes notes and remembers something about the first job while the second is discussed.',
    habits: ['pastes_much', 'changes_mind'],
    goal: 'Both jobs, the first with what was forgotten',
    input: {
      user_intent: 'Project manager',
      resume: {
        basics: { name: 'Ines Costa', links: [] },
        sections: [
          { id: 's1', type: 'experience', title: 'Work Experience', items: [
            { id: 'e1', title: 'Office assistant', organization: 'Costa & Filhos', date_start: '2018-02', date_end: '2020-01', highlights: ['Ordered material'] },
            { id: 'e2', title: 'Project assistant', organization: 'Bridge Works', date_start: '2020-02', highlights: ['Kept the minutes'] },
          ] },
        ],
      },
    },
    facts: [
      { place: 'Office assistant', about: ['material', 'day'], say: 'I ordered for 3 sites', keep: ['3 sites'] },
      { place: 'Project assistant', about: ['minutes', 'day'], say: 'My notes: weekly meeting, 14 people, risks and dates, sent the same day; a tracker for open points; coffee was bad', keep: ['14 people', 'tracker'] },
    ],
    asides: [
      { after: 3, place: 'Project assistant', say: 'Back to the Office assistant for a moment, I forgot something there' },
      { after: 4, place: 'Office assistant', say: 'I also moved the archive to a new building', keep: ['archive'] },
    ],
    expect: { keep: ['Ordered material', 'Kept the minutes'], turns: 26, calls: 70 },
    ideal: { replies: { 'Back to the Office assistant for a moment, I forgot something there': { goes_back_to: 'Office assistant' } } },
  },
];
