// @ts-check
/** @import { Words } from './index.js' */

/** Text for the user by error code: what happened, what is safe, what to do. @type {Record<string, [en: string, zh: string]>} */
const WORDS = {
  // the model
  cors_or_network: [
    'The model server cannot be reached: no network, a wrong address, or it forbids calls from web pages (CORS).',
    '无法连接模型服务：网络中断、地址有误，或该服务不允许网页调用（CORS）。',
  ],
  unauthorized: ['The model server refused the key. Check it in the settings.', '模型服务拒绝了密钥，请在设置中检查。'],
  wrong_url: ['There is no model at this address. It usually ends in /v1.', '该地址没有模型服务，地址通常以 /v1 结尾。'],
  not_json: ['The model server answered with something that is not JSON.', '模型服务返回的内容不是 JSON。'],
  cut_off: ['The reply broke off before its end. Try again.', '回复中途断开，请重试。'],
  timeout: ['The model did not answer in time. Try again.', '模型响应超时，请重试。'],
  rate_limited: ['The model server is asked too often, or the quota is used up. Wait a little.', '请求过于频繁或额度已用完，请稍候再试。'],
  server: ['The model server has a fault. Try again later.', '模型服务出现故障，请稍后再试。'],
  too_large: ['The reply is larger than {limit}; reading was stopped.', '回复超过 {limit}，已停止读取。'],
  redirected: [
    'The model server sends the call on to another address, and the conversation was not sent there. Put the right address into the settings.',
    '模型服务要求转到另一个地址，对话内容没有发送过去。请在设置中填写正确的地址。',
  ],
  refused: ['The model server did not accept the request.', '模型服务没有接受该请求。'],
  aborted: ['The call was stopped.', '调用已停止。'],
  bad_reply: ['The model function must give { text: string }, and texts to onText and onReasoning.', '模型函数必须返回 { text: string }，传给 onText 和 onReasoning 的也必须是文本。'],
  // the store
  conflict: [
    'Another tab has moved on with this session. This tab now watches; nothing was done twice.',
    '另一个标签页已推进此会话，本页改为旁观；没有任何操作被执行两次。',
  ],
  unavailable: [
    'The browser gives this page no storage (a private window?). The session lives in memory only: export it to keep it.',
    '浏览器未提供存储（可能是无痕窗口）。会话仅保存在内存中，请导出以保留。',
  ],
  blocked: [
    'Another tab of this page holds the storage: an older version, or one that is deleting it. Close the other tabs, then reload; until then nothing is saved.',
    '存储被此页面的另一个标签页占用（旧版本页面，或正在删除数据）。请关闭其他标签页后刷新；在此之前不会保存。',
  ],
  quota: [
    'The storage of this browser is full. Free some space or export the session; until then nothing new is saved.',
    '浏览器存储空间已满。请清理空间或导出会话；在此之前新内容不会保存。',
  ],
  outdated: ['The saved data is of a newer version of this page. Reload the page.', '已保存的数据来自更新版本的页面，请刷新。'],
  lost: [
    'The storage of this browser does not answer. New steps stay in memory and are saved as soon as it is back.',
    '浏览器存储没有响应。新内容暂存于内存，恢复后会立即保存。',
  ],
  damaged: [
    'A part of this session is lost or was altered in the storage. It is not opened, and what is there stays as it is: export it to keep it.',
    '此会话在存储中有一部分丢失或被改动，因此没有打开。现有内容保持原样，可以导出保存。',
  ],
  not_found: ['There is no such session.', '没有这个会话。'],
  exists: ['There is a session with this id already.', '已存在相同编号的会话。'],
  malformed: ['This is not an exported session.', '这不是导出的会话。'],
  // the agent
  watching: ['Another tab drives this session. Take over to go on here.', '另一个标签页正在操作此会话，接管后可在此继续。'],
  running_elsewhere: [
    'Another tab is still running a tool of this session. Waiting for it, so that nothing is done twice.',
    '另一个标签页仍在执行此会话的操作，正在等待其完成，以免重复执行。',
  ],
  closed: ['The session is closed.', '会话已关闭。'],
  deleted: ['The session was deleted.', '会话已被删除。'],
  trapped: ['The agent broke down on this step and is back at the last saved one.', '智能体在此步骤出现内部错误，已恢复到上一个保存点。'],
  not_saved: [
    'Nothing was done: the browser cannot save now, and without that the action could run twice.',
    '操作未执行：浏览器当前无法保存，否则该操作可能重复执行。',
  ],
  bad_option: ['open() was called with a wrong option.', 'open() 的参数有误。'],
  not_loaded: ['Call and await init() first.', '请先调用并等待 init()。'],
};

/** @param {string} code @param {string} [limit] is part of the words of some codes @returns {Words} */
export function words(code, limit = '') {
  const [en, zh] = WORDS[code] ?? [code, code];
  return { en: en.replace('{limit}', limit), zh: zh.replace('{limit}', limit) };
}
