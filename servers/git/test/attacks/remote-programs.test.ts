// Remotes that nobody trusts: what a repository says about them, what their addresses say, and what they answer.
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from '@mcp/runtime/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { call, repository, serve, textsOf } from '../setup.ts';
import { RemoteSandbox } from '../remote/sandbox.ts';

let box: RemoteSandbox;
let program: string;

const hasFired = (): boolean => existsSync(box.nest.at('canary'));

beforeAll(async () => {
  box = await RemoteSandbox.start();
  program = box.nest.at('program.sh');
  writeFileSync(program, `#!/bin/sh\n: > ${box.nest.at('canary')}\nexit 1\n`);
  chmodSync(program, 0o755);
});
beforeEach(() => rmSync(box.nest.at('canary'), { force: true }));
afterEach(() => {
  vi.unstubAllEnvs();
  Object.assign(box.http, { isHanging: false, credentials: undefined, redirect: undefined });
  expect(box.leftovers()).toEqual([]);
});
afterAll(() => box[Symbol.asyncDispose]());

const HOOKS = [
  'pre-push',
  'reference-transaction',
  'post-merge',
  'post-checkout',
  'post-index-change',
  'pre-auto-gc',
];

const set = (...pairs: readonly (readonly [key: string, value: string])[]): void => {
  for (const [key, value] of pairs) box.here('config', key, value);
};

/** As a person would run it. That the program is no real helper makes it fail; that it ran is enough. */
const plainGit = (args: readonly string[]): Promise<void> =>
  new Promise((resolve) => {
    const env = { ...process.env, GIT_TERMINAL_PROMPT: '0' };
    execFile('git', args, { cwd: box.nest.at('work'), env, timeout: 20_000 }, () => resolve());
  });

const DONE = /^(?:Fetched from|Pushed to) origin/;

interface Attack {
  readonly name: string;
  readonly prepare: () => void;
  /** What is reported. */
  readonly keys?: readonly string[];
  /** The remote asks for a password. */
  readonly isLocked?: boolean;
  /** What a person would run that starts the program, where there is such a thing. */
  readonly control?: readonly string[];
}

const ATTACKS: readonly Attack[] = [
  {
    name: 'programs for the other side',
    keys: ['remote.origin.uploadpack', 'remote.origin.receivepack'],
    prepare: () => set(['remote.origin.uploadpack', program], ['remote.origin.receivepack', program]),
  },
  {
    name: 'the same for an address',
    keys: [],
    prepare: () => set([`remote.${box.http.url('shared.git')}.uploadpack`, program]),
  },
  {
    name: 'another helper for the remote',
    keys: ['remote.origin.vcs'],
    prepare: () => set(['remote.origin.vcs', 'ext']),
  },
  {
    name: 'an address that is rewritten to a program',
    keys: ['protocol.ext.allow'],
    prepare: () => set(['protocol.ext.allow', 'always'], [`url.ext::${program} .insteadOf`, 'http']),
    control: ['fetch'],
  },
  {
    name: 'helpers for passwords',
    isLocked: true,
    keys: ['credential.helper', 'core.askpass'],
    control: ['fetch'],
    prepare: () => set(['credential.helper', `!${program}`], ['core.askPass', program]),
  },
  {
    name: 'a helper for the passwords of an address',
    isLocked: true,
    control: ['fetch'],
    prepare: () => set([`credential.${box.http.url('')}.helper`, `!${program}`]),
  },
  {
    name: 'how ssh is run, and proxies',
    keys: ['core.sshcommand', 'core.gitproxy', 'http.proxy'],
    prepare: () =>
      set(['core.sshCommand', program], ['core.gitProxy', program], ['http.proxy', 'http://127.0.0.1:1/']),
  },
  {
    name: 'refs of borrowed objects, a monitor, and a filter',
    keys: ['core.alternaterefscommand'],
    control: ['fetch'],
    prepare: () => {
      set(['core.alternateRefsCommand', program], ['core.fsmonitor', program], ['filter.x.smudge', program]);
      box.nest.write({ 'work/.git/info/attributes': '* filter=x\n' });
      box.nest.write({ 'work/.git/objects/info/alternates': `${box.nest.at('work/.git/objects')}\n` });
    },
  },
  {
    name: 'hooks',
    control: ['push', 'origin', 'main:control'],
    prepare: () => {
      for (const hook of HOOKS) {
        box.nest.write({ [`work/.git/hooks/${hook}`]: `#!/bin/sh\n${program}\n` });
        chmodSync(box.nest.at('work/.git/hooks', hook), 0o755);
      }
    },
  },
  {
    name: 'a file that cookies are written to',
    keys: ['http.cookiefile'],
    control: ['fetch'],
    prepare: () => set(['http.cookieFile', box.nest.at('canary')], ['http.saveCookies', 'true']),
  },
];

