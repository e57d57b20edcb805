/** Everything that `<mcp-activity>` shows once something is recorded. Loaded on demand. */
import {
  type ActivityEntry,
  ActivityRecorder,
  type ActivitySnapshot,
  addressWithoutSecrets,
  asCode,
  asCurl,
  readRecording,
  repeatableRequest,
} from '@mcp-web/client/activity';
import type { HostServer } from '@mcp-web/client';
import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { HostedElement } from '../internal/base/hosted-element.ts';
import { VirtualList } from '../internal/lists/virtual-list.ts';
import { serverName } from '../internal/server/identity.ts';
import { jsonTreeStyles } from '../internal/text/json-tree.ts';
import { shortText } from '../internal/text/text.ts';
import { stepsFrom } from './activity-keys.ts';
import { ActivityDetails } from './activity-details.ts';
import { activityRow, namesOf } from './activity-row.ts';
import { ActivitySearch, entryWith, indexOfEntry, NO_ACTIVITY_FILTER } from './activity-search.ts';
import { activityToolbar } from './activity-toolbar.ts';
import type { ActivityMessages } from './messages.ts';
import { saveRecording } from './save-recording.ts';
import { errorText, sendAgain, serverOf } from './send-again.ts';

const EMPTY: ActivitySnapshot = { entries: [], dropped: 0, changes: 0 };
/** A flood of messages is drawn at this interval, in ms. */
const FLOOD_MS = 100;

/** The element that shows it. */
interface ActivityElement extends HostedElement {
  readonly recorder: ActivityRecorder | undefined;
}

