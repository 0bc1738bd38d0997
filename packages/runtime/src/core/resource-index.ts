// ResourceIndex: finds what answers for a URI, among fixed resources and templates.
import type { Context } from './context.ts';
import type {
  Complete,
  Resource,
  ResourceBody,
  ResourceTemplate,
  StopWatching,
  Updated,
} from './definition.ts';
import type { Registry } from './registry.ts';
import { UriTemplate } from './uri-template.ts';

/** What answers for one URI. */
export interface FoundResource {
  readonly definition: Resource | ResourceTemplate;
  read(ctx: Context): ResourceBody | Promise<ResourceBody>;
  /** Undefined when its changes are not told. */
  readonly watch: ((updated: Updated) => StopWatching | Promise<StopWatching>) | undefined;
}

const parsed = new WeakMap<ResourceTemplate, UriTemplate>();

/** All resources of a server. Fixed ones win over templates, earlier templates over later ones. */
export class ResourceIndex {
  readonly resources: Registry<Resource>;
  readonly templates: Registry<ResourceTemplate>;

  constructor(resources: Registry<Resource>, templates: Registry<ResourceTemplate>) {
    this.resources = resources;
    this.templates = templates;
  }

  /** What answers for a URI, if anything does. */
  find(uri: string): FoundResource | undefined {
    const resource = this.resources.get(uri);
    if (resource !== undefined) {
      const watch =
        resource.watch === undefined
          ? undefined
          : (updated: Updated) => resource.watch?.(updated) ?? (() => {});
      return { definition: resource, read: (ctx) => resource.read(ctx), watch };
    }
    for (const template of this.templates) {
      const variables = parse(template).match(uri);
      if (variables === undefined) continue;
      const watch =
        template.watch === undefined
          ? undefined
          : (updated: Updated) => template.watch?.(uri, variables, updated) ?? (() => {});
      return { definition: template, read: (ctx) => template.read(uri, variables, ctx), watch };
    }
    return undefined;
  }

  /** The completers of a template, by variable; undefined when there is no such template or resource. */
  completers(uri: string): { readonly [variable: string]: Complete | undefined } | undefined {
    const template = this.templates.get(uri);
    if (template === undefined) return this.resources.get(uri) === undefined ? undefined : {};
    return Object.fromEntries(parse(template).variables.map((name) => [name, template.complete?.[name]]));
  }

  /** Whether any resource tells its changes. */
  get isWatchable(): boolean {
    return [...this.resources, ...this.templates].some((definition) => definition.watch !== undefined);
  }
}

function parse(template: ResourceTemplate): UriTemplate {
  let result = parsed.get(template);
  if (result === undefined) {
    result = new UriTemplate(template.uriTemplate);
    parsed.set(template, result);
  }
  return result;
}
