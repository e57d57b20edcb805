/** The panel of a chosen resource: its description, a form for a template, a preview, and buttons to read, use and subscribe. */
import { displayName, type HostServer, type JsonObject, type McpHost } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import '../content/define.ts';
import type { McpElement } from '../internal/base/element.ts';
import { errorNotice } from '../internal/text/error-notice.ts';
import { formatSize } from '../internal/media/media.ts';
import type { Offer } from '../internal/lists/listbox.ts';
import { serverAddress, serverName } from '../internal/server/identity.ts';
import { serverNote } from '../internal/server/notes.ts';
import { PARTS } from '../internal/style/shared-parts.ts';
import { serverText, shortText } from '../internal/text/text.ts';
import '../schema-form/define.ts';
import type { McpSchemaFormElement } from '../schema-form/schema-form.ts';
import { ChosenResource } from './chosen-resource.ts';
import { McpResourcePickEvent } from './events.ts';
import type { ResourcePickerMessages } from './messages.ts';
import { addressOf, type Entry, validAnnotations, keyOf } from './offers.ts';
import { ResourceSubscriptions } from './resource-subscriptions.ts';

/** Lives as long as its element uses the host. */
export class ResourcePanel {
  readonly #element: McpElement;
  readonly #host: McpHost;
  readonly #subscriptions: ResourceSubscriptions;
  /** The values that the user filled in, by template. */
  readonly #values = new Map<string, { readonly serverId: string; readonly values: JsonObject }>();
  #chosen: ChosenResource | undefined;

