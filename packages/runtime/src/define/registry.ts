// Registries of tools, resources, templates and prompts: checked, ordered lists that may change while a server runs.
import { DefinitionError } from './errors.ts';
import {
  preparePrompt,
  prepareResource,
  prepareResourceTemplate,
  prepareTool,
  type Listed,
  type PreparedResource,
  type PreparedResourceTemplate,
  type PreparedTool,
} from './prepare.ts';
import type { Prompt } from './prompt.ts';
import type { Resource, ResourceTemplate } from './resource.ts';
import type { Tool } from './tool.ts';

interface Entry<T, P> {
  readonly position: number;
  readonly item: T;
  readonly prepared: P;
}

/**
 * An ordered set of items with unique keys, created by `toolRegistry` and similar functions. Each item is checked and
 * prepared (`P`) once, when it is added. Listeners are called on every change.
 */
export class Registry<T, P = unknown> {
  readonly #keyOf: (item: T) => string;
  readonly #prepare: (item: T) => P;
  readonly #entries = new Map<string, Entry<T, P>>();
  readonly #checks = new Set<(item: T) => void>();
  readonly #listeners = new Set<() => void>();
  #nextPosition = 1;

  /**
   * `prepare` throws for an invalid item.
   *
   * @throws {DefinitionError} when two items have the same key.
   */
  constructor(keyOf: (item: T) => string, prepare: (item: T) => P, items: Iterable<T> = []) {
    this.#keyOf = keyOf;
    this.#prepare = prepare;
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

  /** The item with this key as `prepare` made it ready for use. */
  prepared(key: string): P | undefined {
    return this.#entries.get(key)?.prepared;
  }

  /** All items as `prepare` made them ready for use, in order. */
  *allPrepared(): IterableIterator<P> {
    for (const { prepared } of this.#entries.values()) yield prepared;
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
   * Adds an item at the end.
   *
   * @throws {DefinitionError} when it is not legal MCP, or its key is taken.
   */
  add(item: T): void {
    this.#insert(item);
    this.#changed();
  }

  /**
   * Replaces the item that has the same key. Clients get one notification.
   *
   * @throws {DefinitionError} when it is not legal MCP, or there is none with its key.
   */
  update(item: T): void {
    const prepared = this.#check(item);
    const key = this.#keyOf(item);
    const known = this.#entries.get(key);
    if (known === undefined)
      throw new DefinitionError(`there is none called ${JSON.stringify(key)} to update; use add`);
    this.#entries.set(key, { position: known.position, item, prepared });
    this.#changed();
  }

  /** Removes the item with this key. False when there was none. */
  delete(key: string): boolean {
    const found = this.#entries.delete(key);
    if (found) this.#changed();
    return found;
  }

  /**
   * Returns up to `limit` listed items after a position (0 for the first page), and the position of the last one
   * if more follow. Positions grow and are never reused, so pages stay correct when items are added or removed.
   */
  page(
    after: number,
    limit: number,
    isShown: (prepared: P) => boolean = () => true,
  ): { items: P[]; last: number | undefined } {
    const items: P[] = [];
    let last = after;
    for (const { position, prepared } of this.#entries.values()) {
      if (position <= after || !isShown(prepared)) continue;
      if (items.length === limit) return { items, last };
      items.push(prepared);
      last = position;
    }
    return { items, last: undefined };
  }

  /** Behind the position of every item that is or was there. */
  get end(): number {
    return this.#nextPosition;
  }

  /** The first prepared item at a position or behind it that is shown, and where it is. */
  from(position: number, isShown: (prepared: P) => boolean): { position: number; prepared: P } | undefined {
    for (const entry of this.#entries.values())
      if (entry.position >= position && isShown(entry.prepared)) return entry;
    return undefined;
  }

  /** Checks every item that is there, and every one that comes in later. Throws what `check` throws. */
  require(check: (item: T) => void): void {
    for (const item of this) check(item);
    this.#checks.add(check);
  }

  /** Calls `listener` after every change until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #check(item: T): P {
    for (const check of this.#checks) check(item);
    return this.#prepare(item);
  }

  #insert(item: T): void {
    const prepared = this.#check(item);
    const key = this.#keyOf(item);
    if (this.#entries.has(key))
      throw new DefinitionError(`there is already one called ${JSON.stringify(key)}`);
    this.#entries.set(key, { position: this.#nextPosition++, item, prepared });
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** See `toolRegistry`. */
export type ToolRegistry = Registry<Tool, PreparedTool>;

/** See `resourceRegistry`. */
export type ResourceRegistry = Registry<Resource, PreparedResource>;

/** See `resourceTemplateRegistry`. */
export type ResourceTemplateRegistry = Registry<ResourceTemplate, PreparedResourceTemplate>;

/** See `promptRegistry`. */
export type PromptRegistry = Registry<Prompt, Listed>;

/**
 * A list of tools that may change while the server runs. The server notifies sessions and listen streams, once for all
 * changes of 20 ms (server/tools, "List Changed Notification", all revisions).
 *
 * @throws {DefinitionError} for a tool that is not legal MCP, or when two have the same name. `add` throws likewise.
 */
export function toolRegistry(tools: Iterable<Tool> = []): ToolRegistry {
  return new Registry(({ name }) => name, prepareTool, tools);
}

/** Like `toolRegistry`, for resources by URI (server/resources, "List Changed Notification"). */
export function resourceRegistry(resources: Iterable<Resource> = []): ResourceRegistry {
  return new Registry(({ uri }) => uri, prepareResource, resources);
}

/**
 * Like `toolRegistry`, for resource templates by URI template. A change is reported as a change of the list of
 * resources.
 */
export function resourceTemplateRegistry(
  templates: Iterable<ResourceTemplate> = [],
): ResourceTemplateRegistry {
  return new Registry(({ uriTemplate }) => uriTemplate, prepareResourceTemplate, templates);
}

/** Like `toolRegistry`, for prompts by name (server/prompts, "List Changed Notification"). */
export function promptRegistry(prompts: Iterable<Prompt> = []): PromptRegistry {
  return new Registry(({ name }) => name, preparePrompt, prompts);
}
