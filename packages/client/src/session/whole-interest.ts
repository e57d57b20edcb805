/** What a page wants to hear of, looked at as a whole. */
import type { Interest } from './session.ts';

export const NOTHING: Interest = { lists: false, uris: [] };

export const isNothing = ({ lists, uris, taskIds = [] }: Interest): boolean =>
  !lists && uris.length === 0 && taskIds.length === 0;

export const withoutTasks = ({ lists, uris }: Interest): Interest => ({ lists, uris });
