// `pnpm new:server <name>`: makes servers/<name>.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { writeServer } from './server-template.ts';
import { oxfmt, root } from './workspace.ts';

const [name, ...rest] = process.argv.slice(2);

if (name === undefined || rest.length > 0) {
  process.stderr.write('Usage: pnpm new:server <name>\n');
  process.exit(2);
}

try {
  const files = writeServer(name, join(root, 'servers'));
  // A long name can move a line break.
  execFileSync(process.execPath, [oxfmt, `servers/${name}`], { cwd: root, stdio: 'ignore' });
  process.stdout.write(`servers/${name}\n${files.map((file) => `  ${file}\n`).join('')}
Next:
  npx -y pnpm@12 test --project ${name}
  one file per tool in servers/${name}/src/tools, one line per tool in src/server.ts, one test per tool in test/tools
  icons in src/icons.ts, drawn like those of the other servers, for the server and its tools
  a row in the package table of README.md
  entries in tools/repo/src/features.ts and tools/repo/test/tools.test.ts, then
    UPDATE_DOCS=1 npx -y pnpm@12 test --project repo
  npx -y pnpm@12 changeset
`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
