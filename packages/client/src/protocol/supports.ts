/** Which revisions there are, what they support, and which of them a server speaks. The data is in `revisions.ts`. */
import { RpcError } from '../errors.ts';
import { isObject } from './guards.ts';
import { INVALID_PARAMS, UNSUPPORTED_PROTOCOL_VERSION } from './methods.ts';
import { type Era, FEATURES, type Revision, type RevisionFeatures } from './revisions.ts';

/** Something that some revisions of the protocol have and others do not. */
export type RevisionFeature = Exclude<keyof RevisionFeatures, 'era'>;

/**
 * The dated protocol revisions that this client speaks, newest first.
 *
 * @example
 * ```ts
 * import { REVISIONS } from '@mcp-web/client';
 *
 * console.log(`This page speaks MCP ${REVISIONS.join(', ')}.`);
 * ```
 */
export const REVISIONS: readonly Revision[] = Object.keys(FEATURES).filter(isRevision);

/**
 * Whether a revision has a feature, so that nobody has to compare dates.
 *
 * @param revision the one that was negotiated: `McpClient.revision`, or `HostServer.revision` once that is known
 * @param feature its name, e.g. `structuredOutput`, `elicitation` or `samplingTools`
 *
 * @example
 * ```ts
 * import { connect, supports } from '@mcp-web/client';
 *
 * const client = await connect('https://example.com/mcp');
 * if (!supports(client.revision, 'structuredOutput')) console.log('Tools of this server answer with text only.');
 * ```
 */
export function supports(revision: Revision, feature: RevisionFeature): boolean {
  const features: RevisionFeatures = FEATURES[revision];
  return features[feature] === true;
}

export function isRevision(value: unknown): value is Revision {
  return typeof value === 'string' && Object.hasOwn(FEATURES, value);
}

export function eraOf(revision: Revision): Era {
  return FEATURES[revision].era;
}

/** The revisions of one era, newest first. */
export function revisionsOf(era: Era): readonly [Revision, ...Revision[]] {
  const [newest, ...older] = REVISIONS.filter((revision) => eraOf(revision) === era);
  if (!newest) throw new TypeError(`No revision is of the ${era} era.`);
  return [newest, ...older];
}

/** The first of these revisions that a server lists. */
export function newestOf(known: readonly Revision[], listed: readonly unknown[]): Revision | undefined {
  return known.find((revision) => listed.includes(revision));
}

/** The revisions that a server lists when it refuses one. Servers of the legacy era refuse with "invalid params". */
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
