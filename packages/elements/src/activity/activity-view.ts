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
import { RowFocus } from '../internal/lists/row-focus.ts';
import { rowOfId } from '../internal/lists/list-rows.ts';
import { VirtualList } from '../internal/lists/virtual-list.ts';
import { serverName } from '../internal/server/identity.ts';
import { jsonTreeStyles } from '../internal/text/json-tree.ts';
import { shortText } from '../internal/text/text.ts';
import { ActivityDetails } from './activity-details.ts';
import { activityRow, namesOf } from './activity-row.ts';
import { emptyActivity } from './activity-empty.ts';
import { activityFoot } from './activity-foot.ts';
import { ActivitySearch, NO_ACTIVITY_FILTER } from './activity-search.ts';
import { activityToolbar } from './activity-toolbar.ts';
import type { ActivityMessages } from './messages.ts';
import { saveRecording } from './save-recording.ts';
import { reasonText, sendAgain, serverOf } from './send-again.ts';

const EMPTY: ActivitySnapshot = { entries: [], dropped: 0, removed: 0, changes: 0 };
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
  readonly #focus: RowFocus<ActivityEntry>;
  readonly #details: ActivityDetails;
  #messages: ActivityMessages | undefined;
  #recorder: ActivityRecorder | undefined;
  #unsubscribe: (() => void) | undefined;
  /** From a file. */
  #recording: ActivitySnapshot | undefined;
  /** How often a file was opened, or closed. */
  #opening = 0;
  #opened: ActivityEntry | undefined;
  /** What was shown last. */
  #snapshot = EMPTY;
  #isFilterOpen = false;
  #isAsking = false;
  /** What happened, for screen readers too. */
  #status = '';
  /** Counts for whom it is: what comes late is not for the next user. */
  #turn = 0;
  #drawnAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(element: ActivityElement) {
    this.#element = element;
    this.#list = new VirtualList(element);
    this.#search = new ActivitySearch(element);
    this.#focus = new RowFocus<ActivityEntry>(element, {
      rows: () => this.#search.rows,
      reveal: (index) => {
        this.#list.reveal(index, false);
        element.requestUpdate();
      },
    });
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
      this.#search.reset();
      this.#say('');
    } catch (error) {
      if (opening !== this.#opening) return;
      this.#say(this.#messages?.notOpened(reasonText(error)) ?? '');
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
    if (snapshot.removed !== this.#snapshot.removed) this.#leave(snapshot);
    this.#snapshot = snapshot;
    const before = this.#search.rows;
    const rows = this.#search.update(snapshot);
    if (snapshot.entries.length === 0) this.#list.isFollowing = true;
    this.#list.change(before, rows);
    return html`<div class="card ${this.#list.isLow ? 'low' : ''}" part="card">
      ${activityToolbar(messages, {
        filter: this.#search.filter,
        isFilterOpen: this.#isFilterOpen,
        servers: this.#servers().map(
          (server) => [server.id, serverName(server), addressWithoutSecrets(server.url)] as const,
        ),
        isEmpty: snapshot.entries.length === 0,
        isPaused: this.#recording ? undefined : recorder?.isPaused,
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
          ? html`<div class="notice warning row recording"><span>${messages.opened}</span><button type="button" class="button small" part="button secondary small" @click=${this.#closeRecording}>${messages.closeRecording}</button></div>`
          : nothing
      }
      <div class="panes">
        ${this.#listTemplate(messages, rows)} ${this.#opened ? this.#detailsTemplate(messages, this.#opened) : nothing}
      </div>
      ${activityFoot(messages, {
        shown: rows.length,
        all: snapshot.entries.length,
        dropped: snapshot.dropped,
        isFromFile: this.#recording !== undefined,
        isPaused: recorder?.isPaused === true,
        share: this.#search.share,
        status: this.#status,
        onclearfilter: this.#search.isFiltering ? this.#clearFilter : undefined,
        unseen: this.#search.unseenCount,
        onlatest: this.#toLatest,
      })}
    </div>`;
  }

  #listTemplate(messages: ActivityMessages, rows: readonly ActivityEntry[]): TemplateResult {
    const list = this.#list;
    const { first, end } = list.layout();
    const shown = rows.slice(first, end);
    const lineOf = list.assignLines(shown);
    const tabStop = this.#focus.tabStopOf(shown);
    this.#search.see(list.lastVisible);
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
      <div class="scroller" part="messages" role="list" tabindex="0" aria-label=${messages.activity} @scroll=${list.onscroll} @click=${this.#onclick} @keydown=${this.#focus.onkeydown} @focusin=${this.#focus.onfocusin}>
        <div class="entry ruler" role="presentation"></div>
        <div class="sizer" role="presentation"><div class="window" role="presentation">${repeat(shown, lineOf, toRow)}</div></div>
      </div>
      ${rows.length === 0 ? emptyActivity(messages, this.#search.isFiltering ? this.#clearFilter : undefined) : nothing}
    </div>`;
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
    this.#search.reset();
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
    this.#search.reset();
    this.#list.isFollowing = true;
    this.#show(undefined);
  };

  /** What its user saw, typed or opened is not for the next one. */
  forget({ id, url }: HostServer): void {
    const address = addressWithoutSecrets(url);
    if (this.#recording?.entries.some(({ server }) => server === address)) this.#closeRecording();
    if (this.#opened?.serverId === id) this.#show(undefined);
    this.#turn++;
    this.#status = '';
    this.#search.setFilter({ text: '' });
  }

  /** Of what was removed because a user left, nothing stays on the screen. */
  #leave({ entries }: ActivitySnapshot): void {
    const opened = this.#opened;
    if (opened && rowOfId(entries, opened.id) !== opened) this.#show(undefined);
    this.#turn++;
    this.#status = '';
  }

  readonly #clearFilter = (): void => {
    this.#search.setFilter(NO_ACTIVITY_FILTER);
    this.#focus.focus('input');
  };

  readonly #toLatest = (): void => {
    this.#list.follow();
    this.#element.requestUpdate();
  };

  /** Of a row that was dropped or is filtered away, the details stay as they are. */
  #showId(id: number): void {
    const entry = rowOfId(this.#search.rows, id);
    if (entry) this.#show(entry);
    else this.#say((rowOfId(this.#snapshot.entries, id) ? this.#messages?.hidden : this.#messages?.gone) ?? '');
  }

  #show(entry: ActivityEntry | undefined): void {
    this.#opened = entry;
    this.#isAsking = false;
    this.#list.hold(entry !== undefined);
    void this.#focus.showDetails();
  }

  #ask(isAsking: boolean): void {
    this.#isAsking = isAsking;
    this.#element.requestUpdate();
    void this.#element.updateComplete.then(() => this.#focus.focus(isAsking ? '.question .cancel' : '.again'));
  }

  readonly #close = (): void => {
    if (this.#opened) void this.#focus.focusRow(this.#opened);
    // After the row was brought into view, which stops following.
    this.#show(undefined);
  };

  readonly #onclick = (event: Event): void => {
    const entry = this.#focus.rowOf(event);
    if (entry) this.#show(entry === this.#opened ? undefined : entry);
  };

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
    const turn = this.#turn;
    this.#list.isFollowing = true;
    const status = await sendAgain(messages, host, server, request);
    if (turn === this.#turn) this.#say(status);
  }
}
