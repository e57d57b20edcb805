/**
 * The name to show for a tool, prompt, resource, server or argument: its title, or its name if it has no title or one of
 * spaces only. The server chose this text.
 *
 * @example
 * ```ts
 * import { displayName } from '@mcp-web/client';
 *
 * displayName({ name: 'get_time', title: 'Get the time' }); // 'Get the time'
 * ```
 */
export function displayName(named: {
  name: string;
  title?: string;
  annotations?: { title?: string } | object;
}): string {
  if (named.title?.trim()) return named.title;
  const claimed = named.annotations && 'title' in named.annotations ? named.annotations.title : undefined;
  return typeof claimed === 'string' && claimed.trim() ? claimed : named.name;
}
