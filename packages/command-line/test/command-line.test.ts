// Common command line, in a real process: checks flags, environment, help and host configuration.
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { _meta, ask, programOf, run as runServer, type Run } from './processes.ts';

const program = programOf('greeter');

const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Run> =>
  runServer('greeter', args, { env });

/** Splits a command line. */
const words = (line: string): string[] => line.split(' ');

/** Returns what a server started like this reports. */
async function served(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ options: unknown; tools: string[] }> {
  const requests = ['server/discover', 'tools/list'].map((method) => ({ method, params: { _meta } }));
  const { code, answers } = await ask('greeter', args, requests, { env });
  expect(code).toBe(0);
  const [discovered, listed] = answers.map(({ result }) => result);
  return {
    options: JSON.parse(discovered.instructions.replace(/ Off without [^]*$/, '')),
    tools: listed.tools.map(({ name }: { name: string }) => name),
  };
}

describe('flags', () => {
  test('have defaults', async () => {
    const { options } = await served(['a']);
    expect(options).toMatchObject({ positionals: ['a'], greeting: 'hello', times: 1, to: [], loud: false });
  });

  test('are read from the command line', async () => {
    const { options } = await served(words('--greeting hi --times=2 --to a,b --to c -l x y'));
    expect(options).toMatchObject({
      positionals: ['x', 'y'],
      greeting: 'hi',
      times: 2,
      to: ['a', 'b', 'c'],
      loud: true,
    });
  });

  test('can be set in the environment, but the command line wins', async () => {
    const env = {
      MCP_GREETER_GREETING: 'hi',
      MCP_GREETER_TIMES: '5',
      MCP_GREETER_TO: 'a, b',
      MCP_GREETER_LOUD: 'true',
    };
    const { options } = await served(['--times', '2'], env);
    expect(options).toMatchObject({ greeting: 'hi', times: 2, to: ['a', 'b'], loud: true });
  });
});

describe('a wrong command line ends with 2 and says', () => {
  test.each([
    [['--greting', 'hi'], 'there is no flag --greting; did you mean --greeting?'],
    [['--greeting', 'moin'], '--greeting must be one of hello, hi, not "moin"'],
    [['--times', 'often'], '--times must be a number of 0 or more, not "often"'],
    [['--port', '99999'], '--port must be a number from 0 to 65535, not "99999"'],
    [['--greeting'], '--greeting needs a value'],
    [['nowhere'], 'there is nobody at nowhere'],
    [['--tools', 'lok'], 'there is no tool "lok"; did you mean "look"?'],
    [
      ['--print-config', 'claude', '--transport', 'http', '--port', '0'],
      '--print-config and --install with --transport http need a --port: 0 is a different one each time',
    ],
    [['--tools', ''], '--tools is empty; write its value, or leave it out'],
    [['--near', 'a', '--near= ,'], '--near is empty; write its value, or leave it out'],
    [['--audit-log='], '--audit-log is empty; write its value, or leave it out'],
    [['a', ''], 'an argument is empty; write its value, or leave it out'],
    [
      ['--print-config', 'emacs'],
      '--print-config: there is no host "emacs"; there are claude, claude-code, vscode, cursor, codex, copilot, windsurf, antigravity, zed, gemini, qwen, opencode, kilo, kiro, cline, continue, warp, lmstudio, jetbrains, goose',
    ],
  ])('%j: %s', async (args, message) => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(`mcp-server-greeter: ${message}\nSee mcp-server-greeter --help.\n`);
  });

  test('the name of the wrong variable', async () => {
    const { code, stderr } = await run([], { MCP_GREETER_LOUD: 'maybe' });
    expect(code).toBe(2);
    expect(stderr).toContain('MCP_GREETER_LOUD must be true or false, not "maybe"');
  });
});

