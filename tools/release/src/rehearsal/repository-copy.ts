// A releasable copy of this repository: the working tree as one commit, with its dependencies installed.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expectThat } from '../checks.ts';
import type { Machine } from '../packing.ts';
import { run } from '../run.ts';
import { publication } from '@mcp/repo/src/publication.ts';
import { publicPackages, root } from '@mcp/repo/src/workspace.ts';
import { REPOSITORY } from './published.ts';

/** A copy of the repository, and the environment of the machine's user, with the registry and the package store. */
export interface RepositoryCopy {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

const git = (folder: string, ...args: readonly string[]): Promise<string> =>
  run('git', args, { cwd: folder, env: process.env });

const pnpm = ({ folder, env }: RepositoryCopy, ...args: readonly string[]): Promise<string> =>
  run('pnpm', args, { cwd: folder, env });

/** The parts of the workspace that a release needs, without the tools for tests and measurements. */
const TOOLS = ['build', 'release', 'repo'];
const RELEASED = ['--filter=!./tools/*', ...TOOLS.map((name) => `--filter=./tools/${name}`)];

const installDependencies = (copy: RepositoryCopy): Promise<string> =>
  pnpm(copy, 'install', '--frozen-lockfile', '--prefer-offline', ...RELEASED);

const copyWorkingTree = async (folder: string): Promise<void> => {
  const listed = await git(root, 'ls-files', '--cached', '--others', '--exclude-standard', '-z');
  for (const file of listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(root, file), join(folder, file));
  }
};

/** Copies the working tree into a new folder, as a project with an owner. */
export const copyRepository = async (copy: RepositoryCopy): Promise<void> => {
  const { folder } = copy;
  await copyWorkingTree(folder);
  const decided = { ...publication, repository: REPOSITORY };
  writeFileSync(join(folder, 'tools/release/publication.json'), JSON.stringify(decided));
  await git(folder, 'init', '--quiet', '--initial-branch', 'main');
  await git(folder, 'add', '--all');
  const author = ['-c', 'user.name=release', '-c', 'user.email=release@example.org'];
  await git(folder, ...author, 'commit', '--quiet', '--message', 'the working tree');
  await installDependencies(copy);
};

/** Applies the changesets. If there are none, as after a release, makes one for every package. */
export const applyChangesets = async (copy: RepositoryCopy): Promise<void> => {
  const changesets = join(copy.folder, '.changeset');
  const waiting = readdirSync(changesets).filter((name) => name.endsWith('.md') && name !== 'README.md');
  if (waiting.length === 0) {
    const packages = publicPackages.map(({ manifest }) => `'${manifest.name}': patch\n`).join('');
    writeFileSync(join(changesets, 'rehearsal.md'), `---\n${packages}---\n\nA rehearsal.\n`);
  }
  await pnpm(copy, 'version:packages');
  await installDependencies(copy);
};

/**
 * Returns the publisher's environment, with the store of the copy's dependencies for pnpm and the cache of the built
 * files for turbo.
 */
const asPublisher = async (copy: RepositoryCopy, { environment }: Machine): Promise<NodeJS.ProcessEnv> => ({
  ...environment,
  PNPM_CONFIG_STORE_DIR: (await pnpm(copy, 'store', 'path')).trim(),
  TURBO_CACHE_DIR: join(root, '.turbo/cache'),
});

/** Builds the packages and publishes versions that the registry does not have yet. */
export const publish = async (copy: RepositoryCopy, publisher: Machine): Promise<void> => {
  await pnpm({ ...copy, env: await asPublisher(copy, publisher) }, 'release');
};

/** Throws unless pnpm applies the workflow's provenance setting, which fails outside of a CI service. */
export const expectProvenance = async (copy: RepositoryCopy, publisher: Machine): Promise<void> => {
  const workflow = readFileSync(join(copy.folder, '.github/workflows/release.yml'), 'utf8');
  const [, name = '', value = ''] = /^ *(\w+_PROVENANCE): (\w+)$/m.exec(workflow) ?? [];
  const env = { ...(await asPublisher(copy, publisher)), [name]: value };
  const runtime = { folder: join(copy.folder, 'packages/runtime'), env };
  const answer = await pnpm(runtime, 'publish', '--no-git-checks', '--force', '--json').catch(String);
  expectThat(answer.includes('PROVENANCE'), `pnpm does not attest where a package comes from: ${answer}`);
};
