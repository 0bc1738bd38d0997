// What `pnpm demo` offers at its end.
import { expect, test } from 'vitest';
import { startBrowser } from '../src/browser.ts';
import { startTrial } from '../src/trial.ts';

test('every page of the demonstration shows the result of a live server', async () => {
  await using trial = await startTrial();
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    for (const address of Object.values(trial.addresses)) {
      await page.goto(address);
      await page.waitForFunction(() => /^(?:shown|failed)/.test(document.title), undefined, {
        timeout: 30_000,
      });
      expect(await page.title()).toBe('shown');
    }
  } finally {
    await browser.close();
  }
});

test('another site that guesses the port gets nothing', async () => {
  await using trial = await startTrial();
  const [address = ''] = Object.values(trial.addresses);
  const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;
  expect(await statusOf(address)).toBe(200);
  expect(await statusOf(new URL('/show/1', address).href)).toBe(404);
  expect(await statusOf(new URL('/pipe/1', address).href)).toBe(404);
  expect(await statusOf(address.replace('127.0.0.1', 'localhost'))).toBe(404);
});
