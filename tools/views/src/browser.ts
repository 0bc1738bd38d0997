// The browser: a real one, from a package of the registry, with its walls between origins up.
import chromium from '@sparticuz/chromium';
import { chromium as type, type Browser } from 'playwright-core';
import { useFonts } from './fonts.ts';

/** Switches of that package which would take down what the sandbox of a host stands on. */
const WEAKENING =
  /^--(?:disable-web-security|allow-running-insecure-content|disable-site-isolation-trials|single-process|no-zygote)$/;

/** Starts it. @throws {Error} where it cannot run, with the reason. */
export const startBrowser = async (): Promise<Browser> => {
  const args = chromium.args.filter((arg) => !WEAKENING.test(arg) && !arg.startsWith('--disable-features='));
  try {
    const env = { ...process.env, ...useFonts() };
    return await type.launch({ args, env, executablePath: await chromium.executablePath(), headless: true });
  } catch (error) {
    throw new Error('No browser can run here, so the pages of the servers are not tested', { cause: error });
  }
};
