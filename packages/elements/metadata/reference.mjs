// The reference page of the elements: its tables and lists, between marks. The words around them are written by hand.
import { readFileSync, writeFileSync } from 'node:fs';
import { readSharedParts } from './parts.mjs';

/** @param {string} [target] where to write the page instead of where it is */
export function referencePlugin(path, target = path) {
  return {
    name: 'reference',
    packageLinkPhase({ customElementsManifest }) {
      writeFileSync(target, reference(readFileSync(path, 'utf8'), customElementsManifest));
    },
  };
}

/** @returns the page with what the manifest says now */
function reference(page, { modules }) {
  const elements = modules.flatMap(({ declarations }) => declarations);
  const shared = readSharedParts();
  const parts = {
    elements: [
      elements.map(({ tagName, summary }) => `- [\`<${tagName}>\`](#${tagName}): ${summary}`).join('\n'),
      ...elements.map((element) => section(element, shared)),
    ].join('\n\n'),
    parts: table(
      ['part', 'is'],
      shared.map(({ name, description }) => [code(name), description]),
    ),
    looks: table(
      ['property', 'what', 'unless set'],
      elements[0].cssProperties.map(({ name, description, default: value }) => [code(name), description, code(value)]),
    ),
  };
  return page.replaceAll(
    /(<!-- made: (\w+) -->\n\n).*?(\n\n<!-- end -->)/gs,
    (_, start, part, end) => start + parts[part] + end,
  );
}

function section(
  { tagName, summary, description, members, events, slots = [], cssParts = [], cssStates = [] },
  shared,
) {
  const own = members.filter(({ inheritedFrom, readonly }) => !inheritedFrom && !readonly);
  const named = (list, nameOf = code) => list.map(({ name, description: words }) => [nameOf(name), words]);
  const tables = [
    table(
      ['property', 'attribute', 'type', 'what'],
      own
        .filter(({ kind }) => kind === 'field')
        .map(({ name, attribute, type, description: words }) => [
          code(name),
          attribute && code(attribute),
          code(type.text),
          words,
        ]),
    ),
    table(
      ['method', 'what'],
      named(
        own.filter(({ kind, description: words }) => kind === 'method' && words),
        (name) => code(`${name}()`),
      ),
    ),
    table(
      ['event', 'class', 'when'],
      events.map(({ name, type, description: words }) => [code(name), code(type.text), words]),
    ),
    table(
      ['slot', 'what'],
      named(slots, (name) => (name ? code(name) : 'default')),
    ),
    // Those that mean the same everywhere have a table of their own.
    table(['part', 'what'], named(cssParts.filter((part) => !shared.some((one) => same(one, part))))),
    table(
      ['state', 'when'],
      named(cssStates, (name) => code(`:state(${name})`)),
    ),
  ];
  return [`## ${tagName}`, summary, description, ...tables].filter(Boolean).join('\n\n');
}

function table(head, rows) {
  const line = (cells) =>
    `| ${cells.map((cell = '') => cell.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim()).join(' | ')} |`;
  return rows.length > 0 && [head, head.map(() => '---'), ...rows].map(line).join('\n');
}

const same = (one, other) => one.name === other.name && one.description === other.description;

const code = (text) => `\`${text}\``;
