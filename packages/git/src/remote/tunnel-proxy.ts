// Tunnel proxy on loopback, through which git reaches hosts over https during one transfer. It checks the addresses and
// connects only to these, so neither redirects nor a later DNS answer lead elsewhere. The traffic stays encrypted
// between git and the remote.
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, isIP, type AddressInfo, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { GitError } from '../git-error.ts';
import { refusal } from '../process/errors.ts';
import { resolveTarget, type HostRule, type Target } from './hosts.ts';

/** A proxy for one transfer, with a password in its URL. */
export class TunnelProxy implements AsyncDisposable {
  readonly #rules: readonly HostRule[];
  readonly #server: Server;
  readonly #token = randomBytes(16).toString('hex');
  readonly #sockets = new Set<Duplex>();
  #refusal: GitError | undefined;

  private constructor(rules: readonly HostRule[]) {
    this.#rules = rules;
    // Only tunnels are allowed, so nothing leaves the machine in clear text.
    this.#server = createServer((_request, response) => response.writeHead(403).end());
    this.#server.on('connect', (request, socket) => void this.#tunnel(request, socket));
  }

  static async open(rules: readonly HostRule[]): Promise<TunnelProxy> {
    const proxy = new TunnelProxy(rules);
    await new Promise<void>((resolve, reject) => {
      proxy.#server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    return proxy;
  }

  /** The value of `http.proxy`. */
  get url(): string {
    return `http://git:${this.#token}@127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Why the last connection was refused, or failed. */
  get refusal(): GitError | undefined {
    return this.#refusal;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #tunnel(request: IncomingMessage, socket: Duplex): Promise<void> {
    this.#track(socket);
    const credentials = Buffer.from(`git:${this.#token}`).toString('base64');
    if (request.headers['proxy-authorization'] !== `Basic ${credentials}`)
      return void socket.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="git"\r\n\r\n',
      );
    try {
      const target = toTarget(request.url ?? '');
      const addresses = await resolveTarget(this.#rules, target);
      const remote = this.#track(connect({ host: target.host, port: target.port, lookup: only(addresses) }));
      remote.once('error', (error) => {
        this.#refusal = refusal(
          'unreachable',
          `${target.host} cannot be reached: ${error.message || error.name}.`,
        );
        refuse(socket, '502 Bad Gateway');
      });
      remote.once('connect', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        remote.pipe(socket).pipe(remote);
      });
      socket.once('close', () => remote.destroy());
    } catch (error) {
      if (error instanceof GitError) this.#refusal = error;
      refuse(socket, '403 Forbidden');
    }
  }

  #track<T extends Duplex>(socket: T): T {
    this.#sockets.add(socket);
    return socket.on('error', () => socket.destroy()).on('close', () => this.#sockets.delete(socket));
  }
}

const refuse = (socket: Duplex, status: string): void => {
  if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\n\r\n`);
};

/** Parses the `host:port` of a CONNECT request, with brackets around an IPv6 address. */
const toTarget = (authority: string): Target => {
  const [, host = '', port = ''] = /^(?:\[([^\]]*)\]|[^:]*):(\d+)$/.exec(authority) ?? [];
  return { host: host === '' ? authority.slice(0, authority.lastIndexOf(':')) : host, port: Number(port) };
};

/** A lookup that returns the checked addresses for every name. */
const only =
  (addresses: readonly string[]): LookupFunction =>
  (_hostname, options, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    if (options.all === true) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family ?? 0);
  };
