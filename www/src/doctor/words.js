// @ts-check
/** @import { Words } from '../index.js' */

/** Words of the questions by name. @type {Record<string, Words>} */
export const TITLES = {
  reachable: { en: 'Is the server there?', zh: '服务器在吗？' },
  models: { en: 'Does it have the model?', zh: '有这个模型吗？' },
  cors: { en: 'May a web page call it (CORS)?', zh: '允许网页调用吗（CORS）？' },
  answer: { en: 'Does it answer?', zh: '会回答吗？' },
  stream: { en: 'Does it stream?', zh: '会流式输出吗？' },
  schema: { en: 'Does it hold to a JSON Schema?', zh: '会遵守 JSON Schema 吗？' },
  json: { en: 'Does it have a JSON mode?', zh: '有 JSON 模式吗？' },
  usage: { en: 'Does it count tokens in a stream?', zh: '流式输出时会统计 token 吗？' },
  roles: { en: 'Which order of roles does it take?', zh: '接受怎样的角色顺序？' },
  limit: { en: 'Does it stop at a length?', zh: '会在限定长度停下吗？' },
  temperature: { en: 'Does it take a temperature?', zh: '接受 temperature 吗？' },
  errors: { en: 'Does it say when a text is too long?', zh: '文本太长时会说明吗？' },
};

/** Sentences of the findings by name; `{…}` is filled in. @type {Record<string, Words>} */
export const FINDINGS = {
  reached: { en: 'Yes: status {status} after {ms} ms.', zh: '在：{ms} 毫秒后返回状态码 {status}。' },
  unreachable: { en: 'No: {detail}. Check the address, and whether the server runs.', zh: '连不上：{detail}。请检查地址，以及服务器是否在运行。' },
  listed: { en: 'Yes; it lists {count}.', zh: '有；一共列出 {count} 个。' },
  missing: { en: 'It is not in the list: {names}.', zh: '列表里没有它，列表是：{names}。' },
  unlisted: { en: 'The server lists no models, which need not matter.', zh: '服务器没有列出模型，不一定有影响。' },
  cors: { en: 'Yes: Access-Control-Allow-Origin is {allowed}.', zh: '允许：Access-Control-Allow-Origin 是 {allowed}。' },
  noCors: {
    en: 'No (status {status}, Access-Control-Allow-Origin: {allowed}). Allow your page\'s origin (Ollama: OLLAMA_ORIGINS), or let your own server pass the calls on.',
    zh: '不允许（状态码 {status}，Access-Control-Allow-Origin：{allowed}）。请放行页面的来源（Ollama 用 OLLAMA_ORIGINS），或让自己的服务器转发。',
  },
  noHeaders: { en: 'No: Access-Control-Allow-Headers lacks {missing}.', zh: '不允许：Access-Control-Allow-Headers 缺少 {missing}。' },
  answered: { en: 'Yes: “{text}”.', zh: '会：“{text}”。' },
  empty: { en: 'It answers with nothing.', zh: '回答是空的。' },
  streamed: { en: 'Yes, in {count} pieces.', zh: '会，分 {count} 段。' },
  atOnce: { en: 'The reply comes in one piece ({type}). It works, but a page shows nothing before the end.', zh: '回复一次到达（{type}）。可以用，但页面在结束前什么都不显示。' },
  kept: { en: 'Yes.', zh: '会。' },
  ignored: { en: 'It takes the request and answers otherwise: “{text}”.', zh: '接受了请求，却没有照做：“{text}”。' },
  counted: { en: 'Yes: {input} in, {output} out.', zh: '会：输入 {input}，输出 {output}。' },
  uncounted: { en: 'No: view.usage stays at 0.', zh: '不会：view.usage 一直是 0。' },
  turnsOnly: { en: 'User and assistant in turn, the user last ({detail}). Stepgate keeps to that.', zh: '用户和助手必须交替，最后是用户（{detail}）。Stepgate 会照办。' },
  noSystem: { en: 'User and assistant, but not “system” ({detail}). Stepgate puts the system text into the user\'s first message.', zh: '接受用户和助手，不接受 system（{detail}）。Stepgate 会把系统文本放进用户的第一条消息。' },
  anyOrder: { en: 'Any.', zh: '任意顺序。' },
  limited: { en: 'Yes: {name}, and it says that the reply was cut.', zh: '会：用 {name}，并说明回复被截断。' },
  unlimited: { en: 'It takes {name}, but the reply ends by “{finish}”.', zh: '接受 {name}，但回复以“{finish}”结束。' },
  noLimit: { en: 'No: neither max_tokens nor max_completion_tokens is accepted.', zh: '不会：max_tokens 和 max_completion_tokens 都不接受。' },
  accepted: { en: 'Yes.', zh: '接受。' },
  notAsked: { en: 'Not asked, because it may cost tokens: --long asks.', zh: '没有问，因为可能花费 token；加上 --long 就会问。' },
  tooLong: { en: 'Yes: “{detail}”.', zh: '会：“{detail}”。' },
  cutInSilence: { en: 'No: it cuts the text in silence, and the model misses the beginning.', zh: '不会：文本被悄悄截断，模型看不到开头。' },
  otherError: { en: 'It fails in other words ({code}): “{detail}”.', zh: '用别的说法报错（{code}）：“{detail}”。' },
  refused: { en: 'No ({code} {status}): {detail}', zh: '不行（{code} {status}）：{detail}' },
};

/** Sentences of the summary. @type {Record<string, Words>} */
export const SUMMARY = {
  good: { en: 'Stepgate can use this server.', zh: 'Stepgate 可以使用这个服务器。' },
  noPage: { en: 'Stepgate can use this server from Node and through a server of your own, not from a web page.', zh: 'Stepgate 可以在 Node 里、或经由自己的服务器使用它，网页不能直接调用。' },
  bad: { en: 'Stepgate cannot use this server: it gives no answer.', zh: 'Stepgate 不能使用这个服务器：它没有回答。' },
  noTalk: { en: 'Stepgate cannot use this server: it refuses a conversation of several messages.', zh: 'Stepgate 不能使用这个服务器：它拒绝多条消息的对话。' },
  profile: { en: 'Known as the profile “{name}”.', zh: '已知的服务器，profile 是“{name}”。' },
  learns: { en: 'What it refuses is asked for in another way or left off, by itself; nothing has to be set.', zh: '它拒绝的内容会自动换一种方式请求，或者去掉，不用设置。' },
};

/** @param {Words} words @param {'en' | 'zh'} lang @param {Record<string, unknown>} [fill] */
export const sentence = (words, lang, fill = {}) => words[lang].replaceAll(/\{(\w+)\}/g, (_, name) => String(fill[name] ?? '')).replaceAll(/ +\)/g, ')');
