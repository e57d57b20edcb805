/** The host's end of the messages between a host and an app. It knows nothing of frames. */
import { DeniedError, McpError, RpcError } from '../errors.ts';
import type { McpHost } from '../host/host.ts';
import { type HostServer, nameOfServer } from '../host/snapshot.ts';
import { isToolFor } from '../protocol/apps.ts';
import { passes } from '../protocol/guards.ts';
import { INVALID_PARAMS, METHOD_NOT_FOUND } from '../protocol/methods.ts';
import type { CallToolResult, JsonObject } from '../protocol/types.ts';
import {
  aboutHost,
  codeAndText,
  failure,
  INVALID_REQUEST,
  notification,
  read,
  REFUSED,
  refuseLarge,
  tooLargeResult,
} from './app-answers.ts';
import { fitsApp, MessageRate, Patience, weigh } from './app-limits.ts';
import {
  type AppContext,
  type AppDisplayMode,
  appMessage,
  callParams,
  cancelParams,
  contextParams,
  displayModesOf,
  initializeParams,
  linkParams,
  modeParams,
  readParams,
  sizeParams,
} from './app-messages.ts';
import type { AppBridgeOptions } from './app-options.ts';
import { MAX_LOGGED, readLogged, readMessage } from './app-words.ts';

/** More requests of an app cannot be open at once. */
const MAX_OPEN = 32;
/** How long an app has to clean up, in ms. */
const TEARDOWN_MS = 1_000;
const CANCELLED = 'ui/notifications/tool-cancelled';

type Answer = JsonObject | Promise<JsonObject>;

/**
 * Connects an app in a frame with the server that it came from. Every call of a tool needs the consent of the user, as
 * every other call does.
 *
 * The owner of the frame checks the window and the origin of each message before it passes its data to `receive`.
 *
 * @example
 * ```ts
 * import { McpHost } from '@mcp-web/client';
 * import { AppBridge, loadApp } from '@mcp-web/client/apps';
 *
 * const host = new McpHost();
 * const id = host.add('https://example.com/mcp');
 * const app = await loadApp(host, id, 'ui://weather/view.html');
 * const { port1: port } = new MessageChannel();
 * const bridge = new AppBridge({ host, app, send: (message) => port.postMessage(message), context: { theme: 'dark' } });
 * port.onmessage = ({ data }) => bridge.receive(data);
 * bridge.setInput({ city: 'Graz' });
 * ```
 */
export class AppBridge {
  readonly #options: AppBridgeOptions;
  readonly #rate = new MessageRate();
  readonly #patience = new Patience();
  readonly #closing = new AbortController();
  readonly #open = new Map<string | number, AbortController>();
  #state: 'new' | 'asked' | 'initialized' = 'new';
  #context: AppContext;
  #displayModes: readonly AppDisplayMode[] = [];
  /** What changed before the app could hear of it. */
  #input: JsonObject | undefined;
  #partial: JsonObject | undefined;
  #outcome: JsonObject | undefined;
  #isInputSent = false;
  #isOutcomeSent = false;
  #isStopped = false;
  #ontorn: (() => void) | undefined;

  constructor(options: AppBridgeOptions) {
    this.#options = options;
    this.#context = options.context;
  }

  /** Whether the app has said that it is ready. */
  get isInitialized(): boolean {
    return this.#state === 'initialized';
  }

  /** The ways in which the app says that it can be shown. None until it has said so. */
  get displayModes(): readonly AppDisplayMode[] {
    return this.#displayModes;
  }

  /** Gives the app the complete arguments of its call, once. */
  setInput(args: JsonObject): void {
    this.#input ??= args;
    this.#flush();
  }

  /** Gives the app arguments that are not complete yet. Does nothing once they are, or the call was cancelled. */
  setPartialInput(args: JsonObject): void {
    if (this.#input || this.#outcome) return;
    this.#partial = args;
    this.#flush();
  }

  /** Gives the app the result of its call. It arrives after the input. An error takes the place of one that is too large. */
  setResult(result: CallToolResult): void {
    this.#outcome ??= notification('ui/notifications/tool-result', {
      ...(this.#fits(result) ? result : tooLargeResult),
    });
    this.#flush();
  }

  /** Tells the app that its call was cancelled, denied or has failed. */
  cancel(reason: string): void {
    this.#outcome ??= notification(CANCELLED, { reason });
    this.#flush();
  }

