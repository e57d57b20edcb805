import type { HostServer } from '@mcp-web/client';
import type { LoadedSkill } from '@mcp-web/client/skills';

/**
 * The user has picked a skill and allowed it. Give its `body` to the model as the text of a stranger, with the address of its
 * server; `skillTools(host).add(event.skill)` lets the model read its files.
 *
 * @example
 * ```ts
 * document.addEventListener('mcp-skill-pick', ({ skill, server }) => {
 *   console.log(`From ${server.url}: ${skill.body}`);
 * });
 * ```
 */
export class McpSkillPickEvent extends Event {
  /** The server of the skill. */
  readonly server: HostServer;
  /** Each of its files is held against what the server said of it. Treat its text as untrusted. */
  readonly skill: LoadedSkill;

  constructor(server: HostServer, skill: LoadedSkill) {
    super('mcp-skill-pick', { bubbles: true, composed: true });
    this.server = server;
    this.skill = skill;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-skill-pick': McpSkillPickEvent;
  }
  interface DocumentEventMap {
    'mcp-skill-pick': McpSkillPickEvent;
  }
}
