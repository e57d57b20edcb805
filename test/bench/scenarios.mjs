// Everything that is measured, in the order of the table of results. Each name is an option of `pnpm bench`.
import { benchCalls } from './calls.mjs';
import { benchImport } from './import.mjs';
import { benchLists } from './lists.mjs';
import { benchLog } from './log.mjs';
import { benchSizes } from './sizes.mjs';
import { benchStart } from './start.mjs';
import { benchStreams } from './streams.mjs';
import { benchTabs } from './tabs.mjs';

/** @type {Record<string, { title: string, bench: (browser: object, options: object) => Promise<import('./compare.mjs').Target[]> }>} */
export const SCENARIOS = {
  stream: { title: 'Streams', bench: benchStreams },
  start: { title: 'First result', bench: benchStart },
  calls: { title: 'Calls', bench: benchCalls },
  lists: { title: 'Long lists', bench: benchLists },
  tabs: { title: 'Tabs', bench: benchTabs },
  import: { title: 'Import', bench: benchImport },
  sizes: { title: 'Download', bench: benchSizes },
  log: { title: 'Log', bench: benchLog },
};
