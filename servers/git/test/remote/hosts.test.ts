// Which hosts a transfer reaches: what the operator names, however an address spells it, and wherever a name leads.
import { createServer as createTlsServer } from 'node:https';
import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readHostRule } from '@mcp/git';
import { Gate, checkTarget, resolveTarget, type HostRule } from '@mcp/git/test/inside';
import { ask, repository, temporary, textsOf, type Temporary } from '../setup.ts';

const rules = (...given: string[]): HostRule[] => given.flatMap((text) => readHostRule(text) ?? []);

describe('a rule', () => {
  test.each([
    ['github.com', { host: 'github.com' }],
    ['GitHub.com.', { host: 'github.com' }],
    ['*.example.org', { host: '*.example.org' }],
    ['*', { host: '*' }],
    ['git.example.org:8443', { host: 'git.example.org', port: 8443 }],
    ['10.1.2.3', { host: '10.1.2.3' }],
    ['::1', { host: '::1' }],
    ['[::1]:8443', { host: '::1', port: 8443 }],
    ['b\u00fccher.example', { host: 'xn--bcher-kva.example' }],
  ])('is read from %s', (given, rule) => {
    expect(readHostRule(given)).toEqual(rule);
  });

  test.each([
    '',
    'https://github.com',
    'github.com/x',
    'a b',
    '*.*',
    '*.10.1.2.3',
    'a:b',
    'a:99999',
    '-x',
    'a@b',
    '10.0.0.0/8',
  ])('is not read from %s', (given) => expect(readHostRule(given)).toBeUndefined());
});

describe('without rules', () => {
  test.each([
    ...['127.0.0.1', 'localhost', 'LOCALHOST.', 'x.localhost', '::1', '0.0.0.0', '10.0.0.1', '192.168.1.1'],
    ...[
      '169.254.169.254',
      '::ffff:127.0.0.1',
      'fd00::1',
      '64:ff9b::7f00:1',
      '2130706433',
      '0x7f.1',
      '017700000001',
    ],
  ])('%s is refused before anything is looked up', (host) => {
    expect(() => checkTarget([], { host, port: 443 })).toThrow(
      /is not a host|address, which transfers do not reach/,
    );
  });

  test.each(['a b', '%31%32%37.0.0.1', 'a\\b', '', '-oProxyCommand=x'])('%s is not a host', (host) => {
    expect(() => checkTarget([], { host, port: 443 })).toThrow('is not a host');
  });

  test('a public address is reached, and only at a port of git or above 1023', () => {
    expect(() => checkTarget([], { host: '1.1.1.1', port: 443 })).not.toThrow();
    expect(() => checkTarget([], { host: '1.1.1.1', port: 8443 })).not.toThrow();
    expect(() => checkTarget([], { host: '1.1.1.1', port: 25 })).toThrow('Port 25 is not one of git');
  });

  test('a name that leads to a private address is refused', async () => {
    await expect(resolveTarget([], { host: 'ip6-localhost', port: 443 })).rejects.toThrow(
      /leads to a loopback address|cannot be resolved/,
    );
  });
});

describe('with rules', () => {
  test.each([
    ['github.com', 443],
    ['git.example.org', 443],
    ['a.b.example.org', 22],
    ['own.test', 8443],
    ['10.1.2.3', 443],
  ])('%s at port %s is reached', (host, port) => {
    const given = rules('github.com', '*.example.org', 'own.test:8443', '10.1.2.3');
    expect(() => checkTarget(given, { host, port })).not.toThrow();
  });

  test.each([
    ['gitlab.com', 443],
    ['github.com.evil.test', 443],
    ['evilgithub.com', 443],
    ['example.org', 443],
    ['own.test', 443],
    ['10.1.2.4', 443],
    ['1.1.1.1', 443],
  ])('%s at port %s is not', (host, port) => {
    const given = rules('github.com', '*.example.org', 'own.test:8443', '10.1.2.3');
    expect(() => checkTarget(given, { host, port })).toThrow(/The operator does not allow transfers with .*/);
  });

  test('a star stands for public hosts, beside private ones that are named', () => {
    expect(() => checkTarget(rules('*', '10.1.2.3'), { host: '1.1.1.1', port: 443 })).not.toThrow();
    expect(() => checkTarget(rules('*', '10.1.2.3'), { host: '10.1.2.3', port: 443 })).not.toThrow();
    expect(() => checkTarget(rules('*', '10.1.2.3'), { host: '10.1.2.4', port: 443 })).toThrow(
      'private address',
    );
  });
});

/** Notes the first bytes of each connection. */
const listen = async (): Promise<{ server: Server; port: number; seen: string[] }> => {
  const seen: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (bytes) => {
      seen.push(bytes.toString('latin1'));
      socket.end('hello');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port, seen };
};

/** Sends a request to a gate by hand, and returns what comes back. */
const say = (gate: Gate, request: string): Promise<string> =>
  new Promise((resolve) => {
    const { port, username, password } = new URL(gate.url);
    const socket = connect(Number(port), '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (Buffer.concat(chunks).toString().endsWith('established\r\n\r\n')) socket.write('ping');
    });
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    const credentials = Buffer.from(`${username}:${password}`).toString('base64');
    const headers = ['Host: x', 'Connection: close', `Proxy-Authorization: Basic ${credentials}`];
    socket.write([`${request} HTTP/1.1`, ...headers, '', ''].join('\r\n'));
  });

