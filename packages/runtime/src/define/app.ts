// appResource: a page that a host shows with the results of a tool (MCP Apps, `io.modelcontextprotocol/ui`, 2026-01-26).
import { APP_MIME_TYPE } from '../protocol/capabilities.ts';
import type { Meta } from '../protocol/types.ts';
import { quote } from '../text/quote.ts';
import { DefinitionError } from './errors.ts';
import { defineResource, type Resource } from './resource.ts';

/** Who may call a tool (MCP Apps, "Visibility"): the model, and the page that is shown. */
type AppVisibility = 'model' | 'app';

/** Metadata of a tool. What a host does not know, it ignores. */
export type ToolMeta = Meta & {
  /** MCP Apps, "Resource Discovery". */
  readonly ui?: {
    /** The page that shows the results of the tool: the URI of an `appResource`. */
    readonly resourceUri?: string;
    /**
     * Default: both. A tool for `app` only is listed for clients that declare the extension, which keep it from the model, and
     * for no others.
     */
    readonly visibility?: readonly AppVisibility[];
  };
};

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
 * A page for `_meta.ui.resourceUri` of tools: a whole HTML document without outside loads. It is in no list, because hosts find
 * it through the tool. `html` may be a function, for a file that is read when a host first asks for it.
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
  checkAppUri('appResource', uri);
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
    mimeType: APP_MIME_TYPE,
    listed: false,
    read: async () => ({
      uri,
      mimeType: APP_MIME_TYPE,
      text: typeof html === 'string' ? html : await html(),
      ...(Object.keys(ui).length === 0 ? {} : { _meta: { ui } }),
    }),
  });
}

/** Whether only the page of a tool may call it, and not the model. */
export function isForAppOnly({ _meta: meta }: { readonly _meta?: ToolMeta }): boolean {
  return meta?.ui?.visibility?.includes('model') === false;
}

/** @throws {DefinitionError} when `_meta.ui` of a tool is not what hosts understand. */
export function checkToolMeta(where: string, { ui }: ToolMeta = {}): void {
  if (ui === undefined) return;
  const { resourceUri, visibility } = ui;
  if (resourceUri !== undefined) checkAppUri(`${where}: _meta.ui.resourceUri`, resourceUri);
  if (visibility === undefined) return;
  const isKnown = Array.isArray(visibility) && visibility.every((who) => who === 'model' || who === 'app');
  if (!isKnown || visibility.length === 0)
    throw new DefinitionError(`${where}: _meta.ui.visibility is a list of "model" and "app"`);
}

function checkAppUri(where: string, uri: unknown): void {
  if (typeof uri === 'string' && uri.startsWith('ui://')) return;
  throw new DefinitionError(`${where}: ${quote(uri)} must begin with ui://`);
}
