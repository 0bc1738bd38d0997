// ResourceIndex: finds the fixed resource or template for a URI.
import type { Context } from '../../define/context.ts';
import type { Complete } from '../../define/described.ts';
import type { ResourceRegistry, ResourceTemplateRegistry } from '../../define/registry.ts';
import type {
  Resource,
  ResourceBody,
  ResourceTemplate,
  StopWatching,
  Updated,
} from '../../define/resource.ts';

/** What answers for one URI. */
export interface FoundResource {
  readonly definition: Resource | ResourceTemplate;
  read(ctx: Context): ResourceBody | Promise<ResourceBody>;
  /** Rejects when this client may not hear of changes. */
  beforeWatch(ctx: Context): void | Promise<void>;
  /** Starts to notify; does nothing for a resource that does not notify of its changes. */
  watch(updated: Updated, ctx: Context): StopWatching | Promise<StopWatching>;
}

const NOTHING: StopWatching = () => {};

/** All resources of a server. Fixed ones win over templates, earlier templates over later ones. */
export class ResourceIndex {
  readonly resources: ResourceRegistry;
  readonly templates: ResourceTemplateRegistry;

  constructor(resources: ResourceRegistry, templates: ResourceTemplateRegistry) {
    this.resources = resources;
    this.templates = templates;
  }

  /** What answers for a URI, if anything does. */
  find(uri: string): FoundResource | undefined {
    const resource = this.resources.get(uri);
    if (resource !== undefined) {
      return {
        definition: resource,
        read: (ctx) => resource.read(ctx),
        beforeWatch: (ctx) => resource.beforeWatch?.(ctx),
        watch: (updated, ctx) => resource.watch?.(updated, ctx) ?? NOTHING,
      };
    }
    for (const { template, uris } of this.templates.allPrepared()) {
      const variables = uris.match(uri);
      if (variables === undefined) continue;
      return {
        definition: template,
        read: (ctx) => template.read(uri, variables, ctx),
        beforeWatch: (ctx) => template.beforeWatch?.(uri, variables, ctx),
        watch: (updated, ctx) => template.watch?.(uri, variables, updated, ctx) ?? NOTHING,
      };
    }
    return undefined;
  }

  /** The scopes that a caller needs to read a URI; none when no resource of this server has it. */
  scopes(uri: unknown): readonly string[] {
    return (typeof uri === 'string' && this.find(uri)?.definition.scopes) || [];
  }

  /** Returns the completers of a template by variable, or undefined if there is no such template or resource. */
  completers(uri: string): { readonly [variable: string]: Complete | undefined } | undefined {
    const prepared = this.templates.prepared(uri);
    if (prepared === undefined) return this.resources.get(uri) === undefined ? undefined : {};
    const { template, uris } = prepared;
    return Object.fromEntries(uris.variables.map((name) => [name, template.complete?.[name]]));
  }

  /** Whether any template lists its members. */
  get listsMembers(): boolean {
    return [...this.templates].some((template) => template.list !== undefined);
  }

  /** Whether any template tells that other members are listed now. */
  get watchesLists(): boolean {
    return [...this.templates].some((template) => template.watchList !== undefined);
  }

  /** Whether any resource tells its changes. */
  get isWatchable(): boolean {
    return [...this.resources, ...this.templates].some((definition) => definition.watch !== undefined);
  }
}
