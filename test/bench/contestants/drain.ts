/** The cost of the browser itself: the body is read and discarded. */
import { present } from '../page.ts';
import { openBare } from './bare.ts';

present(async (url, setting) => {
  const { listTools, send } = await openBare(url, setting);
  return {
    listTools,
    async callTool(name) {
      const { body } = await send('tools/call', { name, arguments: {} });
      const reader = body!.getReader();
      while (!(await reader.read()).done);
    },
  };
});
