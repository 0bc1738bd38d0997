// The features of a server, one per spec page: the runtime's table of contents.
import type { ServerPart } from '../conversation/feature.ts';
import type { RequestParts } from '../conversation/host.ts';
import type { ServerRequest } from '../conversation/request.ts';
import type { Context } from '../define/context.ts';
import { DefinitionError } from '../define/errors.ts';
import {
  promptRegistry,
  Registry,
  resourceRegistry,
  resourceTemplateRegistry,
  toolRegistry,
  type PromptRegistry,
  type ResourceRegistry,
  type ResourceTemplateRegistry,
  type ToolRegistry,
} from '../define/registry.ts';
import { TASKS, type Tool } from '../define/tool.ts';
import { MemoryNonceStore } from '../stores/nonce-store.ts';
import { quote } from '../text/quote.ts';
import { createAsk, createRounds } from './asking/ask.ts';
import { roots } from './asking/roots.ts';
import { StateSeal } from './asking/state-seal.ts';
import { STATIC, UNCACHED } from './caching.ts';
import { cancellation } from './cancellation.ts';
import { completion } from './completion.ts';
import { discover } from './discover.ts';
import type { ExtensionFeatures } from './extension.ts';
import { lifecycle } from './lifecycle.ts';
import { logging, sendLog } from './logging.ts';
import type { ListSettings } from './pagination.ts';
import { createProgress } from './progress.ts';
import { prompts } from './prompts.ts';
import { ResourceIndex } from './resources/resource-index.ts';
import { resources } from './resources/resources.ts';
import { SubscriptionRegistry, type ListKind } from './subscriptions/registry.ts';
import type { ServerOptions } from './server-options.ts';
import { subscriptions } from './subscriptions/listen.ts';
import { sessionSubscriptions, SessionSubscribers } from './subscriptions/session.ts';
import { tools } from './tools/tools.ts';

const DEFAULT_PAGE_SIZE = 250;
const FIVE_MINUTES = 300_000;
const TEN_MINUTES = 600_000;

/** What the features give to an engine. */
export interface Features {
  /** In the order of the specification's pages. */
  readonly features: readonly ServerPart[];
  readonly parts: RequestParts<ServerRequest>;
  readonly registry: SubscriptionRegistry;
}

type Options = ServerOptions & Required<Pick<ServerOptions, 'report'>>;

/** All features of a server. `made` has those of its extensions. */
export function createFeatures(options: Options, made: ExtensionFeatures): Features {
  const { pageSize = DEFAULT_PAGE_SIZE, logging: hasLogging = true, cache, report } = options;
  const { available = isAvailable } = options;
  const lists = listsOf(options);
  const hasResources = lists.resources !== undefined || lists.templates !== undefined;
  const resourcesAreLive = lists.resources?.isLive === true || lists.templates?.isLive === true;
  const index = new ResourceIndex(
    lists.resources?.registry ?? resourceRegistry(),
    lists.templates?.registry ?? resourceTemplateRegistry(),
  );
  const registry = new SubscriptionRegistry(index, (message, error) =>
    report({ level: 'error', message, error }),
  );
  const sessions = new SessionSubscribers(registry);
  const settings = (isLive: boolean, mayDiffer = isLive): ListSettings => ({
    pageSize,
    cache: cache ?? (mayDiffer ? UNCACHED : STATIC),
    isLive,
  });
  const tellsResources = resourcesAreLive || index.watchesLists;
  const changes = { lists: watchLists(lists, registry, tellsResources), resources: index.isWatchable };
  const isChanging = changes.lists.length > 0 || changes.resources;
  const extensions = extensionsOf(options, made, lists.tools?.registry);
  const filters = extensions.flatMap(({ filters: own = {} }) => Object.entries(own));
  checkOnce(filters, (name) => `filter ${name} has two handlers`);
  const all = [
    lifecycle(options.experimental),
    discover(cache ?? STATIC),
    cancellation(),
    roots((host) => sessions.resetList(host)),
    lists.tools &&
      tools(lists.tools.registry, {
        ...settings(lists.tools.isLive),
        coercesArguments: options.coerceArguments ?? false,
        available,
        filters: extensions.flatMap(({ listsTool = [] }) => listsTool),
      }),
    hasResources &&
      resources(index, {
        // Lists of templates may change at any time, and differ between clients.
        list: settings(tellsResources, tellsResources || index.listsMembers),
        templates: settings(resourcesAreLive),
        beforeList: (request) => (index.watchesLists ? sessions.watchList(request) : undefined),
      }),
    lists.prompts && prompts(lists.prompts.registry, settings(lists.prompts.isLive)),
    completion(lists.prompts, index),
    hasLogging && logging(),
    isChanging && sessionSubscriptions(registry, changes, sessions),
    (isChanging || filters.length > 0) && subscriptions(registry, changes, Object.fromEntries(filters)),
    ...extensions,
  ];
  const features = all.filter((feature) => feature !== undefined && feature !== false);
  checkOnce(
    features.flatMap(({ methods = {} }) => Object.entries(methods)),
    (name) =>
      `method ${name} has two handlers; an extension adds methods, and changes how others run with "runners"`,
  );
  return { features, parts: partsOf(options, hasLogging), registry };
}

