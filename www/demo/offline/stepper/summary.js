/**
 * Summary of some texts in Markdown: their headings, the first sentence of each paragraph, and all open tasks.
 * @param {string[]} texts @param {{ title: string, open: string }} words
 */
export function summaryOf(texts, { title, open }) {
  const lines = texts.join('\n').split('\n').filter(line => line.trim());
  const isTodo = line => line.startsWith('- [ ]');
  const points = lines.filter(line => !isTodo(line)).map(line => (line.startsWith('#') ? `\n${line.replace(/^#+/, '##')}\n` : `- ${firstSentence(line.replace(/^- /, ''))}`));
  const todo = lines.filter(isTodo);
  return `${[`# ${title}`, ...points, ...(todo.length ? [`\n## ${open}\n`, ...todo] : [])].join('\n').replace(/\n{3,}/g, '\n\n')}\n`;
}

const firstSentence = line => /^.{12,}?[.!?。！？](?=\s|$|\p{Script=Han})/u.exec(line)?.[0] ?? line;
