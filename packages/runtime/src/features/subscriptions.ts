// Subscriptions: resources/subscribe up to 2025-11-25, subscriptions/listen from 2026-07-28, list_changed in both.
import { isObject, type JsonObject, type RequestId } from '../jsonrpc/message.ts';
import type { Conversation } from '../core/conversation.ts';
import type { Feature } from '../core/feature.ts';
import type { Request } from '../core/request.ts';
import type { ResourceIndex } from '../core/resource-index.ts';
import type { ListKind, Subscriber, SubscriptionBook } from '../core/subscription-book.ts';
import { invalidParams, ResourceNotFoundError } from '../protocol/errors.ts';
import { META } from '../protocol/meta.ts';
import { readUri } from './resources.ts';

/** Which changes a server can tell of. */
export interface Changes {
  readonly lists: readonly ListKind[];
  readonly resources: boolean;
}

const FILTERS: Record<ListKind, string> = {
  tools: 'toolsListChanged',
  prompts: 'promptsListChanged',
  resources: 'resourcesListChanged',
};
const MAX_SUBSCRIPTIONS = 1024;

/** Change notifications of a server, for sessions and for listen streams, or undefined when nothing ever changes. */
export function subscriptions(
  index: ResourceIndex,
  book: SubscriptionBook,
  changes: Changes,
): Feature | undefined {
  if (changes.lists.length === 0 && !changes.resources) return undefined;
  const sessions = new WeakMap<Conversation, Subscriber>();
  const streams = new WeakMap<Conversation, Set<() => void>>();

  const sessionSubscriber = (conversation: Conversation): Subscriber => {
    let subscriber = sessions.get(conversation);
    if (subscriber === undefined) {
      subscriber = new SessionSubscriber(conversation);
      sessions.set(conversation, subscriber);
    }
    return subscriber;
  };

  return {
    page: 'server/resources',
    provides: changes.resources ? ['listen', 'resources.subscribe'] : ['listen'],
    capabilities: changes.resources ? { resources: { subscribe: true } } : {},
    methods: {
      'resources/subscribe': {
        shape: 'EmptyResult',
        handle: async ({ conversation }, params) => {
          await subscribe(index, book, readUri(params), sessionSubscriber(conversation));
          return {};
        },
      },
      'resources/unsubscribe': {
        shape: 'EmptyResult',
        handle: ({ conversation }, params) => {
          book.unwatch(readUri(params), sessionSubscriber(conversation));
          return {};
        },
      },
      'subscriptions/listen': {
        shape: 'EmptyResult',
        handle: async (request, params) => {
          const open = setOf(streams, request.conversation);
          return listen(request, await ListenStream.open(request, params, { index, book, changes }), open);
        },
      },
    },
    notifications: {
      'notifications/initialized': (conversation) => {
        for (const kind of changes.lists) book.watchList(kind, sessionSubscriber(conversation));
      },
    },
    draining: (conversation) => {
      for (const end of setOf(streams, conversation)) end();
    },
    closed: (conversation) => {
      const subscriber = sessions.get(conversation);
      if (subscriber !== undefined) book.leave(subscriber);
    },
  };
}

function setOf<K extends object>(map: WeakMap<K, Set<() => void>>, key: K): Set<() => void> {
  let set = map.get(key);
  if (set === undefined) {
    set = new Set();
    map.set(key, set);
  }
  return set;
}

async function subscribe(
  index: ResourceIndex,
  book: SubscriptionBook,
  uri: string,
  subscriber: Subscriber,
): Promise<void> {
  if (book.count(subscriber) >= MAX_SUBSCRIPTIONS)
    throw invalidParams(`there are ${MAX_SUBSCRIPTIONS} subscriptions already; unsubscribe first`);
  const found = index.find(uri);
  if (found === undefined) throw new ResourceNotFoundError(uri);
  await book.watch(uri, subscriber, found.watch);
}

