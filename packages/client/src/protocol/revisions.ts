import { RpcError } from '../errors.ts';
import { isObject } from './guards.ts';
import { INVALID_PARAMS, UNSUPPORTED_PROTOCOL_VERSION } from './methods.ts';

/** The dated protocol revisions that this client speaks, newest first. 2024-11-05 is that of HTTP+SSE. */
export const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** A dated protocol revision. */
export type Revision = (typeof REVISIONS)[number];

/** `legacy` revisions open a session with `initialize`; in the `modern` ones every request stands alone. */
export type Era = 'legacy' | 'modern';

export const NEWEST_MODERN = '2026-07-28' satisfies Revision;
export const NEWEST_LEGACY = '2025-11-25' satisfies Revision;
export const OLDEST = '2024-11-05' satisfies Revision;

export function isRevision(value: unknown): value is Revision {
  return REVISIONS.some((revision) => revision === value);
}

export function eraOf(revision: Revision): Era {
  return revision === NEWEST_MODERN ? 'modern' : 'legacy';
}

/** The newest that a session can be opened in, of those that a server lists. */
export const newestLegacyOf = (listed: readonly unknown[]): Revision | undefined =>
  REVISIONS.find((revision) => eraOf(revision) === 'legacy' && listed.includes(revision));

/** From 2025-06-18 on, every message after `initialize` names its revision in a header. */
export function sendsVersionHeader(revision: Revision): boolean {
  return revision >= '2025-06-18';
}

/** The revisions that a server names when it refuses one in a handshake. 2025-11-25 and older say so with "invalid params". */
export function supportedBy(error: unknown): string[] | undefined {
  if (
    !(error instanceof RpcError) ||
    ![UNSUPPORTED_PROTOCOL_VERSION, INVALID_PARAMS].includes(error.rpcCode) ||
    !isObject(error.data)
  )
    return undefined;
  const { supported } = error.data;
  return Array.isArray(supported) ? supported.filter((revision) => typeof revision === 'string') : undefined;
}
