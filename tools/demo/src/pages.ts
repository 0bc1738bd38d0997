// The pages that hosts show beside results, to be tried in a browser.
import { once } from 'node:events';
import { startTrial } from '@mcp/views/trial';
import { note, say, title } from './transcript.ts';

/** Serves them on loopback until the user presses Ctrl-C. */
export const offerPages = async (): Promise<void> => {
  await using trial = await startTrial();
  title('What hosts show beside results: open it in your browser, Ctrl-C ends it');
  for (const [what, address] of Object.entries(trial.addresses)) note(`${what}: ${address}`);
  await once(process, 'SIGINT');
  say('');
};
