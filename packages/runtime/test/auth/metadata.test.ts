// Protected resource metadata: its location, content and readers.
import { describe, expect, test } from 'vitest';
import { AuthorizationServer, send } from '@mcp/raw-http';
import { protect } from '../../src/auth.ts';
import { createFetchHandler } from '../../src/fetch.ts';
import { serving } from '../http/client.ts';
import { protectedBy, protectedServer, RESOURCE } from './protected.ts';

const ROOT = '/.well-known/oauth-protected-resource';
const verify = (): Promise<never> => Promise.reject(new Error('nobody is asked'));
const base = { authorizationServers: ['https://login.example.com'], verify };

test.each([`${ROOT}/mcp`, ROOT])(
  '%s serves the document to everybody [AUTH-11, AUTH-12, AUTH-14, AUTH-15, A-01]',
  async (path) => {
    await using issuer = await AuthorizationServer.start();
    const more = {
      scopes: ['basic'],
      resourceName: 'Files "of" Åda',
      documentation: 'https://example.com/docs',
    };
    await using http = await protectedBy(issuer, { protect: more });
    const url = new URL(path, http.url).href;
    for (const headers of [{}, { origin: 'https://any.example' }, { authorization: 'Bearer nonsense' }]) {
      const wire = await send(url, { method: 'GET', headers });
      expect([wire.status, wire.headers['content-type']]).toEqual([200, 'application/json']);
      expect(wire.headers['access-control-allow-origin']).toBe('*');
      expect(wire.headers['cache-control']).toBe('public, max-age=3600');
      expect(wire.json).toEqual({
        resource: RESOURCE,
        authorization_servers: [issuer.issuer],
        scopes_supported: ['basic'],
        bearer_methods_supported: ['header'],
        resource_name: 'Files "of" Åda',
        resource_documentation: 'https://example.com/docs',
      });
    }
    const head = await send(url, { method: 'HEAD' });
    expect([head.status, head.text, head.headers['content-type']]).toEqual([200, '', 'application/json']);
    const preflight = await send(url, { method: 'OPTIONS', headers: { origin: 'https://any.example' } });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([
      204,
      'https://any.example',
    ]);
    const post = await send(url, { body: {} });
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    // The rebinding guard applies here too.
    expect((await send(url, { method: 'GET', headers: { host: 'evil.example' } })).status).toBe(403);
  },
);

test('lists only basic scopes, and omits them if there are none [AUTH-19]', async () => {
  await using issuer = await AuthorizationServer.start();
  await using http = await protectedBy(issuer);
  const { json } = await send(new URL(ROOT, http.url).href, { method: 'GET' });
  expect(json).toEqual({
    resource: RESOURCE,
    authorization_servers: [issuer.issuer],
    bearer_methods_supported: ['header'],
  });
});

test('is also served under the path of the endpoint if a proxy exposes another path [AUTH-16]', async () => {
  const authorization = protect({ ...base, resource: 'https://example.com/tools/files' });
  await using http = await serving(protectedServer().server, { authorization, path: '/rpc' });
  for (const path of ['/tools/files', '/rpc', '']) {
    const wire = await send(new URL(ROOT + path, http.url).href, { method: 'GET' });
    expect([path, wire.status, wire.json]).toMatchObject([
      path,
      200,
      { resource: 'https://example.com/tools/files' },
    ]);
  }
  const challenge = await send(http.url, { body: {} });
  expect(challenge.headers['www-authenticate']).toBe(
    'Bearer resource_metadata="https://example.com/.well-known/oauth-protected-resource/tools/files"',
  );
});

test('accepts the host of the resource', async () => {
  const authorization = protect({ ...base, resource: RESOURCE });
  await using http = await serving(protectedServer().server, { authorization });
  const named = (host: string) => send(new URL(ROOT, http.url).href, { method: 'GET', headers: { host } });
  expect((await named('mcp.example.com')).status).toBe(200);
  expect((await named('example.com')).status).toBe(403);
});

test('other well-known paths are not found, because this is not an authorization server [AUTH-B7]', async () => {
  const authorization = protect({ ...base, resource: RESOURCE });
  await using http = await serving(protectedServer().server, { authorization });
  const other = await send(new URL('/.well-known/oauth-authorization-server', http.url).href, {
    method: 'GET',
  });
  expect(other.status).toBe(404);
  await using open = await serving(protectedServer().server);
  expect((await send(new URL(ROOT, open.url).href, { method: 'GET' })).status).toBe(404);
});

test('is served by the web-standard handler', async () => {
  const authorization = protect({ ...base, resource: RESOURCE });
  const handler = createFetchHandler(protectedServer().server, 'mcp.example.com', { authorization });
  const response = await handler.fetch(new Request(`https://mcp.example.com${ROOT}/mcp`));
  expect([response.status, await response.json()]).toMatchObject([200, { resource: RESOURCE }]);
  const refused = await handler.fetch(new Request(RESOURCE, { method: 'POST', body: '{}' }));
  expect(refused.status).toBe(401);
  await handler.close(0);
});

describe('protect', () => {
  test.each([
    ['HTTPS://MCP.Example.COM/mcp', 'https://mcp.example.com/mcp'],
    ['https://mcp.example.com/mcp/', 'https://mcp.example.com/mcp'],
    ['https://mcp.example.com/', 'https://mcp.example.com'],
    ['https://mcp.example.com', 'https://mcp.example.com'],
    ['https://mcp.example.com:443/mcp', 'https://mcp.example.com/mcp'],
    ['https://mcp.example.com:8443', 'https://mcp.example.com:8443'],
    ['http://localhost:3000/mcp', 'http://localhost:3000/mcp'],
    ['http://[::1]:3000/mcp', 'http://[::1]:3000/mcp'],
  ])('writes %s as %s [AUTH-17]', (resource, canonical) => {
    const authorization = protect({ ...base, resource });
    expect(authorization.resource).toBe(canonical);
    expect(JSON.parse(authorization.metadata)).toMatchObject({ resource: canonical });
  });

  test.each([
    [{ resource: 'http://mcp.example.com/mcp' }, /resource must be an https: URL/],
    [{ resource: 'mcp.example.com' }, /resource must be an https: URL/],
    [{ resource: 'https://user:secret@mcp.example.com' }, /resource must be an https: URL/],
    [{ resource: 'https://mcp.example.com/mcp#here' }, /no query and no fragment/],
    [{ resource: 'https://mcp.example.com/mcp?a=1' }, /no query and no fragment/],
    [{ authorizationServers: [] }, /at least one/],
    [{ authorizationServers: ['http://login.example.com'] }, /authorizationServers must be an https: URL/],
    [{ documentation: 'javascript:alert(1)' }, /documentation must be an https: URL/],
    [{ scopes: ['two words'] }, /scope "two words": a scope is/],
    [{ scopes: ['quo"te'] }, /a scope is/],
    [{ scopes: ['offline_access'] }, /between the client and its authorization server/],
    [{ implies: { a: ['b', ''] } }, /a scope is/],
  ])('refuses %j', (options, problem) => {
    expect(() => protect({ ...base, resource: RESOURCE, ...options })).toThrow(problem);
    expect(() => protect({ ...base, resource: RESOURCE, ...options })).toThrow(TypeError);
  });

  test('cannot be combined with a token', async () => {
    const authorization = protect({ ...base, resource: RESOURCE });
    await expect(serving(protectedServer().server, { authorization, token: 'x' })).rejects.toThrow(
      'either a token or an authorization',
    );
  });
});
