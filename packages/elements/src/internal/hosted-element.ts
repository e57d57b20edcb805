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

  readonly #consumer = new HostConsumer(this, (host, signal) => this.onHost(host, signal));

  /** The host in use, however it was found. */
  protected get currentHost(): McpHost | undefined {
    return this.#consumer.host;
  }

  protected get snapshot(): HostSnapshot | undefined {
    return this.#consumer.snapshot;
  }

  /** Called when the host becomes known or changes; `signal` is aborted when the element no longer uses it. */
  protected onHost(_host: McpHost, _signal: AbortSignal): void {}
}
