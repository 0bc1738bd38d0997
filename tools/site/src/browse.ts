// Visits the built site in a browser: every page opens without an error, search finds, and pictures of it are kept in
// dist/screenshots.
import { createReadStream, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { chromium as browserType, type Page as Tab } from 'playwright-core';
import { root } from './pages.ts';

const site = join(root, 'tools/site/dist/site');
const screenshots = join(root, 'tools/site/dist/screenshots');

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

// Only files of the site are served: a page that is missing is an error.
const server = createServer(({ url = '/' }, response) => {
  const { pathname } = new URL(url, 'http://localhost');
  const file = [pathname, `${pathname}.html`, join(pathname, 'index.html')]
    .map((path) => join(site, path))
    .find((path) => extname(path) !== '' && existsSync(path));
  if (file === undefined) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
  createReadStream(file).pipe(response);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const browser = await browserType.launch({
  args: chromium.args,
  executablePath: await chromium.executablePath(),
  headless: true,
});
const problems: string[] = [];

const watch = (tab: Tab): void => {
  tab.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${tab.url()}: ${message.text()}`);
  });
  tab.on('pageerror', (error) => problems.push(`${tab.url()}: ${error.message}`));
  tab.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.url()}: ${response.status()}`);
  });
};

const visitAll = async (tab: Tab): Promise<number> => {
  const files = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.html') && file !== '404.html',
  );
  for (const file of files) {
    await tab.goto(`${address}/${file.replace(/(?:index)?\.html$/, '')}`);
    if ((await tab.locator('main h1').count()) === 0) problems.push(`${file}: has no heading`);
  }
  return files.length;
};

/** Types into the search and opens the first page that it finds. */
const search = async (tab: Tab, words: string): Promise<string> => {
  await tab.goto(address);
  await tab.locator('.DocSearch-Button').click();
  await tab.locator('.VPLocalSearchBox input').fill(words);
  const first = tab.locator('.VPLocalSearchBox .result').first();
  await first.waitFor();
  await tab.screenshot({ path: join(screenshots, 'search.png') });
  await first.click();
  await tab.waitForURL((url) => url.pathname !== '/');
  return new URL(tab.url()).pathname;
};

/** The titles of the groups in the sidebar of a page. */
const sidebarOf = async (tab: Tab, path: string): Promise<readonly string[]> => {
  await tab.goto(`${address}/${path}`);
  return tab.locator('.VPSidebar h2').allTextContents();
};

/** Users are not shown why the runtime is as it is; authors are. */
const compareSidebars = async (tab: Tab): Promise<void> => {
  for (const path of ['', 'guide/get-started', 'servers/git'])
    if ((await sidebarOf(tab, path)).includes('Decisions'))
      problems.push(`${path}: shows decisions to users`);
  for (const path of [
    'runtime/writing-a-server',
    'runtime/decisions/2026-11-21-bundled-bins',
    'api/',
    'command-line',
  ])
    if (!(await sidebarOf(tab, path)).includes('Decisions'))
      problems.push(`${path}: shows authors no decisions`);
};

const photograph = async (tab: Tab): Promise<void> => {
  for (const path of ['', 'guide/get-started', 'guide/security-model', 'servers/filesystem', 'api/']) {
    await tab.goto(`${address}/${path}`);
    await tab.screenshot({ path: join(screenshots, `${path.replaceAll('/', '-') || 'home'}.png`) });
  }
};

try {
  mkdirSync(screenshots, { recursive: true });
  const tab = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  watch(tab);
  const count = await visitAll(tab);
  await compareSidebars(tab);
  const found = await search(tab, 'progress');
  await photograph(tab);
  process.stdout.write(`${count} pages opened; the search for "progress" led to ${found}\n`);
} finally {
  await browser.close();
  server.close();
}
for (const problem of problems) process.stdout.write(`FAIL  ${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
