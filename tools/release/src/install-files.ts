// `pnpm install:files`: writes the files that installers read. A release runs it after the versions have changed.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installFiles, writeInstallFiles } from './install/files.ts';
import { oxfmt, root } from '@mcp/repo/src/workspace.ts';

const paths = installFiles().map(({ path }) => path);
for (const path of paths) mkdirSync(dirname(join(root, path)), { recursive: true });
writeInstallFiles();
const json = paths.filter((path) => path.endsWith('.json'));
execFileSync(process.execPath, [oxfmt, ...json], {
  cwd: root,
  stdio: 'ignore',
});
process.stdout.write(`${paths.join('\n')}\n`);
