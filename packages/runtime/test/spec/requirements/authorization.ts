// Requirements on authorization: what test/auth tests over HTTP with real tokens, and what is not for a resource
// server.
import { authorDuty, noLogin, testedWithTokens, leftOut } from './types.ts';
import type { Requirements } from './types.ts';

const page = 'basic/authorization';

export const authorization: Requirements = {
  ...leftOut(page, testedWithTokens, {
    'AUTH-1': 'Follows the rules on HTTP only.',
    'AUTH-2': 'Asks for credentials that are missing.',
    'AUTH-3': 'Refuses a token that is invalid or expired.',
    'AUTH-4': 'Forbids what the scopes do not cover.',
    'AUTH-5': 'Checks the token of every request.',
    'AUTH-6': 'Takes tokens from the header only.',
    'AUTH-7': 'Validates as OAuth 2.1 says.',
    'AUTH-8': 'Checks that a token was made for this server.',
    'AUTH-9': 'Accepts and forwards no other tokens.',
    'AUTH-11': 'Serves the metadata of a protected resource.',
    'AUTH-12': 'Names an authorization server there.',
    'AUTH-13': 'Points to the metadata in the challenge.',
    'AUTH-14': 'Serves the metadata at its well-known place.',
    'AUTH-15': 'Does both.',
    'AUTH-16': 'Names itself as clients know it.',
    'AUTH-17': 'Writes its own URI in canonical form.',
    'AUTH-18': 'Says in the challenge which scopes it needs.',
    'AUTH-19': 'Lists only basic scopes in the metadata.',
    'AUTH-20': 'Asks for further scopes when they are needed.',
    'AUTH-21': 'Asks for all scopes of an operation at once.',
    'AUTH-22': 'Decides before the answer has begun.',
    'AUTH-23': 'Enforces scopes itself.',
    'AUTH-24': 'Quotes the parameters of a challenge.',
    'AUTH-25': 'Keeps tokens safe and out of logs.',
    'AUTH-27': 'Tells handlers who is asking.',
    'AUTH-28': 'Ends a stream when its token expires.',
    'AUTH-B7': 'Stays a resource server for old clients.',
    'A-01': 'Serves metadata and points to it.',
    'A-02': 'Validates the token of every request.',
    'A-03': 'Asks for the scopes that are missing.',
  }),
  ...leftOut(page, authorDuty, {
    'AUTH-10': 'Uses tokens of its own upstream.',
  }),
  ...leftOut(page, noLogin, {
    'AUTH-26': 'Asks the user before a proxied login.',
    'AUTH-B1': 'Stands before an authorization server.',
    'AUTH-B2': "Serves that server's metadata at the origin.",
    'AUTH-B3': 'Falls back to fixed paths.',
    'AUTH-B4': 'Lets clients register.',
    'AUTH-B5': 'Lets tokens expire and rotate.',
    'AUTH-B6': 'Binds delegated tokens.',
  }),
};
