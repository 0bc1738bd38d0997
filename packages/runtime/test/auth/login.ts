// Login: the authorization code flow with PKCE (RFC 7636) and client registration (RFC 7591), without a person.
import { createHash, randomUUID } from 'node:crypto';
import type { AuthorizationServer } from '@mcp/raw-http';

interface Grant {
  readonly challenge: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly resource: string;
  readonly clientId: string;
}

/** The redirect URI of test clients; nothing listens there. */
export const REDIRECT_URL = 'http://127.0.0.1:9/callback';

/** Adds the endpoints of the flow. Returns the scopes each login requested. */
export function addLogin(issuer: AuthorizationServer): string[] {
  const grants = new Map<string, Grant>();
  const logins: string[] = [];
  issuer.answers.set('/register', (_request, _form, _response, text) => ({
    ...(JSON.parse(text) as object),
    client_id: `client-${randomUUID()}`,
  }));
  issuer.answers.set('/authorize', ({ url = '' }, _form, response) => {
    const asked = new URL(url, issuer.issuer).searchParams;
    const one = (name: string): string => asked.get(name) ?? '';
    if (one('response_type') !== 'code' || one('code_challenge_method') !== 'S256') return undefined;
    const code = randomUUID();
    grants.set(code, {
      challenge: one('code_challenge'),
      redirectUri: one('redirect_uri'),
      scope: one('scope'),
      resource: one('resource'),
      clientId: one('client_id'),
    });
    logins.push(one('scope'));
    const back = new URL(one('redirect_uri'));
    back.searchParams.set('code', code);
    back.searchParams.set('iss', issuer.issuer);
    if (asked.has('state')) back.searchParams.set('state', one('state'));
    return response.writeHead(302, { location: back.href }).end();
  });
  issuer.answers.set('/token', async (_request, form, response) => {
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isGood = grant?.challenge === proof && grant.redirectUri === form.get('redirect_uri');
    if (!isGood || grant.resource !== form.get('resource'))
      return response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
    const { scope, clientId: client_id, resource } = grant;
    const access_token = await issuer.token(resource, { claims: { scope, client_id } });
    return { access_token, token_type: 'Bearer', expires_in: 3600, scope };
  });
  return logins;
}

/** Follows the URL that a client opens for its user, and returns the parameters of the redirect. */
export async function logIn(url: URL): Promise<URLSearchParams> {
  const response = await fetch(url, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '').searchParams;
}
