import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';

/** Pages of the menu: address, and title in both languages. */
const HOWTO = [
  ['tools', 'Tools', '工具'], ['approvals', 'Approvals', '批准'], ['presence', 'Presence', '确认本人'], ['mcp', 'Tools of an MCP server', 'MCP 服务器的工具'], ['webmcp', 'Agents of the browser', '浏览器里的智能体'], ['streaming', 'Streaming', '流式显示'], ['testing', 'Testing', '测试'],
  ['persistence', 'Persistence', '保存'], ['branches', 'Going back', '回到前面'], ['migration', 'Migration', '迁移'], ['model', 'Your own model', '自己的模型'], ['providers', 'Anthropic, Gemini, …', 'Anthropic、Gemini 等'], ['fallback', 'A second model', '第二个模型'], ['costs', 'What it costs', '用了多少钱'], ['server', 'Sessions on a server', '会话放到服务器'], ['store', 'A store of your own', '自己的存储'],
  ['frameworks', 'React, Svelte, Vue', 'React、Svelte、Vue'], ['ag-ui', 'CopilotKit and AG-UI', 'CopilotKit 和 AG-UI'], ['chat-ui', 'useChat, assistant-ui', 'useChat、assistant-ui'], ['loading', 'Loading', '加载'],
  ['worker', 'In a Web Worker', '放进 Web Worker'], ['restate', 'On a server, with Restate', '在服务器上运行（Restate）'],
];
/** Pages that exist in English alone. */
const INSIDE = [
  ['architecture', 'Architecture', '架构'], ['agent', 'An agent in Rust', '用 Rust 写 agent'], ['host', 'Writing a host', '编写宿主'], ['protocol', 'Session servers', '会话服务器'], ['scale', 'What a session costs', '会话的开销'], ['origins', 'Origins', '由来'], ['decisions/', 'Decisions', '设计决定'],
];

/** @param {'en' | 'zh'} lang */
function sidebar(lang) {
  const zh = lang === 'zh';
  const at = zh ? '/zh/' : '/';
  const item = ([path, en, title], base = at) => ({ text: zh ? title : en, link: base + path });
  return [
    { text: zh ? '开始' : 'Start', items: [item(['', 'Overview', '概览']), item(['tutorial', 'Tutorial', '教程']), item(['own-agents', 'Your own agent', '自己的 agent'])] },
    { text: zh ? '怎么做' : 'How to', items: HOWTO.map(page => item([`howto/${page[0]}`, page[1], page[2]])) },
    { text: zh ? '查阅' : 'Look up', items: [item(['errors', 'What can go wrong', '出错了怎么办']), item(['entries', 'Entries of the package', '包的入口']), item(['package', 'What the package has', '包里有什么（英文）'], '/'), item(['reference/', 'Reference', '参考（英文）'], '/')] },
    { text: zh ? '内部（英文）' : 'Inside', items: INSIDE.map(page => item(page, '/')) },
  ];
}

const searchZh = {
  button: { buttonText: '搜索', buttonAriaLabel: '搜索' },
  modal: {
    displayDetails: '显示详情', resetButtonTitle: '清空', backButtonTitle: '关闭', noResultsText: '没有找到：',
    footer: { selectText: '打开', selectKeyAriaLabel: '回车', navigateText: '移动', navigateUpKeyAriaLabel: '上箭头', navigateDownKeyAriaLabel: '下箭头', closeText: '关闭', closeKeyAriaLabel: 'Esc' },
  },
};

const segments = new Intl.Segmenter('zh', { granularity: 'word' });
/** Hair spaces between Chinese words: the search index splits at spaces, and Chinese has none. */
const spaced = html => html.replaceAll(/\p{Script=Han}{2,}/gu, text => [...segments.segment(text)].map(({ segment }) => segment).join('\u200a'));

/** Members of the reference as text of what they belong to: as titles they would stand before the pages that explain them. */
const withoutMembers = html => html.replaceAll(/<(\/?)h[4-6]\b/g, '<$1p');

/** A page for the search index. */
function indexed(src, env, md) {
  const html = md.render(src, env), place = env.relativePath;
  return place.startsWith('zh/') ? spaced(html) : place.startsWith('reference/') ? withoutMembers(html) : html;
}

/** A long section that says much about a word is as good as a short one. VitePress's own options stay as they are. */
const SEARCH = { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 }, bm25: { k: 1.2, b: 0, d: 0.5 } };

/** Moves a page's inline scripts into files, so that the Content-Security-Policy needs no exception. */
function withoutInlineScripts(html, outDir, base) {
  return html.replaceAll(/<script id="([\w-]+)">(.*?)<\/script>/gs, (_, id, code) => {
    mkdirSync(join(outDir, 'assets'), { recursive: true });
    writeFileSync(join(outDir, 'assets', `${id}.js`), code);
    return `<script src="${base}assets/${id}.js"></script>`;
  });
}

export default defineConfig({
  title: 'Stepgate',
  description: 'Deterministic agent logic for the browser: the model proposes, Stepgate gates.',
  base: '/docs/',
  srcDir: 'pages',
  metaChunk: true,
  head: [['link', { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }]],
  markdown: { html: false, theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' } },
  transformHtml: (html, id, { siteConfig: { outDir, site } }) => withoutInlineScripts(html, outDir, site.base),
  locales: {
    root: { label: 'English', lang: 'en', themeConfig: { sidebar: sidebar('en') } },
    zh: {
      label: '中文', lang: 'zh-CN', description: '浏览器里的确定性 agent 逻辑：模型提议，Stepgate 把关。',
      themeConfig: {
        sidebar: sidebar('zh'), outline: { label: '本页内容' }, docFooter: { prev: '上一页', next: '下一页' }, returnToTopLabel: '回到顶部', sidebarMenuLabel: '目录',
        darkModeSwitchLabel: '外观', lightModeSwitchTitle: '切换到浅色', darkModeSwitchTitle: '切换到深色', langMenuLabel: '切换语言', skipToContentLabel: '跳到正文',
        notFound: { title: '没有这个页面', quote: '地址可能有误，或页面已经移走。', linkLabel: '回到首页', linkText: '回到首页' },
      },
    },
  },
  themeConfig: {
    i18nRouting: false, // some pages are in English alone; each page names its other language itself
    outline: [2, 3],
    search: { provider: 'local', options: { miniSearch: { searchOptions: SEARCH }, locales: { zh: { translations: searchZh } }, _render: indexed } },
  },
});
