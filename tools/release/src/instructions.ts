// `pnpm instructions`: runs every command that the documents print, as it stands there, under an empty home.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createChecks, expectThat } from './checks.ts';
import { blocks, toRun, type Block } from './instructions/blocks.ts';
import { createMachine, withPrograms } from './packing.ts';
import { isFree } from './ports.ts';
import { root } from '@mcp/repo/src/workspace.ts';

const PATIENCE_MS = 120_000;

const machine = createMachine();
const modern = withPrograms(machine, dirname(process.execPath));
const { HOME } = machine.environment;

/** The documents ask for a Node.js that every server runs on. npm stays with the one that it came with. */
const envFor = (commands: string): NodeJS.ProcessEnv => {
  const { environment } = /^npm /m.test(commands) || /create-server/.test(commands) ? machine : modern;
  return { ...environment, MCP_TOKEN: 'a-token-of-more-than-16-characters' };
};

/** What people have: some folders, a repository and a database. */
const prepareHome = (): void => {
  for (const folder of ['Documents', 'projects', 'project']) mkdirSync(join(HOME, folder));
  execFileSync('git', ['init', '--quiet', join(HOME, 'project')]);
  // An empty file is an empty database.
  writeFileSync(join(HOME, 'data.db'), '');
};

/** A folder that looks like the root of the clone; what commands write there is gone with it. */
const prepareClone = (name: string): string => {
  const folder = join(machine.folder, name);
  mkdirSync(folder);
  for (const part of ['servers', 'packages', 'tools']) symlinkSync(join(root, part), join(folder, part));
  return folder;
};

/** Runs commands that end by themselves, and gives what they said. */
const runToEnd = async (commands: string, cwd: string): Promise<string> => {
  const child = spawn('bash', ['-e', '-c', commands], {
    cwd,
    env: envFor(commands),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += part.toString()));
  const late = sleep(PATIENCE_MS, undefined, { ref: false }).then(() => child.kill());
  const [code] = (await Promise.race([once(child, 'close'), late])) as [number | null];
  expectThat(code === 0, `${commands}\nended with ${code}:\n${said}`);
  return said;
};

/** Runs a server until it says that it listens. */
const runServer = async (commands: string, cwd: string): Promise<void> => {
  const child = spawn('bash', ['-e', '-c', `exec ${commands}`], {
    cwd,
    env: envFor(commands),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  const listens = new Promise<boolean>((resolve) => {
    child.stderr.on('data', (part: Buffer) => {
      said += part.toString();
      if (/http:\/\/\S+/.test(said)) resolve(true);
    });
    child.once('close', () => resolve(false));
  });
  const late = sleep(PATIENCE_MS, false, { ref: false });
  const isUp = await Promise.race([listens, late]);
  child.kill();
  expectThat(isUp, `${commands}\ndoes not listen:\n${said}`);
};

const runBlock = async (block: Block, cwd: string): Promise<void> => {
  const commands = toRun(block);
  if (/--transport http/.test(commands)) {
    const port = (await isFree(3000)) ? '3000' : '0';
    return runServer(commands.replace('--port 3000', `--port ${port}`), cwd);
  }
  const said = await runToEnd(commands, cwd);
  if (/--install/.test(commands))
    expectThat(/\bAdd "/.test(said), `${commands}\nsays nothing of an entry:\n${said}`);
};

const checks = createChecks();
try {
  prepareHome();
  const left = blocks.filter((block) => block.byHand === undefined && toRun(block) !== '');
  for (const [index, block] of left.entries()) {
    const [first = ''] = toRun(block).split('\n');
    await checks.check(`${block.path}: ${first}`, () => runBlock(block, prepareClone(`clone-${index}`)));
  }
  for (const { path, byHand, text } of blocks.filter((block) => block.byHand !== undefined))
    process.stdout.write(`hand  ${path}: ${text.split('\n')[0]} (${byHand})\n`);
} finally {
  rmSync(machine.folder, { recursive: true, force: true });
}
process.exitCode = checks.exitCode;
