// Untrusted remotes: the repository's settings for them, their addresses, and their answers.
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeHostile, Programs, type Hostility } from '../hostile-repository.ts';
import { call, dataOf, open, repository, textsOf } from '../setup.ts';
import { RemoteSandbox } from '../remote/sandbox.ts';
import { sweep } from './all-tools.ts';

let box: RemoteSandbox;
let programs: Programs;
let program: string;

beforeAll(async () => {
  box = await RemoteSandbox.start();
  // Git waits for some of them to end.
  programs = new Programs('exit 1');
  program = programs.make('program');
});
afterEach(() => {
  vi.unstubAllEnvs();
  Object.assign(box.http, { isHanging: false, credentials: undefined, redirect: undefined });
  expect(box.leftovers()).toEqual([]);
});
afterAll(async () => {
  programs[Symbol.dispose]();
  await box[Symbol.asyncDispose]();
});

/** Runs git as a person would. It may fail, as the program is not a real helper; that it ran is enough. */
const plainGit = (args: readonly string[]): Promise<void> =>
  new Promise((resolve) => {
    const env = { ...process.env, GIT_TERMINAL_PROMPT: '0' };
    execFile('git', args, { cwd: box.nest.at('work'), env, timeout: 20_000 }, () => resolve());
  });

/** `URL` is the address of the remote, `WORK` the repository. */
interface Attack extends Hostility {
  /** The reported keys. */
  readonly keys?: readonly string[];
  /** The command with which a person would start the program, if there is one. */
  readonly control?: readonly string[];
}

const ATTACKS: readonly Attack[] = [
  {
    name: 'programs for the other side',
    keys: ['remote.origin.uploadpack', 'remote.origin.receivepack'],
    config: { 'remote.origin.uploadpack': 'PROGRAM', 'remote.origin.receivepack': 'PROGRAM' },
  },
  { name: 'the same for an address', config: { 'remote.URLshared.git.uploadpack': 'PROGRAM' } },
  {
    name: 'another helper for the remote',
    keys: ['remote.origin.vcs'],
    config: { 'remote.origin.vcs': 'ext' },
  },
  {
    name: 'an address that is rewritten to a program',
    keys: ['protocol.ext.allow'],
    config: { 'protocol.ext.allow': 'always', 'url.ext::PROGRAM .insteadOf': 'http' },
    control: ['fetch'],
  },
  {
    name: 'helpers for passwords',
    keys: ['credential.helper', 'core.askpass'],
    config: { 'credential.helper': '!PROGRAM', 'core.askPass': 'PROGRAM' },
    control: ['fetch'],
  },
  {
    name: 'a helper for the passwords of an address',
    config: { 'credential.URL.helper': '!PROGRAM' },
    control: ['fetch'],
  },
  {
    name: 'how ssh is run, and proxies',
    keys: ['core.sshcommand', 'core.gitproxy', 'http.proxy'],
    config: {
      'core.sshCommand': 'PROGRAM',
      'core.gitProxy': 'PROGRAM',
      'http.proxy': 'http://127.0.0.1:1/',
    },
  },
  {
    name: 'refs of borrowed objects, a monitor, and a filter',
    keys: ['core.alternaterefscommand'],
    config: {
      'core.alternateRefsCommand': 'PROGRAM',
      'core.fsmonitor': 'PROGRAM',
      'filter.x.smudge': 'PROGRAM',
    },
    attributes: '* filter=x\n',
    files: { '.git/objects/info/alternates': 'WORK/.git/objects\n' },
    control: ['fetch'],
  },
  {
    name: 'hooks',
    hooks: [
      ...['pre-push', 'reference-transaction', 'post-merge', 'post-checkout', 'post-index-change'],
      'pre-auto-gc',
    ],
    control: ['push', 'origin', 'main:control'],
  },
];

/** Prepares the clone; disposing restores it. */
const prepared = (attacks: readonly Attack[]): Disposable => {
  const work = box.nest.in('work');
  const kept = readFileSync(work.at('.git/config'), 'utf8');
  work.git('checkout', '--quiet', 'main');
  const text = JSON.stringify(attacks).replaceAll('URL', box.http.url('')).replaceAll('WORK', work.path);
  makeHostile(work, programs, JSON.parse(text) as Attack[]);
  return {
    [Symbol.dispose]: () => {
      writeFileSync(work.at('.git/config'), kept);
      for (const path of ['hooks', 'info/attributes', 'objects/info/alternates'])
        rmSync(work.at('.git', path), { recursive: true, force: true });
    },
  };
};

const CONTROLS = ATTACKS.flatMap(({ control, ...attack }) =>
  control === undefined ? [] : { control, attack },
);

test.each(CONTROLS)('plain git starts $attack.name', async ({ control, attack }) => {
  using _ = prepared([attack]);
  box.http.credentials = attack.name.includes('passwords') ? 'ada:secret' : undefined;
  await plainGit(control);
  expect(programs.take()).toEqual([attack.name]);
});

