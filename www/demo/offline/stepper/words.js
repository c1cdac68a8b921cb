/** Sentences of the stepper's script. A step's name begins with the verb of its kind. */
export const WORDS = {
  zh: {
    task: '要做的事', it: '它',
    goal: { code: '按规格写出代码', clean: '得到干净的数据', convert: '换一种格式', summarise: '写出摘要', write: '写好文件', remove: '删除文件', unclear: '弄清楚要做什么' },
    verb: { code: '实现', load: '读取', find: '查找', clean: '清洗', report: '检查', convert: '转换', summarise: '总结', write: '写入', remove: '删除', ask: '询问' },
    about: {
      code: path => `读取 ${path}，写出其中列出的第一个文件`, load: path => `读取 ${path}`, find: path => `列出文件，读取与 ${path} 名称最接近的一个`,
      clean: path => `清洗 ${path}`, report: path => `写明 ${path} 里的问题`, convert: path => `转换 ${path} 的格式`, summarise: path => `写出 ${path} 的要点`,
      write: path => `写出 ${path} 的全文`, remove: path => `从工作区删除 ${path}`, ask: () => '请用户说明任务',
    },
    result: { code: path => `${path} 中列出的第一个文件`, load: path => `${path} 的内容`, find: path => `${path} 所指文件的内容`, remove: path => `${path} 不再存在`, ask: () => '用户的答复' },
    do: { read_file: '读取', write_file: '写入', list_files: '列出文件', ask_user: '询问用户', remove_file: '删除' },
    found: { twice: n => `重复 ${n} 行`, changed: n => `${n} 行写法不一致`, empty: n => `${n} 行有空缺` },
    report: '重复的行只保留一行，日期写成 2024-01-31 的形式，空缺的单元格保持原样。',
    which: (name, paths) => `“${name}”指的是哪个文件？${paths.join(' 还是 ')}？`,
    what: '我是一段脚本，只会做几件事。请说其中一件，例如：“根据 规格.md 生成代码”“清洗 数据.csv”“总结 笔记.md”。',
    why: {
      missing: path => `${path} 不存在，先查找它指的是哪个文件`, needs: files => `规格还要求 ${files}`, written: path => `${path} 已写入`, finished: '规格要求的文件都已写好', read: path => `${path} 已读取`,
      problems: found => `数据有问题：${found}`, fine: '数据没有问题，不需要清洗', declined: path => `用户不同意写入 ${path}，保持原样`, todo: what => `还需要${what}`, removed: path => `${path} 已不存在`, told: '用户已说明',
    },
    from: path => `根据 ${path} 生成。`, title: '摘要', open: '待办', and: '、',
  },
  en: {
    task: 'what to do', it: 'it',
    goal: { code: 'Code as the specification says', clean: 'Clean data', convert: 'Another format', summarise: 'A summary', write: 'The file is written', remove: 'The file is gone', unclear: 'Know what is wanted' },
    verb: { code: 'Implement', load: 'Read', find: 'Find', clean: 'Clean', report: 'Check', convert: 'Convert', summarise: 'Summarise', write: 'Write', remove: 'Delete', ask: 'Ask' },
    about: {
      code: path => `Read ${path} and write the first file that it lists`, load: path => `Read ${path}`, find: path => `List the files and read the one with the name nearest to ${path}`,
      clean: path => `Clean ${path}`, report: path => `Say what is wrong in ${path}`, convert: path => `Convert ${path}`, summarise: path => `Write the points of ${path}`,
      write: path => `Write the whole text of ${path}`, remove: path => `Take ${path} out of the workspace`, ask: () => 'Ask the user for the task',
    },
    result: { code: path => `The first file that ${path} lists`, load: path => `The text of ${path}`, find: path => `The text of the file meant by ${path}`, remove: path => `${path} is gone`, ask: () => 'The answer of the user' },
    do: { read_file: 'Read', write_file: 'Write', list_files: 'List the files', ask_user: 'Ask the user', remove_file: 'Delete' },
    found: { twice: n => `rows twice: ${n}`, changed: n => `rows in another form: ${n}`, empty: n => `rows with empty cells: ${n}` },
    report: 'Of equal rows one is kept, dates are written as 2024-01-31, empty cells stay as they are.',
    which: (name, paths) => `Which file is meant by ${name}: ${paths.join(' or ')}?`,
    what: 'I am a script and can do a few things only. Ask for one of them, for example "generate the code described in spec.md", "clean data.csv", "summarise notes.md".',
    why: {
      missing: path => `${path} is not there; first the file that is meant must be found`, needs: files => `The specification also asks for ${files}`, written: path => `${path} is written`, finished: 'Everything that the specification asks for is written', read: path => `${path} is read`,
      problems: found => `The data has problems: ${found}`, fine: 'Nothing is wrong with the data, there is nothing to clean', declined: path => `The user declined to have ${path} written; it stays as it is`, todo: what => `Still to do: ${what}`, removed: path => `${path} is gone`, told: 'The user has said it',
    },
    from: path => `Made from ${path}.`, title: 'Summary', open: 'Open points', and: ', ',
  },
};
