// `pnpm release:rename @scope`: renames every package to its owner's scope on npm, wherever it is mentioned.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultsOf, publication } from './publication.ts';
import { oxfmt, root, sourceFiles } from './workspace.ts';
import { withScope } from './scope.ts';

const LOCK = 'pnpm-lock.yaml';

const rename = (scope: string): string[] => {
  const lock = { path: LOCK, text: readFileSync(join(root, LOCK), 'utf8') };
  const changed = [...sourceFiles, lock].flatMap(({ path, text }) => {
    const renamed = withScope(text, { from: publication.scope, to: scope });
    return renamed === text ? [] : [{ path, renamed }];
  });
  for (const { path, renamed } of changed) writeFileSync(join(root, path), renamed);
  // A longer name can move line breaks and table columns.
  execFileSync(process.execPath, [oxfmt], { cwd: root, stdio: 'ignore' });
  return changed.map(({ path }) => path);
};

const [scope = '', ...rest] = process.argv.slice(2);
const [fault] = rest.length > 0 ? ['one scope is given, like @ann'] : faultsOf({ ...publication, scope });
if (fault !== undefined) {
  process.stderr.write(`Usage: pnpm release:rename @scope\n${fault}\n`);
  process.exit(2);
}
const files = rename(scope);
process.stdout.write(`${files.length} files have ${scope} in the place of ${publication.scope}.

Next:
  npx -y pnpm@12 install
  UPDATE_DOCS=1 npx -y pnpm@12 test
  repository in tools/release/publication.json
`);