describe.each(ATTACKS)('$name', ({ prepare, keys = [], isLocked = false, control }) => {
  let kept: string;
  beforeEach(() => {
    kept = readFileSync(box.nest.at('work/.git/config'), 'utf8');
    box.here('checkout', '--quiet', 'main');
    prepare();
  });
  afterEach(() => {
    writeFileSync(box.nest.at('work/.git/config'), kept);
    for (const path of ['hooks', 'info/attributes', 'objects/info/alternates'])
      rmSync(box.nest.at('work/.git', path), { recursive: true, force: true });
  });

  test('starts nothing, and is reported', async () => {
    box.http.credentials = isLocked ? 'ada:secret' : undefined;
    const calls = [
      ['git_fetch', {}],
      ['git_pull', {}],
      ['git_push', { branch: 'main', to: 'copy' }],
    ] as const;
    if (control !== undefined) await plainGit(control);
    expect(hasFired()).toBe(control !== undefined);
    rmSync(box.nest.at('canary'), { force: true });
    await using client = await connect(serve([box.nest.at('work')]), { revision: '2025-11-25' });
    for (const [tool, args] of calls) {
      const answer = await call(client, tool, args);
      expect([tool, hasFired()]).toEqual([tool, false]);
      expect([tool, textsOf(answer)[0]]).toEqual([
        tool,
        expect.stringMatching(isLocked ? /could not read Username .* Ask the user to set up access/ : DONE),
      ]);
    }
    expect((await call(client, 'git_status')).structuredContent).toMatchObject({
      trust: { neutralised: expect.arrayContaining([...keys]) },
    });
  });
});

test('hooks run with --trust-repo-config, and its settings count', async () => {
  box.nest.write({ 'work/.git/hooks/pre-push': `#!/bin/sh\npwd > ${box.nest.at('canary')}\n` });
  chmodSync(box.nest.at('work/.git/hooks/pre-push'), 0o755);
  box.here('config', 'remote.origin.proxy', 'http://127.0.0.1:1/');
  const blocked = await box.ask('git_push', { branch: 'main', to: 'trusted' }, { trust: true });
  expect(textsOf(blocked)[0]).toMatch(/^git push failed: .*127\.0\.0\.1/);
  box.here('config', '--unset', 'remote.origin.proxy');
  const pushed = await box.ask('git_push', { branch: 'main', to: 'trusted' }, { trust: true });
  rmSync(box.nest.at('work/.git/hooks/pre-push'));
  expect(pushed.structuredContent).toMatchObject({ refs: [{ ref: 'refs/heads/trusted' }] });
  expect(readFileSync(box.nest.at('canary'), 'utf8')).toBe(`${box.nest.at('work')}\n`);
});

