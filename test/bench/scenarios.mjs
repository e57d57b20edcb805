// Everything that is measured, in the order of the table of results. Each name is an option of `pnpm bench`.
import { benchCalls } from './calls.mjs';
import { benchForms } from './forms.mjs';
import { benchImport } from './import.mjs';
import { benchLists } from './lists.mjs';
import { benchLog } from './log.mjs';
import { benchServers } from './servers.mjs';
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
  servers: { title: 'Many servers', bench: benchServers },
  tabs: { title: 'Tabs', bench: benchTabs },
  import: { title: 'Import', bench: benchImport },
  sizes: { title: 'Download', bench: benchSizes },
  forms: { title: 'Forms', bench: benchForms },
  log: { title: 'Log', bench: benchLog },
};
