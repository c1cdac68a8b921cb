/**
 * Sentences of the offline stepper model. `steps.js` recognises step names, so each kind has one form.
 */
export const WORDS = {
  zh: {
    goal: { code: '按规格生成代码', clean: '得到干净的数据', convert: '换一种格式', summarise: '写出摘要', list: '列出文件', write: '写好文件', remove: '删除文件', unclear: '弄清楚要做什么' },
    step: {
      code: path => [`读取 ${path} 并生成主文件`, `读取 ${path}，看清需要哪些文件，写出第一个`, `${path} 中列出的第一个文件`],
      main: path => ['生成主文件', `按 ${path} 所说写出第一个文件`, `${path} 中列出的第一个文件`],
      file: (path, about, from) => [`写入 ${path}`, about ? `${about}（来自 ${from}）` : `${from} 要求的文件`, path],
      find: path => [`查找 ${path} 指的是哪个文件`, `${path} 不存在：列出文件，读取名称最接近的一个`, `${path} 所指文件的内容`],
      load: path => [`加载 ${path}`, `读取 ${path}`, `${path} 的内容`],
      clean: (path, target) => ['写入清洗后的数据', `清洗 ${path}，写入 ${target}`, target],
      report: (path, target) => ['记录发现的问题', `写明 ${path} 中的问题`, target],
      convert: (path, target) => [`转换为 ${target}`, `把 ${path} 转换为 ${target}`, target],
      summarise: (path, target) => ['写入摘要', `把 ${path} 的要点写入 ${target}`, target],
      list: () => ['列出文件', '列出工作区中的文件', '文件清单'],
      write: (path, content) => [`写入 ${path}`, content ? `内容：${content}` : '按任务的要求写', path],
      remove: path => [`删除 ${path}`, `从工作区删除 ${path}`, `${path} 不再存在`],
      ask: () => ['弄清楚任务', '向用户询问要做什么', '用户的答复'],
    },
    cleanWith: (path, target, found) => `清洗 ${path}（${found}），写入 ${target}`,
    keys: { spec: files => `规格要求的文件：${files}`, table: (path, found) => `${path}：${found}`, fine: (path, rows) => `${path}：${rows} 行，没有问题` },
    found: { twice: n => `重复 ${n} 行`, changed: n => `${n} 行写法不一致`, empty: n => `${n} 行有空缺` },
    report: { title: path => `${path} 的问题`, rows: n => `共 ${n} 行`, fixed: '重复的行只保留一行，日期写成 2024-01-31 的形式，空缺的单元格保持原样。' },
    action: {
      read: path => `读取 ${path}`, write: path => `写入 ${path}`, list: '列出文件', ask: '询问用户', remove: path => `删除 ${path}`,
    },
    ask: {
      which: (name, paths) => `${name} 指的是哪个文件？${paths.join(' 还是 ')}？`,
      unreadable: path => `${path} 无法作为文本读取。应该改读哪个文件？`,
      none: name => `没有找到与 ${name} 相近的文件。应该读取哪个文件？`,
      what: '我还不清楚要做什么。请说明一件事，例如：“根据 规格.md 生成代码”“清洗 数据.csv”“总结笔记”。',
    },
    why: {
      missing: path => `${path} 不存在，先查找它指的是哪个文件`, needs: files => `规格还要求 ${files}`, written: path => `${path} 已写入`, read: path => `${path} 已读取`,
      problems: found => `数据有问题：${found}`, fine: '数据没有问题，不需要清洗', declined: path => `用户不同意写入 ${path}，保持原样`, todo: what => `还需要${what}`,
      listed: '文件已列出', removed: path => `${path} 已不存在`, told: '用户已说明', noFile: '没有可以继续的文件',
    },
    think: {
      start: (name, expected) => `“${name}”刚开始，期望的结果是：${expected}。`,
      done: (last, expected) => `上一步动作：${last}，已成功。期望的结果是：${expected}。`,
      failed: (last, error) => `上一步动作失败：${last}（${error}）。需要换一种做法。`,
    },
    and: '、',
  },
  en: {
    goal: { code: 'Code as the specification says', clean: 'Clean data', convert: 'Another format', summarise: 'A summary', list: 'The list of files', write: 'The file is written', remove: 'The file is gone', unclear: 'Know what is wanted' },
    step: {
      code: path => [`Read ${path} and write the main file`, `Read ${path}, see which files are needed, write the first`, `The first file that ${path} lists`],
      main: path => ['Write the main file', `Write the first file that ${path} asks for`, `The first file that ${path} lists`],
      file: (path, about, from) => [`Write ${path}`, about ? `${about} (from ${from})` : `${from} asks for it`, path],
      find: path => [`Find the file meant by ${path}`, `${path} is not there: list the files and read the one with the nearest name`, `The text of the file meant by ${path}`],
      load: path => [`Load ${path}`, `Read ${path}`, `The text of ${path}`],
      clean: (path, target) => ['Write the cleaned data', `Clean ${path} and write ${target}`, target],
      report: (path, target) => ['Write down the problems', `What is wrong with ${path}`, target],
      convert: (path, target) => [`Convert to ${target}`, `Turn ${path} into ${target}`, target],
      summarise: (path, target) => ['Write the summary', `The points of ${path} in ${target}`, target],
      list: () => ['List the files', 'List the files of the workspace', 'The list of files'],
      write: (path, content) => [`Write ${path}`, content ? `Content: ${content}` : 'As the task says', path],
      remove: path => [`Delete ${path}`, `Take ${path} out of the workspace`, `${path} is gone`],
      ask: () => ['Clarify the task', 'Ask the user what shall be done', 'The answer of the user'],
    },
    cleanWith: (path, target, found) => `Clean ${path} (${found}) and write ${target}`,
    keys: { spec: files => `Files the specification asks for: ${files}`, table: (path, found) => `${path}: ${found}`, fine: (path, rows) => `${path}: ${rows} rows, nothing wrong` },
    found: { twice: n => `${n} rows twice`, changed: n => `${n} rows in another form`, empty: n => `${n} rows with empty cells` },
    report: { title: path => `Problems of ${path}`, rows: n => `${n} rows in all`, fixed: 'Of equal rows one is kept, dates are written as 2024-01-31, empty cells stay as they are.' },
    action: {
      read: path => `Read ${path}`, write: path => `Write ${path}`, list: 'List the files', ask: 'Ask the user', remove: path => `Delete ${path}`,
    },
    ask: {
      which: (name, paths) => `Which file is meant by ${name}: ${paths.join(' or ')}?`,
      unreadable: path => `${path} cannot be read as text. Which file shall be read instead?`,
      none: name => `There is no file with a name like ${name}. Which file shall be read?`,
      what: 'It is not clear to me what shall be done. Say one thing, for example "generate the code described in spec.md", "clean data.csv", "summarise the notes".',
    },
    why: {
      missing: path => `${path} is not there; first the file that is meant must be found`, needs: files => `The specification also asks for ${files}`, written: path => `${path} is written`, read: path => `${path} is read`,
      problems: found => `The data has problems: ${found}`, fine: 'Nothing is wrong with the data, there is nothing to clean', declined: path => `The user declined to have ${path} written; it stays as it is`, todo: what => `Still to do: ${what}`,
      listed: 'The files are listed', removed: path => `${path} is gone`, told: 'The user has said it', noFile: 'There is no file to go on with',
    },
    think: {
      start: (name, expected) => `"${name}" begins. It shall give: ${expected}.`,
      done: (last, expected) => `Last action: ${last}, done. The step shall give: ${expected}.`,
      failed: (last, error) => `The last action failed: ${last} (${error}). It needs another way.`,
    },
    and: ', ',
  },
};
