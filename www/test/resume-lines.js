/** Resumes as people write them, with what is to come of them. */
export const RESUMES = {
  en: {
    text: `Ada Byron
Front-end developer
ada@example.com | +44 20 7946 0000

EXPERIENCE
Developer, Norrsken, 2019 - 2022
• Built the login module and
the profile page
• Fixed bugs

SKILLS
Languages: TypeScript, Python

Page 1 of 1`,
    wish: 'Front-end developer',
    highlights: ['Built the login module and the profile page', 'Fixed bugs'],
    leftOut: ['Page 1 of 1'],
  },
  zh: {
    text: `陈思远
前端开发
电话：13800000000  邮箱：chen@example.cn

项目经历
在线考试系统  2021.03-2021.06
• 负责判卷模块的开
发
• 支持 200 人同时考试

专业技能
Vue、TypeScript

第 1 页`,
    wish: '前端开发工程师',
    highlights: ['负责判卷模块的开发', '支持 200 人同时考试'],
    leftOut: ['第 1 页'],
  },
};
