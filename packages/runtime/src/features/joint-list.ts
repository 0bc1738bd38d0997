// The list of resources when templates list members of their own: first the fixed resources, then each template's.
import type { JsonObject } from '../jsonrpc/message.ts';
import type { Resource, ResourceTemplate } from '../core/definition.ts';
import type { MethodHandler } from '../core/feature.ts';
import type { Registry } from '../core/registry.ts';
import type { Request } from '../core/request.ts';
import type { ListSettings } from './listing.ts';
import { readCursor, writeCursor } from './pagination.ts';

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

/** The handler of `resources/list` over fixed resources and listing templates (server/resources). */
export function jointList(
  registry: Registry<Resource>,
  templates: readonly ResourceTemplate[],
  { pageSize, extra }: ListSettings,
  listResource: (resource: Resource) => JsonObject,
): MethodHandler {
  const part = async ({ source, after }: Position, room: number, request: Request): Promise<Part> => {
    const template = templates[source - 1];
    const rest = source < templates.length ? { source: source + 1, after: '' } : undefined;
    if (template === undefined) {
      const { items, last } = registry.page(Number(after), room);
      return {
        items: items.map(listResource),
        next: last === undefined ? rest : { source, after: String(last) },
      };
    }
    // One more than fits tells whether there is more.
    const found =
      (await template.list?.({ after: after === '' ? undefined : after, limit: room + 1 }, request)) ?? [];
    const items = found.slice(0, room);
    return { items, next: found.length > room ? { source, after: items.at(-1)?.uri ?? '' } : rest };
  };

  return {
    shape: 'ListResourcesResult',
    handle: async (request, { cursor }) => {
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

function readPosition(request: Request, cursor: unknown): Position {
  const text = readCursor(request, cursor);
  const colon = text.indexOf(':');
  return { source: Number(text.slice(0, colon)), after: text.slice(colon + 1) };
}

function writePosition(request: Request, { source, after }: Position): string {
  return writeCursor(request, `${source}:${after}`);
}
