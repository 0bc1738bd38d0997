// Subscriptions without a session: subscriptions/listen (basic/patterns/subscriptions, from 2026-07-28).
import type { ServerPart, ListenFilter, Listening } from '../../conversation/feature.ts';
import type { Host } from '../../conversation/host.ts';
import type { ServerRequest } from '../../conversation/request.ts';
import { isObject, type JsonObject } from '../../jsonrpc/json.ts';
import { invalidParams } from '../../protocol/errors.ts';
import { META } from '../../protocol/meta.ts';
import { quote } from '../../text/quote.ts';
import { MAX_WATCHED, type ListKind, type Subscriber, type SubscriptionRegistry } from './registry.ts';

/** Which changes a server can notify of. */
export interface Changes {
  readonly lists: readonly ListKind[];
  readonly resources: boolean;
}

const FILTERS: Record<ListKind, string> = {
  tools: 'toolsListChanged',
  prompts: 'promptsListChanged',
  resources: 'resourcesListChanged',
};

const MAX_STREAMS = 64;

/** Members of the filter that extensions serve. */
export type Filters = { readonly [member: string]: ListenFilter };

/**
 * subscriptions/listen, for a server whose lists or resources change, or with extensions that notify: at most 64
 * streams of 1024 URIs a connection.
 */
export function subscriptions(
  registry: SubscriptionRegistry,
  changes: Changes,
  filters: Filters,
): ServerPart {
  const streams = new WeakMap<Host, Set<ListenStream>>();
  const streamsOf = (host: Host): Set<ListenStream> => {
    const open = streams.get(host) ?? new Set();
    streams.set(host, open);
    return open;
  };
  return {
    provides: ['listen'],
    methods: {
      'subscriptions/listen': {
        shape: 'EmptyResult',
        scopes: ({ notifications }) => {
          const uris = isObject(notifications) ? notifications['resourceSubscriptions'] : undefined;
          // A longer list is rejected later, for every caller.
          return Array.isArray(uris) ? registry.scopes(uris.slice(0, MAX_WATCHED)) : [];
        },
        handle: async (request, { notifications }) => {
          const open = streamsOf(request.host);
          if (open.size >= MAX_STREAMS)
            throw invalidParams(`${MAX_STREAMS} streams are open already; cancel one first`);
          const stream = new ListenStream(request, { registry, changes, filters });
          open.add(stream);
          try {
            return await stream.run(notifications);
          } finally {
            open.delete(stream);
          }
        },
      },
    },
    draining: (host) => {
      for (const stream of streamsOf(host)) stream.end();
    },
  };
}

/** One stream: sends only the notifications that were asked for and acknowledged, tagged with the id of its request. */
class ListenStream implements Subscriber {
  readonly #request: ServerRequest;
  readonly #registry: SubscriptionRegistry;
  readonly #changes: Changes;
  readonly #filters: Filters;
  readonly #listening: Listening[] = [];
  readonly #ended: Promise<void>;
  /** Ends the stream from the server's side: the request gets its answer. */
  end = (): void => {};
  // The acknowledgement comes first: earlier changes are sent right after it.
  #early: (() => void)[] | undefined = [];

  constructor(
    request: ServerRequest,
    { registry, changes, filters }: { registry: SubscriptionRegistry; changes: Changes; filters: Filters },
  ) {
    this.#request = request;
    this.#registry = registry;
    this.#changes = changes;
    this.#filters = filters;
    this.#ended = new Promise((resolve) => (this.end = resolve));
  }

  /** Notifies until the client cancels the request or the server ends the stream. */
  async run(filter: unknown): Promise<JsonObject> {
    this.#request.execution.signal.addEventListener('abort', this.end, { once: true });
    try {
      const accepted = await this.#open(filter);
      this.#acknowledge(accepted);
      if (Object.keys(accepted).length > 0) await this.#ended;
      return { _meta: this.#tag() };
    } finally {
      this.#registry.leave(this);
      for (const listening of this.#listening) listening.stop();
    }
  }

  listChanged(kind: ListKind): void {
    this.#notify(() => this.#send(`notifications/${kind}/list_changed`, {}));
  }

  updated(uri: string): void {
    this.#notify(() => this.#send('notifications/resources/updated', { uri }));
  }

  async #open(filter: unknown): Promise<JsonObject> {
    if (!isObject(filter))
      throw invalidParams('"notifications" must be an object that says what to listen for');
    const uris = readUris(filter['resourceSubscriptions']);
    const accepted: JsonObject = {};
    for (const kind of this.#changes.lists) {
      if (filter[FILTERS[kind]] !== true || (kind === 'resources' && !(await this.#watchMembers()))) continue;
      accepted[FILTERS[kind]] = true;
      this.#registry.watchList(kind, this);
    }
    if (this.#changes.resources && uris.length > 0)
      accepted['resourceSubscriptions'] = await this.#watchAll(uris);
    return { ...accepted, ...(await this.#listen(filter)) };
  }

  async #listen(filter: JsonObject): Promise<JsonObject> {
    const accepted: JsonObject = {};
    for (const [member, begin] of Object.entries(this.#filters)) {
      if (filter[member] === undefined) continue;
      const listening = await begin(this.#request, filter[member], (method, params) =>
        this.#notify(() => this.#send(method, params)),
      );
      this.#listening.push(listening);
      if (listening.accepted !== undefined) accepted[member] = listening.accepted;
    }
    return accepted;
  }

  /** False when the lists of templates cannot be watched; then the acknowledgement leaves the list out. */
  async #watchMembers(): Promise<boolean> {
    try {
      await this.#registry.listWatches.start(this, this.#request.ctx);
      return true;
    } catch (error) {
      this.#reportUnwatched('the list of resources', error);
      return false;
    }
  }

  // The acknowledgement omits resources without a watch; the others are served.
  async #watchAll(uris: readonly string[]): Promise<string[]> {
    const watched: string[] = [];
    for (const uri of new Set(uris)) {
      try {
        await this.#registry.watch(uri, this, this.#request.ctx);
        watched.push(uri);
      } catch (error) {
        this.#reportUnwatched(quote(uri), error);
      }
    }
    return watched;
  }

  #reportUnwatched(what: string, error: unknown): void {
    this.#request.host.report({ level: 'debug', message: `cannot watch ${what}`, error });
  }

  #acknowledge(accepted: JsonObject): void {
    this.#send('notifications/subscriptions/acknowledged', { notifications: accepted });
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const send of early) send();
  }

  #notify(send: () => void): void {
    if (this.#early === undefined) send();
    else this.#early.push(send);
  }

  #send(method: string, params: JsonObject): void {
    this.#request.notify(method, { ...params, _meta: this.#tag() });
  }

  #tag(): JsonObject {
    return { [META.subscriptionId]: this.#request.call.id };
  }
}

function readUris(uris: unknown = []): readonly string[] {
  if (!Array.isArray(uris) || !uris.every((uri) => typeof uri === 'string'))
    throw invalidParams('"notifications.resourceSubscriptions" must be a list of URIs');
  if (uris.length > MAX_WATCHED)
    throw invalidParams(`a stream can have ${MAX_WATCHED} resource subscriptions at most`);
  return uris;
}
