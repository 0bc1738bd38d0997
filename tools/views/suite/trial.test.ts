// `pnpm demo` in a terminal: the page that it opens, and the linked pages.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startBrowser } from '../src/browser.ts';
import { scenes } from '../src/scenes.ts';
import { startTrial } from '../src/trial.ts';
import { expectAccessible } from './accessible.ts';
import { useFolder } from './stage.ts';

test('one page links to all scenes, and each link shows the result of a live server', async () => {
  await using trial = await startTrial();
  const browser = await startBrowser();
  try {
    const page = await browser.newPage({ colorScheme: 'dark' });
    await page.goto(trial.address);
    expect(await page.title()).toBe('Pages of the MCP servers');
    const links = page.getByRole('link');
    expect(await links.allTextContents()).toEqual(scenes.map(({ title }) => expect.stringContaining(title)));
    await expectAccessible(page.mainFrame());
    for (const { title } of scenes) {
      await links.getByText(title, { exact: true }).click();
      expect(await page.locator('html[data-state]').getAttribute('data-state')).toBe('shown');
      expect([await page.title(), await page.locator('h1').textContent()]).toEqual([title, title]);
      expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
      await page.goBack();
    }
  } finally {
    await browser.close();
  }
});

test('another site that guesses the port gets nothing', async () => {
  await using trial = await startTrial();
  const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;
  expect(await statusOf(trial.address)).toBe(200);
  const [, link = ''] = /href="([^"]*)"/.exec(await (await fetch(trial.address)).text()) ?? [];
  for (const address of [trial.address, link]) {
    expect(await statusOf(address)).toBe(200);
    expect(await statusOf(new URL('1', address).href)).toBe(404);
    expect(await statusOf(address.replace('127.0.0.1', 'localhost'))).toBe(404);
  }
  expect(await statusOf(new URL('/pipe/1', trial.address).href)).toBe(404);
});

const folder = useFolder();
const demo = join(import.meta.dirname, '../../demo/src/demo.ts');

/** Runs the demonstration with a fake browser. Returns the address that the browser got, if any. */
const runDemo = async (
  program: string,
  args: readonly string[],
  env: object,
): Promise<string | undefined> => {
  const opened = join(folder, 'opened');
  const opener = join(folder, process.platform === 'darwin' ? 'open' : 'xdg-open');
  writeFileSync(opener, `#!/bin/sh\necho "$1" > '${opened}.part' && mv '${opened}.part' '${opened}'\n`);
  chmodSync(opener, 0o755);
  const path = `${folder}:${process.env['PATH']}`;
  const child = spawn(program, args, { env: { ...process.env, PATH: path, ...env } });
  const exited = once(child, 'exit');
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += String(chunk)));
  await expect.poll(() => /Ctrl-C ends it/.test(printed) || child.exitCode !== null).toBe(true);
  if (child.exitCode !== null) return undefined;
  await expect.poll(() => existsSync(opened)).toBe(true);
  const address = readFileSync(opened, 'utf8').trim();
  expect(printed).toContain(address);
  expect(await (await fetch(address)).text()).toContain('Pages of the MCP servers');
  child.stdin.write('\u0003');
  await exited;
  return address;
};

test.skipIf(process.platform === 'win32')(
  'a terminal gets the page in its browser; a script and CI get the film only',
  async () => {
    // `script` provides a pseudo-terminal.
    const inTerminal = ['-qec', `'${process.execPath}' '${demo}'`, '/dev/null'];
    expect(await runDemo(process.execPath, [demo], { CI: undefined })).toBeUndefined();
    expect(await runDemo('script', inTerminal, { CI: '1' })).toBeUndefined();
    expect(await runDemo('script', inTerminal, { CI: undefined })).toMatch(/^http:\/\/127\.0\.0\.1:/);
  },
);
