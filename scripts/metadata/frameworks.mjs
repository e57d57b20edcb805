// Types of the elements for frameworks whose templates are checked: one declaration file for each, with nothing to run.
// Types are not copied but taken from the classes, so that they cannot differ.
import { elementsOf } from './manifest.mjs';

const HEADER = '// Generated from the sources of the elements.\n';

/** @returns {Record<string, string>} name of the framework to the text of its declaration file */
export function frameworkTypes(manifest) {
  const elements = elementsOf(manifest);
  return {
    react: jsx(elements, {
      imports: "import type { DetailedHTMLProps, HTMLAttributes } from 'react';",
      module: 'react',
      base: (name) => `DetailedHTMLProps<HTMLAttributes<${name}>, ${name}>`,
      members: [properties, attributes, events((event) => `on${event}`)],
    }),
    preact: jsx(elements, {
      imports: "import type { HTMLAttributes } from 'preact';",
      module: 'preact',
      base: (name) => `HTMLAttributes<${name}>`,
      members: [properties, attributes, events((event) => `on${event}`)],
    }),
    solid: jsx(elements, {
      imports: "import type { JSX as Solid } from 'solid-js';",
      module: 'solid-js',
      base: (name) => `Solid.HTMLAttributes<${name}>`,
      members: [
        properties,
        attributes,
        prefixed('prop:', properties),
        prefixed('attr:', attributes),
        events((event) => `on:${event}`),
      ],
    }),
    vue: vue(elements),
    svelte: svelte(elements),
  };
}

function jsx(elements, { imports, module, base, members }) {
  return `${HEADER}${imports}
${ownImports(elements)}
declare module '${module}' {
  namespace JSX {
    interface IntrinsicElements {
${elements.map((element) => `${doc(element, 6)}      '${element.tagName}': ${own(element, base(element.name), members)};`).join('\n')}
    }
  }
}
`;
}

function svelte(elements) {
  return `${HEADER}import type { HTMLAttributes } from 'svelte/elements';
${ownImports(elements)}
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
${elements.map((element) => `${doc(element, 4)}    '${element.tagName}': ${own(element, `HTMLAttributes<${element.name}>`, [properties, attributes, events((event) => `on${event}`), events((event) => `on:${event}`)])};`).join('\n')}
  }
}
`;
}

function vue(elements) {
  return `${HEADER}import type { HTMLAttributes, PublicProps } from 'vue';
${ownImports(elements)}
/** What Vue's templates have to know of a custom element. */
type CustomElement<Element, Props> = new () => Element & { $props: Props & Omit<HTMLAttributes, keyof Props> & PublicProps };

declare module 'vue' {
  interface GlobalComponents {
${elements.map((element) => `${doc(element, 4)}    '${element.tagName}': CustomElement<${element.name}, ${literal(element, [properties, attributes, events((name) => `on${camelCase(`-${name}`)}`)])}>;`).join('\n')}
  }
}
`;
}

const camelCase = (name) => name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** The types that a declaration names, each from the file that declares it. */
function ownImports(elements) {
  const from = new Map();
  for (const { path, name, events: fired } of elements) {
    from.set(name, path);
    for (const {
      type: {
        references: [reference],
      },
    } of fired)
      from.set(reference.name, reference.module);
  }
  return (
    [...from].map(([name, path]) => `import type { ${name} } from './${path.replace(/^dist\//, '')}';`).join('\n') +
    '\n'
  );
}

const own = (element, base, members) => `Omit<${base}, ${keys(element)}> & ${literal(element, members)}`;

/** Attributes of every HTML element that ours give another meaning. */
const keys = ({ attributes: found, members }) =>
  [...new Set([...found, ...members].map(({ name }) => `'${name}'`))].join(' | ') || 'never';

const literal = (element, members) =>
  `{\n${members
    .flatMap((list) => list(element))
    .map(({ name, type, description }) => `${comment(description, 8)}        '${name}'?: ${type} | undefined;\n`)
    .join('')}      }`;

/** What a template can set. */
const properties = ({ name: element, members }) =>
  members
    .filter(({ isProperty }) => isProperty)
    .map(({ name, description }) => ({ name, description, type: `${element}['${name}']` }));

const attributes = ({ name: element, attributes: found }) =>
  found
    .filter(({ name, fieldName }) => name !== fieldName)
    .map(({ name, fieldName, description }) => ({ name, description, type: `${element}['${fieldName}']` }));

const events =
  (nameOf) =>
  ({ events: found }) =>
    found.map(({ name, description, type }) => ({
      name: nameOf(name),
      description,
      type: `((event: ${type.text}) => void)`,
    }));

const prefixed = (prefix, list) => (element) => list(element).map((entry) => ({ ...entry, name: prefix + entry.name }));

const doc = ({ summary }, indent) => comment(summary, indent);

const comment = (text, indent) =>
  text ? `${' '.repeat(indent)}/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s*\n\s*/g, ' ')} */\n` : '';