export class ActivityView implements ReactiveController {
  readonly styles = [jsonTreeStyles];
  readonly #element: ActivityElement;
  readonly #list: VirtualList;
  readonly #search: ActivitySearch;
  readonly #details: ActivityDetails;
  #messages: ActivityMessages | undefined;
  #recorder: ActivityRecorder | undefined;
  #unsubscribe: (() => void) | undefined;
  /** From a file. */
  #recording: ActivitySnapshot | undefined;
  /** How often a file was opened, or closed. */
  #opening = 0;
  #opened: ActivityEntry | undefined;
  #tabStopId: number | undefined;
  #isFilterOpen = false;
  #isAsking = false;
  /** What happened, for screen readers too. */
  #status = '';
  #drawnAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(element: ActivityElement) {
    this.#element = element;
    this.#list = new VirtualList(element);
    this.#search = new ActivitySearch(element);
    this.#details = new ActivityDetails(element);
    element.addController(this);
  }

  hostDisconnected(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = this.#recorder = undefined;
    this.#search.stop();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Records what the host's servers send from now on. */
  start(): void {
    const host = this.#element.currentHost;
    if (host && !host.recorder) host.recorder = new ActivityRecorder();
    this.#element.requestUpdate();
  }

  async open(file: Blob): Promise<void> {
    const opening = ++this.#opening;
    try {
      const recording = await readRecording(file);
      // Another file was opened meanwhile, or all was closed.
      if (opening !== this.#opening) return;
      this.#recording = recording;
      this.#say('');
    } catch (error) {
      if (opening !== this.#opening) return;
      this.#say(this.#messages?.notOpened(errorText(error)) ?? '');
    }
    this.#show(undefined);
    this.#search.setFilter(NO_ACTIVITY_FILTER);
    this.#list.isFollowing = true;
  }

  template(messages: ActivityMessages): TemplateResult {
    this.#messages = messages;
    this.#drawnAt = performance.now();
    const recorder = this.#follow();
    const snapshot = this.#recording ?? recorder?.getSnapshot() ?? EMPTY;
    const rows = this.#search.update(snapshot);
    const opened = this.#opened;
    return html`<div class="card">
      ${activityToolbar(messages, {
        filter: this.#search.filter,
        isFilterOpen: this.#isFilterOpen,
        servers: this.#servers().map(
          (server) => [server.id, serverName(server), addressWithoutSecrets(server.url)] as const,
        ),
        isEmpty: snapshot.entries.length === 0,
        isPaused: this.#recording ? undefined : recorder?.isPaused === true,
        onfilter: this.#search.setFilter,
        ontogglefilter: () => {
          this.#isFilterOpen = !this.#isFilterOpen;
          this.#element.requestUpdate();
        },
        onpause: () => {
          if (recorder) recorder.isPaused = !recorder.isPaused;
          this.#element.requestUpdate();
        },
        onclear: () => {
          recorder?.clear();
          this.#list.isFollowing = true;
          this.#show(undefined);
        },
        onsave: () => void this.#save(rows, snapshot.dropped),
        onopen: (file) => void this.open(file),
      })}
      ${
        this.#recording
          ? html`<div class="notice warning row recording"><span>${messages.opened}</span><button type="button" class="button small" @click=${this.#closeRecording}>${messages.closeRecording}</button></div>`
          : nothing
      }
      ${this.#listTemplate(messages, rows)}
      ${opened ? this.#detailsTemplate(messages, opened) : nothing}
      <div class="bar row small bottom">
        <span class="soft">${messages.shown(rows.length, snapshot.entries.length)}${snapshot.dropped > 0 ? ` · ${messages.dropped(snapshot.dropped)}` : ''}${recorder?.isPaused && !this.#recording ? ` · ${messages.paused}` : ''}</span>
        <span role="status" class="soft">${this.#status}</span>
      </div>
    </div>`;
  }

  #listTemplate(messages: ActivityMessages, rows: readonly ActivityEntry[]): TemplateResult {
    const list = this.#list;
    list.count = rows.length;
    const { first, end } = list.layout();
    const shown = rows.slice(first, end);
    const lineOf = list.assignLines(shown);
    const tabStop = shown.find(({ id }) => id === this.#tabStopId) ?? shown.at(-1);
    const nameOf = namesOf(this.#servers());
    const toRow = (entry: ActivityEntry, index: number): TemplateResult =>
      activityRow(messages, entry, {
        serverName: nameOf(entry) ?? entry.server.replace(/^https?:\/\//, ''),
        isOpen: entry === this.#opened,
        isTabStop: entry === tabStop,
        place: first + index + 1,
        count: rows.length,
      });
    return html`<div class="frame">
      <div class="scroller" part="messages" role="list" tabindex="0" aria-label=${messages.activity} @scroll=${list.onscroll} @click=${this.#onclick} @keydown=${this.#onkeydown} @focusin=${this.#onfocusin}>
        <div class="entry ruler" role="presentation"></div>
        <div class="sizer" role="presentation"><div class="window" role="presentation">${repeat(shown, lineOf, toRow)}</div></div>
      </div>
      ${rows.length === 0 ? this.#emptyTemplate(messages) : nothing}
      ${rows.length > 0 && !list.isFollowing ? html`<button type="button" class="button small primary latest" @click=${this.#toLatest}>${messages.latest}</button>` : nothing}
    </div>`;
  }

  #emptyTemplate(messages: ActivityMessages): TemplateResult {
    return this.#search.isFiltering
      ? html`<div class="empty"><p class="soft">${messages.noMatch}</p><button type="button" class="link" @click=${() => this.#search.setFilter(NO_ACTIVITY_FILTER)}>${messages.clearFilter}</button></div>`
      : html`<div class="empty"><b>${messages.empty}</b><p class="soft small">${messages.emptyHint}</p></div>`;
  }

  #detailsTemplate(messages: ActivityMessages, entry: ActivityEntry): TemplateResult {
    const server = this.#recording ? undefined : serverOf(this.#element.currentHost, this.#recorder, entry);
    const request = server && repeatableRequest(entry);
    const name = shortText(server ? serverName(server) : entry.server, 60);
    const send = (): void => {
      this.#isAsking = false;
      void this.#sendAgain(entry, server);
    };
    return this.#details.template(messages, entry, {
      curl: asCurl(entry, { isFromFile: this.#recording !== undefined }),
      code: asCode(entry),
      onagain: request && (() => (request.method === 'tools/call' ? send() : this.#ask(true))),
      question:
        request && this.#isAsking
          ? messages.confirmAgain(shortText(`${request.method} ${request.name}`, 120), name)
          : undefined,
      onconfirm: send,
      oncancel: () => this.#ask(false),
      oncopy: (text) => void this.#copy(text),
      onentry: (id) => this.#showId(id),
      onclose: this.#close,
    });
  }

  /** Hears of changes of the recorder that is shown. */
  #follow(): ActivityRecorder | undefined {
    const element = this.#element;
    const ofHost = element.currentHost?.recorder;
    const recorder = element.recorder ?? (ofHost instanceof ActivityRecorder ? ofHost : undefined);
    if (recorder === this.#recorder) return recorder;
    this.#unsubscribe?.();
    this.#recorder = recorder;
    this.#unsubscribe = recorder?.subscribe(this.#onchange);
    this.#opened = undefined;
    this.#list.isFollowing = true;
    return recorder;
  }

  readonly #onchange = (): void => {
    const wait = this.#drawnAt + FLOOD_MS - performance.now();
    if (wait <= 0) return this.#element.requestUpdate();
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#element.requestUpdate();
    }, wait);
  };

  #servers(): readonly HostServer[] {
    return this.#element.snapshot?.servers ?? [];
  }

  readonly #closeRecording = (): void => {
    this.#recording = undefined;
    this.#opening++;
    this.#list.isFollowing = true;
    this.#show(undefined);
  };

  /** What its user saw is not for the next one. */
  forget(server: HostServer): void {
    if (this.#opened?.serverId === server.id) this.#show(undefined);
    this.#search.setFilter({});
  }

  readonly #toLatest = (): void => {
    this.#list.isFollowing = true;
    this.#element.requestUpdate();
  };

  /** Of a row that was dropped or is filtered away, the details stay as they are. */
  #showId(id: number): void {
    const entry = entryWith(this.#search.rows, id);
    if (entry) this.#show(entry);
    else this.#say(this.#search.isFiltering ? (this.#messages?.noMatch ?? '') : (this.#messages?.dropped(1) ?? ''));
  }

  #show(entry: ActivityEntry | undefined): void {
    this.#opened = entry;
    this.#isAsking = false;
    if (entry) this.#list.isFollowing = false;
    this.#element.requestUpdate();
  }

  #ask(isAsking: boolean): void {
    this.#isAsking = isAsking;
    this.#element.requestUpdate();
    void this.#element.updateComplete.then(() => this.#focus(isAsking ? '.question .cancel' : '.again'));
  }

  readonly #close = (): void => {
    const opened = this.#opened;
    this.#show(undefined);
    if (opened) void this.#element.updateComplete.then(() => this.#focusId(opened.id));
  };

  readonly #onclick = (event: Event): void => {
    const entry = this.#entryOf(event);
    if (entry) this.#show(entry === this.#opened ? undefined : entry);
  };

  readonly #onfocusin = (event: Event): void => {
    const entry = this.#entryOf(event);
    if (!entry || entry.id === this.#tabStopId) return;
    this.#tabStopId = entry.id;
    this.#element.requestUpdate();
  };

  readonly #onkeydown = (event: KeyboardEvent): void => {
    const { rows } = this.#search;
    const entry = this.#entryOf(event);
    const index = entry ? indexOfEntry(rows, entry.id) : rows.length;
    const steps = stepsFrom(index, rows.length);
    const wanted = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    if (wanted === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const next = rows[Math.min(Math.max(0, wanted), rows.length - 1)];
    if (next) void this.#focusId(next.id);
  };

  #entryOf({ target }: Event): ActivityEntry | undefined {
    const id = target instanceof Element ? target.closest<HTMLElement>('[data-id]')?.dataset['id'] : undefined;
    return id === undefined ? undefined : entryWith(this.#search.rows, Number(id));
  }

  async #focusId(id: number): Promise<void> {
    this.#tabStopId = id;
    this.#list.reveal(indexOfEntry(this.#search.rows, id), false);
    this.#element.requestUpdate();
    await this.#element.updateComplete;
    this.#focus(`[data-id="${id}"]`);
  }

  #focus(selector: string): void {
    this.#element.renderRoot.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  }

  #say(status: string): void {
    this.#status = status;
    this.#element.requestUpdate();
  }

  async #copy(text: string): Promise<void> {
    const messages = this.#messages;
    try {
      await navigator.clipboard.writeText(text);
      this.#say(messages?.copied ?? '');
    } catch {
      this.#say(messages?.notCopied ?? '');
    }
  }

  async #save(entries: readonly ActivityEntry[], dropped: number): Promise<void> {
    if (await saveRecording({ entries, dropped }, () => this.#element.isConnected))
      this.#say(this.#messages?.saved(entries.length) ?? '');
  }

  async #sendAgain(entry: ActivityEntry, server: HostServer | undefined): Promise<void> {
    const messages = this.#messages;
    const request = repeatableRequest(entry);
    const host = this.#element.currentHost;
    if (!messages || !request) return;
    this.#list.isFollowing = true;
    try {
      if (!host || server?.status !== 'ready') throw new Error(messages.notConnected);
      await sendAgain(host, server.id, request);
      this.#say(messages.sentAgain(request.method));
    } catch (error) {
      this.#say(messages.notSentAgain(request.method, errorText(error)));
    }
  }
}
