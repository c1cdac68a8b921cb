import { talk } from './try.tmp.mjs';
const quiet = process.argv[2] !== 'all';
await talk('zh', ['把所有任务安排到整个学期', '不要早八，周三下午空出来', '只重排高数', '从头全部重排，每天最多两项', '最多改五项，周五不要排', '把第 3 单元单词移到周四', '为什么第 3 单元单词在周四？', '为什么不放在周五，第 3 单元单词？', '取消所有要求', '把高数复习排到周三下午', '取消高数复习的前两个任务'], { now: '2026-10-28T09:00', show: !quiet });
let k = 0;
await talk('en', ['Arrange all tasks over the whole semester'], { show: !quiet, answer: (card, t) => (t === 0 ? { accept: false, reason: 'no evenings please' } : t === 1 ? { accept: false } : { accept: true }) });
await talk('en', ['Put Functions and limits on Saturday of week 2, period 5', 'Put Topic and search on Friday of week 3 at 18:30', 'put literature on Wednesday mornings in week 3', 'put literature in the afternoon in weeks 3 to 8', 'put physics on Wednesday', 'undo', 'why?'], { show: !quiet });
