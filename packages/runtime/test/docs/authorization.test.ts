// The examples of docs/authorization.md, with an authorization server.
import { createFetchHandler } from '@mcp/runtime/fetch';
import { protect } from '@mcp/runtime/auth';
import { expect, test } from 'vitest';
import { AuthorizationServer, bearer, readChallenge, send } from '@mcp/raw-http';
import { calling, freePort, knock } from '../auth/protected.ts';
import { asking, server, serveNotes, written } from './examples/authorization.ts';

test('writing a note needs one scope, and forgetting one of another writer needs another', async () => {
  await using issuer = await AuthorizationServer.start();
  const port = await freePort();
  const resource = `http://127.0.0.1:${port}/mcp`;
  const http = await serveNotes(issuer.issuer, resource, port);
  try {
    const as = (sub: string, scope: string) => issuer.token(resource, { claims: { sub, scope } });
    const say = async (token: string, tool: string, title: string): Promise<unknown> => {
      const wire = await send(http.url, calling(token, tool, { title }));
      if (wire.status !== 200) return [wire.status, readChallenge(wire)['scope']];
      return (wire.json as { result: { content: [{ text: string }] } }).result.content[0].text;
    };
    const reader = await as('eve', 'notes:read');
    const writer = await as('eve', 'notes:read notes:write');
    const admin = await as('eve', 'notes:read notes:admin');
    expect(await say(reader, 'write_note', 'milk')).toEqual([403, 'notes:read notes:write']);
    expect(await say(writer, 'write_note', 'milk')).toBe('Wrote milk.');
    expect(await say(writer, 'forget_note', 'milk')).toBe('Forgot milk.');
    expect(await say(writer, 'forget_note', 'tea')).toEqual([403, 'notes:read notes:admin']);
    expect(await say(admin, 'forget_note', 'tea')).toBe('Forgot tea.');
    expect((await knock(http.url)).status).toBe(401);
  } finally {
    await http.close();
  }
});

test('the verifiers of the page take their tokens', async () => {
  await using issuer = await AuthorizationServer.start();
  const resource = 'https://notes.example.com/mcp';
  issuer.known.set('opaque', { active: true, sub: 'ada', aud: resource, scope: 'notes:read' });
  const own = { resource, authorizationServers: [issuer.issuer] };
  for (const verify of [asking(issuer.issuer, 'secret'), written(new Map([['opaque', 'ada']]))]) {
    const handler = createFetchHandler(server, 'notes.example.com', {
      authorization: protect({ ...own, verify }),
    });
    const status = async (token: string): Promise<number> => {
      const { headers, body } = calling(token, 'write_note', { title: 'a' });
      const given = { 'content-type': 'application/json', ...headers, ...bearer(token) } as HeadersInit;
      const init = { method: 'POST', headers: given, body: JSON.stringify(body) };
      return (await handler.fetch(new Request(resource, init))).status;
    };
    expect([await status('opaque'), await status('other')]).toEqual([403, 401]);
    await handler.close(0);
  }
});
