/** Warns a page once of each deprecated feature that it uses with one server. */
import { isDeprecated, warnOfDeprecated } from '../protocol/deprecated.ts';
import type { DeprecatedFeature, Revision } from '../protocol/revisions.ts';

export class Deprecations {
  readonly #warned = new Set<DeprecatedFeature>();
  readonly #server: string;

  /** @param url of the server; absent without HTTP */
  constructor(url: URL | undefined) {
    // What follows the path may be a key.
    this.#server = url ? url.origin + url.pathname : 'the server';
  }

  /**
   * To be called when a feature is used.
   *
   * @param revision the one in use: nothing is said if it does not deprecate the feature. A transport is deprecated
   *   whatever revision is spoken over it.
   */
  noteUse(feature: DeprecatedFeature, revision?: Revision): void {
    if (this.#warned.has(feature) || (revision && !isDeprecated(feature, revision))) return;
    this.#warned.add(feature);
    warnOfDeprecated(feature, this.#server);
  }
}
