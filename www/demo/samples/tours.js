/** Answers that the tours offer, by language and agent, up to a card that the user decides. The stepper's tour begins with its task. */
export const TOURS = {
  en: {
    guide: ['I built the login module from scratch with OAuth 2.0 and JWT', 'I solved the hardest problem, session expiry, with refresh tokens', 'I cut login errors by 35 % for 2,000 users', 'Yes, I can answer these'],
    schedule: ['Put two Calculus revision tasks on Wednesday afternoon'],
    content: ['I want to write an article about role-play training', 'team leads in software companies, who have no time to practise', 'book a free trial'],
    stepper: [],
  },
  zh: {
    guide: ['我用 OAuth 2.0 和 JWT 从零搭建了登录模块', '我用刷新令牌解决了最难的登录态过期问题', '登录错误减少了 35%，服务 2000 名用户', '可以，都能回答'],
    schedule: ['把两项高数复习排到周三下午'],
    content: ['我想写一篇介绍AI对练工具的文章', '互联网公司的一线经理，没有时间练习', '预约一次试用'],
    stepper: [],
  },
};
