// `pnpm instructions`: runs every command in the documents verbatim. Each document has its own reader with an empty
// home.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '@mcp/repo/src/workspace.ts';
import { createChecks, expectThat } from './checks.ts';
import { blocks, toRun, type Block } from './instructions/blocks.ts';
import { createMachine, withPrograms, type Machine } from './packing.ts';
import { run } from './run.ts';
import { inTime, urlOf } from './server-checks.ts';

const PATIENCE_MS = 120_000;

/** Creates typical user data: some folders, a repository and a database. */
const prepareHome = ({ environment: { HOME } }: Machine): void => {
  for (const folder of ['Documents', 'projects', 'project']) mkdirSync(join(HOME, folder));
  execFileSync('git', ['init', '--quiet', join(HOME, 'project')]);
  // An empty file is an empty database.
  writeFileSync(join(HOME, 'data.db'), '');
};

/** Creates a folder that looks like the root of the clone, so that what commands write there goes away with it. */
const prepareClone = (folder: string): string => {
  mkdirSync(folder);
  execFileSync('git', ['init', '--quiet', folder]);
  for (const part of ['servers', 'packages', 'tools']) symlinkSync(join(root, part), join(folder, part));
  return folder;
};

/** Returns an environment whose Node.js runs every server, as the documents require. npm keeps its own Node.js. */
const envFor = (commands: string, machine: Machine): NodeJS.ProcessEnv => {
  const isForNpm = /^npm /m.test(commands) || /create-server/.test(commands);
  const { environment } = isForNpm ? machine : withPrograms(machine, dirname(process.execPath));
  return { ...environment, MCP_TOKEN: 'a-token-of-more-than-16-characters' };
};

/** Runs a server until it reports that it listens. */
const runServer = async (commands: string, cwd: string, env: NodeJS.ProcessEnv): Promise<void> => {
  // Another program of this machine may use the port in the documents.
  const command = `exec ${commands.replace('--port 3000', '--port 0')}`;
  const child = spawn('bash', ['-e', '-c', command], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    await inTime(urlOf(child));
  } finally {
    child.kill();
  }
};

const runBlock = async (block: Block, cwd: string, machine: Machine): Promise<void> => {
  const commands = toRun(block);
  const env = envFor(commands, machine);
  if (/--transport http/.test(commands)) return runServer(commands, cwd, env);
  const said = await run('bash', ['-e', '-c', commands], { cwd, env, timeout: PATIENCE_MS });
  if (/--install/.test(commands))
    expectThat(/\bAdd "/.test(said), `${commands}\nsays nothing of an entry:\n${said}`);
};

const checks = createChecks();

const runDocument = async (path: string, left: readonly Block[]): Promise<void> => {
  const machine = createMachine();
  try {
    prepareHome(machine);
    for (const [index, block] of left.entries()) {
      const [first = ''] = toRun(block).split('\n');
      const clone = prepareClone(join(machine.folder, `clone-${index}`));
      await checks.check(`${path}: ${first}`, () => runBlock(block, clone, machine));
    }
  } finally {
    rmSync(machine.folder, { recursive: true, force: true });
  }
};

// Readers have used pnpm to build the clone. Concurrent downloads of it would interfere.
const builder = createMachine();
await run('npx', ['-y', 'pnpm@12', '--version'], { cwd: builder.folder, env: builder.environment });
rmSync(builder.folder, { recursive: true });

const left = blocks.filter((block) => block.byHand === undefined && toRun(block) !== '');
const documents = Map.groupBy(left, ({ path }) => path);
await Promise.all([...documents].map(([path, inDocument]) => runDocument(path, inDocument)));
for (const { path, byHand, text } of blocks.filter((block) => block.byHand !== undefined))
  process.stdout.write(`hand  ${path}: ${text.split('\n')[0]} (${byHand})\n`);
process.exitCode = checks.exitCode;
