import {
  type HostServer,
  type HostTask,
  type McpHost,
  type PendingRequest,
  type RequestPlace,
  type SamplingModel,
} from '@mcp-web/client';
import { type CSSResultGroup, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { repeat } from 'lit/directives/repeat.js';
import { HostedElement } from '../internal/base/hosted-element.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import { isInSight } from '../internal/dialog/in-sight.ts';
import { shortText } from '../internal/text/text.ts';
import { styles as lineStyles } from '../tool-call/tool-call.styles.ts';
import { english, type TasksMessages } from './messages.ts';
import { Notifier } from './notifier.ts';
import { TaskButtons } from './task-buttons.ts';
import { isKept, saidOf, statusOf, taskLine, taskTitle, needsUser } from './task-line.ts';
import { TaskNews } from './task-news.ts';
import { tasksHead } from './tasks-head.ts';
import { styles } from './tasks.styles.ts';

/** How many tasks are shown at a time. */
const STEP = 50;
/** Of so many tasks that change at once, screen readers tell. */
const MAX_SAID = 5;
/** How often the times of running tasks change, in ms. */
const TICK_MS = 1_000;
/** How often the element checks whether it can be seen while something waits, in ms. */
const VISIBILITY_MS = 500;

/**
 * @summary The tool calls that have become tasks, of all servers: the status of each, what it asks for, and its result until it is dismissed.
 *
 * While it is in the page, servers may answer calls with tasks. With `store-calls` of `<mcp-host>`, tasks that an earlier page left
 * continue by themselves, and those of other tabs are listed. Tasks that have ended stay listed until they are dismissed, for at
 * most a week; the user can ask the server for their results again.
 *
 * What a server asks for during a task opens in the list if the list can be seen. The page also needs `<mcp-tool-consent>` and
 * `<mcp-elicitation-form>`: for calls that have not become tasks yet, and while the list is hidden.
 *
 * The user can cancel a task, dismiss one that has ended, and be notified by the browser when one ends or asks for something
 * while nobody sees the page. The browser asks for permission only when the user presses that button.
 * Keyboard: Tab moves through the tasks, Enter opens and closes one.
 *
 * @slot header - replaces the title
 * @slot actions - controls of the page, after the buttons
 * @slot empty - what is shown when there are no tasks
 * @csspart task - one task
 * @csspart line - its line, a button
 * @csspart state - its status, in words
 * @csspart request - what waits for the user
 * @csspart message - what the server says about the status
 * @csspart progress - the progress
 * @csspart result - the result, an `<mcp-content>`
 * @csspart error - what went wrong
 *
 * @example
 * ```html
 * <mcp-host store-calls>
 *   <mcp-server src="https://example.com/mcp"></mcp-server>
 *   <mcp-tools></mcp-tools>
 *   <mcp-tasks></mcp-tasks>
 *   <mcp-tool-consent></mcp-tool-consent>
 *   <mcp-elicitation-form></mcp-elicitation-form>
 * </mcp-host>
 * ```
 */
export class McpTasksElement extends HostedElement {
  static override styles: CSSResultGroup = [HostedElement.styles, lineStyles, styles];

  /** Notifies the user of tasks while nobody sees the page, if they allowed that. The user can switch it on and off. */
  @property({ type: Boolean, reflect: true }) notify = false;

  /** Shows text in results as Markdown. */
  @property({ type: Boolean }) markdown = false;

  /** The page's model. With it, a server's request for a model during a task is reviewed in the list. */
  @property({ attribute: false }) model: SamplingModel | undefined;

  /** How long buttons that answer a request stay off after it appears, in ms. 500 by default. */
  @property({ attribute: false }) armDelay = 500;

  readonly #details = new OnDemand(this, async () => (await import('./task-details.ts')).taskDetails);
  readonly #place: RequestPlace = {
    rank: 1,
    shows: (request) => this.#isOwn(request) && isInSight(this),
  };
  readonly #notifier = new Notifier();
  #news = new TaskNews();
  /** The ids of those that are open. */
  readonly #open = new Set<string>();
  /** What the user asked for each task, to cancel it or to get its result, until that has come; with an error if it failed. */
  readonly #asked = new Map<string, { readonly error?: unknown }>();
  readonly #buttons = new TaskButtons();
  #limit = STEP;
  #said = '';
  /** The same words may be said again. */
  #saidTimes = 0;
  #isBlocked = false;
  #hasRequest = false;
  #wasLost = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  protected override onHost(host: McpHost, signal: AbortSignal): void {
    this.#reset();
    for (const end of [
      host.tasks.subscribe(() => this.#look(host)),
      host.subscribe(() => this.#look(host)),
      host.tasks.accept(),
      host.places.add(this.#place),
      () => this.#reset(),
    ])
      signal.addEventListener('abort', end, { once: true });
    this.#look(host);
    document.addEventListener(
      'visibilitychange',
      () => document.visibilityState === 'hidden' || this.#notifier.clear(),
      { signal },
    );
  }

  protected override onSignOut(_server: HostServer): void {
    this.#said = '';
    this.#notifier.clear();
  }

  #reset(): void {
    clearTimeout(this.#timer);
    this.#news = new TaskNews();
    this.#open.clear();
    this.#asked.clear();
    this.#buttons.clear();
    this.#notifier.clear();
    this.#limit = STEP;
    this.#said = '';
  }

  /** Called at once, because nothing is drawn in a hidden page. */
  #look(host: McpHost): void {
    const messages = this.messagesFor('tasks', english);
    const said: string[] = [];
    const snapshot = host.getSnapshot();
    for (const { task, asks } of this.#news.look(host.tasks.getSnapshot(), (each) => needsUser(snapshot, each))) {
      const name = taskTitle(task);
      const status = messages.status[statusOf(task, asks)];
      said.push(messages.changed(name, status));
      if (!asks) this.#asked.delete(task.id);
      const onclick = (): void => {
        this.#open.add(task.id);
        this.requestUpdate();
        this.scrollIntoView({ block: 'nearest' });
      };
      if (this.notify) this.#notifier.tell(task.id, name, `${status} · ${shortText(task.serverName, 60)}`, onclick);
    }
    if (said.length > 0) [this.#said, this.#saidTimes] = [said.slice(-MAX_SAID).join('. '), this.#saidTimes + 1];
    this.requestUpdate();
  }

  #isOwn({ kind, request }: PendingRequest): boolean {
    const { callId } = request;
    if (!callId || this.#details.isLost || !this.currentHost?.calls.get(callId)?.task) return false;
    return kind !== 'sampling' || this.model !== undefined;
  }

  /** What waits for the user in the row of this task. */
  #requestOf({ id }: HostTask): PendingRequest | undefined {
    const host = this.currentHost;
    return this.snapshot?.requests.find(
      (request) => request.request.callId === id && host?.places.of(request) === this.#place,
    );
  }

  protected override update(changed: PropertyValues<this>): void {
    const used = this.renderRoot.querySelector(':is(.request, .actions):focus-within')?.closest('li');
    super.update(changed);
    // What had the focus is gone, but its task is not.
    if (used?.isConnected && !used.matches(':focus-within')) used.querySelector<HTMLElement>('.line')?.focus();
    this.#tick();
  }

  #tick(): void {
    clearTimeout(this.#timer);
    if (!this.isConnected || !this.currentHost) return;
    const before = this.#hasRequest;
    this.#hasRequest = this.renderRoot.querySelector('.request') !== null;
    // When it is hidden, dialogs take over.
    const { isLost } = this.#details;
    if ((before && !this.#hasRequest) || (isLost && !this.#wasLost))
      setTimeout(() => this.currentHost?.places.refresh());
    this.#wasLost = isLost;
    if (this.#hasRequest) this.#timer = setTimeout(() => this.requestUpdate(), VISIBILITY_MS);
    else if (this.#tasks.some(({ endedAt }) => endedAt === undefined))
      this.#timer = setTimeout(() => this.requestUpdate(), TICK_MS);
  }

  /** Whether the browser lets it, too. */
  get #notifies(): boolean {
    return this.notify && Notifier.isSupported && Notification.permission === 'granted';
  }

  get #tasks(): readonly HostTask[] {
    return this.currentHost?.tasks.getSnapshot() ?? [];
  }

  override render(): TemplateResult {
    if (!this.currentHost) return html`<p class="notice">${this.shared.noHost}</p>`;
    const messages = this.messagesFor('tasks', english);
    const tasks = this.#tasks;
    const shown = tasks.slice(-this.#limit).toReversed();
    const rest = tasks.length - shown.length;
    return html`<div class="card" part="card">
      <p class="visually-hidden" role="status">${keyed(this.#saidTimes, html`${this.#said}`)}</p>
      ${tasksHead(messages, {
        running: tasks.filter(({ endedAt }) => endedAt === undefined).length,
        hasEnded: tasks.some((task) => this.#hasEnded(task)),
        notifies: this.#notifies,
        ondismiss: this.#dismissEnded,
        onnotify: () => void this.#toggleNotify(),
      })}
      ${this.#isBlocked ? html`<p class="notice blocked" role="status">${messages.notifyBlocked}</p>` : nothing}
      ${
        tasks.length === 0
          ? html`<div class="empty" tabindex="-1"><slot name="empty"><b>${messages.empty}</b><span>${messages.emptyHint}</span></slot></div>`
          : html`<ul>${repeat(
              shown,
              ({ id }) => id,
              (task, index) => html`<li>${this.#task(messages, task, `task-${index}`)}</li>`,
            )}</ul>`
      }
      ${rest > 0 ? html`<p class="more"><button type="button" class="link" part="link" @click=${this.#more}>${messages.showMore(rest)}</button></p>` : nothing}
      ${this.#details.notice()}
    </div>`;
  }

  #task(messages: TasksMessages, task: HostTask, name: string): TemplateResult {
    const { id } = task;
    const request = this.#requestOf(task);
    const isOpen = this.#open.has(id);
    const details = isOpen || request ? this.#details.need() : this.#details.loaded;
    const isFetching = isKept(task) && this.#isAsked(id);
    const asks = this.snapshot !== undefined && needsUser(this.snapshot, task);
    const status = isFetching ? 'fetching' : statusOf(task, asks);
    const said = isOpen || task.endedAt !== undefined ? '' : saidOf(messages, task);
    const server = this.snapshot?.servers.find((each) => each.id === task.serverId);
    const { currentHost: host, markdown, model, armDelay } = this;
    return html`<div class="call ${request ? 'asks' : ''}" part="task" role="group" aria-labelledby=${name}>
      ${taskLine(messages, task, { id: name, status, isOpen, onclick: () => this.#toggle(id) })}
      ${said ? html`<p class="said soft small"><bdi>${said}</bdi></p>` : nothing}
      ${details && isOpen ? html`<div class="body">${details.detailsView(messages, this.shared, { task, server, markdown, isLeft: this.#isLeft(task), problem: this.#asked.get(id)?.error })}${this.#actions(messages, task)}</div>` : nothing}
      ${details && request && host ? html`<div class="request" part="request">${keyed(request, details.inlineRequest({ host, request, model, armDelay }))}</div>` : nothing}
    </div>`;
  }

  #actions(messages: TasksMessages, task: HostTask): TemplateResult | typeof nothing {
    if (task.isElsewhere) return nothing;
    const name = taskTitle(task);
    const kind = task.endedAt !== undefined || this.#isLeft(task) ? 'dismiss' : 'cancel';
    this.#buttons.show(task.id, kind);
    const isAsked = this.#isAsked(task.id);
    if (kind === 'dismiss')
      return html`<div class="actions">${isKept(task) ? html`<button type="button" class="button small" part="button secondary small" aria-label=${messages.getResultNamed(name)} aria-disabled=${isAsked} @click=${() => void this.#ask(task, 'fetchResult')}>${messages.getResult}</button>` : nothing}<button type="button" class="button small" part="button secondary small" aria-label=${messages.dismissNamed(name)} aria-disabled=${isAsked} @click=${(event: MouseEvent) => this.#dismiss(task, event)}>${messages.dismiss}</button></div>`;
    return html`<div class="actions"><button type="button" class="button small" part="button secondary small" aria-label=${isAsked ? nothing : messages.cancelNamed(name)} aria-disabled=${isAsked} @click=${(event: MouseEvent) => this.#buttons.isMeant(task.id, event, this.armDelay) && void this.#ask(task, 'cancel')}>${isAsked ? messages.cancelling : messages.cancel}</button></div>`;
  }

  #isAsked(id: string): boolean {
    const asked = this.#asked.get(id);
    return asked !== undefined && asked.error === undefined;
  }

  /** Whether nothing is lost when it is dismissed with the others. */
  #hasEnded(task: HostTask): boolean {
    return task.endedAt !== undefined && !this.#isLeft(task) && !this.#isAsked(task.id);
  }

  /** Whether an earlier page left it, and it does not continue here. */
  #isLeft({ id }: HostTask): boolean {
    return this.snapshot?.unfinished?.some((call) => call.id === id) === true;
  }

  #toggle(id: string): void {
    if (!this.#open.delete(id)) this.#open.add(id);
    this.requestUpdate();
  }

  async #ask({ id }: HostTask, what: 'cancel' | 'fetchResult'): Promise<void> {
    if (this.#isAsked(id)) return;
    this.#asked.set(id, {});
    this.requestUpdate();
    try {
      await this.currentHost?.tasks[what](id);
      this.#asked.delete(id);
    } catch (error) {
      // A task that is lost tells so itself.
      if (this.#tasks.some((task) => task.id === id && task.error === error)) this.#asked.delete(id);
      else this.#asked.set(id, { error });
    }
    this.requestUpdate();
  }

  #dismiss({ id }: HostTask, event: MouseEvent): void {
    if (this.#isAsked(id) || !this.#buttons.isMeant(id, event, this.armDelay)) return;
    this.#forget([id]);
    this.#focusFirst();
  }

  readonly #dismissEnded = (): void => {
    this.#forget(this.#tasks.filter((task) => this.#hasEnded(task)).map(({ id }) => id));
    this.#focusFirst();
  };

  #forget(ids: readonly string[]): void {
    for (const id of ids) {
      this.currentHost?.tasks.dismiss(id);
      this.#open.delete(id);
      this.#buttons.forget(id);
    }
    this.#said = '';
    this.requestUpdate();
  }

  /** What had the focus is gone. */
  #focusFirst(): void {
    this.renderRoot.querySelector<HTMLElement>('.title')?.focus();
  }

  readonly #more = (): void => {
    this.#limit += STEP;
    this.requestUpdate();
  };

  readonly #toggleNotify = async (): Promise<void> => {
    this.#isBlocked = false;
    if (this.#notifies) this.notify = false;
    else {
      this.notify = await Notifier.ask();
      this.#isBlocked = !this.notify;
    }
    this.requestUpdate();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-tasks': McpTasksElement;
  }
}
