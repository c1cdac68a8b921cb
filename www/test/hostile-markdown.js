/** Markdown made to break its renderer, by name. */

/** Reproducible random numbers. */
function random(seed) {
  let state = seed;
  return below => {
    state ^= state << 13; state ^= state >>> 17; state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** @param {string} piece @param {number} length length of the text */
const long = (piece, length = 100_000) => piece.repeat(Math.ceil(length / piece.length));
const lines = (count, line) => Array.from({ length: count }, (_, index) => line(index)).join('\n');

const NESTS = ['>', '> ', '- ', '* ', '+ ', '1. ', '> - ', '- > 1. ', '>1. - ', '*a _b ', '**a __b ', '***a ___b ', '~~a **b ', '[a ', '[**a ', '![a ', '*_', '**a*b', '- **a', '>#', '`a *b '];
const RUNS = ['*', '**', '_', '~', '`', '``', '#', '[', ']', '[]', '![', '](', '[](', '(', ')', '<', '<br', '<br>', '>\n', '|', '||', '|-', '\\', '\\[', '\\(', '$', '$$', '!', '=', '-', '---\n', '+', '1.', '- [ ] ', '```', '```\n', '~~~\n', '\n', '\n\n', ' ', '\t', ' \n', '\r', 'h', 'http://', 'https://a.example/ ', '&amp;', ':', '\u0000', '\u0001\u001b', '\u202e', '\u2066', '\u200b', '\ufeff', 'a\u0301\u0301\u0301', '\ud83d', '👩‍👩‍👧‍👦', '語', 'a', 'a ', '﷽'];
const HARM = [
  '<script>globalThis.harmed=1</script>', '<img src=x onerror=globalThis.harmed=1>', '<svg/onload=globalThis.harmed=1>', '<a href=javascript:globalThis.harmed=1>x</a>',
  '[x](javascript:globalThis.harmed=1)', '[x](JaVaScRiPt:globalThis.harmed=1)', '[x](\u0001javascript:globalThis.harmed=1)', '[x](data:text/html,<script>globalThis.harmed=1</script>)',
  '![x](javascript:globalThis.harmed=1)', '![x" onerror="globalThis.harmed=1](x)', '[x](https://a.example/" onmouseover="globalThis.harmed=1)', '[x](vbscript:x)', '[x](file:///etc/passwd)', '[x](blob:null/x)',
  '```banner" onclick="globalThis.harmed=1\nx\n```', '```banner\nx\n```', '<br onload=globalThis.harmed=1>', '<style>*{display:none}</style>', '<iframe src=javascript:globalThis.harmed=1>', '$<img src=x onerror=globalThis.harmed=1>$',
  '| <img src=x onerror=globalThis.harmed=1> |\n|-|\n| [x](javascript:globalThis.harmed=1) |', '- [x](javascript:globalThis.harmed=1)', '# <script>globalThis.harmed=1</script>', '<https://a.example/>', 'https://a.example/<script>globalThis.harmed=1</script>',
];
const SHAPES = {
  'quotes, as the report has them': '>'.repeat(3_100),
  'quotes with spaces': '> '.repeat(8_000),
  'a million quotes': '>'.repeat(1_000_000),
  'half a million quotes with spaces': '> '.repeat(500_000),
  'a deep list by its indentation': lines(500, level => `${' '.repeat(2 * level)}- x`),
  'a deep numbered list': lines(500, level => `${' '.repeat(3 * level)}1. x`),
  'deep quotes line by line': lines(500, level => `${'>'.repeat(level)} x`),
  'indented beyond any width': lines(500, level => `${' '.repeat(1_000 * level)}x`),
  'a long table': `|a|b|c|\n|-|-|-|\n${lines(20_000, () => '|1|2|3|')}`,
  'a wide table': `${'|a'.repeat(20_000)}|\n${'|-'.repeat(20_000)}|\n${'|1'.repeat(20_000)}|`,
  'a square table': `${'|a'.repeat(200)}|\n${'|-'.repeat(200)}|\n${lines(200, () => `${'|1'.repeat(200)}|`)}`,
  'a table without end': `|a|b|\n|-|-|\n|${'x'.repeat(100_000)}`,
  'tables': lines(5_000, () => '|a|\n|-|\n|b|\n'),
  'headings': lines(20_000, level => `${'#'.repeat(1 + level % 6)} x`),
  'items': lines(20_000, () => '- x'),
  'numbers': lines(20_000, number => `${number}. x`),
  'a number beyond counting': `${'9'.repeat(100_000)}. x`,
  'tasks': lines(20_000, () => '- [ ] x'),
  'paragraphs': lines(20_000, () => 'x\n'),
  'breaks': lines(50_000, () => 'x'),
  'fences': lines(10_000, () => '```\nx\n```'),
  'a fence without end': `\`\`\`${'\nx'.repeat(100_000)}`,
  'a fence of many backticks': `${'`'.repeat(50_000)}\nx\n${'`'.repeat(49_999)}`,
  'indented code': lines(20_000, () => '    x'),
  'bold words': '**x** '.repeat(20_000),
  'links': '[x](https://a.example/) '.repeat(10_000),
  'a long link': `[x](https://a.example/${'x'.repeat(100_000)})`,
  'a link without end': `[x](${'x'.repeat(100_000)}`,
  'an image without end': `![${'x'.repeat(100_000)}`,
  'addresses': 'https://a.example/x '.repeat(10_000),
  'a long address': `https://a.example/${'x'.repeat(100_000)}`,
  'formulas': '$x$ '.repeat(20_000),
  'one long line': 'x'.repeat(1_000_000),
  'one long line of words': 'word '.repeat(200_000),
};

/** Text of random constructs, most of them unclosed. @param {number} seed */
function mixed(seed) {
  const next = random(seed);
  const all = [...NESTS, ...RUNS, ...HARM, '\n', '\n', 'word ', '| a | b |\n|---|---|\n'];
  return Array.from({ length: 3_000 }, () => all[next(all.length)].repeat(1 + next(3))).join('');
}

/** @type {[name: string, text: string][]} */
export const HOSTILE_MARKDOWN = [
  ...Object.entries(SHAPES),
  ...NESTS.flatMap(piece => [[`nested: ${piece}`, long(piece)], [`nested over lines: ${piece}`, lines(2_000, level => piece.repeat(level % 200))]]),
  ...RUNS.map(piece => [`a run of ${JSON.stringify(piece)}`, long(piece)]),
  ...HARM.flatMap(piece => [[piece, piece], [`many ${piece}`, `${piece}\n\n`.repeat(2_000)]]),
  ...Array.from({ length: 24 }, (_, seed) => [`mixed ${seed + 1}`, mixed(seed + 1)]),
];
