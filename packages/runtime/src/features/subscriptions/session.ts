// Subscriptions in a session: resources/subscribe and unsolicited list changes (server/resources, up to 2025-11-25).
import type { Feature } from '../../conversation/feature.ts';
import type { Host } from '../../conversation/host.ts';
import type { Request } from '../../conversation/request.ts';
import { invalidParams } from '../../protocol/errors.ts';
import { readUri } from '../resources/resources.ts';
import type { ListKind, Subscriber, SubscriptionBook } from './book.ts';
import type { Changes } from './listen.ts';

const MAX_SUBSCRIPTIONS = 1024;

/** The sessions that are notified of changes. */
export class SessionSubscribers {
  readonly #book: SubscriptionBook;
  readonly #subscribers = new WeakMap<Host, SessionSubscriber>();

  constructor(book: SubscriptionBook) {
    this.#book = book;
  }

  of(host: Host): SessionSubscriber {
    const subscriber = this.#subscribers.get(host) ?? new SessionSubscriber(host);
    this.#subscribers.set(host, subscriber);
    return subscriber;
  }

  /** After its first `resources/list`, a session is notified when the list changes. If watching fails, the list is still returned. */
  async watchList({ session, host, ctx }: Request): Promise<void> {
    if (session === undefined || session.standsAlone) return;
    try {
      await this.#book.listWatches.start(this.of(host), ctx);
    } catch (error) {
      host.report({ level: 'debug', message: 'cannot watch the list of resources', error });
    }
  }

  /** Notifies a session that its lists changed for a reason that their watches do not see. The watches begin anew. */
  resetList(host: Host): void {
    const subscriber = this.#subscribers.get(host);
    if (subscriber !== undefined && this.#book.listWatches.stop(subscriber))
      subscriber.listChanged('resources');
  }

  leave(host: Host): void {
    const subscriber = this.#subscribers.get(host);
    if (subscriber !== undefined) this.#book.leave(subscriber);
  }
}

/** resources/subscribe (at most 1024) and unsubscribe, and notifications of changed lists from the handshake on. */
export function sessionSubscriptions(
  book: SubscriptionBook,
  changes: Changes,
  subscribers: SessionSubscribers,
): Feature {
  const subscribe = async (uri: string, { host, ctx }: Request): Promise<void> => {
    const subscriber = subscribers.of(host);
    const { uris } = subscriber;
    const isNew = !uris.has(uri);
    if (isNew && uris.size >= MAX_SUBSCRIPTIONS)
      throw invalidParams(`there are ${MAX_SUBSCRIPTIONS} subscriptions already; unsubscribe first`);
    uris.add(uri);
    try {
      await book.watch(uri, subscriber, ctx);
    } catch (error) {
      if (isNew) uris.delete(uri);
      throw error;
    }
  };
  return {
    provides: changes.resources ? ['resources.subscribe'] : [],
    capabilities: changes.resources ? { resources: { subscribe: true } } : {},
    methods: {
      'resources/subscribe': {
        shape: 'EmptyResult',
        scopes: ({ uri }) => book.scopes([uri]),
        handle: async (request, params) => {
          const uri = readUri(params);
          await subscribe(uri, request);
          return {};
        },
      },
      'resources/unsubscribe': {
        shape: 'EmptyResult',
        handle: ({ host }, params) => {
          const uri = readUri(params);
          const subscriber = subscribers.of(host);
          subscriber.uris.delete(uri);
          book.unwatch(uri, subscriber);
          return {};
        },
      },
    },
    notifications: {
      'notifications/initialized': (host) => {
        if (host.session.state !== 'ready') return;
        for (const kind of changes.lists) book.watchList(kind, subscribers.of(host));
      },
    },
    closed: (host) => subscribers.leave(host),
  };
}

class SessionSubscriber implements Subscriber {
  /** The resources that the session has subscribed to, or is about to. */
  readonly uris = new Set<string>();
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  listChanged(kind: ListKind): void {
    this.#host.notify(`notifications/${kind}/list_changed`, undefined);
  }

  updated(uri: string): void {
    this.#host.notify('notifications/resources/updated', { uri });
  }
}