describe('addresses', () => {
  const URLS = (): readonly string[] => [
    `ext::sh -c ${program}`,
    `ext::${program}`,
    'fd::17/foo',
    'testgit::x',
    `-oProxyCommand=${program}`,
    `--upload-pack=${program}`,
    `ssh://-oProxyCommand=${program}/x`,
    `ssh://-oProxyCommand=x@example.org/x`,
    `ssh://example.org/-x`,
    `-oProxyCommand=${program}:x`,
    'example.org:-x',
    'http://example.org/x.git',
    'ftp://example.org/x',
    'git://example.org/x',
    'file:///etc',
    `file://${box.nest.path}/../x`,
    box.nest.at('seed'),
    '../seed',
    '/',
    '',
    'https://',
    'https://example.org/a b',
    'https://example.org/\nx',
    `https://example.org/${'x'.repeat(3000)}`,
  ];

  test('that are programs, options, files outside or in clear text are refused', async () => {
    using dir = repository();
    await using client = await connect(serve([dir.path, box.nest.at('work')]), { revision: '2025-11-25' });
    const before = readFileSync(dir.at('.git/config'), 'utf8');
    for (const url of URLS()) {
      const cloned = await call(client, 'git_clone', { url, path: box.nest.at('work/new') });
      expect([url, cloned.isError]).toEqual([url, true]);
      // An empty value, or one with a line break, is none for git.
      if (url === '' || url.includes('\n')) continue;
      writeFileSync(dir.at('.git/config'), `${before}[remote "origin"]\n\turl = "${url}"\n`);
      const [fetched, pushed] = await Promise.all(
        ['git_fetch', 'git_push'].map((tool) => call(client, tool, { repo_path: dir.path })),
      );
      for (const answer of [fetched, pushed])
        expect([url, answer === undefined ? [] : textsOf(answer)]).toEqual([
          url,
          [expect.stringMatching(/^The address [\s\S]* is not one that this server connects to/)],
        ]);
    }
    expect(hasFired()).toBe(false);
  });

  test('have no passwords in what is answered', async () => {
    const config = readFileSync(box.nest.at('work/.git/config'), 'utf8');
    box.here('remote', 'set-url', 'origin', box.http.url('shared.git', 'ada:se%63ret@'));
    box.http.credentials = 'ada:other';
    const refused = await box.ask('git_fetch');
    box.http.credentials = 'ada:secret';
    const fetched = await box.ask('git_fetch');
    box.here('remote', 'set-url', 'origin', 'ftp://ada:secret@127.0.0.1/x');
    box.here('config', 'url.https://ada:secret@example.org/.insteadOf', 'x:');
    const others = ['git_fetch', 'git_remotes', 'git_status'].map((tool) => box.ask(tool));
    const answers = [refused, fetched, ...(await Promise.all(others))];
    writeFileSync(box.nest.at('work/.git/config'), config);
    expect(answers.map(({ isError }) => isError === true)).toEqual([true, false, true, false, false]);
    expect(JSON.stringify(answers)).not.toMatch(/se%63ret|secret|ada/);
    expect(JSON.stringify(fetched)).toContain('//***@127.0.0.1');
  });

  test('are not left for another kind of address by a redirection', async () => {
    using outside = repository({ 'secret.txt': '' });
    for (const redirect of [
      `file://${outside.path}/.git/info/refs`,
      `ext::${program}`,
      'ftp://127.0.0.1:1/',
    ]) {
      box.http.redirect = redirect;
      expect([redirect, (await box.ask('git_fetch')).isError]).toEqual([redirect, true]);
    }
    expect(hasFired()).toBe(false);
  });

  test('over ssh never ask: the operator’s own ssh is told so', async () => {
    // It stands for ssh: notes what it was called with, and runs the command here.
    box.nest.write({
      'bin/ssh': `#!/bin/sh\necho "$*" >> ${box.nest.at('ssh.log')}\nfor last; do :; done\nexec sh -c "$last"\n`,
    });
    chmodSync(box.nest.at('bin/ssh'), 0o755);
    vi.stubEnv('PATH', `${box.nest.at('bin')}:${process.env['PATH']}`);
    vi.stubEnv('GIT_SSH', program);
    const config = readFileSync(box.nest.at('work/.git/config'), 'utf8');
    for (const url of [
      `ssh://git@example.org${box.nest.at('shared.git')}`,
      `git@example.org:${box.nest.at('shared.git')}`,
    ]) {
      box.here('remote', 'set-url', 'origin', url);
      expect((await box.ask('git_fetch')).structuredContent).toMatchObject({
        url: url.replace('ssh://git@', 'ssh://***@'),
      });
    }
    writeFileSync(box.nest.at('work/.git/config'), config);
    const log = readFileSync(box.nest.at('ssh.log'), 'utf8');
    expect(log.match(/^-o BatchMode=yes .*git@example\.org git-upload-pack/gm)).toHaveLength(2);
    expect(hasFired()).toBe(false);
  });
});

describe('a transfer that takes long', () => {
  const begin = async (tool: string, args: object, directory: string) => {
    const client = await connect(serve([directory]), { revision: '2025-11-25' });
    const asked = box.http.asked.length;
    box.http.isHanging = true;
    client.send({
      jsonrpc: '2.0',
      id: 'slow',
      method: 'tools/call',
      params: { name: tool, arguments: args },
    });
    await vi.waitUntil(() => box.http.asked.length > asked, { timeout: 20_000 });
    return client;
  };

  test.each([
    ['git_fetch', {}],
    ['git_push', { branch: 'main', to: 'slow' }],
    ['git_clone', { url: 'x', path: 'slow' }],
  ])('%s stops when it is cancelled, and leaves nothing', async (tool, args) => {
    const isClone = tool === 'git_clone';
    const directory = isClone ? box.nest.path : box.nest.at('work');
    const url = isClone ? { url: box.http.url('shared.git') } : {};
    await using client = await begin(tool, { ...args, ...url }, directory);
    expect(box.leftovers()).not.toEqual([]);
    client.notify('notifications/cancelled', { requestId: 'slow' });
    await vi.waitUntil(() => box.leftovers().length === 0, { timeout: 20_000 });
    await vi.waitUntil(() => box.http.open === 0, { timeout: 20_000 });
    box.http.isHanging = false;
    expect((await call(client, 'git_status', { repo_path: box.nest.at('work') })).isError).toBeUndefined();
    expect(existsSync(box.nest.at('slow'))).toBe(false);
  });

  test('tells how far it is', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`many/${index}.txt`, `${index}`]),
    );
    mkdirSync(box.nest.at('seed/many'));
    box.elsewhere('many', files);
    await using client = await connect(serve([box.nest.at('work')]), { revision: '2025-11-25' });
    await client.request(
      'tools/call',
      { name: 'git_fetch', arguments: {} },
      { _meta: { progressToken: 'p' } },
    );
    const told = client.notifications('notifications/progress');
    expect(told.map(({ params }) => params)).toContainEqual({
      progressToken: 'p',
      progress: expect.any(Number),
      total: 800,
      message: expect.stringMatching(/^remote: (?:Counting|Compressing) objects: +\d+%/),
    });
  });
});
