// The project that `npm create @mcp/server` makes: whether it passes its own checks and runs as its README says.
import { basename, dirname } from 'node:path';
import { connect, type Program } from '@mcp/runtime/testing';
import { expectThat } from '../checks.ts';
import type { Machine } from '../packing.ts';
import { run } from '../run.ts';
import { expectTools, inTime, listOverHttp } from '../server-checks.ts';

/** A tested package manager. */
export type PackageManager = 'npm' | 'pnpm';

/** A project and its package manager. */
export interface CreatedProject {
  readonly folder: string;
  readonly manager: PackageManager;
}

// npm passes on only flags after `--`.
const SEPARATOR = { npm: ['--'], pnpm: [] };

/** Makes a project, installs its dependencies and compiles it. */
export const createProject = async ({ folder, manager }: CreatedProject, machine: Machine): Promise<void> => {
  const env = machine.environment;
  const flags = ['--with', 'tool,resource,prompt', '--yes'];
  const args = ['create', '@mcp/server', basename(folder), ...SEPARATOR[manager], ...flags];
  await run(manager, args, { cwd: dirname(folder), env });
  await run(manager, ['install'], { cwd: folder, env });
  await run(manager, ['run', 'check'], { cwd: folder, env });
};

/** Starts the server from the printed configuration of a host. */
const listOverStdio = async ({ folder }: CreatedProject, { environment }: Machine): Promise<void> => {
  const printed = await run('node', ['dist/src/main.js', '--print-config', 'claude'], {
    cwd: folder,
    env: environment,
  });
  const { mcpServers } = JSON.parse(printed) as {
    readonly mcpServers: Readonly<Record<string, Program>>;
  };
  const [program] = Object.values(mcpServers);
  if (program === undefined) throw new Error(`--print-config printed ${printed}`);
  await using client = await connect({ ...program, env: environment }, { revision: '2025-11-25' });
  expectTools(await client.request('tools/list'));
};

/** Runs the project's tests on a line of Node.js, then the server over stdio and over HTTP. */
export const tryProject = async (project: CreatedProject, line: string, machine: Machine): Promise<void> => {
  const { folder, manager } = project;
  const options = { cwd: folder, env: machine.environment };
  const version = await run(manager, ['exec', '--', 'node', '--version'], options);
  expectThat(version.startsWith(`v${line}.`), `${manager} runs Node.js ${version}`);
  const output = await run(manager, ['test'], options);
  const passed = Number(/^\W*pass (\d+)$/m.exec(output)?.[1]);
  expectThat(passed >= 4, `${manager} test ran no test:\n${output}`);
  await inTime(listOverStdio(project, machine));
  const served = { command: 'node', args: ['dist/src/main.js'], cwd: folder, env: machine.environment };
  await inTime(listOverHttp(served));
};
