/** What the user has done with one request for consent: the arguments as they edited them, and why they refuse. */
import type { JsonObject } from '@mcp-web/client';
import { RefusalReason } from '../internal/dialog/refusal-reason.ts';
import type { Work } from '../internal/dialog/request-work.ts';
import { PARTS } from '../internal/style/shared-parts.ts';
import type { McpSchemaFormElement } from '../schema-form/schema-form.ts';

export class ConsentWork implements Work {
  /** The arguments as the user edited them. */
  edited: JsonObject | undefined;
  /** The arguments in a form, while the user edits them. The element itself moves to where the request is shown. */
  form: McpSchemaFormElement | undefined;
  readonly reason = new RefusalReason();

  end(): void {
    this.edited = this.form = undefined;
  }
}

export function formOf(page: Document, schema: JsonObject, args: JsonObject): McpSchemaFormElement {
  const form = page.createElement('mcp-schema-form');
  form.setAttribute('exportparts', PARTS);
  form.schema = schema;
  form.value = args;
  return form;
}
