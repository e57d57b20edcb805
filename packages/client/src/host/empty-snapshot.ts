/** What a host knows before it has a server. */
import type { HostConsent, HostSnapshot } from './snapshot.ts';

/** @param recordsCalls whether the host has a `callStore` */
export function emptySnapshot(consent: HostConsent, recordsCalls: boolean): HostSnapshot {
  return {
    servers: Object.freeze([]),
    consent,
    requests: Object.freeze([]),
    ...(recordsCalls && { unfinished: Object.freeze([]) }),
  };
}
