/** Texts of the phases, made from the project's statements. */

const numbered = lines => lines.map((line, index) => `${index + 1}. ${line}`).join('\n');
const listed = lines => lines.map(line => `- ${line}`).join('\n');

/** Joins parts of a text, some with a heading. @param {(string | [string, string])[]} parts */
const text = (...parts) => parts.map(part => (typeof part === 'string' ? part : `## ${part[0]}\n${part[1]}`)).join('\n\n');

/** @param {string} words */
export const capital = words => words.replace(/^[a-z]/, first => first.toUpperCase());

const lower = words => words.replace(/^[A-Z](?=[a-z])/, first => first.toLowerCase());

/** Problem of the person in a scene, by preference the person's own. @param {Facts} facts */
const troubleOf = ({ person, pains }) => person.pains?.[0] ?? pains[0];

/** @typedef {import('./facts.js').Facts} Facts */

const ZH = {
  title: ({ topic, pains }) => `${topic}：从“${pains[0]}”开始改变`,
  heading: pain => `${pain}，怎么办？`,
  scene: facts => `${facts.person.name}，${facts.person.background}。让${facts.person.name}头疼的事很具体：${troubleOf(facts)}。`,
  story: told => `先说一件真事：${told}`,
  part: (pain, value) => `很多人卡在这里：${pain}。不必一次解决，先做小的一步：${value}。当天就能看到一点变化。`,
  close: ({ action, who }) => `如果你也是${who}，现在就可以${action}。先走一小步，再决定要不要继续。`,
  cta: ({ action, who }) => `写给${who}：现在就${action}。只要几分钟，不合适随时可以停下。`,
  answers: (pain, value) => `**${pain}怎么办？** ${value}，从最小的一步做起。`,
  design: ({ topic, who, action, pains, values }) => text(
    ['定位', `用${who}自己的场景讲${topic}，让他们看完愿意${action}。`],
    ['大纲', numbered([`开场：一个“${pains[0]}”的真实场景`, ...pains.map((pain, at) => `${pain}：给出做法，${values[at % values.length]}`), `结尾：请读者${action}`])],
    ['这样安排的理由', '先让读者认出自己，再逐一回应痛点，最后只请他做一件事。'],
  ),
  outer: ({ who, action, topic, pains }, channels) => text(
    ['渠道与理由', listed(channels.map(one => `**${one.name}**：${one.about || `${who}常在这里`}`))],
    ['各渠道策略', listed(channels.map(one => `${one.name}：${one.style || '一个场景，一个观点'}${one.most ? `，不超过 ${one.most} 字` : ''}`))],
    ['核心信息', `${topic}：不必再为“${pains[0]}”发愁，今天就可以${action}。`],
    ['注意事项', listed(['与核心内容保持一致，不夸大效果', '每个渠道只放一个行动'])],
  ),
  post: ({ topic, pains, values, action, person }) => text(
    `**${topic}**`, `${person.name}也曾经这样：${pains[0]}。后来发现：${values[0]}。`, listed(values), `想试试吗？${action}。你最头疼的是哪一步？`,
  ),
  letter: facts => text(`**${ZH.title(facts)}**`, ZH.scene(facts), ZH.part(facts.pains[0], facts.values[0]), ZH.close(facts), ...(facts.creator ? [`——${facts.creator}`] : [])),
  simulate: ({ person, pains, topic, action }, made) => text(
    `我是${person.name}，${person.background}。`,
    ['优点', listed([`开头就说到了“${pains[0]}”，像在说我`, `${made ? `《${made}》` : '内容'}结构清楚，能很快看完`])],
    ['缺点', listed([`关于${topic}，具体例子还不够，我想看到第一句话怎么说`, `没有说明${action}要花多少时间`])],
    ['建议', listed(['补一个完整的对话示例', '在结尾写明下一步只要几分钟'])],
  ),
  evaluate: ({ who, pains, action }) => text(
    ['评分', listed([
      `意图契合：8，始终围绕目标，结尾引向“${action}”`, `受众契合：8，回应了${who}的“${pains[0]}”`,
      '内容质量：7，结构清楚，例子偏少', '模拟反馈：7，读者愿意看完，希望更具体',
    ])],
    ['建议', numbered(['开头补一个真实场景', '给出一段可以照着说的话', `结尾写明${action}需要多长时间`])],
    ['总体结论', '可以发布；按建议修改后更有说服力。'],
  ),
};