  /** Tells the app what has changed around it. */
  updateContext(context: AppContext): void {
    const before = new Map<string, unknown>(Object.entries(this.#context));
    const changed = Object.entries(context).filter(
      ([name, value]) => JSON.stringify(before.get(name)) !== JSON.stringify(value),
    );
    this.#context = { ...this.#context, ...context };
    if (changed.length > 0 && this.isInitialized)
      this.#send(notification('ui/notifications/host-context-changed', Object.fromEntries(changed)));
  }

  /** Lets the app clean up, for a second at most. Remove its frame after that. */
  async close(): Promise<void> {
    if (this.#isStopped) return;
    if (this.isInitialized) {
      const torn = new Promise<void>((resolve) => (this.#ontorn = resolve));
      this.#send({ jsonrpc: '2.0', id: 'teardown', method: 'ui/resource-teardown', params: {} });
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, TEARDOWN_MS)));
      await Promise.race([torn, late]);
      clearTimeout(timer);
    }
    this.stop();
  }

  /** Takes and sends no more messages, and cancels what the app has asked for. */
  stop(): void {
    this.#isStopped = true;
    this.#closing.abort(new McpError('closed', 'The app was closed.'));
  }

  /** Takes one message of the app's frame, whatever it is. Ignores what is no message. */
  receive(data: unknown): void {
    if (this.#isStopped) return;
    if (!this.#rate.take()) {
      if (!this.#rate.isFlood) return;
      this.stop();
      return this.#options.onflood?.();
    }
    const { isReasonable, cost } = weigh(data);
    this.#rate.charge(cost);
    if (!isReasonable || !passes(data, appMessage)) return;
    const { id, method, params = {} } = data;
    if (method === undefined) {
      if (id === 'teardown') this.#ontorn?.();
    } else if (id === undefined) this.#notice(method, params);
    else void this.#answer(id, method, params);
  }

  #notice(method: string, params: JsonObject): void {
    if (method === 'notifications/cancelled') {
      if (passes(params, cancelParams)) this.#open.get(params.requestId)?.abort();
    } else if (method === 'ui/notifications/initialized') {
      if (this.#state !== 'asked') return;
      this.#state = 'initialized';
      this.#flush();
      this.#options.oninitialized?.();
    } else if (!this.isInitialized) return;
    else if (method === 'ui/notifications/size-changed') {
      if (passes(params, sizeParams)) this.#options.onsize?.(params);
    } else if (method === 'ui/notifications/request-teardown') this.#options.onclose?.();
    else if (method === 'notifications/message') {
      const entry = readLogged(params);
      if (entry) this.#log(entry);
    }
  }

  async #answer(id: string | number, method: string, params: JsonObject): Promise<void> {
    if (this.#open.has(id) || this.#open.size >= MAX_OPEN)
      return this.#send(failure(id, REFUSED, 'Too many requests of this app are open, or one with this id.'));
    const aborting = new AbortController();
    this.#open.set(id, aborting);
    const signal = AbortSignal.any([aborting.signal, this.#closing.signal]);
    try {
      const result = await this.#handle(method, params, signal);
      if (signal.aborted) return;
      if (!this.#fits(result)) throw refuseLarge();
      this.#send({ jsonrpc: '2.0', id, result });
    } catch (error) {
      if (!signal.aborted) this.#send(failure(id, ...codeAndText(error)));
    } finally {
      this.#open.delete(id);
    }
  }

  #handle(method: string, params: JsonObject, signal: AbortSignal): Answer {
    if (method === 'ping') return {};
    if (method === 'ui/initialize') return this.#initialize(params);
    if (!this.isInitialized) throw new RpcError(INVALID_REQUEST, 'Send ui/initialize and initialized first.');
    switch (method) {
      case 'tools/call':
        return this.#callTool(params, signal);
      case 'resources/read':
        return this.#read(params, signal);
      case 'ui/open-link':
        return this.#openLink(params, signal);
      case 'ui/message':
        return this.#message(params, signal);
      case 'ui/update-model-context':
        return this.#updateModelContext(params);
      case 'ui/request-display-mode':
        return this.#requestDisplayMode(params);
      default:
        throw new RpcError(METHOD_NOT_FOUND, `The host has no method ${method.slice(0, 80)}.`);
    }
  }

  #initialize(params: JsonObject): JsonObject {
    const { appCapabilities } = read(params, initializeParams);
    if (this.#state !== 'new') throw new RpcError(INVALID_REQUEST, 'The app is initialized already.');
    this.#state = 'asked';
    this.#displayModes = displayModesOf(appCapabilities);
    return aboutHost(this.#options, this.#context);
  }

  async #callTool(params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const { name, arguments: args } = read(params, callParams);
    const { host, app } = this.#options;
    const tool = this.#server()?.tools.find((one) => one.name === name);
    if (!tool || !isToolFor('app', tool))
      throw new RpcError(INVALID_PARAMS, `There is no tool ${JSON.stringify(name.slice(0, 80))} for apps.`);
    if (!this.#patience.takeCall())
      throw new RpcError(REFUSED, 'The app made too many calls, or the user refused too many of them.');
    const callId = `app ${Math.random()}`;
    const isAsked = (): boolean =>
      host.getSnapshot().requests.some(({ kind, request }) => kind === 'consent' && request.callId === callId);
    // An app that takes its question back, and asks again, would keep the user busy.
    signal.addEventListener('abort', () => isAsked() && this.#patience.noteRefusal(), { once: true });
    try {
      return { ...(await host.callTool(app.serverId, name, args, { by: 'app', callId, signal })) };
    } catch (error) {
      if (error instanceof DeniedError && error.by === 'user') this.#patience.noteRefusal();
      throw error;
    }
  }

  async #read(params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const { uri } = read(params, readParams);
    const { host, app } = this.#options;
    this.#note('resources/read', { uri: uri.slice(0, MAX_LOGGED) });
    return { ...(await host.readResource(app.serverId, uri, { signal })) };
  }

  async #openLink(params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const { url } = read(params, linkParams);
    const { onopenlink } = this.#options;
    if (!onopenlink) throw new RpcError(METHOD_NOT_FOUND, 'This host opens no links.');
    const isOpened = await onopenlink(url, { signal });
    this.#note('ui/open-link', { url: url.slice(0, MAX_LOGGED), isOpened });
    if (!isOpened) throw new RpcError(REFUSED, 'The page was not opened.');
    return {};
  }

  async #message(params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const said = readMessage(params);
    const { onmessage } = this.#options;
    if (!onmessage) throw new RpcError(METHOD_NOT_FOUND, 'This host takes no messages.');
    const isSent = await onmessage(said, { signal });
    this.#note('ui/message', { isSent });
    if (!isSent) throw new RpcError(REFUSED, 'The message was not sent.');
    return {};
  }

  #updateModelContext(params: JsonObject): JsonObject {
    const { content, structuredContent } = read(params, contextParams);
    const { onmodelcontext } = this.#options;
    if (!onmodelcontext) throw new RpcError(METHOD_NOT_FOUND, 'This host has no model.');
    this.#note('ui/update-model-context', {});
    onmodelcontext({ content, structuredContent });
    return {};
  }

  #requestDisplayMode(params: JsonObject): JsonObject {
    const { mode } = read(params, modeParams);
    const { displayMode = 'inline', availableDisplayModes = [] } = this.#context;
    if (mode === displayMode || !availableDisplayModes.includes(mode) || !this.#displayModes.includes(mode))
      return { mode: displayMode };
    const inForce = this.#options.ondisplaymode?.(mode) ?? displayMode;
    this.#note('ui/request-display-mode', { mode, inForce });
    return { mode: inForce };
  }

  /** Input comes first, then the result, and nothing before the app is ready. */
  #flush(): void {
    if (!this.isInitialized || this.#isStopped) return;
    if (!this.#input && this.#partial)
      this.#send(notification('ui/notifications/tool-input-partial', { arguments: this.#partial }));
    this.#partial = undefined;
    if (this.#input && !this.#isInputSent && !this.#isOutcomeSent) {
      this.#send(notification('ui/notifications/tool-input', { arguments: this.#input }));
      this.#isInputSent = true;
    }
    // A call that is not made has no complete input.
    const isDue = this.#isInputSent || this.#outcome?.['method'] === CANCELLED;
    if (!this.#outcome || !isDue || this.#isOutcomeSent) return;
    this.#send(this.#outcome);
    this.#isOutcomeSent = true;
  }

  /** Whether the app may get this from its server. If not, the log and the page are told. */
  #fits(result: object): boolean {
    if (fitsApp({ ...result })) return true;
    this.#log({ level: 'warning', logger: 'app', data: { status: 'too-large', app: this.#options.app.uri } });
    this.#options.onoversized?.();
    return false;
  }

  #server(): HostServer | undefined {
    const { host, app } = this.#options;
    return host.getSnapshot().servers.find(({ id }) => id === app.serverId);
  }

  #note(method: string, more: object): void {
    this.#log({ kind: 'call', level: 'info', data: { status: 'sent', by: 'app', method, ...more } });
  }

  #log(entry: Omit<Parameters<McpHost['log']['append']>[0], 'serverId' | 'serverName'>): void {
    const server = this.#server();
    if (server) this.#options.host.log.append({ ...entry, serverId: server.id, serverName: nameOfServer(server) });
  }

  #send(message: JsonObject): void {
    if (!this.#isStopped) this.#options.send(message);
  }
}
