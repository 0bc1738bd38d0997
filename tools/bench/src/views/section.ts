// Views: how long the grid of the SQLite server takes to show a thousand rows in a real browser.
import { measureFirstPaint } from '@mcp/views/first-paint';
import type { Options } from '../options.ts';
import { formatSummary, type Section } from '../report/section.ts';
import { summarize } from '../report/statistics.ts';

const TIMES = 15;
const QUICK_TIMES = 3;

export async function measureViews({ quick }: Options): Promise<readonly Section[]> {
  // The first opening fills the caches of the system.
  const [, ...paints] = await measureFirstPaint(1 + (quick ? QUICK_TIMES : TIMES));
  const cells = [paints.map(({ fromResult }) => fromResult), paints.map(({ fromStart }) => fromStart)].map(
    (samples) => formatSummary(summarize(samples)),
  );
  const rows = [
    ['in ms', 'from the result', 'from the start of the page'],
    ['first paint of 1,000 rows', ...cells],
  ];
  return [{ name: 'views', tables: [{ rows }], notes: [], aims: [] }];
}