const EN = {
  title: ({ topic, pains }) => `${capital(topic)}: where "${pains[0]}" ends`,
  heading: pain => capital(pain),
  scene: facts => `${facts.person.name} is ${lower(facts.person.background)}. What troubles ${facts.person.name} is plain: ${lower(troubleOf(facts))}.`,
  story: told => `It happened like this: ${told}`,
  part: (pain, value) => `Many get stuck here: ${pain}. It need not be solved at once. Take one small step: ${value}. The first change shows on the same day.`,
  close: ({ action, who }) => `If you are one of these ${who}, you can ${action} today. Take one small step, then decide whether to go on.`,
  cta: ({ action, who }) => `For ${who}: ${action} today. It takes a few minutes, and you can stop whenever it does not suit you.`,
  answers: (pain, value) => `**What about "${pain}"?** Begin with the smallest step: ${value}.`,
  design: ({ topic, who, action, pains, values }) => text(
    ['Position', `Tell of ${topic} in scenes that ${who} know, so that they ${action} afterwards.`],
    ['Outline', numbered([
      `Opening: a true scene of "${pains[0]}"`, ...pains.map((pain, at) => `${capital(pain)}: the answer is ${values[at % values.length]}`), `End: ask the reader to ${action}`,
    ])],
    ['Why in this order', 'Readers first recognise themselves, then each pain is answered, and in the end one thing is asked of them.'],
  ),
  outer: ({ who, action, topic, pains }, channels) => text(
    ['Channels and reasons', listed(channels.map(one => `**${one.name}**: ${one.about || `${who} are there`}`))],
    ['Strategy per channel', listed(channels.map(one => `${one.name}: ${one.style || 'one scene, one idea'}${one.most ? `, at most ${one.most} characters` : ''}`))],
    ['Key message', `${capital(topic)}: an end to "${pains[0]}". Readers can ${action} today.`],
    ['Cautions', listed(['Stay with what the core content says; promise no more', 'One action per channel'])],
  ),
  post: ({ topic, pains, values, action, person }) => text(
    `**${capital(topic)}**`, `${person.name} knew it well: ${pains[0]}. Then it turned out: ${values[0]}.`, listed(values.map(capital)), `Would you ${action}? Which step is the hardest for you?`,
  ),
  letter: facts => text(`**${EN.title(facts)}**`, EN.scene(facts), EN.part(facts.pains[0], facts.values[0]), EN.close(facts), ...(facts.creator ? [`Yours, ${facts.creator}`] : [])),
  simulate: ({ person, pains, topic, action }, made) => text(
    `I am ${person.name}, ${person.background}.`,
    ['Strengths', listed([`The opening speaks of "${pains[0]}", and that is my day`, `${made ? `"${made}"` : 'The text'} is clear and quickly read`])],
    ['Weaknesses', listed([`There are too few examples of ${topic}: I want to see the first sentence to say`, `It does not say how long it takes to ${action}`])],
    ['Suggestions', listed(['Add one whole example of a talk', 'Say at the end that the next step takes a few minutes'])],
  ),
  evaluate: ({ who, pains, action }) => text(
    ['Scores', listed([
      `Intent fit: 8, it stays with the aim and leads to "${action}"`, `Audience fit: 8, it answers what troubles ${who}: ${pains[0]}`,
      'Quality: 7, clear, with few examples', 'Simulation feedback: 7, readers go on to the end and want it more concrete',
    ])],
    ['Suggestions', numbered(['Open with a true scene', 'Give a sentence that can be said as it is', `Say how long it takes to ${action}`])],
    ['Overall', 'Ready to publish; more convincing with these changes.'],
  ),
};

/** The sentences of a language. @param {'zh' | 'en'} lang */
export const wordsIn = lang => (lang === 'zh' ? ZH : EN);
