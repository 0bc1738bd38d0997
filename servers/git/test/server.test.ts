import { existsSync, readFileSync } from 'node:fs';
import { checkSchemas, connect } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { open, serve } from './setup.ts';

const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;

const TOOLS = {
  read: [
    ...['git_status', 'git_diff', 'git_log', 'git_show', 'git_review', 'git_branch'],
    ...['git_blame', 'git_grep', 'git_conflicts'],
  ],
  write: [
    ...['git_add', 'git_commit', 'git_reset', 'git_restore', 'git_checkout'],
    ...['git_merge', 'git_revert', 'git_stash'],
  ],
  inspect: ['git_ls_files', 'git_tag', 'git_remotes', 'git_worktrees', 'git_reflog'],
  history: ['git_undo', 'git_rebase', 'git_cherry_pick', 'git_branch_delete'],
  setup: ['git_init', 'git_worktree_add', 'git_worktree_remove'],
  remote: ['git_fetch', 'git_pull', 'git_push', 'git_clone'],
};

/** Tools that can lose data, and tools that must not be repeated. */
const DESTRUCTIVE = [
  'git_undo',
  'git_conflicts',
  ...['git_reset', 'git_restore', 'git_checkout', 'git_merge', 'git_rebase', 'git_revert', 'git_cherry_pick'],
  ...['git_worktree_remove'],
  ...['git_stash', 'git_tag'],
  ...['git_branch_delete', 'git_pull', 'git_push'],
];
const NOT_IDEMPOTENT = [
  ...['git_commit', 'git_merge', 'git_revert', 'git_stash', 'git_tag'],
  ...TOOLS.history,
  ...TOOLS.setup,
  'git_pull',
  'git_clone',
];

/** Tools whose answer is git's output. */
const TEXT_ONLY = ['git_diff_unstaged', 'git_diff_staged', 'git_diff', 'git_show', 'git_blame'];

type Listed = { readonly [member: string]: unknown };

const ICONS = [{ src: expect.stringMatching(/^data:image\/svg/), mimeType: 'image/svg+xml' }];

const SINCE = {
  annotations: '2025-03-26',
  title: '2025-06-18',
  outputSchema: '2025-06-18',
  icons: '2025-11-25',
};

/** Tools whose results are shown by a page. */
const PAGES = new Map([
  ['git_diff', 'ui://git/diff'],
  ['git_log', 'ui://git/graph'],
  ['git_status', 'ui://git/status'],
]);

describe.each(REVISIONS)('in %s', (revision) => {
  test('every tool has all members of the revision, except an output schema if its answer is text', async () => {
    await using client = await connect(serve([]), { revision, transport: 'stdio' });
    const { tools } = await client.request('tools/list');
    const known = Object.entries(SINCE).filter(([, since]) => revision >= since);
    for (const tool of tools as Listed[]) {
      const members = ['name', 'description', 'inputSchema', ...known.map(([member]) => member)].filter(
        (member) => member !== 'outputSchema' || !TEXT_ONLY.includes(String(tool['name'])),
      );
      const { _meta: meta, ...others } = tool;
      expect(Object.keys(others).toSorted()).toEqual(members.toSorted());
      // Nothing lifts the host's size limit for results.
      const page = revision >= '2025-06-18' ? PAGES.get(String(tool['name'])) : undefined;
      const shown = page === undefined ? undefined : { ui: { resourceUri: page } };
      expect([tool['name'], meta]).toEqual([tool['name'], shown]);
    }
    expect((tools as Listed[]).map(({ name }) => name)).toEqual(Object.values(TOOLS).flat());
  });
});

test('hints are accurate, and every tool accepts a path', async () => {
  await using client = await open([]);
  const { tools } = await client.request('tools/list');
  for (const tool of tools as Listed[]) {
    const name = String(tool['name']);
    expect(tool['annotations']).toEqual({
      readOnlyHint: ![
        'git_tag',
        'git_conflicts',
        ...TOOLS.write,
        ...TOOLS.history,
        ...TOOLS.setup,
        ...TOOLS.remote,
      ].includes(name),
      destructiveHint: DESTRUCTIVE.includes(name),
      idempotentHint: !NOT_IDEMPOTENT.includes(name),
      openWorldHint: TOOLS.remote.includes(name),
    });
    expect(tool['inputSchema']).toMatchObject({
      properties: { [['git_init', 'git_clone'].includes(name) ? 'path' : 'repo_path']: { type: 'string' } },
    });
  }
});

test('there are at most 17 default tools', async () => {
  await using client = await open([], { toolsets: [] });
  const { tools } = await client.request('tools/list');
  expect((tools as Listed[]).map(({ name }) => name)).toEqual([...TOOLS.read, ...TOOLS.write]);
  expect((tools as Listed[]).length).toBeLessThanOrEqual(17);
});

test('prompts and templates have titles, descriptions and icons', async () => {
  await using client = await open([]);
  const { prompts } = await client.request('prompts/list');
  const { resourceTemplates } = await client.request('resources/templates/list');
  const listed = [...(prompts as Listed[]), ...(resourceTemplates as Listed[])];
  expect(listed.map(({ name }) => name)).toEqual([
    ...['commit-message', 'review-changes', 'release-notes'],
    ...['status', 'branches', 'tags', 'commit', 'blob'],
  ]);
  for (const item of listed)
    expect(item).toMatchObject({ title: expect.any(String), description: expect.any(String), icons: ICONS });
});

test('the server describes itself', async () => {
  await using client = await open([]);
  expect(client.server['serverInfo']).toEqual({
    name: 'git',
    title: 'Git',
    version: manifest.version,
    description: manifest.description,
    icons: [
      ...ICONS,
      { src: expect.stringMatching(/^data:image\/png/), mimeType: 'image/png', sizes: ['48x48'] },
    ],
  });
  expect(String(client.server['instructions']).length).toBeLessThan(2000);
});

test('the README names every tool, prompt and template', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const others = [
    ...['commit-message', 'review-changes', 'release-notes'],
    'git://{repo}/commit/{ref}',
    'git://{repo}/blob/{ref}/{+path}',
    ...['status', 'branches', 'tags'].map((state) => `git://{repo}/${state}`),
  ];
  const names = [...others, ...Object.values(TOOLS).flat()];
  expect(names.filter((name) => !readme.includes(`\`${name}`))).toEqual([]);
});

test('a page names existing source files for the features of the protocol', () => {
  const page = readFileSync(new URL('../docs/source.md', import.meta.url), 'utf8');
  const files = [...page.matchAll(/\]\(\.\.\/(src\/[^)]+)\)/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)))).toEqual([]);
});

test('the schemas of all tools are valid', async () => {
  await expect(checkSchemas(serve([]))).resolves.toBeUndefined();
});
