import { mkdirSync, symlinkSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { connect, type ConnectOptions, type TestClient } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { call, copyOf, git, serve, temporary, textsOf, type Temporary } from './setup.ts';

const REVISIONS = ['2025-06-18', '2025-11-25', '2026-07-28'] as const;

const withRoots = (...paths: string[]): ConnectOptions => ({
  capabilities: { roots: {} },
  answers: { 'roots/list': () => ({ roots: paths.map((path) => ({ uri: pathToFileURL(path).href })) }) },
});

/** Two repositories in one directory, each with a branch of its name and a folder, and another folder beside them. */
const projects = (): Temporary =>
  copyOf('projects', () => {
    const dir = temporary();
    for (const name of ['site', 'tool']) {
      dir.repository(`base/${name}`, { 'src/a.txt': 'one\n' }, name).git('branch', '--move', name);
    }
    mkdirSync(dir.at('other'));
    return dir;
  });

const branch = async (client: TestClient, args: object = {}): Promise<unknown> => {
  const answer = await call(client, 'git_status', args);
  return answer.structuredContent?.['branch'] ?? textsOf(answer)[0];
};

const REFUSED = expect.stringMatching(/ is not a git repository inside the allowed directories /);

const asked = ({ received }: TestClient): number =>
  received.filter((message) => JSON.stringify(message).includes('"roots/list"')).length;

describe.each(REVISIONS)('with -r, in %s', (revision) => {
  test.each<[string, (dir: Temporary) => string[]]>([
    ['no roots', () => []],
    ['a root elsewhere', (dir) => [dir.at('other')]],
    ['the repository as its root', (dir) => [dir.at('base/site')]],
    ['a folder of the repository as its root', (dir) => [dir.at('base/site/src')]],
  ])('a client with %s uses the repository', async (_, toRoots) => {
    using dir = projects();
    const server = serve([dir.at('base/site')]);
    await using client = await connect(server, { revision, ...withRoots(...toRoots(dir)) });
    expect(await branch(client)).toBe('site');
    expect(await branch(client, { repo_path: dir.at('base/site') })).toBe('site');
    expect(await branch(client, { repo_path: '.' })).toBe('site');
    const { contents } = await client.request('resources/read', { uri: 'git://site/status' });
    expect(contents).toMatchObject([{ uri: 'git://site/status' }]);
  });

  test('roots select the repository among those of a directory', async () => {
    using dir = projects();
    const options = { revision, ...withRoots(dir.at('base/site/src')) };
    await using client = await connect(serve([dir.at('base')]), options);
    expect(await branch(client)).toBe('site');
  });

  test('a linked worktree can be a root', async () => {
    using dir = projects();
    git(dir.at('base/site'), 'worktree', 'add', '--quiet', '-b', 'topic', dir.at('base/topic'));
    const options = { revision, ...withRoots(dir.at('base/topic')) };
    await using client = await connect(serve([dir.at('base')]), options);
    expect(await branch(client)).toBe('topic');
  });
});

describe('in a session', () => {
  const revision = '2025-11-25';

  test('repositories outside the roots are refused, and none can be created outside', async () => {
    using dir = projects();
    const options = { revision, ...withRoots(dir.at('base/site')) } as const;
    await using client = await connect(serve([dir.at('base')]), options);
    expect(await branch(client, { repo_path: dir.at('base/tool') })).toEqual(REFUSED);
    const made = await call(client, 'git_init', { path: dir.at('base/new') });
    expect(textsOf(made)[0]).toMatch(/^Nothing can be made at /);
    const uri = `git://${encodeURIComponent(dir.at('base/tool'))}/status`;
    await expect(client.request('resources/read', { uri })).rejects.toMatchObject({ code: -32002 });
  });

  test('an allowed directory that contains no root stays available', async () => {
    using dir = projects();
    const options = { revision, ...withRoots(dir.at('base/site/src')) } as const;
    await using client = await connect(serve([dir.at('base/tool'), dir.at('base/site')]), options);
    expect(await branch(client, { repo_path: dir.at('base/tool') })).toBe('tool');
    expect(await branch(client, { repo_path: '.' })).toBe('site');
  });

  test('completion offers the repositories of the roots by the same names as without roots', async () => {
    using dir = projects();
    const options = { revision, ...withRoots(dir.at('base/site/src')) } as const;
    const names = async (...directories: string[]): Promise<unknown> => {
      await using client = await connect(serve(directories), options);
      const { completion } = await client.request('completion/complete', {
        ref: { type: 'ref/resource', uri: 'git://{repo}/status' },
        argument: { name: 'repo', value: '' },
      });
      return (completion as { values: unknown }).values;
    };
    expect(await names(dir.at('base/site'))).toEqual(['site']);
    expect(await names(dir.at('base'))).toEqual([dir.at('base/site')]);
  });

  test('a root works as the client writes it: through a link, with a trailing slash', async () => {
    using dir = projects();
    symlinkSync('base/site', dir.at('link'));
    await using client = await connect(serve([]), { revision, ...withRoots(`${dir.at('link')}/`) });
    expect(await branch(client, { repo_path: dir.at('link') })).toBe('site');
  });

  test('roots that share nothing with the directories warn the operator once', async () => {
    using dir = projects();
    const warnings: string[] = [];
    const server = serve([dir.at('base')], { warn: (message) => warnings.push(message) });
    for (const roots of [[], [dir.at('other')], [dir.at('other/gone')]]) {
      await using client = await connect(server, { revision, ...withRoots(...roots) });
      expect(await branch(client, { repo_path: dir.at('base/site') })).toBe('site');
    }
    expect(warnings).toEqual([expect.stringContaining(`(file://${dir.at('other')}) share nothing with`)]);
  });

  test('--roots intersect: the repository must be in the roots', async () => {
    using dir = projects();
    const server = serve([dir.at('base')], { roots: 'intersect' });
    await using inside = await connect(server, { revision, ...withRoots(dir.at('base/site')) });
    expect(await branch(inside)).toBe('site');
    await using below = await connect(server, { revision, ...withRoots(dir.at('base/site/src')) });
    expect(await branch(below)).toEqual(REFUSED);
    await using none = await connect(server, { revision, ...withRoots() });
    expect(await branch(none)).toMatch(/^No directory is allowed: those of the server /);
  });

  test('--roots replace uses the roots alone; ignore never asks for them', async () => {
    using dir = projects();
    const options = { revision, ...withRoots(dir.at('base/tool')) } as const;
    await using replaced = await connect(serve([dir.at('base/site')], { roots: 'replace' }), options);
    expect(await branch(replaced)).toBe('tool');
    await using ignored = await connect(serve([dir.at('base/site')], { roots: 'ignore' }), options);
    expect(await branch(ignored)).toBe('site');
    expect(asked(ignored)).toBe(0);
  });
});

test('in 2026-07-28 only a call that depends on the roots asks for them', async () => {
  using dir = projects();
  const options = { revision: '2026-07-28', ...withRoots(dir.at('base/site')) } as const;
  await using one = await connect(serve([dir.at('base/site')]), options);
  expect(await branch(one)).toBe('site');
  await using base = await connect(serve([dir.at('base')]), options);
  expect(await branch(base, { repo_path: dir.at('base/tool') })).toBe('tool');
  expect([asked(one), asked(base)]).toEqual([0, 0]);
  expect(await branch(base)).toBe('site');
  expect(asked(base)).toBe(1);
});
