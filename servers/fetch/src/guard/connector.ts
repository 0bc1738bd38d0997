// The guard: the one place where sockets are opened, for pages, redirects, robots.txt and through proxies alike.
import { isIP, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { buildConnector as Build } from 'undici';
import type { Undici } from '../http/undici.ts';
import { checkedLookup, resolveChecked, type Resolve } from './lookup.ts';
import type { Opening } from './opening.ts';
import type { Policy } from './policy.ts';
import { openTunnel } from './tunnel.ts';

/** How connections are made. */
export interface ConnectorOptions {
  readonly policy: Policy;
  readonly resolve: Resolve;
  /** Of a proxy that the operator chose; it may be anywhere. */
  readonly proxy?: URL;
  /** Certificates in PEM that are trusted in place of those of Node. */
  readonly ca?: readonly string[];
  readonly timeoutMs: number;
  /** Is told of connections until they are open. */
  readonly opening: Opening;
}

/**
 * A connector of undici that refuses what the policy does not allow: addresses in the URL (undici looks up names only),
 * addresses of names, and, when the socket is open, the address at its other end.
 */
export const guardedConnector = (
  undici: Pick<Undici, 'buildConnector' | 'Client'>,
  options: ConnectorOptions,
): Build.connector => {
  const { policy, resolve, proxy, timeoutMs, opening } = options;
  const ca = options.ca === undefined ? {} : { ca: [...options.ca] };
  const connect = undici.buildConnector({
    ...ca,
    lookup: checkedLookup(policy, resolve),
    timeout: timeoutMs,
    allowH2: false,
  });
  if (proxy !== undefined) return proxied(undici, options, connect);
  return (target, callback) => {
    try {
      policy.checkHost(target.hostname);
    } catch (error) {
      callback(toError(error), null);
      return;
    }
    const begun: unknown = connect(target, (error, socket) => {
      opened();
      if (error !== null) {
        callback(error, null);
        return;
      }
      const problem = connectedTo(socket, policy, target.hostname);
      if (problem === undefined) callback(null, socket);
      else {
        socket.destroy();
        callback(problem, null);
      }
    });
    const opened = opening.add(originOf(target), begun);
  };
};

const originOf = ({ protocol, host, hostname }: Build.Options): string => `${protocol}//${host ?? hostname}`;

const connectedTo = (socket: Socket | TLSSocket, policy: Policy, hostname: string): Error | undefined => {
  try {
    policy.checkAddresses([socket.remoteAddress ?? ''], hostname);
    return undefined;
  } catch (error) {
    return toError(error);
  }
};

// The proxy gets an address that was checked here, so that it does not resolve the name to another one. Where every
// address is allowed it gets the name.
const proxied =
  (
    undici: Pick<Undici, 'buildConnector' | 'Client'>,
    { policy, resolve, proxy, ...rest }: ConnectorOptions,
    connect: Build.connector,
  ): Build.connector =>
  (target, callback) => {
    const open = async (): Promise<Socket> => {
      policy.checkHost(target.hostname);
      const isName = isIP(target.hostname) === 0;
      const [checked] =
        isName && !policy.isOpen ? await resolveChecked(policy, resolve, target.hostname) : [];
      const host = checked?.address ?? target.hostname;
      const port = target.port === '' ? (target.protocol === 'https:' ? '443' : '80') : target.port;
      const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
      if (proxy === undefined) throw new Error('no proxy');
      return openTunnel(undici, { proxy, authority, origin: originOf(target), ...rest });
    };
    const answer = async (): Promise<void> => {
      let socket: Socket;
      try {
        socket = await open();
      } catch (error) {
        callback(toError(error), null);
        return;
      }
      if (target.protocol !== 'https:') {
        callback(null, socket);
        return;
      }
      const begun: unknown = connect({ ...target, httpSocket: socket }, (...outcome) => {
        opened();
        callback(...outcome);
      });
      const opened = rest.opening.add(originOf(target), begun);
    };
    void answer();
  };

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
