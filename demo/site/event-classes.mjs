// The classes of the elements' events and their fields, read from the sources.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { root } from './pages.mjs';

const src = join(root, 'packages/elements/src');

/** @typedef {{ name: string, type: string, text: string }} Field */

/** @returns {Map<string, Field[]>} by the name of the class, with the fields that it inherits */
export function eventClasses() {
  const files = readdirSync(src, { recursive: true }).filter((file) => /events?\.ts$/.test(file));
  const classes = new Map(files.flatMap((file) => classesOf(readFileSync(join(src, file), 'utf8'))));
  const all = (name) => {
    const found = classes.get(name);
    return found ? [...found.fields, ...all(found.base)] : [];
  };
  return new Map([...classes.keys()].map((name) => [name, all(name)]));
}

function classesOf(source) {
  const { program, comments } = parseSync('events.ts', source);
  return program.body
    .map((statement) => statement.declaration)
    .filter((declaration) => declaration?.type === 'ClassDeclaration' && declaration.id.name.endsWith('Event'))
    .map(({ id, superClass, body }) => [id.name, { base: superClass?.name, fields: body.body.flatMap(fieldOf) }]);

  function fieldOf(member) {
    if (member.key?.type !== 'Identifier' || member.kind === 'constructor') return [];
    const isMethod = member.type === 'MethodDefinition' && member.kind === 'method';
    const { start, end } = (isMethod || member.kind === 'get' ? member.value.returnType : member.typeAnnotation) ?? {};
    const type = source.slice(start, end).replace(/^:\s*/, '');
    return [{ name: `${member.key.name}${isMethod ? '()' : ''}`, type, text: textBefore(member) }];
  }

  /** The sentences of the comment before a member, without tags. */
  function textBefore(member) {
    const comment = comments.find(
      ({ end, type }) => type === 'Block' && end < member.start && source.slice(end, member.start).trim() === '',
    );
    return (comment?.value ?? '')
      .replaceAll(/^\s*\*+ ?/gm, '')
      .replace(/^@.*/ms, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
  }
}
