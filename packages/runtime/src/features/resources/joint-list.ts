// The list of resources when templates list members of their own: first the fixed resources, then each template's.
import type { MethodHandler } from '../../conversation/feature.ts';
import type { Request } from '../../conversation/request.ts';
import type { JsonObject } from '../../jsonrpc/json.ts';
import { foreignCursor, readCursor, writeCursor, type ListSettings } from '../pagination.ts';
import type { ResourceIndex } from './resource-index.ts';

/** Where a page begins: source 0 is the fixed resources, source n the n-th template. */
interface Position {
  readonly source: number;
  readonly after: string;
}

/** A part of a page, and where to go on; undefined after the last source. */
interface Part {
  readonly items: readonly JsonObject[];
  readonly next: Position | undefined;
}

/** How the joint list is served. */
export interface JointListOptions extends Pick<ListSettings, 'pageSize' | 'extra'> {
  /** Called before the first page is made. */
  readonly beforeList: (request: Request) => Promise<void> | undefined;
}

/** The handler of `resources/list` over fixed resources and listing templates (server/resources). */
export function jointList(
  { resources: registry, templates: all }: ResourceIndex,
  { pageSize, extra, beforeList }: JointListOptions,
): MethodHandler {
  const part = async ({ source, after }: Position, room: number, request: Request): Promise<Part> => {
    const templates = [...all].filter((candidate) => candidate.list !== undefined);
    const template = templates[source - 1];
    const rest = source < templates.length ? { source: source + 1, after: '' } : undefined;
    if (template === undefined) {
      const { items, last } = registry.page(Number(after), room);
      return {
        items: items.map(({ listing }) => listing),
        next: last === undefined ? rest : { source, after: String(last) },
      };
    }
    // One more than fits tells whether there is more.
    const found =
      (await template.list?.({ after: after === '' ? undefined : after, limit: room + 1 }, request.ctx)) ??
      [];
    const items = found.slice(0, room);
    return { items, next: found.length > room ? { source, after: items.at(-1)?.uri ?? '' } : rest };
  };

  return {
    shape: 'ListResourcesResult',
    handle: async (request, { cursor }) => {
      if (cursor === undefined) await beforeList(request);
      const resources: JsonObject[] = [];
      let position: Position | undefined = cursor === undefined ? START : readPosition(request, cursor);
      while (position !== undefined && resources.length < pageSize) {
        const { items, next } = await part(position, pageSize - resources.length, request);
        resources.push(...items);
        position = next;
      }
      return {
        resources,
        ...extra,
        ...(position === undefined ? {} : { nextCursor: writePosition(request, position) }),
      };
    },
  };
}

const START: Position = { source: 0, after: '' };

// A cursor's checksum can be forged, so what it holds is checked like any other input.
function readPosition(request: Request, cursor: unknown): Position {
  const match = /^(\d{1,4}):(.*)$/s.exec(readCursor(request, cursor));
  if (match === null || (match[1] === '0' && !/^\d{0,15}$/.test(match[2] ?? '')))
    throw foreignCursor(request, cursor);
  return { source: Number(match[1]), after: match[2] ?? '' };
}

function writePosition(request: Request, { source, after }: Position): string {
  return writeCursor(request, `${source}:${after}`);
}
