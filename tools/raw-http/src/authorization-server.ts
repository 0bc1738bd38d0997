// An OAuth authorization server on loopback: keys, metadata, introspection, and any token that a test needs.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';

/** Returns the response of a path. */
export type Answer = (
  request: IncomingMessage,
  form: URLSearchParams,
  response: ServerResponse,
  text: string,
) => unknown;

/** A key pair of the server. */
export interface Pair {
  readonly kid: string;
  readonly alg: string;
  readonly secret: CryptoKey;
  readonly open: CryptoKey;
  readonly jwk: JWK;
}

/** Creates a key pair. */
export async function newPair(kid: string, alg = 'ES256'): Promise<Pair> {
  const { privateKey: secret, publicKey: open } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, secret, open, jwk: { ...(await exportJWK(open)), kid, alg, use: 'sig' } };
}

/** Deviations from the default token. `undefined` omits a claim. */
export interface TokenOptions {
  readonly claims?: { readonly [claim: string]: unknown };
  readonly header?: { readonly [member: string]: unknown };
  readonly pair?: Pair;
}

const seconds = (): number => Math.floor(Date.now() / 1000);

/** An authorization server for one test. */
export class AuthorizationServer {
  issuer = '';
  /** The number of requests to each path. */
  readonly asked = new Map<string, number>();
  /** Responses by path. Replace one to make the server slow, wrong or hostile. */
  readonly answers = new Map<string, Answer>();
  /** Introspection results, by token. */
  readonly known = new Map<string, { readonly [claim: string]: unknown }>();
  keys: Pair[];
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  private constructor(pair: Pair) {
    this.keys = [pair];
  }

  /** Starts the server, which listens until it is disposed of. */
  static async start(): Promise<AuthorizationServer> {
    const server = new AuthorizationServer(await newPair('first'));
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    server.issuer = `http://127.0.0.1:${(server.#server.address() as AddressInfo).port}`;
    server.answers.set('/.well-known/oauth-authorization-server', () => server.metadata);
    server.answers.set('/jwks', () => ({ keys: server.keys.map(({ jwk }) => jwk) }));
    server.answers.set(
      '/introspect',
      (_request, body) => server.known.get(body.get('token') ?? '') ?? { active: false },
    );
    return server;
  }

  get metadata(): { readonly [member: string]: unknown } {
    return {
      issuer: this.issuer,
      jwks_uri: `${this.issuer}/jwks`,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      registration_endpoint: `${this.issuer}/register`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    };
  }

  /** Signs a token: valid for `audience` for an hour, unless the options say otherwise. */
  token(
    audience: string,
    { claims = {}, header = {}, pair = this.keys[0] }: TokenOptions = {},
  ): Promise<string> {
    if (pair === undefined) throw new Error('the server has no key');
    const payload: { [claim: string]: unknown } = {
      iss: this.issuer,
      sub: 'ada',
      aud: audience,
      client_id: 'a-client',
      iat: seconds(),
      exp: seconds() + 3600,
      jti: randomUUID(),
      ...claims,
    };
    const given = Object.entries(payload).filter(([, value]) => value !== undefined);
    return new SignJWT(Object.fromEntries(given) as JWTPayload)
      .setProtectedHeader({ alg: pair.alg, kid: pair.kid, typ: 'at+jwt', ...header })
      .sign(pair.secret);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    this.asked.set(path, (this.asked.get(path) ?? 0) + 1);
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const answer = await this.answers.get(path)?.(request, new URLSearchParams(text), response, text);
    if (response.headersSent || response.destroyed) return;
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? {}));
  }
}