describe('the gate', () => {
  test('leads to a host that is named', async () => {
    const { server, port, seen } = await listen();
    await using gate = await Gate.open(rules('localhost'));
    expect(await say(gate, `CONNECT localhost:${port}`)).toMatch(/^HTTP\/1\.1 200 [\s\S]*hello$/);
    expect(seen).toEqual(['ping']);
    server.close();
  });

  test.each([
    'CONNECT 127.0.0.1:',
    'CONNECT [::ffff:127.0.0.1]:',
    'CONNECT 2130706433:',
    'GET http://127.0.0.1:',
  ])('does not lead elsewhere: %s', async (request) => {
    const { server, port, seen } = await listen();
    await using gate = await Gate.open([]);
    expect(await say(gate, `${request}${port}`)).toMatch(/^HTTP\/1\.1 403 /);
    expect(seen).toEqual([]);
    server.close();
  });

  test('says what is wrong with a host that does not answer', async () => {
    await using gate = await Gate.open(rules('127.0.0.1:1'));
    expect(await say(gate, 'CONNECT 127.0.0.1:1')).toMatch(/^HTTP\/1\.1 502 /);
    expect(gate.refusal?.message).toContain('127.0.0.1 cannot be reached: connect ECONNREFUSED');
  });

  test('is closed for who does not know its password', async () => {
    const { server, port, seen } = await listen();
    await using gate = await Gate.open(rules('127.0.0.1'));
    const stranger = { url: gate.url.replace(/:\w+@/, ':guess@') } as Gate;
    expect(await say(stranger, `CONNECT 127.0.0.1:${port}`)).toMatch(/^HTTP\/1\.1 407 /);
    expect(seen).toEqual([]);
    server.close();
  });
});

/** A repository whose remote is there. */
const remoteAt = (url: string): Temporary => {
  const dir = repository();
  dir.git('remote', 'add', 'origin', url);
  return dir;
};

describe('a transfer', () => {
  test.each(['https://127.0.0.1:', 'https://localhost:', 'http://127.0.0.1:', 'https://[::ffff:7f00:1]:'])(
    'does not connect to %s unless it is named',
    async (url) => {
      const { server, port, seen } = await listen();
      using dir = remoteAt(`${url}${port}/x.git`);
      for (const remoteHosts of [[], ['github.com'], ['*']]) {
        const answer = await ask(dir, 'git_fetch', {}, { remoteHosts });
        expect(textsOf(answer).join()).toMatch(/--remote-host/);
      }
      expect(seen).toEqual([]);
      server.close();
    },
  );

  test.each([
    'ssh://git@127.0.0.1/x.git',
    'git@127.0.0.1:x.git',
    'ssh://git@[::1]:2222/x',
    'ssh://2130706433/x',
  ])('does not run ssh for %s unless it is named', async (url) => {
    using dir = remoteAt(url);
    const answer = await ask(dir, 'git_fetch', {}, { remoteHosts: [] });
    expect(textsOf(answer).join()).toMatch(/--remote-host|is not a host/);
  });

  test('git_clone asks the same', async () => {
    using dir = repository();
    const answer = await ask(
      dir,
      'git_clone',
      { url: 'https://localhost:1/x.git', path: 'new' },
      { remoteHosts: ['*'] },
    );
    expect(textsOf(answer).join()).toMatch(/--remote-host|in a repository already/);
  });

  test('an address that programs read differently is refused', async () => {
    using dir = remoteAt(String.raw`https://github.com\@127.0.0.1/x.git`);
    expect(textsOf(await ask(dir, 'git_fetch')).join()).toContain('is not one that this server connects to');
  });
});

describe('over TLS', () => {
  const tls = join(import.meta.dirname, 'tls');
  const [key, cert] = ['localhost.key', 'localhost.pem'].map((name) => readFileSync(join(tls, name)));
  const asked: string[] = [];
  let redirect: string | undefined;
  const server = createTlsServer({ key, cert }, (request, response) => {
    asked.push(`${request.headers.host} ${request.url}`);
    if (redirect === undefined) response.writeHead(404).end();
    else response.writeHead(302, { location: redirect }).end();
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    vi.unstubAllEnvs();
  });

  test('git asks a host that is named through the gate, and a redirection to another one goes nowhere', async () => {
    const { server: other, port: otherPort, seen } = await listen();
    const { port } = server.address() as AddressInfo;
    // As the operator sets it.
    using home = temporary();
    home.write({ '.gitconfig': `[http]\n\tsslCAInfo = ${join(tls, 'localhost.pem')}\n` });
    vi.stubEnv('HOME', home.path);
    using dir = remoteAt(`https://localhost:${port}/x.git`);
    const plain = await ask(dir, 'git_fetch', {}, { remoteHosts: ['localhost'] });
    expect(textsOf(plain).join()).toContain('not found');
    expect(asked).toContain(`localhost:${port} /x.git/info/refs?service=git-upload-pack`);
    redirect = `https://127.0.0.1:${otherPort}/x.git/info/refs?service=git-upload-pack`;
    const answer = await ask(dir, 'git_fetch', {}, { remoteHosts: ['localhost'] });
    expect(textsOf(answer).join()).toContain('The operator does not allow transfers with 127.0.0.1');
    expect(seen).toEqual([]);
    other.close();
  });
});
