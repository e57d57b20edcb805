/** Servers for the tests of pages that use this library. An entry of its own. */
export { fakeServer, type FakeServer, type FakeServerOptions } from './fake-server.ts';
export type { FakeRequest } from './fake-request.ts';
export type { FakeCall, FakeOffers, FakePrompt, FakeResource, FakeTool } from './offers.ts';
export { type RecordedExchange, recordSession, type SessionRecorder } from './record-session.ts';
export { replaySession } from './replay-session.ts';
