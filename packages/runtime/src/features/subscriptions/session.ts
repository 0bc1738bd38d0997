// Subscriptions in a session: resources/subscribe and unsolicited list changes (server/resources, up to 2025-11-25).
import type { Conversation } from '../../conversation/conversation.ts';
import type { Feature } from '../../conversation/feature.ts';
import type { Request } from '../../conversation/request.ts';
import { invalidParams } from '../../protocol/errors.ts';
import { readUri } from '../resources/resources.ts';
import type { SubscriptionBook } from './book.ts';
import type { Changes } from './listen.ts';
import type { ListKind, Subscriber } from './subscriber.ts';

const MAX_SUBSCRIPTIONS = 1024;

/** The sessions that are told of changes. */
export class SessionSubscribers {
  readonly #book: SubscriptionBook;
  readonly #subscribers = new WeakMap<Conversation, Subscriber>();

  constructor(book: SubscriptionBook) {
    this.#book = book;
  }

  of(conversation: Conversation): Subscriber {
    const subscriber = this.#subscribers.get(conversation) ?? new SessionSubscriber(conversation);
    this.#subscribers.set(conversation, subscriber);
    return subscriber;
  }

  /** From its first list on, a session is told when another would be listed. A list that cannot be watched is listed. */
  async watchList(request: Request): Promise<void> {
    const { session, conversation } = request;
    if (session === undefined || session.standsAlone) return;
    try {
      await this.#book.listWatches.start(this.of(conversation), request);
    } catch (error) {
      conversation.engine.report({ level: 'debug', message: 'cannot watch the list of resources', error });
    }
  }

  /** Tells a session that its lists are others now, for a reason that their watches do not see. They begin anew. */
  resetList(conversation: Conversation): void {
    const subscriber = this.#subscribers.get(conversation);
    if (subscriber !== undefined && this.#book.listWatches.stop(subscriber))
      subscriber.listChanged('resources');
  }

  /** Forgets a session. */
  leave(conversation: Conversation): void {
    const subscriber = this.#subscribers.get(conversation);
    if (subscriber !== undefined) this.#book.leave(subscriber);
  }
}

/** resources/subscribe (at most 1024) and unsubscribe, and notifications of changed lists from the handshake on. */
export function sessionSubscriptions(
  book: SubscriptionBook,
  changes: Changes,
  subscribers: SessionSubscribers,
): Feature {
  const subscribe = async (uri: string, request: Request): Promise<void> => {
    const uris = (request.conversation.session.subscriptions ??= new Set());
    const isNew = !uris.has(uri);
    if (isNew && uris.size >= MAX_SUBSCRIPTIONS)
      throw invalidParams(`there are ${MAX_SUBSCRIPTIONS} subscriptions already; unsubscribe first`);
    uris.add(uri);
    try {
      await book.watch(uri, subscribers.of(request.conversation), request);
    } catch (error) {
      if (isNew) uris.delete(uri);
      throw error;
    }
  };
  return {
    page: 'server/resources',
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
        handle: ({ conversation }, params) => {
          const uri = readUri(params);
          conversation.session.subscriptions?.delete(uri);
          book.unwatch(uri, subscribers.of(conversation));
          return {};
        },
      },
    },
    notifications: {
      'notifications/initialized': (conversation) => {
        if (conversation.session.state !== 'ready') return;
        for (const kind of changes.lists) book.watchList(kind, subscribers.of(conversation));
      },
    },
    closed: (conversation) => subscribers.leave(conversation),
  };
}

/** Tells a session. */
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
