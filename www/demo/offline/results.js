/** The user's words and the results of tools in a message; each result is JSON between marks. @param {string} content */
export const partsOf = content => content.split(/\n*<data from="[^"]*">\n|\n<\/data>\n*/).filter(Boolean);

/** A tool's result. @param {string} content @returns {{ tool: string, args: any, result?: any, error?: { code: string, text: string } } | undefined} */
export function observation(content) {
  if (!content.startsWith('{"tool":')) return undefined;
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/** The user's last words. @param {{ role: string, content: string }[]} messages */
export const lastWords = messages => messages.filter(({ role }) => role === 'user').flatMap(({ content }) => partsOf(content)).findLast(part => !observation(part)) ?? '';
