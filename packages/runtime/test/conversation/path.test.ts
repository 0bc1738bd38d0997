// Path of one call: the files between transport and tool are those that docs/architecture.md lists.
import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serveHttp } from '../../src/http.ts';
import { defineServer, defineTool, type McpServer } from '../../src/index.ts';
import { withOperations } from '../../src/middleware.ts';
import { serveStdio } from '../../src/stdio.ts';

const root = join(import.meta.dirname, '../..');
const src = join(root, 'src');

/** Makes a server like shipped ones, whose tool returns its call stack. */
function createServer(): McpServer {
  const where = defineTool({
    name: 'where',
    inputSchema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    run: () => {
      const { stackTraceLimit } = Error;
      Error.stackTraceLimit = Infinity;
      const { stack = '' } = new Error('here');
      Error.stackTraceLimit = stackTraceLimit;
      return stack;
    },
  });
  return defineServer(withOperations({ name: 'path', version: '1.0.0', tools: [where] }));
}

const call = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'where',
    arguments: { a: 'b' },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};

/** Returns the runtime files in a stack, outermost first, each once. */
function filesIn(answer: string): string[] {
  const { result } = JSON.parse(answer) as { result: { content: { text: string }[] } };
  const frames = (result.content[0]?.text ?? '').split('\n').toReversed();
  const files = frames.flatMap(
    (frame) => /\(?(?:file:\/\/)?(\/[^():]+\.ts):\d+:\d+\)?$/.exec(frame)?.[1] ?? [],
  );
  return [...new Set(files.filter((file) => file.startsWith(src)).map((file) => relative(src, file)))];
}

async function overStdio(): Promise<string> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const served = serveStdio(createServer(), { stdin, stdout });
  stdin.write(`${JSON.stringify(call)}\n`);
  const [line] = await new Promise<string[]>((resolve) =>
    stdout.on('data', (chunk: Buffer) => resolve(String(chunk).split('\n'))),
  );
  stdin.end();
  await served;
  return line ?? '';
}

async function overHttp(): Promise<string> {
  const serving = await serveHttp(createServer());
  const response = await fetch(serving.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'where',
    },
    body: JSON.stringify(call),
  });
  const text = await response.text();
  await serving.close();
  return text;
}

/** Returns the files that a part of the document lists. */
function listed(heading: string): string[] {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const part = text.split(/^###? /m).find((section) => section.startsWith(`${heading}\n`)) ?? '';
  return [...part.matchAll(/^\| \d+ +\| `([\w./-]+\.ts)`/gm)].map(([, file]) => file ?? '');
}

const linesOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + readFileSync(join(src, file), 'utf8').split('\n').length - 1, 0);

describe('the path of tools/call', () => {
  test('over stdio: the stack has the files of the document', async () => {
    const files = filesIn(await overStdio());
    expect(files).toEqual(listed('stdio'));
    const size = { files: files.length, lines: linesOf(files) };
    console.log('a call over stdio, with operations:', size);
    expect(size.files).toBeLessThanOrEqual(11);
    expect(size.lines).toBeLessThanOrEqual(1500);
  });

  // The stack starts once the body is complete. Earlier functions have returned but are in the document too.
  test('over HTTP, before the peer: the document contains the files of the stack, in order', async () => {
    const files = filesIn(await overHttp());
    const before = files.slice(0, files.indexOf('jsonrpc/peer.ts'));
    const documented = listed('HTTP');
    expect(before.length).toBeGreaterThanOrEqual(3);
    expect(before.filter((file) => !documented.includes(file))).toEqual([]);
    expect(files.slice(before.length)).toEqual(listed('stdio').slice(2));
    const size = { files: documented.length, lines: linesOf(documented) };
    console.log('a call over HTTP, before the peer:', size);
    expect(size.files).toBeLessThanOrEqual(9);
    expect(size.lines).toBeLessThanOrEqual(900);
  });
});
