/** What a server of the legacy era declared in its answer to `initialize`. */
import { McpError } from '../../errors.ts';
import type { ServerCapabilities } from '../../protocol/types.ts';

/** Only what was negotiated is used (lifecycle, operation). */
export function requireDeclared(method: string, capabilities: ServerCapabilities): void {
  const [feature] = method.split('/');
  if ((feature === 'tools' || feature === 'prompts' || feature === 'resources') && !capabilities[feature]) {
    throw new McpError('unsupported', `The server did not declare the ${feature} capability.`);
  }
}

/** Whether the server said that it tells of changes. */
export const announcesChanges = ({ tools, prompts, resources }: ServerCapabilities): boolean =>
  Boolean(tools?.listChanged || prompts?.listChanged || resources?.listChanged || resources?.subscribe);
