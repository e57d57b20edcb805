/** Reads a block of content. It comes from a server, so every member is checked. */
import type { JsonObject } from '@mcp-web/client';
import { isJsonObject } from '../internal/text/text.ts';

export interface Labels {
  readonly audience: readonly string[];
  readonly priority: number | undefined;
  readonly lastModified: string | undefined;
}

export type Block = { readonly labels: Labels } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'media'; readonly uri: string | undefined; readonly mimeType: string; readonly base64: string }
  | { readonly kind: 'document'; readonly uri: string; readonly mimeType: string; readonly text: string }
  | {
      readonly kind: 'link';
      readonly uri: string;
      readonly name: string;
      readonly description: string;
      readonly mimeType: string;
      readonly size: number | undefined;
    }
  | { readonly kind: 'unknown'; readonly type: string; readonly value: unknown }
);

/** A block without the members of its type is unknown, and shown as it is. */
export function blockOf(value: unknown): Block {
  const unknown = (type: string): Block => ({ kind: 'unknown', type, value, labels: labelsOf(undefined) });
  if (!isJsonObject(value)) return unknown('');
  const { type, text, data, uri, name } = value;
  const labels = labelsOf(value['annotations']);
  const mimeType = typeIn(value);
  switch (type) {
    case 'text':
      if (typeof text === 'string') return { kind: 'text', text, labels };
      break;
    case 'image':
    case 'audio':
      if (typeof data === 'string')
        return { kind: 'media', uri: undefined, mimeType: mimeType || type, base64: data, labels };
      break;
    case 'resource_link':
      if (typeof uri === 'string') {
        const { size } = value;
        return {
          kind: 'link',
          uri,
          labels,
          mimeType,
          description: stringOf(value['description']),
          name: stringOf(value['title']) || stringOf(name) || uri,
          size: typeof size === 'number' && size >= 0 ? size : undefined,
        };
      }
      break;
    case 'resource': {
      const { resource } = value;
      if (!isJsonObject(resource)) break;
      const own = { uri: stringOf(resource['uri']), mimeType: typeIn(resource), labels };
      if (typeof resource['text'] === 'string') return { kind: 'document', text: resource['text'], ...own };
      if (typeof resource['blob'] === 'string') return { kind: 'media', base64: resource['blob'], ...own };
    }
  }
  return unknown(stringOf(type));
}

/** No type is longer. It is read at each render. */
const MAX_TYPE = 255;

const typeIn = ({ mimeType }: JsonObject): string => stringOf(mimeType).slice(0, MAX_TYPE);

function labelsOf(annotations: unknown): Labels {
  const { audience, priority, lastModified } = isJsonObject(annotations) ? annotations : {};
  return {
    audience: Array.isArray(audience) ? audience.filter((role) => role === 'user' || role === 'assistant') : [],
    priority: typeof priority === 'number' && priority >= 0 && priority <= 1 ? priority : undefined,
    lastModified:
      typeof lastModified === 'string' && !Number.isNaN(Date.parse(lastModified)) ? lastModified : undefined,
  };
}

const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');
