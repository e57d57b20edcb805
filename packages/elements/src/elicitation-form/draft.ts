/** Where what the user typed for a request is stored. Requests that are the same have places, in the order in which they wait. */
import type { McpHost } from '@mcp-web/client';
import type { RequestOf } from '../internal/dialog/request-element.ts';
import { draftKey, readDraft, writeDraft } from '../internal/kept/drafts.ts';

type Elicitation = RequestOf<'elicitation'>;

/** More of them have no drafts. */
const MAX_PLACES = 10;

export class Draft {
  readonly #host: McpHost;
  readonly #request: Elicitation;
  readonly #question: string | undefined;
  /** The last place, which nobody can tell once the request is settled. */
  #place = 0;

  constructor(host: McpHost, request: Elicitation) {
    this.#host = host;
    this.#request = request;
    this.#question = keyOf(request, 0);
  }

  /** Undefined if nothing is stored for this request. */
  get key(): string | undefined {
    const place = this.#alike.indexOf(this.#request);
    if (place >= 0) this.#place = place;
    return this.#place < MAX_PLACES ? keyOf(this.#request, this.#place) : undefined;
  }

  /** The request is settled: those behind it move up, and their drafts with them. */
  end(): void {
    // When all end at once, the server or the page has gone, and may ask again.
    if (this.#alike.length === 0) return;
    for (let place = this.#place; place < MAX_PLACES; place++)
      writeDraft(keyOf(this.#request, place), readDraft(keyOf(this.#request, place + 1)));
  }

  /** The requests that wait and are the same as this one, in their order. */
  get #alike(): readonly Elicitation[] {
    if (this.#question === undefined) return [];
    return this.#host
      .getSnapshot()
      .requests.filter((one): one is Elicitation => one.kind === 'elicitation' && keyOf(one, 0) === this.#question);
  }
}

function keyOf({ request: { server, params } }: Elicitation, place: number): string | undefined {
  return params.mode === 'url' ? undefined : draftKey(server.url, params.message, params.requestedSchema, place);
}
