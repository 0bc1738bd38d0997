// A stage: the browser and the bed, and pages on them that are watched for errors and for requests to the outside.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Browser, Frame, Page } from 'playwright-core';
import { startBed, type Bed, type Show } from '../src/bed.ts';
import { startBrowser } from '../src/browser.ts';

const require = createRequire(import.meta.url);
const PATIENCE_MS = 30_000;

/** The view of a tool's result, shown by a host. */
export interface Opened extends AsyncDisposable {
  readonly page: Page;
  /** The frame of the view itself. */
  readonly view: Frame;
  /** Errors on the console, exceptions, and requests that left this machine. */
  readonly problems: readonly string[];
  /** What axe finds, as `rule: selector`. */
  axe(): Promise<readonly string[]>;
}

/** The window that a page is shown in. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
  /** Pixels of the screen for one of the page. Default: 1. */
  readonly scale?: number;
}

/** Where pages are opened. */
export interface Stage extends AsyncDisposable {
  open(show: Show, viewport?: Viewport): Promise<Opened>;
}

const watch = (page: Page, problems: string[]): void => {
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} at ${message.location().url}`);
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    if (!/^(?:http:\/\/127\.0\.0\.1:|data:|about:|blob:)/.test(request.url())) problems.push(request.url());
  });
};

/** The innermost frame: host, sandbox, view. */
const viewOf = (page: Page): Frame => {
  const view = page.frames().find((frame) => frame.parentFrame()?.parentFrame() === page.mainFrame());
  if (view === undefined) throw new Error('The page shows no view');
  return view;
};

const open = async (
  { browser, bed }: { readonly browser: Browser; readonly bed: Bed },
  show: Show,
  { scale = 1, ...viewport }: Viewport = { width: 900, height: 700 },
): Promise<Opened> => {
  const page = await browser.newPage({
    viewport,
    deviceScaleFactor: scale,
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  page.setDefaultTimeout(PATIENCE_MS);
  const problems: string[] = [];
  watch(page, problems);
  await page.goto(bed.add(show));
  await page.waitForFunction(() => /^(?:shown|failed)/.test(document.title));
  const said = await page.title();
  if (said !== 'shown') throw new Error(said);
  const view = viewOf(page);
  return {
    page,
    view,
    problems,
    axe: async () => {
      await view.addScriptTag({ path: require.resolve('axe-core/axe.min.js') });
      const results = await view.evaluate<AxeResults>('axe.run()');
      return results.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target }) => `${id}: ${String(target)}`),
      );
    },
    [Symbol.asyncDispose]: () => page.close(),
  };
};

/** Starts the browser and the bed. */
export const startStage = async (): Promise<Stage> => {
  const browser = await startBrowser();
  const bed = await startBed();
  return {
    open: (show, viewport) => open({ browser, bed }, show, viewport),
    [Symbol.asyncDispose]: async () => {
      await browser.close();
      await bed[Symbol.asyncDispose]();
    },
  };
};

/** A directory that is gone after the test. */
export const temporary = (): Disposable & { readonly path: string } => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'views-')));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
};

export { program } from '../src/scene.ts';
