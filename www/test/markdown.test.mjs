/** What the demo's Markdown makes of marks in words, whole and while the text grows. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Window } from 'happy-dom';

const window = new Window({ url: 'https://demo.example/' });
for (const name of ['document', 'Node', 'Element', 'HTMLElement', 'DocumentFragment', 'Text', 'Comment', 'NodeFilter']) globalThis[name] = window[name];
globalThis.navigator ??= window.navigator; // Node 20 has none
const { html, render } = await import('lit-html');
const { markdown } = await import('../demo/markdown.js');

/** HTML of a text that comes in pieces of a length, without the frame. @param {string} text @param {number} [length] */
function drawn(text, length = text.length) {
  const root = document.createElement('div');
  for (let end = length; end < text.length; end += length) render(html`${markdown(text.slice(0, end), false)}`, root);
  render(html`${markdown(text, true)}`, root);
  return root.querySelector('.markdown').innerHTML;
}

const CASES = {
  'names with underscores': ['Call snake_case_name and my__dunder__name.', '<p>Call snake_case_name and my__dunder__name.</p>'],
  'a name at the beginning': ['snake_case_name', '<p>snake_case_name</p>'],
  'a name that begins as an address': ['http_server_name', '<p>http_server_name</p>'],
  'a name with an end': ['use name_, or 名字_。', '<p>use name_, or 名字_。</p>'],
  accents: ['cafe\u0301_name_x', '<p>cafe\u0301_name_x</p>'],
  'marks that are escaped': ['a\\_b\\_c and 2\\*3', '<p>a_b_c and 2*3</p>'],
  products: ['2*3*4 and 2**3**4', '<p>2*3*4 and 2**3**4</p>'],
  'a footnote': ['cheap* and **dear**', '<p>cheap* and <strong>dear</strong></p>'],
  emphasis: ['_one_, *two*, __three__, **four**.', '<p><em>one</em>, <em>two</em>, <strong>three</strong>, <strong>four</strong>.</p>'],
  'emphasis around a name': ['_a snake_case name_ here', '<p><em>a snake_case name</em> here</p>'],
  'emphasis that ends in a word': ['**Lis**bon', '<p><strong>Lis</strong>bon</p>'],
  'emphasis without spaces in Chinese': ['这是**重点**内容，价格**100**元', '<p>这是<strong>重点</strong>内容，价格<strong>100</strong>元</p>'],
  'underscores in Chinese': ['变量名_甲_乙', '<p>变量名_甲_乙</p>'],
  code: ['`a_b_c` and `2*3*4`', '<p><code>a_b_c</code> and <code>2*3*4</code></p>'],
  'a block of code': ['```js\na_b_c = 2*3*4\n```', '<pre><code>a_b_c = 2*3*4</code></pre>'],
  'a name in a link': ['[a_b_c](https://a.example/x_y_z)', '<p><a href="https://a.example/x_y_z" rel="noopener noreferrer" target="_blank">a_b_c</a></p>'],
  'a heading and a list': ['# a_b_c\n\n- d_e_f\n- 2*3*4', '<h4>a_b_c</h4><ul><li>d_e_f</li><li>2*3*4</li></ul>'],
  'a table': ['| a_b_c |\n|---|\n| 2*3*4 |', '<table><thead><tr><th> a_b_c </th></tr></thead><tbody><tr><td> 2*3*4 </td></tr></tbody></table>'],
};

describe('Markdown', () => {
  for (const [name, [text, expected]] of Object.entries(CASES)) {
    it(`shows ${name}`, () => {
      for (const length of [text.length, 1, 2, 3, 7]) assert.equal(drawn(text, length).replaceAll(/<!--.*?-->/g, ''), expected, `in pieces of ${length}`);
    });
  }
  it('shows a mark at the end of a text that grows as soon as it is known', () => {
    assert.equal(drawn('snake_'), '<p>snake_</p>');
  });
});
