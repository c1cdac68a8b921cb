// @ts-check

/** The results of tools that a message tells the model: JSON between marks. @param {{ content: string }} message @returns {any[]} */
export const resultsIn = ({ content }) => [...content.matchAll(/^<data from="[^"]*">\n(.*)\n<\/data>$/gm)].map(([, json]) => JSON.parse(json));
