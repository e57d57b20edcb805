/** The skills of all servers, and what happens when the user picks one. Loaded with the first server that has skills. */
import type { ServerSkills, Skill } from '@mcp-web/client/skills';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { HostedElement } from '../internal/base/hosted-element.ts';
import { Search } from '../internal/lists/search.ts';
import { serverAddress, serverName } from '../internal/server/identity.ts';
import { OfferedSkills } from '../internal/server/offered-skills.ts';
import { errorNotice } from '../internal/text/error-notice.ts';
import { serverText, shortText } from '../internal/text/text.ts';
import { McpSkillPickEvent } from './events.ts';
import type { SkillPickerMessages } from './messages.ts';

interface SkillPickerElement extends HostedElement {
  readonly label: string | undefined;
}

/** With more skills than these, there is a field that finds one. */
const FEW = 6;
const MAX_DESCRIPTION = 280;
const MAX_REFUSED = 20;

export class SkillList {
  readonly #element: SkillPickerElement;
  readonly #offered: OfferedSkills;
  #loaded = '';
  #query = '';
  readonly #search = new Search<Skill>(({ frontmatter: { name, description } }) => [name, name, description]);

  constructor(element: SkillPickerElement) {
    this.#element = element;
    this.#offered = new OfferedSkills(element);
  }

  /** Called when the host changes, the element leaves the page, or a user signs out. */
  leave(): void {
    this.#offered.leave();
    this.#loaded = this.#query = '';
  }

  template(messages: SkillPickerMessages): TemplateResult {
    const { servers, problem, isListing } = this.#offered;
    const count = servers.reduce((sum, { skills }) => sum + skills.length, 0);
    const shown = servers.map((server) => ({ ...server, skills: this.#found(server.skills) }));
    const isEmpty = shown.every(
      ({ skills, refused, error }) => skills.length + refused.length === 0 && error === undefined,
    );
    return html`<p class="visually-hidden" role="status">${this.#loaded === '' ? nothing : messages.used(this.#loaded)}</p>
      ${count > FEW || this.#query !== '' ? html`<div class="find"><input class="field" part="search control" type="search" aria-label=${this.#element.label || messages.search} placeholder=${messages.search} .value=${this.#query} @input=${this.#onsearch} /></div>` : nothing}
      ${problem === undefined ? nothing : errorNotice(this.#element.shared, problem)}
      ${
        isEmpty
          ? html`<div class="empty"><b>${isListing ? messages.listing : this.#query === '' ? messages.empty : messages.none}</b></div>`
          : repeat(
              shown,
              ({ server }) => server.id,
              (server, index) => this.#server(messages, server, `server-${index}`),
            )
      }`;
  }

  #found(skills: readonly Skill[]): readonly Skill[] {
    return this.#search.find(skills, this.#query).items;
  }

  #server(messages: SkillPickerMessages, { server, skills, refused, error }: ServerSkills, id: string): TemplateResult {
    return html`<section class="group" part="server" aria-labelledby=${id}>
      <h3 id=${id}><bdi>${shortText(serverName(server), 60)}</bdi><span class="origin"><bdi dir="ltr">${serverAddress(server)}</bdi></span></h3>
      ${error === undefined ? nothing : errorNotice(this.#element.shared, error)}
      <ul>${repeat(
        skills,
        ({ uri }) => uri,
        (skill) => this.#skill(messages, server.id, skill),
      )}</ul>
      ${
        refused.length > 0
          ? html`<details part="refused"><summary part="summary">${messages.refused(refused.length)}</summary><ul class="small">${refused.slice(0, MAX_REFUSED).map(({ uri, error: reason }) => html`<li><code dir="ltr">${shortText(uri ?? '?', 120)}</code> ${serverText(reason.message, MAX_DESCRIPTION)}</li>`)}</ul></details>`
          : nothing
      }
    </section>`;
  }

  #skill(messages: SkillPickerMessages, serverId: string, skill: Skill): TemplateResult {
    const { frontmatter, resources, uri } = skill;
    const name = shortText(frontmatter.name, 64);
    const { picked } = this.#offered;
    const isLoading = picked?.uri === uri;
    return html`<li class="skill" part="skill">
      <b><bdi>${name}</bdi></b>
      <p class="small">${serverText(frontmatter.description, MAX_DESCRIPTION)}</p>
      <p class="soft small"><code dir="ltr">${shortText(uri, 120)}</code> · ${resources === 'dynamic' ? messages.dynamic : messages.files(resources.length)}</p>
      <button type="button" class="button small" part="button secondary small" aria-label=${isLoading ? nothing : messages.useNamed(name)} aria-disabled=${picked !== undefined} @click=${() => void this.#pick(serverId, skill)}>${isLoading ? messages.loading : messages.use}</button>
    </li>`;
  }

  readonly #onsearch = ({ target }: Event): void => {
    if (!(target instanceof HTMLInputElement)) return;
    this.#query = target.value;
    this.#element.requestUpdate();
  };

  async #pick(serverId: string, skill: Skill): Promise<void> {
    if (this.#offered.picked) return;
    this.#loaded = '';
    const picked = await this.#offered.load(serverId, skill);
    if (!picked) return;
    this.#loaded = shortText(skill.frontmatter.name, 64);
    this.#element.requestUpdate();
    this.#element.dispatchEvent(new McpSkillPickEvent(picked.server, picked.loaded));
  }
}
