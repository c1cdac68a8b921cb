// @ts-check
import { CodedError } from '../errors.js';

/** Text for the user by error code. @type {Record<import('./index.js').McpErrorCode, [en: string, zh: string]>} */
const WORDS = {
  cors: [
    'The tool server answers, but does not allow calls from this page (CORS).',
    '工具服务器有回应，但不允许这个网页调用（CORS）。',
  ],
  network: ['The tool server cannot be reached: no network, or a wrong address.', '无法连接工具服务器：网络中断或地址有误。'],
  unauthorized: ['The tool server asks for a login.', '工具服务器要求登录。'],
  http: ['The tool server refused the request.', '工具服务器拒绝了请求。'],
  protocol: ['The tool server did not accept the call.', '工具服务器没有接受这次调用。'],
  timeout: ['The tool server did not answer in time.', '工具服务器响应超时。'],
  closed: ['The connection to the tool server is closed.', '与工具服务器的连接已关闭。'],
  tool_error: ['The tool answered with an error.', '工具返回了错误。'],
  tool_changed: [
    'The server has changed this tool since it was listed. Nothing was called.',
    '这个工具列出之后被服务器更改过。没有调用它。',
  ],
  bad_tool: ['The server lists a tool that cannot be used.', '服务器列出了一个无法使用的工具。'],
  no_client: ['The package @modelcontextprotocol/client is not installed.', '没有安装 @modelcontextprotocol/client。'],
};

/** Codes of failures before which a tool has certainly not run. */
const NOT_RUN = ['cors', 'unauthorized', 'protocol', 'tool_changed'];

/** Reason why a server of tools, or a call of one, failed. */
export class McpError extends CodedError {
  /** @param {import('./index.js').McpErrorCode} code @param {{ detail?: string, cause?: unknown, status?: number, header?: string, notDone?: boolean }} [more] */
  constructor(code, { detail, cause, status, header, notDone = NOT_RUN.includes(code) } = {}) {
    const [en, zh] = WORDS[code];
    super(code, detail, cause === undefined ? undefined : { cause }, { en, zh });
    this.name = 'McpError';
    this.status = status;
    /** The header that the server leaves out. */
    this.header = header;
    /** Whether certainly nothing has happened. */
    this.notDone = notDone;
  }
}

/** Statuses with which a server refuses a request before it does anything. */
const REFUSED = [400, 403, 404, 405, 406, 413, 415, 429];

/** Codes of JSON-RPC for a request that was not carried out: not read, no such method, wrong arguments. */
const NOT_CARRIED_OUT = [-32700, -32600, -32601, -32602];

/**
 * An error of the client's package, told by its members: a page may hold several copies of its classes.
 * @param {any} error
 */
export function mcpErrorOf(error) {
  if (error instanceof McpError) return error;
  const { name, message: detail, code } = Object(error);
  const status = error?.status ?? error?.data?.status;
  const told = { detail, cause: error };
  if (name === 'UnauthorizedError' || status === 401) return new McpError('unauthorized', { ...told, status: 401 });
  if (typeof status === 'number') return new McpError('http', { ...told, status, notDone: REFUSED.includes(status) });
  if (typeof code === 'number') return new McpError('protocol', { ...told, notDone: NOT_CARRIED_OUT.includes(code) });
  if (code === 'REQUEST_TIMEOUT') return new McpError('timeout', told);
  if (code === 'CONNECTION_CLOSED') return new McpError('closed', told);
  if ([error, error?.cause].some(one => one instanceof TypeError)) return new McpError('network', told);
  return new McpError('protocol', { ...told, notDone: false });
}
