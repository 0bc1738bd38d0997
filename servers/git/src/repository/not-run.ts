// What a repository would have git run, and git does not run here: hooks, filters and merge drivers.
import { constants, accessSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { shownName } from './names.ts';
import type { Repository } from './repository.ts';

/** Of the hooks of githooks(5) those that the commands of the tools would run. */
const HOOKS: ReadonlySet<string> = new Set([
  ...[
    'applypatch-msg',
    'commit-msg',
    'post-checkout',
    'post-commit',
    'post-merge',
    'post-rewrite',
    'pre-commit',
  ],
  ...['pre-merge-commit', 'pre-push', 'pre-rebase', 'prepare-commit-msg', 'reference-transaction'],
]);

const hooksOf = ({ commonDir }: Pick<Repository, 'commonDir'>): string[] => {
  const folder = join(commonDir, 'hooks');
  try {
    return readdirSync(folder).filter((name) => HOOKS.has(name) && isExecutable(join(folder, name)));
  } catch {
    return [];
  }
};

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const PROGRAM = /^(filter|merge)\.([^]+)\.(?:clean|smudge|process|driver)$/;

/** A sentence that names them, with the flag that runs them, for the end of an answer; nothing when there is none. */
export const notRun = (repository: Repository): string[] => {
  if (repository.options.trust === 'trusted') return [];
  const { unused } = repository;
  const hooks = unused.includes('core.hookspath') ? ['those of core.hooksPath'] : hooksOf(repository);
  const programs = unused.flatMap((key) => {
    const [, kind = '', name = ''] = PROGRAM.exec(key) ?? [];
    return kind === '' ? [] : [`${kind === 'filter' ? 'filter' : 'merge driver'} ${shownName(name)}`];
  });
  const named = [...(hooks.length === 0 ? [] : [`hooks ${hooks.join(', ')}`]), ...new Set(programs)];
  if (named.length === 0) return [];
  return [`Not run: ${named.join('; ')}. They run if the user starts this server with --trust-repo-config.`];
};
