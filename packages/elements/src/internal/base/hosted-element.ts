import type { HostSnapshot, McpHost } from '@mcp-web/client';
import { property } from 'lit/decorators.js';
import { McpElement } from './element.ts';
import { HostConsumer } from './host-consumer.ts';

/** An element that shows something of a host. It renders again on each new snapshot of it. */
export class HostedElement extends McpElement {
  /** The host to use; before `for` and the `<mcp-host>` around the element. */
  @property({ attribute: false }) host: McpHost | undefined;

  /** The id of the `<mcp-host>` to use, in the same document or shadow root. */
  @property() for: string | undefined;

  /** Fetches the icons that it shows, from the origin of their server only, over https and without credentials. Without this, those are shown that are in the data. */
  @property({ type: Boolean, attribute: 'fetch-icons' }) fetchIcons = false;

  readonly #consumer = new HostConsumer(this, (host, signal) => this.onHost(host, signal));

  /** @internal The host in use, however it was found. */
  get currentHost(): McpHost | undefined {
    return this.#consumer.host;
  }

  /** @internal */
  get snapshot(): HostSnapshot | undefined {
    return this.#consumer.snapshot;
  }

  /** @internal Where icons may be fetched: ends that. */
  get iconSignal(): AbortSignal | undefined {
    return this.fetchIcons ? this.lifetime : undefined;
  }

  /** Called when the host becomes known or changes; `signal` is aborted when the element no longer uses it. */
  protected onHost(_host: McpHost, _signal: AbortSignal): void {}
}
