/** What the bridge to an app needs of the page. */
import type { McpHost } from '../host/host.ts';
import type { ContentBlock, Implementation, JsonObject } from '../protocol/types.ts';
import type { AppContext, AppDisplayMode, AppModelContext } from './app-messages.ts';
import type { AppPermission, LoadedApp } from './load-app.ts';

/** What an app is connected to. */
export interface AppBridgeOptions {
  readonly host: McpHost;
  readonly app: LoadedApp;
  /** Posts a message to the frame of the app, and to no other. */
  readonly send: (message: JsonObject) => void;
  readonly context: AppContext;
  /** Who the page says it is. */
  readonly hostInfo?: Implementation | undefined;
  /** The permissions that the frame has. */
  readonly granted?: readonly AppPermission[] | undefined;
  /** Asks the user, and opens the page if they agree. Resolves with whether they did. Without it, apps open no pages. */
  readonly onopenlink?: ((url: string, options: { signal: AbortSignal }) => Promise<boolean>) | undefined;
  /**
   * Asks the user, and adds to the conversation if they agree. Without it, apps send no messages. The content is at most 20
   * texts, with 10,000 characters in all.
   */
  readonly onmessage?:
    | ((content: readonly ContentBlock[], options: { signal: AbortSignal }) => Promise<boolean>)
    | undefined;
  /** Keeps what the model is to get with the next message of the user. Without it, apps tell models nothing. */
  readonly onmodelcontext?: ((context: AppModelContext) => void) | undefined;
  /**
   * Shows the app in another of the `availableDisplayModes` of its context, or does not. Returns the mode in force. Called
   * only for modes that the app has declared, too. Without it, the mode stays as it is.
   */
  readonly ondisplaymode?: ((mode: AppDisplayMode) => AppDisplayMode) | undefined;
  /** The app has another size, in CSS pixels. */
  readonly onsize?: ((size: { width?: number | undefined; height?: number | undefined }) => void) | undefined;
  /** The app is ready for its input. */
  readonly oninitialized?: (() => void) | undefined;
  /** The server has sent its app more than 10,000,000 characters or 200,000 values: the app got an error in its place. */
  readonly onoversized?: (() => void) | undefined;
  /** The app wants to be closed. */
  readonly onclose?: (() => void) | undefined;
  /** The app floods the page with messages: remove its frame. */
  readonly onflood?: (() => void) | undefined;
}
