/** What the menu lists: prompts that were used recently, and the prompts and skills of each server that match the query. */
import { displayName, type HostServer, type Prompt } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { ComboboxField } from '../internal/lists/combobox-field.ts';
import { groupsByServer, Listbox } from '../internal/lists/listbox.ts';
import { Search } from '../internal/lists/search.ts';
import { serverAddress, serverName } from '../internal/server/identity.ts';
import { isListed } from '../internal/server/listed.ts';
import { serverNotes } from '../internal/server/notes.ts';
import { shortText } from '../internal/text/text.ts';
import { english, type PromptPickerMessages } from './messages.ts';
import { RecentPrompts } from '../internal/kept/recent-prompts.ts';
import type { MenuItem, PromptPickerElement } from './menu-items.ts';
import type { SkillOptions } from './skill-options.ts';

export class PromptList {
  query = '';
  readonly #element: PromptPickerElement;
  readonly #search = new Search<Prompt>((prompt) => [displayName(prompt), prompt.name, prompt.description]);
  readonly #listbox: Listbox<MenuItem>;
  readonly #skills: () => SkillOptions | undefined;
  /** Those that the list was filled with. */
  #withSkills: SkillOptions | undefined;
  #recents: RecentPrompts | undefined;
  /** The servers, the query and the skills that the list was filled from. */
  #filled: readonly unknown[] = [];

  /** @param skills loads them when they are first needed */
  constructor(
    element: PromptPickerElement,
    skills: () => SkillOptions | undefined,
    onchoose: (item: MenuItem) => void,
  ) {
    this.#element = element;
    this.#skills = skills;
    this.#listbox = new Listbox<MenuItem>(element, { keyOf, option, onchoose });
  }

  get #messages(): PromptPickerMessages {
    return this.#element.messagesFor('prompt-picker', english);
  }

  /** The number of options. */
  get count(): number {
    return this.#listbox.count;
  }

  get active(): MenuItem | undefined {
    return this.#listbox.active;
  }

  /** Handles a key that moves through the list. Returns whether it did. */
  handle(event: KeyboardEvent): boolean {
    return this.#listbox.handle(event);
  }

  /** Starts anew, with no active option, and reads which prompts were used recently. */
  async open(): Promise<void> {
    this.#filled = [];
    this.#listbox.deactivate();
    await this.#stored.read();
    this.#fillAgain();
  }

  /** Of the store that the element had when it was first needed. */
  get #stored(): RecentPrompts {
    return (this.#recents ??= new RecentPrompts(this.#fillAgain, this.#element.store));
  }

  readonly #fillAgain = (): void => {
    this.#filled = [undefined, this.query];
    this.#element.requestUpdate();
  };

  /** Stores that a prompt was used. */
  storeUse(server: HostServer, prompt: Prompt): void {
    void this.#stored.add(server.url, prompt.name);
  }

  /** Forgets which prompts of a server were used. */
  forget(server: HostServer): void {
    void this.#stored.forget(server.url);
  }

  /** Fills the list, if the servers or the query have changed. */
  fill(): void {
    const servers = this.#element.snapshot?.servers ?? [];
    const { query } = this;
    const skills = (this.#withSkills = this.#skills());
    const withSkills = skills?.servers;
    const [formerServers, formerQuery, formerSkills] = this.#filled;
    if (servers === formerServers && query === formerQuery && withSkills === formerSkills) return;
    const recent = query === '' ? (this.#recents?.findIn(servers) ?? []) : [];
    const recentGroup = {
      id: 'recent',
      head: () => html`<b>${this.#messages.recent}</b>`,
      items: recent.map((item) => ({ ...item, isRecent: true })),
    };
    this.#listbox.fill(
      [
        ...(recent.length > 0 ? [recentGroup] : []),
        ...groupsByServer(servers, this.#search, query, ({ prompts }) => prompts),
        ...(skills?.groups(query, this.#messages) ?? []),
      ],
      query !== formerQuery,
      query !== '' || this.#element.isAttached,
    );
    this.#filled = [servers, query, withSkills];
  }

  field(model: Omit<ComboboxField, 'value'>): TemplateResult {
    return this.#listbox.field({ ...model, value: this.query });
  }

  template(): TemplateResult {
    const messages = this.#messages;
    const { currentHost: host } = this.#element;
    if (!host) return html`<p class="empty">${this.#element.shared.noHost}</p>`;
    const { servers } = host.getSnapshot();
    return html`${
      this.#listbox.count > 0
        ? this.#listbox.template(this.#element.label || messages.label)
        : servers.length === 0
          ? html`<p class="empty"><b>${messages.noServers}</b><span>${messages.noServersHint}</span></p>`
          : this.query !== ''
            ? html`<p class="empty">${this.#withSkills ? messages.noMatchWithSkills : messages.noMatch}</p>`
            : servers.every((server) => isListed(server, 'prompts')) && !this.#withSkills?.isListing
              ? html`<p class="empty">${this.#withSkills ? messages.noPromptsOrSkills : messages.noPrompts}</p>`
              : nothing
    }
      ${serverNotes(this.#element.shared, host)}${this.#withSkills?.notes(messages) ?? nothing}`;
  }

  /** What screen readers announce. A box of the page cannot refer to an option in here, so the active option is announced. */
  announcement(): string {
    const messages = this.#messages;
    const { active, count, position } = this.#listbox;
    if (this.#element.isAttached && active)
      return messages.active(
        'skill' in active
          ? messages.skill(shortText(active.skill.frontmatter.name, 64))
          : shortText(displayName(active.entry)),
        shortText(serverName(active.server), 60),
        position,
        count,
      );
    if (this.#withSkills)
      return count === 0 && this.query !== '' ? messages.noMatchWithSkills : messages.shownWithSkills(count);
    return count === 0 && this.query !== '' ? messages.noMatch : messages.shown(count);
  }
}

const keyOf = (item: MenuItem): string =>
  JSON.stringify(
    'skill' in item ? ['skill', item.server.id, item.skill.uri] : [item.isRecent, item.server.id, item.entry.name],
  );

function option(item: MenuItem): TemplateResult {
  if ('skill' in item) {
    const { frontmatter } = item.skill;
    return html`<b dir="auto">${shortText(frontmatter.name, 64)}</b><span></span><span class="second" dir="auto">${shortText(frontmatter.description, 160)}</span>`;
  }
  const { server, entry, isRecent } = item;
  const { name, description } = entry;
  const title = displayName(entry);
  return html`<b dir="auto">${shortText(title)}</b>${title === name ? html`<span></span>` : html`<code>${shortText(name, 40)}</code>`}
    ${
      isRecent
        ? html`<span class="second"><bdi>${shortText(serverName(server), 60)}</bdi> <bdi class="mono" dir="ltr">${serverAddress(server)}</bdi></span>`
        : description
          ? html`<span class="second" dir="auto">${shortText(description, 160)}</span>`
          : nothing
    }`;
}
