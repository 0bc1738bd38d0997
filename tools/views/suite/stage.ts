// Stage: the browser and the test bed, whose pages are watched for errors and for requests to other machines.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startBed, type Bed, type Show } from '../src/bed.ts';
import { startBrowser } from '../src/browser.ts';
import { program } from '../src/scene.ts';

const PATIENCE_MS = 30_000;

/** A tool's result in a host. */
export interface Opened {
  readonly page: Page;
  /** The frame of the view. */
  readonly view: Frame;
  /** Returns console errors, exceptions, and requests to other machines since the last call. */
  readonly takeProblems: () => readonly string[];
}

/** The window of a page. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
  /** The number of screen pixels per page pixel. Default: 1. */
  readonly scale?: number;
}

/** Options for opening a page. */
export interface Opening extends Partial<Viewport> {
  /** The first heading to wait for. */
  readonly heading?: string;
}

/** A browser that opens pages. */
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

/** Returns the innermost frame: host, sandbox, view. */
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

/** Starts the browser and the test bed. */
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

/**
 * Returns a function that opens pages for a test file. Closes them after each test, which fails if one had problems.
 */
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

/** Creates a directory that is removed after the tests of a file. */
export const useFolder = (): string => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'views-')));
  afterAll(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }));
  return path;
};

/** Returns a call of a built server. */
export const callOf = (
  server: string,
  programArgs: readonly string[],
  [tool, args]: readonly [tool: string, args?: object],
): Show => ({ command: [process.execPath, program(server), ...programArgs], tool, args: { ...args } });

/** Presses Tab, or Shift and Tab, until the control with this name has the focus. */
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

/** Returns the text of the first heading of a page. */
export const heading = (view: Frame): Promise<string | null> => view.locator('h1').first().textContent();

/** Returns the text of a page's status. */
export const status = (view: Frame): Promise<string | null> => view.getByRole('status').textContent();

/** A hostile text that runs if a page treats it as more than text. */
export const SCRIPT = '<script>window.parent.hacked = true</script><img src=x onerror="document.title=1">';

/** Returns how many elements a hostile text has created, besides the page's script, and whether its script ran. */
export const traces = async (
  { page, view }: Pick<Opened, 'page' | 'view'>,
  selector = 'script, img, b',
): Promise<{ readonly elements: number; readonly isHacked: boolean }> => ({
  elements: (await view.locator(selector).count()) - 1,
  isHacked: await page.evaluate(() => 'hacked' in window),
});

/** The traces of a hostile text that stayed text. */
export const HARMLESS = { elements: 0, isHacked: false };
