// @ts-check
import { toolAgent } from 'stepgate';

const instructions = {
  en: 'You book rooms of the house. Look the rooms up before you name one. Speak English, in one short sentence.',
  zh: '你负责预订楼里的房间。先查房间，再提房间的名字。用中文，说一句短话。',
};

/** An agent with the tools of the server. @param {Record<string, import('stepgate').OwnTool>} tools */
export const desk = tools => toolAgent({ name: 'rooms', instructions, tools });
