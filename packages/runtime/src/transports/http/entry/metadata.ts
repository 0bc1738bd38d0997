// The metadata of a protected resource, which needs no credentials (RFC 9728, section 3; basic/authorization, "Server Discovery").
import type { Authorization } from '../../../auth/protect.ts';
import type { Exchange, Headers } from '../edge/exchange.ts';
import type { Route } from './handler.ts';
import { HttpRefusal } from './refusal.ts';

const HEADERS: Headers = {
  'content-type': 'application/json',
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=3600',
};

/** Answers GET and HEAD with the metadata. Pages of every origin may read it. */
export function metadataRoute({ metadata }: Authorization): Route {
  return {
    isPublic: true,
    isForAllOrigins: true,
    handle: (exchange: Exchange) => {
      const { method } = exchange;
      if (method === 'GET' || method === 'HEAD') return exchange.respond(200, HEADERS, metadata);
      const problem = `the method ${method} is not served here`;
      throw new HttpRefusal(405, problem, undefined, { allow: 'GET, HEAD, OPTIONS' });
    },
  };
}
