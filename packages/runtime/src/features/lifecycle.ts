// Lifecycle: initialize, initialized, ping (basic/lifecycle and basic/utilities/ping, up to 2025-11-25).
import type { ServerPart } from '../conversation/feature.ts';
import type { ServerDescription } from '../conversation/host.ts';
import type { ServerRequest } from '../conversation/request.ts';
import { standaloneCapabilities, type Session } from '../conversation/session.ts';
import { isObject, type JsonObject } from '../jsonrpc/json.ts';
import { invalidParams, invalidRequest } from '../protocol/errors.ts';
import { readClientInfo } from '../protocol/meta.ts';
import { negotiate, type Revision } from '../protocol/revisions.ts';

/** The handshake. The answer is always a supported revision, so clients of any revision can continue. */
export function lifecycle(experimental: JsonObject | undefined): ServerPart {
  return {
    capabilities: experimental === undefined ? {} : { experimental },
    methods: {
      initialize: { shape: 'InitializeResult', handle: initialize },
      ping: { shape: 'EmptyResult', handle: () => ({}) },
    },
    notifications: {
      'notifications/initialized': ({ session }) => {
        session.markReady();
      },
    },
  };
}

function initialize(request: ServerRequest, params: JsonObject): JsonObject {
  const { session, host } = request;
  if (session === undefined) throw invalidRequest('initialize opens a session; stateless requests have none');
  const { protocolVersion, capabilities } = params;
  const clientInfo = readClientInfo(params['clientInfo']);
  if (typeof protocolVersion !== 'string') throw invalidParams('"protocolVersion" must be a string');
  if (!isObject(capabilities)) throw invalidParams('"capabilities" must be an object');
  if (clientInfo === undefined)
    throw invalidParams('"clientInfo" must be an object with the strings "name" and "version"');
  const revision = negotiate(protocolVersion);
  session.begin({ revision, clientInfo, capabilities });
  request.settleRevision(revision);
  return {
    protocolVersion: revision,
    ...describe(host.server, session, revision),
    serverInfo: host.server.info,
  };
}

function describe(server: ServerDescription, { isSessionless }: Session, revision: Revision): JsonObject {
  const { instructions } = server;
  const all = server.capabilities(revision);
  const capabilities = isSessionless ? standaloneCapabilities(all) : all;
  return instructions === undefined ? { capabilities } : { capabilities, instructions };
}
