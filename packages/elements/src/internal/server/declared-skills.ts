/** Whether there are skills to look for, before anything that handles them is loaded. */
import type { HostServer } from '@mcp-web/client';

/** The name under which servers declare that they have skills. */
const EXTENSION = 'io.modelcontextprotocol/skills';

export function declaresSkills({ info }: HostServer): boolean {
  return info?.capabilities.extensions?.[EXTENSION] !== undefined;
}
