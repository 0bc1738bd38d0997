// @mcp/runtime: everything for defining a server. Serving it is in "./stdio"; testing it in "./testing".
export { defineServer, McpServer, type ServerOptions } from './server.ts';
export {
  promptRegistry,
  resourceRegistry,
  resourceTemplateRegistry,
  toolRegistry,
} from './core/registries.ts';
export {
  definePrompt,
  defineResource,
  defineResourceTemplate,
  defineTool,
  type Complete,
  type Content,
  type Prompt,
  type PromptArgument,
  type PromptOptions,
  type PromptReturn,
  type Resource,
  type ResourceBody,
  type ResourceTemplate,
  type StopWatching,
  type Suggestions,
  type Tool,
  type ToolOptions,
  type ToolReturn,
  type Updated,
} from './core/definition.ts';
export {
  audio,
  embeddedResource,
  image,
  resourceLink,
  text,
  ToolError,
  ToolResult,
} from './core/tool-result.ts';
export { DefinitionError } from './core/definition-error.ts';
export { askAgreement, type Act, type Agreement } from './core/agreement.ts';
export type { Ask, Client, Context, ElicitResult, Form, QuestionOptions, Visit } from './core/context.ts';
export type { Report } from './core/engine.ts';
export type { FromSchema, JsonSchema } from './core/json-schema.ts';
export {
  forMethods,
  type Middleware,
  type MiddlewareRequest,
  type MiddlewareResult,
} from './core/middleware.ts';
export type { Registry } from './core/registry.ts';
export type { Infer, InferInput, Schema } from './core/schema.ts';
export type { StandardSchema } from './core/standard-schema.ts';
export { UriTemplate, type UriVariables } from './core/uri-template.ts';
export { AskError } from './features/question.ts';
export type { Caller } from './jsonrpc/caller.ts';
export { ErrorCode, RpcError } from './jsonrpc/error.ts';
export { JsonText } from './jsonrpc/json-text.ts';
export {
  InsufficientScopeError,
  McpErrorCode,
  MissingCapabilityError,
  ResourceNotFoundError,
  UrlElicitationRequiredError,
} from './protocol/errors.ts';
export { LATEST_REVISION, REVISIONS, type Revision } from './protocol/revisions.ts';
export type {
  Annotations,
  AudioContent,
  CacheHint,
  ClientCapabilities,
  ContentBlock,
  EmbeddedResource,
  Icon,
  ImageContent,
  Implementation,
  ListedResource,
  LogLevel,
  Meta,
  PromptMessage,
  ResourceContents,
  ResourceLink,
  Root,
  SamplingContent,
  SamplingMessage,
  SamplingRequest,
  SamplingResult,
  TextContent,
  ToolAnnotations,
} from './protocol/types.ts';
