export const WORDS = {
  en: {
    title: 'Receipts', hello: 'Send the photo of a receipt: it becomes a table, and after your yes an entry.', say: 'Message', hint: 'Words, if you like', send: 'Send', stop: 'Stop', retry: 'Try again', photos: 'Photos', sample: 'A sample receipt', torn: 'A torn one',
    thinking: 'Looking…', failed: 'Not entered:', declined: 'Declined:', approve: 'Enter', decline: 'Decline', shop: 'Shop', day: 'Day', article: 'Article', euros: 'Euros', total: 'Total', book: 'Book of expenses', empty: 'Nothing entered yet.', lost: 'The photo is lost.',
    watches: 'Another tab leads this conversation.', takeOver: 'Lead here', lang: '中文', again: 'New conversation', script: 'A script answers, no model: it knows the two samples.', model: 'Model', about: 'Any OpenAI-compatible server with a model that sees, and that allows calls from pages. The key stays in this page’s memory.',
    baseUrl: 'Address', name: 'Model name', key: 'Key, if needed', use: 'Use this model',
  },
  zh: {
    title: '小票', hello: '发一张小票的照片：先变成表格，您同意后记账。', say: '消息', hint: '可以不写字', send: '发送', stop: '停止', retry: '重试', photos: '照片', sample: '一张示例小票', torn: '一张残缺的',
    thinking: '正在看…', failed: '没有记入：', declined: '已拒绝：', approve: '记入', decline: '拒绝', shop: '商店', day: '日期', article: '商品', euros: '欧元', total: '合计', book: '账目', empty: '还没有记账。', lost: '照片已丢失。',
    watches: '这段对话正在另一个标签页中进行。', takeOver: '在这里继续', lang: 'English', again: '新对话', script: '现在由脚本回答，不是模型：它只认得两张示例。', model: '模型', about: '任何兼容 OpenAI 协议、模型能看图并允许网页调用的服务器都可以。密钥只留在本页内存里。',
    baseUrl: '地址', name: '模型名', key: '密钥（如需要）', use: '使用这个模型',
  },
};
