import { startServers } from '../servers/start.mjs';

/** Starts the servers of test/servers before the end-to-end tests. They read the addresses from TEST_SERVERS (JSON). */
export default async function startTestServers() {
  const servers = await startServers();
  process.env.TEST_SERVERS = JSON.stringify(servers.urls);
  return () => servers.stop();
}
