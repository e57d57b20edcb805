/** One app that runs in its frame, for one call of a tool. */
import type { HostCall, HostServer, JsonObject, McpHost, Tool } from '@mcp-web/client';
import {
  APP_PERMISSIONS,
  AppBridge,
  type AppContext,
  type AppDisplayMode,
  type AppModelContext,
  type LoadedApp,
} from '@mcp-web/client/apps';
import { contextOf, type Surroundings } from './app-context.ts';
import { McpAppContextEvent, McpAppMessageEvent } from './events.ts';
import { AppFrame } from './app-frame.ts';
import type { AskDialog } from './ask-dialog.ts';

/** So many are shown, and so many logged. */
const MAX_SHOWN = 20;
const MAX_LOGGED = 200;

export type Ending = 'left' | 'flood' | 'closed' | 'noAnswer' | 'theft';

export interface RunningAppOptions {
  readonly element: HTMLElement;
  readonly host: McpHost;
  readonly app: LoadedApp;
  /** The one that the app is from, as it was when the app was opened. */
  readonly server: HostServer;
  readonly tool: Tool;
  readonly sandbox: URL;
  readonly isOpaque: boolean;
  readonly title: string;
  /** What the page does with what apps say: `message`, `context`. */
  readonly accepts: readonly string[];
  /** The features that the page lets apps use. */
  readonly allow: readonly string[];
  readonly maxHeight: number;
  /** As they are now. */
  readonly surroundings: () => Surroundings;
  readonly dialog: AskDialog;
  /** The app would like another mode, one that it has declared. Returns the mode in force. */
  readonly ondisplaymode: (mode: AppDisplayMode) => AppDisplayMode;
  readonly onchange: () => void;
  readonly onend: (ending: Ending) => void;
}

export class RunningApp {
  readonly app: LoadedApp;
  readonly frame: AppFrame;
  /** What the browser blocked first. */
  readonly violations: { readonly directive: string; readonly blocked: string }[] = [];
  /** What the app told the model last. */
  modelContext: AppModelContext | undefined;
  /** Whether the app did not get something of its server, because it was too large. */
  missesResult = false;
  readonly #blocked = new Set<string>();
  readonly #bridge: AppBridge;
  readonly #options: RunningAppOptions;
  #closing: Promise<void> | undefined;
  #partial: JsonObject | undefined;
  #height = 0;
  #painting = 0;

  constructor(options: RunningAppOptions) {
    this.#options = options;
    const { host, app, accepts, dialog, element } = options;
    this.app = app;
    const granted = APP_PERMISSIONS.filter((name) => app.permissions.includes(name) && options.allow.includes(name));
    this.frame = new AppFrame({
      sandbox: options.sandbox,
      isOpaque: options.isOpaque,
      title: options.title,
      granted,
      resource: { html: app.html, policy: app.policy.policy },
      onmessage: (data) => this.#bridge.receive(data),
      onviolation: (directive, blocked) => this.#noteViolation(directive, blocked),
      onleft: () => options.onend('left'),
      onnoanswer: () => options.onend('noAnswer'),
      ontheft: () => options.onend('theft'),
    });
    this.#bridge = new AppBridge({
      host,
      app,
      send: this.frame.send,
      context: { ...this.#context, toolInfo: { tool: options.tool } },
      granted,
      hostInfo: { name: location.host || 'mcp-web', version: '0.0.0' },
      onopenlink: async (url, { signal }) => {
        const server = this.#server();
        return server ? dialog.openLink(server, url, signal) : false;
      },
      ...(accepts.includes('message') && {
        onmessage: async (content, { signal }) => {
          const server = this.#server();
          const isAllowed = server ? await dialog.sendMessage(server, content, signal) : false;
          if (server && isAllowed) element.dispatchEvent(new McpAppMessageEvent(server, content));
          return isAllowed;
        },
      }),
      ...(accepts.includes('context') && {
        onmodelcontext: (context) => {
          const server = this.#server();
          this.modelContext = context;
          if (server) element.dispatchEvent(new McpAppContextEvent(server, context));
          options.onchange();
        },
      }),
      ondisplaymode: options.ondisplaymode,
      onsize: ({ height }) => height !== undefined && this.#resize(height),
      oninitialized: options.onchange,
      onoversized: () => {
        this.missesResult = true;
        // The element is drawing when it gives the app the result.
        queueMicrotask(options.onchange);
      },
      onclose: () => options.onend('closed'),
      onflood: () => options.onend('flood'),
    });
  }

  /** How many accesses the browser blocked. */
  get violationCount(): number {
    return this.#blocked.size;
  }

  /** As it is now, or was last. */
  get server(): HostServer {
    return this.#server() ?? this.#options.server;
  }

  get isServerGone(): boolean {
    return this.#server() === undefined;
  }

  /** Whether the app is ready. */
  get isInitialized(): boolean {
    return this.#bridge.isInitialized;
  }

  /** Whether the app can be shown over the whole page. */
  get hasFullScreen(): boolean {
    return this.#bridge.displayModes.includes('fullscreen');
  }

  /** Tells the app what the model has written of its arguments so far. */
  anticipate(args: JsonObject): void {
    if (args !== this.#partial) this.#bridge.setPartialInput(args);
    this.#partial = args;
  }

  /** The call that the model was writing is not made. */
  cancel(reason: string): void {
    this.#bridge.cancel(reason);
  }

  /** Tells the app what became of its call. */
  follow({ state, arguments: args, result }: HostCall): void {
    this.#bridge.setInput(args);
    if (result) this.#bridge.setResult(result);
    else if (state === 'cancelled' || state === 'denied') this.#bridge.cancel(state);
    else if (state === 'failed')
      this.#bridge.setResult({ content: [{ type: 'text', text: 'The call failed.' }], isError: true });
  }

  /** Tells the app what has changed around it. */
  updateContext(): void {
    this.#bridge.updateContext(this.#context);
  }

  get #context(): AppContext {
    return contextOf(this.#options.surroundings(), this.frame.element);
  }

  /** Lets the app clean up. Its frame may be removed after that. */
  close(): Promise<void> {
    return (this.#closing ??= this.#bridge.close().then(() => this.stop()));
  }

  stop(): void {
    cancelAnimationFrame(this.#painting);
    this.#bridge.stop();
    this.frame.close();
  }

  /** However often the app has another size, there is one change for each frame that the browser paints. */
  #resize(height: number): void {
    this.#height = Math.min(Math.max(0, Math.ceil(height) || 0), this.#options.maxHeight);
    this.#painting ||= requestAnimationFrame(() => {
      this.#painting = 0;
      this.frame.element.style.blockSize = `${this.#height}px`;
    });
  }

  #noteViolation(directive: string, blocked: string): void {
    const name = `${directive} ${blocked}`;
    if (this.#blocked.size >= MAX_LOGGED || this.#blocked.has(name)) return;
    this.#blocked.add(name);
    if (this.violations.length < MAX_SHOWN) this.violations.push({ directive, blocked });
    const server = this.#server();
    if (server)
      this.#options.host.log.append({
        level: 'warning',
        serverId: server.id,
        serverName: this.#options.title,
        logger: 'app',
        data: { app: this.app.uri, directive, blocked },
      });
    this.#options.onchange();
  }

  #server(): HostServer | undefined {
    return this.#options.host.getSnapshot().servers.find(({ id }) => id === this.app.serverId);
  }
}
