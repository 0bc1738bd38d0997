// Registries of tools, resources, templates and prompts: checked lists that may change while a server runs.
import { checkPrompt, checkResource, checkResourceTemplate, checkTool } from './check.ts';
import type { Prompt, Resource, ResourceTemplate, Tool } from './definition.ts';
import { Registry } from './registry.ts';

/** A list of tools that may change while the server runs. Clients are told. */
export function toolRegistry(tools: Iterable<Tool> = []): Registry<Tool> {
  return new Registry(({ name }) => name, checkTool, tools);
}

/** A list of resources that may change while the server runs. */
export function resourceRegistry(resources: Iterable<Resource> = []): Registry<Resource> {
  return new Registry(({ uri }) => uri, checkResource, resources);
}

/** A list of resource templates that may change while the server runs. */
export function resourceTemplateRegistry(
  templates: Iterable<ResourceTemplate> = [],
): Registry<ResourceTemplate> {
  return new Registry(({ uriTemplate }) => uriTemplate, checkResourceTemplate, templates);
}

/** A list of prompts that may change while the server runs. */
export function promptRegistry(prompts: Iterable<Prompt> = []): Registry<Prompt> {
  return new Registry(({ name }) => name, checkPrompt, prompts);
}
