/** Which skill a model would get: what its server says of it, and its files. */
import type { SkillRequest } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { serverAddress, serverName } from '../internal/server/identity.ts';
import { serverText, shortText } from '../internal/text/text.ts';
import { changesView } from './changes-view.ts';
import type { ToolConsentMessages } from './messages.ts';
import { toneIcon } from '../internal/server/tone.ts';

/** More files are counted, not named. */
const MAX_FILES = 40;

/** @param onend gets the end of what is said, for each request anew where the view is keyed by it */
export function skillView(
  messages: ToolConsentMessages,
  request: SkillRequest,
  onend: (end?: Element) => void,
): TemplateResult {
  const { server, skill, definition, changedSince } = request;
  const { frontmatter, uri, resources } = skill;
  return html`<div class="stack lead">
      <h2 part="dialog-title" id="heading" tabindex="-1">${messages.skillTitle(shortText(frontmatter.name))}</h2>
      <div class="stack tight" id="about">
        <p class="who"><span><span class="soft">${messages.server}</span> <bdi>${shortText(serverName(server))}</bdi> <bdi class="mono" dir="ltr">${serverAddress(server)}</bdi></span> <span><code dir="ltr">${shortText(uri, 200)}</code></span></p>
        <p class="sign caution" part="sign">${toneIcon('caution')}<span>${messages.skillWarning}</span></p>
      </div>
    </div>
    ${changedSince ? html`<div class="notice warning changed stack tight"><p>${messages.skillChanged(new Date(changedSince.time))}</p>${changesView(messages, definition, changedSince.definition)}</div>` : nothing}
    <div class="stack tight"><h3>${messages.description}</h3><p class="description small">${serverText(frontmatter.description, 1_024)}</p></div>
    ${resources === 'dynamic' ? html`<p class="notice warning small">${messages.skillDynamic}</p>` : files(messages, request, resources)}<i class="end" ${ref(onend)}></i>`;
}

function files(
  messages: ToolConsentMessages,
  { skill }: SkillRequest,
  resources: readonly { readonly uri: string; readonly size: number }[],
): TemplateResult {
  const root = skill.uri.slice(0, skill.uri.lastIndexOf('/') + 1);
  const size = resources.reduce((sum, file) => sum + file.size, 0);
  return html`<details>
      <summary part="summary">${messages.skillFiles(resources.length, size)}</summary>
      <ul class="small" dir="ltr">${resources.slice(0, MAX_FILES).map(({ uri }) => html`<li><code>${shortText(uri.slice(root.length), 200)}</code></li>`)}</ul>
      ${resources.length > MAX_FILES ? html`<p class="soft small">+${resources.length - MAX_FILES}</p>` : nothing}
    </details>`;
}
