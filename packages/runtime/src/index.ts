// @mcp/runtime: everything for defining a server. Serving it is in "./stdio"; testing it in "./testing".

export { defineServer, McpServer, reportToStderr } from './server.ts';

export type { ServerOptions } from './features/server-options.ts';

export {
  promptRegistry,
  resourceRegistry,
  resourceTemplateRegistry,
  toolRegistry,
} from './define/registry.ts';

export {
  adds,
  changes,
  defineTool,
  destroys,
  openWorld,
  readsOnly,
  type Content,
  type Tool,
} from './define/tool.ts';
export { completeFrom, icon, type Complete } from './define/described.ts';
export {
  ERROR_META,
  readPageCursor,
  ToolError,
  ToolResult,
  writePageCursor,
  type CallToolResult,
} from './define/tool-result.ts';
export { fitBytes } from './text/fit-bytes.ts';
export { stripInvisible } from './text/invisible.ts';
export { nearest, suggest } from './text/nearest.ts';
export { audio, embeddedResource, image, resourceLink, text } from './define/content.ts';
export { definePrompt, type Prompt, type PromptArgument } from './define/prompt.ts';
export {
  defineResource,
  defineResourceTemplate,
  type Resource,
  type ResourceBody,
  type ResourceTemplate,
  type StopWatching,
  type Updated,
} from './define/resource.ts';
export { DefinitionError, isSuspension } from './define/errors.ts';

export {
  sessionState,
  type Agreement,
  type Ask,
  type Client,
  type ClientSession,
  type Context,
  type ElicitResult,
  type Form,
} from './define/context.ts';
export type { RequestHeaders } from './jsonrpc/channel.ts';

export type { Report } from './conversation/host.ts';
export type { ServerEvent } from './conversation/observer.ts';

export type { FromSchema, JsonSchema, SchemaNeedsAsConst } from './schema/infer.ts';

export { forMethods, type Middleware, type MiddlewareRequest } from './define/middleware.ts';

export type { Registry } from './define/registry.ts';

export type { Infer, InferInput, Schema } from './schema/schema.ts';

export { UriTemplate, type UriVariables } from './define/uri-template.ts';

export { AskError, type Question } from './define/question.ts';

export { callerKey, type Caller } from './jsonrpc/channel.ts';

export { ErrorCode, RpcError } from './jsonrpc/error.ts';

export type { JsonObject } from './jsonrpc/json.ts';

export type { Rate } from './limits/token-bucket.ts';

export {
  InsufficientScopeError,
  McpErrorCode,
  MissingCapabilityError,
  ResourceNotFoundError,
} from './protocol/errors.ts';

export type { NonceStore } from './stores/nonce-store.ts';

export { LATEST_REVISION, REVISIONS, type Revision } from './protocol/revisions.ts';

export type {
  Annotations,
  CacheHint,
  ClientCapabilities,
  ContentBlock,
  EmbeddedResource,
  Icon,
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
