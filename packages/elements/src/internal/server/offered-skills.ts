/** The skills of all servers while an element shows them, and the one that its user has picked. */
import { DeniedError, type HostServer, type McpHost } from '@mcp-web/client';
import {
  type HostSkills,
  hostSkills,
  type LoadedSkill,
  loadSkill,
  type ServerSkills,
  type Skill,
} from '@mcp-web/client/skills';
import type { HostedElement } from '../base/hosted-element.ts';

export class OfferedSkills {
  readonly #element: HostedElement;
  #watched: { readonly host: McpHost; readonly skills: HostSkills; readonly end: () => void } | undefined;
  #loading: AbortController | undefined;
  /** The skill that is being loaded. */
  picked: Skill | undefined;
  /** Why the last one could not be loaded. */
  problem: unknown;

  constructor(element: HostedElement) {
    this.#element = element;
  }

  /** To be called when the host changes, the element leaves the page, or a user signs out. */
  leave(): void {
    this.#watched?.end();
    this.#loading?.abort();
    this.#watched = this.#loading = this.picked = this.problem = undefined;
  }

  /** The same array until the skills change. */
  get servers(): readonly ServerSkills[] {
    const { currentHost: host, isConnected } = this.#element;
    if (!host || !isConnected) return [];
    if (this.#watched?.host !== host) {
      this.#watched?.end();
      const skills = hostSkills(host);
      this.#watched = { host, skills, end: skills.subscribe(() => this.#element.requestUpdate()) };
    }
    return this.#watched.skills.getSnapshot();
  }

  get isListing(): boolean {
    return this.servers.some((server) => server.isListing);
  }

  /** Loads a skill, which asks the user, in place of one that is still being loaded. Resolves with nothing if there is nothing to use. */
  async load(serverId: string, skill: Skill): Promise<{ server: HostServer; loaded: LoadedSkill } | undefined> {
    const host = this.#element.currentHost;
    if (!host) return;
    this.#loading?.abort();
    const { signal } = (this.#loading = new AbortController());
    this.picked = skill;
    this.problem = undefined;
    this.#element.requestUpdate();
    try {
      const loaded = await loadSkill(host, serverId, skill, { signal });
      const server = host.getSnapshot().servers.find(({ id }) => id === serverId);
      return signal.aborted || !server ? undefined : { server, loaded };
    } catch (error) {
      // What the user decided is no error.
      if (!signal.aborted && !(error instanceof DeniedError && error.by === 'user')) this.problem = error;
      return;
    } finally {
      if (!signal.aborted) this.picked = undefined;
      this.#element.requestUpdate();
    }
  }
}
