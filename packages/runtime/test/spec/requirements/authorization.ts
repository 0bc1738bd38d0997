// Requirements on authorization: what test/auth tests over HTTP with real tokens, and what is not for a resource server.
import { authorDuty, noLogin, testedWithTokens } from './types.ts';
import type { Requirements } from './types.ts';

const page = 'basic/authorization';
const kept = { page, leftOut: testedWithTokens };
const login = { page, leftOut: noLogin };

export const authorization: Requirements = {
  'AUTH-1': { ...kept, text: 'Follows the rules on HTTP only.' },
  'AUTH-2': { ...kept, text: 'Asks for credentials that are missing.' },
  'AUTH-3': { ...kept, text: 'Refuses a token that is invalid or expired.' },
  'AUTH-4': { ...kept, text: 'Forbids what the scopes do not cover.' },
  'AUTH-5': { ...kept, text: 'Checks the token of every request.' },
  'AUTH-6': { ...kept, text: 'Takes tokens from the header only.' },
  'AUTH-7': { ...kept, text: 'Validates as OAuth 2.1 says.' },
  'AUTH-8': { ...kept, text: 'Checks that a token was made for this server.' },
  'AUTH-9': { ...kept, text: 'Accepts and forwards no other tokens.' },
  'AUTH-10': { page, leftOut: authorDuty, text: 'Uses tokens of its own upstream.' },
  'AUTH-11': { ...kept, text: 'Serves the metadata of a protected resource.' },
  'AUTH-12': { ...kept, text: 'Names an authorization server there.' },
  'AUTH-13': { ...kept, text: 'Points to the metadata in the challenge.' },
  'AUTH-14': { ...kept, text: 'Serves the metadata at its well-known place.' },
  'AUTH-15': { ...kept, text: 'Does both.' },
  'AUTH-16': { ...kept, text: 'Names itself as clients know it.' },
  'AUTH-17': { ...kept, text: 'Writes its own URI in canonical form.' },
  'AUTH-18': { ...kept, text: 'Says in the challenge which scopes it needs.' },
  'AUTH-19': { ...kept, text: 'Lists only basic scopes in the metadata.' },
  'AUTH-20': { ...kept, text: 'Asks for further scopes when they are needed.' },
  'AUTH-21': { ...kept, text: 'Asks for all scopes of an operation at once.' },
  'AUTH-22': { ...kept, text: 'Decides before the answer has begun.' },
  'AUTH-23': { ...kept, text: 'Enforces scopes itself.' },
  'AUTH-24': { ...kept, text: 'Quotes the parameters of a challenge.' },
  'AUTH-25': { ...kept, text: 'Keeps tokens safe and out of logs.' },
  'AUTH-26': { ...login, text: 'Asks the user before a proxied login.' },
  'AUTH-27': { ...kept, text: 'Tells handlers who is asking.' },
  'AUTH-28': { ...kept, text: 'Ends a stream when its token expires.' },
  'AUTH-B1': { ...login, text: 'Stands before an authorization server.' },
  'AUTH-B2': { ...login, text: "Serves that server's metadata at the origin." },
  'AUTH-B3': { ...login, text: 'Falls back to fixed paths.' },
  'AUTH-B4': { ...login, text: 'Lets clients register.' },
  'AUTH-B5': { ...login, text: 'Lets tokens expire and rotate.' },
  'AUTH-B6': { ...login, text: 'Binds delegated tokens.' },
  'AUTH-B7': { ...kept, text: 'Stays a resource server for old clients.' },
  'A-01': { ...kept, text: 'Serves metadata and points to it.' },
  'A-02': { ...kept, text: 'Validates the token of every request.' },
  'A-03': { ...kept, text: 'Asks for the scopes that are missing.' },
};
