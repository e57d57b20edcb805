/** The skills of the servers in a chat: for the model, which may load one, and for the user, who may pick one. */
import type { McpHost } from '@mcp-web/client';
import type { LoadedSkill, SkillTools } from '@mcp-web/client/skills';
import type { HostedElement } from '../internal/base/hosted-element.ts';
import { load } from '../internal/base/on-demand.ts';
import { declaresSkills } from '../internal/server/declared-skills.ts';

/** How long an answer waits for the lists of the servers, in ms. */
const LISTS_MS = 1_000;

interface OfHost {
  readonly host: McpHost;
  readonly tools: SkillTools;
  readonly refresh: () => Promise<void>;
}

export class ChatSkills {
  readonly #element: HostedElement;
  #of: OfHost | undefined;

  constructor(element: HostedElement) {
    this.#element = element;
  }

  /** Called when the host changes, or a user signs out: the lists, and what was loaded, are not for the next one. */
  leave(): void {
    this.#of = undefined;
  }

  /** The tools for the model. None while no server has skills, or when what handles them cannot be loaded. */
  async tools(): Promise<SkillTools | undefined> {
    const of = await this.#ofHost().catch(() => undefined);
    if (!of) return undefined;
    const time = new Promise((resolve) => setTimeout(resolve, LISTS_MS));
    await Promise.race([of.refresh(), time]);
    return of.tools;
  }

  /** Lets the model read the files of a skill that the user sends. */
  readonly add = (skill: LoadedSkill): void =>
    void this.#ofHost().then(
      (of) => of?.tools.add(skill),
      () => {},
    );

  async #ofHost(): Promise<OfHost | undefined> {
    const { currentHost: host, snapshot } = this.#element;
    if (!host || !snapshot?.servers.some(declaresSkills)) return undefined;
    const { hostSkills, skillTools } = await load(() => import('@mcp-web/client/skills'));
    if (this.#of?.host !== host) {
      const skills = hostSkills(host);
      this.#of = { host, tools: skillTools(host, skills), refresh: () => skills.refresh() };
    }
    return this.#of;
  }
}
