/** Languages of this page. */
export type Lang = 'en' | 'zh';

const en = {
  title: 'Travel', hello: 'Where would you like to go?', try: ['From Berlin to Lisbon, tomorrow, 2 people, 3 nights', 'From Shanghai to Tokyo, tomorrow'],
  say: 'Message', hint: 'From Berlin to Lisbon, tomorrow, 2 people, 3 nights', declines: 'Words decline the order and say why', send: 'Send', stop: 'Stop', retry: 'Try again', goOn: 'Please go on.',
  opening: 'Opening…', thinking: 'Thinking…', running: { flights: 'Searching flights…', hotels: 'Searching hotels…', book: 'Booking…' } as Record<string, string>,
  watches: 'This trip is open in another tab, which leads.', takeOver: 'Lead here', again: 'New trip', settings: 'Model', lang: '中文',
  bookings: (numbers: string[]) => (numbers.length ? `Booked on this trip: ${numbers.join(', ')}` : 'Nothing is booked on this trip yet.'),
  flight: 'Flight', travellers: 'Travellers', hotel: 'Hotel', none: 'No hotel', nights: 'Nights', total: 'In all', unknown: 'not in the search results',
  approve: 'Book', decline: 'Decline', declined: 'Declined', choose: 'Choose', booked: (number: string) => `Booked: ${number}`, people: (n: number) => (n === 1 ? '1 traveller' : `${n} travellers`), failed: { flights: 'The search for flights failed.', hotels: 'The search for hotels failed.', book: 'Not booked.' } as Record<string, string>, wasTotal: (was: string) => `The agent’s total was ${was}; it is corrected here.`,
  seats: (n: number) => `${n} ${n === 1 ? 'seat' : 'seats'} left`, night: (price: string) => `${price} a night`, stay: (name: string, nights: number) => `${name}, ${nights} ${nights === 1 ? 'night' : 'nights'}`,
  script: 'A script answers, no model: it knows cities, dates and numbers.', model: (name: string) => `Model: ${name}`,
  about: 'Any server that speaks the OpenAI protocol and allows calls from pages. The key stays in this page’s memory: after a reload you are asked again.',
  errors: {
    unavailable: 'The server did not answer.', same_city: 'A flight needs two different cities.', past: 'That day is over.', unknown_flight: 'There is no such flight.', unknown_hotel: 'There is no such hotel in that city.',
    sold_out: 'Not enough seats are left.', wrong_total: 'The total does not match the prices.',
  } as Record<string, string>,
  url: 'Address', name: 'Model name', key: 'Key, if needed', use: 'Use this model', useScript: 'Use the script',
};

const zh: typeof en = {
  title: '旅行', hello: '想去哪里？', try: ['从柏林到里斯本，明天，2 人，3 晚', '从上海到东京，明天'],
  say: '消息', hint: '从柏林到里斯本，明天，2 人，3 晚', declines: '发消息就是拒绝这份订单，并说明原因', send: '发送', stop: '停止', retry: '重试', goOn: '请继续。',
  opening: '正在打开…', thinking: '思考中…', running: { flights: '正在查航班…', hotels: '正在查酒店…', book: '正在预订…' },
  watches: '这趟行程正在另一个标签页中进行。', takeOver: '在这里继续', again: '新行程', settings: '模型', lang: 'English',
  bookings: numbers => (numbers.length ? `这趟行程已预订：${numbers.join('、')}` : '这趟行程还没有预订。'),
  flight: '航班', travellers: '人数', hotel: '酒店', none: '不住酒店', nights: '晚数', total: '总价', unknown: '不在查询结果里',
  approve: '预订', decline: '拒绝', declined: '已拒绝', choose: '选这个', booked: number => `已预订：${number}`, people: n => `${n} 人`, failed: { flights: '航班查询失败。', hotels: '酒店查询失败。', book: '没有订成。' }, wasTotal: was => `模型算的总价是 ${was}，这里已改正。`,
  seats: n => `余 ${n} 座`, night: price => `每晚 ${price}`, stay: (name, nights) => `${name}，${nights} 晚`,
  script: '现在由脚本回答，不是模型：它只认得城市、日期和数字。', model: name => `模型：${name}`,
  about: '任何兼容 OpenAI 协议、允许网页调用的服务器都可以。密钥只留在本页内存里，刷新后需要重新输入。',
  errors: {
    unavailable: '服务器没有响应。', same_city: '出发和到达不能是同一个城市。', past: '那一天已经过去了。', unknown_flight: '没有这个航班。', unknown_hotel: '那个城市没有这家酒店。',
    sold_out: '剩下的座位不够。', wrong_total: '总价和单价对不上。',
  },
  url: '地址', name: '模型名', key: '密钥（如需要）', use: '使用这个模型', useScript: '使用脚本',
};

export const WORDS: Record<Lang, typeof en> = { en, zh };
export type Words = typeof en;

export const euros = (amount: number, lang: Lang) => new Intl.NumberFormat(lang, { style: 'currency', currency: 'EUR', maximumFractionDigits: 2, trailingZeroDisplay: 'stripIfInteger' } as Intl.NumberFormatOptions).format(amount);
export const dayOf = (day: string, lang: Lang) => new Intl.DateTimeFormat(lang, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day));
export const duration = (minutes: number, lang: Lang) => [[Math.floor(minutes / 60), 'hour'], [minutes % 60, 'minute']].filter(([n]) => n)
  .map(([n, unit]) => new Intl.NumberFormat(lang, { style: 'unit', unit: unit as string, unitDisplay: 'short' }).format(n as number)).join(' ');
