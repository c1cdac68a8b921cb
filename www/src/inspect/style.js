// @ts-check

/** Height of a row of the list, in pixels. */
export const ROW = 44;

const DARK = `color-scheme:dark;--ground:#10161b;--surface:#182027;--raised:#212b33;--ink:#e6ecf0;--muted:#a3b1bc;--line:#2f3b45;--edge:#71818e;--accent:#74cfe2;--accent-soft:#14353e;--warn:#f2c470;--warn-soft:#37290f;--bad:#ff9a9a;--bad-soft:#3d1c20;--ins:#93e0b0;--ins-soft:#143a26;`;
const LIGHT = `color-scheme:light;--ground:#f4f6f7;--surface:#fff;--raised:#eef2f4;--ink:#16202a;--muted:#53616e;--line:#d5dce1;--edge:#7b8a97;--accent:#0b5f73;--accent-soft:#e0f0f3;--warn:#7a4b00;--warn-soft:#fdf1dc;--bad:#a3212b;--bad-soft:#fdeaea;--ins:#0b5a2e;--ins-soft:#d9f2e1;`;

const CSS = `
:host{${LIGHT}display:block;height:100%;container-type:inline-size;background:var(--ground);color:var(--ink);font:14px/1.5 system-ui,-apple-system,"Segoe UI","PingFang SC","Hiragino Sans GB","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
@media (prefers-color-scheme:dark){:host(:not([theme=light])){${DARK}}}
:host([theme=dark]){${DARK}}
:host([hidden]){display:none}
*{box-sizing:border-box}
.all{display:grid;grid-template:auto auto minmax(0,1fr)/minmax(18rem,2fr) minmax(0,3fr);height:100%}
.head,.tools{grid-column:1/-1;min-width:0;display:flex;flex-wrap:wrap;gap:8px;align-items:center;padding:8px 12px;background:var(--surface);border-bottom:1px solid var(--line)}
.title{font-size:16px;margin:0}h3{font-size:14px;margin:0 0 4px}
.sum{color:var(--muted);flex:1;min-width:0;margin:0}.group{display:flex;flex-wrap:wrap;gap:8px}
button,input{font:inherit;color:inherit;background:var(--surface);border:1px solid var(--edge);border-radius:8px;padding:4px 10px;min-height:32px}
button{cursor:pointer}button[aria-pressed=true]{background:var(--accent-soft);border-color:var(--accent);color:var(--accent);font-weight:600}
button:focus-visible,input:focus-visible,.list:focus-visible,.detail:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:-2px}
input{flex:1;min-width:10rem}
.list{overflow:auto;overscroll-behavior:contain;position:relative;background:var(--surface);border-right:1px solid var(--line);min-height:0}
.space{position:relative}
.row{position:absolute;left:0;right:0;height:${ROW}px;display:grid;grid-template-columns:3.2em 4.8em 1fr auto;gap:8px;align-items:center;padding:0 12px;border-bottom:1px solid var(--line);cursor:pointer;white-space:nowrap}
.row[aria-selected=true]{background:var(--accent-soft)}
.row>*{overflow:hidden;text-overflow:ellipsis;unicode-bidi:isolate}
.num,.ms{color:var(--muted);font-variant-numeric:tabular-nums;font-size:12px}.ms{text-align:right}
.type{font-weight:600}.type.replied{color:var(--accent)}.type.failed,.type.refused{color:var(--bad)}
.chip{display:inline-block;border-radius:8px;padding:0 6px;margin-right:6px;font-size:12px;background:var(--raised);color:var(--muted)}
.chip.correction,.chip.failure{background:var(--bad-soft);color:var(--bad)}.chip.repair{background:var(--warn-soft);color:var(--warn)}.chip.write,.chip.card,.chip.summary{background:var(--accent-soft);color:var(--accent)}
.empty{padding:16px;color:var(--muted)}
.detail{overflow:auto;overscroll-behavior:contain;padding:12px;min-height:0;min-width:0}
section{background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:12px;margin:0 0 12px}
dl{display:grid;grid-template-columns:auto 1fr;gap:2px 12px;margin:0}dt{color:var(--muted)}dd{margin:0;overflow-wrap:anywhere}
pre{margin:4px 0;padding:8px;background:var(--raised);border-radius:8px;white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.5 ui-monospace,"SFMono-Regular","Cascadia Mono","Liberation Mono",monospace;unicode-bidi:isolate}
mark{background:var(--warn-soft);color:var(--warn);border-bottom:2px solid var(--warn);border-radius:2px}mark.lossy{background:var(--bad-soft);color:var(--bad);border-color:var(--bad)}mark:empty::after{content:"▴"}
details{margin:4px 0}summary{cursor:pointer;padding:2px 0}
.new>summary{color:var(--ins)}.new>pre{background:var(--ins-soft)}
.acts{display:flex;flex-wrap:wrap;gap:8px;margin:0 0 12px}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:2px 8px 2px 0;overflow-wrap:anywhere}th{color:var(--muted);font-weight:400}
.back{display:none}
@container (max-width:720px){
.all{grid-template:auto auto 1fr/minmax(0,1fr)}.detail{display:none}.list{border-right:0}
.chosen .detail{display:block}.chosen .list,.chosen .tools{display:none}.chosen .back{display:inline-block}.chosen{grid-template:auto 1fr/minmax(0,1fr)}
.sum{flex-basis:100%;order:9}.title{flex:1}button,input{min-height:40px}.row{grid-template-columns:2.2em 4.4em minmax(0,1fr) auto;gap:6px}.count{display:none}.group{flex-wrap:nowrap;overflow-x:auto;flex-basis:100%}.group button{flex:none}
}
`;

/** @type {CSSStyleSheet | undefined} */
let sheet;

/** The style sheet of the inspector, made once: constructed, so that a Content-Security-Policy without inline styles allows it. */
export function styleSheet() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS);
  }
  return sheet;
}
