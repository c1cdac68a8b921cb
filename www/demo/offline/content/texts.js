/** The texts of the phases, from what the project says. */

const numbered = lines => lines.map((line, index) => `${index + 1}. ${line}`).join('\n');
const listed = lines => lines.map(line => `- ${line}`).join('\n');

/** @typedef {import('./facts.js').Facts} Facts */

const ZH = {
  title: ({ topic, pains }) => `${topic}：从“${pains[0]}”开始改变`,
  scene: ({ person, pains }) => `${person.name}，${person.background}。让${person.name}头疼的事很具体：${person.pains?.[0] ?? pains[0]}。`,
  story: told => `先说一件真事：${told}`,
  part: (pain, value) => `很多人卡在这里：${pain}。不必一次解决，先做小的一步：${value}。当天就能看到一点变化。`,
  close: ({ action, who }) => `如果你也是${who}，现在就可以${action}。先走一小步，再决定要不要继续。`,
  cta: ({ action, who }) => `写给${who}：现在就${action}。只要几分钟，不合适随时可以停下。`,
  tone: tone => `语气：${tone}`,
  about: ({ topic, who }) => `围绕${topic}，写给${who}。`,
  answers: (pain, value) => `**${pain}怎么办？** ${value}，从最小的一步做起。`,
  heading: pain => `${pain}，怎么办？`,
  design: ({ topic, who, action, pains, values }) => `## 定位\n用${who}自己的场景讲${topic}，让他们看完愿意${action}。\n\n## 大纲\n${numbered([`开场：一个“${pains[0]}”的真实场景`, ...pains.map((pain, at) => `${pain}：给出做法，${values[at % values.length]}`), `结尾：请读者${action}`])}\n\n## 这样安排的理由\n先让读者认出自己，再逐一回应痛点，最后只请他做一件事。`,
  outer: ({ who, action, topic, pains }, channels) => `## 渠道与理由\n${listed(channels.map(one => `**${one.name}**：${one.about || `${who}常在这里`}`))}\n\n## 各渠道策略\n${listed(channels.map(one => `${one.name}：${one.style || '一个场景，一个观点'}${one.most ? `，不超过 ${one.most} 字` : ''}`))}\n\n## 核心信息\n${topic}：不必再为“${pains[0]}”发愁，今天就可以${action}。\n\n## 注意事项\n- 与核心内容保持一致，不夸大效果\n- 每个渠道只放一个行动`,
  post: ({ topic, pains, values, action, person }) => `**${topic}**\n\n${person.name}也曾经${pains[0]}。后来发现：${values[0]}。\n\n${listed(values)}\n\n想试试吗？${action}。你最头疼的是哪一步？`,
  letter: facts => `**${ZH.title(facts)}**\n\n${ZH.scene(facts)}\n\n${ZH.part(facts.pains[0], facts.values[0])}\n\n${ZH.close(facts)}`,
  simulate: ({ person, pains, topic, action }, made) => `我是${person.name}，${person.background}。\n\n## 优点\n- 开头就说到了“${pains[0]}”，像在说我\n- ${made ? `《${made}》` : '内容'}结构清楚，能很快看完\n\n## 缺点\n- 关于${topic}，具体例子还不够，我想看到第一句话怎么说\n- 没有说明${action}要花多少时间\n\n## 建议\n- 补一个完整的对话示例\n- 在结尾写明下一步只要几分钟`,
  evaluate: ({ who, pains, action }) => `## 评分\n- 意图契合：8，始终围绕目标，结尾引向“${action}”\n- 受众契合：8，回应了${who}的“${pains[0]}”\n- 内容质量：7，结构清楚，例子偏少\n- 模拟反馈：7，读者愿意看完，希望更具体\n\n## 建议\n1. 开头补一个真实场景\n2. 给出一段可以照着说的话\n3. 结尾写明${action}需要多长时间\n\n## 总体结论\n可以发布；按建议修改后更有说服力。`,
};

