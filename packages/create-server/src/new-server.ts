// `pnpm new:server <name>`: creates servers/<name> from the project template, as a member of this workspace.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type Names, toNames } from './name.ts';
import { DEFAULT_PARTS } from './parts.ts';
import { projectFiles, writeFiles } from './project.ts';
import { WrongInputError } from './wrong-input.ts';

const root = join(import.meta.dirname, '../../..');

const readme = ({ package: name, server, title }: Names): string => `# ${name}

${title} for the [Model Context Protocol](https://modelcontextprotocol.io). After \`npx -y pnpm@12 build\`:

\`\`\`sh
node servers/${server}/dist/main.cjs
\`\`\`

Start reading at [\`src/server.ts\`](src/server.ts).
`;

/** The workspace provides the bundler, the versions, the compiler and the types of Node.js. */
const toManifest = (text: string, { server }: Names): string =>
  JSON.stringify({
    ...(JSON.parse(text) as object),
    bin: { [`mcp-server-${server}`]: 'dist/main.cjs' },
    files: ['dist'],
    publishConfig: { access: 'public' },
    scripts: { build: 'bundle-server', check: 'tsc -p tsconfig.json' },
    dependencies: undefined,
    devDependencies: {
      '@mcp/build': 'workspace:*',
      '@mcp/command-line': 'workspace:^',
      '@mcp/runtime': 'workspace:^',
    },
  });

const tsconfig = '{ "extends": "../../tools/tsconfig/test.json", "include": ["src", "test"] }';

/** A bundle is CommonJS, which has no top-level `await`. The build adds the first line. */
const toBundled = (main: string, { server }: Names): string =>
  main
    .replace(/^#!.*\n/, '')
    .replace('await serveCommand', 'void serveCommand')
    .replace(`name: '${server}'`, `name: 'mcp-server-${server}'`);

/** Adapts a file to the workspace. Returns undefined for files that the repository has once for all packages. */
const toMember = (path: string, text: string, names: Names): string | undefined => {
  if (path.startsWith('.git')) return undefined;
  if (path.startsWith('test/')) return text.replace("'node:test'", "'vitest'");
  if (path === 'README.md') return readme(names);
  if (path === 'package.json') return toManifest(text, names);
  if (path === 'tsconfig.json') return tsconfig;
  return path === 'src/main.ts' ? toBundled(text, names) : text;
};

const main = (): void => {
  const [name = '', ...rest] = process.argv.slice(2);
  if (rest.length > 0 || name.includes('/')) throw new WrongInputError('Usage: pnpm new:server <name>');
  const names = { ...toNames(name), package: `@mcp/server-${name}` };
  const members = [...projectFiles(names, DEFAULT_PARTS)].flatMap(([path, text]) => {
    const member = toMember(path, text, names);
    return member === undefined ? [] : [[path, member] as const];
  });
  const { files } = writeFiles(join(root, 'servers', name), new Map(members));
  // A long name can change where lines break.
  const oxfmt = join(root, 'node_modules/oxfmt/bin/oxfmt');
  execFileSync(process.execPath, [oxfmt, `servers/${name}`], { cwd: root, stdio: 'ignore' });
  process.stdout.write(`servers/${name}\n${files.map((file) => `  ${file}\n`).join('')}
Next:
  npx -y pnpm@12 test --project ${name}
  one file per tool in servers/${name}/src/tools, one line per tool in src/server.ts, one test per tool in test/tools
  icons in src/icons.ts, drawn like those of the other servers, for the server and its tools
  a row in the package table of README.md
  entries in tools/repo/src/features.ts and tools/repo/src/started-servers.ts, then
    UPDATE_DOCS=1 npx -y pnpm@12 test --project repo
  npx -y pnpm@12 changeset
`);
};

try {
  main();
} catch (error) {
  if (!(error instanceof WrongInputError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
