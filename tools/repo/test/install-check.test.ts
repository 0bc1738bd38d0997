// --install refuses an entry that would not start or would be useless, with the message of the start.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runServer } from '../src/run-server.ts';

let home = '';
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'install-check-')));
  for (const name of ['Documents', '.config/Claude', '.config/Code/User'])
    mkdirSync(join(home, name), { recursive: true });
  writeFileSync(join(home, 'shop.db'), '');
  execFileSync('git', ['init', '--quiet', join(home, 'project')]);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const run = (server: string, ...args: readonly string[]) =>
  runServer(server, args, { cwd: home, env: { HOME: home, XDG_CONFIG_HOME: join(home, '.config') } });

const file = (): string => join(home, '.config/Claude/claude_desktop_config.json');

const servers = (path: string): Record<string, unknown> =>
  (JSON.parse(readFileSync(path, 'utf8')) as { mcpServers: Record<string, unknown> }).mcpServers;

describe('an entry for Claude Desktop is refused with', () => {
  test.each([
    ['filesystem', ['Docments'], 'Docments does not exist; name a directory that exists'],
    ['filesystem', ['Documents', 'gone'], 'gone does not exist, and is left out'],
    ['filesystem', ['shop.db'], 'shop.db is not a directory; name a directory that exists'],
    ['filesystem', [], 'name at least one directory: there are no roots of a client to use instead'],
    [
      'filesystem',
      ['Documents', '--tools', 'read_fil'],
      'there is no tool "read_fil"; did you mean "read_file"?',
    ],
    ['git', ['-r', 'Documents'], 'Documents is not a git repository, and there is none directly in it'],
    ['git', ['-r', 'gone'], 'gone does not exist; name a repository or a folder that exists'],
    ['git', [], 'name at least one repository: there are no roots of a client to use instead'],
    ['sqlite', ['data.db'], 'data.db does not exist; --write creates it, unless --read-only is set'],
    ['sqlite', [], 'name a database: the default is in the folder where a host starts this server'],
    ['fetch', ['--allow-cidr', '10.0.0.0/40'], '--allow-cidr: the length in "10.0.0.0/40" must be 0 to 32'],
    ['fetch', ['--header-file', 'gone.json'], '--header-file gone.json cannot be read'],
  ])('%s %j: %s', async (server, args, problem) => {
    const { code, stdout, stderr } = await run(server, ...args, '--install', 'claude', '--yes');
    expect({ code, stdout, isWritten: existsSync(file()) }).toEqual({
      code: 2,
      stdout: '',
      isWritten: false,
    });
    const end = `. Nothing was changed; add --force to write the entry anyway\nSee mcp-server-${server} --help.\n`;
    expect(stderr).toBe(`mcp-server-${server}: ${problem}${end}`);
  });
});

test('--force writes what the check refuses', async () => {
  expect(await run('filesystem', 'gone', '--install', 'claude', '--yes', '--force')).toMatchObject({
    code: 0,
    stderr: '',
  });
  expect(servers(file())).toMatchObject({ filesystem: { args: [expect.anything(), join(home, 'gone')] } });
});

test('a host with roots gets an entry without a directory', async () => {
  expect(await run('filesystem', '--install', 'vscode', '--yes')).toMatchObject({ code: 0, stderr: '' });
});

test.each([
  ['sqlite', ['--db-path', 'new.db']],
  ['sqlite', ['--write', 'new.db']],
])('%s %j is accepted, and nothing but the file of the host is made', async (server, args) => {
  expect(await run(server, ...args, '--install', 'claude', '--yes')).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync(join(home, 'new.db'))).toBe(false);
  expect(servers(file())).toHaveProperty('sqlite');
});

test('a second folder gets its own name', async () => {
  const install = (...args: readonly string[]) => run('filesystem', ...args, '--install', 'claude', '--yes');
  expect(await install('Documents')).toMatchObject({ code: 0, stderr: '' });
  expect((await install('Documents')).stdout).toContain('has this entry already');
  expect((await install('project')).stderr).toContain(
    '"filesystem" exists already, with another command line. Nothing was changed; ' +
      'to add a second server, give it a name, like --name filesystem-2; to replace the first one, add --force',
  );
  expect(await install('project', '--name', 'project')).toMatchObject({ code: 0, stderr: '' });
  expect(Object.keys(servers(file()))).toEqual(['filesystem', 'project']);
  expect((await install('project', '--name', 'my project')).stderr).toContain(
    '--name must be 1 to 40 letters, digits, _ and -, not "my project"',
  );
  await run('filesystem', '--uninstall', 'claude', '--name', 'project', '--yes');
  expect(Object.keys(servers(file()))).toEqual(['filesystem']);
});

test('a host that does not seem to be installed is written, and the user hears of it', async () => {
  const { stdout } = await run('fetch', '--install', 'cursor', '--yes');
  expect(stdout).toContain(`Cursor does not seem to be installed: there is no ${join(home, '.cursor')}.\n`);
  expect((await run('fetch', '--install', 'claude', '--yes')).stdout).not.toContain('does not seem');
});

test.each([
  ['copilot', 19_000],
  ['qwen', 25_000],
  ['cline', 7000],
])('%s gets results that it shows whole, unless the operator has set a limit', async (host, limit) => {
  const print = async (...args: readonly string[]): Promise<unknown> => {
    const { stdout } = await run('fetch', ...args, '--print-config', host);
    return (JSON.parse(stdout) as { mcpServers: { fetch: { args: unknown[] } } }).mcpServers.fetch.args.slice(
      1,
    );
  };
  expect(await print('--read-only')).toEqual(['--max-output-bytes', String(limit), '--read-only']);
  expect(await print('--max-output-bytes', '5000')).toEqual(['--max-output-bytes', '5000']);
});
