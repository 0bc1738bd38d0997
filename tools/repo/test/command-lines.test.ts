// Likely mistakes on the command line: each gets one sentence that names the right flag and --help.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runServer } from '../src/run-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'command-lines-'));
mkdirSync(join(folder, 'repository/.git'), { recursive: true });
writeFileSync(join(folder, 'a.db'), '');
afterAll(() => rmSync(folder, { recursive: true }));

const run = (server: string, line: string, env: NodeJS.ProcessEnv = {}) =>
  runServer(server, line.split(' '), { cwd: folder, env });

test.each([
  ['filesystem', '--readonly .', 'there is no flag --readonly; did you mean --read-only?'],
  ['filesystem', '--read_only .', 'there is no flag --read_only; did you mean --read-only?'],
  ['filesystem', '--readOnly .', 'there is no flag --readOnly; did you mean --read-only?'],
  ['filesystem', '-ro .', 'there is no flag -ro; did you mean --read-only?'],
  ['filesystem', '-read-only .', 'there is no flag -read-only; did you mean --read-only?'],
  ['filesystem', '--dir .', 'there is no flag --dir; paths need no flag: [directory…]'],
  [
    'filesystem',
    '--allowed-directories .',
    'there is no flag --allowed-directories; paths need no flag: [directory…]',
  ],
  ['filesystem', '--root .', 'there is no flag --root; did you mean --roots?'],
  ['filesystem', '--exclude .env .', 'there is no flag --exclude; did you mean --deny?'],
  ['filesystem', '--verbose .', 'there is no flag --verbose; did you mean --log-level?'],
  ['filesystem', '--http .', 'there is no flag --http; did you mean --transport?'],
  ['filesystem', '--transport sse .', '--transport must be one of stdio, http, not "sse"'],
  ['filesystem', '--confirm yes .', '--confirm must be one of never, destructive, not "yes"'],
  ['filesystem', '--read-only=yes .', '--read-only takes no value'],
  ['filesystem', '--toolset x .', 'there is no flag --toolset; did you mean --toolsets?'],
  ['filesystem', '--install', '--install needs a value'],
  ['filesystem', '--uninstal claude .', 'there is no flag --uninstal; did you mean --uninstall?'],
  ['filesystem', '--read-only-dir gone .', '--read-only-dir: gone does not exist'],
  [
    'filesystem',
    '--roots ignore',
    'name at least one directory: there are no roots of a client to use instead',
  ],
  ['git', '--repo repository', 'there is no flag --repo; did you mean --repository?'],
  ['git', '--repo=repository', 'there is no flag --repo; did you mean --repository?'],
  ['git', '--repository-path repository', 'there is no flag --repository-path; did you mean --repository?'],
  ['git', '-ro repository', 'there is no flag -ro; did you mean --read-only?'],
  ['git', '--push -r repository', 'there is no flag --push; did you mean --allow-remote?'],
  ['git', '--allow-push -r repository', 'there is no flag --allow-push; did you mean --allow-remote?'],
  ['git', '--protect main -r repository', 'there is no flag --protect; did you mean --protected-branches?'],
  ['git', '--remote-host github.com -r repository', '--remote-host needs --allow-remote'],
  ['git', '-r', '--repository needs a value'],
  ['git', '--roots ignore', 'name at least one repository: there are no roots of a client to use instead'],
  ['sqlite', '--db a.db', 'there is no flag --db; did you mean --db-path?'],
  ['sqlite', '--database a.db', 'there is no flag --database; did you mean --db-path?'],
  ['sqlite', '--writable a.db', 'there is no flag --writable; did you mean --write?'],
  ['sqlite', '--allow-write a.db', 'there is no flag --allow-write; did you mean --write?'],
  ['sqlite', '--rw a.db', 'there is no flag --rw; did you mean --write?'],
  ['sqlite', '-ro a.db', 'there is no flag -ro; did you mean --read-only?'],
  ['sqlite', '--export out a.db', 'there is no flag --export; did you mean --export-dir?'],
  ['sqlite', 'gone.db', 'gone.db does not exist; --write creates it, unless --read-only is set'],
  ['sqlite', '--max-rows 0 a.db', '--max-rows must be a whole number of at least 1, not 0'],
  [
    'fetch',
    'https://example.com',
    '"https://example.com": unexpected argument; this server takes flags only',
  ],
  [
    'fetch',
    '--allowed-domains example.com',
    'there is no flag --allowed-domains; did you mean --allow-domain?',
  ],
  ['fetch', '--block example.com', 'there is no flag --block; did you mean --deny-domain?'],
  ['fetch', '--ignore-robots', 'there is no flag --ignore-robots; did you mean --ignore-robots-txt?'],
  ['fetch', '--proxy localhost:8080', 'there is no flag --proxy; did you mean --proxy-url?'],
  ['fetch', '--allow-private', 'there is no flag --allow-private; did you mean --allow-cidr?'],
  ['fetch', '--token secret', 'there is no flag --token; did you mean --auth-token-env?'],
  ['fetch', '--timeout 1m', '--timeout must be a number of 0 or more, not "1m"'],
  ['fetch', '--timeout -1', '--timeout needs a value; if it begins with a dash, write --timeout=…'],
])('%s %s', async (server, line, sentence) => {
  const stderr = `mcp-server-${server}: ${sentence}\nSee mcp-server-${server} --help.\n`;
  expect(await run(server, line)).toEqual({ code: 2, stdout: '', stderr });
});

test('MCP_FILESYSTEM_READ_ONLY=maybe', async () => {
  const { code, stderr } = await run('filesystem', '.', { MCP_FILESYSTEM_READ_ONLY: 'maybe' });
  expect(code).toBe(2);
  expect(stderr).toContain('MCP_FILESYSTEM_READ_ONLY must be true or false, not "maybe"\n');
});

test.each([
  ['filesystem', '--read-only --allow-git-writes .', '--allow-git-writes has no effect with --read-only'],
  ['sqlite', '--read-only --write a.db', '--write has no effect with --read-only'],
  ['git', '--read-only --allow-remote repository', '--allow-remote has no effect with --read-only'],
  ['fetch', '--read-only --save-dir .', '--save-dir has no effect with --read-only'],
  ['fetch', '--name web', '--name has no effect without --install or --uninstall'],
])('%s %s starts and says what has no effect', async (server, line, sentence) => {
  const stderr = `mcp-server-${server}: ${sentence}\n`;
  expect(await run(server, line)).toEqual({ code: 0, stdout: '', stderr });
});

test.each(['yes', 'on', 'TRUE', '1'])('MCP_FILESYSTEM_READ_ONLY=%s is on', async (value) => {
  const env = { MCP_FILESYSTEM_READ_ONLY: value };
  const { stderr } = await run('filesystem', '--allow-git-writes .', env);
  expect(stderr).toContain('--allow-git-writes has no effect with --read-only');
});
