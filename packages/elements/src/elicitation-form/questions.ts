/** The two kinds of questions: a form, and a visit. */
import type { ElicitationFormParams, ElicitationUrlParams, HostServer, JsonObject } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { serverName, serverOrigin } from '../internal/server/server-identity.ts';
import { serverText, shortText, STEP, visibleJson } from '../internal/text/text.ts';
import { readAddress } from './address.ts';
import type { AskedFields } from './fields.ts';
import type { ElicitationFormMessages } from './messages.ts';

export interface FormParts {
  readonly fields: AskedFields;
  readonly draft: JsonObject | undefined;
  /** What would be sent, while the user looks at it. */
  readonly preview: JsonObject | undefined;
  readonly problem: string;
  oninput: () => void;
  onsubmit: (event: Event) => Promise<void>;
  onpreview: (event: Event) => void;
}

export function formQuestion(
  text: ElicitationFormMessages,
  server: HostServer,
  { message }: ElicitationFormParams,
  parts: FormParts,
): TemplateResult {
  const { fields, draft, preview, problem, oninput, onsubmit, onpreview } = parts;
  return html`${heading(text.formQuestion(nameOf(server)))}
    ${facts(text, server, message)}
    ${
      fields.unsupported.length > 0
        ? html`<p class="notice warning">${text.unsupported(
            fields.unsupported
              .slice(0, 10)
              .map((name) => shortText(name, 40))
              .join(', '),
          )}${fields.isUnanswerable ? html` ${text.unanswerable}` : nothing}</p>`
        : nothing
    }
    <mcp-schema-form part="form" .label=${text.answer} .schema=${fields.schema} .value=${draft} @mcp-form-input=${oninput} @mcp-form-submit=${onsubmit}></mcp-schema-form>
    ${problem ? html`<p class="notice danger" role="alert">${problem}</p>` : nothing}
    <details @toggle=${onpreview}><summary>${text.preview}</summary><pre tabindex="0" dir="ltr" role="group" aria-label=${text.preview}>${preview ? serverText(visibleJson(preview), STEP) : nothing}</pre></details>`;
}

export function visitQuestion(
  text: ElicitationFormMessages,
  server: HostServer,
  { message, url }: ElicitationUrlParams,
  isOpen: boolean,
  isNoticed: boolean,
): TemplateResult {
  const { before, host, after, warnings } = readAddress(text, url);
  const bold = html`<bdi dir="ltr"><b>${host}</b></bdi>`;
  return html`${heading(text.visitQuestion(nameOf(server)))}
    ${facts(text, server, message)}
    <div class="stack tight">
      <h3>${text.address}</h3>
      <p class="address mono" part="address" tabindex="0" role="group" aria-label=${text.address}><bdi dir="ltr">${serverText(before, STEP)}<b>${host}</b>${serverText(after, STEP)}</bdi></p>
      ${host === new URL(server.url).hostname ? nothing : html`<p class="soft small">${text.otherSite}</p>`}
    </div>
    ${warnings.length > 0 ? html`<ul class="notice warning">${warnings.map((warning) => html`<li>${warning}</li>`)}</ul>` : nothing}
    <div role="status">${
      isOpen
        ? html`<div class="notice stack tight"><p>${text.waiting(bold)}</p>${isNoticed ? html`<p class="soft">${text.waitingForServer}</p>` : nothing}</div>`
        : html`<p class="soft small">${text.visitHint}</p>`
    }</div>`;
}

/** It has the focus first: no key that was meant for something else does anything there. */
function heading(question: TemplateResult): TemplateResult {
  return html`<h2 id="question" tabindex="-1">${question}</h2>`;
}

function facts(text: ElicitationFormMessages, server: HostServer, message: string): TemplateResult {
  return html`<dl class="facts" id="about">
    <div><dt>${text.server}</dt><dd>${nameOf(server)}<span class="origin"><bdi dir="ltr">${serverOrigin(server)}</bdi></span></dd></div>
    ${message ? html`<div><dt>${text.message}</dt><dd class="message">${serverText(message, 600)}</dd></div>` : nothing}
  </dl>`;
}

const nameOf = (server: HostServer): TemplateResult => html`<bdi>${shortText(serverName(server))}</bdi>`;
