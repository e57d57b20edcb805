/** The page of the lab: a client or a host that listens and calls, as a page author would write it. */
import { McpError } from '@mcp-web/client';
import { watchFetches } from './fetches.ts';
import type { Caller, LabReport, PlannedCall, Seen } from './lab.ts';
import { openClient } from './page-client.ts';
import { openHost } from './page-host.ts';

interface StartOptions {
  as: 'client' | 'host';
  url: string;
  label: string;
  timeoutMs: number;
}

export interface LabState extends Seen {
  /** The nonces of calls that have not settled. */
  pending: string[];
  /** The names of those that this or another tab holds or waits for. */
  locks: string[];
  /** Whether this tab listens for all that share. */
  leads: boolean;
}

declare global {
  // What the driver calls. `report` is its own function.
  var report: (report: LabReport) => Promise<void>;
  var lab: {
    start(options: StartOptions): void;
    run(calls: PlannedCall[], inFlight: number): void;
    state(): Promise<LabState>;
    close(): Promise<void>;
  };
}

const SIGN = 'lab tab ';

const fetches = watchFetches();
const pending = new Set<string>();
let caller: Caller | undefined;
let label = '';

function say(report: LabReport): void {
  void globalThis.report({ label, ...report });
}

globalThis.addEventListener('unhandledrejection', ({ reason }) => say({ uncaught: String(reason) }));
globalThis.addEventListener('error', ({ message }) => say({ uncaught: message }));

async function call({ nonce, tool, cancelAfterMs }: PlannedCall): Promise<void> {
  const cancelling = new AbortController();
  if (cancelAfterMs !== undefined) setTimeout(() => cancelling.abort(), cancelAfterMs);
  let isSettled = false;
  const settle = (report: LabReport): void => {
    isSettled = true;
    pending.delete(nonce);
    say({ nonce, tool, fetches: fetches.takeCount(nonce), ...report });
  };
  try {
    const { content } = await current().call(
      tool,
      { nonce },
      {
        signal: cancelling.signal,
        onprogress: ({ message }) => {
          if (isSettled || (message !== undefined && message !== nonce))
            say({ nonce, strayProgress: message ?? 'late' });
        },
      },
    );
    const [block] = content;
    settle({ outcome: 'ok', text: block?.type === 'text' ? block.text : '' });
  } catch (error) {
    settle(describeError(error, cancelling.signal.aborted));
  }
}

function describeError(error: unknown, isCancelled: boolean): LabReport {
  if (isCancelled && error instanceof DOMException) return { outcome: 'cancelled' };
  const { name, code, message, mayHaveRun } = Object(error);
  return {
    outcome: 'error',
    isMcpError: error instanceof McpError,
    name,
    code,
    message: String(message).slice(0, 300),
    ...(typeof mayHaveRun === 'boolean' && { mayHaveRun }),
  };
}

function current(): Caller {
  if (!caller) throw new Error('The page was not started');
  return caller;
}

globalThis.lab = {
  start({ as, url, label: own, timeoutMs }) {
    label = own;
    fetches.name(url, label);
    // By this lock, a tab knows which of the others are its own.
    void navigator.locks.request(SIGN + label, () => new Promise(() => {}));
    caller = (as === 'host' ? openHost : openClient)(url, { timeoutMs, say });
  },
  run(calls, inFlight) {
    for (const { nonce } of calls) pending.add(nonce);
    const waiting = [...calls];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await call(next);
    };
    for (let worker = 0; worker < inFlight; worker++) void work();
  },
  async state() {
    const { held = [], pending: queued = [] } = await navigator.locks.query();
    const own = held.find(({ name }) => name === SIGN + label)?.clientId;
    const leads = held.some(({ name, clientId }) => clientId === own && name?.startsWith('mcp-web listen'));
    const locks = [
      ...held.map(({ name }) => String(name)),
      ...queued.map(({ name }) => `${String(name)}, waiting`),
    ].filter((name) => !name.startsWith(SIGN));
    return { pending: [...pending], ...current().seen(), locks, leads };
  },
  close: () => current().close(),
};
