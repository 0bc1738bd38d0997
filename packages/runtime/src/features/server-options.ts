// ServerOptions: everything that an author says about a server.
import type { Report } from '../conversation/host.ts';
import type { ServerEvent } from '../conversation/observer.ts';
import type { Context } from '../define/context.ts';
import type { Middleware } from '../define/middleware.ts';
import type { Prompt } from '../define/prompt.ts';
import type {
  PromptRegistry,
  ResourceRegistry,
  ResourceTemplateRegistry,
  ToolRegistry,
} from '../define/registry.ts';
import type { Resource, ResourceTemplate } from '../define/resource.ts';
import type { Tool } from '../define/tool.ts';
import type { JsonObject } from '../jsonrpc/json.ts';
import type { AdmissionLimits } from '../limits/admission.ts';
import type { CacheHint, Icon } from '../protocol/types.ts';
import type { NonceStore } from '../stores/nonce-store.ts';
import type { Extension } from './extension.ts';

/** Everything that a server is (basic/lifecycle, server/discover). Only `name` and `version` are needed. */
export interface ServerOptions {
  /** For programs: the identity of the server. People see `title` when there is one. */
  readonly name: string;
  /** The version of the server, not of the protocol. */
  readonly version: string;
  /** For people. From 2025-06-18. */
  readonly title?: string;
  /** What the server is for. From 2025-11-25. */
  readonly description?: string;
  /** From 2025-11-25. */
  readonly websiteUrl?: string;
  /** `https:` or base64 `data:image/` URIs. From 2025-11-25. */
  readonly icons?: readonly Icon[];
  /** Tells the model how to use the server as a whole. Hosts cut it at about 2 kB. */
  readonly instructions?: string;
  /** A list that never changes, or a registry (`toolRegistry`) that may. */
  readonly tools?: readonly Tool[] | ToolRegistry;
  /**
   * Returns true for a tool that the caller may use, or a reason. Lists leave out all others, also those that are added
   * later. A client that calls one gets the reason, or, if that is empty, reads that there is no such tool. A function
   * with `tool` as its only parameter answers alike for all callers. With `ctx`, clients may not keep the list.
   * Default: all are available.
   */
  readonly available?: (tool: Tool, ctx: Context) => true | string;
  /** Like `tools`, and so are the next two. */
  readonly resources?: readonly Resource[] | ResourceRegistry;
  readonly resourceTemplates?: readonly ResourceTemplate[] | ResourceTemplateRegistry;
  readonly prompts?: readonly Prompt[] | PromptRegistry;
  /** Capabilities outside the specification, by a name with your own prefix; shown to clients as they are. */
  readonly experimental?: { readonly [name: string]: JsonObject };
  /** Extensions of the protocol that the server speaks (basic, "Extensions", 2026-07-28). */
  readonly extensions?: readonly Extension[];
  /** Wraps the handling of every request, outermost first. */
  readonly middleware?: readonly Middleware[];
  /**
   * Whether arguments of tools that came as strings are read as what the schema asks for: `"5"`, `"true"`, `"[1,2]"`,
   * null for an optional one as missing, and one item as a list of one. Where the schema allows a string or a list of
   * strings, the JSON of such a list is the list. Some hosts and models send arguments like this. Default false.
   */
  readonly coerceArguments?: boolean;
  /** Whether `ctx.log` reaches clients. Default true. */
  readonly logging?: boolean;
  /** Entries per page of a list. Default 250: some clients read the first page only. */
  readonly pageSize?: number;
  /** Cache hint of the lists. Default: one hour for fixed lists, none for live ones. */
  readonly cache?: CacheHint;
  /**
   * Limits of each connection, and over HTTP of each session and of each client with stateless requests: counts, and
   * milliseconds for `stallMs`; `total` counts the running calls of all clients. Defaults are in docs/security.md.
   */
  readonly limits?: Partial<AdmissionLimits>;
  /** Milliseconds to wait for the client's answer to a question in a session. Default five minutes: people are slow. */
  readonly askTimeoutMs?: number;
  /**
   * Secrets of 16 or more characters that seal the state of stateless requests between their rounds; the first seals,
   * all open. Default: a random one per process. Several processes behind one address need the same ones.
   */
  readonly stateSecrets?: readonly string[];
  /** Milliseconds until sealed state expires. Default ten minutes. */
  readonly stateTtlMs?: number;
  /**
   * Remembers which sealed state was used (`atMostOnce`), for several processes (docs/stores.md). Default: in memory.
   */
  readonly nonces?: NonceStore;
  /** Takes reports for the operator. Default: warnings and errors go to stderr, one line of JSON each. */
  readonly report?: (report: Report) => void;
  /**
   * Called with every finished request, including refused ones, and with the start and end of sessions. It runs between
   * messages, so it must be fast.
   */
  readonly observe?: (event: ServerEvent) => void;
}
