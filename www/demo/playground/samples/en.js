/** Typical replies of models, named after their damage. */
export const en = {
  decision: `<think>Numbers are there, so a draft is due. {"next_action": "WAIT"} would be too early.</think>
Sure! Here is my decision:

\`\`\`json
{
  'thought': 'They gave the effect in numbers',   // enough for a draft
  intent: "continue",
  "next_action": "propose draft",
  "reply_to_user": "Shall I write "cut login errors by 35 %" or give the count?",
  "draft_content": "Rebuilt sign-in with OAuth 2.0; login errors fell by 35 %",
}
\`\`\`
Tell me if you want it shorter.`,

  arguments: `{"tool": "Book_Hotel", "arguments": "{\\"city\\": \\"Lisbon\\", \\"check_in\\": \\"2026-03-14\\", \\"nights\\": \\"3\\", \\"breakfast\\": \\"yes\\"}"}`,

  python: `{'vendor': 'Norrsken AB', 'issued': '2026-01-31', 'currency': 'EUR',
 'items': [
    {'name': 'Standing desk', 'quantity': 2, 'price': 419.00},
    {'name': 'Lamp', 'quantity': 4, 'price': 35.50},   # delivered later
 ],
 'total': 980.00, 'paid': False,
}`,

  quotes: `{"thought": "He said "maybe", then "yes"", "intent": "CONTINUE", "next_action": "REQUEST_CONFIRM",
"reply_to_user": "Is "Team lead, 2024" right?
You also wrote "acting lead".", "draft_content": null}`,

  fullwidth: `｛“tool”：“search_hotels”，“arguments”：｛“city”：“Porto”，“check_in”：“2026-03-17”，“nights”：２，“breakfast”：true｝｝`,

  cut: `{"vendor": "Norrsken AB", "issued": "2026-01-31", "currency": "EUR", "items": [
  {"name": "Standing desk", "quantity": 2, "price": 419.00},
  {"name": "Lamp", "quantity": 4, "price": 35.50}
], "total": 980.00, "paid": fal`,

  problems: `{"vendor": "Norrsken AB", "issued": "last Friday", "currency": "SEK", "items": [
  {"name": "Standing desk", "quantity": 0, "price": 419.00},
  {"name": "Lamp", "price": "thirty"}
], "paid": "yes"}`,

  several: `The form is {"tool": "...", "arguments": {}}, and for your trip [see below] I call:

{"tool": "search_hotels", "arguments": {"city": "Lisbon", "check_in": "2026-03-14", "nights": 3}}

I could also have sent {"tool": "wait"}.`,

  lines: `{"task": "Send the invoice", "priority": "High", "due": "2026-02-01", "done": false}
{"task": "Order lamps", "priority": "low", "due": null, "done": "no"}
{"task": "Call Ada", "priority": "medium"}`,

  brackets: `{"vendor": "Norrsken AB" "currency": "EUR", items: [{"name": "Lamp", "quantity": 4, "price": 35.50, {"name": "Desk" "quantity": 2, "price": 419], "total": 980,, "paid" true`,

  encoded: `"{\\"tool\\": \\"cancel_booking\\", \\"arguments\\": {\\"city\\": \\"Porto\\", \\"check_in\\": \\"2026-03-17\\", \\"nights\\": 2}}"`,

  prose: `I'd rather ask first: for which nights do you need the hotel, and is breakfast important to you?`,
};
