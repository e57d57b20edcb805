/** A resource that a result links to, once the user opens it: read from the server that returned the result. */
import type { ContentBlock, HostServer, McpHost } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { PARTS } from '../internal/style/shared-parts.ts';
import type { McpResourceOpenEvent } from '../content/events.ts';
import { errorNotice } from '../internal/text/error-notice.ts';
import type { SharedMessages } from '../internal/text/shared-messages.ts';
import { serverText, shortText } from '../internal/text/text.ts';
import type { ToolsMessages } from './messages.ts';

/** Whether a server reads what is at this URI. What is on the web opens in a tab. */
export const isForServer = (uri: string): boolean => URL.canParse(uri) && !/^https?:$/.test(new URL(uri).protocol);

/** No more of the URI is read at each render. */
const MAX_NAME = 80;

export class LinkedResource {
  readonly #onchange: () => void;
  #reading: AbortController | undefined;
  /** The button that opened it. */
  #opener: Element | undefined;
  status: 'closed' | 'reading' | 'read' | 'failed' = 'closed';
  uri = '';
  name = '';
  blocks: readonly ContentBlock[] = [];
  error: unknown;

  constructor(onchange: () => void) {
    this.#onchange = onchange;
  }

  /** Reads the resource, unless the page handles the event itself. */
  async open(event: McpResourceOpenEvent, host: McpHost, serverId: string): Promise<void> {
    const [target] = event.composedPath();
    // After all listeners of the page.
    await Promise.resolve();
    if (event.defaultPrevented || !isForServer(event.uri)) return;
    this.close();
    this.#opener = focusedIn(target);
    const { signal } = (this.#reading = new AbortController());
    this.uri = event.uri;
    this.name = event.resourceName;
    this.#become('reading');
    try {
      const { contents } = await host.readResource(serverId, event.uri, { signal });
      if (signal.aborted) return;
      this.blocks = contents.map((resource) => ({ type: 'resource', resource }));
      this.#become('read');
    } catch (error) {
      if (signal.aborted) return;
      this.error = error;
      this.#become('failed');
    }
  }

  close(): void {
    this.#reading?.abort();
    this.blocks = [];
    this.error = undefined;
    this.status = 'closed';
  }

  /** Closes it, and gives the focus back to the link. */
  readonly leave = (): void => {
    this.close();
    this.#onchange();
    if (this.#opener instanceof HTMLElement) this.#opener.focus();
  };

  #become(status: 'reading' | 'read' | 'failed'): void {
    this.status = status;
    this.#onchange();
  }
}

const focusedIn = (target: EventTarget | undefined): Element | undefined =>
  (target instanceof Element ? target.shadowRoot?.activeElement : undefined) ?? undefined;

export function linkedView(
  messages: ToolsMessages,
  shared: SharedMessages,
  { status, uri, name, blocks, error, leave }: LinkedResource,
  server: HostServer,
): TemplateResult | typeof nothing {
  if (status === 'closed') return nothing;
  const title = shortText(name, MAX_NAME);
  return html`<section class="linked stack tight" part="linked" aria-label=${messages.linked}>
    <div class="row"><h4><bdi>${title}</bdi></h4><span class="mono soft small"><bdi>${serverText(uri, 200)}</bdi></span>
      <button type="button" class="button quiet small" part="button quiet small" aria-label=${messages.closeLinkedNamed(title)} @click=${leave}>${messages.closeLinked}</button></div>
    <p class=${status === 'reading' ? 'soft small' : 'visually-hidden'} role="status">${status === 'reading' ? messages.readingLinked : nothing}</p>
    ${status === 'reading' ? html`<progress aria-label=${messages.readingLinked}></progress>` : nothing}
    ${status === 'failed' ? errorNotice(shared, error) : nothing}
    ${status === 'read' ? html`<mcp-content exportparts=${PARTS} .content=${blocks} .server=${server}></mcp-content>` : nothing}
  </section>`;
}