const EN = {
  title: ({ topic, pains }) => `${capital(topic)}: where "${pains[0]}" ends`,
  scene: ({ person, pains }) => `${person.name} is ${person.background.replace(/^./, first => first.toLowerCase())}. What troubles ${person.name} is plain: ${(person.pains?.[0] ?? pains[0]).replace(/^[A-Z](?=[a-z])/, first => first.toLowerCase())}.`,
  story: told => `It happened like this: ${told}`,
  part: (pain, value) => `Many get stuck here: ${pain}. It need not be solved at once. Take one small step: ${value}. The first change shows on the same day.`,
  close: ({ action, who }) => `If you are one of these ${who}, you can ${action} today. Take one small step, then decide whether to go on.`,
  cta: ({ action, who }) => `For ${who}: ${action} today. It takes a few minutes, and you can stop whenever it does not suit you.`,
  tone: tone => `Tone: ${tone}`,
  about: ({ topic, who }) => `About ${topic}, for ${who}.`,
  answers: (pain, value) => `**What about "${pain}"?** Begin with the smallest step: ${value}.`,
  heading: pain => capital(pain),
  design: ({ topic, who, action, pains, values }) => `## Position\nTell of ${topic} in scenes that ${who} know, so that they ${action} afterwards.\n\n## Outline\n${numbered([`Opening: a true scene of "${pains[0]}"`, ...pains.map((pain, at) => `${capital(pain)}: the answer is ${values[at % values.length]}`), `End: ask the reader to ${action}`])}\n\n## Why in this order\nReaders first recognise themselves, then each pain is answered, and in the end one thing is asked of them.`,
  outer: ({ who, action, topic, pains }, channels) => `## Channels and reasons\n${listed(channels.map(one => `**${one.name}**: ${one.about || `${who} are there`}`))}\n\n## Strategy per channel\n${listed(channels.map(one => `${one.name}: ${one.style || 'one scene, one idea'}${one.most ? `, at most ${one.most} characters` : ''}`))}\n\n## Key message\n${capital(topic)}: an end to "${pains[0]}". Readers can ${action} today.\n\n## Cautions\n- Stay with what the core content says; promise no more\n- One action per channel`,
  post: ({ topic, pains, values, action, person }) => `**${capital(topic)}**\n\n${person.name} knew it well: ${pains[0]}. Then it turned out: ${values[0]}.\n\n${listed(values.map(capital))}\n\nWould you ${action}? Which step is the hardest for you?`,
  letter: facts => `**${EN.title(facts)}**\n\n${EN.scene(facts)}\n\n${EN.part(facts.pains[0], facts.values[0])}\n\n${EN.close(facts)}`,
  simulate: ({ person, pains, topic, action }, made) => `I am ${person.name}, ${person.background}.\n\n## Strengths\n- The opening speaks of "${pains[0]}", and that is my day\n- ${made ? `"${made}"` : 'The text'} is clear and quickly read\n\n## Weaknesses\n- There are too few examples of ${topic}: I want to see the first sentence to say\n- It does not say how long it takes to ${action}\n\n## Suggestions\n- Add one whole example of a talk\n- Say at the end that the next step takes a few minutes`,
  evaluate: ({ who, pains, action }) => `## Scores\n- Intent fit: 8, it stays with the aim and leads to "${action}"\n- Audience fit: 8, it answers what troubles ${who}: ${pains[0]}\n- Quality: 7, clear, with few examples\n- Simulation feedback: 7, readers go on to the end and want it more concrete\n\n## Suggestions\n1. Open with a true scene\n2. Give a sentence that can be said as it is\n3. Say how long it takes to ${action}\n\n## Overall\nReady to publish; more convincing with these changes.`,
};

/** @param {string} text */
export const capital = text => text.replace(/^[a-z]/, first => first.toUpperCase());

/** The sentences of a language. @param {'zh' | 'en'} lang */
export const wordsIn = lang => (lang === 'zh' ? ZH : EN);
