// The tools that only pages call are off where the operator has switched off what they do.
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { program } from './stage.ts';

interface Tool {
  readonly name: string;
  readonly _meta?: { readonly ui?: { readonly visibility?: readonly string[] } };
}

interface Listed {
  readonly tools: readonly Tool[];
}

const CLIENT = {
  protocolVersion: '2025-11-25',
  capabilities: {
    extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
  },
  clientInfo: { name: 'page-tools', version: '1.0.0' },
};
const MESSAGES = [
  { jsonrpc: '2.0', id: 1, method: 'initialize', params: CLIENT },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 2, method: 'tools/list' },
];

/** The names of the tools that a server started with these flags offers to a host with pages. */
const offered = (server: string, flags: readonly string[]): { model: string[]; page: string[] } => {
  const place = server === 'sqlite' ? [':memory:'] : [];
  const { stdout } = spawnSync(process.execPath, [program(server), ...place, ...flags], {
    encoding: 'utf8',
    input: MESSAGES.map((message) => `${JSON.stringify(message)}\n`).join(''),
    timeout: 30_000,
  });
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id?: number; result?: unknown });
  const { tools } = answers.flatMap(({ id, result }) => (id === 2 ? [result as Listed] : []))[0] ?? {
    tools: [],
  };
  const isForPage = ({ _meta: meta }: Tool): boolean => meta?.ui?.visibility?.includes('model') === false;
  return {
    model: tools.filter((tool) => !isForPage(tool)).map(({ name }) => name),
    page: tools.filter(isForPage).map(({ name }) => name),
  };
};

describe.each(['filesystem', 'git', 'sqlite'])('%s', (server) => {
  test('has tools for pages; none is left without the tools of the model', () => {
    const { model, page } = offered(server, []);
    expect(page).not.toEqual([]);
    expect(offered(server, ['--exclude-tools', model.join(',')])).toEqual({ model: [], page: [] });
    // Who names the tools of the model wants their pages to work.
    expect(offered(server, ['--tools', model.join(',')])).toEqual({ model, page });
  });

  test('with --read-only none that writes is there', () => {
    const writing = ['choose_edits', 'choose_replacements', 'git_stage_hunks', 'git_resolve_conflict'];
    const { page } = offered(server, ['--read-only']);
    expect(page.filter((name) => writing.includes(name))).toEqual([]);
  });
});