test('a server that cannot be created exits with 1 and one line', async () => {
  expect(await run(['broken'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'mcp-server-greeter: cannot greet here\n',
  });
});

test('--help all lists every flag and exits with 0', async () => {
  const { code, stdout, stderr } = await run(['--help', 'all']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const flags = words('read-only tools exclude-tools toolsets log-level print-config help version');
  for (const part of [
    ...['3.2.1', 'Greets.', '<path>…', '--greeting', 'hello | hi; default hello', '-l, --loud'],
    ...['MCP_GREETER_READ_ONLY', ...flags.map((flag) => `--${flag}`)],
  ])
    expect(stdout).toContain(part);
});

test('--help shows the flags of the server, examples and how to install it, and refers to --help all', async () => {
  const { code, stdout, stderr } = await run(['--help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe(`mcp-server-greeter 3.2.1
Greets.

Usage: mcp-server-greeter [flags] <path>…

Arguments:
  <path>…  Where to greet.

Flags:
  --greeting <string>  What to say (hello | hi; default hello)
  --times <number>     How often (default 1)
  --to <name,…>        Whom
  -n, --near <string>  Beside what
  -l, --loud           Shout

Toolsets, off unless --toolsets names them:
  farewell  Parting.

Examples:
  mcp-server-greeter --loud .

To add it to a host: mcp-server-greeter --install claude
Hosts: claude, claude-code, vscode, cursor, codex, copilot, …
All hosts and flags, such as --read-only: mcp-server-greeter --help all
`);
});

test('--help all wraps long lines in their column and describes the toolsets', async () => {
  const { stdout } = await run(['--help', 'all']);
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(stdout).toContain(
    '  --toolsets <name,…>         Also offer these groups of tools, which are off by\n' +
      '                              default (farewell | all)\n',
  );
  expect(stdout).toContain('Toolsets, off unless --toolsets names them:\n  farewell  Parting.\n');
});

test('--version prints the version and exits with 0', async () => {
  expect(await run(['-v'])).toEqual({ code: 0, stdout: '3.2.1\n', stderr: '' });
});

describe('the offered tools', () => {
  test.each([
    [[], ['look', 'greet']],
    [['--read-only'], ['look']],
    [['--tools', 'greet'], ['greet']],
    [['--exclude-tools', 'greet'], ['look']],
    [['--read-only', '--tools', 'greet'], []],
    [
      ['--toolsets', 'farewell'],
      ['look', 'greet', 'part'],
    ],
    [['--tools', 'part'], ['part']],
    [
      ['--toolsets', 'farewell', '--exclude-tools', 'part'],
      ['look', 'greet'],
    ],
  ])('with %j are %j', async (args, expected) => {
    expect((await served(args)).tools).toEqual(expected);
  });
});

describe('--print-config', () => {
  const command = { command: process.execPath, args: [program, resolve('some where'), '--loud'] };

  test.each([
    ['claude', { mcpServers: { greeter: command } }],
    ['cursor', { mcpServers: { greeter: command } }],
    ['vscode', { servers: { greeter: { type: 'stdio', ...command } } }],
    ['claude-code', { mcpServers: { greeter: { type: 'stdio', ...command } } }],
  ])('%s prints JSON with absolute paths, and its destination on stderr', async (host, config) => {
    const { code, stdout, stderr } = await run(['some where', '--loud', '--print-config', host]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(config);
    expect(stderr).not.toBe('');
  });

  test('makes paths in flags absolute, and changes nothing else', async () => {
    const args = ['-n', 'a', '--near=b, c', ...words('--to a --audit-log - -lnd --times=1 a -- -x')];
    const { stdout } = await run(['--print-config', 'claude', ...args]);
    const { args: printed } = JSON.parse(stdout).mcpServers.greeter;
    const paths = ['-n', resolve('a'), '--near', `${resolve('b')},${resolve('c')}`, '--to', 'a'];
    const rest = ['--audit-log=-', '-l', '-n', resolve('d'), ...words('--times 1'), resolve('a')];
    expect(printed).toEqual([program, ...paths, ...rest, '--', resolve('-x')]);
  });

  test('codex prints TOML', async () => {
    const { stdout } = await run(['--print-config', 'codex', '--loud']);
    expect(stdout).toBe(
      `[mcp_servers.greeter]\ncommand = ${JSON.stringify(process.execPath)}\n` +
        `args = [ ${JSON.stringify(program)}, "--loud" ]\n`,
    );
  });
});
