/** Lines of name and contact in a resume, with common words for them. */
const FIELDS = [
  { zh: '姓名', en: 'name', named: /姓名|名字|\bname\b/i },
  { zh: '电话', en: 'phone', named: /电话|手机|\b(phone|tel|mobile)\b/i, looks: /\+?\d[\d\s-]{6,}\d/ },
  { zh: '邮箱', en: 'email', named: /邮箱|邮件|\be-?mail\b/i, looks: /[\w.+-]+@[\w-]+\.[\w.-]+\w/ },
  { zh: '求职意向', en: 'title', named: /求职意向|职位|岗位|\b(title|position|role)\b/i },
  { zh: '链接', en: 'link', named: /链接|主页|网站|github|linkedin|\b(link|website|homepage)\b/i, looks: /https?:\/\/\S+/ },
];

const VALUE = /(?:是|为|改成|改为|[:：]|\bis\b|\bto\b)\s*(.+)$/i;

/** Lines of the original, changed and extended by the user's words. @param {string} original @param {string[]} said */
export function contactLines(original, said) {
  const lines = original.split('\n').map(line => line.trim()).filter(Boolean);
  const told = said.flatMap(text => text.split(/[\n，；;。]|, /)).map(lineOf).filter(Boolean);
  const changed = lines.map(line => told.find(({ field }) => field.named.test(line.split(/[:：]/)[0]))?.line ?? line);
  return [...changed, ...told.map(({ line }) => line).filter(line => !changed.includes(line))];
}

function lineOf(text) {
  const field = FIELDS.find(({ named, looks }) => looks?.test(text) || named.test(text));
  const value = field?.looks?.exec(text)?.[0] ?? VALUE.exec(text)?.[1];
  if (!field || !value) return undefined;
  return { field, line: /\p{Script=Han}/u.test(text) ? `${field.zh}：${value}` : `${field.en}: ${value}` };
}
