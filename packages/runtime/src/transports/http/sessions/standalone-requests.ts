// Clients of earlier revisions where there are no sessions: each POST stands alone, there is no GET and no DELETE.
import { BATCH_REVISION, isLegacy } from '../../../protocol/revisions.ts';
import type { Body } from '../body.ts';
import type { Exchange } from '../edge/exchange.ts';
import { corsHeaders } from '../entry/guard.ts';
import { notAllowed } from '../entry/refusal.ts';
import type { StatelessRequests } from '../stateless/stateless.ts';
import { checkAccept, unknownVersion } from './session-headers.ts';

/** Requests of earlier revisions, one at a time. */
export class StandaloneRequests {
  readonly #stateless: StatelessRequests;

  constructor(stateless: StatelessRequests) {
    this.#stateless = stateless;
  }

  /** Answers a POST. Nothing is known of the client but the revision that its header names. */
  async accept(body: Body, exchange: Exchange): Promise<void> {
    checkAccept(exchange);
    const version = exchange.header('mcp-protocol-version') ?? BATCH_REVISION;
    if (!body.opensSession && !isLegacy(version)) throw unknownVersion(version);
    if (!body.hasRequest) return exchange.respond(202, corsHeaders(exchange));
    // The handshake finds the revision out.
    const revision = body.opensSession || !isLegacy(version) ? undefined : version;
    return this.#stateless.serve(body, exchange, {
      begin: ({ session }) => session.standAlone(revision),
    });
  }

  get({ method }: Exchange): never {
    throw notAllowed(method);
  }

  delete({ method }: Exchange): never {
    throw notAllowed(method);
  }

  /** There is nothing to end: the requests are those of `StatelessRequests`. */
  async close(): Promise<void> {}
}
