// The shapes of the protocol, in the newest revision's form. Projection (`wire/projection.ts`) fits them to older ones.
import type { JsonObject } from '../jsonrpc/json.ts';

/** Free-form metadata; keys have a reverse-DNS prefix (basic, "_meta"). */
export type Meta = { readonly [key: string]: unknown };

/** An image for a host's user interface: an `https:` or base64 `data:` URI (basic, "Icons", from 2025-11-25). */
export type Icon = {
  readonly src: string;
  readonly mimeType?: string;
  /** "48x48", or "any" for vector images. */
  readonly sizes?: readonly string[];
  readonly theme?: 'light' | 'dark';
};

/** Hints about a piece of content (server/resources, "Annotations"). */
export type Annotations = {
  readonly audience?: readonly ('user' | 'assistant')[];
  /** 0 (optional) … 1 (required). */
  readonly priority?: number;
  /** ISO 8601, from 2025-06-18. */
  readonly lastModified?: string;
};

/** Hints about what a tool does (server/tools, from 2025-03-26). Absent hints default to the cautious value. */
export type ToolAnnotations = {
  readonly title?: string;
  /** It changes nothing. Default false. */
  readonly readOnlyHint?: boolean;
  /** It may destroy or overwrite. Default true. */
  readonly destructiveHint?: boolean;
  /** Calling it again with the same arguments changes nothing more. Default false. */
  readonly idempotentHint?: boolean;
  /** It reaches things outside the server's own domain. Default true. */
  readonly openWorldHint?: boolean;
};

/** The name and version of a program (basic/lifecycle, server/discover). */
export type Implementation = {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly Icon[];
};

/** Text for the model or the user (server/tools, "Tool Result"; server/prompts, "PromptMessage"; as all blocks). */
export type TextContent = {
  readonly type: 'text';
  readonly text: string;
  readonly annotations?: Annotations;
  readonly _meta?: Meta;
};

/** An image. */
export type ImageContent = {
  readonly type: 'image';
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
  readonly annotations?: Annotations;
  readonly _meta?: Meta;
};

/** Sound (from 2025-03-26). */
export type AudioContent = {
  readonly type: 'audio';
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
  readonly annotations?: Annotations;
  readonly _meta?: Meta;
};

/** A resource that the client may read (from 2025-06-18). */
export type ResourceLink = ListedResource & { readonly type: 'resource_link' };

/** A resource with its contents. */
export type EmbeddedResource = {
  readonly type: 'resource';
  readonly resource: ResourceContents;
  readonly annotations?: Annotations;
  readonly _meta?: Meta;
};

/** One block of a tool result (server/tools) or prompt message (server/prompts). */
export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;

/** What one resource contains: `text`, or `blob` (base64), never both (server/resources, "Resource Contents"). */
export type ResourceContents = {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
  readonly _meta?: Meta;
};

/** One entry of `resources/list` (server/resources, "Resource"). */
export type ListedResource = {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** Bytes, before any base64. */
  readonly size?: number;
  readonly icons?: readonly Icon[];
  readonly annotations?: Annotations;
  readonly _meta?: Meta;
};

/** One message of a prompt (server/prompts, "PromptMessage"). */
export type PromptMessage = { readonly role: 'user' | 'assistant'; readonly content: ContentBlock };

/** RFC 5424 severities, least first (server/utilities/logging). */
export const LOG_LEVELS = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const;

/** One severity. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Returns the index of a severity, or −1 if it is unknown. */
export function logLevelRank(level: unknown): number {
  return (LOG_LEVELS as readonly unknown[]).indexOf(level);
}

/** A directory or file that the client offers: a `file:` URI (client/roots). */
export type Root = { readonly uri: string; readonly name?: string; readonly _meta?: Meta };

/** What a client can do, as it declared it (basic/lifecycle, "Capability Negotiation"). Unknown members remain. */
export type ClientCapabilities = {
  /** `listChanged`: it says when its roots change (sessions only). */
  readonly roots?: { readonly listChanged?: boolean };
  readonly sampling?: { readonly tools?: JsonObject; readonly context?: JsonObject };
  readonly elicitation?: { readonly form?: JsonObject; readonly url?: JsonObject };
  readonly experimental?: JsonObject;
  readonly extensions?: JsonObject;
};

/** How long and for whom a result may be cached (2026-07-28, server/utilities/caching). */
export type CacheHint = {
  /** Milliseconds, an integer ≥ 0. */
  readonly ttlMs: number;
  /** `public` may be shared between users; `private` may not. */
  readonly cacheScope: 'public' | 'private';
};

/** A block of a sampling message (client/sampling); `tool_use` and `tool_result` need the client's `sampling.tools`. */
export type SamplingContent =
  | TextContent
  | ImageContent
  | AudioContent
  | {
      readonly type: 'tool_use';
      readonly id: string;
      readonly name: string;
      readonly input: JsonObject;
      readonly _meta?: Meta;
    }
  | {
      readonly type: 'tool_result';
      readonly toolUseId: string;
      readonly content: readonly ContentBlock[];
      readonly structuredContent?: unknown;
      readonly isError?: boolean;
      readonly _meta?: Meta;
    };

/** One message for the client's model (client/sampling). Lists of blocks: from 2025-11-25, split for older clients. */
export type SamplingMessage = {
  readonly role: 'user' | 'assistant';
  readonly content: SamplingContent | readonly SamplingContent[];
  readonly _meta?: Meta;
};

/** What is asked of the client's model (client/sampling). */
export type SamplingRequest = {
  readonly messages: readonly SamplingMessage[];
  /** The model may use fewer. */
  readonly maxTokens: number;
  readonly systemPrompt?: string;
  readonly temperature?: number;
  readonly stopSequences?: readonly string[];
  /** Names or parts of names of models, best first; priorities are 0 … 1. */
  readonly modelPreferences?: {
    readonly hints?: readonly { readonly name?: string }[];
    readonly costPriority?: number;
    readonly speedPriority?: number;
    readonly intelligencePriority?: number;
  };
  /** Omitted from 2025-11-25 on when the client does not declare `sampling.context`. */
  readonly includeContext?: 'none' | 'thisServer' | 'allServers';
  readonly metadata?: JsonObject;
  /** This and `toolChoice`: from 2025-11-25, when the client declares `sampling.tools`. */
  readonly tools?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly inputSchema: JsonObject;
  }[];
  readonly toolChoice?: { readonly mode?: 'auto' | 'required' | 'none' };
};

/** What the client's model answered (client/sampling). */
export type SamplingResult = {
  readonly role: 'user' | 'assistant';
  readonly content: SamplingContent | readonly SamplingContent[];
  readonly model: string;
  /** `endTurn`, `stopSequence`, `maxTokens`, `toolUse`, or the model's own. */
  readonly stopReason?: string;
};