// One parameter: every caller gets the same list.
const isAvailable = (_tool: Tool): true => true;

// Each extension declares itself and adds its features.
function extensionsOf(
  { extensions = [], available = isAvailable, report }: Options,
  made: ExtensionFeatures,
  registry: ToolRegistry | undefined,
): readonly ServerPart[] {
  const tool = (name: unknown, ctx: Context): Tool | undefined => {
    const found = typeof name === 'string' ? registry?.get(name) : undefined;
    return found !== undefined && available(found, ctx) === true ? found : undefined;
  };
  const waiting = extensions.some(({ id }) => id === TASKS)
    ? undefined
    : [...(registry ?? [])].find(({ task }) => task !== undefined);
  if (waiting !== undefined)
    throw new DefinitionError(
      `tool ${quote(waiting.name)}: task: '${waiting.task}' has no effect without the extension tasks(); add it to "extensions"`,
    );
  return extensions.flatMap((extension) => {
    const { id, settings = {}, since } = extension;
    const declared = settings === null ? {} : { capabilities: { extensions: { [id]: settings } } };
    const all: readonly ServerPart[] = [declared, ...made.of(extension, { tool, report })];
    checkOnce(
      all.flatMap(({ runners = {} }) => Object.entries(runners)),
      (name) => `extension ${quote(id)}: ${name} has two runners`,
    );
    return since === undefined ? all : all.map((feature) => ({ since, ...feature }));
  });
}

function checkOnce(entries: readonly [string, unknown][], problem: (name: string) => string): void {
  const names = entries.map(([name]) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new DefinitionError(problem(quote(twice)));
}

function partsOf(options: ServerOptions, hasLogging: boolean): RequestParts<ServerRequest> {
  const {
    nonces = new MemoryNonceStore(),
    stateSecrets = [],
    stateTtlMs = TEN_MINUTES,
    askTimeoutMs = FIVE_MINUTES,
  } = options;
  const seal = new StateSeal(stateSecrets, stateTtlMs, nonces);
  return {
    progress: createProgress,
    log: hasLogging ? sendLog : () => {},
    rounds: (request) => createRounds(request, { timeoutMs: askTimeoutMs, seal }),
    ask: createAsk,
  };
}

/** The lists of a server; undefined for those that it does not have. */
interface Lists {
  readonly tools: List<ToolRegistry> | undefined;
  readonly resources: List<ResourceRegistry> | undefined;
  readonly templates: List<ResourceTemplateRegistry> | undefined;
  readonly prompts: List<PromptRegistry> | undefined;
}

/** One list of a server. A live one may change while the server runs. */
interface List<R> {
  readonly registry: R;
  readonly isLive: boolean;
}

function listsOf(options: ServerOptions): Lists {
  return {
    tools: toList('tools', options.tools, toolRegistry),
    resources: toList('resources', options.resources, resourceRegistry),
    templates: toList('resourceTemplates', options.resourceTemplates, resourceTemplateRegistry),
    prompts: toList('prompts', options.prompts, promptRegistry),
  };
}

function toList<T, P>(
  name: string,
  items: readonly T[] | Registry<T, P> | undefined,
  toRegistry: (items: Iterable<T>) => Registry<T, P>,
): List<Registry<T, P>> | undefined {
  if (items === undefined) return undefined;
  if (!Array.isArray(items) && !(items instanceof Registry))
    throw new DefinitionError(`${name} must be a list or a registry, not ${quote(items)}`);
  return items instanceof Registry
    ? { registry: items, isLive: true }
    : { registry: toRegistry(items), isLive: false };
}

/** A list that tells when it changes. */
interface Changing {
  readonly registry: { onChange(listener: () => void): void };
  readonly isLive: boolean;
}

function watchLists(
  { tools: toolList, resources: resourceList, templates, prompts: promptList }: Lists,
  registry: SubscriptionRegistry,
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
    collection.registry.onChange(() => registry.markListChanged(kind));
  }
  return [...kinds];
}
