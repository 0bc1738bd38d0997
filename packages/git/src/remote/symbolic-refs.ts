// Symbolic refs among the refs that a transfer writes. Git would follow them and could change any branch.
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { toRevision, type RemoteName } from '../arguments/arguments.ts';
import { orElse } from '../or-else.ts';
import type { Repository } from '../repository.ts';

const MAX_BYTES = 4096;

/**
 * Removes symbolic refs among the tags and the branches of a remote, except those that lead to a branch of the remote,
 * like `origin/HEAD`. It reads files, because git does not list symbolic refs whose target is missing.
 */
export const removeSymbolicRefs = async (repository: Repository, remote: RemoteName): Promise<void> => {
  const branches = `refs/remotes/${remote}`;
  const found = [branches, 'refs/tags'].flatMap((folder) => symbolicRefsIn(repository.commonDir, folder));
  const others = found.filter(({ target }) => !target.startsWith(`${branches}/`) || target.includes('..'));
  if (others.length === 0) return;
  await repository.change(async (run) => {
    for (const { name } of others) {
      const operands = [toRevision(name, 'ref')];
      await run({ name: 'symbolic-ref', options: ['--delete', '--quiet'], operands });
    }
  });
};

interface SymbolicRef {
  readonly name: string;
  readonly target: string;
}

const symbolicRefsIn = (gitDir: string, folder: string): SymbolicRef[] =>
  filesBelow(join(gitDir, folder)).flatMap((path) => {
    const target = targetOf(path);
    return target === undefined ? [] : [{ name: relative(gitDir, path).split(sep).join('/'), target }];
  });

const filesBelow = (path: string): string[] =>
  orElse(() => readdirSync(path, { withFileTypes: true, recursive: true }), []).map(({ parentPath, name }) =>
    join(parentPath, name),
  );

/** Returns the target of a symbolic ref, or undefined for a ref that names an object. */
const targetOf = (path: string): string | undefined => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  // Older versions of git create a link.
  if (stats?.isSymbolicLink() === true) return '';
  if (stats?.isFile() !== true || stats.size > MAX_BYTES) return undefined;
  return /^ref:\s*(.*)/.exec(readFileSync(path, 'utf8'))?.[1];
};
