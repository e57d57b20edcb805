/** What is done with a log now and then: asking servers for more, saving, keeping. */
import { type HostServer, LOG_LEVELS, type LogLevel } from '@mcp-web/client';
import { css, html, nothing, type TemplateResult } from 'lit';
import { saveFile } from '../internal/media/media.ts';
import { serverName, serverOrigin } from '../internal/server/server-identity.ts';
import { shortText } from '../internal/text/text.ts';
import { jsonLine } from './details.ts';
import { turn } from './turn.ts';
import type { Reading } from './view.ts';

/** Lines are made for so long at a time, in ms. */
const SLICE_MS = 8;

/** Whether a level can be asked of the server: in the modern era it travels with each request, before that servers say so. */
export function takesLevel({ status, era, info }: HostServer): boolean {
  return status === 'ready' && (era === 'modern' || info?.capabilities.logging !== undefined);
}

export function more(view: Reading): TemplateResult {
  const { text: words, host } = view;
  const kept = host?.log.stored;
  const asked = host?.getSnapshot().servers.filter(takesLevel) ?? [];
  return html`<fieldset><legend>${words.levels}</legend>
      ${asked.length === 0 ? html`<p class="soft small">${words.noLevels}</p>` : nothing}
      <ul>${asked.map((server) => levelChoice(view, server))}</ul>
    </fieldset>
    <div class="stack tight">
      <div><button type="button" class="button small" aria-describedby="save-hint" ?disabled=${view.rows.length === 0} @click=${() => void save(view)}>${words.save}</button></div>
      <p class="soft small" id="save-hint">${words.saveHint}</p>
    </div>
    <div class="stack tight">
      <label class="small"><input type="checkbox" aria-describedby="keep-hint" .checked=${kept?.isActive === true} @change=${({ target }: Event) => keep(view, target)} /> ${words.keep}</label>
      <p class="soft small" id="keep-hint">${words.keepHint}</p>
    </div>`;
}

function levelChoice(view: Reading, server: HostServer): TemplateResult {
  const { text: words } = view;
  const onask = ({ target }: Event): void => {
    const level = LOG_LEVELS.find((one) => target instanceof HTMLSelectElement && one === target.value);
    if (level) void ask(view, server, level);
  };
  const name = shortText(serverName(server), 40);
  return html`<li class="row"><span class="asked"><bdi>${name}</bdi> <bdi class="soft small">${serverOrigin(server)}</bdi></span>
    <select class="field ask" aria-label=${words.levelOf(name)} @change=${onask}>
      <option value="" .selected=${server.logLevel === undefined} ?disabled=${server.logLevel !== undefined}>${words.theirDefault}</option>
      ${LOG_LEVELS.map((level) => html`<option value=${level} .selected=${server.logLevel === level}>${level}</option>`)}
    </select></li>`;
}

async function ask({ text: words, host, say, element }: Reading, server: HostServer, level: LogLevel): Promise<void> {
  const name = shortText(serverName(server), 40);
  try {
    await host?.setLogLevel(server.id, level);
    say(words.asked(name, level));
  } catch (error) {
    say(words.notAsked(name, shortText(error instanceof Error ? error.message : String(error), 200)));
    // Back to what the server still does.
    element.requestUpdate();
  }
}

/** Writes the rows into a file, a few milliseconds at a time. */
export async function save({ text: words, rows, say, element }: Reading): Promise<void> {
  // The log goes on meanwhile.
  const entries = rows.slice();
  const parts: string[] = [];
  let secrets = 0;
  let lines = '';
  let until = performance.now() + SLICE_MS;
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index];
    if (entry) lines += `${jsonLine(entry, () => secrets++)}\n`;
    if (index % 16 > 0 || performance.now() < until) continue;
    parts.push(lines);
    lines = '';
    say(words.saving(Math.floor((index / entries.length) * 100)));
    await turn();
    if (!element.isConnected) return;
    until = performance.now() + SLICE_MS;
  }
  saveFile(`mcp-log-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.jsonl`, [...parts, lines]);
  say(words.saved(entries.length, secrets));
}

function keep({ host, text, say, keeping }: Reading, target: EventTarget | null): void {
  const isWanted = target instanceof HTMLInputElement && target.checked;
  if (!isWanted) void host?.log.stored?.delete().then((isGone) => say(isGone ? text.forgotten : text.notForgotten));
  void keeping.ask(isWanted);
}

export const moreStyles = css`
  .kept { border-radius: 0; justify-content: space-between; }
  .more fieldset { min-inline-size: 0; margin: 0; padding: 0; border: 0; }
  .more legend { padding: 0 0 6px; font-size: 0.8667em; font-weight: 600; }
  .more ul { display: grid; gap: 6px; }
  .more li { justify-content: space-between; }
  .asked { min-inline-size: 0; }
  .more .ask { flex: none; inline-size: auto; }
`;
