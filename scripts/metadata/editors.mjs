// What editors read beside the manifest: custom data for VS Code, web-types for JetBrains.
import { elementsOf } from './manifest.mjs';

/** https://github.com/microsoft/vscode-custom-data */
export function vsCodeData(manifest) {
  return {
    version: 1.1,
    tags: elementsOf(manifest).map((element) => ({
      name: element.tagName,
      description: { kind: 'markdown', value: describe(element) },
      attributes: element.attributes.map(({ name, description, type }) => ({
        name,
        description,
        ...(isBoolean(type) && { valueSet: 'v' }),
        ...(choices(type).length > 0 && { values: choices(type).map((choice) => ({ name: choice })) }),
      })),
    })),
  };
}

/** https://github.com/microsoft/vscode-custom-data, for style sheets */
export function vsCodeCssData(manifest) {
  const properties = new Map(
    elementsOf(manifest).flatMap(({ cssProperties }) => cssProperties.map((property) => [property.name, property])),
  );
  return { version: 1.1, properties: [...properties.values()].map(({ name, description }) => ({ name, description })) };
}

/** https://github.com/JetBrains/web-types */
export function webTypes(manifest) {
  return {
    $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
    name: manifest.package.name,
    version: manifest.package.version,
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: elementsOf(manifest).map((element) => ({
          name: element.tagName,
          description: describe(element),
          attributes: element.attributes.map(({ name, description, default: initial, type }) => ({
            name,
            description,
            ...(initial !== undefined && { default: initial }),
            required: false,
            value: { type: type.text, ...(isBoolean(type) && { kind: 'no-value' }) },
          })),
          slots: element.slots,
          js: {
            properties: element.members
              .filter(({ kind }) => kind === 'field')
              .map(({ name, description, type, readonly }) => ({
                name,
                description,
                type: type.text,
                ...(readonly && { 'read-only': true }),
              })),
            events: element.events.map(({ name, description, type }) => ({ name, description, type: type.text })),
          },
          css: {
            parts: element.cssParts,
            properties: element.cssProperties,
            'pseudo-classes': element.cssStates.map(({ name, description }) => ({
              name: `state(${name})`,
              description,
            })),
          },
        })),
      },
    },
  };
}

function describe({ summary, description, events, slots, cssParts, cssStates }) {
  const list = (title, entries) =>
    entries.length > 0
      ? `**${title}**\n${entries.map(({ name, description: text }) => `- \`${name || 'default'}\`: ${text}`).join('\n')}`
      : '';
  return [
    summary,
    description,
    list('Events', events),
    list('Slots', slots),
    list('Parts', cssParts),
    list('States', cssStates),
  ]
    .filter(Boolean)
    .join('\n\n');
}

const isBoolean = ({ text }) => text === 'boolean';

/** Of a union of string literals. */
function choices({ text }) {
  const members = text
    .split('|')
    .map((member) => member.trim())
    .filter((member) => member !== '' && member !== 'undefined');
  return members.every((member) => /^'[^']*'$/.test(member)) ? members.map((member) => member.slice(1, -1)) : [];
}
