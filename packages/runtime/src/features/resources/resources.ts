// Resources: resources/list, resources/templates/list and resources/read (server/resources).
import type { Feature, Reply } from '../../conversation/feature.ts';
import type { Request } from '../../conversation/request.ts';
import { contentsProblem } from '../../define/check-content.ts';
import type { ResourceBody } from '../../define/resource.ts';
import type { JsonObject } from '../../jsonrpc/json.ts';
import { invalidParams, ResourceNotFoundError } from '../../protocol/errors.ts';
import type { ResourceContents } from '../../protocol/types.ts';
import { toBase64 } from '../../text/base64.ts';
import { quote } from '../../text/quote.ts';
import { cacheFields, UNCACHED } from '../caching.ts';
import { listChangedCapability, listHandler, type ListSettings } from '../pagination.ts';
import { jointList } from './joint-list.ts';
import type { ResourceIndex } from './resource-index.ts';

/** How the lists of resources and templates are served. */
export interface ResourceSettings {
  readonly list: ListSettings;
  readonly templates: ListSettings;
  /** Called before a client gets the list. */
  readonly beforeList: (request: Request) => Promise<void> | undefined;
}

/** Resources of a server, except subscriptions. A URI that nothing answers for is a `ResourceNotFoundError`. */
export function resources(
  index: ResourceIndex,
  { list: settings, templates, beforeList }: ResourceSettings,
): Feature {
  const fixed = listHandler({
    registry: index.resources,
    shape: 'ListResourcesResult',
    member: 'resources',
    ...settings,
  });
  const mayListMore = settings.isLive || index.listsMembers;
  return {
    provides: ['resources'],
    capabilities: { resources: listChangedCapability(settings) },
    methods: {
      'resources/list': mayListMore ? jointList(index, { ...settings, beforeList }) : fixed,
      'resources/templates/list': listHandler({
        registry: index.templates,
        shape: 'ListResourceTemplatesResult',
        member: 'resourceTemplates',
        ...templates,
      }),
      'resources/read': {
        shape: 'ReadResourceResult',
        scopes: ({ uri }) => index.scopes(uri),
        handle: (request, params) => read(index, request, params),
      },
    },
  };
}

async function read(index: ResourceIndex, request: Request, params: JsonObject): Promise<Reply> {
  const uri = readUri(params);
  const found = index.find(uri);
  if (found === undefined) throw new ResourceNotFoundError(uri);
  const { mimeType, cache = UNCACHED } = found.definition;
  const contents = toContents(uri, await found.read(request.ctx), mimeType);
  if (contents.length === 0) throw new ResourceNotFoundError(uri);
  return { contents, ...cacheFields(cache) };
}

/**
 * The `uri` of params.
 *
 * @throws {RpcError} −32602 when it is missing or not an absolute URI.
 */
export function readUri({ uri }: JsonObject): string {
  if (typeof uri !== 'string') throw invalidParams('"uri" must be a string');
  if (!URL.canParse(uri)) throw invalidParams(`"uri" must be an absolute URI, not ${quote(uri)}`);
  return uri;
}

function toContents(
  uri: string,
  body: ResourceBody,
  mimeType: string | undefined,
): readonly ResourceContents[] {
  const type = mimeType === undefined ? {} : { mimeType };
  if (typeof body === 'string') return [{ uri, ...type, text: body }];
  if (body instanceof Uint8Array) return [{ uri, ...type, blob: toBase64(body) }];
  const all: readonly unknown[] = Array.isArray(body) ? body : [body];
  const problem = all.map(contentsProblem).find((found) => found !== undefined);
  if (problem === undefined) return all as readonly ResourceContents[];
  throw new TypeError(
    `resource ${quote(uri)} returned ${problem}; return a string, a Uint8Array, contents { uri, text or blob }, or a list of contents`,
  );
}
