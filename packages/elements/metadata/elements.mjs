// Makes of all that the analyzer finds in the sources what the package publishes: its elements, as they are in dist/.
import { readFileSync } from 'node:fs';
import { sharedPartsOf } from './parts.mjs';

/** A plugin for the analyzer. What others after it see, and what is written, has only the elements and what pages may use. */
export function elementsPlugin() {
  const definitions = [];
  /** Classes whose styles are not those of the class above them and more. */
  const plain = new Set();
  /** The source of each module. */
  const codes = new Map();
  let cssProperties = [];
  return {
    name: 'elements',
    // The analyzer knows `customElements.define()`; ours is `define()`, in a module of its own beside each element.
    analyzePhase({ ts, node, moduleDoc: { path } }) {
      if (ts.isSourceFile(node)) codes.set(path, node.text);
      if (path.endsWith('/define.ts') && ts.isCallExpression(node) && node.expression.getText() === 'define') {
        const [tag, element] = node.arguments;
        definitions.push({ tagName: tag.text, className: element.text, path });
      }
      if (ts.isPropertyDeclaration(node) && node.name.getText() === 'styles' && !node.getText().includes('.styles'))
        plain.add(node.parent.name.text);
      if (path.endsWith('/tokens.ts') && ts.isSourceFile(node)) cssProperties = readTokens(node.text);
    },
    packageLinkPhase({ customElementsManifest: manifest }) {
      const classes = new Map(
        manifest.modules.flatMap(({ path, declarations }) =>
          declarations.filter(({ kind }) => kind === 'class').map((found) => [found.name, { ...found, path }]),
        ),
      );
      const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
      Object.assign(manifest, { schemaVersion: '2.1.0', readme: '../../README.md', package: { name, version } });
      const sharedParts = sharedPartsOf(
        codes,
        new Map(definitions.map(({ tagName, path }) => [tagName, path.replace(/define\.ts$/, '')])),
      );
      manifest.modules = definitions
        .toSorted((a, b) => (a.tagName < b.tagName ? -1 : 1))
        .flatMap(({ tagName, className, path }) => {
          const { path: module, ...found } = classes.get(className);
          const element = publicElement(
            {
              ...found,
              tagName,
              cssProperties: plain.has(className) ? [] : cssProperties,
              cssParts: withShared(found.cssParts, sharedParts(tagName)),
            },
            classes,
          );
          const declaration = { name: className, module };
          return [
            { path: module, declarations: [element], exports: [{ kind: 'js', name: className, declaration }] },
            { path, declarations: [], exports: [{ kind: 'custom-element-definition', name: tagName, declaration }] },
          ];
        })
        .map((module) => ({ kind: 'javascript-module', ...module }));
      Object.assign(manifest, published(manifest));
    },
  };
}

function publicElement({ summary, members, attributes = [], events = [], ...element }, classes) {
  const fieldOf = ({ fieldName }) => members.find(({ name }) => name === fieldName);
  // What stands after `@summary` belongs to it, as the analyzer reads it. The first paragraph is meant.
  const [first, ...rest] = summary.split(/\n\s*\n/);
  return {
    ...element,
    customElement: true,
    summary: first.replaceAll('\n', ' '),
    description: rest.join('\n\n').trim(),
    ...(members.some(({ name }) => name === 'formAssociated') && { formAssociated: true }),
    // Of the two only the field has a default that was followed to its constant.
    attributes: attributes.map((attribute) => ({ ...attribute, default: fieldOf(attribute).default })),
    members: members.filter(
      ({ name, privacy, static: isStatic }) =>
        privacy !== 'private' && privacy !== 'protected' && !isStatic && !name.endsWith('Callback'),
    ),
    // The analyzer also adds what it takes for an event in the code, without words.
    events: events
      .filter(({ description }) => description)
      .map(({ name, description, type: { text } }) => ({
        name,
        description,
        type: { text, references: [{ name: text, module: classes.get(text).path }] },
      })),
  };
}

/** What an element says of a part of its own stands before what the table says. */
function withShared(own = [], shared) {
  return [...own, ...shared.filter(({ name }) => !own.some((part) => part.name === name))];
}

/** The custom properties that all elements read: what they are from the table of internal/style/tokens.ts, what they fall back to from its styles. */
function readTokens(code) {
  // The names that a page knows, in defaults that refer to others.
  const publicNames = new Map(
    [...code.matchAll(/^ +(--_[\w-]+): var\((--mcp-[\w-]+),/gm)].map(([, ...names]) => names),
  );
  return [...code.matchAll(/^ \* \| `(--[\w-]+)` \| (.+) \|$/gm)].map(([, name, description]) => ({
    name,
    description,
    default: new RegExp(String.raw`var\(${name},\s*(.+)\);`)
      .exec(code)[1]
      .replaceAll(/var\((--_[\w-]+)\)/g, (_, own) => `var(${publicNames.get(own)})`),
  }));
}

/** With the paths of what is published in place of those of the sources. */
function published(manifest) {
  return JSON.parse(JSON.stringify(manifest), (key, value) =>
    key === 'path' || key === 'module' ? value.replace(/^\/?src\/(.+)\.ts$/, 'dist/$1.js') : value,
  );
}
