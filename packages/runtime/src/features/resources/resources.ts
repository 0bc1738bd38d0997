// Resources: resources/list, resources/templates/list and resources/read (server/resources).
import type { ServerPart, MethodHandler, Reply } from '../../conversation/feature.ts';
import type { ServerRequest } from '../../conversation/request.ts';
import { contentsProblem } from '../../define/content.ts';
import type { Context } from '../../define/context.ts';
import type { PreparedResource, PreparedResourceTemplate } from '../../define/prepare.ts';
import type { ResourceBody } from '../../define/resource.ts';
import type { JsonObject } from '../../jsonrpc/json.ts';
import { invalidParams, ResourceNotFoundError } from '../../protocol/errors.ts';
import type { ResourceContents } from '../../protocol/types.ts';
import { toBase64 } from '../../text/base64.ts';
import { quote } from '../../text/quote.ts';
import { UNCACHED } from '../caching.ts';
import {
  foreignCursor,
  listChangedCapability,
  listHandler,
  readCursor,
  writeCursor,
  type ListSettings,
} from '../pagination.ts';
import type { ResourceIndex } from './resource-index.ts';

/** How the lists of resources and templates are served. */
export interface ResourceSettings {
  readonly list: ListSettings;
  readonly templates: ListSettings;
  /** Called before a client gets the list. */
  readonly beforeList: (request: ServerRequest) => Promise<void> | undefined;
}

/** Resources of a server, except subscriptions. A URI that nothing answers for is a `ResourceNotFoundError`. */
export function resources(
  index: ResourceIndex,
  { list: settings, templates, beforeList }: ResourceSettings,
): ServerPart {
  const fixed = listHandler({
    registry: index.resources,
    shape: 'ListResourcesResult',
    member: 'resources',
    isShown,
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
        has: (uri) => index.resources.get(uri) !== undefined,
        scopes: ({ uri }) => index.scopes(uri),
        handle: (request, params) => read(index, request, params),
      },
    },
  };
}

async function read(index: ResourceIndex, request: ServerRequest, params: JsonObject): Promise<Reply> {
  const uri = readUri(params);
  const found = index.find(uri);
  if (found === undefined) throw new ResourceNotFoundError(uri);
  const { mimeType, cache = UNCACHED } = found.definition;
  const contents = toContents(uri, await found.read(request.ctx), mimeType);
  if (contents.length === 0) throw new ResourceNotFoundError(uri);
  return { contents, ...cache };
}

/**
 * Returns the `uri` of params.
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

/** Where a page begins: source 0 is the fixed resources, all others are positions of templates in their registry. */
interface Position {
  readonly source: number;
  readonly after: string;
}

/** A part of a page, and where to continue; undefined after the last source. */
interface Part {
  readonly items: readonly JsonObject[];
  readonly next: Position | undefined;
}

/** How the joint list is served. */
interface JointListOptions extends Pick<ListSettings, 'pageSize' | 'cache'> {
  /** Called before the first page is made. */
  readonly beforeList: (request: ServerRequest) => Promise<void> | undefined;
}

/** The handler of `resources/list` over fixed resources and listing templates (server/resources). */
function jointList(
  { resources: registry, templates }: ResourceIndex,
  { pageSize, cache, beforeList }: JointListOptions,
): MethodHandler {
  const behind = (source: number): Position | undefined => {
    const next = templates.from(source + 1, lists);
    return next && { source: next.position, after: '' };
  };

  const fixed = ({ after }: Position, room: number): Part => {
    const { items, last } = registry.page(Number(after), room, isShown);
    const next = last === undefined ? behind(FIXED) : { source: FIXED, after: String(last) };
    return { items: items.map(({ listing }) => listing), next };
  };

  const members = async ({ source, after }: Position, room: number, ctx: Context): Promise<Part> => {
    const found = templates.from(source, lists);
    if (found === undefined) return { items: [], next: undefined };
    const { position, prepared } = found;
    // If the template was removed in the meantime, the list continues with the next one.
    const from = position === source && after !== '' ? after : undefined;
    // One item beyond the page shows whether there are more.
    const listed = (await prepared.template.list?.({ after: from, limit: room + 1 }, ctx)) ?? [];
    const items = listed.slice(0, room);
    const isWhole = listed.length <= room;
    return { items, next: isWhole ? behind(position) : { source: position, after: items.at(-1)?.uri ?? '' } };
  };

  return {
    shape: 'ListResourcesResult',
    handle: async (request, { cursor }) => {
      if (cursor === undefined) await beforeList(request);
      const listed: JsonObject[] = [];
      let position: Position | undefined =
        cursor === undefined ? START : readPosition(request, cursor, templates.end);
      while (position !== undefined && listed.length < pageSize) {
        const room = pageSize - listed.length;
        const isFixed: boolean = position.source === FIXED;
        const part: Part = isFixed ? fixed(position, room) : await members(position, room, request.ctx);
        listed.push(...part.items);
        position = part.next;
      }
      return {
        resources: listed,
        ...cache,
        ...(position === undefined ? {} : { nextCursor: writePosition(request, position) }),
      };
    },
  };
}

const FIXED = 0;
const START: Position = { source: FIXED, after: '' };

function isShown({ resource }: PreparedResource): boolean {
  return resource.listed !== false;
}

function lists({ template }: PreparedResourceTemplate): boolean {
  return template.list !== undefined;
}

// A cursor's checksum can be forged, so its contents are checked like any other input.
function readPosition(request: ServerRequest, cursor: unknown, end: number): Position {
  const match = /^(\d{1,15}):(.*)$/s.exec(readCursor(request, cursor));
  const source = Number(match?.[1]);
  if (match === null || source >= end || (source === FIXED && !/^\d{0,15}$/.test(match[2] ?? '')))
    throw foreignCursor(request, cursor);
  return { source, after: match[2] ?? '' };
}

function writePosition(request: ServerRequest, { source, after }: Position): string {
  return writeCursor(request, `${source}:${after}`);
}
