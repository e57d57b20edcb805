/** Warnings of features that the specification deprecates. Which they are is in `revisions.ts`. */
import { DEPRECATED_SINCE, type DeprecatedFeature, type Revision } from './revisions.ts';
import { REVISIONS } from './supports.ts';

/** Whether this revision deprecates a feature. Older ones may still need it. */
export function isDeprecated(feature: DeprecatedFeature, revision: Revision): boolean {
  return REVISIONS.indexOf(revision) <= REVISIONS.indexOf(DEPRECATED_SINCE[feature]);
}

/**
 * Tells developers on the console that a deprecated feature is in use.
 *
 * @param server the other side that uses it
 */
export function warnOfDeprecated(feature: DeprecatedFeature, server: string): void {
  console.warn(
    `This page and ${server} use ${feature}, which MCP ${DEPRECATED_SINCE[feature]} deprecates. What to use instead: https://modelcontextprotocol.io/specification/${REVISIONS[0]}/deprecated`,
  );
}
