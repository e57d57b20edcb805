/** The skills of all servers as options of the menu. Loaded with the first server that has some. */
import { DeniedError, type McpHost } from '@mcp-web/client';
import { type HostSkills, hostSkills, loadSkill, type ServerSkills, type Skill } from '@mcp-web/client/skills';
import { html, nothing, type TemplateResult } from 'lit';
import { groupsByServer, type ListGroup } from '../internal/lists/listbox.ts';
import { Search } from '../internal/lists/search.ts';
import { errorNotice } from '../internal/text/error-notice.ts';
import { shortText } from '../internal/text/text.ts';
import { McpSkillPickEvent } from '../skill-picker/events.ts';
import type { PromptPickerMessages } from './messages.ts';
import type { PromptPickerElement, SkillItem } from './menu-items.ts';

export class SkillOptions {
  readonly #element: PromptPickerElement;
  // Letters may lie apart in the first two texts, which are short.
  readonly #search = new Search<Skill>(({ frontmatter: { name, description } }) => [name, name, description]);
  #watched: { readonly host: McpHost; readonly skills: HostSkills; readonly end: () => void } | undefined;
  #loading: AbortController | undefined;
  /** The name of the skill that is being loaded. */
  #loadingName: string | undefined;
  #problem: unknown;

  constructor(element: PromptPickerElement) {
    this.#element = element;
  }

  /** Called when the host changes, the element leaves the page, or a user signs out. */
  leave(): void {
    this.#watched?.end();
    this.#loading?.abort();
    this.#watched = this.#loading = this.#loadingName = this.#problem = undefined;
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

  /** A group for each server with a match, after those of the prompts. */
  groups(query: string, messages: PromptPickerMessages): ListGroup<SkillItem>[] {
    const listed = new Map(this.servers.map(({ server, skills }) => [server, skills]));
    return groupsByServer([...listed.keys()], this.#search, query, (server) => listed.get(server) ?? []).map(
      ({ id, head, items }) => ({
        id: `skills-${id}`,
        head: () => html`<b>${messages.skills}</b>${head()}`,
        items: items.map(({ server, entry }) => ({ server, skill: entry })),
      }),
    );
  }

  /** Loads a skill, which asks the user, and dispatches it. */
  async pick({ server, skill }: SkillItem): Promise<void> {
    const host = this.#element.currentHost;
    if (!host) return;
    this.#loading?.abort();
    const { signal } = (this.#loading = new AbortController());
    this.#problem = undefined;
    this.#loadingName = shortText(skill.frontmatter.name, 64);
    this.#element.requestUpdate();
    try {
      const loaded = await loadSkill(host, server.id, skill, { signal });
      const current = host.getSnapshot().servers.find(({ id }) => id === server.id);
      if (signal.aborted || !current) return;
      this.#element.dispatchEvent(new McpSkillPickEvent(current, loaded));
    } catch (error) {
      // What the user decided is no error.
      if (!signal.aborted && !(error instanceof DeniedError && error.by === 'user')) this.#problem = error;
    } finally {
      if (this.#loading?.signal === signal) this.#loadingName = undefined;
      this.#element.requestUpdate();
    }
  }

  get isListing(): boolean {
    return this.servers.some((server) => server.isListing);
  }

  forgetProblem(): void {
    this.#problem = undefined;
  }

  /** That a skill is being loaded, or why it could not be used. */
  notice(messages: PromptPickerMessages): TemplateResult {
    return html`<p class="soft small" role="status">${this.#loadingName === undefined ? nothing : messages.loadingSkill(this.#loadingName)}</p>
      ${this.#problem === undefined ? nothing : errorNotice(this.#element.shared, this.#problem)}`;
  }
}
