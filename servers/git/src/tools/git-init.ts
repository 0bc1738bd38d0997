// git_init: makes a repository, inside the allowed directories only.
import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { adds, type FromSchema } from '@mcp/runtime';
import { worktreeIcon } from '../icons.ts';
import { toArguments, toBranchName, type Option } from '../repository/arguments/arguments.ts';
import { fixedSettings, toEnvironment } from '../repository/process/environment.ts';
import { refusal, toFailure } from '../repository/process/errors.ts';
import { toNewRepository } from '../repository/location/new-place.ts';
import { readOperator } from '../repository/view/operator.ts';
import { runOutside } from '../repository/process/sandbox.ts';
import type { Define } from './frame.ts';

const input = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'A new directory inside the allowed ones, or one that is there.' },
    initial_branch: { type: 'string', default: 'main', description: 'The name of its first branch.' },
    bare: { type: 'boolean', description: 'Create a bare repository.' },
  },
  required: ['path'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: { path: { type: 'string' }, branch: { type: 'string' }, bare: { type: 'boolean' } },
  required: ['path', 'branch', 'bare'],
} as const;

export const gitInit: Define = (repositories) => ({
  name: 'git_init',
  title: 'Create a repository',
  description: 'Create a repository in a directory inside the allowed ones that is in no repository yet.',
  icons: worktreeIcon,
  annotations: adds,
  inputSchema: input,
  outputSchema: output,
  async run({ path: given, initial_branch: name, bare = false }: FromSchema<typeof input>, ctx) {
    const branch = toBranchName(name, 'initial_branch');
    const path = await toNewRepository(repositories, given, ctx);
    checkEmpty(bare ? path : join(path, '.git'));
    const options: Option[] = ['--quiet', `--initial-branch=${branch}`];
    if (bare) options.push('--bare');
    // Nothing but the operator's own configuration has a say.
    const settings = fixedSettings('write', 'untrusted');
    const limits = { ...repositories.options, signal: ctx.signal };
    const cwd = dirname(path);
    const { configuration, templates } = await readOperator(limits);
    const { code, errors } = await runOutside(
      {
        args: toArguments({ name: 'init', options, operands: ['--', path] }),
        cwd,
        env: toEnvironment('write', settings),
        access: 'write',
        directories: [cwd],
        files: [...configuration, ...templates],
      },
      limits,
    );
    if (code !== 0) throw toFailure('init', errors);
    const title = `Initialized ${bare ? 'bare ' : ''}git repository in ${path}`;
    return { text: title, data: { path, branch, bare } };
  },
});

// Git would make its files through links, and take settings that are there already.
const checkEmpty = (gitDir: string): void => {
  const stats = lstatSync(gitDir, { throwIfNoEntry: false });
  if (stats === undefined || (stats.isDirectory() && readdirSync(gitDir).length === 0)) return;
  throw refusal(
    'conflict',
    `${gitDir} is there already, and no repository that can be used.`,
    'Give another directory, or ask the user to look at this one.',
  );
};
