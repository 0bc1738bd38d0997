// Discovery: what the server is and can do, without a session (server/discover, from 2026-07-28).
import type { ServerPart } from '../conversation/feature.ts';
import { MODERN_REVISIONS } from '../protocol/revisions.ts';
import type { CacheHint } from '../protocol/types.ts';

/** server/discover. Only the stateless revisions are listed: these are what an envelope may name. */
export function discover(cache: CacheHint): ServerPart {
  return {
    methods: {
      'server/discover': {
        shape: 'DiscoverResult',
        handle: ({ host: { server }, revision }) => ({
          supportedVersions: [...MODERN_REVISIONS],
          capabilities: server.capabilities(revision),
          ...(server.instructions === undefined ? {} : { instructions: server.instructions }),
          ...cache,
        }),
      },
    },
  };
}
