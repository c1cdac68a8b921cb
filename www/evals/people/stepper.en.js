/** People with files and a task for the stepper, in English. @type {import('../person.js').Person[]} */
export default [
  {
    id: 'terse-summary',
    persona: 'An office clerk who says one sentence and waits for the result.',
    habits: ['terse'],
    goal: 'A summary of the meeting notes in summary.md',
    files: { 'notes.md': '# Weekly meeting\n\n- Wei: release 2.3 goes out on Monday\n- Lena: 5 defects are still open\n' },
    opening: 'Summarise notes.md and write the summary to summary.md',
    facts: [],
    expect: { keep: ['summary.md', '2.3', '5'], turns: 12, calls: 40 },
    ideal: [
      { tool_name: 'read_file', params: { path: 'notes.md' } },
      { tool_name: 'write_file', params: { path: 'summary.md', content: '# Summary\n\n- Release 2.3 goes out on Monday (Wei)\n- 5 defects are still open (Lena)\n' } },
    ],
  },
  {
    id: 'asked-for-the-place',
    persona: 'A club secretary who tells details only when asked.',
    habits: ['impatient'],
    goal: 'A notice about the open evening in notice.txt',
    opening: 'Write a notice about our open evening to notice.txt; ask me for what is missing',
    facts: [{ about: ['when', 'where', 'When'], say: 'Friday at 7 pm, room 201', keep: ['Friday', '201'] }],
    expect: { keep: ['notice.txt'], turns: 14, calls: 40 },
    ideal: [
      { tool_name: 'ask_user', params: { question: 'When and where is the open evening?' } },
      { tool_name: 'write_file', params: { path: 'notice.txt', content: 'Open evening\nFriday at 7 pm, room 201. Everybody is welcome.\n' } },
    ],
  },
];
