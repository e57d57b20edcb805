/** Imports servers from the file of another client: the user sees them all, and chooses. Loaded when it is opened. */
import { McpError } from '@mcp-web/client';
import { type FoundServer, readServerFile, type ServerFile, type ServerList } from '@mcp-web/client/servers';
import { html, nothing, type TemplateResult } from 'lit';
import type { McpElement } from '../internal/base/element.ts';
import { serverAddress } from '../internal/server/identity.ts';
import { shortText } from '../internal/text/text.ts';
import type { ServersMessages } from './messages.ts';
import { isSameServer } from './server-form.ts';

/** More bytes are not read at all. A character has at most four. */
const MAX_BYTES = 4_000_000;

interface ImportOptions {
  readonly list: () => ServerList | undefined;
  /** Called with the ids of the servers that the user has added. */
  readonly onadd: (ids: readonly string[]) => void;
}

type Problem = 'tooLarge' | 'notJson' | 'noServers' | 'unreadable';

export class ImportPanel {
  readonly #element: McpElement;
  readonly #options: ImportOptions;
  #file: ServerFile | undefined;
  #problem: Problem | undefined;
  #chosen = new Set<FoundServer>();
  /** Counts for whom it is: what comes late is not for the next user. */
  #turn = 0;

  constructor(element: McpElement, options: ImportOptions) {
    this.#element = element;
    this.#options = options;
  }

  render(messages: ServersMessages): TemplateResult {
    return html`<div class="stack import" part="import">
      <p class="soft small">${messages.importHint}</p>
      <form class="stack tight" @submit=${this.#onsubmit}>
        <label class="stack tight">${messages.paste}<textarea class="field mono" part="control textarea" name="file" dir="ltr" rows="4" spellcheck="false" autocomplete="off" aria-invalid=${this.#problem !== undefined} aria-describedby="import-problem"></textarea></label>
        <div class="row">
          <button class="button" part="button secondary">${messages.find}</button>
          <button type="button" class="button" part="button secondary" @click=${choose}>${messages.openFile}</button><input type="file" accept=".json,application/json" hidden @change=${this.#onfile} />
        </div>
        <p class="small problem" id="import-problem" role="alert">${this.#problem ? messages[this.#problem] : ''}</p>
      </form>
      ${this.#file ? this.#found(messages, this.#file) : nothing}
    </div>`;
  }

  /** What was pasted is not for the next user. */
  reset(): void {
    this.#turn++;
    this.#form?.reset();
    this.#show(undefined);
  }

