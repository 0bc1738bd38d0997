// Symbolic refs where a transfer writes: git would follow them, and change any branch.
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { toRevision, type RemoteName } from '../arguments/arguments.ts';
import { orElse } from '../or-else.ts';
import type { Repository } from '../repository.ts';

const MAX_BYTES = 4096;

/**
 * Removes the symbolic refs among the tags and the branches of a remote that lead elsewhere. `origin/HEAD`, which names
 * another branch of the remote, stays. Git keeps them in files, and does not list those whose target is missing.
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

/** What a ref leads to; undefined for a ref with an object. */
const targetOf = (path: string): string | undefined => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  // The form of older git: a link with the name of the ref.
  if (stats?.isSymbolicLink() === true) return '';
  if (stats?.isFile() !== true || stats.size > MAX_BYTES) return undefined;
  return /^ref:\s*(.*)/.exec(readFileSync(path, 'utf8'))?.[1];
};
