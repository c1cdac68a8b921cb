// @ts-check
/** @import { Words } from './index.js' */

/** Text for the user by error code: what happened, what is safe, what to do. @type {Record<string, [en: string, zh: string]>} */
const WORDS = {
  // the model
  cors_or_network: [
    'The model server cannot be reached: no network, a wrong address, or it forbids calls from web pages (CORS).',
    '无法连接模型服务：网络中断、地址有误，或该服务不允许网页调用（CORS）。',
  ],
  unauthorized: [
    'The model server did not accept the API key. Nothing is lost: check the key in the settings.',
    '模型服务不接受这个 API 密钥。内容都在，请在设置中检查密钥。',
  ],
  wrong_url: [
    'There is no model service at this address. Compare it with the provider\'s documents: most addresses end in /v1.',
    '该地址没有模型服务，请对照服务商的文档检查地址（多数以 /v1 结尾）。',
  ],
  no_model: [
    'The server does not have this model, or not for this key. Check the model\'s name in the settings; a model of your own machine may have to be downloaded first.',
    '服务器上没有这个模型，或此密钥不能使用它。请在设置中检查模型名称；本机模型可能需要先下载。',
  ],
  no_credit: [
    'The account at the model\'s provider has no credit left, or its quota is used up. Trying again does not help.',
    '模型服务商的账户余额不足或额度已用完，重试没有用。',
  ],
  region: ['The model\'s provider does not serve your region.', '模型服务商不向您所在的地区提供服务。'],
  content_filter: [
    'The provider\'s content filter stopped this request or its answer. Put it in other words.',
    '服务商的内容过滤拦下了这次请求或回答，请换一种说法。',
  ],
  declined: ['The model declined to answer this.', '模型拒绝回答这个请求。'],
  context: [
    'The conversation is longer than this model can read. Begin a new session, or choose a model with a larger context.',
    '对话超过了这个模型能读的长度。请新建会话，或换用上下文更长的模型。',
  ],
  not_json: ['The answer at this address is not that of a model service.', '该地址返回的内容不是模型服务的格式。'],
  cut_off: ['The reply broke off before its end. Try again.', '回复中途断开，请重试。'],
  timeout: ['The model did not answer in time. Try again.', '模型响应超时，请重试。'],
  rate_limited: ['The model server is asked too often. Wait a little, then try again.', '请求过于频繁，请稍候再试。'],
  no_vision: [
    'This model does not take images or files of this kind. Nothing is lost: choose a model that can see, or describe in words what is on it.',
    '这个模型不接收图片或这类文件。内容都在：请换用能看图的模型，或用文字描述内容。',
  ],
  server: ['The model server reports a problem of its own. Try again later.', '模型服务出现故障，请稍后再试。'],
  too_large: ['The reply is larger than {limit}; reading was stopped.', '回复超过 {limit}，已停止读取。'],
  redirected: [
    'The model server sends the call on to another address, and the conversation was not sent there. Put the right address into the settings.',
    '模型服务要求转到另一个地址，对话内容没有发送过去。请在设置中填写正确的地址。',
  ],
  refused: ['The model server did not accept the request.', '模型服务没有接受该请求。'],
  bad_reply: ['The model function must give { text: string }, and texts to onText and onReasoning.', '模型函数必须返回 { text: string }，传给 onText 和 onReasoning 的也必须是文本。'],
  // the store
  conflict: [
    'This session has gone on in another tab or on another device. This page now watches, and its last step was not saved.',
    '此会话已在另一个标签页或另一台设备上继续，本页改为旁观，本页的最后一步没有保存。',
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
    'The storage is full. Free some space or export the session; until then nothing new is saved.',
    '存储空间已满。请清理空间或导出会话；在此之前新内容不会保存。',
  ],
  outdated: ['The saved data is of a newer version of this page. Reload the page.', '已保存的数据来自更新版本的页面，请刷新。'],
  lost: [
    'The storage does not answer. New steps stay in memory and are saved as soon as it is back.',
    '存储没有响应。新内容暂存于内存，恢复后会立即保存。',
  ],
  damaged: [
    'A part of this session is lost or was altered in the storage. It is not opened, and what is there stays as it is: export it to keep it.',
    '此会话在存储中有一部分丢失或被改动，因此没有打开。现有内容保持原样，可以导出保存。',
  ],
  erased: [
    'The storage has lost what was saved here: it was damaged or cleared. This begins anew; what was exported can be imported.',
    '保存在这里的内容丢失了：存储已损坏或被清除。现在从头开始；导出过的可以重新导入。',
  ],
  set_back: [
    'The storage has lost the last changes of what was saved here. Look it over before you go on: something may have been done already.',
    '保存在这里的最后几次更改丢失了。继续之前请先核对：有些操作可能已经完成。',
  ],
  offline: [
    'The server cannot be reached. What you do is kept in this browser and sent later; until then no action runs that changes something.',
    '无法连接服务器。您的操作已保存在本浏览器中，稍后会发送；在此之前不会执行任何会产生更改的操作。',
  ],
  signed_out: [
    'The server does not know who you are: sign in again. Until then new steps are not saved on the server.',
    '服务器无法确认您的身份，请重新登录。在此之前新的步骤不会保存到服务器。',
  ],
  step_too_large: ['This step is larger than the server takes. It is not saved: send less at a time.', '这一步超过了服务器允许的大小，没有保存。请减少单次发送的内容。'],
  server_refused: ['The server does not take this request, so nothing new is saved there. Reload the page: it may be of an older version.', '服务器不接受此请求，新的内容没有保存到服务器。请刷新页面，当前页面可能是旧版本。'],
  not_found: ['There is no such session.', '没有这个会话。'],
  exists: ['There is a session with this id already.', '已存在相同编号的会话。'],
  malformed: ['This is not an exported session.', '这不是导出的会话。'],
  // the agent
  watching: ['Another tab or device drives this session. Take over to go on here.', '另一个标签页或另一台设备正在操作此会话，接管后可在此继续。'],
  running_elsewhere: [
    'Another tab or device is still running a tool of this session. Waiting for it, so that nothing is done twice.',
    '另一个标签页或另一台设备仍在执行此会话的操作，正在等待其完成，以免重复执行。',
  ],
  closed: ['The session is closed.', '会话已关闭。'],
  deleted: ['The session was deleted.', '会话已被删除。'],
  trapped: ['The agent broke down on this step and is back at the last saved one.', '智能体在此步骤出现内部错误，已恢复到上一个保存点。'],
  not_saved: [
    'Nothing was done: the browser cannot save now, and without that the action could run twice.',
    '操作未执行：浏览器当前无法保存，否则该操作可能重复执行。',
  ],
  no_records: ['The store of this session keeps no trace, so there is no way back.', '这个会话的存储没有保留轨迹，无法回到前面。'],
  press_needed: [
    'Words and other programs do not approve this. Press the button on the card yourself.',
    '这一步不能用文字或由其他程序来批准，请亲自按卡片上的按钮。',
  ],
  not_present: [
    'It could not be confirmed that you are here. Nothing was done, and the card is still open.',
    '未能确认是您本人在操作。没有执行任何操作，卡片仍然打开。',
  ],
  checking: ['It is being confirmed that you are here. Finish that first.', '正在确认是您本人在操作，请先完成确认。'],
  card_changed: ['The card has changed meanwhile. Look at it and answer again.', '卡片在此期间发生了变化，请看清后再回答。'],
  no_grant_here: ['This is confirmed each time: "do not ask again" cannot be given for it.', '这一步每次都要确认，不能设为“不再询问”。'],
  busy: ['The last message is still being worked on. Wait, or stop it first.', '正在处理上一条消息。请等待，或先停止。'],
  too_many_files: ['At most {limit} files go with one message; there are {found}.', '一条消息最多附 {limit} 个文件，现在有 {found} 个。'],
  file_too_large: ['At most {limit} a file: {name} has {found}.', '每个文件最大 {limit}：{name} 有 {found}。'],
  file_type: ['{name} ({type}) is of a kind that is not taken. Taken are {limit}.', '不接收这种文件：{name}（{type}）。可用的有 {limit}。'],
  bad_image: ['{name} cannot be read as an image.', '无法把 {name} 当作图片读取。'],
  bad_option: ['openSession() was called with a wrong option.', 'openSession() 的参数有误。'],
  not_loaded: ['Load the agent first: await its load().', '请先加载 agent：等待它的 load() 完成。'],
};

/** @param {string} code @param {Record<string, string>} [given] values in the words of some codes @returns {Words} */
export function words(code, given = {}) {
  const [en, zh] = WORDS[code] ?? [code, code];
  const filled = (/** @type {string} */ text) => text.replace(/\{(\w+)\}/g, (all, name) => given[name] ?? all);
  return { en: filled(en), zh: filled(zh) };
}
