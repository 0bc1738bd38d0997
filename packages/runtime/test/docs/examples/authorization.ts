// A notes server behind OAuth: reading is basic, writing and deleting need other scopes.
import { defineServer, defineTool, type Caller, type McpServer } from '@mcp/runtime';
import { introspectionVerifier, InvalidTokenError, jwtVerifier, protect } from '@mcp/runtime/auth';
import type { TokenVerifier } from '@mcp/runtime/auth';
import { serveHttp, type HttpServing } from '@mcp/runtime/http';

const titled = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] } as const;

// region scopes
/** Titles of notes → their authors. */
const notes = new Map<string, string>([['tea', 'ada']]);

const write = defineTool({
  name: 'write_note',
  scopes: ['notes:write'],
  inputSchema: titled,
  run: ({ title }, ctx) => {
    notes.set(title, ctx.caller?.subject ?? 'anonymous');
    return `Wrote ${title}.`;
  },
});
// endregion

// region handler
const forget = defineTool({
  name: 'forget_note',
  scopes: ['notes:write'],
  inputSchema: titled,
  run: ({ title }, ctx) => {
    const author = notes.get(title);
    // Before anything happens, so that the client can ask its user and call again.
    if (author !== ctx.caller?.subject) ctx.requireScopes('notes:write', 'notes:admin');
    notes.delete(title);
    return `Forgot ${title}.`;
  },
});
// endregion

/** The server, which does not handle tokens. */
export const server: McpServer = defineServer({ name: 'notes', version: '1.0.0', tools: [write, forget] });

// region serve
/** Serves the notes to callers with a token of `issuer` for `resource`, the public URL of the endpoint. */
export async function serveNotes(issuer: string, resource: string, port: number): Promise<HttpServing> {
  const authorization = protect({
    resource,
    authorizationServers: [issuer],
    scopes: ['notes:read'],
    implies: { 'notes:admin': ['notes:write'] },
    verify: await jwtVerifier({ issuer }),
  });
  return serveHttp(server, { port, authorization });
}
// endregion

// region introspection
/** Asks the authorization server about each token, at most every ten seconds. */
export const asking = (issuer: string, clientSecret: string): TokenVerifier =>
  introspectionVerifier({ issuer, endpoint: `${issuer}/introspect`, clientId: 'notes', clientSecret });
// endregion

// region verifier
/**
 * Accepts tokens from a table of users. Give each user a separate token, for this server only.
 */
export const written =
  (people: ReadonlyMap<string, string>): TokenVerifier =>
  async (token): Promise<Caller> => {
    const subject = people.get(token);
    if (subject === undefined) throw new InvalidTokenError('The token is not known');
    const scopes = ['notes:read'];
    return { subject, issuer: 'notes', clientId: undefined, scopes, expiresAt: undefined, claims: {} };
  };
// endregion
