// Pagination: opaque cursors over lists (server/utilities/pagination).
import type { MethodHandler, Reply } from '../conversation/feature.ts';
import type { ExtensionRequest } from '../conversation/extension-request.ts';
import { toServerRequest, type ServerRequest } from '../conversation/request.ts';
import type { Listed } from '../define/prepare.ts';
import type { Registry } from '../define/registry.ts';
import type { RpcError } from '../jsonrpc/error.ts';
import type { JsonObject, JsonText } from '../jsonrpc/json.ts';
import { invalidParams } from '../protocol/errors.ts';
import type { Revision } from '../protocol/revisions.ts';
import type { CacheHint } from '../protocol/types.ts';
import type { Shape } from '../protocol/wire/shapes.ts';
import { readScoped, writeScoped } from '../text/cursor.ts';
import { quote } from '../text/quote.ts';

/** How one list is served, `pageSize` items at a time. */
export interface ListOptions<T, P extends Listed> extends Pick<ListSettings, 'pageSize' | 'cache'> {
  readonly registry: Registry<T, P>;
  readonly shape: Shape;
  /** The member of the result that holds the items. */
  readonly member: string;
  /** Default: all items are. */
  readonly isShown?: (prepared: P, request: ServerRequest) => boolean;
}

/**
 * Returns the handler of a list method. A list on one page is serialized once per revision until it changes.
 */
export function listHandler<T, P extends Listed>(options: ListOptions<T, P>): MethodHandler {
  const { registry, shape, member, pageSize, isShown = () => true } = options;
  const cached = new Map<Revision, Cached<P>>();
  registry.onChange(() => cached.clear());
  return {
    shape,
    handle: async (request, { cursor }): Promise<Reply> => {
      const after = cursor === undefined ? 0 : readPosition(request, cursor);
      const { items, last } = registry.page(after, pageSize, (prepared) => isShown(prepared, request));
      const known = cursor === undefined ? cached.get(request.revision) : undefined;
      if (known !== undefined && last === undefined && isSame(known.items, items)) return known.encoded;
      const result: JsonObject = { [member]: items.map(({ listing }) => listing), ...options.cache };
      if (last !== undefined) result['nextCursor'] = writeCursor(request, String(last));
      if (after > 0 || last !== undefined) return result;
      const encoded = request.wire.result(shape, result);
      cached.set(request.revision, { items, encoded });
      return encoded;
    },
  };
}

/** A list that was serialised, and what it shows: what is shown may change without a change of the registry. */
interface Cached<P> {
  readonly items: readonly P[];
  readonly encoded: JsonText;
}

function isSame<P>(some: readonly P[], others: readonly P[]): boolean {
  return some.length === others.length && some.every((item, i) => item === others[i]);
}

/** An opaque cursor for a position, good for the same method, server and session only. */
export function writeCursor(request: ServerRequest, position: string): string {
  return writeScoped(scopeOf(request), position);
}

/**
 * Returns the position of a cursor.
 *
 * @throws {RpcError} −32602 when this server did not issue it for this list.
 */
export function readCursor(request: ServerRequest, cursor: unknown): string {
  const position = typeof cursor === 'string' ? readScoped(scopeOf(request), cursor) : undefined;
  if (position !== undefined) return position;
  throw foreignCursor(request, cursor);
}

/** −32602: the cursor is not one of this list. */
export function foreignCursor(request: ServerRequest, cursor: unknown): RpcError {
  return invalidParams(
    `the cursor ${quote(cursor)} is not one that ${request.call.method} returned; begin without a cursor`,
  );
}

function readPosition(request: ServerRequest, cursor: unknown): number {
  const position = Number(readCursor(request, cursor));
  if (!Number.isSafeInteger(position)) throw foreignCursor(request, cursor);
  return position;
}

/**
 * Returns the page of an extension's list for the `cursor` of a request, with up to `size` items, and the next cursor.
 *
 * @throws {RpcError} −32602 for a cursor that this server did not issue for this list.
 */
export function pageOf<T>(
  request: ExtensionRequest,
  items: readonly T[],
  size: number,
): { readonly items: readonly T[]; readonly nextCursor?: string } {
  const own = toServerRequest(request);
  const { cursor } = own.params;
  const begin = cursor === undefined ? 0 : readPosition(own, cursor);
  // A cursor of another list of this method.
  if (begin > 0 && begin >= items.length) throw foreignCursor(own, cursor);
  const end = begin + size;
  const page = { items: items.slice(begin, end) };
  return end < items.length ? { ...page, nextCursor: writeCursor(own, String(end)) } : page;
}

function scopeOf(request: ServerRequest): string {
  const { info } = request.host.server;
  return [request.call.method, info.name, info.version, request.session?.cursorSalt ?? ''].join('\n');
}

/** How one list of a server is served. */
export interface ListSettings {
  readonly pageSize: number;
  readonly cache: CacheHint;
  /** Whether the list may change while the server runs. */
  readonly isLive: boolean;
}

/** `listChanged` only where changes really happen (basic/lifecycle, "Capability Negotiation"). */
export function listChangedCapability({ isLive }: ListSettings): JsonObject {
  return isLive ? { listChanged: true } : {};
}
