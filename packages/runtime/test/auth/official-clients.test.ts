// Official clients: both log in by themselves, with discovery, registration, PKCE and further scopes for a tool.
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, test } from 'vitest';
import { AuthorizationServer } from '@mcp/raw-http';
import { addLogin, logIn, REDIRECT_URL } from './login.ts';
import { freePort, protectedBy, protectedServer } from './protected.ts';

/** What a client stores, and where its user is sent; for both clients. */
class Provider {
  readonly redirectUrl = REDIRECT_URL;
  readonly clientMetadata = {
    client_name: 'test',
    redirect_uris: [REDIRECT_URL],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  answer: URLSearchParams = new URLSearchParams();
  readonly #kept = new Map<string, unknown>();

  clientInformation(): { client_id: string } | undefined {
    return this.#kept.get('client') as { client_id: string } | undefined;
  }
  saveClientInformation(client: object): void {
    this.#kept.set('client', client);
  }
  tokens(): { access_token: string; token_type: string; scope?: string } | undefined {
    return this.#kept.get('tokens') as { access_token: string; token_type: string } | undefined;
  }
  saveTokens(tokens: object): void {
    this.#kept.set('tokens', tokens);
  }
  saveCodeVerifier(verifier: string): void {
    this.#kept.set('verifier', verifier);
  }
  codeVerifier(): string {
    return String(this.#kept.get('verifier'));
  }
  async redirectToAuthorization(url: URL): Promise<void> {
    this.answer = await logIn(url);
  }
}

/** A connected client. */
interface Connected {
  call(name: string): Promise<unknown>;
  /** Passes the login's result to the client. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

type Connect = (url: string, provider: Provider) => Promise<Connected>;

const connectV1: Connect = async (url, provider) => {
  const begin = async (): Promise<readonly [ClientV1, TransportV1]> => {
    const client = new ClientV1({ name: 'v1', version: '1' });
    const transport = new TransportV1(new URL(url), { authProvider: provider });
    await client.connect(transport);
    return [client, transport];
  };
  await expect(begin()).rejects.toThrow('Unauthorized');
  await new TransportV1(new URL(url), { authProvider: provider }).finishAuth(
    provider.answer.get('code') ?? '',
  );
  const [client, transport] = await begin();
  return {
    call: (name) => client.callTool({ name }),
    finish: () => transport.finishAuth(provider.answer.get('code') ?? ''),
    close: () => client.close(),
  };
};

const connectV2 =
  (mode: 'legacy' | { pin: string }): Connect =>
  async (url, provider) => {
    const begin = async (): Promise<readonly [ClientV2, TransportV2]> => {
      const client = new ClientV2({ name: 'v2', version: '1' }, { versionNegotiation: { mode } });
      const transport = new TransportV2(new URL(url), { authProvider: provider });
      await client.connect(transport);
      return [client, transport];
    };
    await expect(begin()).rejects.toThrow('Unauthorized');
    await new TransportV2(new URL(url), { authProvider: provider }).finishAuth(provider.answer);
    const [client, transport] = await begin();
    return {
      call: (name) => client.callTool({ name }),
      finish: () => transport.finishAuth(provider.answer),
      close: () => client.close(),
    };
  };

const CLIENTS: readonly (readonly [string, Connect])[] = [
  ['client v1', connectV1],
  ['client v2 with sessions', connectV2('legacy')],
  ['client v2 without sessions', connectV2({ pin: '2026-07-28' })],
];

describe.each(CLIENTS)('%s', (_, connect) => {
  test('logs in, calls, and logs in again for more scopes [AUTH-16, AUTH-20, AUTH-21, A-01, A-03]', async () => {
    await using issuer = await AuthorizationServer.start();
    const logins = addLogin(issuer);
    const port = await freePort();
    const { server, callers, done } = protectedServer();
    const resource = `http://127.0.0.1:${port}/mcp`;
    await using http = await protectedBy(issuer, {
      server,
      protect: { resource, scopes: ['basic'] },
      http: { port },
    });
    const provider = new Provider();
    const client = await connect(http.url, provider);
    expect(logins).toEqual(['basic']);
    expect(await client.call('whoami')).toMatchObject({ content: [{ text: 'ada' }] });
    expect(callers).toMatchObject([{ clientId: provider.clientInformation()?.client_id, scopes: ['basic'] }]);
    expect(callers[0]?.claims['aud']).toBe(resource);
    await expect(client.call('write')).rejects.toThrow('Unauthorized');
    expect(done).toEqual([]);
    expect(logins.map((scope) => scope.split(' ').toSorted())).toEqual([
      ['basic'],
      ['basic', 'files:read', 'files:write'],
    ]);
    await client.finish();
    expect(await client.call('write')).toMatchObject({ content: [{ text: 'written' }] });
    expect(done).toEqual(['write']);
    await client.close();
  });
});
