// Apps: pages that a host shows with the results of tools (extension io.modelcontextprotocol/ui, MCP Apps, 2026-01-26).
import {
  DefinitionError,
  defineResource,
  type Context,
  type JsonObject,
  type Resource,
  type Tool,
} from '../index.ts';
import { isObject, type Extension } from '../extensions.ts';
import { quote } from '../text/quote.ts';

const APPS = 'io.modelcontextprotocol/ui';
/** The type of every page (MCP Apps, "UI Resource Format"). */
const MIME_TYPE = 'text/html;profile=mcp-app';
/**
 * The first revision in which tools have `_meta`: in earlier ones a host could not tell the tools for pages from the
 * others.
 */
const SINCE = '2025-06-18';

/** What a page may do, and how it is shown (MCP Apps, "UI Resource Format"). */
export interface AppOptions {
  /** For programs. Default: the last part of the URI. */
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  /** Origins outside of the page. Default: it loads nothing and connects to nothing. */
  readonly csp?: {
    readonly connectDomains?: readonly string[];
    readonly resourceDomains?: readonly string[];
    readonly frameDomains?: readonly string[];
    readonly baseUriDomains?: readonly string[];
  };
  /** What it asks the browser for. A host need not grant it. */
  readonly permissions?: readonly ('camera' | 'microphone' | 'geolocation' | 'clipboardWrite')[];
  /** Whether the host should draw a border and a background. Default: the host decides. */
  readonly prefersBorder?: boolean;
}

/**
 * Defines a page for `_meta.ui.resourceUri` of tools: a complete HTML document that loads nothing from outside. It is
 * in no list, because hosts find it through the tool. `html` may be a function, which runs each time a host asks.
 *
 * @throws {DefinitionError} when the URI does not begin with `ui://`.
 * @example
 * const chart = appResource('ui://weather/chart', () => readFile('dist/chart.html', 'utf8'));
 * const forecast = defineTool({ name: 'forecast', _meta: { ui: { resourceUri: chart.uri } }, run: () => 'Sunny' });
 */
export function appResource(
  uri: string,
  html: string | (() => string | Promise<string>),
  options: AppOptions = {},
): Resource {
  if (!isAppUri(uri)) throw new DefinitionError(`appResource: ${quote(uri)} must begin with ui://`);
  const { name = uri.slice(uri.lastIndexOf('/') + 1), title, description, permissions, ...shown } = options;
  const granted = permissions?.map((permission) => [permission, {}] as const);
  const ui = granted === undefined ? shown : { ...shown, permissions: Object.fromEntries(granted) };
  const about = {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
  };
  return defineResource({
    uri,
    name,
    ...about,
    mimeType: MIME_TYPE,
    listed: false,
    read: async () => ({
      uri,
      mimeType: MIME_TYPE,
      text: typeof html === 'string' ? html : await html(),
      ...(Object.keys(ui).length === 0 ? {} : { _meta: { ui } }),
    }),
  });
}

/**
 * Enables pages for tools. `_meta.ui` of a tool is `{ resourceUri, visibility }`: the URI of an `appResource`, and the
 * callers of the tool, `model` and `app` (default both). A tool only for `app` is listed only for clients that declare
 * the extension and therefore hide it from the model.
 *
 * @example
 * const parts = { tools: [forecast], resources: [chart], extensions: [apps()] };
 * const server = defineServer({ name: 'weather', version: '1.0.0', ...parts });
 */
export function apps(): Extension {
  // MCP Apps has hosts declare it, and servers only in what they list.
  return { id: APPS, settings: null, features: () => [{ listsTool: readVisibility }] };
}

function readVisibility({ name, _meta: meta }: Tool): ((ctx: Context) => boolean) | undefined {
  const ui = meta?.['ui'];
  if (!isObject(ui)) return undefined;
  const { resourceUri, visibility } = ui;
  if (resourceUri !== undefined && !isAppUri(resourceUri))
    throw new DefinitionError(
      `tool ${quote(name)}: _meta.ui.resourceUri: ${quote(resourceUri)} must begin with ui://`,
    );
  if (visibility === undefined) return undefined;
  const isKnown = Array.isArray(visibility) && visibility.every((who) => who === 'model' || who === 'app');
  if (!isKnown || visibility.length === 0)
    throw new DefinitionError(`tool ${quote(name)}: _meta.ui.visibility is a list of "model" and "app"`);
  return visibility.includes('model') ? undefined : showsPages;
}

/**
 * Returns the members of a result that are for its page alone: `{ _meta: { page: data } }` for clients that show pages,
 * nothing for all others. `data` is what the page would otherwise have to parse from text.
 *
 * @example
 * run: (_, ctx) => new ToolResult({ content: [text('Sunny')], ...forPage(ctx, { hours: [3, 5, 8] }) })
 */
export function forPage(ctx: Context, data: JsonObject): { readonly _meta?: { readonly page: JsonObject } } {
  return showsPages(ctx) ? { _meta: { page: data } } : {};
}

/**
 * Whether the client shows pages, and can tell the tools for them (MCP Apps, "Client<>Server Capability Negotiation").
 */
function showsPages({ client, revision }: Context): boolean {
  const settings = client.capabilities.extensions?.[APPS];
  const types = isObject(settings) ? settings['mimeTypes'] : undefined;
  return revision >= SINCE && Array.isArray(types) && types.includes(MIME_TYPE);
}

function isAppUri(uri: unknown): boolean {
  return typeof uri === 'string' && uri.startsWith('ui://');
}
