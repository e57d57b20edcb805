// The Custom Elements Manifest of @mcp-web/elements, from the sources alone: which tags there are is what the `define.ts`
// files define, what an element has is what its class and those above it declare, and what that means is their JSDoc.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { resolveName, sourceReader } from './source.mjs';

/** Of Lit and of the platform: nothing that a page calls. */
const LIFECYCLE = /^(constructor|render|\w+Callback|adoptedCallback)$/;

/** @param {string} folder packages/elements/src @param {string} version of the package */
export function readManifest(folder, version) {
  const read = sourceReader(folder);
  const elements = definitions(folder, read)
    .map((definition) => readElement(read, definition))
    .sort((a, b) => (a.tagName < b.tagName ? -1 : 1));
  return {
    schemaVersion: '2.1.0',
    readme: '../../README.md',
    package: { name: '@mcp-web/elements', version },
    modules: elements.map(({ path, ...declaration }) => ({
      kind: 'javascript-module',
      path,
      declarations: [declaration],
      exports: [
        { kind: 'js', name: declaration.name, declaration: { name: declaration.name, module: path } },
        {
          kind: 'custom-element-definition',
          name: declaration.tagName,
          declaration: { name: declaration.name, module: path },
        },
      ],
    })),
  };
}

/** The elements of a manifest, each with the file of its class. */
export function elementsOf(manifest) {
  return manifest.modules.flatMap(({ path, declarations }) =>
    declarations.map((declaration) => ({ path, ...declaration })),
  );
}

const published = (path) => `dist/${path.replace(/\.ts$/, '.js')}`;

function definitions(folder, read) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      const source = read(join(name, 'define.ts').replaceAll('\\', '/'));
      return (source?.program.body ?? []).flatMap(({ expression }) => {
        if (expression?.type !== 'CallExpression' || expression.callee.name !== 'define') return [];
        const [tag, element] = expression.arguments;
        return [{ tagName: tag.value, className: element.name, source }];
      });
    });
}

