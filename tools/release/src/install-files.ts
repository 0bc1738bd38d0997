// `pnpm install:files`: writes the files that installers read. A release runs it after the versions have changed.
import { execFileSync } from 'node:child_process';
import { writeInstallFiles } from './install/files.ts';
import { oxfmt, root } from '@mcp/repo/src/workspace.ts';

const paths = writeInstallFiles();
const json = paths.filter((path) => path.endsWith('.json'));
execFileSync(process.execPath, [oxfmt, ...json], { cwd: root, stdio: 'ignore' });
process.stdout.write(`${paths.join('\n')}\n`);
