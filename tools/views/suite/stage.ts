// A stage: the browser and the bed, and pages on them that are watched for errors and for requests to the outside.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startBed, type Bed, type Show } from '../src/bed.ts';
import { startBrowser } from '../src/browser.ts';
import { program } from '../src/scene.ts';

const PATIENCE_MS = 30_000;

/** The view of a tool's result, shown by a host. */
export interface Opened {
  readonly page: Page;
  /** The frame of the view itself. */
  readonly view: Frame;
  /** Errors on the console, exceptions, and requests that left this machine, since they were last asked for. */
  readonly takeProblems: () => readonly string[];
}

/** The window that a page is shown in. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
  /** Pixels of the screen for one of the page. Default: 1. */
  readonly scale?: number;
}

/** How a page is opened. */
export interface Opening extends Partial<Viewport> {
  /** Its first heading when it shows what is wanted. */
  readonly heading?: string;
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
export const viewOf = (page: Page): Frame => {
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
  const state = await page.locator('html[data-state]').getAttribute('data-state');
  if (state !== 'shown') throw new Error(String(state));
  return { page, view: viewOf(page), takeProblems: () => problems.splice(0) };
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

/** The stage of a test file. After each test its pages are closed; it fails when one of them had problems. */
export const useStage = (): ((show: Show, opening?: Opening) => Promise<Opened>) => {
  let stage: Stage | undefined;
  const shown: Opened[] = [];
  beforeAll(async () => {
    stage = await startStage();
  });
  afterEach(async () => {
    const pages = shown.splice(0);
    for (const { page } of pages) await page.close();
    expect(pages.flatMap((each) => each.takeProblems())).toEqual([]);
  });
  afterAll(() => stage?.[Symbol.asyncDispose]());
  return async (show, { heading: expected, width = 900, height = 700, scale = 1 } = {}) => {
    if (stage === undefined) throw new Error('The stage is opened before the tests begin');
    const opened = await stage.open(show, { width, height, scale });
    shown.push(opened);
    if (expected !== undefined) await expect.poll(() => heading(opened.view)).toBe(expected);
    return opened;
  };
};

/** A directory that is gone after the tests of a file. */
export const useFolder = (): string => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'views-')));
  afterAll(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }));
  return path;
};

/** A call of a built server. */
export const callOf = (
  server: string,
  programArgs: readonly string[],
  [tool, args]: readonly [tool: string, args?: object],
): Show => ({ command: [process.execPath, program(server), ...programArgs], tool, args: { ...args } });

/** Presses Tab, or Shift and Tab, until the control of this name has the focus. */
export const tabTo = async (
  { page, view }: Pick<Opened, 'page' | 'view'>,
  name: string,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> => {
  const focused = () =>
    view.evaluate(() => {
      const { activeElement: element } = document;
      return element?.getAttribute('aria-label') ?? element?.closest('label, button')?.textContent?.trim();
    });
  for (let nth = 0; nth < 60 && (await focused()) !== name; nth += 1) await page.keyboard.press(key);
  expect(await focused()).toBe(name);
};

/** The text of the first heading of a page. */
export const heading = (view: Frame): Promise<string | null> => view.locator('h1').first().textContent();

/** What a page says in its status. */
export const status = (view: Frame): Promise<string | null> => view.getByRole('status').textContent();

/** Runs when it is taken for more than text. */
export const SCRIPT = '<script>window.parent.hacked = true</script><img src=x onerror="document.title=1">';

/** What of a hostile text became an element, besides the script of the page, and whether its script ran. */
export const traces = async (
  { page, view }: Pick<Opened, 'page' | 'view'>,
  selector = 'script, img, b',
): Promise<{ readonly elements: number; readonly isHacked: boolean }> => ({
  elements: (await view.locator(selector).count()) - 1,
  isHacked: await page.evaluate(() => 'hacked' in window),
});

/** A hostile text that stayed one. */
export const HARMLESS = { elements: 0, isHacked: false };
