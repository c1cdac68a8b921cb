/** The words of the tables, in both languages. */
export const WORDS = {
  en: {
    event: 'event', loss: 'Stepgate’s loss', library: 'library', adapter: 'lines of the adapter', careful: 'lines of careful payment', versions: 'versions', measured: 'measured',
    none: 'none', paysTwice: 'pays twice', asksMore: 'asks more', twice: 'paid twice', dead: 'dead after a second attempt', of: (hits, all) => `${hits} of ${all}`, notRun: 'not run', missing: 'Events that were not run:',
    trouble: number => `${number} without a result`,
    setup: (profile, bank, browser) => `Profile \`${profile}\`, bank \`${bank}\`, ${browser}`,
    deaths: 'When the page really died', died: 'ms after the press: 10 %, median, 90 %', phases: { 'not sent': 'request not sent', sent: 'sent, not paid', paid: 'paid, not answered', answered: 'answered, not shown' },
    outcomes: {
      once: 'once', 'asked again': 'once, approved again', doubt: 'once, “was it done?”', 'told unknown': 'told that nobody knows', 'failed (not paid)': 'told failed, rightly', 'stuck (not paid)': 'stuck, not paid',
      'lost (not paid)': 'conversation lost, not paid', 'failed (paid)': 'told failed, was paid', 'stuck (paid)': 'stuck, was paid', 'lost (paid)': 'conversation lost, was paid', 'done (not paid)': 'told done, was not', twice: 'twice at once',
    },
    separator: '; ', list: ', ', machine: (machine, low, high, dates, trials) => `${dates}; ${machine}; the machine was shared with other work (load ${low} to ${high}); ${trials} trials.`,
  },
  zh: {
    event: '事件', loss: 'Stepgate 的失分', library: '库', adapter: '适配器行数', careful: '谨慎付款的行数', versions: '版本', measured: '测量',
    none: '无', paysTwice: '付了两次', asksMore: '问得更多', twice: '付了两次', dead: '再试后会话不能用', of: (hits, all) => `${hits}/${all}`, notRun: '未测', missing: '没有测的事件：',
    trouble: number => `${number} 次没有结果`,
    setup: (profile, bank, browser) => `\`${profile}\` 档，银行 \`${bank}\`，${browser}`,
    deaths: '页面实际在何时终止', died: '点击后毫秒数：10 %、中位数、90 %', phases: { 'not sent': '请求未发出', sent: '已发出，未付', paid: '已付，未答复', answered: '已答复，未显示' },
    outcomes: {
      once: '一次', 'asked again': '一次，再次批准', doubt: '一次，问“做了吗？”', 'told unknown': '说明无法得知', 'failed (not paid)': '说失败，属实', 'stuck (not paid)': '卡住，未付',
      'lost (not paid)': '会话丢失，未付', 'failed (paid)': '说失败，其实已付', 'stuck (paid)': '卡住，已付', 'lost (paid)': '会话丢失，已付', 'done (not paid)': '说完成，其实未付', twice: '当场两次',
    },
    separator: '；', list: '、', machine: (machine, low, high, dates, trials) => `${dates}；${machine}；测量时机器还有别的任务（负载 ${low} 到 ${high}）；共 ${trials} 次。`,
  },
};
