// @ts-check
/** @import { Words } from './index.js' */

/** What the user reads for each code: what happened, what is safe, what to do. */
const WORDS = {
  // the model
  cors_or_network: {
    en: 'The model server could not be reached: no network, a wrong address, or it does not allow calls from a web page (CORS).',
    zh: '无法连接模型服务：网络中断、地址有误，或该服务不允许网页直接调用（CORS）。',
  },
  unauthorized: { en: 'The model server refused the key. Check it in the settings.', zh: '模型服务拒绝了密钥，请在设置中检查。' },
  wrong_url: {
    en: 'There is no model at this address. The base URL usually ends in /v1.',
    zh: '该地址没有模型服务，基础地址通常以 /v1 结尾。',
  },
  not_json: { en: 'The model server answered with something that is not JSON.', zh: '模型服务返回的内容不是 JSON。' },
  cut_off: { en: 'The reply broke off before its end. Try again.', zh: '回复中途断开，请重试。' },
  timeout: { en: 'The model did not answer in time. Try again.', zh: '模型响应超时，请重试。' },
  rate_limited: { en: 'The model server is asked too often, or the quota is used up. Wait a little.', zh: '请求过于频繁或额度已用完，请稍候再试。' },
  server: { en: 'The model server has a fault. Try again later.', zh: '模型服务出现故障，请稍后再试。' },
  refused: { en: 'The model server did not accept the request.', zh: '模型服务没有接受该请求。' },
  aborted: { en: 'The call was stopped.', zh: '调用已停止。' },
  bad_reply: { en: 'The model function must give { text: string }.', zh: '模型函数必须返回 { text: string }。' },
  // the store
  conflict: {
    en: 'Another tab has moved on with this session. This tab now only watches; nothing was done twice.',
    zh: '另一个标签页已推进此会话，本页改为旁观；没有任何操作被执行两次。',
  },
  unavailable: {
    en: 'The browser gives this page no storage (a private window?). The session lives in memory only: export it to keep it.',
    zh: '浏览器未提供存储（可能是无痕窗口）。会话仅保存在内存中，请导出以保留。',
  },
  blocked: {
    en: 'An older version of this page is open in another tab. Close that tab, then reload; until then nothing is saved.',
    zh: '另一个标签页中打开着旧版本页面。请关闭它后刷新；在此之前不会保存。',
  },
  quota: {
    en: 'The storage of this browser is full. Free some space or export the session; until then nothing new is saved.',
    zh: '浏览器存储空间已满。请清理空间或导出会话；在此之前新内容不会保存。',
  },
  outdated: {
    en: 'The saved data was written by a newer version of this page. Reload the page.',
    zh: '已保存的数据来自更新版本的页面，请刷新。',
  },
  lost: {
    en: 'The connection to the storage of this browser was lost. New steps are kept in memory and saved as soon as it is back.',
    zh: '与浏览器存储的连接已断开。新内容暂存于内存，恢复后会立即保存。',
  },
  not_found: { en: 'There is no such session.', zh: '没有这个会话。' },
  exists: { en: 'There is a session with this id already.', zh: '已存在相同编号的会话。' },
  malformed: { en: 'This is not an exported session.', zh: '这不是导出的会话文件。' },
  // the agent
  watching: { en: 'Another tab drives this session. Take over to go on here.', zh: '另一个标签页正在操作此会话，接管后可在此继续。' },
  closed: { en: 'The session is closed.', zh: '会话已关闭。' },
  deleted: { en: 'The session was deleted.', zh: '会话已被删除。' },
  trapped: {
    en: 'The agent broke down on this step and was put back to the last saved one.',
    zh: '智能体在此步骤出现内部错误，已恢复到上一个保存点。',
  },
  not_saved: {
    en: 'Nothing was done: the browser cannot save now, and without that the action could run twice.',
    zh: '操作未执行：浏览器当前无法保存，否则该操作可能重复执行。',
  },
  bad_option: { en: 'open() was called with a wrong option.', zh: 'open() 的参数有误。' },
  not_loaded: { en: 'Call and await init() first.', zh: '请先调用并等待 init()。' },
};

/** @param {string} code @returns {Words} */
export const words = code => WORDS[/** @type {keyof typeof WORDS} */ (code)] ?? { en: code, zh: code };
