// Replaces the official git server in a host's configuration: same calls, same defaults, and texts as git prints.
import { connect, type TestClient } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { call, repository, serve, textsOf, type Temporary } from '../setup.ts';

/** The tools of the official server with their arguments. */
const OFFICIAL: { readonly [tool: string]: { readonly required: string[]; readonly optional: string[] } } = {
  git_status: { required: [], optional: [] },
  git_diff_unstaged: { required: [], optional: ['context_lines'] },
  git_diff_staged: { required: [], optional: ['context_lines'] },
  git_diff: { required: ['target'], optional: ['context_lines'] },
  git_commit: { required: ['message'], optional: [] },
  git_add: { required: ['files'], optional: [] },
  git_reset: { required: [], optional: [] },
  git_log: { required: [], optional: ['limit', 'start_timestamp', 'end_timestamp'] },
  git_create_branch: { required: ['branch_name'], optional: ['base_branch'] },
  git_checkout: { required: ['branch_name'], optional: [] },
  git_show: { required: ['revision'], optional: [] },
  git_branch: { required: [], optional: ['branch_type', 'contains', 'not_contains'] },
};

/** Calls like a client of the official server, always with repo_path. Returns the first text. */
const asOfficial =
  (client: TestClient, dir: Temporary) =>
  async (tool: string, args: object = {}): Promise<string> => {
    const answer = await call(client, tool, { repo_path: dir.path, ...args });
    expect([tool, answer.isError]).toEqual([tool, undefined]);
    return textsOf(answer)[0] ?? '';
  };

interface Listed {
  readonly name: string;
  readonly inputSchema: { readonly properties: object; readonly required?: readonly string[] };
}

/** Callable (below); a listed tool does the same. */
const UNLISTED = ['git_diff_unstaged', 'git_diff_staged', 'git_create_branch'];

// git_log lists max_count as limit, the name in our other servers, and accepts it (below).
test('every tool is available by default, with its arguments, and requires no others', async () => {
  await using client = await connect(serve([], { toolsets: [] }), { revision: '2024-11-05' });
  const { tools } = (await client.request('tools/list')) as unknown as { tools: readonly Listed[] };
  for (const [name, { required, optional }] of Object.entries(OFFICIAL)) {
    if (UNLISTED.includes(name)) continue;
    const inputSchema = tools.find((tool) => tool.name === name)?.inputSchema;
    expect([name, Object.keys(inputSchema?.properties ?? {})]).toEqual([
      name,
      expect.arrayContaining(['repo_path', ...required, ...optional]),
    ]);
    expect([name, required]).toEqual([name, expect.arrayContaining([...(inputSchema?.required ?? [])])]);
  }
});

test('null means that an optional argument is omitted', async () => {
  using dir = repository({ 'a.txt': '1\n' });
  await using client = await connect(serve([dir.path]), { revision: '2025-06-18' });
  const ask = asOfficial(client, dir);
  const log = { start_timestamp: null, end_timestamp: null };
  expect(await ask('git_log', log)).toBe(await ask('git_log'));
  const branch = { branch_type: 'local', contains: null, not_contains: null };
  expect(await ask('git_branch', branch)).toBe(await ask('git_branch', { branch_type: 'local' }));
  await ask('git_create_branch', { branch_name: 'topic', base_branch: null });
  expect(dir.git('branch', '--list', 'topic')).toContain('topic');
});

test('reading calls answer with the output of git', async () => {
  using dir = repository({ 'a.txt': '1\n2\n3\n4\n5\n' });
  dir.git('branch', 'other');
  dir.write({ 'a.txt': '1\n2\n3\n4\nfive\n' });
  await using client = await connect(serve([dir.path]), { revision: '2025-06-18' });
  const ask = asOfficial(client, dir);
  expect(await ask('git_status')).toBe(dir.git('status', '--short', '--branch').trimEnd());
  expect(await ask('git_diff_unstaged')).toBe(dir.git('diff', '--unified=3'));
  expect(await ask('git_diff_unstaged', { context_lines: 0 })).toBe(dir.git('diff', '--unified=0'));
  expect(await ask('git_diff', { target: 'other' })).toBe(dir.git('diff', 'other'));
  dir.git('add', '.');
  expect(await ask('git_diff_staged', { context_lines: 1 })).toBe(dir.git('diff', '--cached', '--unified=1'));
  const log = dir.git('log', '--decorate', '--abbrev-commit').trimEnd();
  expect(await ask('git_log')).toBe(log);
  expect(
    await ask('git_log', { max_count: 1, start_timestamp: '2026-01-01', end_timestamp: '2026-12-31' }),
  ).toBe(log);
  expect(await ask('git_show', { revision: 'HEAD' })).toBe(
    dir.git('show', '--decorate', '--abbrev-commit', 'HEAD'),
  );
  const short = dir.git('rev-parse', '--short', 'HEAD').trim();
  const branches = `* main ${short} first\n  other ${short} first`;
  expect(await ask('git_branch', { branch_type: 'local' })).toBe(branches);
  expect(await ask('git_branch', { branch_type: 'all', contains: 'HEAD' })).toBe(branches);
  expect(await ask('git_branch', { branch_type: 'local', not_contains: 'HEAD' })).toBe('No branches.');
});

test('writing calls do the same, and report what was done', async () => {
  using dir = repository();
  dir.write({ 'a.txt': 'two\n', 'b.txt': '' });
  await using client = await connect(serve([dir.path]), { revision: '2025-06-18' });
  const ask = asOfficial(client, dir);
  expect(await ask('git_add', { files: ['.'] })).toBe('Staged a.txt\nStaged b.txt');
  expect(dir.git('status', '--short')).toBe('M  a.txt\nA  b.txt\n');
  expect(await ask('git_reset')).toBe('Unstaged a.txt\nUnstaged b.txt');
  expect(dir.git('status', '--short')).toBe(' M a.txt\n?? b.txt\n');
  await ask('git_add', { files: ['a.txt', 'b.txt'] });
  const committed = await ask('git_commit', { message: 'second' });
  expect(committed).toContain(`Committed ${dir.git('rev-parse', '--short', 'HEAD').trim()} on main`);
  expect(await ask('git_create_branch', { branch_name: 'topic', base_branch: 'HEAD~1' })).toBe(
    "Created branch 'topic' from 'HEAD~1'",
  );
  expect(await ask('git_create_branch', { branch_name: 'next' })).toBe("Created branch 'next' from 'main'");
  expect(await ask('git_checkout', { branch_name: 'topic' })).toBe("Switched to branch 'topic'");
  expect(dir.git('log', '--format=%s')).toBe('first\n');
});
