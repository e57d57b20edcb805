// What a page downloads for each client: connecting, listing and calling, bundled by Vite, brotli 11.
import { brotliCompressSync } from 'node:zlib';
import { atMost, ratios } from './compare.mjs';

const PEERS = ['official', 'ai-sdk'];

/**
 * @param {Awaited<ReturnType<import('./browser.mjs').openBrowser>>} browser
 * @param {{ contestants: string[], report: (group: import('./compare.mjs').Group) => void }} options
 * @returns {Promise<import('./compare.mjs').Target[]>}
 */
export async function benchSizes(browser, { contestants, report }) {
  const names = ['floor', 'mcp-web', ...PEERS].filter((name) => contestants.includes(name));
  const reports = {};
  for (const name of names) reports[name] = [await weigh(browser, name)];
  report({
    title: 'download: connect, list, call',
    rounds: 1,
    columns: [
      { title: 'at first, kB', key: 'firstKB', digits: 1 },
      { title: 'in all, kB', key: 'allKB', digits: 1 },
    ],
    reports,
    plot: { key: 'firstKB', label: 'kB at first, brotli' },
  });
  return [
    ...atMost('size at first x the smallest client', ratios(reports, 'mcp-web', PEERS, 'firstKB'), { atMost: 0.36 }),
    ...atMost('size with all that is loaded later x the smallest client', ratios(reports, 'mcp-web', PEERS, 'allKB'), {
      atMost: 0.85,
    }),
  ];
}

/** Each bundle has the page of the bench in it too: less than 2 kB. */
async function weigh(browser, name) {
  const { scripts, preloads } = await browser.bundleOf(name);
  const first = new Set([`${name}.js`, ...preloads]);
  const kilobytes = (paths) =>
    paths.reduce((total, path) => total + brotliCompressSync(scripts.get(path)).length, 0) / 1000;
  return { firstKB: kilobytes([...first]), allKB: kilobytes([...scripts.keys()]) };
}
