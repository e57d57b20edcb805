/** How large schemas are, without reading more of them than there is time for. */
import { isObject } from '../protocol/guards.ts';
import { isSilent } from './schema-keywords.ts';

/**
 * About how many characters the JSON of a value has. Stops counting at the limit.
 *
 * @param isSchema leaves out what a schema says of its properties, and what models do not get
 */
export function sizeOf(value: unknown, limit: number, isSchema = false): number {
  let size = 0;
  const rest = [value];
  for (let isOwn = isSchema; rest.length > 0 && size < limit; isOwn = false) {
    const next = rest.pop();
    size++;
    if (typeof next === 'string') size += next.length;
    else if (Array.isArray(next)) {
      for (const item of next) rest.push(item);
      size += next.length;
    } else if (isObject(next)) {
      for (const [name, member] of Object.entries(next)) {
        size += 1 + name.length;
        if (isOwn && name === 'properties' && isObject(member)) rest.push(Object.keys(member));
        else if (!isOwn || !isSilent(name)) rest.push(member);
      }
    }
  }
  return size;
}
