/**
 * Adds a revision to those that the client knows: import this before the client. It is newer than all others, and has
 * what 2026-07-28 has: see test/wire/plugin.mjs.
 */
import { invented } from '../wire/revisions.mjs';

invented.set('2099-01-01', '2026-07-28');
