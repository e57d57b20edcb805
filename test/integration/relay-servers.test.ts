/** By a relay, the client does all that it does without one, and reaches servers that send no CORS headers. */
import { byRelay, everything, ours, type ServerCase } from './server-cases.ts';
import { describeServer } from './server-suite.ts';

const runtimes = { node: 'Node', workerd: 'workerd' } as const;
/** In the modern era, a call is cancelled by leaving. On Cloudflare's own network, a worker hears of that at once. */
const UNHEARD = { cannot: 'workerd by itself notices that a page has left when it next writes' };

for (const runtime of ['node', 'workerd'] as const) {
  const cases: ServerCase[] = [
    { ...ours('modern', '2026-07-28', byRelay('modern', runtime)), ...(runtime === 'workerd' && { outcome: UNHEARD }) },
    ours('legacy', '2025-11-25', byRelay('legacy', runtime)),
    ours('cors-none', '2025-11-25', byRelay('cors-none', runtime)),
    everything('everything', byRelay('everything', runtime)),
    everything('everything-sse', byRelay('everything-sse', runtime)),
  ];
  for (const server of cases)
    describeServer({ ...server, title: `${server.title}, by a relay in ${runtimes[runtime]}` });
}