/** A session gets list changes from the start, and updates of what it subscribed to. */
class SessionSubscriber implements Subscriber {
  readonly #conversation: Conversation;

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  listChanged(kind: ListKind): void {
    this.#conversation.notify(`notifications/${kind}/list_changed`, undefined);
  }

  updated(uri: string): void {
    this.#conversation.notify('notifications/resources/updated', { uri });
  }
}

// The stream stays open until the client cancels it, or the server ends it and answers (basic/patterns/subscriptions).
function listen(request: Request, stream: ListenStream, open: Set<() => void>): Promise<JsonObject> {
  return new Promise((resolve) => {
    const end = (): void => {
      open.delete(end);
      stream.close();
      resolve({ _meta: { [META.subscriptionId]: request.requestId } });
    };
    open.add(end);
    request.signal.addEventListener('abort', end, { once: true });
    stream.acknowledge();
    if (stream.isEmpty || request.signal.aborted) end();
  });
}

interface Sources {
  readonly index: ResourceIndex;
  readonly book: SubscriptionBook;
  readonly changes: Changes;
}

/** One subscriptions/listen stream: sends only what was asked for and acknowledged, tagged with the request's id. */
class ListenStream implements Subscriber {
  readonly #request: Request;
  readonly #id: RequestId;
  readonly #book: SubscriptionBook;
  #honoured: JsonObject = {};
  // What happens before the acknowledgement is sent right after it: the acknowledgement comes first.
  #early: (() => void)[] | undefined = [];

  private constructor(request: Request, book: SubscriptionBook) {
    this.#request = request;
    this.#id = request.requestId;
    this.#book = book;
  }

  /** @throws {RpcError} −32602 when the filter is missing or malformed. */
  static async open(
    request: Request,
    { notifications }: JsonObject,
    { index, book, changes }: Sources,
  ): Promise<ListenStream> {
    if (!isObject(notifications))
      throw invalidParams('"notifications" must be an object that says what to listen for');
    const uris = notifications['resourceSubscriptions'] ?? [];
    if (!Array.isArray(uris) || !uris.every((uri) => typeof uri === 'string'))
      throw invalidParams('"notifications.resourceSubscriptions" must be a list of URIs');
    if (uris.length > MAX_SUBSCRIPTIONS)
      throw invalidParams(`a stream can have ${MAX_SUBSCRIPTIONS} resource subscriptions at most`);
    const stream = new ListenStream(request, book);
    for (const kind of changes.lists) {
      if (notifications[FILTERS[kind]] !== true) continue;
      stream.#honoured[FILTERS[kind]] = true;
      book.watchList(kind, stream);
    }
    if (changes.resources && uris.length > 0)
      stream.#honoured['resourceSubscriptions'] = await stream.#watchAll(index, uris);
    return stream;
  }

  // A resource that can't be watched is left out of the acknowledgement; the others are served.
  async #watchAll(index: ResourceIndex, uris: readonly string[]): Promise<string[]> {
    const watched: string[] = [];
    for (const uri of new Set(uris)) {
      try {
        await subscribe(index, this.#book, uri, this);
        watched.push(uri);
      } catch (error) {
        this.#request.conversation.engine.report({ level: 'debug', message: `cannot watch ${uri}`, error });
      }
    }
    return watched;
  }

  get isEmpty(): boolean {
    return Object.keys(this.#honoured).length === 0;
  }

  acknowledge(): void {
    this.#send('notifications/subscriptions/acknowledged', { notifications: this.#honoured });
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const send of early) send();
  }

  listChanged(kind: ListKind): void {
    this.#afterAcknowledgement(() => this.#send(`notifications/${kind}/list_changed`, {}));
  }

  updated(uri: string): void {
    this.#afterAcknowledgement(() => this.#send('notifications/resources/updated', { uri }));
  }

  close(): void {
    this.#book.leave(this);
  }

  #afterAcknowledgement(send: () => void): void {
    if (this.#early === undefined) send();
    else this.#early.push(send);
  }

  #send(method: string, params: JsonObject): void {
    this.#request.notify(method, { ...params, _meta: { [META.subscriptionId]: this.#id } });
  }
}
