// Subscriptions in a session: resources/subscribe and unsolicited list changes (server/resources, up to 2025-11-25).
import type { ServerPart } from '../../conversation/feature.ts';
import type { Host } from '../../conversation/host.ts';
import type { ServerRequest } from '../../conversation/request.ts';
import { readUri } from '../resources/resources.ts';
import type { ListKind, Subscriber, SubscriptionRegistry } from './registry.ts';
import type { Changes } from './listen.ts';

/** The sessions that are notified of changes. */
export class SessionSubscribers {
  readonly #registry: SubscriptionRegistry;
  readonly #subscribers = new WeakMap<Host, SessionSubscriber>();

  constructor(registry: SubscriptionRegistry) {
    this.#registry = registry;
  }

  of(host: Host): SessionSubscriber {
    const subscriber = this.#subscribers.get(host) ?? new SessionSubscriber(host);
    this.#subscribers.set(host, subscriber);
    return subscriber;
  }

  /**
   * After its first `resources/list`, a session is notified when the list changes. If watching fails, the list is
   * still returned.
   */
  async watchList({ session, host, ctx }: ServerRequest): Promise<void> {
    if (session === undefined || session.isSessionless) return;
    try {
      await this.#registry.listWatches.start(this.of(host), ctx);
    } catch (error) {
      host.report({ level: 'debug', message: 'cannot watch the list of resources', error });
    }
  }

  /** Notifies a session of a change of its lists that their watches do not see. The watches start again. */
  resetList(host: Host): void {
    const subscriber = this.#subscribers.get(host);
    if (subscriber !== undefined && this.#registry.listWatches.stop(subscriber))
      subscriber.listChanged('resources');
  }

  leave(host: Host): void {
    const subscriber = this.#subscribers.get(host);
    if (subscriber !== undefined) this.#registry.leave(subscriber);
  }
}

/** resources/subscribe and unsubscribe, and notifications of changed lists from the handshake on. */
export function sessionSubscriptions(
  registry: SubscriptionRegistry,
  changes: Changes,
  subscribers: SessionSubscribers,
): ServerPart {
  return {
    provides: changes.resources ? ['resources.subscribe'] : [],
    capabilities: changes.resources ? { resources: { subscribe: true } } : {},
    methods: {
      'resources/subscribe': {
        shape: 'EmptyResult',
        scopes: ({ uri }) => registry.scopes([uri]),
        handle: async ({ host, ctx }, params) => {
          await registry.watch(readUri(params), subscribers.of(host), ctx);
          return {};
        },
      },
      'resources/unsubscribe': {
        shape: 'EmptyResult',
        handle: ({ host }, params) => {
          registry.unwatch(readUri(params), subscribers.of(host));
          return {};
        },
      },
    },
    notifications: {
      'notifications/initialized': (host) => {
        if (host.session.state !== 'ready') return;
        for (const kind of changes.lists) registry.watchList(kind, subscribers.of(host));
      },
    },
    closed: (host) => subscribers.leave(host),
  };
}

class SessionSubscriber implements Subscriber {
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
