// A tunnel through an HTTP proxy (RFC 9110, CONNECT).
import type { Socket } from 'node:net';
import { FetchError } from '../failure.ts';
import type { Undici } from '../http/undici.ts';
import type { Opening } from './opening.ts';

/** Where a tunnel leads. */
export interface TunnelOptions {
  /** `http:` or `https:`, with a user name and password where the proxy wants them. */
  readonly proxy: URL;
  /** Host and port behind the proxy. */
  readonly authority: string;
  readonly ca?: readonly string[];
  readonly timeoutMs: number;
  /** Whose answer is waited for. */
  readonly origin: string;
  readonly opening: Opening;
}

const OK = 200;

/** @throws {FetchError} `connection_failed` when the proxy does not open the tunnel. */
export const openTunnel = async (
  { Client, buildConnector }: Pick<Undici, 'Client' | 'buildConnector'>,
  { proxy, authority, ca, timeoutMs, origin, opening }: TunnelOptions,
): Promise<Socket> => {
  const connect = buildConnector({ timeout: timeoutMs, ...(ca === undefined ? {} : { ca: [...ca] }) });
  let opened = (): void => {};
  const client = new Client(proxy.origin, {
    connect: (target, callback) => {
      const begun: unknown = connect(target, callback);
      opened = opening.add(origin, begun);
    },
    headersTimeout: timeoutMs,
  });
  const { statusCode, socket } = await client.connect({
    path: authority,
    headers: { host: authority, ...authorization(proxy) },
  });
  opened();
  if (statusCode === OK) return socket as Socket;
  socket.destroy();
  throw new FetchError(
    'connection_failed',
    `The proxy did not open a connection: it answered ${statusCode}.`,
  );
};

const authorization = ({ username, password }: URL): { readonly [name: string]: string } => {
  if (username === '' && password === '') return {};
  const secret = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(secret).toString('base64')}` };
};
