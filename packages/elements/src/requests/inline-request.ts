/** A request in the flow of the page, in the element for its kind. Loaded on demand. */
import type { McpHost, PendingRequest, SamplingModel } from '@mcp-web/client';
import { html, type TemplateResult } from 'lit';
import { PARTS } from '../internal/style/shared-parts.ts';
import '../elicitation-form/define.ts';
import '../roots/define.ts';
import '../sampling-review/define.ts';
import '../tool-consent/define.ts';

export const inlineRequests = { inlineRequest };

export interface InlineRequest {
  readonly host: McpHost;
  readonly request: PendingRequest;
  readonly model: SamplingModel | undefined;
  /** In ms. */
  readonly armDelay: number;
}

/** Moves the focus to the request that this element shows. */
export function focusInline(element: Element): void {
  if ('focusRequest' in element && typeof element.focusRequest === 'function') element.focusRequest();
}

/** The request in its inline form. The element around it decides which request that is. */
export function inlineRequest({ host, request, model, armDelay }: InlineRequest): TemplateResult {
  switch (request.kind) {
    case 'elicitation':
      return html`<mcp-elicitation-form inline exportparts=${PARTS} .request=${request} .host=${host} .armDelay=${armDelay}></mcp-elicitation-form>`;
    case 'sampling':
      return html`<mcp-sampling-review inline exportparts=${PARTS} .request=${request} .host=${host} .model=${model} .armDelay=${armDelay}></mcp-sampling-review>`;
    case 'roots':
      return html`<mcp-roots inline exportparts=${PARTS} .request=${request} .host=${host} .armDelay=${armDelay}></mcp-roots>`;
    default:
      return html`<mcp-tool-consent inline exportparts=${PARTS} .request=${request} .host=${host} .armDelay=${armDelay}></mcp-tool-consent>`;
  }
}
