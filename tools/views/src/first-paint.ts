// How long a page takes to show a thousand rows, in the browser and behind the host of the tests.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBed } from './bed.ts';
import { startBrowser } from './browser.ts';
import { makeDatabase, program } from './scene.ts';

export const ROWS = 1000;
const PATIENCE_MS = 60_000;

/** Milliseconds of one opening of the grid. */
export interface FirstPaint {
  /** From the start of its document, with the call of the tool. */
  readonly fromStart: number;
  /** From the message with the result. */
  readonly fromResult: number;
}

// Runs in every frame before anything else. A task behind a frame of the screen runs when that was painted.
const WATCH = `
  let result;
  addEventListener('message', ({ data }) => {
    if (data?.method === 'ui/notifications/tool-result') result ??= performance.now();
  }, true);
  const observer = new MutationObserver(() => {
    if (document.querySelectorAll('tbody tr').length < ${ROWS}) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        window.firstPaint = { fromStart: performance.now(), fromResult: performance.now() - result };
      };
      port2.postMessage(0);
    });
  });
  observer.observe(document, { childList: true, subtree: true });
`;

/** Opens the grid of the built SQLite server so many times, each time in a new page with a new server. */
export const measureFirstPaint = async (times: number): Promise<readonly FirstPaint[]> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-paint-')));
  try {
    const file = makeDatabase(join(folder, 'rows.db'), SALES);
    await using bed = await startBed();
    const browser = await startBrowser();
    try {
      const address = bed.add({
        command: [process.execPath, program('sqlite'), file],
        tool: 'read_query',
        args: { query: 'SELECT * FROM sales', max_rows: ROWS },
      });
      const samples: FirstPaint[] = [];
      while (samples.length < times) {
        const page = await browser.newPage();
        await page.addInitScript({ content: WATCH });
        await page.goto(address);
        await page.waitForFunction("document.title !== 'starting'", undefined, { timeout: PATIENCE_MS });
        const view = page.frames().at(-1);
        const painted = await view?.waitForFunction('window.firstPaint', undefined, { timeout: PATIENCE_MS });
        if (painted !== undefined) samples.push((await painted.jsonValue()) as FirstPaint);
        await page.close();
      }
      return samples;
    } finally {
      await browser.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
};

const SALES = `
  CREATE TABLE sales (id INTEGER PRIMARY KEY, item TEXT, price REAL, sold_on TEXT);
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
  INSERT INTO sales SELECT i, 'Item ' || i % 9, i / 4.0, '2026-03-01' FROM n;
`;
