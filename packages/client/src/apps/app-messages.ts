/** What apps and hosts say to each other, and a guard for each message of an app. */
import {
  anything,
  array,
  type Guard,
  literal,
  number,
  object,
  objectWith,
  optional,
  passes,
  string,
} from '../protocol/guards.ts';
import { implementation, contentBlock } from '../protocol/result-guards.ts';
import type { ContentBlock, Implementation, JsonObject, Tool } from '../protocol/types.ts';
import type { AppStyles } from './app-styles.ts';

/** The version of the messages between host and app. It has nothing to do with the revision that the server speaks. */
export const APP_PROTOCOL_VERSION = '2026-01-26';

/** How an app is shown: in the flow of the page, or over all of it. */
export type AppDisplayMode = 'inline' | 'fullscreen' | 'pip';

const isDisplayMode = literal<AppDisplayMode>('inline', 'fullscreen', 'pip');

/** What an app knows about its surroundings. */
export interface AppContext {
  readonly theme?: 'light' | 'dark' | undefined;
  readonly styles?: AppStyles | undefined;
  /** A BCP 47 tag. */
  readonly locale?: string | undefined;
  /** An IANA name. */
  readonly timeZone?: string | undefined;
  readonly platform?: 'web' | undefined;
  readonly displayMode?: AppDisplayMode | undefined;
  readonly availableDisplayModes?: readonly AppDisplayMode[] | undefined;
  /** In CSS pixels. The app fills a `width` or `height`, and can have any size up to a `maxWidth` or `maxHeight`. */
  readonly containerDimensions?:
    | {
        readonly width?: number | undefined;
        readonly maxWidth?: number | undefined;
        readonly height?: number | undefined;
        readonly maxHeight?: number | undefined;
      }
    | undefined;
  readonly deviceCapabilities?: { readonly touch: boolean; readonly hover: boolean } | undefined;
  readonly safeAreaInsets?:
    | { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number }
    | undefined;
  /** The tool whose call the app shows. */
  readonly toolInfo?: { readonly tool: Tool } | undefined;
}

/** What an app tells the model. Each update replaces the one before. */
export interface AppModelContext {
  readonly content?: readonly ContentBlock[] | undefined;
  readonly structuredContent?: JsonObject | undefined;
}

/** A message of an app: a request, a notification or an answer. */
export interface AppMessage {
  jsonrpc: '2.0';
  id?: string | number | undefined;
  method?: string | undefined;
  params?: JsonObject | undefined;
  result?: unknown;
  error?: unknown;
}

const requestId: Guard<string | number> = (value) => (typeof value === 'number' ? number(value) : string(value));

export const appMessage = objectWith<AppMessage>({
  jsonrpc: literal('2.0'),
  id: optional(requestId),
  method: optional(string),
  params: optional(object),
  result: anything,
  error: anything,
});

export const initializeParams = objectWith<{
  appInfo: Implementation;
  appCapabilities?: JsonObject | undefined;
  protocolVersion: string;
}>({ appInfo: implementation, appCapabilities: optional(object), protocolVersion: string });

/** Modes that this version does not know are not among them. */
export function displayModesOf(capabilities: JsonObject | undefined): readonly AppDisplayMode[] {
  const declared = capabilities?.['availableDisplayModes'];
  return Array.isArray(declared) ? declared.filter((mode) => passes(mode, isDisplayMode)) : [];
}

export const callParams = objectWith<{ name: string; arguments?: JsonObject | undefined }>({
  name: string,
  arguments: optional(object),
});

export const readParams = objectWith<{ uri: string }>({ uri: string });
export const linkParams = objectWith<{ url: string }>({ url: string });
export const modeParams = objectWith<{ mode: AppDisplayMode }>({ mode: isDisplayMode });
export const sizeParams = objectWith<{ width?: number | undefined; height?: number | undefined }>({
  width: optional(number),
  height: optional(number),
});
export const logParams = objectWith<{ level: string; logger?: string | undefined; data: unknown }>({
  level: string,
  logger: optional(string),
  data: anything,
});
export const cancelParams = objectWith<{ requestId: string | number }>({ requestId });
export const contextParams = objectWith<{
  content?: ContentBlock[] | undefined;
  structuredContent?: JsonObject | undefined;
}>({ content: optional(array(contentBlock)), structuredContent: optional(object) });

interface TextBlock {
  type: 'text';
  text: string;
}
/** The host declares no other kind: the user has to see what is sent in their name. */
const textBlock = objectWith<TextBlock>({ type: literal('text'), text: string });

/** Prose and types of the specification disagree on whether `content` is a list. */
export const messageParams = objectWith<{ role: 'user'; content: TextBlock[] | TextBlock }>({
  role: literal('user'),
  content: (value) => (Array.isArray(value) ? array(textBlock)(value) : textBlock(value)),
});
