/** What the user has done with one request for input: what they typed, and whether they opened the page to visit. */
import type { JsonObject, McpHost } from '@mcp-web/client';
import type { RequestOf } from '../internal/dialog/request-element.ts';
import { requestWorkOf, type Work } from '../internal/dialog/request-work.ts';
import { readDraft, writeDraft } from '../internal/kept/drafts.ts';
import { PARTS } from '../internal/style/shared-parts.ts';
import type { McpSchemaFormElement } from '../schema-form/schema-form.ts';
import { Draft } from './draft.ts';
import { readFields, type RequestedFields } from './requested-fields.ts';

type Elicitation = RequestOf<'elicitation'>;

export class ElicitationWork implements Work {
  readonly fields: RequestedFields | undefined;
  /** The element itself moves to where the request is shown: nothing in it is lost, however unfinished it is. */
  readonly form: McpSchemaFormElement | undefined;
  readonly #draft: Draft;
  /** Whether the user has opened the page to visit. */
  isVisiting = false;
  isAnswered = false;

  constructor({ request: { params } }: Elicitation, page: Document, draft: Draft) {
    this.#draft = draft;
    if (params.mode === 'url') return;
    this.fields = readFields(params.requestedSchema);
    this.form = page.createElement('mcp-schema-form');
    this.form.setAttribute('exportparts', PARTS);
    this.form.schema = this.fields.schema;
    this.form.value = readDraft(draft.key);
  }

  /** Stores what is in the form, for this tab. */
  store(value: JsonObject): void {
    const secrets = this.fields?.secrets ?? [];
    const kept = Object.entries(value).filter(([name]) => !secrets.includes(name));
    writeDraft(this.#draft.key, Object.fromEntries(kept));
  }

  answer(): void {
    this.isAnswered = true;
    writeDraft(this.#draft.key, undefined);
  }

  /** The page may still hold the form. Whoever shows it looks first where the focus was. */
  end(): void {
    this.#draft.end();
    setTimeout(() => {
      if (this.form) this.form.value = {};
    });
  }
}

/** The work on a request: begun in another element, or new. */
export function workOn(host: McpHost, current: Elicitation, page: Document): ElicitationWork {
  return requestWorkOf(page).of(
    host,
    current,
    ElicitationWork,
    () => new ElicitationWork(current, page, new Draft(host, current)),
  );
}
