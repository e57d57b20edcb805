/** The same as `drain`, with pauses: a task that is long here is the browser's own, and no page can cut it. */
import { present } from '../page.ts';
import { openBare } from './bare.ts';

const SLICE_MS = 8;

present(async (url, setting) => {
  const { listTools, send } = await openBare(url, setting);
  return {
    listTools,
    async callTool(name) {
      const { body } = await send('tools/call', { name, arguments: {} });
      const reader = body!.getReader();
      let end = performance.now() + SLICE_MS;
      while (!(await reader.read()).done) {
        if (performance.now() < end) continue;
        await scheduler.yield();
        end = performance.now() + SLICE_MS;
      }
    },
  };
});