  get #form(): HTMLFormElement | null {
    return this.#element.renderRoot.querySelector('.import form');
  }

  #found(messages: ServersMessages, { servers, more }: ServerFile): TemplateResult {
    const usable = servers.filter((server) => this.#problemOf(server) === undefined);
    const count = this.#chosen.size;
    const onall = ({ target }: Event): void => {
      if (!(target instanceof HTMLInputElement)) return;
      this.#chosen = new Set(target.checked ? usable : []);
      this.#element.requestUpdate();
    };
    return html`<fieldset class="found stack tight" part="found" tabindex="-1">
      <legend><b>${messages.found(usable.length, servers.length)}</b></legend>
      ${usable.length > 1 ? html`<label class="check"><input type="checkbox" part="checkbox" .checked=${count === usable.length} .indeterminate=${count > 0 && count < usable.length} @change=${onall} /> ${messages.selectAll}</label>` : nothing}
      <ul class="stack tight" tabindex=${usable.length === 0 ? 0 : -1}>${servers.map((server, index) => this.#item(messages, server, index))}</ul>
      ${more > 0 ? html`<p class="soft small">${messages.more(more)}</p>` : nothing}
      ${
        usable.length > 0
          ? html`<div class="row"><button type="button" class="button primary take" part="button primary" aria-disabled=${count === 0} aria-describedby="none-selected" @click=${this.#onadd}>${messages.addSelected(count)}</button><span class="soft small" id="none-selected" ?hidden=${count > 0}>${messages.noneSelected}</span></div>`
          : nothing
      }
    </fieldset>`;
  }

  #item(messages: ServersMessages, server: FoundServer, index: number): TemplateResult {
    const { name, url, address, headers } = server;
    const problem = this.#problemOf(server);
    const onchange = ({ target }: Event): void => {
      if (!(target instanceof HTMLInputElement)) return;
      if (target.checked) this.#chosen.add(server);
      else this.#chosen.delete(server);
      this.#element.requestUpdate();
    };
    const about = html`<span class="about"><b><bdi>${name ? shortText(name) : messages.unnamed}</bdi></b>
      ${url ? html`<span class="url soft mono"><bdi dir="ltr">${serverAddress({ url })}</bdi></span>` : address ? html`<span class="url soft mono"><bdi dir="ltr">${shortText(address, 120)}</bdi></span>` : nothing}</span>`;
    const details = problem
      ? html`<p class="soft small" id="found-${index}">${messages.problemOf[problem]}</p>`
      : html`<p class="soft small" id="found-${index}">${headers.map(({ name: header, value }) => html`<span class="line">${value === undefined ? messages.needsHeader(shortText(header, 60)) : messages.sendsHeader(shortText(header, 60))}</span>`)}</p>`;
    return html`<li part="found-server">${
      problem
        ? html`<div class="choose">${about}</div>`
        : html`<label class="choose check"><input type="checkbox" part="checkbox" aria-describedby="found-${index}" .checked=${this.#chosen.has(server)} @change=${onchange} />${about}</label>`
    }${details}</li>`;
  }

  #problemOf({ url, headers, problem }: FoundServer): keyof ServersMessages['problemOf'] | undefined {
    if (problem) return problem;
    if (url === undefined) return 'nothing';
    const servers = this.#options.list()?.getSnapshot().servers ?? [];
    return servers.some((server) => isSameServer(server, { url, revision: server.revision, headers }))
      ? 'there'
      : undefined;
  }

  #show(file: ServerFile | undefined, problem?: Problem): void {
    this.#file = file;
    this.#problem = problem;
    this.#chosen = new Set();
    this.#element.requestUpdate();
  }

  #read(text: string): void {
    try {
      this.#show(readServerFile(text));
    } catch (error) {
      if (!(error instanceof McpError)) throw error;
      const { code } = error;
      return this.#show(
        undefined,
        code === 'too-large' ? 'tooLarge' : code === 'invalid-message' ? 'notJson' : 'noServers',
      );
    }
    void this.#element.updateComplete.then(() =>
      this.#element.renderRoot.querySelector<HTMLElement>('.found')?.focus(),
    );
  }

  readonly #onsubmit = (event: Event): void => {
    event.preventDefault();
    const field = this.#form?.elements.namedItem('file');
    if (field instanceof HTMLTextAreaElement) this.#read(field.value);
  };

  readonly #onfile = async ({ currentTarget }: Event): Promise<void> => {
    const field = currentTarget instanceof HTMLInputElement ? currentTarget : undefined;
    const file = field?.files?.[0];
    // The same file can be opened again.
    if (!file) return;
    if (file.size > MAX_BYTES) this.#show(undefined, 'tooLarge');
    else {
      const turn = ++this.#turn;
      const text = await file.text().catch(() => undefined);
      if (turn !== this.#turn) return;
      if (text === undefined) this.#show(undefined, 'unreadable');
      else this.#read(text);
    }
    if (field) field.value = '';
  };

  readonly #onadd = (): void => {
    const list = this.#options.list();
    if (!list || this.#chosen.size === 0) return;
    const servers = this.#file?.servers.filter((server) => this.#chosen.has(server)) ?? [];
    const ids = servers.flatMap(({ name, url, headers, isOn }) =>
      url === undefined ? [] : [list.add({ url, alias: shortText(name), headers, isOn }).id],
    );
    // Nobody finds the values in the page any more.
    this.reset();
    this.#options.onadd(ids);
  };
}

/** The button is what people see and use; the field behind it is what browsers have. */
function choose({ currentTarget }: Event): void {
  const field = currentTarget instanceof Element ? currentTarget.nextElementSibling : undefined;
  if (field instanceof HTMLInputElement) field.click();
}
