/** One chosen resource: where it is, and what is in it once the user asked. */
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
import type { Offer } from '../internal/lists/server-groups.ts';
import { addressOf, entriesOf, type Entry, keyOf } from './offers.ts';

/** Nothing is read before it is `reading`. */
export type ReadStatus = 'idle' | 'reading' | 'read' | 'failed';

export class ChosenResource {
  readonly host: McpHost;
  readonly offer: Offer<Entry>;
  readonly key: string;
  /** Of the variables; undefined for what is no template. */
  readonly schema: JsonSchema | undefined;
  readonly suggest: Suggest | undefined;
  /** Why the template cannot be used. */
  readonly flaw: unknown;
  /** Undefined while a template is not filled in. */
  uri: string | undefined;
  values: JsonObject = {};
  status: ReadStatus = 'idle';
  result: ReadResourceResult | undefined;
  blocks: readonly ContentBlock[] = [];
  error: unknown;
  readonly #onchange: () => void;
  #call: AbortController | undefined;
  /** In which state of its server it was looked for. */
  #seen: HostServer | undefined;
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

  /** Where its server is now. */
  get server(): HostServer | undefined {
    return this.host.getSnapshot().servers.find(({ id }) => id === this.offer.server.id);
  }

  /** Whether its server lists it no more; a list that is on its way, or could not be had, says nothing. */
  get isGone(): boolean {
    const { server } = this;
    if (server?.status !== 'ready' || server.isListing || server.listError) return false;
    if (server === this.#seen) return this.#isMissing;
    this.#seen = server;
    const { entry } = this.offer;
    const address = addressOf(entry);
    return (this.#isMissing = !entriesOf(server).some(
      (other) => addressOf(other) === address && 'uri' in other === 'uri' in entry,
    ));
  }

  /** @param values undefined while they are not complete */
  fill(values: JsonObject | undefined): void {
    const { entry } = this.offer;
    const uri = values && 'uriTemplate' in entry ? expandUriTemplate(entry.uriTemplate, textsIn(values)) : undefined;
    if (values) this.values = values;
    if (uri === this.uri) return;
    this.uri = uri;
    // What was read is another one.
    this.leave();
    this.#onchange();
  }

  /** Reads it, unless it is being read. Resolves to its contents, or to undefined: then see `error`. */
  async read(cache: 'default' | 'reload'): Promise<ReadResourceResult | undefined> {
    const { uri } = this;
    if (uri === undefined || this.status === 'reading') return undefined;
    this.leave();
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

  /** It is no longer looked at. */
  leave(): void {
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

/** @throws {McpError} `invalid-argument` when the template is malformed. */
function schemaOf(template: string): JsonSchema {
  const names = uriTemplateVariables(template);
  // What stands in the query may be left out; a path with a hole in it is seldom meant.
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
