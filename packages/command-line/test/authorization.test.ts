// --auth-issuer: OAuth on the command line of every server, in a real process.
import { describe, expect, test } from 'vitest';
import { AuthorizationServer, bearer, modern, readChallenge, send } from '@mcp/raw-http';
import { listen, runHttp } from './processes.ts';

/** The audience of the tokens: not the server's own address, as behind a proxy. */
const RESOURCE = 'https://mcp.example.com/mcp';
const METADATA_URL = 'https://mcp.example.com/.well-known/oauth-protected-resource/mcp';

test('accepts only tokens of the issuer for the audience with the scopes', async () => {
  await using issuer = await AuthorizationServer.start();
  const flags = ['--auth-issuer', issuer.issuer, '--auth-audience', RESOURCE, '--auth-scopes', 'basic,more'];
  await using server = await listen('greeter', flags);
  const { url } = server;
  const look = (headers: { readonly authorization?: string }) =>
    send(url, modern('tools/call', { name: 'look' }, headers));
  const refused = await look({});
  expect([refused.status, readChallenge(refused)]).toEqual([
    401,
    { scope: 'basic more', resource_metadata: METADATA_URL },
  ]);
  const good = await issuer.token(RESOURCE, { claims: { scope: 'basic more' } });
  expect((await look(bearer(good))).json).toMatchObject({ result: { content: [{ text: 'look' }] } });
  expect((await look(bearer(await issuer.token(RESOURCE)))).status).toBe(403);
  expect((await look(bearer(await issuer.token(url, { claims: { scope: 'basic more' } })))).status).toBe(401);
  const metadata = new URL('/.well-known/oauth-protected-resource/mcp', url).href;
  expect((await send(metadata, { method: 'GET' })).json).toMatchObject({
    resource: RESOURCE,
    authorization_servers: [issuer.issuer],
    scopes_supported: ['basic', 'more'],
  });
});

describe('a wrong command line ends the process', () => {
  const issuer = ['--auth-issuer', 'https://login.example.com'];
  const audience = ['--auth-audience', RESOURCE];

  test.each([
    [issuer, '--auth-issuer needs --auth-audience'],
    [audience, 'need --auth-issuer'],
    [['--auth-scopes', 'a'], 'need --auth-issuer'],
    [[...issuer, ...audience, '--auth-token-env', 'TOKEN'], 'either --auth-issuer or --auth-token-env'],
    [['--auth-issuer', 'http://login.example.com', ...audience], 'issuer must be an https: URL'],
    [[...issuer, '--auth-audience', 'my-server'], 'resource must be an https: URL'],
    [[...issuer, ...audience, '--auth-scopes', 'a"b'], 'a scope is'],
  ])('%j', async (flags, problem) => {
    const { code, stderr } = await runHttp('greeter', flags, { env: { TOKEN: 'x' } });
    expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
  });
});
