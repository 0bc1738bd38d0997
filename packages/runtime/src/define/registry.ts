// Registries of tools, resources, templates and prompts: checked, ordered lists that may change while a server runs.
import { checkPrompt, checkResource, checkResourceTemplate, checkTool } from './check.ts';
import { DefinitionError } from './definition-error.ts';
import type { Prompt } from './prompt.ts';
import type { Resource, ResourceTemplate } from './resource.ts';
import type { Tool } from './tool.ts';

/** An ordered set of items with unique keys, made by `toolRegistry` and its like. Every change is told to listeners. */
export class Registry<T> {
  readonly #keyOf: (item: T) => string;
  readonly #check: (item: T) => void;
  readonly #entries = new Map<string, { readonly position: number; readonly item: T }>();
  readonly #listeners = new Set<() => void>();
  #accepts: (item: T) => boolean = () => true;
  #nextPosition = 1;

  /**
   * `check` throws for an item that may not be in.
   *
   * @throws {DefinitionError} when two items have the same key.
   */
  constructor(keyOf: (item: T) => string, check: (item: T) => void, items: Iterable<T> = []) {
    this.#keyOf = keyOf;
    this.#check = check;
    for (const item of items) this.#insert(item);
  }

  /** How many items there are. */
  get size(): number {
    return this.#entries.size;
  }

  /** The item with this key. */
  get(key: string): T | undefined {
    return this.#entries.get(key)?.item;
  }

  /** All keys, in order. */
  keys(): IterableIterator<string> {
    return this.#entries.keys();
  }

  /** All items, in order. */
  *[Symbol.iterator](): IterableIterator<T> {
    for (const { item } of this.#entries.values()) yield item;
  }

  /**
   * Adds an item at the end, unless `restrict` keeps it out.
   *
   * @throws {DefinitionError} when it is not legal MCP, or its key is taken.
   */
  add(item: T): void {
    if (this.#insert(item)) this.#changed();
  }

  /** Removes the item with this key. False when there was none. */
  delete(key: string): boolean {
    const found = this.#entries.delete(key);
    if (found) this.#changed();
    return found;
  }

  /**
   * Up to `limit` items after a position (0 for the first page), and the position of the last one when more follow.
   * Positions grow and are never used twice, so pages stay right while items come and go.
   */
  page(after: number, limit: number): { items: T[]; last: number | undefined } {
    const items: T[] = [];
    let last = after;
    for (const { position, item } of this.#entries.values()) {
      if (position <= after) continue;
      if (items.length === limit) return { items, last };
      items.push(item);
      last = position;
    }
    return { items, last: undefined };
  }

  /** Keeps only items that are accepted, now and when items are added later. Listeners are not told. */
  restrict(accepts: (item: T) => boolean): void {
    const earlier = this.#accepts;
    this.#accepts = (item) => earlier(item) && accepts(item);
    for (const [key, { item }] of [...this.#entries]) if (!accepts(item)) this.#entries.delete(key);
  }

  /** Calls `listener` after every change until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #insert(item: T): boolean {
    this.#check(item);
    if (!this.#accepts(item)) return false;
    const key = this.#keyOf(item);
    if (this.#entries.has(key))
      throw new DefinitionError(`there is already one called ${JSON.stringify(key)}`);
    this.#entries.set(key, { position: this.#nextPosition++, item });
    return true;
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/**
 * A list of tools that may change while the server runs. Sessions and listen streams are told, once for all changes of
 * 20 ms (server/tools, "List Changed Notification", all revisions).
 *
 * @throws {DefinitionError} for a tool that is not legal MCP, or when two have the same name. `add` throws likewise.
 */
export function toolRegistry(tools: Iterable<Tool> = []): Registry<Tool> {
  return new Registry(({ name }) => name, checkTool, tools);
}

/** Like `toolRegistry`, for resources by URI (server/resources, "List Changed Notification"). */
export function resourceRegistry(resources: Iterable<Resource> = []): Registry<Resource> {
  return new Registry(({ uri }) => uri, checkResource, resources);
}

/** Like `toolRegistry`, for resource templates by URI template. A change is told as one of the resources. */
export function resourceTemplateRegistry(
  templates: Iterable<ResourceTemplate> = [],
): Registry<ResourceTemplate> {
  return new Registry(({ uriTemplate }) => uriTemplate, checkResourceTemplate, templates);
}

/** Like `toolRegistry`, for prompts by name (server/prompts, "List Changed Notification"). */
export function promptRegistry(prompts: Iterable<Prompt> = []): Registry<Prompt> {
  return new Registry(({ name }) => name, checkPrompt, prompts);
}
