// `pnpm try`: the official Inspector opens with a built server, and the test uses two pages there as a person would.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Frame, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBrowser } from '../src/browser.ts';
import { program } from '../src/scene.ts';
import { git } from '../src/scenes/repository.ts';
import { gitStatus } from '../src/scenes/git-status.ts';
import { differing, MOST_DIFFERING, readPicture, writePicture } from './picture.ts';
import { useFolder, viewOf, type Opened } from './stage.ts';

const folder = useFolder();
const tryServer = join(import.meta.dirname, '../../demo/src/try.ts');

const IN_README = join(import.meta.dirname, '../../site/guide/images/inspector.png');
const UPDATE = 'UPDATE_DOCS=1 npx -y pnpm@12 views suite/inspector.test.ts';
const PATIENCE_MS = 20_000;

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

/** Returns the address that the Inspector prints. */
const addressOf = async ({ stdout }: ChildProcess): Promise<string> => {
  let printed = '';
  stdout?.on('data', (chunk) => (printed += String(chunk)));
  const address = (): string => /http:\/\/\S+API_TOKEN=\S+(?=\s)/.exec(printed)?.[0] ?? '';
  await expect.poll(address).not.toBe('');
  return address();
};

/** Runs `pnpm try` with these arguments. */
const startTry = async (
  args: readonly string[],
): Promise<AsyncDisposable & { readonly child: ChildProcess }> => {
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    MCP_AUTO_OPEN_ENABLED: 'false',
    CLIENT_PORT: String(await freePort()),
    MCP_SANDBOX_PORT: String(await freePort()),
  };
  const child = spawn(process.execPath, [tryServer, ...args], { cwd: folder, env, stdio: 'pipe' });
  const exited = once(child, 'exit');
  return {
    child,
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await exited;
    },
  };
};

/** Connects in the Inspector and opens the page of a tool. */
const openPage = async (page: Page, child: ChildProcess, tool: string): Promise<Frame> => {
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(await addressOf(child));
  await page.getByRole('switch', { name: /^Connect or disconnect/ }).click({ force: true });
  await page.getByText('Apps', { exact: true }).click();
  await page.getByRole('button', { name: new RegExp(`^${tool}`) }).click();
  // A tool without arguments opens immediately.
  const frame = page.locator('iframe');
  const start = page.getByRole('button', { name: 'Open App' });
  await start.or(frame).first().waitFor();
  if ((await frame.count()) === 0) await start.click();
  await page.frameLocator('iframe').frameLocator('iframe').locator('h1').waitFor();
  return viewOf(page);
};

/** Opens the page of a tool in the Inspector until the stack is disposed of. */
const inspect = async (
  stack: AsyncDisposableStack,
  args: readonly string[],
  tool: string,
): Promise<Pick<Opened, 'page' | 'view'>> => {
  const { child } = stack.use(await startTry(args));
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
  });
  stack.defer(() => page.close());
  return { page, view: await openPage(page, child, tool) };
};

test('the treemap is drawn, and a click on a folder opens it', async () => {
  const root = mkdtempSync(join(folder, 'tree-'));
  mkdirSync(join(root, 'photos'));
  writeFileSync(join(root, 'photos', 'beach.jpg'), 'x'.repeat(5000));
  writeFileSync(join(root, 'notes.txt'), 'x'.repeat(100));
  await using stack = new AsyncDisposableStack();
  const { view } = await inspect(stack, ['filesystem', root], 'Directory tree');
  const row = (name: string) => view.getByRole('table', { name: 'Entries' }).getByRole('row', { name });
  await row('notes.txt').waitFor();
  await row('photos').getByRole('button').click();
  await row('beach.jpg').waitFor();
  expect(await row('notes.txt').count()).toBe(0);
});

test('the status lists a new file, and a click stages it', async () => {
  const repository = mkdtempSync(join(folder, 'repository-'));
  git(repository, 'init', '--quiet');
  writeFileSync(join(repository, 'notes.txt'), 'Buy tea\n');
  await using stack = new AsyncDisposableStack();
  const { view } = await inspect(stack, ['git', repository], 'Status');
  await view.getByRole('button', { name: 'Stage notes.txt', exact: true }).click();
  await expect.poll(() => git(repository, 'diff', '--cached', '--name-only')).toBe('notes.txt\n');
});

test('the picture in the README of the repository is up to date', async () => {
  const root = mkdtempSync(join(folder, 'repository-'));
  const { args } = await gitStatus.prepare(root);
  await using stack = new AsyncDisposableStack();
  const { page, view } = await inspect(stack, ['git', ...args], 'Status');
  await page.getByRole('button', { name: 'Close monitoring sidebar' }).click();
  await gitStatus.act(view);
  await page.mouse.move(0, 0);
  await page.getByRole('tooltip').waitFor({ state: 'hidden' });
  const picture = PNG.sync.read(await page.screenshot({ animations: 'disabled', caret: 'hide' }));
  const stored = readPicture(IN_README);
  const pixels = stored === undefined ? Infinity : differing(picture, stored);
  if (pixels > MOST_DIFFERING && process.env['UPDATE_DOCS'] === '1') return writePicture(IN_README, picture);
  expect(pixels, `${IN_README} shows something else. Look at what changed: ${UPDATE}`).toBeLessThanOrEqual(
    MOST_DIFFERING,
  );
});

const run = (file: string, ...args: string[]) =>
  spawnSync(process.execPath, [file, ...args], { cwd: folder, encoding: 'utf8', input: '' });

test('a server that does not exist is refused with the commands that work', () => {
  const { status, stderr } = run(tryServer, 'files', folder);
  expect(status).toBe(2);
  expect(stderr).toMatch(
    /^There is no server "files"\. Examples:\n {2}npx -y pnpm@12 try filesystem ~\/Documents\n/,
  );
});

test.each([
  ['filesystem', 'missing'],
  ['git', '-r', 'missing'],
  ['sqlite', 'missing.db'],
  ['fetch', '--wrong'],
])('%s: wrong arguments are refused with the words of the server itself: %s %s', (server, ...args) => {
  const { status, stderr } = run(program(server), ...args);
  expect(status).toBe(2);
  expect(run(tryServer, server, ...args)).toMatchObject({ status, stderr, stdout: '' });
});
