/** The skills of all servers as options of the menu. Loaded with the first server that has some. */
import type { ServerSkills, Skill } from '@mcp-web/client/skills';
import { html, nothing, type TemplateResult } from 'lit';
import { groupsByServer, type ListGroup } from '../internal/lists/listbox.ts';
import { Search } from '../internal/lists/search.ts';
import { serverName } from '../internal/server/identity.ts';
import { OfferedSkills } from '../internal/server/offered-skills.ts';
import { errorNotice, errorText } from '../internal/text/error-notice.ts';
import { shortText } from '../internal/text/text.ts';
import { McpSkillPickEvent } from '../skill-picker/events.ts';
import type { PromptPickerMessages } from './messages.ts';
import type { PromptPickerElement, SkillItem } from './menu-items.ts';

const MAX_NOTES = 5;

export class SkillOptions {
  readonly #element: PromptPickerElement;
  // Letters may lie apart in the first two texts, which are short.
  readonly #search = new Search<Skill>(({ frontmatter: { name, description } }) => [name, name, description]);
  readonly #offered: OfferedSkills;

  constructor(element: PromptPickerElement) {
    this.#element = element;
    this.#offered = new OfferedSkills(element);
  }

  /** Called when the host changes, the element leaves the page, or a user signs out. */
  leave(): void {
    this.#offered.leave();
  }

  get servers(): readonly ServerSkills[] {
    return this.#offered.servers;
  }

  get isListing(): boolean {
    return this.#offered.isListing;
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
    const picked = await this.#offered.load(server.id, skill);
    if (picked) this.#element.dispatchEvent(new McpSkillPickEvent(picked.server, picked.loaded));
  }

  forgetProblem(): void {
    this.#offered.problem = undefined;
  }

  /** That a skill is being loaded, or why it could not be used. */
  notice(messages: PromptPickerMessages): TemplateResult {
    const { picked, problem } = this.#offered;
    return html`<p class="soft small" role="status">${picked ? messages.loadingSkill(shortText(picked.frontmatter.name, 64)) : nothing}</p>
      ${problem === undefined ? nothing : errorNotice(this.#element.shared, problem)}`;
  }

  /** Of which servers the menu has no skills, or not all, and why. */
  notes(messages: PromptPickerMessages): TemplateResult | typeof nothing {
    const failed = this.servers.filter(({ error }) => error !== undefined);
    return failed.length === 0
      ? nothing
      : html`<ul class="server-notes small" part="notes">${failed.slice(0, MAX_NOTES).map(
          ({ server, error }) => html`<li class="soft">${messages.skillsNotListed(shortText(serverName(server), 60))}
            ${errorText(this.#element.shared, error)}</li>`,
        )}</ul>`;
  }
}
