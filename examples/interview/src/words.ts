const en = {
  title: 'Interview', topic: 'What is the text about?', begin: 'Begin', again: 'New interview', language: '中文', say: 'Message', hint: 'Your answer', declines: 'What should be different?',
  send: 'Send', stop: 'Stop', retry: 'Try again', thinking: 'Thinking…', writing: 'Writing…', watches: 'Another tab leads this interview.', takeOver: 'Lead here',
  none: 'What you tell is collected here, and can be corrected.', fact: (n: number) => `Fact ${n}`, remove: 'Remove', write: 'Write the text now', text: 'Text', keep: 'Keep my changes', save: 'Save as Markdown',
  script: 'A script answers, no model: it asks fixed questions and writes down your words.', model: 'Model',
  about: 'Any OpenAI-compatible server that allows calls from pages. The key stays in this page’s memory.', baseUrl: 'Address', name: 'Model name', key: 'Key, if needed', use: 'Use this model',
};
const zh: typeof en = {
  title: '采访', topic: '这段文字要写什么？', begin: '开始', again: '新采访', language: 'English', say: '消息', hint: '你的回答', declines: '想改哪里？',
  send: '发送', stop: '停止', retry: '重试', thinking: '思考中…', writing: '正在写…', watches: '这次采访正在另一个标签页中进行。', takeOver: '在这里继续',
  none: '你说的内容会记在这里，可以随时更正。', fact: n => `事实 ${n}`, remove: '删除', write: '现在就写', text: '文字', keep: '保留我的修改', save: '另存为 Markdown',
  script: '现在由脚本回答，不是模型：它只会问固定的问题，再照你的话写下来。', model: '模型',
  about: '任何兼容 OpenAI 协议、允许网页调用的服务器都可以。密钥只留在本页内存里。', baseUrl: '地址', name: '模型名', key: '密钥（如需要）', use: '使用这个模型',
};
export const WORDS = { en, zh };