function readElement(read, { tagName, className, source }) {
  const chain = classesOf(read, source, className);
  const [
    {
      source: { path: sourcePath },
      doc,
    },
  ] = chain;
  const members = chain.flatMap((one, index) => one.node.body.body.flatMap((node) => readMember(one, node, index)));
  const known = new Map();
  for (const member of members) known.set(member.name, merge(known.get(member.name), member));
  const all = [...known.values()].filter(({ isInternal }) => !isInternal);
  const attributes = all
    .filter(({ attribute }) => attribute)
    .map(({ name, attribute, type, default: initial, description, isInherited }) => ({
      name: attribute,
      fieldName: name,
      type,
      ...(initial !== undefined && { default: initial }),
      description: description || textOf(doc, 'attr', attribute),
      ...(isInherited && { inheritedFrom: isInherited }),
    }));
  const css = cssOf(read, chain);
  return {
    path: published(sourcePath),
    kind: 'class',
    customElement: true,
    name: className,
    tagName,
    summary:
      doc.tags
        .find(({ name }) => name === 'summary')
        ?.text.split(/\n\s*\n/)[0]
        .replaceAll('\n', ' ') ?? '',
    description: (
      doc.tags
        .find(({ name }) => name === 'summary')
        ?.text.split(/\n\s*\n/)
        .slice(1)
        .join('\n\n') ?? doc.text
    ).trim(),
    superclass: { name: chain[1]?.node.id.name ?? 'HTMLElement' },
    ...(chain.some(({ node }) =>
      node.body.body.some(({ key, static: isStatic }) => isStatic && key?.name === 'formAssociated'),
    ) && { formAssociated: true }),
    attributes,
    members: all.map(({ attribute, isInherited, ...member }) => ({
      ...member,
      isInternal: undefined,
      description: member.description || (attribute ? textOf(doc, 'attr', attribute) : ''),
      ...(attribute && { attribute }),
      ...(isInherited && { inheritedFrom: isInherited }),
    })),
    events: eventsOf(read, chain),
    slots: named(doc, 'slot').map(({ name, text }) => ({ name: name === '-' ? '' : name, description: text })),
    cssParts: named(doc, 'csspart').map(({ name, text }) => ({ name, description: text })),
    cssStates: named(doc, 'cssstate').map(({ name, text }) => ({ name, description: text })),
    cssProperties: [...new Set([...css.matchAll(/var\((--mcp-[\w-]+)/g)].map(([, name]) => name))].map((name) => ({
      name,
      description: textOf(doc, 'cssprop', name) || tokenText(read, name),
      default: tokenDefault(css, name),
    })),
  };
}

/** The class of an element and those above it that are ours, the nearest first. */
function classesOf(read, source, name) {
  const found = resolveName(read, source, name);
  if (found?.node.type !== 'ClassDeclaration') return [];
  const next = found.node.superClass;
  return [
    { ...found, doc: found.source.docBefore(found.start) },
    ...(next?.type === 'Identifier' ? classesOf(read, found.source, next.name) : []),
  ];
}

/** A field, property or method that a page can use; what is private or of Lit is marked, so that it hides what it overrides. */
function readMember({ source, node: owner }, node, level) {
  const name = node.key?.name;
  if (node.computed || node.key?.type !== 'Identifier' || node.static || LIFECYCLE.test(name)) return [];
  const decorator = node.decorators?.find(({ expression }) => expression.callee?.name === 'property');
  const doc = source.docBefore(node.start);
  const isInternal =
    ['private', 'protected'].includes(node.accessibility) ||
    (node.override && !decorator && node.kind !== 'method') ||
    doc.tags.some((tag) => tag.name === 'internal');
  const common = {
    name,
    isInternal,
    description: doc.text,
    isInherited: level > 0 ? { name: owner.id.name, module: published(source.path) } : undefined,
  };
  if (node.type === 'MethodDefinition' && node.kind === 'method') {
    const { params, returnType } = node.value;
    return [
      {
        kind: 'method',
        ...common,
        parameters: params.map((param) => ({
          name: param.name ?? source.text(param),
          type: typeOf(source, param.typeAnnotation),
        })),
        return: { type: typeOf(source, returnType) },
      },
    ];
  }
  const isGetter = node.kind === 'get';
  const annotation =
    node.kind === 'set' ? node.value.params[0]?.typeAnnotation : isGetter ? node.value.returnType : node.typeAnnotation;
  const value = node.value?.type === 'Identifier' ? source.declarations.get(node.value.name)?.node : node.value;
  const initial = value?.type === 'Literal' ? value.raw : undefined;
  const type = annotation
    ? typeOf(source, annotation)
    : { text: value?.type === 'Literal' ? typeof value.value : 'unknown' };
  return [
    {
      kind: 'field',
      ...common,
      type,
      ...(initial !== undefined && { default: initial }),
      ...(decorator ? attributeOf(name, decorator.expression.arguments[0]) : {}),
      ...((node.readonly || isGetter) && !decorator && { readonly: true }),
    },
  ];
}

/** A getter and a setter are one field; the nearest class says what it is. */
function merge(known, member) {
  if (!known) return member;
  if (known.kind !== 'field' || member.kind !== 'field' || known.isInherited !== member.isInherited)
    return { ...known, description: known.description || member.description };
  const merged = { ...member, ...known, description: known.description || member.description };
  if (!(known.readonly && member.readonly)) delete merged.readonly;
  return {
    ...merged,
    ...(member.attribute && { attribute: member.attribute }),
    ...(member.isProperty && { isProperty: true }),
  };
}

function attributeOf(name, options) {
  const option = (key) => options?.properties?.find(({ key: { name: found } }) => found === key)?.value;
  const attribute = option('attribute');
  return {
    isProperty: true,
    ...(attribute?.value === false ? {} : { attribute: attribute?.value ?? name.toLowerCase() }),
    ...(option('reflect')?.value === true && { reflects: true }),
  };
}

const typeOf = (source, annotation) => ({ text: annotation ? source.text(annotation).replace(/^:\s*/, '') : 'void' });

/** `@fires name - text (`EventClass`)` */
function eventsOf(read, chain) {
  return named(chain[0].doc, 'fires').map(({ name, text }) => {
    const type = /\s*\(`(\w+)`\)$/.exec(text);
    if (!type) throw new Error(`${chain[0].source.path}: @fires ${name} has to end with its class, (\`SomeEvent\`)`);
    const [, className] = type;
    return {
      name,
      description: text.slice(0, type.index),
      type: { text: className, references: [{ name: className, module: eventPath(read, chain, className) }] },
    };
  });
}

/** The file of an event's class: one that the element imports, now or on demand, directly or not. */
function eventPath(read, chain, name) {
  const seen = new Set();
  const queue = chain.map(({ source }) => source);
  for (const source of queue) {
    if (source.declarations.get(name)?.node.type === 'ClassDeclaration') return published(source.path);
    seen.add(source);
    for (const path of [...[...source.imports.values()].map((entry) => entry.path), ...source.loads])
      if (read(path) && !seen.has(read(path))) queue.push(read(path));
  }
  throw new Error(`${chain[0].source.path}: no class ${name} is imported`);
}

/** `@csspart name - text` and the like. */
function named(doc, tag) {
  return doc.tags
    .filter(({ name }) => name === tag)
    .map(({ text }) => {
      const [, name, rest] = /^(?:\{[^}]*\}\s*)?(\S+)(?:\s+-)?\s*([^]*)$/.exec(text);
      return { name, text: rest.replace(/^-\s*/, '').replaceAll(/\s*\n\s*/g, ' ') };
    });
}

const textOf = (doc, tag, name) => named(doc, tag).find((entry) => entry.name === name)?.text ?? '';

/** The style sheets of an element as text, with those of the classes and files that it names. */
function cssOf(read, chain) {
  const index = chain.findIndex(({ node }) => stylesOf(node));
  return index < 0 ? '' : cssIn(read, chain[index].source, stylesOf(chain[index].node), chain.slice(index + 1));
}

function stylesOf(classNode) {
  return classNode.body.body.find(({ static: isStatic, key }) => isStatic && key?.name === 'styles')?.value;
}

function cssIn(read, source, node, above) {
  if (node.type === 'ArrayExpression') return node.elements.map((item) => cssIn(read, source, item, above)).join('\n');
  if (node.type === 'MemberExpression')
    return cssOf(read, above.slice(above.findIndex((one) => one.node.id.name === node.object.name)));
  if (node.type === 'TaggedTemplateExpression') return source.text(node);
  const found = node.type === 'Identifier' ? resolveName(read, source, node.name) : undefined;
  if (!found) throw new Error(`${source.path}: the styles ${source.text(node)} cannot be followed`);
  return cssIn(read, found.source, found.node, above);
}

/** What the styles fall back to: all up to the end of the declaration, without the bracket of `var`. */
function tokenDefault(css, name) {
  return new RegExp(String.raw`var\(${name},\s*(.+)\);`).exec(css)?.[1];
}

/** What the table in `internal/tokens.ts` says of a custom property. */
function tokenText(read, name) {
  const row = read('internal/tokens.ts')
    ?.code.split('\n')
    .find((line) => line.startsWith(' * |') && line.includes(`\`${name}\``));
  return row ? row.split('|').at(-2).trim() : '';
}
