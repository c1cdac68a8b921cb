// @ts-check
import { CodedError } from '../errors.js';

/** Text for the user and the model by error code. @type {Record<string, [en: string, zh: string]>} */
const WORDS = {
  not_found: ['There is no such file.', '没有这个文件。'],
  too_large: ['The file is larger than 256 KB.', '文件超过 256 KB。'],
  not_text: ['The file is not text.', '文件不是文本。'],
  quota: ['The workspace is full. Remove files, or export them and begin a new workspace.', '工作区已满。请删除一些文件，或导出后新建工作区。'],
  read_only: ['The workspace is read-only.', '工作区为只读。'],
  timeout: ['The files did not answer in time.', '文件操作超时。'],
  cancelled: ['The call was stopped.', '调用已停止。'],
  invalid_path: [
    'The path must be relative, without "..", control characters, invisible characters or marks of direction, at most 200 characters long, and no file may be a folder at the same time.',
    '路径必须是相对路径，不含 ".."、控制字符、不可见字符或方向控制符，不超过 200 个字符，并且文件与文件夹不能同名。',
  ],
  invalid_params: ['A path, a pattern and a content must be text, and a path not empty.', '路径、匹配模式和内容必须是文本，且路径不能为空。'],
  exists: ['The file is there already. Read it before it is replaced.', '文件已经存在，覆盖之前请先读取。'],
  changed_since: ['The file was changed again since. Undo the later change first.', '文件之后又被修改过，请先撤销较晚的修改。'],
  not_zip: ['This is not a zip file.', '这不是 zip 文件。'],
};

/** Codes of errors that a second try cannot fix. */
const FATAL = ['quota', 'read_only'];

/** Reason why files could not be read or changed. */
export class WorkspaceError extends CodedError {
  /** @param {import('./index.js').WorkspaceError['code']} code @param {{ detail?: string, cause?: unknown }} [more] `detail`: mostly the path */
  constructor(code, { detail, cause } = {}) {
    const [en, zh] = WORDS[code];
    super(code, detail, { cause }, { en, zh });
    this.name = 'WorkspaceError';
    this.fatal = FATAL.includes(code);
    /** A write fails as a whole. Whether one that ran out of time took place, its status tells. */
    this.notDone = code !== 'timeout';
  }
}
