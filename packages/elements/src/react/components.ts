/**
 * React components for the elements. React 19 sets neither properties nor listeners of a custom element that was rendered
 * on the server, so these components do.
 */
import { createElement, type ReactElement, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';

/** The props of each component are those of its tag; `dist/react.d.ts` has them. */
type Props = Readonly<Record<string, unknown>> & { readonly ref?: Ref<HTMLElement | null> | undefined };
type Component = (props: Props) => ReactElement;

const LISTENER = /^on(mcp-.+)$/;

/** Props that React takes for itself, and attributes with a dash. */
const REACTS = /^(children|className|style|suppress\w+|dangerouslySetInnerHTML|on[A-Z]\w*)$|-/;

/** Properties that are more than a word and have an attribute. */
const WITH_ATTRIBUTE: ReadonlySet<string> = new Set([
  'callId',
  'chooseRevision',
  'clientId',
  'clientIssuer',
  'clientName',
  'clientVersion',
  'exposeTools',
  'fetchIcons',
  'forInput',
  'maxEntries',
  'maxHeight',
  'maxRounds',
  'maxTokens',
  'opensResources',
  'ownModels',
  'redirectUri',
  'requireIss',
  'sandboxUrl',
  'serverId',
  'showApps',
  'storeCalls',
  'storePermissions',
  'storeServers',
  'supportsTools',
  'systemPrompt',
]);

/** `useLayoutEffect` warns on servers, where it does nothing. */
const useEffectInBrowser = typeof document === 'undefined' ? (): void => {} : useLayoutEffect;

function component(tag: string): Component {
  const Element = (props: Props): ReactElement => {
    const { ref, ...own } = props;
    const element = useRef<HTMLElement>(null);
    const set = useRef<string[]>([]);
    useEffectInBrowser(() => {
      const { current } = element;
      if (!current) return undefined;
      const properties = Object.entries(own).filter(([name, value]) => isProperty(name, value));
      for (const name of set.current) if (own[name] === undefined) Reflect.set(current, name, undefined);
      for (const [name, value] of properties)
        if (Reflect.get(current, name) !== value) Reflect.set(current, name, value);
      set.current = properties.map(([name]) => name);
      return undefined;
    });
    useEffectInBrowser(() => {
      const { current } = element;
      const unlisten = new AbortController();
      for (const [name, listener] of Object.entries(own)) {
        const type = LISTENER.exec(name)?.[1];
        if (type && isListener(listener)) current?.addEventListener(type, listener, { signal: unlisten.signal });
      }
      return () => unlisten.abort();
    });
    useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => element.current);
    const attributes = Object.entries(own).flatMap(([name, value]) => attributeOf(name, value));
    return createElement(tag, { ...Object.fromEntries(attributes), ref: element });
  };
  Element.displayName = tag;
  return Element;
}

/**
 * The attribute that is in the page from the beginning, also where a server rendered it: an element may have made its host
 * before React sets properties.
 */
function attributeOf(name: string, value: unknown): [name: string, value: unknown][] {
  if (LISTENER.test(name)) return [];
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (isText && WITH_ATTRIBUTE.has(name)) return [[name.replaceAll(/[A-Z]/g, '-$&').toLowerCase(), value]];
  if (typeof value === 'boolean' && !/[A-Z]/.test(name)) return [[name, value]];
  return isProperty(name, value) ? [] : [[name, value]];
}

/** Whether a prop is a property of the element, and not an attribute, a child or something of React's. */
function isProperty(name: string, value: unknown): boolean {
  if (LISTENER.test(name) || REACTS.test(name)) return false;
  return typeof value === 'object' || typeof value === 'function' || typeof value === 'boolean' || /[A-Z]/.test(name);
}

function isListener(value: unknown): value is (event: Event) => void {
  return typeof value === 'function';
}

export const McpActivity: Component = component('mcp-activity');
export const McpApp: Component = component('mcp-app');
export const McpChat: Component = component('mcp-chat');
export const McpContent: Component = component('mcp-content');
export const McpDoctor: Component = component('mcp-doctor');
export const McpElicitationForm: Component = component('mcp-elicitation-form');
export const McpHost: Component = component('mcp-host');
export const McpLogViewer: Component = component('mcp-log-viewer');
export const McpPermissions: Component = component('mcp-permissions');
export const McpPromptPicker: Component = component('mcp-prompt-picker');
export const McpRequests: Component = component('mcp-requests');
export const McpResourcePicker: Component = component('mcp-resource-picker');
export const McpRoots: Component = component('mcp-roots');
export const McpSamplingReview: Component = component('mcp-sampling-review');
export const McpSchemaForm: Component = component('mcp-schema-form');
export const McpServer: Component = component('mcp-server');
export const McpServers: Component = component('mcp-servers');
export const McpSkillPicker: Component = component('mcp-skill-picker');
export const McpTasks: Component = component('mcp-tasks');
export const McpToolCall: Component = component('mcp-tool-call');
export const McpToolConsent: Component = component('mcp-tool-consent');
export const McpTools: Component = component('mcp-tools');