const TRANSFERS = [
  ['git_fetch', {}],
  ['git_pull', {}],
  ['git_push', { branch: 'main', to: 'copy' }],
] as const;

test.each([
  [undefined, /^(?:Fetched from|Pushed to) origin/],
  ['ada:secret', /could not read Username .* Ask the user to set up access/],
])(
  'no transfer starts any of the programs, and all are reported (password: %s)',
  async (credentials, says) => {
    using _ = prepared(ATTACKS);
    box.http.credentials = credentials;
    await using client = await open(box.nest.at('work'));
    const { answers, ran } = await sweep(client, programs, TRANSFERS);
    expect(ran).toEqual([]);
    for (const [tool, answer] of answers)
      expect([tool, textsOf(answer)[0]]).toEqual([tool, expect.stringMatching(says)]);
    expect(await dataOf(call(client, 'git_status'))).toMatchObject({
      unused_settings: expect.arrayContaining(ATTACKS.flatMap(({ keys = [] }) => keys)),
    });
  },
);

test('cookies are not written to the file that a repository names', async () => {
  const cookies = box.nest.at('cookies');
  const config = { 'http.cookieFile': cookies, 'http.saveCookies': 'true' };
  using _ = prepared([{ name: 'cookies', config }]);
  await plainGit(['fetch']);
  expect(existsSync(cookies)).toBe(true);
  rmSync(cookies);
  await using client = await open(box.nest.at('work'));
  for (const [tool, args] of TRANSFERS) {
    await call(client, tool, args);
    expect([tool, existsSync(cookies)]).toEqual([tool, false]);
  }
  expect(await dataOf(call(client, 'git_status'))).toMatchObject({
    unused_settings: expect.arrayContaining(['http.cookiefile']),
  });
});

test('with --trust-repo-config hooks run and settings of the repository apply', async () => {
  box.nest.write({ 'work/.git/hooks/pre-push': `#!/bin/sh\npwd > ${box.nest.at('where')}\n` });
  chmodSync(box.nest.at('work/.git/hooks/pre-push'), 0o755);
  box.here('config', 'remote.origin.proxy', 'http://127.0.0.1:1/');
  const blocked = await box.ask('git_push', { branch: 'main', to: 'trusted' }, { trust: true });
  expect(textsOf(blocked)[0]).toMatch(/^git push failed: .*127\.0\.0\.1/);
  box.here('config', '--unset', 'remote.origin.proxy');
  const pushed = await box.ask('git_push', { branch: 'main', to: 'trusted' }, { trust: true });
  rmSync(box.nest.at('work/.git/hooks/pre-push'));
  expect(pushed.structuredContent).toMatchObject({ refs: [{ ref: 'refs/heads/trusted' }] });
  expect(readFileSync(box.nest.at('where'), 'utf8')).toBe(`${box.nest.at('work')}\n`);
});

describe('an address', () => {
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

  test('is refused if it is a program, an option, a file outside or unencrypted', async () => {
    using dir = repository();
    await using client = await open([dir.path, box.nest.at('work')]);
    const before = readFileSync(dir.at('.git/config'), 'utf8');
    for (const url of URLS()) {
      const cloned = await call(client, 'git_clone', { url, path: box.nest.at('work/new') });
      expect([url, cloned.isError]).toEqual([url, true]);
      // Git ignores an empty value, or one with a line break.
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
    expect(programs.take()).toEqual([]);
  });

  test('appears in answers without its password', async () => {
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

  test('is not redirected to another kind of address', async () => {
    using outside = repository({ 'secret.txt': '' });
    for (const redirect of [
      `file://${outside.path}/.git/info/refs`,
      `ext::${program}`,
      'ftp://127.0.0.1:1/',
    ]) {
      box.http.redirect = redirect;
      expect([redirect, (await box.ask('git_fetch')).isError]).toEqual([redirect, true]);
    }
    expect(programs.take()).toEqual([]);
  });

  test('for ssh never asks, because the operator’s own ssh gets BatchMode', async () => {
    // Replaces ssh: records its arguments and runs the command here.
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
      expect(await dataOf(box.ask('git_fetch'))).toMatchObject({
        url: url.replace('ssh://git@', 'ssh://***@'),
      });
    }
    writeFileSync(box.nest.at('work/.git/config'), config);
    const log = readFileSync(box.nest.at('ssh.log'), 'utf8');
    expect(log.match(/^-o BatchMode=yes .*git@example\.org git-upload-pack/gm)).toHaveLength(2);
    expect(programs.take()).toEqual([]);
  });
});

describe('a long transfer', () => {
  const begin = async (tool: string, args: object, directory: string) => {
    const client = await open(directory);
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

  test('reports its progress', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`many/${index}.txt`, `${index}`]),
    );
    mkdirSync(box.nest.at('seed/many'));
    box.elsewhere('many', files);
    await using client = await open(box.nest.at('work'));
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
