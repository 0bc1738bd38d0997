// The pages that hosts show beside results, in the user's browser.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startTrial } from '@mcp/views/trial';
import { say, title } from './transcript.ts';

const OPENERS: { readonly [platform: string]: readonly [string, ...string[]] } = {
  darwin: ['open'],
  win32: ['explorer'],
};

/** Opens an address in the user's browser, if the system has a program for that. */
const open = (address: string): void => {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, address], { detached: true, stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
};

/** Serves the pages on loopback until the user presses Ctrl-C. */
export const offerPages = async (): Promise<void> => {
  await using trial = await startTrial();
  title('The pages that hosts show beside results');
  say(`${trial.address}\nCtrl-C ends it.`);
  open(trial.address);
  await once(process, 'SIGINT');
  say('');
};
