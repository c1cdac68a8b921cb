/** 模型常见的损坏回复，名称即损坏的种类。 */
export const zh = {
  decision: `<think>已经有数字了，可以起草。{"next_action": "WAIT"} 还太早。</think>
好的，我的决定如下：

\`\`\`json
{
  'thought': '用户给出了量化结果',   // 足够起草
  intent: "continue",
  "next_action"："propose draft"，
  "reply_to_user": "写成"登录错误减少 35%"可以吗？还是写具体人数？",
  "draft_content": "独立重构登录模块（OAuth 2.0），登录错误减少 35%",
}
\`\`\`
如需更短请告诉我。`,

  arguments: `{"tool": "Book_Hotel", "arguments": "{\\"city\\": \\"杭州\\", \\"check_in\\": \\"2026-03-14\\", \\"nights\\": \\"3\\", \\"breakfast\\": \\"是\\"}"}`,

  python: `{'vendor': '清析数据科技', 'issued': '2026-01-31', 'currency': 'CNY',
 'items': [
    {'name': '升降桌', 'quantity': 2, 'price': 2199.00},
    {'name': '台灯', 'quantity': 4, 'price': 159.50},   # 稍后送达
 ],
 'total': 5036.00, 'paid': False,
}`,

  quotes: `{"thought": "他先说"也许"，又说"可以"", "intent": "CONTINUE", "next_action": "REQUEST_CONFIRM",
"reply_to_user": "写"前端组长，2024"对吗？
你还写过"代理组长"。", "draft_content": null}`,

  fullwidth: `｛“tool”：“search_hotels”，“arguments”：｛“city”：“苏州”，“check_in”：“2026-03-17”，“nights”：２，“breakfast”：true｝｝`,

  cut: `{"vendor": "清析数据科技", "issued": "2026-01-31", "currency": "CNY", "items": [
  {"name": "升降桌", "quantity": 2, "price": 2199.00},
  {"name": "台灯", "quantity": 4, "price": 159.50}
], "total": 5036.00, "paid": fal`,

  problems: `{"vendor": "清析数据科技", "issued": "上周五", "currency": "JPY", "items": [
  {"name": "升降桌", "quantity": 0, "price": 2199.00},
  {"name": "台灯", "price": "一百多"}
], "paid": "是"}`,

  several: `格式是 {"tool": "...", "arguments": {}}，根据你的行程 [见下]，我调用：

{"tool": "search_hotels", "arguments": {"city": "杭州", "check_in": "2026-03-14", "nights": 3}}

当然也可以是 {"tool": "wait"}。`,

  lines: `{"task": "寄出发票", "priority": "High", "due": "2026-02-01", "done": false}
{"task": "订购台灯", "priority": "low", "due": null, "done": "否"}
{"task": "给小舟打电话", "priority": "medium"}`,

  brackets: `{"vendor": "清析数据科技" "currency": "CNY", items: [{"name": "台灯", "quantity": 4, "price": 159.50, {"name": "升降桌" "quantity": 2, "price": 2199], "total": 5036,, "paid" true`,

  encoded: `"{\\"tool\\": \\"cancel_booking\\", \\"arguments\\": {\\"city\\": \\"苏州\\", \\"check_in\\": \\"2026-03-17\\", \\"nights\\": 2}}"`,

  prose: `我想先确认一下：你需要住哪几晚？早餐对你重要吗？`,
};
