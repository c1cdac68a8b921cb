import source from './travel.js' with { type: 'text' };

/**
 * The agent's text in groups of lines, each with the pane that it decides.
 * @type {{ pane: '' | 'sent' | 'did' | 'sees', text: string }[]}
 */
export const GROUPS = grouped(source.slice(source.indexOf('export const travel')).replace('export const', 'const').trimEnd().split('\n'));

/** @param {string[]} lines */
function grouped(lines) {
  const groups = [];
  let pane = '';
  for (const line of lines) {
    if (/^ {2}(name|instructions):/.test(line)) pane = 'sent';
    else if (/^ {4}flights:/.test(line)) pane = 'did';
    else if (/^ {4}book:/.test(line)) pane = 'sees';
    else if (!line.startsWith('    ')) pane = '';
    if (groups.at(-1)?.pane === pane) groups.at(-1).text += `\n${line}`;
    else groups.push({ pane, text: line });
  }
  return groups;
}
