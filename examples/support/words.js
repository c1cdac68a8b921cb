export const WORDS = {
  en: {
    title: 'Support', hello: 'Which order is it about?', hint: 'A cup of order 1041 is broken, refund 7 euros', say: 'Message', send: 'Send', stop: 'Stop', retry: 'Try again', goOn: 'Please go on.',
    atCard: 'Ask, or say what to change', byButton: 'Use the buttons of the card', thinking: 'Thinking…', find: 'Looking orders up…', refund: 'Paying back…', failed: 'Not paid back:', errors: { unknown_order: 'there is no such order.', refunded_already: 'the order was refunded in full.', too_much: 'that is more than is left of the order.' }, declined: 'Declined:', approve: 'Pay back', decline: 'Decline',
    order: 'Order', euros: 'Euros', reason: 'Reason', orders: 'Orders', customer: 'Customer', total: 'Total', refunded: 'Refunded', note: 'Note: ', paid: (/** @type {number} */ order, /** @type {string} */ euros, /** @type {string} */ reason) => `Paid back ${euros} for order ${order}: ${reason}`,
    found: (/** @type {number} */ n) => (n === 1 ? '1 order found' : `${n} orders found`), watches: 'Another tab leads this conversation.', takeOver: 'Lead here', lang: '中文', again: 'New conversation',
    script: 'A script answers, no model: it knows order numbers and amounts.', model: 'Model', about: 'Any OpenAI-compatible server that allows calls from pages. The key stays in this page’s memory.',
    baseUrl: 'Address', name: 'Model name', key: 'Key, if needed', use: 'Use this model',
  },
  zh: {
    title: '客服', hello: '是关于哪个订单的？', hint: '订单 1041 的杯子碎了，退 7 欧元', say: '消息', send: '发送', stop: '停止', retry: '重试', goOn: '请继续。',
    atCard: '可提问或要求修改', byButton: '请用卡片上的按钮', thinking: '思考中…', find: '正在查订单…', refund: '正在退款…', failed: '没有退款：', errors: { unknown_order: '没有这个订单。', refunded_already: '这个订单已经全额退款。', too_much: '超过了这个订单还能退的金额。' }, declined: '已拒绝：', approve: '退款', decline: '拒绝',
    order: '订单', euros: '欧元', reason: '原因', orders: '订单', customer: '顾客', total: '总价', refunded: '已退', note: '备注：', paid: (/** @type {number} */ order, /** @type {string} */ euros, /** @type {string} */ reason) => `已为订单 ${order} 退款 ${euros}：${reason}`,
    found: (/** @type {number} */ n) => `找到 ${n} 个订单`, watches: '这段对话正在另一个标签页中进行。', takeOver: '在这里继续', lang: 'English', again: '新对话',
    script: '现在由脚本回答，不是模型：它只认得订单号和金额。', model: '模型', about: '任何兼容 OpenAI 协议、允许网页调用的服务器都可以。密钥只留在本页内存里。',
    baseUrl: '地址', name: '模型名', key: '密钥（如需要）', use: '使用这个模型',
  },
};
