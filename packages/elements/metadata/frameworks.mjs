// Types of the elements for frameworks whose templates are checked: one declaration file for each, with nothing to run.
// Types are not copied but taken from the classes. The analyzer's plugins do not do: those for Vue, Svelte and Solid take every
// event for a `CustomEvent`, and the one for JSX knows no object as a `ref` and augments frameworks that a page does not have.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const on = (event) => `on${event}`;
const onColon = (event) => `on:${event}`;
const onCamelCase = (event) => `on-${event}`.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
const inJsx = (module) => (list) =>
  `declare module '${module}' {\nnamespace JSX {\ninterface IntrinsicElements {\n${list}\n}\n}\n}`;

/** For each: its own types, how it names events, what any HTML element has there, and where it looks for elements. */
const frameworks = {
  react: {
    imports: "import type { DetailedHTMLProps, HTMLAttributes } from 'react';",
    events: [on],
    entry: (name, own) => `Own<DetailedHTMLProps<HTMLAttributes<${name}>, ${name}>, ${own}>`,
    place: inJsx('react'),
    // What there is to run is in src/react.
    more: (elements) =>
      [
        "import type { JSX, ReactElement } from 'react';",
        "export { useMcpHost, type UsedMcpHost } from './react/use-mcp-host.js';",
        ...elements.map(
          ({ name, tagName }) =>
            `/** \`<${tagName}>\`, with its properties and listeners set also where a server rendered it. */\nexport declare const ${name.replace(/Element$/, '')}: (props: JSX.IntrinsicElements['${tagName}']) => ReactElement;`,
        ),
      ].join('\n'),
  },
  preact: {
    imports: "import type { HTMLAttributes } from 'preact';",
    events: [on],
    entry: (name, own) => `Own<HTMLAttributes<${name}>, ${own}>`,
    place: inJsx('preact'),
  },
  solid: {
    imports: "import type { JSX as Solid } from 'solid-js';",
    events: [onColon],
    prefixes: { property: 'prop:', attribute: 'attr:' },
    entry: (name, own) => `Own<Solid.HTMLAttributes<${name}>, ${own}>`,
    place: inJsx('solid-js'),
  },
  svelte: {
    imports: "import type { HTMLAttributes } from 'svelte/elements';",
    events: [on, onColon],
    entry: (name, own) => `Own<HTMLAttributes<${name}>, ${own}>`,
    place: (list) => `declare module 'svelte/elements' {\ninterface SvelteHTMLElements {\n${list}\n}\n}`,
  },
  vue: {
    imports: "import type { HTMLAttributes, PublicProps } from 'vue';",
    events: [onCamelCase],
    entry: (name, own) => `new () => ${name} & { $props: Own<HTMLAttributes, ${own}> & PublicProps }`,
    place: (list) => `declare module 'vue' {\ninterface GlobalComponents {\n${list}\n}\n}`,
  },
};

export function frameworksPlugin({ outdir }) {
  return {
    name: 'frameworks',
    packageLinkPhase({ customElementsManifest: { modules } }) {
      const elements = modules.flatMap(({ declarations }) => declarations);
      mkdirSync(outdir, { recursive: true });
      for (const [name, framework] of Object.entries(frameworks))
        writeFileSync(join(outdir, `${name}.d.ts`), typesFor(framework, elements));
    },
  };
}

function typesFor({ imports, events, prefixes, entry, place, more }, elements) {
  const classes = elements.flatMap((element) => [element.name, ...element.events.map(({ type }) => type.text)]);
  const list = elements.map(({ name, tagName, summary, members, attributes = [], events: fired }) => {
    const properties = members.filter(({ kind, readonly }) => kind === 'field' && !readonly);
    const own = [
      ...properties.flatMap((property) => named(property, prefixes?.property, `${name}['${property.name}']`)),
      ...attributes.flatMap((one) => named(one, prefixes?.attribute, `${name}['${one.fieldName}']`)),
      ...fired.flatMap((event) =>
        events.map((nameOf) => [nameOf(event.name), event.description, `((event: ${event.type.text}) => void)`]),
      ),
    ];
    // An attribute that is called as its property is there once.
    const lines = [
      ...new Map(own.map(([key, words, type]) => [key, `${doc(words)}'${key}'?: ${type} | undefined;`])).values(),
    ];
    return `${doc(summary)}'${tagName}': ${entry(name, `{\n${lines.join('\n')}\n}`)};`;
  });
  return [
    '// Made from the sources of the elements.',
    imports,
    `import type { ${[...new Set(classes)].join(', ')} } from './index.js';`,
    '/** An attribute of every HTML element may mean something else on ours. */\ntype Own<Base, Members> = Omit<Base, keyof Members> & Members;',
    ...(more ? [more(elements)] : []),
    `${place(list.join('\n'))}\n`,
  ].join('\n');
}

/** Solid can be told which of the two is meant. */
const named = ({ name, description }, prefix, type) =>
  [name, ...(prefix ? [prefix + name] : [])].map((key) => [key, description, type]);

const doc = (text) => (text ? `/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s*\n\s*/g, ' ')} */\n` : '');
