/** Answers that the tours offer, by language and agent, up to a card that the user decides. The stepper's tour begins with its task. */
export const TOURS = {
  en: {
    guide: ['I built the login module with OAuth 2.0 and JWT on my own', 'The hardest problem was session expiry, I solved it with refresh tokens', 'Login errors fell by 35 %, 2000 users', 'Yes, I can answer these'],
    schedule: ['Put two Calculus revision tasks on Wednesday afternoon'],
    content: ['I want to write an article about role-play training', 'team leads in software companies, who have no time to practise', 'book a free trial'],
    stepper: [],
  },
  zh: {
    guide: ['登录模块是我自己从头做的，用的是 OAuth 2.0 和 JWT', '最难的是登录态过期，我用刷新令牌解决的', '登录错误减少了 35%，服务 2000 名用户', '可以，都能回答'],
    schedule: ['把两项高数复习排到周三下午'],
    content: ['我想写一篇介绍AI对练工具的文章', '互联网公司的一线经理，没有时间练习', '预约一次试用'],
    stepper: [],
  },
};
