import { type HostServer, type McpHost, McpError } from '@mcp-web/client';
import { type AppDisplayMode, type AppModelContext, type AppStyles, appUriOf } from '@mcp-web/client/apps';
import { type CSSResultGroup, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { HostedElement } from '../internal/base/hosted-element.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import { serverAddress, serverName } from '../internal/server/identity.ts';
import { errorNotice } from '../internal/text/error-notice.ts';
import { shortText } from '../internal/text/text.ts';
import { aboutApp } from './app-about.ts';
import type { Surroundings } from './app-context.ts';
import { styles } from './app.styles.ts';
import type { AskDialog } from './ask-dialog.ts';
import type { FullScreen } from './full-screen.ts';
import { english, type AppMessages } from './messages.ts';
import type { Ending, RunningApp } from './running-app.ts';
import { type AppPartialInput, isSameCall, isSent, type AppCall, shownCall } from './shown-call.ts';
import { watchSurroundings } from './watch-surroundings.ts';

export type { AppPartialInput };

/**
 * @summary The app of a tool: a user interface that the server brings along (MCP Apps), in a frame that it cannot leave.
 *
 * Shows a call by its id, once the call is allowed, if its tool has an app. For all other calls, it shows what is inside it. The
 * app runs in `app-sandbox.html`, which your site serves from a second origin: see `docs/apps.md`. What the app asks for goes
 * through the host: it can call tools of its own server with the consent of the user. Before a page opens, or a message is sent,
 * the user is asked.
 *
 * An app that can fill the page has a button for that, and may do so by itself right after the user did something in it.
 *
 * Keyboard: Escape ends the full screen, and cancels in a dialog. Keys that are pressed in the app belong to the app.
 *
 * Servers have to know that the page shows apps: write `show-apps` on `<mcp-host>`, or `new McpHost({ extensions: { ...appsExtension } })`.
 *
 * @slot icon - an icon before the name of the server
 * @slot actions - controls of the page, after the buttons above the app
 * @slot - shown for calls without an app: for example, an `<mcp-content>`
 * @csspart app - the card
 * @csspart head - who the app is from
 * @csspart frame - the frame of the app
 * @csspart violations - what the browser blocked
 * @csspart dialog - the dialog before a page is opened, or a message is sent
 * @csspart actions - the buttons of the dialog
 * @csspart error - what went wrong
 * @fires {McpAppMessageEvent} mcp-app-message - the user allowed the app to say something in the conversation; only with `accepts="message"`
 * @fires {McpAppContextEvent} mcp-app-context - the app told the model something; only with `accepts="context"`
 *
 * @example
 * ```html
 * <mcp-host show-apps>
 *   <mcp-app call-id="my-call" sandbox-url="https://app-sandbox.example.com/app-sandbox.html"></mcp-app>
 * </mcp-host>
 * ```
 */
export class McpAppElement extends HostedElement {
  static override styles: CSSResultGroup = [HostedElement.styles, styles];

  /** The id of the call: see `callId` of `McpHost.callTool`. */
  @property({ attribute: 'call-id' }) callId: string | undefined;

  /** What a model has written of a call so far. The app opens with it, before anybody has allowed the call. Cleared on sign-out. */
  @property({ attribute: false }) partialInput: AppPartialInput | undefined;

  /** The address of `app-sandbox.html`, on another origin than the page. */
  @property({ attribute: 'sandbox-url' }) sandboxUrl: string | undefined;

  /** For sites without a second origin: the sandbox page has no origin at all, and may be on the origin of the page. */
  @property({ type: Boolean }) opaque = false;

  /** What the page does with what apps say: `message` for the conversation, `context` for the model. None by default. */
  @property() accepts = '';

  /** The features that apps may use if they ask for them: `camera`, `microphone`, `geolocation`, `clipboardWrite`. None by default. */
  @property() allow = '';

  /** The greatest height of the app, in CSS pixels. */
  @property({ type: Number, attribute: 'max-height' }) maxHeight = 600;

  /** What apps are to look like: variables and fonts that take the place of those of the theme. */
  @property({ attribute: false }) appStyles: AppStyles | undefined;

  /** How long buttons that allow something stay off after the dialog appears, in ms. 500 by default. */
  @property({ attribute: false }) armDelay = 500;

  readonly #parts = new OnDemand(this, async () => (await import('./app-parts.ts')).appParts);
  #dialog: AskDialog | undefined;
  #fullScreen: FullScreen | undefined;
  /** What is loading, runs, has ended or cannot be shown. */
  #opened: AppCall | undefined;
  #running: RunningApp | undefined;
  /** Of the probe, which has no height: that of the card changes with what is in it. */
  #widths: ResizeObserver | undefined;
  #probe: Element | null = null;
  #isUpdating = false;
  #opening: AbortController | undefined;
  #problem: unknown;
  #ending: Ending | undefined;
  /** The lifetime in which the element listens. */
  #listening: AbortSignal | undefined;

  /** What the app told the model last. Give it to the model with the next message of the user. */
  get modelContext(): AppModelContext | undefined {
    return this.#running?.modelContext;
  }

  /** Lets the app clean up, and closes it. Call it before you remove the element. */
  async close(): Promise<void> {
    const opened = this.#opened;
    await this.#running?.close();
    if (opened && opened === this.#opened) this.#end('closed');
  }

  protected override onHost(host: McpHost, signal: AbortSignal): void {
    signal.addEventListener(
      'abort',
      host.calls.subscribe(() => this.requestUpdate()),
      { once: true },
    );
    signal.addEventListener('abort', () => void this.#replace(), { once: true });
  }

  protected override onSignOut({ id }: HostServer): void {
    // The next user must not get what was written for this one.
    if (this.partialInput?.serverId === id) this.partialInput = undefined;
    if (this.#opened?.serverId === id) this.#forget();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
    const { lifetime: signal } = this;
    // A move within one task.
    if (signal === this.#listening) return;
    this.#listening = signal;
    this.#widths = watchSurroundings(this, this.#updateSoon, signal);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#probe = null;
    // A frame that left the page has lost its document.
    this.#forget();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const names = new Set<unknown>(changed.keys());
    if (['callId', 'sandboxUrl', 'opaque', 'accepts', 'allow', 'maxHeight'].some((name) => names.has(name)))
      void this.#replace();
  }

  protected override updated(): void {
    const probe = this.renderRoot.querySelector('.probe');
    if (probe && probe !== this.#probe) this.#widths?.observe(probe);
    this.#probe = probe;
    const call = this.#call;
    const isOther = call && this.#opened && !isSameCall(call, this.#opened);
    if (isOther || this.#running?.isServerGone) void this.#replace();
    else if (call && this.#running) this.#follow(call, this.#running);
    else if (call && this.isConnected && !this.#opened && this.#serverOf(call)) void this.#open(call);
    else if (!call && this.#opened && !isSent(this.#opened)) {
      this.#running?.cancel('cancelled');
      void this.#replace();
    }
    this.#updateContext();
  }

  get #call(): AppCall | undefined {
    return shownCall(this.currentHost, this.snapshot?.servers ?? [], this);
  }

  #follow(call: AppCall, running: RunningApp): void {
    if (!isSent(call)) return running.anticipate(call.arguments);
    this.#opened = call;
    running.follow(call);
  }

  #serverOf({ serverId }: AppCall): HostServer | undefined {
    return this.snapshot?.servers.find(({ id }) => id === serverId);
  }

  async #open(call: AppCall): Promise<void> {
    const { tool, serverId } = call;
    const host = this.currentHost;
    const uri = tool && appUriOf(tool);
    if (!host || !uri) return;
    this.#opened = call;
    const { signal } = (this.#opening = new AbortController());
    try {
      const parts = await this.#parts.load();
      const sandbox = this.#sandbox();
      const app = await parts.loadApp(host, serverId, uri, { signal });
      if (signal.aborted) return;
      const server = this.#serverOf(call);
      // The next user of the server must not get the app of the one before.
      if (!server || !this.#call || !isSameCall(this.#call, call)) return this.#forget();
      const dialog = (this.#dialog ??= new parts.AskDialog(this, this.#close));
      dialog.forgive();
      this.#fullScreen ??= new parts.FullScreen(() => this.#afterMode());
      const running: RunningApp = new parts.RunningApp({
        element: this,
        host,
        app,
        server,
        tool,
        sandbox,
        isOpaque: this.opaque,
        title: this.messagesFor('app', english).app(shortText(serverName(server), 60)),
        accepts: words(this.accepts),
        allow: words(this.allow),
        maxHeight: this.maxHeight,
        surroundings: () => this.#surroundings,
        dialog,
        ondisplaymode: (mode) => this.#showAs(mode, running.frame.isInUse),
        onchange: () => this.requestUpdate(),
        onend: (ending) => void this.#leave(running, ending),
      });
      this.#running = running;
    } catch (error) {
      if (!signal.aborted) this.#problem = error;
    } finally {
      if (!signal.aborted) this.#opening = undefined;
      this.requestUpdate();
    }
  }

  /** @throws {McpError} `invalid-argument` when an app would be able to read the page */
  #sandbox(): URL {
    const messages = this.messagesFor('app', english);
    if (!this.sandboxUrl) throw new McpError('invalid-argument', messages.noSandbox);
    const url = new URL(this.sandboxUrl, document.baseURI);
    if (!this.opaque && (url.origin === location.origin || !/^https?:$/.test(url.protocol)))
      throw new McpError('invalid-argument', messages.sameOrigin);
    return url;
  }

  async #leave(running: RunningApp, ending: Ending): Promise<void> {
    if (ending === 'closed') await running.close();
    if (running === this.#running) this.#end(ending);
  }

  #end(ending: Ending): void {
    const opened = this.#opened;
    this.#forget();
    this.#opened = opened;
    this.#ending = ending;
  }

  /** Lets the app clean up before another one takes its place, or the same one opens anew. */
  async #replace(): Promise<void> {
    const running = this.#running;
    if (running) {
      running.frame.element.hidden = true;
      await running.close();
    }
    if (running === this.#running) this.#forget();
  }

  #forget(): void {
    this.#opening?.abort();
    this.#fullScreen?.leave();
    this.#running?.stop();
    this.#opened = this.#opening = this.#running = this.#problem = this.#ending = undefined;
    this.#dialog?.close();
    this.requestUpdate();
  }

  /** @param mayFill whether the user wants the app to fill the page, as far as anybody can tell */
  #showAs(mode: AppDisplayMode, mayFill: boolean): AppDisplayMode {
    const card = this.renderRoot.querySelector<HTMLElement>('.card');
    if (mode === 'inline') this.#fullScreen?.leave();
    else if (mode === 'fullscreen' && mayFill && card) this.#fullScreen?.enter(card);
    this.#afterMode();
    return this.#mode;
  }

  get #mode(): AppDisplayMode {
    return this.#fullScreen?.isOn ? 'fullscreen' : 'inline';
  }

  #afterMode(): void {
    this.#updateContext();
    this.requestUpdate();
  }

  readonly #toggleMode = (): void =>
    void this.#showAs(this.#mode === 'inline' ? 'fullscreen' : 'inline', this.#running?.hasFullScreen === true);

  readonly #reload = (): void => this.#forget();

  #updateContext(): void {
    if (this.isConnected) this.#running?.updateContext();
  }

  /** Once for all that changes in one frame of the browser. */
  readonly #updateSoon = (): void => {
    if (this.#isUpdating) return;
    this.#isUpdating = true;
    requestAnimationFrame(() => {
      this.#isUpdating = false;
      this.#updateContext();
    });
  };

  get #surroundings(): Surroundings {
    const probe = this.renderRoot.querySelector('.probe');
    return { element: this, probe, mode: this.#mode, maxHeight: this.maxHeight, styles: this.appStyles };
  }

  override render(): TemplateResult {
    const running = this.#running;
    if (!this.snapshot && !running) return html`<p class="notice">${this.shared.noHost}</p>`;
    const call = this.#call;
    // A frame that leaves the page, if only for a moment, has lost its document.
    const server = running?.server ?? (call && this.#serverOf(call));
    if (!server) return html`<slot></slot>`;
    const messages = this.messagesFor('app', english);
    return html`<span class="probe" @transitionend=${this.#updateSoon}></span>
      <section class="card ${running?.app.prefersBorder === false ? 'plain' : ''}" part="app card" aria-label=${messages.app(shortText(serverName(server), 60))}>
        <div class="head small" part="head">
          <slot name="icon"></slot><b><bdi>${messages.app(shortText(serverName(server), 60))}</bdi></b>
          <span class="origin"><bdi dir="ltr">${serverAddress(server)}</bdi></span>
          ${running?.hasFullScreen ? html`<button type="button" class="button small" part="button secondary small" aria-pressed=${this.#mode === 'fullscreen'} @click=${this.#toggleMode}>${messages.fullScreen}</button>` : nothing}
          ${running ? html`<button type="button" class="button small" part="button secondary small" @click=${this.#close}>${messages.close}</button>` : nothing}<slot name="actions"></slot>
        </div>
        ${running ? aboutApp(messages, running) : nothing}
        ${running?.frame.element}
        ${this.#state(messages)}
      </section>
      ${running ? nothing : html`<slot></slot>`}
      ${this.#dialog?.render(messages)}`;
  }

  readonly #close = (): void => void this.close();

  #state(messages: AppMessages): TemplateResult | typeof nothing {
    if (this.#problem !== undefined) return errorNotice(this.shared, this.#problem);
    if (this.#ending)
      return html`<div class="notice row" role="alert" part="error"><span>${messages[this.#ending]}</span> <button type="button" class="button small" part="button secondary small" @click=${this.#reload}>${messages.reload}</button></div>`;
    return this.#running?.isInitialized ? nothing : html`<p class="notice soft" role="status">${messages.loading}</p>`;
  }
}

const words = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);

declare global {
  interface HTMLElementTagNameMap {
    'mcp-app': McpAppElement;
  }
}
