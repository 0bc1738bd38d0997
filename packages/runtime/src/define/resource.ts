// defineResource and defineResourceTemplate: what authors write for resources (server/resources).
import type { Annotations, CacheHint, ListedResource, ResourceContents } from '../protocol/types.ts';
import type { Context } from './context.ts';
import type { Complete, Described } from './described.ts';
import type { UriVariables } from './uri-template.ts';

/**
 * The result of `read`: text, bytes (sent as base64), or complete contents (one URI may have several). An empty list
 * means that the resource does not exist.
 */
export type ResourceBody = string | Uint8Array | ResourceContents | readonly ResourceContents[];

/**
 * Reports that a watched resource changed, or the resource below it with this URI (server/resources). `mayKnow` decides
 * for each subscriber, in case one has lost access since it subscribed; by default all are notified.
 */
export type Updated = (uri?: string, mayKnow?: MayKnow) => void;

/** Whether the subscriber with this context may know of a change. */
export type MayKnow = (subscriber: Context) => boolean | Promise<boolean>;

/** Stops watching. */
export type StopWatching = () => void;

/** A resource with a fixed URI (server/resources). */
export interface Resource extends Described {
  /** Absolute (RFC 3986), unique. */
  readonly uri: string;
  /** For programs; `title` is for people. */
  readonly name: string;
  /** Of the text or bytes that `read` returns. */
  readonly mimeType?: string;
  /** Bytes, before any base64. */
  readonly size?: number;
  readonly annotations?: Annotations;
  /** How long a read may be cached. Default: not at all. */
  readonly cache?: CacheHint;
  /** False for a resource that can be read and is in no list: one that clients find elsewhere. Default true. */
  readonly listed?: boolean;
  /** Throw `ResourceNotFoundError` when it is gone. */
  read(ctx: Context): ResourceBody | Promise<ResourceBody>;
  /**
   * Starts to report changes. Called for the first subscriber; the returned function is called after the last one.
   */
  watch?(updated: Updated, ctx: Context): StopWatching | Promise<StopWatching>;
  /** Called for every subscriber, also when the watch runs already. Throw to refuse this client. */
  beforeWatch?(ctx: Context): void | Promise<void>;
}

/** Defines a resource (server/resources, all revisions). It is checked when a server is made of it. */
export function defineResource(resource: Resource): Resource {
  return resource;
}

/** A family of resources (server/resources, "Resource Templates"). */
export interface ResourceTemplate extends Described {
  /** RFC 6570, like `file:///{+path}`. See `UriTemplate` for what is understood. */
  readonly uriTemplate: string;
  readonly name: string;
  /** Only when all of the family share it. */
  readonly mimeType?: string;
  readonly annotations?: Annotations;
  /** How long a read may be cached. Default: not at all. */
  readonly cache?: CacheHint;
  /** Completion of the template's variables, by name. */
  readonly complete?: { readonly [variable: string]: Complete };
  /**
   * Lists members for `resources/list`: up to `limit`, in a fixed order, after the URI `after`, which a client may have
   * invented.
   */
  list?(
    page: { after: string | undefined; limit: number },
    ctx: Context,
  ): ListedResource[] | Promise<ListedResource[]>;
  /**
   * Starts to report that the result of `list` changed. Called for every client that listens: in a session with its
   * first `resources/list`, later with `subscriptions/listen`. The returned function is called when the client leaves.
   */
  watchList?(changed: () => void, ctx: Context): StopWatching | Promise<StopWatching>;
  /** Throw `ResourceNotFoundError` for a member that does not exist. */
  read(uri: string, variables: UriVariables, ctx: Context): ResourceBody | Promise<ResourceBody>;
  /** Like `Resource.watch`, for one member. Throw `ResourceNotFoundError` to refuse. */
  watch?(
    uri: string,
    variables: UriVariables,
    updated: Updated,
    ctx: Context,
  ): StopWatching | Promise<StopWatching>;
  /** Like `Resource.beforeWatch`, for one member. */
  beforeWatch?(uri: string, variables: UriVariables, ctx: Context): void | Promise<void>;
}

/** Defines a resource template (server/resources, all revisions). It is checked when a server is made of it. */
export function defineResourceTemplate(template: ResourceTemplate): ResourceTemplate {
  return template;
}
