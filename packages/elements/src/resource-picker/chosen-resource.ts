/** One chosen resource or template: its URI, and its contents once the user asked for them. */
import {
  type ContentBlock,
  expandUriTemplate,
  type HostServer,
  type JsonObject,
  type JsonSchema,
  type McpHost,
  type ReadResourceResult,
  uriTemplateVariables,
} from '@mcp-web/client';
import { suggestionsOf, type Suggest } from '../internal/lists/completion.ts';
import type { Offer } from '../internal/lists/listbox.ts';
import { addressOf, entriesOf, type Entry, keyOf } from './offers.ts';

/** While `idle`, nothing is read. What the user types for a template is sent only to complete it. */
export type ReadStatus = 'idle' | 'reading' | 'read' | 'failed';

export class ChosenResource {
  readonly host: McpHost;
  readonly offer: Offer<Entry>;
  readonly key: string;
  /** The schema of a template's variables; undefined for a resource. */
  readonly schema: JsonSchema | undefined;
  readonly suggest: Suggest | undefined;
  /** Why the template is not valid. */
  readonly flaw: unknown;
  /** Undefined while variables of the template are missing. */
  uri: string | undefined;
  values: JsonObject = {};
  status: ReadStatus = 'idle';
  result: ReadResourceResult | undefined;
  blocks: readonly ContentBlock[] = [];
  error: unknown;
  readonly #onchange: () => void;
  #call: AbortController | undefined;
  /** The server for which `#isMissing` was computed. */
  #checked: HostServer | undefined;
  #isMissing = false;

  constructor(host: McpHost, offer: Offer<Entry>, onchange: () => void) {
    const { server, entry } = offer;
    this.host = host;
    this.offer = offer;
    this.key = keyOf(offer);
    this.#onchange = onchange;
    if ('uri' in entry) {
      this.uri = entry.uri;
      return;
    }
    try {
      this.schema = schemaOf(entry.uriTemplate);
      this.suggest = suggestionsOf(host, server, { template: entry.uriTemplate });
    } catch (error) {
      this.flaw = error;
    }
  }

  /** The server in the current snapshot; undefined when it was removed. */
  get server(): HostServer | undefined {
    return this.host.getSnapshot().servers.find(({ id }) => id === this.offer.server.id);
  }

  /** Whether the server no longer lists it. False while its lists are incomplete. */
  get isGone(): boolean {
    const { server } = this;
    if (server?.status !== 'ready' || server.isListing || server.listError) return false;
    if (server === this.#checked) return this.#isMissing;
    this.#checked = server;
    const { entry } = this.offer;
    const address = addressOf(entry);
    return (this.#isMissing = !entriesOf(server).some(
      (other) => addressOf(other) === address && 'uri' in other === 'uri' in entry,
    ));
  }

  /** @param values the values of a template's variables; undefined while some are missing */
  fill(values: JsonObject | undefined): void {
    const { entry } = this.offer;
    const uri = values && 'uriTemplate' in entry ? expandUriTemplate(entry.uriTemplate, textsIn(values)) : undefined;
    if (values) this.values = values;
    if (uri === this.uri) return;
    this.uri = uri;
    // The contents are those of another URI.
    this.reset();
    this.#onchange();
  }

  /** Reads the resource, unless that is under way. Resolves to undefined when it fails: then see `error`. */
  async read(cache: 'default' | 'reload'): Promise<ReadResourceResult | undefined> {
    const { uri } = this;
    if (uri === undefined || this.status === 'reading') return undefined;
    this.reset();
    const { signal } = (this.#call = new AbortController());
    this.#become('reading');
    try {
      const result = await this.host.readResource(this.offer.server.id, uri, { signal, cache });
      this.result = result;
      this.blocks = result.contents.map((resource) => ({ type: 'resource', resource }));
      this.#become('read');
      return result;
    } catch (error) {
      if (signal.aborted) return undefined;
      this.error = error;
      this.#become('failed');
      return undefined;
    }
  }

  /** Aborts the request and drops the contents. */
  reset(): void {
    this.#call?.abort();
    this.result = this.error = undefined;
    this.blocks = [];
    this.status = 'idle';
  }

  #become(status: ReadStatus): void {
    this.status = status;
    this.#onchange();
  }
}

function textsIn(values: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, text]) =>
      typeof text === 'string' && text !== '' ? [[name, text] as const] : [],
    ),
  );
}

/** @throws {McpError} `invalid-argument` when the template is malformed */
function schemaOf(template: string): JsonSchema {
  const names = uriTemplateVariables(template);
  // Variables of the query are optional. Those of the path are required: a gap in it is rarely meant.
  const optional = new Set(
    [...template.matchAll(/\{[?&]([^{}]*)\}/g)].flatMap(([, list = '']) =>
      list.split(',').map((item) => item.replace(/[*:].*$/, '')),
    ),
  );
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    required: names.filter((name) => !optional.has(name)),
    additionalProperties: false,
  };
}
