// `pnpm runtimes`: the packed servers under Bun and Deno: their main jobs over stdio, and both eras over HTTP.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type Program } from '@mcp/runtime/testing';
import { publicPackages } from '@mcp/repo/src/workspace.ts';
import { createChecks } from './checks.ts';
import { createMachine, install, pack } from './packing.ts';
import { expectCleanEnd, expectTools, inTime, listOverHttp, tryJob } from './server-checks.ts';
import { prepareTrials, type Trial } from './trials.ts';

/**
 * The runtimes on npm. `installer` runs here because npm runs no scripts. `program` is started directly because npm's
 * link for Deno starts another process, which outlives it. `before` precedes the file of a server.
 */
const RUNTIMES = [
  { name: 'bun', spec: 'bun@1', installer: 'install.js', program: 'bin/bun.exe', before: [] },
  { name: 'deno', spec: 'deno@2', installer: 'install.cjs', program: 'deno', before: ['run', '--allow-all'] },
] as const;

type Runtime = (typeof RUNTIMES)[number];

const machine = createMachine();
const project = join(machine.folder, 'project');

const installAll = async (): Promise<void> => {
  const servers = publicPackages.filter(({ folder }) => folder.startsWith('servers/'));
  const archives = servers.map((server) => pack(server, machine));
  await install([...archives, ...RUNTIMES.map(({ spec }) => spec)], project, machine);
  for (const { name, installer } of RUNTIMES)
    execFileSync(process.execPath, [installer], { cwd: join(project, 'node_modules', name) });
};

const programOf = ({ name, program, before }: Runtime, { server, args }: Trial): Program => ({
  command: join(project, 'node_modules', name, program),
  args: [...before, join(project, 'node_modules/@mcp', `server-${server}`, 'dist/main.cjs'), ...args],
  env: machine.environment,
});

const tryServer = async (program: Program, { first, jobs }: Trial): Promise<void> => {
  await using client = await connect(program);
  expectTools(await client.request('tools/list'));
  for (const job of [first, ...jobs]) await tryJob(client, job);
  await expectCleanEnd(client);
};

const checks = createChecks();
try {
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true }));
  await checks.check('npm install of the packed servers, Bun and Deno', installAll);
  for (const runtime of RUNTIMES) {
    for (const trial of await prepareTrials(join(machine.folder, runtime.name))) {
      const program = programOf(runtime, trial);
      const name = `${runtime.name}: ${trial.server}`;
      await checks.check(name, () => inTime(tryServer(program, trial)));
      await checks.check(`${name} over HTTP`, () => inTime(listOverHttp(program)));
    }
  }
} finally {
  // Servers may still be writing their compile cache.
  rmSync(machine.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
}
process.exit(checks.exitCode);
