// Each different command line that hosts are told starts its server. Programs named `npx` and `cmd` stand in for the
// real ones, and run the sources.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { connect } from '@mcp/runtime/testing';
import { root } from '@mcp/repo/src/workspace.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installables } from '../../src/install/installable.ts';
import { freePort } from '../../src/ports.ts';
import { expectCleanEnd, listOverHttp } from '../../src/server-checks.ts';
import { argumentsWith, inputIn, throughCmd, throughNpx } from './command-lines.ts';
import { printed } from './printed.ts';

const home = mkdtempSync(join(tmpdir(), 'host-configs-'));
const project = join(home, "a project's folder");
const env = { HOME: home, PATH: [join(home, 'bin'), process.env['PATH']].join(delimiter) };

const installProgram = (name: string, script: string): void => {
  const file = join(home, 'bin', name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
};

beforeAll(() => {
  mkdirSync(join(home, 'bin'));
  mkdirSync(project);
  execFileSync('git', ['init', '--quiet', project]);
  const program = `${join(root, 'servers')}/$name/src/main.ts`;
  installProgram('npx', `name=\${2#@mcp/server-}; shift 2; exec '${process.execPath}' "${program}" "$@"`);
  installProgram('cmd', 'shift; exec "$@"');
});

afterAll(() => rmSync(home, { recursive: true }));

describe.each(installables)('$id', (server) => {
  const args = argumentsWith(server, inputIn(server, project));

  test.each([throughNpx(server, args), throughCmd(server, args)])(
    'starts through $command',
    async (program) => {
      await using client = await connect({ ...program, env, cwd: '/' }, { revision: '2025-11-25' });
      const { tools } = await client.request('tools/list');
      expect(tools).toContainEqual(expect.objectContaining({ inputSchema: expect.anything() }));
      await expectCleanEnd(client);
    },
  );

  test('answers at the address that a host is told to connect to', async () => {
    const port = await freePort();
    const http = [...args, '--transport', 'http', '--port', String(port)];
    const [text = ''] = printed(server.id, [[...http, '--print-config', 'vscode']]);
    const { servers } = JSON.parse(text) as { servers: Record<string, { url: string }> };
    const answered = await listOverHttp({ ...throughNpx(server, args), env, cwd: '/' }, port);
    expect(servers[server.id]?.url).toBe(answered);
  });
});
