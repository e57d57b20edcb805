/** What the user has done with one request for input: what they typed, and whether they opened the page to visit. */
import type { JsonObject, McpHost } from '@mcp-web/client';
import type { RequestOf } from '../internal/dialog/request-element.ts';
import { type RequestWork, requestWorkOf, type Work } from '../internal/dialog/request-work.ts';
import { draftKey, readDraft, writeDraft } from '../internal/kept/drafts.ts';
import { PARTS } from '../internal/style/shared-parts.ts';
import type { McpSchemaFormElement } from '../schema-form/schema-form.ts';
import { readFields, type RequestedFields } from './requested-fields.ts';

type Elicitation = RequestOf<'elicitation'>;

export class ElicitationWork implements Work {
  readonly fields: RequestedFields | undefined;
  /** The element itself moves to where the request is shown: nothing in it is lost, however unfinished it is. */
  readonly form: McpSchemaFormElement | undefined;
  readonly draftKey: string | undefined;
  /** Whether the user has opened the page to visit. */
  isVisiting = false;
  isAnswered = false;

  constructor({ request: { params } }: Elicitation, page: Document, key: string | undefined) {
    if (params.mode === 'url') return;
    this.fields = readFields(params.requestedSchema);
    this.draftKey = key;
    this.form = page.createElement('mcp-schema-form');
    this.form.setAttribute('exportparts', PARTS);
    this.form.schema = this.fields.schema;
    this.form.value = readDraft(key);
  }

  /** Stores what is in the form, for this tab. */
  store(value: JsonObject): void {
    const secrets = this.fields?.secrets ?? [];
    const kept = Object.entries(value).filter(([name]) => !secrets.includes(name));
    writeDraft(this.draftKey, Object.fromEntries(kept));
  }

  answer(): void {
    this.isAnswered = true;
    writeDraft(this.draftKey, undefined);
  }

  /** The page may still hold the form. Whoever shows it looks first where the focus was. */
  end(): void {
    setTimeout(() => {
      if (this.form) this.form.value = {};
    });
  }
}

/** The work on a request: begun in another element, or new. */
export function workOn(host: McpHost, current: Elicitation, page: Document): ElicitationWork {
  const works = requestWorkOf(page);
  return works.of(
    host,
    current,
    ElicitationWork,
    () => new ElicitationWork(current, page, freeKey(host, current, works)),
  );
}

/** Two requests that wait may be the same in all but their place in the queue: each has a draft of its own. */
function freeKey(host: McpHost, current: Elicitation, works: RequestWork): string | undefined {
  const taken = new Set(works.all(ElicitationWork).map((work) => work.draftKey));
  const question = keyOf(current, 0);
  const alike = host
    .getSnapshot()
    .requests.filter(
      (one): one is Elicitation =>
        one.kind === 'elicitation' && (one === current || (!works.has(one) && keyOf(one, 0) === question)),
    );
  // Those that came before have the first places, also if they are shown later.
  for (const one of alike) {
    let place = 0;
    while (question !== undefined && taken.has(keyOf(one, place))) place++;
    const key = keyOf(one, place);
    if (one === current) return key;
    taken.add(key);
  }
  return undefined;
}

function keyOf({ request: { server, params } }: Elicitation, place: number): string | undefined {
  return params.mode === 'url' ? undefined : draftKey(server.url, params.message, params.requestedSchema, place);
}
