import { capital } from './facts.js';

/** Sentences of the texts, filled with the project's statements. */
export const WORDS = {
  zh: {
    channel: '公众号',
    title: ({ topic, pains }) => `${topic}：从“${pains[0]}”开始改变`,
    scene: ({ person, pains }) => `让${person}头疼的事很具体：${pains[0]}。`,
    parts: [
      (pain, value) => `很多人卡在这里：${pain}。不必一次解决，先做小的一步：${value}。当天就能看到一点变化。`,
      (pain, value) => `${pain}，这很常见。换个做法：${value}。试过一次，心里就有数了。`,
      (pain, value) => `如果你也觉得${pain}，可以这样开始：${value}。花的时间不多，效果看得见。`,
    ],
    post: ({ who, values, action }) => `写给${who}：${values[0]}。现在就可以${action}，先走一小步，再决定要不要继续。`,
    design: ({ topic, who, action }, outline) => `## 定位\n用${who}自己的场景讲${topic}。让他们看完愿意${action}。\n\n## 大纲\n${outline}\n\n## 理由\n先让读者认出自己，再逐一回应痛点。最后只请他做一件事：${action}。`,
    outreach: ({ pains, action }, channels) => `## 渠道与理由\n${channels}\n\n## 核心信息\n不必再为“${pains[0]}”发愁，今天就可以${action}。\n\n## 注意事项\n- 与核心内容保持一致\n- 每个渠道只放一个行动`,
  },
  en: {
    channel: 'Newsletter',
    title: ({ topic, pains }) => `${capital(topic)}: where "${pains[0]}" ends`,
    scene: ({ person, pains }) => `What troubles ${person} most: ${pains[0]}.`,
    parts: [
      (pain, value) => `Many get stuck here: ${pain}. It need not be solved at once. Take one small step: ${value}. The first change shows on the same day.`,
      (pain, value) => `It is common: ${pain}. There is another way: ${value}. After one try you know whether it suits you.`,
      (pain, value) => `Does this sound familiar: ${pain}? Then begin with this: ${value}. It takes little time, and you can see what it does.`,
    ],
    post: ({ who, values, action }) => `For ${who}: ${values[0]}. You can ${action} today. Take one small step, then decide whether to go on.`,
    design: ({ topic, who, action }, outline) => `## Position\nTell of ${topic} in scenes that ${who} know. Afterwards they ${action}.\n\n## Outline\n${outline}\n\n## Why in this order\nReaders first recognise themselves, then each pain is answered. In the end one thing is asked of them: ${action}.`,
    outreach: ({ pains, action }, channels) => `## Channels and reasons\n${channels}\n\n## Key message\nAn end to "${pains[0]}": readers can ${action} today.\n\n## Cautions\n- Stay with what the core content says\n- One action per channel`,
  },
};
