// The features of a server, one per spec page: the runtime's table of contents.
import type { Feature } from '../conversation/feature.ts';
import {
  resourceRegistry,
  resourceTemplateRegistry,
  type PromptRegistry,
  type ResourceRegistry,
  type ResourceTemplateRegistry,
  type ToolRegistry,
} from '../define/registry.ts';
import type { JsonObject } from '../jsonrpc/json.ts';
import type { CacheHint } from '../protocol/types.ts';
import { roots } from './asking/roots.ts';
import { cacheFields, STATIC, UNCACHED } from './caching.ts';
import { cancellation } from './cancellation.ts';
import { completion } from './completion.ts';
import { discover } from './discover.ts';
import { lifecycle } from './lifecycle.ts';
import { logging } from './logging.ts';
import type { ListSettings } from './pagination.ts';
import { prompts } from './prompts.ts';
import { ResourceIndex } from './resources/resource-index.ts';
import { resources } from './resources/resources.ts';
import { SubscriptionBook, type BookSettings } from './subscriptions/book.ts';
import { subscriptions } from './subscriptions/listen.ts';
import type { ListKind } from './subscriptions/lists.ts';
import { sessionSubscriptions, SessionSubscribers } from './subscriptions/session.ts';
import { tools, type ToolSettings } from './tools/tools.ts';

/** A list that tells when it changes. */
interface Changing {
  readonly registry: { onChange(listener: () => void): void };
  readonly isLive: boolean;
}

/** One list of a server. A live one may change while the server runs. */
export interface Collection<R> {
  readonly registry: R;
  readonly isLive: boolean;
}

/** What the features are made of. Lists that the server does not have are undefined. */
export interface FeatureSources {
  readonly tools: Collection<ToolRegistry> | undefined;
  readonly resources: Collection<ResourceRegistry> | undefined;
  readonly templates: Collection<ResourceTemplateRegistry> | undefined;
  readonly prompts: Collection<PromptRegistry> | undefined;
  readonly experimental: JsonObject | undefined;
  readonly extensions: JsonObject | undefined;
  readonly coercesArguments: boolean;
  readonly toolsOff: ToolSettings['toolsOff'];
  readonly hasLogging: boolean;
  readonly pageSize: number;
  readonly cache: CacheHint | undefined;
  readonly bookSettings: BookSettings;
}

/** All features of a server, in the order of the specification's pages, and the book of its subscribers. */
export function createFeatures(sources: FeatureSources): { features: Feature[]; book: SubscriptionBook } {
  const { tools: toolList, prompts: promptList } = sources;
  const resourceList = sources.resources ?? { registry: resourceRegistry(), isLive: false };
  const templateList = sources.templates ?? { registry: resourceTemplateRegistry(), isLive: false };
  const hasResources = sources.resources !== undefined || sources.templates !== undefined;
  const resourcesAreLive = resourceList.isLive || templateList.isLive;
  const index = new ResourceIndex(resourceList.registry, templateList.registry);
  const book = new SubscriptionBook(index, sources.bookSettings);
  const sessions = new SessionSubscribers(book);
  const settings = (isLive: boolean, mayDiffer = isLive): ListSettings => {
    const hint = sources.cache ?? (mayDiffer ? UNCACHED : STATIC);
    return { pageSize: sources.pageSize, extra: cacheFields(hint), isLive };
  };
  const tellsResources = resourcesAreLive || index.watchesLists;
  const changes = {
    lists: watchLists(sources, book, tellsResources),
    resources: index.isWatchable,
  };
  const isChanging = changes.lists.length > 0 || changes.resources;
  const all = [
    lifecycle({ experimental: sources.experimental, extensions: sources.extensions }),
    discover(sources.cache ?? STATIC),
    cancellation(),
    roots((conversation) => sessions.resetList(conversation)),
    toolList &&
      tools(toolList.registry, {
        ...settings(toolList.isLive),
        coercesArguments: sources.coercesArguments,
        toolsOff: sources.toolsOff,
      }),
    hasResources &&
      resources(index, {
        // What templates list may change at any time, and be another for every client.
        list: settings(tellsResources, tellsResources || index.listsMembers),
        templates: settings(resourcesAreLive),
        beforeList: (request) => (index.watchesLists ? sessions.watchList(request) : undefined),
      }),
    promptList && prompts(promptList.registry, settings(promptList.isLive)),
    completion(promptList, index),
    sources.hasLogging && logging(),
    isChanging && sessionSubscriptions(book, changes, sessions),
    isChanging && subscriptions(book, changes),
  ];
  return { features: all.filter((feature) => feature !== undefined && feature !== false), book };
}

function watchLists(
  { tools: toolList, resources: resourceList, templates, prompts: promptList }: FeatureSources,
  book: SubscriptionBook,
  tellsResources: boolean,
): ListKind[] {
  const live: readonly [ListKind, Changing | undefined][] = [
    ['tools', toolList],
    ['resources', resourceList],
    ['resources', templates],
    ['prompts', promptList],
  ];
  const kinds = new Set<ListKind>(tellsResources ? ['resources'] : []);
  for (const [kind, collection] of live) {
    if (collection?.isLive !== true) continue;
    kinds.add(kind);
    collection.registry.onChange(() => book.markListChanged(kind));
  }
  return [...kinds];
}
