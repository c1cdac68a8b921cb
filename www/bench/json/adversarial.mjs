// Texts of about n characters that make readers slow or overflow.

/** @type {Record<string, (n: number) => string>} */
export const ADVERSARIAL = {
  'deep [': n => '['.repeat(n),
  'deep [ closed': n => '['.repeat(n) + ']'.repeat(n),
  'deep {"a":': n => '{"a":'.repeat(n),
  'quotes "': n => `{"a": ${'"'.repeat(n)}`,
  'quotes a"b': n => `{"a": "${'x"y '.repeat(n / 4)}`,
  backslashes: n => `{"a": "${'\\'.repeat(n)}`,
  'spaces in array': n => `[${' '.repeat(n)}`,
  'spaces after string': n => `{"a":"b"${' '.repeat(n)}x`,
  commas: n => `[${','.repeat(n)}`,
  'open string': n => `{"a": "${'x'.repeat(n)}`,
  'open string, commas': n => `{"a": "${'x, '.repeat(n / 3)}`,
  'key garbage': n => `{${'a '.repeat(n / 2)}`,
  comments: n => `[${'/**/'.repeat(n / 4)}`,
  'open comment': n => `[/*${'*'.repeat(n)}`,
  backticks: n => '`'.repeat(n),
  'prose {': n => 'text { '.repeat(n / 7),
  'many {}': n => '{} '.repeat(n / 3),
  'line breaks': n => `{"a": "${'\n'.repeat(n)}`,
  'missing quotes': n => `[${'a" '.repeat(n / 3)}`,
  'strings, no comma': n => `[${'"a" '.repeat(n / 4)}`,
  'concatenation': n => `"a"${'+"b"'.repeat(n / 4)}`,
};
