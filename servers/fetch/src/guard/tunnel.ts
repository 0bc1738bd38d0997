// A tunnel through an HTTP proxy (RFC 9110, CONNECT).
import type { Socket } from 'node:net';
import type { Client as UndiciClient } from 'undici';
import { FetchError } from '../failure.ts';

/** Where a tunnel leads. */
export interface TunnelOptions {
  /** `http:` or `https:`, with a user name and password where the proxy wants them. */
  readonly proxy: URL;
  /** Host and port behind the proxy. */
  readonly authority: string;
  readonly ca?: readonly string[];
  readonly timeoutMs: number;
}

const OK = 200;

/** @throws {FetchError} `connection_failed` when the proxy does not open the tunnel. */
export const openTunnel = async (
  Client: typeof UndiciClient,
  { proxy, authority, ca, timeoutMs }: TunnelOptions,
): Promise<Socket> => {
  const client = new Client(proxy.origin, {
    connect: { timeout: timeoutMs, ...(ca === undefined ? {} : { ca: [...ca] }) },
    headersTimeout: timeoutMs,
  });
  const { statusCode, socket } = await client.connect({
    path: authority,
    headers: { host: authority, ...authorization(proxy) },
  });
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
