// The reference page of the elements, docs/elements.md: what the manifest knows, for a person to read.
import { elementsOf } from './manifest.mjs';

const INTRODUCTION = `# The elements

Made from the sources by \`pnpm metadata\`; a test holds that it is as they are. Every element finds its host by its \`host\` property, its
\`for\` attribute or the \`<mcp-host>\` around it, and speaks the [language](languages.md) of the nearest \`lang\`. How they look is said by
custom properties, which any element of the page may set, and by \`::part()\`.

The icons of servers and tools are drawn as pixels, from PNG, JPEG or WebP that is in the data itself (\`data:\`). With the attribute
\`fetch-icons\`, those of \`<mcp-server>\` and \`<mcp-tools>\` that are at the origin of their server are fetched too: over https, without
credentials, and from nowhere else.
`;

const LOOKS = `Light or dark is what the page's own \`color-scheme\` says: \`light dark\` follows the user's choice. Colours given for both go through
\`light-dark()\`. Elements leave the room between them to the page.

\`\`\`css
:root { color-scheme: light dark; --mcp-accent: light-dark(#0a7d4f, #6fd6a8); --mcp-radius: 4px; }
mcp-host { display: grid; gap: 1rem; }
mcp-server::part(card) { border: 0; }
\`\`\``;

/** @param {object} manifest a custom elements manifest */
export function reference(manifest) {
  const elements = elementsOf(manifest);
  const [{ cssProperties }] = elements;
  return [
    INTRODUCTION,
    elements.map(({ tagName, summary }) => `- [\`<${tagName}>\`](#${tagName}): ${summary}`).join('\n'),
    ...elements.map(section),
    `## Looks\n\n${LOOKS}\n\n${table(
      ['property', 'what', 'unless set'],
      cssProperties.map(({ name, description, default: value }) => [code(name), description, value ? code(value) : '']),
    )}`,
  ]
    .join('\n\n')
    .replace(/\n{3,}/g, '\n\n')
    .concat('\n');
}

function section({ tagName, summary, description, attributes, members, events, slots, cssParts, cssStates }) {
  const properties = members.filter(
    ({ isProperty, readonly, description: words }) => isProperty && !readonly && !words?.startsWith('@internal'),
  );
  const attributeOf = ({ name }) => attributes.find(({ fieldName }) => fieldName === name)?.name;
  const own = properties.filter(({ inheritedFrom }) => !inheritedFrom);
  const methods = members.filter(
    ({ kind, inheritedFrom, description: words }) => kind === 'method' && !inheritedFrom && words,
  );
  return [
    `## ${tagName}`,
    summary,
    description ?? '',
    table(
      ['property', 'attribute', 'type', 'what'],
      own.map((property) => [
        code(property.name),
        attributeOf(property) ? code(attributeOf(property)) : '',
        code(property.type.text),
        property.description,
      ]),
    ),
    table(
      ['method', 'what'],
      methods.map(({ name, description: words }) => [code(`${name}()`), words]),
    ),
    table(
      ['event', 'class', 'when'],
      events.map(({ name, type, description: words }) => [code(name), code(type.text), words]),
    ),
    table(
      ['slot', 'what'],
      slots.map(({ name, description: words }) => [name ? code(name) : 'default', words]),
    ),
    table(
      ['part', 'what'],
      cssParts.map(({ name, description: words }) => [code(name), words]),
    ),
    table(
      ['state', 'when'],
      cssStates.map(({ name, description: words }) => [code(`:state(${name})`), words]),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function table(head, rows) {
  if (rows.length === 0) return '';
  const line = (cells) =>
    `| ${cells.map((cell) => (cell ?? '').replace(/\s+/g, ' ').replaceAll('|', '\\|').trim()).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function code(text) {
  return `\`${text}\``;
}
