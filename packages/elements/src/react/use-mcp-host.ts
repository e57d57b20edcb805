import { type HostOptions, type HostSnapshot, McpHost } from '@mcp-web/client';
import { useEffect, useState, useSyncExternalStore } from 'react';

/** What a component shows while it has no host: on the server, and until it has been hydrated. */
const EMPTY: HostSnapshot = Object.freeze({
  servers: Object.freeze([]),
  consent: Object.freeze({ permissions: Object.freeze([]), always: 'off', isKnown: false }),
  requests: Object.freeze([]),
});
const getEmpty = (): HostSnapshot => EMPTY;
const subscribeToNothing = (): (() => void) => () => {};

/** A host in a React component. */
export interface UsedMcpHost {
  /** Absent on the server, and until the component is mounted in a browser. */
  readonly host: McpHost | undefined;
  /** The current snapshot of the host; an empty one without a host. */
  readonly snapshot: HostSnapshot;
}

/**
 * Makes a host when the component is mounted, closes it when the component is unmounted, and renders the component with
 * each snapshot of the host. On a server, it makes no host and connects to nothing.
 *
 * @param start called with the new host, for example to add servers. Only the function of the first render counts.
 * @param options of the host, read when it is made
 *
 * @example
 * ```ts
 * import { useMcpHost } from '@mcp-web/elements/react';
 *
 * export function useServers() {
 *   const { snapshot } = useMcpHost((host) => host.add('https://example.com/mcp'));
 *   return snapshot.servers;
 * }
 * ```
 */
export function useMcpHost(start?: (host: McpHost) => void, options?: HostOptions): UsedMcpHost {
  const [host, setHost] = useState<McpHost>();
  const [first] = useState({ start, options });
  useEffect(() => {
    const made = new McpHost(first.options);
    first.start?.(made);
    setHost(made);
    return () => {
      made.close();
      setHost(undefined);
    };
  }, [first]);
  const snapshot = useSyncExternalStore(host?.subscribe ?? subscribeToNothing, host?.getSnapshot ?? getEmpty, getEmpty);
  return { host, snapshot };
}
