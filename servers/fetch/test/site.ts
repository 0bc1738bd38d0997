// Servers on loopback, and a fetcher whose names lead to them.
import { readFileSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  createServer as createNetServer,
  type AddressInfo,
  type Server as NetServer,
  type Socket,
} from 'node:net';
import { join } from 'node:path';
import { Fetcher, type FetcherOptions } from '../src/http/fetcher.ts';
import type { Resolve } from '../src/guard/resolver.ts';
import { Policy, type PolicyOptions } from '../src/guard/policy.ts';

const pem = (name: string): string => readFileSync(join(import.meta.dirname, 'tls', name), 'utf8');
export const testAuthority = pem('ca.pem');

export interface Site extends AsyncDisposable {
  readonly port: number;
  /** `http://site.test:<port>` or `https://secure.test:<port>`. */
  readonly origin: string;
  /** Requested paths, in order. */
  readonly requests: IncomingMessage[];
  readonly paths: string[];
  /** Open sockets. */
  readonly sockets: ReadonlySet<Socket>;
  readonly connections: number;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;
/** Returns a handler that always gives the same answer. */
export const reply =
  (status: number, headers: OutgoingHttpHeaders = {}, body: string | Buffer = ''): Handler =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);

/** Returns a handler that redirects. */
export const redirectTo = (location: string, status = 302): Handler => reply(status, { location });

export type Pages = {
  readonly [path: string]: Handler | string | { readonly type: string; readonly body: string | Buffer };
};

/** Starts a site of pages by path. A string is an HTML page; unknown paths are 404. */
export const site = (
  pages: Pages | Handler,
  options: { tls?: boolean; host?: string } = {},
): Promise<Site> => {
  const answer = typeof pages === 'function' ? pages : fromPages(pages);
  const requests: IncomingMessage[] = [];
  const listener: RequestListener = (request, response) => {
    requests.push(request);
    answer(request, response);
  };
  const server =
    options.tls === true
      ? createTlsServer({ key: pem('server.key'), cert: pem('server.pem') }, listener)
      : createServer({ keepAliveTimeout: 60_000 }, listener);
  const name = options.tls === true ? 'https://secure.test' : 'http://site.test';
  return listen(server, name, requests, options.host);
};

const fromPages =
  (pages: Pages): Handler =>
  (request, response) => {
    const page = pages[request.url ?? ''];
    if (page === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here');
    else if (typeof page === 'function') page(request, response);
    else if (typeof page === 'string')
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    else response.writeHead(200, { 'content-type': page.type }).end(page.body);
  };

/** Starts a listener that must not be reached: it counts connections. */
export const canary = (): Promise<Site> => listen(createNetServer(), 'http://canary.test', [], '0.0.0.0');

/** Starts a server of raw bytes. */
export const rawSite = (onConnection: (socket: Socket) => void): Promise<Site> =>
  listen(
    createNetServer((socket) => {
      onConnection(socket);
      // Otherwise the end of the other side goes unnoticed.
      socket.resume();
    }),
    'http://site.test',
    [],
  );

const listen = (
  server: Server | NetServer,
  name: string,
  requests: IncomingMessage[],
  host = '127.0.0.1',
): Promise<Site> =>
  new Promise((resolve) => {
    const sockets = new Set<Socket>();
    let connections = 0;
    server.on('connection', (socket: Socket) => {
      connections += 1;
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    });
    server.listen(0, host, () => {
      const { port } = server.address() as AddressInfo;
      resolve({
        port,
        origin: `${name}:${port}`,
        requests,
        get paths() {
          return requests.map(({ url }) => url ?? '');
        },
        sockets,
        get connections() {
          return connections;
        },
        [Symbol.asyncDispose]: () =>
          new Promise((done) => {
            for (const socket of sockets) socket.destroy();
            server.close(() => done());
          }),
      });
    });
  });

/** DNS under the test's control: the answers to each question in turn; the last one repeats. */
export const answers = (names: {
  readonly [name: string]: readonly string[] | readonly (readonly string[])[];
}): Resolve => {
  const asked = new Map<string, number>();
  return (name) => {
    const given = names[name];
    if (given === undefined)
      return Promise.reject(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }));
    const turns =
      typeof given[0] === 'string' ? [given as readonly string[]] : (given as readonly string[][]);
    const turn = Math.min(asked.get(name) ?? 0, turns.length - 1);
    asked.set(name, turn + 1);
    const addresses = turns[turn] ?? [];
    return Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  };
};

export const localNames = answers({
  'site.test': ['127.0.0.1'],
  'other.test': ['127.0.0.1'],
  'secure.test': ['127.0.0.1'],
});

/** Allows only public addresses. */
export const publicOnly: PolicyOptions = {
  allowNetworks: [],
  allowDomains: [],
  denyDomains: [],
};
/** Allows every address. */
export const EVERYWHERE = [
  { address: '0.0.0.0', prefix: 0 },
  { address: '::', prefix: 0 },
];
/** Allows public addresses and 127.0.0.1, where the test sites are, but no other loopback address. */
export const andSites: PolicyOptions = {
  ...publicOnly,
  allowNetworks: [{ address: '127.0.0.1', prefix: 32 }],
};

export interface FetcherSettings extends Partial<Omit<FetcherOptions, 'policy' | 'proxyFor'>> {
  readonly policy?: PolicyOptions;
  readonly proxy?: URL;
}

export const fetcherOptions = ({
  policy = andSites,
  proxy,
  ...settings
}: FetcherSettings = {}): FetcherOptions => ({
  policy: new Policy(policy),
  proxyFor: () => proxy,
  resolve: localNames,
  userAgent: 'test',
  profiles: new Map(),
  cookies: [],
  maxBytes: 1_000_000,
  timeoutMs: 20_000,
  ...settings,
});

export class TestFetcher extends Fetcher {
  constructor(settings: FetcherSettings = {}) {
    super(fetcherOptions(settings));
  }

  async get(url: string, signal: AbortSignal = new AbortController().signal) {
    return this.fetch({ url: this.policy.parse(url), accept: '*/*', signal });
  }
}

/** Fetches the root of a site that answers like this. */
export const getFrom = async (answer: Pages | Handler, settings?: FetcherSettings) => {
  await using page = await site(answer);
  const fetcher = new TestFetcher(settings);
  return await fetcher.get(page.origin);
};
