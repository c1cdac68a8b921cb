/** Beginnings of complaints about an unusable reply, in both languages. Complaints of an agent itself begin with the place. */
const COMPLAINT = /^(你的回复|Your reply |The brackets of your reply |There is no JSON object in your reply|\/\w+: )/;

/**
 * The messages without corrections at their end, and whether there were any.
 * @param {{ role: string, content: string }[]} messages
 */
export function withoutCorrections(messages) {
  let end = messages.length;
  while (isCorrection(messages, end)) end -= 2;
  return { asked: messages.slice(0, end), corrected: end < messages.length };
}

const isCorrection = (messages, end) =>
  messages[end - 1]?.role === 'user' && messages[end - 2]?.role === 'assistant' && COMPLAINT.test(messages[end - 1].content);