  constructor(element: McpElement, host: McpHost, signal: AbortSignal) {
    this.#element = element;
    this.#host = host;
    this.#subscriptions = new ResourceSubscriptions(host, signal, () => element.requestUpdate());
    signal.addEventListener('abort', () => this.#chosen?.reset(), { once: true });
  }

  /** The key of the resource that is shown. */
  get key(): string | undefined {
    return this.#chosen?.key;
  }

  /** How an entry of the list is marked. */
  markOf(key: string): 'updated' | 'subscribed' | undefined {
    return this.#subscriptions.markOf(key);
  }

  /** Subscribes again at servers that were reconnected. */
  renew(servers: readonly HostServer[]): void {
    this.#subscriptions.renew(servers);
  }

  /** Drops what the user read, filled in and subscribed to at this server. */
  forget({ id }: HostServer): void {
    this.#subscriptions.leave(id);
    for (const [key, { serverId }] of this.#values) if (serverId === id) this.#values.delete(key);
    if (this.#chosen?.offer.server.id !== id) return;
    this.#chosen.reset();
    this.#chosen = undefined;
  }

  async show(offer: Offer<Entry>): Promise<void> {
    const former = this.#chosen;
    const key = keyOf(offer);
    if (former?.key !== key) {
      if (former) this.#values.set(former.key, { serverId: former.offer.server.id, values: former.values });
      former?.reset();
      this.#chosen = new ChosenResource(this.#host, offer, () => this.#element.requestUpdate());
    }
    this.#element.requestUpdate();
    await this.#element.updateComplete;
    const form = this.#form;
    // Set it once. Rendering would set it each time, over what the user has typed since.
    if (form && former?.key !== key) form.value = this.#values.get(key)?.values;
    await form?.updateComplete;
    this.#input();
    this.#element.renderRoot.querySelector<HTMLElement>('.panel h3')?.focus();
  }

  template(messages: ResourcePickerMessages): TemplateResult | typeof nothing {
    const chosen = this.#chosen;
    if (!chosen) return nothing;
    const { shared } = this.#element;
    const { offer, schema, flaw, uri, status, error } = chosen;
    const { entry } = offer;
    const { server = offer.server } = chosen;
    const title = shortText(displayName(entry));
    const subscription = uri === undefined ? undefined : this.#subscriptions.get(server.id, uri);
    const isOff = status === 'reading' || !chosen.server || (uri === undefined && flaw !== undefined);
    return html`<section class="panel stack" part="resource" aria-labelledby="title">
      <header class="stack tight">
        <h3 id="title" tabindex="-1"><bdi>${title}</bdi></h3>
        <p class="identity soft small"><span><bdi>${shortText(serverName(server), 60)}</bdi> <bdi class="mono" dir="ltr">${serverAddress(server)}</bdi></span></p>
        <p class="address mono">${serverText(uri ?? addressOf(entry), 200)}</p>
        ${facts(messages, offer)}
        ${entry.description ? html`<p class="description">${serverText(entry.description, 280)}</p>` : nothing}
      </header>
      ${flaw === undefined ? nothing : html`<p class="small">${messages.badTemplate}</p>${errorNotice(shared, flaw)}`}
      ${schema ? keyed(chosen, html`<mcp-schema-form exportparts=${PARTS} .schema=${schema} .suggest=${chosen.suggest} .label=${messages.variables(title)} @mcp-form-input=${this.#input} @mcp-form-submit=${this.#read}></mcp-schema-form>`) : nothing}
      ${!chosen.server ? html`<p class="notice warning" role="status">${shared.serverGone}</p>` : chosen.isGone ? html`<p class="notice warning" role="status">${messages.gone}</p>` : server.status === 'ready' ? nothing : html`<ul>${serverNote(shared, chosen.host, server)}</ul>`}
      <div class="row" part="actions">
        <button type="button" class="button primary read" part="button primary" aria-disabled=${isOff} @click=${this.#read}>${status === 'failed' ? shared.retry : status === 'read' ? messages.readAgain : messages.preview}</button>
        ${server.info?.capabilities.resources?.subscribe && flaw === undefined ? html`<button type="button" class="button subscribe" part="button secondary" aria-disabled=${!chosen.server} @click=${this.#subscribe}>${subscription ? messages.unsubscribe : messages.subscribe}</button>` : nothing}
        <button type="button" class="button use" part="button secondary" aria-disabled=${isOff} @click=${this.#use}>${messages.use}</button>
      </div>
      <p class="news small" role="status">${status === 'reading' ? messages.reading : subscription ? (subscription.updatedAt === undefined ? (subscription.error ? nothing : messages.awaitingUpdates) : html`<b>${messages.updatedAt(subscription.updatedAt)}</b>`) : nothing}</p>
      ${subscription?.error ? errorNotice(shared, subscription.error) : nothing}
      ${status === 'reading' ? html`<progress aria-label=${messages.reading}></progress>` : nothing}
      ${status === 'failed' ? errorNotice(shared, error) : nothing}
      ${chosen.result ? preview(messages, chosen) : nothing}
    </section>`;
  }

  get #form(): McpSchemaFormElement | null {
    return this.#element.renderRoot.querySelector('mcp-schema-form');
  }

  /** The chosen resource, if its URI is complete and its server is there. Otherwise the form shows what is missing. */
  #ready(): { chosen: ChosenResource; serverId: string; uri: string } | undefined {
    const chosen = this.#chosen;
    if (!chosen?.server || this.#form?.reportValidity() === false || chosen.uri === undefined) return undefined;
    return { chosen, serverId: chosen.server.id, uri: chosen.uri };
  }

  readonly #input = (): void => {
    const form = this.#form;
    if (form) this.#chosen?.fill(form.checkValidity() ? form.value : undefined);
  };

  readonly #read = (): void => {
    const ready = this.#ready();
    if (!ready) return;
    const { chosen, serverId, uri } = ready;
    this.#subscriptions.acknowledge(serverId, uri);
    void chosen.read(chosen.status === 'read' ? 'reload' : 'default');
  };

  readonly #subscribe = (): void => {
    const ready = this.#ready();
    if (!ready) return;
    const { chosen, serverId, uri } = ready;
    if (this.#subscriptions.get(serverId, uri)) this.#subscriptions.unsubscribe(serverId, uri);
    else this.#subscriptions.subscribe(serverId, uri, chosen.key);
  };

  readonly #use = async (): Promise<void> => {
    const ready = this.#ready();
    if (!ready) return;
    const { chosen, uri } = ready;
    const result = chosen.result ?? (await chosen.read('default'));
    if (result && chosen === this.#chosen && this.#element.isConnected)
      this.#element.dispatchEvent(new McpResourcePickEvent(chosen.offer.server, uri, result));
  };
}

function facts(messages: ResourcePickerMessages, { entry }: Offer<Entry>): TemplateResult | typeof nothing {
  const { audience, priority, changed } = validAnnotations(entry);
  const isForUser = audience.includes('user');
  const isForAssistant = audience.includes('assistant');
  const said = [
    'uriTemplate' in entry ? messages.template : '',
    shortText(entry.mimeType ?? '', 60),
    'size' in entry && entry.size !== undefined && entry.size >= 0 ? formatSize(entry.size) : '',
    isForUser && isForAssistant
      ? messages.forBoth
      : isForUser
        ? messages.forUser
        : isForAssistant
          ? messages.forAssistant
          : '',
    priority === undefined ? '' : messages.priority(Math.round(priority * 100)),
    changed === undefined ? '' : messages.changed(changed),
  ].filter((fact) => fact !== '');
  return said.length === 0
    ? nothing
    : html`<p class="row facts">${said.map((fact) => html`<span class="badge" part="badge"><bdi>${fact}</bdi></span>`)}</p>`;
}

function preview(
  messages: ResourcePickerMessages,
  { uri, result, blocks, isGone, server, offer }: ChosenResource,
): TemplateResult {
  const other = result?.contents.length === 1 && result.contents[0]?.uri !== uri ? result.contents[0]?.uri : undefined;
  return html`<section class="preview stack" part="preview" aria-labelledby="contents">
    <h4 id="contents">${isGone || !server ? messages.formerContents : messages.contents}</h4>
    ${other === undefined ? nothing : html`<p class="notice small">${messages.otherAddress} <span class="mono">${serverText(other, 200)}</span></p>`}
    ${blocks.length === 0 ? html`<p class="soft">${messages.empty}</p>` : html`<mcp-content exportparts=${PARTS} .content=${blocks} .server=${offer.server}></mcp-content>`}
  </section>`;
}
