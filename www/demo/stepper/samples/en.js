/** Sample workspaces for the stepper, with tasks. */
export const en = [
  {
    id: 'code',
    misspelt: true,
    name: 'Code from a specification',
    about: 'A small library lender: one specification, three files to write',
    tasks: [
      'Generate the code described in spec/bookshelf.md',
      'Generate the code described in spec/bookshelve.md',
    ],
    files: {
      'spec/bookshelf.md': `# Bookshelf

A small program that keeps track of books that are lent to friends.

Entity: Book

## Fields

| field | type | note |
| --- | --- | --- |
| title | text | required |
| author | text | required |
| year | integer | |
| lent_to | text | empty while it is on the shelf |
| tags | list | |

## Functions

- add_book: puts a book on the shelf
- remove_book: takes a book from the shelf for good
- find_books: the books in which a word stands

## Settings

- storage: books.json
- language: en
- remind_after_days: 30

## Files

- bookshelf.py: the class and its functions
- settings.json: the settings
- README.md: what it is and how to run it
`,
      'spec/ideas.md': '# Ideas\n\n- [ ] A reminder by e-mail\n- [ ] Covers of the books\n',
    },
  },
  {
    id: 'data',
    name: 'A table to clean',
    about: 'Orders with rows twice, dates in three forms and empty cells',
    tasks: [
      'Clean data/orders.csv and write the result to data/orders.clean.csv',
      'Convert data/orders.csv to data/orders.json',
    ],
    files: {
      'data/orders.csv': `order_id,customer,email,date,amount
1001,Ada Byron,Ada@Example.com,2026-03-02,19.90
1002,Grace Hopper,grace@example.com,2026/3/4,42.00
1002,Grace Hopper,grace@example.com,2026/3/4,42.00
1003, Alan  Turing ,alan@example.com,2026-03-05,7.50
1004,Edsger Dijkstra,,2026.3.9,12.00
1005,"Liskov, Barbara",barbara@example.com,2026-03-11,105.25
1006,Donald Knuth,DONALD@example.com,2026-03-11,3.16
1006,Donald Knuth,donald@example.com,2026-03-11,3.16
1007,Katherine Johnson,katherine@example.com,,60.00
`,
      'data/README.md': '# Data\n\nOrders of March, as the shop exports them. Nobody has checked them yet.\n',
    },
  },
  {
    id: 'notes',
    name: 'Notes to sum up',
    about: 'Notes of two meetings; the task does not say which one is meant',
    tasks: [
      'Summarise the meeting and write it to summary.md',
      'Summarise notes/meeting-march.md and notes/meeting-april.md in summary.md',
    ],
    files: {
      'notes/meeting-march.md': `# Meeting in March

## Release

The release moves to the second week of April. The tests of the import are not stable yet.

- [ ] Grace repairs the tests of the import
- [ ] Alan writes to the customers about the new date

## Office

The new room is free from 1 April. It seats twelve.
`,
      'notes/meeting-april.md': `# Meeting in April

## Release

The release is out. Two customers reported slow pages; the cause is known.

- [ ] Katherine measures the start page

## Next quarter

The search gets better first. The reports come second.
`,
    },
  },
];
