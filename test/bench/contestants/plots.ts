/** Not a contestant: draws what the bench measured, as SVG. A browser knows how wide text is. */
import * as Plot from '@observablehq/plot';

export interface Point {
  /** What was measured side by side. */
  group: string;
  name: string;
  low: number;
  median: number;
  high: number;
}

declare global {
  var drawPlot: (points: Point[], options: { label: string; isRelative: boolean }) => string;
}

const COLORS: [prefix: string, color: string][] = [
  ['mcp', '#2456c7'],
  ['official', '#c2570c'],
  ['ai-sdk', '#1a7f4b'],
];
const colorOf = (name: string): string => COLORS.find(([prefix]) => name.startsWith(prefix))?.[1] ?? '#6b7280';

globalThis.drawPlot = (points, { label, isRelative }) => {
  const groups = [...new Set(points.map(({ group }) => group))];
  const names = [...new Set(points.map(({ name }) => name))];
  const rowPx = 20 * names.length + 26;
  const medians = points.map(({ median }) => median);
  const digits = isRelative ? 2 : medians.every(Number.isInteger) || Math.max(...medians) >= 100 ? 0 : 1;
  // With room at both ends, and the floor in it.
  const ratios = [1, ...points.flatMap(({ low, high }) => [low, high])];
  const domain = [Math.min(...ratios) * 0.95, Math.max(...ratios) * 1.05];
  const position = { fy: 'group', y: 'name' } as const;
  const color = ({ name }: Point): string => colorOf(name);
  const titles = groups.map((group) => ({ group }));
  const svg = Plot.plot({
    width: 760,
    height: groups.length * rowPx + 65,
    marginLeft: 130,
    marginRight: 60,
    marginTop: 20,
    marginBottom: 45,
    style: { background: 'white', color: '#1f2937', fontFamily: 'system-ui, sans-serif', fontSize: '12px' },
    // On a linear scale, a peer that is ten times slower would leave no room for the rest.
    x: { label, grid: true, ...(isRelative ? { type: 'log', domain, ticks: 6, tickFormat: '~r' } : { nice: true }) },
    y: { domain: ['', ...names], label: null, tickSize: 0 },
    fy: { domain: groups, label: null, axis: null },
    marks: [
      Plot.text(titles, { fy: 'group', text: 'group', frameAnchor: 'top-left', dx: -125, dy: 2, fontWeight: 600 }),
      isRelative
        ? Plot.ruleX([1], { stroke: '#6b7280', strokeDasharray: '3 3' })
        : Plot.barX(points, { ...position, x: 'median', fill: color, fillOpacity: 0.25, insetTop: 3, insetBottom: 3 }),
      Plot.ruleY(points, { ...position, x1: 'low', x2: 'high', stroke: color, strokeWidth: 2 }),
      Plot.dot(points, { ...position, x: 'median', fill: color, r: 4 }),
      Plot.text(points, {
        ...position,
        x: 'high',
        text: ({ median }: Point) => median.toFixed(digits),
        textAnchor: 'start',
        dx: 8,
        fill: color,
      }),
    ],
  });
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return svg.outerHTML;
};
