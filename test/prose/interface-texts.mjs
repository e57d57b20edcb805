// The texts in a source that people read: its string and template literals that begin like a sentence.
import { parseSync } from 'vite';

/** @returns {{ text: string, line: number }[]} what is put into a template is `…` */
export function textsOf(source) {
  const texts = [];
  const { program, errors } = parseSync('texts.ts', source);
  if (errors.length > 0) throw new SyntaxError(errors[0].message);
  visit(program, (node) => {
    const text =
      node.type === 'Literal' && typeof node.value === 'string'
        ? node.value
        : node.type === 'TemplateLiteral'
          ? node.quasis.map(({ value }) => value.cooked).join('…')
          : '';
    if (/^(?:[A-Z]|… ).*[a-z] [a-z…]/.test(text))
      texts.push({ text, line: source.slice(0, node.start).split('\n').length });
  });
  return texts;
}

function visit(node, see) {
  if (node === null || typeof node !== 'object') return;
  if (typeof node.type === 'string') see(node);
  for (const child of Object.values(node)) visit(child, see);
}
