// Hosts that a transfer reaches: those named by the operator, however an address spells them, wherever names lead.
import { createServer as createTlsServer } from 'node:https';
import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readHostRule } from '@mcp/git';
import { TunnelProxy, type HostRule } from '@mcp/git/test/inside';
import { ask, repository, temporary, textsOf, type Temporary } from '../setup.ts';

const rules = (...given: string[]): HostRule[] => given.flatMap((text) => readHostRule(text) ?? []);

/** Starts a server that records the first bytes of each connection. */
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

/** Sends a request to a proxy by hand and returns the response. */
const say = (proxy: TunnelProxy, request: string): Promise<string> =>
  new Promise((resolve) => {
    const { port, username, password } = new URL(proxy.url);
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

describe('the proxy', () => {
  test('connects to a named host', async () => {
    const { server, port, seen } = await listen();
    await using proxy = await TunnelProxy.open(rules('localhost'));
    expect(await say(proxy, `CONNECT localhost:${port}`)).toMatch(/^HTTP\/1\.1 200 [\s\S]*hello$/);
    expect(seen).toEqual(['ping']);
    server.close();
  });

  test.each([
    'CONNECT 127.0.0.1:',
    'CONNECT [::ffff:127.0.0.1]:',
    'CONNECT 2130706433:',
    'GET http://127.0.0.1:',
  ])('does not connect elsewhere: %s', async (request) => {
    const { server, port, seen } = await listen();
    await using proxy = await TunnelProxy.open([]);
    expect(await say(proxy, `${request}${port}`)).toMatch(/^HTTP\/1\.1 403 /);
    expect(seen).toEqual([]);
    server.close();
  });

  test('reports the error of a host that does not answer', async () => {
    await using proxy = await TunnelProxy.open(rules('127.0.0.1:1'));
    expect(await say(proxy, 'CONNECT 127.0.0.1:1')).toMatch(/^HTTP\/1\.1 502 /);
    expect(proxy.refusal?.message).toContain('127.0.0.1 cannot be reached: connect ECONNREFUSED');
  });

  test('rejects clients without its password', async () => {
    const { server, port, seen } = await listen();
    await using proxy = await TunnelProxy.open(rules('127.0.0.1'));
    const stranger = { url: proxy.url.replace(/:\w+@/, ':guess@') } as TunnelProxy;
    expect(await say(stranger, `CONNECT 127.0.0.1:${port}`)).toMatch(/^HTTP\/1\.1 407 /);
    expect(seen).toEqual([]);
    server.close();
  });
});

/** Creates a repository whose remote is there. */
const remoteAt = (url: string): Temporary => {
  const dir = repository();
  dir.git('remote', 'add', 'origin', url);
  return dir;
};

describe('a transfer', () => {
  test.each(['https://127.0.0.1:', 'https://localhost:', 'http://127.0.0.1:', 'https://[::ffff:7f00:1]:'])(
    'does not connect to %s unless the operator names it',
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
  ])('does not run ssh for %s unless the operator names it', async (url) => {
    using dir = remoteAt(url);
    const answer = await ask(dir, 'git_fetch', {}, { remoteHosts: [] });
    expect(textsOf(answer).join()).toMatch(/--remote-host|is not a host/);
  });

  test('does the same for git_clone', async () => {
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

  test('git reaches a named host through the proxy, and a redirection to another one fails', async () => {
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
