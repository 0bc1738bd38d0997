// The features of a server, one per spec page: the runtime's table of contents.
import type { Prompt, Resource, ResourceTemplate, Tool } from '../core/definition.ts';
import type { Feature } from '../core/feature.ts';
import type { Registry } from '../core/registry.ts';
import { ResourceIndex } from '../core/resource-index.ts';
import { SubscriptionBook, type ListKind } from '../core/subscription-book.ts';
import type { CacheHint } from '../protocol/types.ts';
import { cacheFields, STATIC, UNCACHED } from './caching.ts';
import { cancellation } from './cancellation.ts';
import { completion } from './completion.ts';
import { discover } from './discover.ts';
import { lifecycle } from './lifecycle.ts';
import type { ListSettings } from './listing.ts';
import { logging } from './logging.ts';
import { prompts } from './prompts.ts';
import { resources } from './resources.ts';
import { roots } from './roots.ts';
import { subscriptions } from './subscriptions.ts';
import { tools } from './tools.ts';

/** A list that tells when it changes. */
interface Changing {
  readonly registry: { onChange(listener: () => void): void };
  readonly isLive: boolean;
}

/** One list of a server. A live one may change while the server runs. */
export interface Collection<T> {
  readonly registry: Registry<T>;
  readonly isLive: boolean;
}

/** What the features are made of. Lists that the server does not have are undefined. */
export interface FeatureSources {
  readonly tools: Collection<Tool> | undefined;
  readonly resources: Collection<Resource>;
  readonly templates: Collection<ResourceTemplate>;
  readonly hasResources: boolean;
  readonly prompts: Collection<Prompt>;
  readonly hasPrompts: boolean;
  readonly hasLogging: boolean;
  readonly pageSize: number;
  readonly cache: CacheHint | undefined;
}

/** All features of a server, in the order of the specification's pages. */
export function createFeatures(sources: FeatureSources): Feature[] {
  const index = new ResourceIndex(sources.resources.registry, sources.templates.registry);
  const book = new SubscriptionBook();
  const settings = (isLive: boolean): ListSettings => {
    const hint = sources.cache ?? (isLive ? UNCACHED : STATIC);
    return { pageSize: sources.pageSize, extra: cacheFields(hint), isLive };
  };
  const resourcesAreLive = sources.resources.isLive || sources.templates.isLive;
  const lists = watchLists(sources, book);
  const features = [
    lifecycle(),
    discover(sources.cache ?? STATIC),
    cancellation(),
    roots(),
    sources.tools && tools(sources.tools.registry, settings(sources.tools.isLive)),
    sources.hasResources && resources(index, settings(resourcesAreLive)),
    sources.hasPrompts && prompts(sources.prompts.registry, settings(sources.prompts.isLive)),
    completion(sources.prompts.registry, index),
    sources.hasLogging && logging(),
    subscriptions(index, book, { lists, resources: index.isWatchable }),
  ];
  return features.filter((feature) => feature !== undefined && feature !== false);
}

function watchLists(
  { tools: toolList, resources: resourceList, templates, prompts: promptList }: FeatureSources,
  book: SubscriptionBook,
): ListKind[] {
  const live: readonly [ListKind, Changing | undefined][] = [
    ['tools', toolList],
    ['resources', resourceList],
    ['resources', templates],
    ['prompts', promptList],
  ];
  const kinds = new Set<ListKind>();
  for (const [kind, collection] of live) {
    if (collection?.isLive !== true) continue;
    kinds.add(kind);
    collection.registry.onChange(() => book.markListChanged(kind));
  }
  return [...kinds];
}
