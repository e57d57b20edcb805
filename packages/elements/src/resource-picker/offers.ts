/** Resources and resource templates of servers, with what their annotations say. */
import {
  type Annotations,
  displayName,
  type HostServer,
  type Resource,
  type ResourceTemplate,
  type Role,
} from '@mcp-web/client';
import type { Offer } from '../internal/lists/listbox.ts';

export type Entry = Resource | ResourceTemplate;

export type Order = 'given' | 'priority' | 'date';

export function entriesOf({ resources, resourceTemplates }: HostServer): readonly Entry[] {
  return [...resources, ...resourceTemplates];
}

/** The URI or the URI template. It is unique among the resources, or the templates, of one server. */
export function addressOf(entry: Entry): string {
  return 'uri' in entry ? entry.uri : entry.uriTemplate;
}

export function keyOf({ server, entry }: Offer<Entry>): string {
  return JSON.stringify([server.id, 'uri' in entry, addressOf(entry)]);
}

export function searchedTexts(entry: Entry): (string | undefined)[] {
  return [displayName(entry), addressOf(entry), entry.description];
}

/** The annotations with valid values. They are hints from the server. */
export function validAnnotations({ annotations = {} }: { annotations?: Annotations }): {
  audience: readonly Role[];
  priority: number | undefined;
  changed: number | undefined;
} {
  const { audience = [], priority, lastModified } = annotations;
  const changed = Date.parse(lastModified ?? '');
  return {
    audience,
    priority: priority !== undefined && priority >= 0 && priority <= 1 ? priority : undefined,
    changed: Number.isNaN(changed) ? undefined : changed,
  };
}

/** Whether the entry is for this role. An entry without an audience is for everyone. */
export function isFor(entry: Entry, role: Role): boolean {
  const { audience } = validAnnotations(entry);
  return audience.length === 0 || audience.includes(role);
}

/** Sorts by priority or by date, the highest first. Entries without one come last, in their own order. */
export function inOrder<T extends Entry>(entries: readonly T[], order: Order): readonly T[] {
  if (order === 'given') return entries;
  const weight = (entry: T): number => validAnnotations(entry)[order === 'date' ? 'changed' : 'priority'] ?? -Infinity;
  return entries.toSorted((one, other) => (weight(one) === weight(other) ? 0 : weight(other) - weight(one)));
}
