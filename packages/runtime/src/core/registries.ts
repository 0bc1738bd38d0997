// Registries of tools, resources, templates and prompts: checked lists that may change while a server runs.
import { checkPrompt, checkResource, checkResourceTemplate, checkTool } from './check.ts';
import type { Prompt, Resource, ResourceTemplate, Tool } from './definition.ts';
import { Registry } from './registry.ts';

/**
 * A list of tools that may change while the server runs. Sessions and listen streams are told, once for all changes of
 * 20 ms (server/tools, "List Changed Notification", all revisions).
 *
 * @throws {DefinitionError} for a tool that is not legal MCP, or when two have the same name. `add` throws likewise.
 */
export function toolRegistry(tools: Iterable<Tool> = []): Registry<Tool> {
  return new Registry(({ name }) => name, checkTool, tools);
}

/** Like `toolRegistry`, for resources by URI (server/resources, "List Changed Notification"). */
export function resourceRegistry(resources: Iterable<Resource> = []): Registry<Resource> {
  return new Registry(({ uri }) => uri, checkResource, resources);
}

/** Like `toolRegistry`, for resource templates by URI template. A change is told as one of the resources. */
export function resourceTemplateRegistry(
  templates: Iterable<ResourceTemplate> = [],
): Registry<ResourceTemplate> {
  return new Registry(({ uriTemplate }) => uriTemplate, checkResourceTemplate, templates);
}

/** Like `toolRegistry`, for prompts by name (server/prompts, "List Changed Notification"). */
export function promptRegistry(prompts: Iterable<Prompt> = []): Registry<Prompt> {
  return new Registry(({ name }) => name, checkPrompt, prompts);
}
