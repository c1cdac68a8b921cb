/** Projects of generated users: subject, audience, aim, and their words. */
import { pick, random } from '../../demo/offline/random.js';

const ZH = {
  things: [['一篇介绍AI对练工具的文章', 'AI对练工具'], ['一个讲家庭存钱方法的视频脚本', '家庭存钱方法'], ['一份社区花园的宣传文案', '社区花园'], ['一本新手跑步指南', '新手跑步'], ['一篇关于在职考研的公众号文章', '在职考研'], ['一份旧书交换活动的介绍', '旧书交换活动']],
  readers: ['互联网公司的一线经理，没有时间练绩效面谈', '刚工作三年的年轻人，总是月光，不知道钱花在哪里', '小区里的退休老人，缺少一起活动的伙伴', '每天加班的上班族，怕受伤', '有孩子的在职妈妈，晚上很累，复习时间很碎', '大学生，买教材很贵'],
  actions: ['预约一次试用', '今晚记一次账', '周六来花园看看', '出门走十分钟', '下载学习计划', '带一本书来交换'],
  openings: [(what, who) => `我想做${what}，写给${who.split('，')[0]}看`, what => `帮我写${what}`, what => what],
  start: '开始', approve: ['继续', '可以', '下一步', '好的'], produce: '可以了，直接生成吧',
  shorter: '写短一点', section: '加一节关于价格的内容', keep: '保留', chat: '为什么这样安排？',
};
const EN = {
  things: [['an article about role-play training', 'role-play training'], ['a video script on saving money as a family', 'saving money'], ['a post about our community garden', 'community garden'], ['a guide to running for beginners', 'running'], ['a newsletter about studying beside a job', 'studying beside a job'], ['an introduction to the book swap in our library', 'book swap']],
  readers: ['team leads in software companies, who have no time to practise difficult talks', 'young families, who lose track of what they spend', 'retired neighbours; they lack company', 'office workers who are afraid of injuries', 'nurses on night shifts, who are tired and study in pieces', 'students, who find textbooks expensive'],
  actions: ['book a free trial', 'write down what they spend tonight', 'come to the garden on Saturday', 'walk for ten minutes', 'download the study plan', 'bring one book to swap'],
  openings: [(what, who) => `I want to write ${what} for ${who.split(/[,;]| who /)[0]}`, what => `Please write ${what}`, what => what],
  start: 'start', approve: ['continue', 'ok', 'next', 'looks good'], produce: 'that is all, go ahead',
  shorter: 'make it shorter', section: 'add a section about the price', keep: 'keep it', chat: 'why in this order?',
};

/** Project of this number. The same number gives the same project. @param {number} number */
export function projectNumber(number) {
  const lang = /** @type {'zh' | 'en'} */ (number % 2 ? 'zh' : 'en');
  const words = lang === 'zh' ? ZH : EN;
  const chance = random(number + 7);
  const [what, topic] = pick(chance, words.things);
  const [reader, action] = [pick(chance, words.readers), pick(chance, words.actions)];
  return { lang, words, what, topic, reader, action, opening: pick(chance, words.openings)(what, reader), approve: pick(chance, words.approve), asksFirst: chance() < 0.3, stopsEarly: chance() < 0.3 };
}
