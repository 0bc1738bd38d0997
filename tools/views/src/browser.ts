// The browser: a real one, from a package of the registry, with its walls between origins up.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { chromium as type, type Browser } from 'playwright-core';
import { useFonts } from './fonts.ts';

/** Switches of that package which would take down what the sandbox of a host stands on. */
const WEAKENING =
  /^--(?:disable-web-security|allow-running-insecure-content|disable-site-isolation-trials|single-process|no-zygote)$/;

/**
 * Beside the packages: the package would unpack it into the system's folder for temporary files, and leave it there.
 */
const CACHE = join(import.meta.dirname, '../node_modules/.cache/chromium');

/** Unpacks the browser, unless it is there. Returns its path. */
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

/** Starts it. @throws {Error} where it cannot run, with the reason. */
export const startBrowser = async (): Promise<Browser> => {
  const args = chromium.args.filter((arg) => !WEAKENING.test(arg) && !arg.startsWith('--disable-features='));
  try {
    const env = { ...process.env, ...useFonts() };
    return await type.launch({ args, env, executablePath: await unpack(), headless: true });
  } catch (error) {
    throw new Error('No browser can run here, so the pages of the servers are not tested', { cause: error });
  }
};
