import type { HostServer, HostSnapshot, McpHost } from '@mcp-web/client';
import { property } from 'lit/decorators.js';
import { McpElement } from './element.ts';
import { HostConsumer } from './host-consumer.ts';

/** An element that shows something of a host. It renders again with each snapshot of the host. */
export class HostedElement extends McpElement {
  /** The host to use. It takes precedence over `for` and over the `<mcp-host>` around the element. */
  @property({ attribute: false }) host: McpHost | undefined;

  /** The id of the `<mcp-host>` to use, in the same document or shadow root. */
  @property() for: string | undefined;

  /**
   * Allows the element to fetch icons: only from the origin of their server, over https and without credentials. Otherwise it
   * shows only icons that come as `data:` URLs.
   */
  @property({ type: Boolean, attribute: 'fetch-icons' }) fetchIcons = false;

  readonly #consumer = new HostConsumer(
    this,
    (host, signal) => this.onHost(host, signal),
    (server) => this.onSignOut(server),
  );

  /** @internal The host in use. */
  get currentHost(): McpHost | undefined {
    return this.#consumer.host;
  }

  /** @internal The current state of the host. */
  get snapshot(): HostSnapshot | undefined {
    return this.#consumer.snapshot;
  }

  /** @internal Present when icons may be fetched; aborts the requests. */
  get iconSignal(): AbortSignal | undefined {
    return this.fetchIcons ? this.lifetime : undefined;
  }

  /** Called when the element finds its host or gets another one; `signal` is aborted when it stops using that host. */
  protected onHost(_host: McpHost, _signal: AbortSignal): void {}

  /** Called when a user of this server has signed out, or it is gone. Drop what they saw, typed or got there: it is not for the next user. */
  protected onSignOut(_server: HostServer): void {}
}
