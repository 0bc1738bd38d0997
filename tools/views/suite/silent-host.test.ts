// Pages with a host that does not answer.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeStopped } from '../src/scenes/git-status.ts';
import { callOf, status, useFolder, useStage } from './stage.ts';

const open = useStage();
const scratch = useFolder();

test('after 30 seconds without an answer the page says so, and can be used again', async () => {
  const path = mkdtempSync(join(scratch, 'repository-'));
  makeStopped(path);
  const { page, view } = await open(callOf('git', [path], ['git_status']));
  const refresh = view.getByRole('button', { name: 'Refresh', exact: true });
  await expect.poll(() => refresh.count()).toBe(1);
  await page.clock.install();
  const between = view.parentFrame();
  // Drops the messages from the page to the host.
  await between?.evaluate(() =>
    window.addEventListener(
      'message',
      (event) => {
        if (document.title !== 'answers') event.stopImmediatePropagation();
      },
      { capture: true },
    ),
  );
  await refresh.click();
  await page.clock.fastForward(29_000);
  expect(await status(view)).toBe('');
  await page.clock.fastForward(2000);
  await expect.poll(() => status(view)).toBe('The host has not answered for 30 seconds.');
  expect(await view.locator('[aria-busy=true]').count()).toBe(0);
  await between?.evaluate(() => (document.title = 'answers'));
  await refresh.click();
  await expect.poll(() => status(view)).toBe('');
});
