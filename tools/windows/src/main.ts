// `pnpm windows [name…]`: runs the packed servers under the node.exe and git.exe of Windows, as a host does. With
// names, runs only the tests whose names contain one.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { unpackBundles } from './bundles.ts';
import { judge } from './judge.ts';
import { createMachine } from '@mcp/release/src/packing.ts';
import {
  DRIVE_VERSION,
  installPackages,
  installPrograms,
  makeProject,
  NODE,
  TO_PROJECT,
} from './programs.ts';
import { installWine, NoWine, Windows } from './wine.ts';

const MOST_SECONDS = 2400;
/** The exit code that `.ci/run` counts as skipped: this machine cannot run the suite. */
const NOT_HERE = 69;

const begin = performance.now();
const say = (text: string): void => {
  process.stdout.write(`${((performance.now() - begin) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);
};

/** Returns a count from the summary of Node.js's test runner. */
const countOf = (log: string, word: string): number =>
  Number(new RegExp(`^ℹ ${word} (\\d+)`, 'm').exec(log)?.[1] ?? 0);

const runSuite = async (windows: Windows, folder: string): Promise<boolean> => {
  const output = join(folder, 'output.txt');
  const only = process.argv.slice(2).map((name) => `--test-name-pattern=${name}`);
  const args = [NODE, '--test-reporter=spec', ...only, `${TO_PROJECT}\\suite\\run.ts`];
  const { code, isLate } = await windows.run(args, { output, seconds: MOST_SECONDS, cwd: folder });
  const log = readFileSync(output, 'utf8').replaceAll('\r\n', '\n');
  process.stdout.write(log);
  if (isLate) say(`the suite was stopped after ${MOST_SECONDS} seconds`);
  const { judged, faults } = await judge(join(folder, 'conversations.jsonl'));
  for (const fault of faults) process.stdout.write(`FAIL  wire: ${fault}\n`);
  const [passed, failed, skipped] = ['pass', 'fail', 'skipped'].map((word) => countOf(log, word));
  say(
    `Windows: ${passed} passed, ${failed} failed, ${skipped} skipped; ${judged} messages of servers judged, ` +
      `${faults.length} faults`,
  );
  return code === 0 && !isLate && faults.length === 0 && judged > 0 && passed !== 0;
};

const main = async (): Promise<boolean> => {
  installWine();
  const windows = new Windows(join(import.meta.dirname, '../.cache/prefix'));
  const machine = createMachine();
  // An earlier run that was killed may have left programs running.
  windows.stop();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      windows.stop();
      process.exit(1);
    });
  try {
    if (await windows.prepare(DRIVE_VERSION)) say('made a prefix for Wine');
    await installPrograms(windows);
    say('Node.js and git for Windows are there');
    const installed = await installPackages(windows, machine);
    say('installed the packages as npm does on Windows');
    await makeProject(windows, installed);
    say('made a project');
    await unpackBundles(installed.folder, machine);
    say('unpacked the bundles');
    return await runSuite(windows, installed.folder);
  } finally {
    windows.stop();
    rmSync(machine.folder, { recursive: true, force: true });
  }
};

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  if (!(error instanceof NoWine)) throw error;
  process.stdout.write(`skipped: ${error.message}\n`);
  process.exitCode = NOT_HERE;
}
