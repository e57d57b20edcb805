// Revisions that a test invents, so that the client knows them as if they were in protocol/revisions.ts.

/** From the name of an invented revision, newest first, to that of the known one which it equals in all else. */
export const invented = new Map();
