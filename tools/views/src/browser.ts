// The browser: a real one from an npm package, with origins isolated from each other.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { chromium as type, type Browser } from 'playwright-core';
import { useFonts } from './fonts.ts';

/** Switches of that package that would weaken the isolation that a host's sandbox relies on. */
const WEAKENING =
  /^--(?:disable-web-security|allow-running-insecure-content|disable-site-isolation-trials|single-process|no-zygote)$/;

/**
 * Next to the packages: by default, the browser would be unpacked into the system's temporary folder and left there.
 */
const CACHE = join(import.meta.dirname, '../node_modules/.cache/chromium');

/** Unpacks the browser if necessary and returns its path. */
const unpack = async (): Promise<string> => {
  mkdirSync(CACHE, { recursive: true });
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = CACHE;
  try {
    return await chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
};

/** Starts the browser. @throws {Error} with the reason if it cannot run here. */
export const startBrowser = async (): Promise<Browser> => {
  const args = chromium.args.filter((arg) => !WEAKENING.test(arg) && !arg.startsWith('--disable-features='));
  try {
    const env = { ...process.env, ...useFonts() };
    return await type.launch({ args, env, executablePath: await unpack(), headless: true });
  } catch (error) {
    throw new Error('No browser can run here, so the pages of the servers are not tested', { cause: error });
  }
};
