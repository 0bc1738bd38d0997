// Which member of which shape exists in which revisions. Projection drops everything that is not listed here.
import type { RpcError } from '../../jsonrpc/error.ts';
import type { JsonObject, JsonText } from '../../jsonrpc/json.ts';
import type { Revision } from '../revisions.ts';

const A: Revision = '2024-11-05';
const B: Revision = '2025-03-26';
const C: Revision = '2025-06-18';
const D: Revision = '2025-11-25';
const E: Revision = '2026-07-28';

/** One member: the first and last revision that know it, and the shape of its value when that is projected too. */
export interface Member {
  readonly since: Revision;
  readonly until?: Revision;
  readonly shape?: Shape;
  /** The value is a list of that shape. */
  readonly many?: true;
}

const since = (revision: Revision): Member => ({ since: revision });

const one = (revision: Revision, shape: ShapeName): Member => ({ since: revision, shape });

const many = (revision: Revision, shape: ShapeName): Member => ({ since: revision, shape, many: true });

const [a, b, c, d, e] = [since(A), since(B), since(C), since(D), since(E)];

const icons = many(D, 'Icon');

const annotations = one(A, 'Annotations');

const page = { nextCursor: a, _meta: a, resultType: e, ttlMs: e, cacheScope: e } as const;

const resource = {
  name: a,
  title: c,
  uri: a,
  description: a,
  mimeType: a,
  size: a,
  annotations,
  icons,
  _meta: c,
} as const;

/** The members of an object that a server sends, by name. */
export type Members = { readonly [name: string]: Member };

/** A shape of the protocol by its name, or one of an extension. */
export type Shape = ShapeName | Members;

/** The shapes of the protocol that a server sends. */
export type ShapeName =
  | 'Implementation'
  | 'Icon'
  | 'Annotations'
  | 'Tool'
  | 'ToolAnnotations'
  | 'Resource'
  | 'ResourceTemplate'
  | 'ResourceContents'
  | 'Prompt'
  | 'PromptArgument'
  | 'PromptMessage'
  | 'TextContent'
  | 'ImageContent'
  | 'AudioContent'
  | 'ResourceLink'
  | 'EmbeddedResource'
  | 'ContentBlock'
  | 'ServerCapabilities'
  | 'ListCapability'
  | 'InitializeResult'
  | 'DiscoverResult'
  | 'EmptyResult'
  | 'InputRequiredResult'
  | 'ListToolsResult'
  | 'CallToolResult'
  | 'ListResourcesResult'
  | 'ListResourceTemplatesResult'
  | 'ReadResourceResult'
  | 'ListPromptsResult'
  | 'GetPromptResult'
  | 'CompleteResult'
  | 'ProgressParams'
  | 'ElicitParams'
  | 'SamplingParams'
  | 'SamplingMessage';

/** Shape → member → where it exists. */
export const SHAPES: Record<Exclude<ShapeName, 'ContentBlock'>, Members> = {
  Implementation: { name: a, title: c, version: a, description: d, websiteUrl: d, icons },
  Icon: { src: a, mimeType: a, sizes: a, theme: a },
  Annotations: { audience: a, priority: a, lastModified: c },

  Tool: {
    name: a,
    title: c,
    description: a,
    inputSchema: a,
    outputSchema: c,
    annotations: one(B, 'ToolAnnotations'),
    icons,
    _meta: c,
  },
  ToolAnnotations: { title: a, readOnlyHint: a, destructiveHint: a, idempotentHint: a, openWorldHint: a },
  Resource: resource,
  ResourceTemplate: {
    name: a,
    title: c,
    uriTemplate: a,
    description: a,
    mimeType: a,
    annotations,
    icons,
    _meta: c,
  },
  ResourceContents: { uri: a, mimeType: a, text: a, blob: a, _meta: c },
  Prompt: { name: a, title: c, description: a, arguments: many(A, 'PromptArgument'), icons, _meta: c },
  PromptArgument: { name: a, title: c, description: a, required: a },
  PromptMessage: { role: a, content: one(A, 'ContentBlock') },

  TextContent: { type: a, text: a, annotations, _meta: c },
  ImageContent: { type: a, data: a, mimeType: a, annotations, _meta: c },
  AudioContent: { type: a, data: a, mimeType: a, annotations, _meta: c },
  ResourceLink: { type: a, ...resource },
  EmbeddedResource: { type: a, resource: one(A, 'ResourceContents'), annotations, _meta: c },

  ServerCapabilities: {
    experimental: a,
    extensions: d,
    logging: a,
    completions: b,
    prompts: one(A, 'ListCapability'),
    resources: one(A, 'ListCapability'),
    tools: one(A, 'ListCapability'),
  },
  ListCapability: { listChanged: a, subscribe: a },
  InitializeResult: {
    protocolVersion: a,
    capabilities: one(A, 'ServerCapabilities'),
    serverInfo: one(A, 'Implementation'),
    instructions: a,
    _meta: a,
  },
  DiscoverResult: {
    supportedVersions: e,
    capabilities: one(E, 'ServerCapabilities'),
    instructions: e,
    _meta: e,
    resultType: e,
    ttlMs: e,
    cacheScope: e,
  },
  EmptyResult: { _meta: a, resultType: e },
  InputRequiredResult: { inputRequests: e, requestState: e, _meta: e, resultType: e },
  ListToolsResult: { tools: many(A, 'Tool'), ...page },
  CallToolResult: {
    content: many(A, 'ContentBlock'),
    structuredContent: c,
    isError: a,
    _meta: a,
    resultType: e,
  },
  ListResourcesResult: { resources: many(A, 'Resource'), ...page },
  ListResourceTemplatesResult: { resourceTemplates: many(A, 'ResourceTemplate'), ...page },
  ReadResourceResult: {
    contents: many(A, 'ResourceContents'),
    _meta: a,
    resultType: e,
    ttlMs: e,
    cacheScope: e,
  },
  ListPromptsResult: { prompts: many(A, 'Prompt'), ...page },
  GetPromptResult: { description: a, messages: many(A, 'PromptMessage'), _meta: a, resultType: e },
  CompleteResult: { completion: a, _meta: a, resultType: e },

  ProgressParams: { progressToken: a, progress: a, total: a, message: b, _meta: a },
  ElicitParams: { mode: d, message: c, requestedSchema: c, url: d, elicitationId: { since: D, until: D } },
  SamplingParams: {
    messages: many(A, 'SamplingMessage'),
    maxTokens: a,
    systemPrompt: a,
    temperature: a,
    stopSequences: a,
    modelPreferences: a,
    includeContext: a,
    metadata: a,
    tools: d,
    toolChoice: d,
  },
  SamplingMessage: { role: a, content: a, _meta: d },
};

/** The shape of a content block by its `type`. */
export const CONTENT_SHAPES: Record<string, Exclude<ShapeName, 'ContentBlock'>> = {
  text: 'TextContent',
  image: 'ImageContent',
  audio: 'AudioContent',
  resource_link: 'ResourceLink',
  resource: 'EmbeddedResource',
};

/** Encodes everything that leaves the server in one revision. */
export interface Wire {
  readonly revision: Revision;
  /** Converts a result from the newest revision's form to this revision. */
  result(shape: Shape, result: JsonObject): JsonText;
  /** Converts an error to this revision: codes that it does not know are mapped. */
  error(error: RpcError): RpcError;
  /** Projected params of an outgoing notification or request. */
  params(shape: ShapeName, params: JsonObject): JsonObject;
}
