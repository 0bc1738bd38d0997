// Subscriptions in a session: resources/subscribe and unsolicited list changes (server/resources, up to 2025-11-25).
import type { Conversation } from '../core/conversation.ts';
import type { Feature } from '../core/feature.ts';
import type { Request } from '../core/request.ts';
import type { ListKind, Subscriber, SubscriptionBook } from '../core/subscription-book.ts';
import { invalidParams } from '../protocol/errors.ts';
import { readUri } from './resources.ts';
import type { Changes } from './subscriptions.ts';

const MAX_SUBSCRIPTIONS = 1024;

/** resources/subscribe (at most 1024) and unsubscribe, and notifications of changed lists from the handshake on. */
export function sessionSubscriptions(book: SubscriptionBook, changes: Changes): Feature {
  const subscribers = new WeakMap<Conversation, Subscriber>();
  const subscriberOf = (conversation: Conversation): Subscriber => {
    const subscriber = subscribers.get(conversation) ?? new SessionSubscriber(conversation);
    subscribers.set(conversation, subscriber);
    return subscriber;
  };
  const subscribe = async (uri: string, request: Request): Promise<void> => {
    const uris = (request.conversation.session.subscriptions ??= new Set());
    const isNew = !uris.has(uri);
    if (isNew && uris.size >= MAX_SUBSCRIPTIONS)
      throw invalidParams(`there are ${MAX_SUBSCRIPTIONS} subscriptions already; unsubscribe first`);
    uris.add(uri);
    try {
      await book.watch(uri, subscriberOf(request.conversation), request);
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
          book.unwatch(uri, subscriberOf(conversation));
          return {};
        },
      },
    },
    notifications: {
      'notifications/initialized': (conversation) => {
        if (conversation.session.state !== 'ready') return;
        for (const kind of changes.lists) book.watchList(kind, subscriberOf(conversation));
      },
    },
    closed: (conversation) => {
      const subscriber = subscribers.get(conversation);
      if (subscriber !== undefined) book.leave(subscriber);
    },
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
