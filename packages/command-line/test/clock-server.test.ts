// The server of README.md, as a program.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';

const command = process.execPath;
const program = join(import.meta.dirname, 'clock-server.ts');

test('lists its own flag in its help, and answers in the requested language', async () => {
  const help = await promisify(execFile)(command, [program, '--help']);
  expect(help.stdout).toContain('--locale <tag>');
  await using client = await connect({ command, args: [program, '--locale', 'fi'] });
  const result = await client.request('tools/call', { name: 'now' });
  expect(result).toMatchObject({ content: [{ text: expect.stringMatching(/^\d+\.\d+\.\d{4} klo /) }] });
});
