import type { HostServer, SamplingAnswer, SamplingParams, SamplingRequest } from '@mcp-web/client';
import { McpRequestEvent } from '../internal/dialog/request-event.ts';

/**
 * Asks the page for the answer of a model. `respondWith()` takes a result, a promise of one, or a stream of parts that ends with
 * one. If no listener answers, the `model` of the element does; without a model, the user writes the answer. `preventDefault()`
 * alone rejects the request. The user sees every answer before the server does.
 */
export class McpSamplingRequestEvent extends McpRequestEvent<SamplingAnswer> {
  /** The server that asks. */
  readonly server: HostServer;
  /** The request as the user approved it. */
  readonly params: SamplingParams;

  constructor({ server, params }: SamplingRequest, signal: AbortSignal) {
    super('mcp-sampling-request', signal);
    this.server = server;
    this.params = params;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-sampling-request': McpSamplingRequestEvent;
  }
}
