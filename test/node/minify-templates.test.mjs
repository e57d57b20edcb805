// What the build takes out of templates, and what it has to leave.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { minifyTemplates } from '../../scripts/minify-templates.mjs';
import { root } from './modules.mjs';

const minify = (code) => minifyTemplates(code, 'test.ts')?.toString() ?? code;
const html = (template) => minify(`html\`${template}\``).slice('html`'.length, -1);
const css = (template) => minify(`css\`${template}\``).slice('css`'.length, -1);

describe('in html templates', () => {
  test('a line break between words, inline elements and expressions becomes one space', () => {
    assert.equal(html('<span>a\n    b</span>\n    <b>c</b>\n ${d}\n  ${e} f'), '<span>a b</span> <b>c</b> ${d} ${e} f');
  });

  test('a line break where a block begins or ends becomes nothing', () => {
    assert.equal(
      html('\n  <div>\n    <p>a</p>\n    ${b}\n    <ul>\n <li>c</li> </ul>\n  </div>\n'),
      '<div><p>a</p>${b}<ul><li>c</li> </ul></div>',
    );
    assert.equal(html('<button>\n  ${a}\n</button>\n<button>b</button>'), '<button>${a}</button> <button>b</button>');
  });

  test('spaces that were written on one line stay', () => {
    assert.equal(html('<p>${a} <b>b</b>  c </p> <p>d</p>'), '<p>${a} <b>b</b>  c </p> <p>d</p>');
  });

  test('a pre, a textarea and what is in them stay as they are', () => {
    const kept = '<pre  class="a">\n  a\n    ${b}\n</pre>';
    assert.equal(html(`<div>\n  ${kept}\n</div>`), `<div>${kept}</div>`);
    assert.equal(
      html('<b>c</b>\n<textarea>\n  d\n  <b>\n</textarea>\n<b>e</b>'),
      '<b>c</b> <textarea>\n  d\n  <b>\n</textarea> <b>e</b>',
    );
  });

  test('values of attributes keep their spaces, and their quotes where HTML needs them', () => {
    assert.equal(
      html(
        '<a  title="x\n  y"\n  class="b ${c}  d"\n  .e=${f}\n  @g=${(h) => `${h}  i`}\n  id="j" alt="" k=\'l m\'>n</a>',
      ),
      '<a title="x\n  y" class="b ${c}  d" .e=${f} @g=${(h) => `${h}  i`} id=j alt="" k=\'l m\'>n</a>',
    );
    assert.equal(
      html('<i a="b=c" d="e`f" g="h>i" j="k/l"></i>'.replace('`', '\\`')),
      '<i a="b=c" d="e`f" g="h>i" j=k/l></i>'.replace('`', '\\`'),
    );
  });

  test('the slash of a void element goes, that of others never joins a value', () => {
    assert.equal(
      html('<input type="text" .value=${a} /><br/><path d="M0" />'),
      '<input type=text .value=${a}><br><path d=M0 />',
    );
  });

  test('comments go, but not with an expression in them', () => {
    assert.equal(html('a<!-- b -->\n <!-- ${c} -->\n d'), 'a <!-- ${c} --> d');
  });

  test('templates within expressions are minified, and code within them is not', () => {
    assert.equal(
      html("<div>\n${a ? html`<p>\n b\n</p>` : f('x\\n   y',   `\n  z`)}\n</div>"),
      "<div>${a ? html`<p>b</p>` : f('x\\n   y',   `\n  z`)}</div>",
    );
  });

  test('a greater-than sign in an expression or a value does not end a tag', () => {
    assert.equal(html('<b a=${x > y} c="d > e">\n  f</b>'), '<b a=${x > y} c="d > e"> f</b>');
  });
});

describe('in css templates', () => {
  test('comments and the white space around punctuation go', () => {
    assert.equal(
      css(
        '\n  /* why */\n  a > b,\n  c { color: red !important; margin: 0 auto; }\n  @media (min-width: 1px) { d { top: 0; } }\n',
      ),
      'a>b,c{color:red!important;margin:0 auto}@media (min-width:1px){d{top:0}}',
    );
  });

  test('spaces that mean something stay', () => {
    for (const rule of [
      'a :hover{top:0}',
      ':is(a) .b{top:0}',
      'a{inset:calc(1px + 2px - var(--a))}',
      '@media (a) and (b){c{top:0}}',
      'a + b ~ c{top:0}',
      'a{font:1em / 2 b}',
    ])
      assert.equal(css(rule), rule);
  });

  test('strings and addresses stay, whatever comments have in them', () => {
    assert.equal(
      css(`/* it's */ a { content: "b  ;  /* c */ }" ; background: url(data:a, b;c) }  /* " */`),
      'a{content:"b  ;  /* c */ }";background:url(data:a, b;c)}',
    );
  });

  test('what has escapes stays', () => {
    const rule = String.raw`a { content: "\\"  "; }`;
    assert.equal(css(rule), rule);
  });

  test('expressions stay where they are', () => {
    assert.equal(css(':host { ${a}\n  top: ${b}  ${c}; }\n ${d}\n ${e}'), ':host{${a} top:${b} ${c}}${d} ${e}');
  });
});

test('other templates, strings and comments are left alone', () => {
  for (const code of [
    'const a = `<div>\n  </div>`;',
    'other`<div>\n  </div>`',
    "const a = 'html`<div>\\n </div>`';",
    '// html`<div>  \n',
  ])
    assert.equal(minifyTemplates(code, 'test.ts'), undefined, code);
});

test('the elements are smaller for it, and no smaller the second time', () => {
  const folder = join(root, 'packages/elements/src');
  let saved = 0;
  for (const file of readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('.ts'))) {
    const code = readFileSync(join(folder, file), 'utf8');
    const minified = minifyTemplates(code, file)?.toString() ?? code;
    assert.equal(minifyTemplates(minified, file), undefined, file);
    saved += code.length - minified.length;
  }
  assert.ok(saved > 5_000, `${saved} bytes`);
});
