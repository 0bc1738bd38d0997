// Short ways to write content blocks.
import type {
  Annotations,
  AudioContent,
  EmbeddedResource,
  ImageContent,
  ListedResource,
  Meta,
  ResourceContents,
  ResourceLink,
  TextContent,
} from '../protocol/types.ts';

type Options = { readonly annotations?: Annotations; readonly _meta?: Meta };

/** A text block. */
export function text(value: string, options: Options = {}): TextContent {
  return { type: 'text', text: value, ...options };
}

/** An image block; `data` is base64, `mimeType` like `image/png`. */
export function image(data: string, mimeType: string, options: Options = {}): ImageContent {
  return { type: 'image', data, mimeType, ...options };
}

/** A sound block; `data` is base64, `mimeType` like `audio/wav`. Clients of 2024-11-05 get an embedded resource. */
export function audio(data: string, mimeType: string, options: Options = {}): AudioContent {
  return { type: 'audio', data, mimeType, ...options };
}

/** A link to a resource that the client may read; it need not be listed. Clients before 2025-06-18 get text. */
export function resourceLink(resource: ListedResource): ResourceLink {
  return { type: 'resource_link', ...resource };
}

/** A block with the contents of a resource. */
export function embeddedResource(resource: ResourceContents, options: Options = {}): EmbeddedResource {
  return { type: 'resource', resource, ...options };
}
