/** Where the page shows requests of the user: in the flow of the page, or else in dialogs. */
import type { PendingRequest } from '../snapshot.ts';

/** A part of the page that shows requests where it is, so that no dialog opens for them. */
export interface RequestPlace {
  /**
   * Whether it shows this request now. Called often: keep it quick. Return false while the user cannot see it, for example
   * because it is in a closed panel.
   */
  readonly shows: (request: PendingRequest) => boolean;
  /** Where several places show a request, the one with the highest rank does. 0 by default. */
  readonly rank?: number | undefined;
}

/**
 * The places in the page that show requests. Each request is shown once: in one of these places, or else in the dialog of
 * an element such as `<mcp-tool-consent>`.
 *
 * @example
 * ```ts
 * import { McpHost } from '@mcp-web/client';
 *
 * const host = new McpHost();
 * const approvals = { shows: ({ kind }: { kind: string }) => kind === 'consent' };
 * const remove = host.places.add(approvals);
 * host.subscribe(() => {
 *   const mine = host.getSnapshot().requests.filter((request) => host.places.of(request) === approvals);
 *   console.log(`${mine.length} calls wait`);
 * });
 * ```
 */
export class RequestPlaces {
  readonly #onchange: () => void;
  readonly #places = new Set<RequestPlace>();

  /** Made by an `McpHost`. */
  constructor(onchange: () => void) {
    this.#onchange = onchange;
  }

  /**
   * Adds a place. Returns a function that removes it. The place only shows requests: to tell servers that the user can
   * answer, also call `McpHost.addResponder`, or have the element for that kind of request in the page.
   */
  add(place: RequestPlace): () => void {
    this.#places.add(place);
    this.refresh();
    return () => {
      if (this.#places.delete(place)) this.refresh();
    };
  }

  /** The place that shows this request. Undefined if a dialog does. */
  of(request: PendingRequest): RequestPlace | undefined {
    let best: RequestPlace | undefined;
    for (const place of this.#places)
      if ((!best || (place.rank ?? 0) > (best.rank ?? 0)) && shows(place, request)) best = place;
    return best;
  }

  /** To be called when a place shows other requests than before: listeners of the host look again. */
  refresh(): void {
    this.#onchange();
  }
}

function shows(place: RequestPlace, request: PendingRequest): boolean {
  try {
    return place.shows(request);
  } catch (error) {
    reportError(error); // The page's own mistake must not cost it the dialogs.
    return false;
  }
}
